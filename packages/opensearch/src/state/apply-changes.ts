/**
 * Applies the tasks that change a whole index: its settings, its parts, all its records, its name. If the new settings require other
 * documents, a new generation is written while searches read the current one.
 */
import type { IndexSettings } from '@docent/engine'
import { checkParts, checkSettings, type IndexPart, type Log, type ReplicaName } from '@docent/server/backend'
import { buildSettingsOf, placeRecords, putPacked, refuseReplica, settingsOf, storedSettings } from './apply-context.ts'
import type { ApplyContext } from './apply-context.ts'
import { readDocuments } from '../http/documents.ts'
import { matchingIds, scanRecords } from './generation.ts'
import type { StoredJson } from './generation.ts'
import { PART_KINDS } from './head.ts'
import type { Change, IndexState, ReplaceStep, TaskFacts } from './documents.ts'
import { needsRebuild } from '../records/mapping.ts'
import { unpack } from './packed.ts'
import type { PlacedRecord } from './record-lines.ts'
import { planReplacement, planSettings } from './settings-plan.ts'

type ChangeOf<Kind extends Change['kind']> = Change & { kind: Kind }

/** Minimum share of changed records for a new generation, which uses no space for removed records. */
const MOSTLY = 1 / 2

const isoOf = (facts: TaskFacts): string => new Date(facts.storedAt).toISOString()

const ensure = (context: ApplyContext, name: string, facts: TaskFacts): IndexState => {
  const { draft } = context
  const index = draft.find(name) ?? draft.create(name, facts.number, isoOf(facts))
  draft.touch(index, facts.number, isoOf(facts))
  return index
}

async function* placedAt(
  records: AsyncIterable<StoredJson>,
  task: number,
  without?: ReadonlySet<string>,
): AsyncGenerator<PlacedRecord> {
  for await (const record of records) if (!without?.has(record.objectID)) yield { ...record, task }
}

/** Writes the index into a new generation. */
async function rebuild(
  context: ApplyContext,
  index: IndexState,
  task: number,
  records: AsyncIterable<PlacedRecord>,
): Promise<void> {
  const begun = performance.now()
  context.draft.renew(index, task)
  await placeRecords(context, index, records)
  index.buildMs = Math.round(performance.now() - begun)
  logBuilt(context.log, index)
}

const logBuilt = (log: Log, { name, buildMs }: IndexState): void =>
  log({ level: 'info', event: 'index-built', message: `The index ${name} was built`, index: name, durationMs: buildMs })

/** Stores the settings of an index. Resolves with whether they have changed. */
async function nameSettings(
  context: ApplyContext,
  index: IndexState,
  settings: IndexSettings,
  task: number,
): Promise<boolean> {
  const json = JSON.stringify(settings)
  if (JSON.stringify(await storedSettings(context, index)) === json) return false
  checkSettings(json, context.ceilings)
  const id = await putPacked(context, `settings-${index.id}-${task}`, settings)
  context.draft.setDocument(index, 'settings', id)
  return true
}

/** Creates the generation of an index without one, and a new one if the change of settings since `before` requires it. */
async function rebuildWhereNeeded(
  context: ApplyContext,
  index: IndexState,
  before: IndexSettings,
  task: number,
): Promise<void> {
  const { draft, cluster } = context
  if (!draft.isPresent(index)) await placeRecords(context, index, [])
  else if (needsRebuild(before, await buildSettingsOf(context, index)))
    await rebuild(context, index, task, placedAt(scanRecords(cluster, draft.target(index)), task))
}

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

export async function partsOf(
  { view }: Pick<ApplyContext, 'view'>,
  index: IndexState,
  kind: 'synonyms' | 'rules',
): Promise<IndexPart[]> {
  const id = index[kind]
  return id === undefined ? [] : view.document<IndexPart[]>(id)
}

async function applySettings(
  context: ApplyContext,
  { index: name, changes, forwards = false }: ChangeOf<'settings'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft, cluster } = context
  const task = facts.number
  const plan = await planSettings(context, { index: name, changes, forwards })
  const index = ensure(context, name, facts)
  const holder = draft.holder(index)
  const before = await buildSettingsOf(context, holder)
  for (const replica of plan.replicas ?? []) attach(context, replica, index, facts)
  for (const replica of plan.detached) {
    delete replica.primary
    delete replica.virtual
    replica.generation = task
    replica.nextPosition = index.nextPosition
  }
  for (const [changed, settings] of plan.settings)
    await nameSettings(context, ensure(context, changed, facts), settings, task)
  for (const replica of plan.detached)
    await placeRecords(context, replica, placedAt(scanRecords(cluster, draft.target(index)), task))
  await rebuildWhereNeeded(context, holder, before, task)
}

/** Makes an index a replica. A new one gets the parts of its primary; the generation of an empty existing one is removed. */
function attach(context: ApplyContext, { name, isVirtual }: ReplicaName, index: IndexState, facts: TaskFacts): void {
  const { draft } = context
  const existing = draft.find(name)
  const replica = ensure(context, name, facts)
  if (existing === undefined) for (const kind of PART_KINDS) draft.setDocument(replica, kind, index[kind])
  else if (existing.primary === undefined) draft.discard('generation', draft.target(existing))
  replica.primary = index.id
  if (isVirtual) replica.virtual = true
  else delete replica.virtual
}

async function applyParts(
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

async function applyPartRemoval(
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

async function applyCopy(
  context: ApplyContext,
  { source, destination, scope }: ChangeOf<'copy'>,
  facts: TaskFacts,
): Promise<void> {
  if (source === destination) return
  const { draft, cluster } = context
  if (scope === undefined) refuseReplica(draft, destination)
  const from = draft.find(source)
  const settings = await settingsOf(context, from)
  const copies = scope === undefined || scope.includes('settings')
  const plan = copies
    ? await planReplacement(context, destination, settings)
    : await storedSettings(context, draft.find(destination))
  const to = ensure(context, destination, facts)
  const holder = draft.holder(to)
  const before = await buildSettingsOf(context, holder)
  for (const kind of PART_KINDS)
    if (scope === undefined || scope.includes(kind)) draft.setDocument(to, kind, from?.[kind])
  await nameSettings(context, to, plan, facts.number)
  if (scope !== undefined) return rebuildWhereNeeded(context, holder, before, facts.number)
  to.nextPosition = from === undefined ? 1 : draft.holder(from).nextPosition
  const records = async function* (): AsyncGenerator<PlacedRecord> {
    if (from) yield* placedAt(scanRecords(cluster, draft.target(from)), facts.number)
  }
  await rebuild(context, to, facts.number, records())
}

async function applyMove(
  context: ApplyContext,
  { source, destination }: ChangeOf<'move'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft } = context
  const from = draft.find(source)
  if (from === undefined || source === destination) return
  for (const name of [source, destination]) refuseReplica(draft, name)
  const before = await buildSettingsOf(context, from)
  const replaced = draft.find(destination)
  for (const replica of replaced === undefined ? [] : draft.replicasOf(replaced)) replica.primary = from.id
  draft.rename(from, destination)
  draft.touch(from, facts.number, isoOf(facts))
  await rebuildWhereNeeded(context, from, before, facts.number)
}

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

async function applyReplacement(context: ApplyContext, change: ChangeOf<'replace'>, facts: TaskFacts): Promise<void> {
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

async function applyDeletion(
  context: ApplyContext,
  { index: name, params }: ChangeOf<'delete-by'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft, cluster } = context
  if (draft.find(name) === undefined) return
  refuseReplica(draft, name)
  const index = ensure(context, name, facts)
  const removed = async function* (): AsyncGenerator<PlacedRecord> {
    for await (const objectID of matchingIds(cluster, draft.target(index), params))
      yield { objectID, json: undefined, position: 0, task: facts.number }
  }
  await placeRecords(context, index, removed())
}

/** Changes the draft, and writes the documents that it names. */
export async function applyChange(
  context: ApplyContext,
  change: Exclude<Change, { kind: 'write' }>,
  facts: TaskFacts,
): Promise<void> {
  switch (change.kind) {
    case 'settings':
      return applySettings(context, change, facts)
    case 'save-parts':
      return applyParts(context, change, facts)
    case 'delete-part':
      return applyPartRemoval(context, change, facts)
    case 'copy':
      return applyCopy(context, change, facts)
    case 'move':
      return applyMove(context, change, facts)
    case 'replace':
      return applyReplacement(context, change, facts)
    case 'delete-by':
      return applyDeletion(context, change, facts)
  }
}
