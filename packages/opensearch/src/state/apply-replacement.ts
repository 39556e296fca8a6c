/** Applies the tasks that replace all records of an index. */
import { unpack } from './packed.ts'
import { readDocuments } from '../http/documents.ts'
import { needsRebuild } from '../records/mapping.ts'
import { buildSettingsOf, placeRecords, refuseReplica, type ApplyContext } from './apply-context.ts'
import type { ReplaceStep, TaskFacts } from './documents.ts'
import { scanRecords } from './generation.ts'
import { type ChangeOf, ensure, nameSettings, placedAt, rebuild } from './rebuild.ts'
import type { PlacedRecord } from './record-lines.ts'

/** Minimum share of changed records for a new generation, which uses no space for removed records. */
const MOSTLY = 1 / 2

async function* stepsOf(context: ApplyContext, chunks: readonly string[]): AsyncGenerator<ReplaceStep> {
  for (const id of chunks) {
    const [document] = await readDocuments(context.cluster, [{ index: context.names.tasks, id }])
    if (document === undefined) throw new Error(`The piece ${id} of a task is not in the log`)
    yield* await unpack<ReplaceStep[]>((document.source as { packed: string }).packed)
  }
}

/** New records are added from the last to the first: in ties, searches show the latest first. */
async function* placedSteps(
  context: ApplyContext,
  { chunks, added }: ChangeOf<'replace'>,
  task: number,
  first: number,
): AsyncGenerator<PlacedRecord> {
  let next = first + added - 1
  for await (const { objectID, record, position } of stepsOf(context, chunks))
    yield { objectID, json: record, position: position ?? next--, task }
}

/** Writes the difference; a new generation if most records differ, or other settings require it. */
export async function applyReplacement(
  context: ApplyContext,
  change: ChangeOf<'replace'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft, cluster } = context
  refuseReplica(draft, change.index)
  const index = ensure(context, change.index, facts)
  const before = await buildSettingsOf(context, index)
  const first = index.nextPosition
  index.nextPosition += change.added
  const isNew = await nameSettings(context, index, change.settings, facts.number)
  const steps = placedSteps(context, change, facts.number, first)
  const differing = change.added + change.changed + change.removed
  // A new generation also for other settings: they become visible with the head, and the records must not become visible before.
  const isLarge = differing > change.total * MOSTLY || (isNew && differing > 0)
  const present = draft.isPresent(index) ? draft.target(index) : undefined
  for (const id of change.chunks) draft.discard('chunks', id)
  if (present !== undefined && !isLarge && !needsRebuild(before, await buildSettingsOf(context, index))) {
    if (differing > 0) await placeRecords(context, index, steps)
    return
  }
  const records = async function* (): AsyncGenerator<PlacedRecord> {
    const written = new Set<string>()
    for await (const step of steps) {
      written.add(step.objectID)
      if (step.json !== undefined) yield step
    }
    if (present !== undefined) yield* placedAt(scanRecords(cluster, present), facts.number, written)
  }
  await rebuild(context, index, facts.number, records())
}
