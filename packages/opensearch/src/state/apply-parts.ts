/** Applies the tasks that change synonyms and rules. */
import { checkParts, type IndexPart } from '@docent/server/backend'
import { placeRecords, putPacked, type ApplyContext } from './apply-context.ts'
import type { IndexState, TaskFacts } from './documents.ts'
import { type ChangeOf, ensure, isoOf } from './rebuild.ts'

/** Bytes of the parts' JSON. */
export const bytesOf = (parts: readonly IndexPart[]): number =>
  parts.reduce((sum, part) => sum + Buffer.byteLength(JSON.stringify(part)), 0)

async function setParts(
  context: ApplyContext,
  index: IndexState,
  kind: 'synonyms' | 'rules',
  parts: readonly IndexPart[],
  task: number,
): Promise<void> {
  checkParts(kind, parts.length, bytesOf(parts), context.ceilings)
  const id = parts.length > 0 ? await putPacked(context, `${kind}-${index.id}-${task}`, parts) : undefined
  context.draft.setDocument(index, kind, id)
}

/** The stored synonyms or rules of an index. */
export async function partsOf(
  { view }: Pick<ApplyContext, 'view'>,
  index: IndexState,
  kind: 'synonyms' | 'rules',
): Promise<IndexPart[]> {
  const id = index[kind]
  return id === undefined ? [] : view.document<IndexPart[]>(id)
}

/** Saves parts, in the replicas of the index too if the task says so. */
export async function applyParts(
  context: ApplyContext,
  { index: name, part: kind, parts, replaceAll, forwards = false }: ChangeOf<'save-parts'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft } = context
  const index = ensure(context, name, facts)
  for (const each of [index, ...(forwards ? draft.replicasOf(index) : [])]) {
    draft.touch(each, facts.number, isoOf(facts))
    const before = replaceAll ? [] : await partsOf(context, each, kind)
    // An existing part keeps its position.
    const merged = new Map([...before, ...parts].map((part) => [part.objectID, part]))
    await setParts(context, each, kind, [...merged.values()], facts.number)
  }
  if (!draft.isPresent(index)) await placeRecords(context, index, [])
}

/** Deletes a part; an index or a part that is missing is no error. */
export async function applyPartRemoval(
  context: ApplyContext,
  { index: name, part: kind, objectID, forwards = false }: ChangeOf<'delete-part'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft } = context
  if (draft.find(name) === undefined) return
  const index = ensure(context, name, facts)
  for (const each of [index, ...(forwards ? draft.replicasOf(index) : [])]) {
    draft.touch(each, facts.number, isoOf(facts))
    const before = await partsOf(context, each, kind)
    const after = before.filter((part) => part.objectID !== objectID)
    if (after.length < before.length) await setParts(context, each, kind, after, facts.number)
  }
}
