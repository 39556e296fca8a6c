/**
 * Applies the tasks that change an index as a whole: its settings, its parts, all its records, its name. Where documents
 * written under the settings before do not serve those after, a new generation is written beside the present one.
 */
import type { IndexSettings } from '@docent/engine'
import type { IndexPart } from '../../backend.ts'
import { checkParts, checkSettings } from '../../ceilings.ts'
import type { Log } from '../../log.ts'
import { placeRecords, putPacked, settingsOf } from './apply-context.ts'
import type { ApplyContext } from './apply-context.ts'
import { readDocuments } from '../http/documents.ts'
import { scanRecords } from './generation.ts'
import type { StoredJson } from './generation.ts'
import { PART_KINDS } from './head.ts'
import type { IndexState } from './head.ts'
import { needsRebuild } from '../searching/mapping.ts'
import { unpack } from './packed.ts'
import type { PlacedRecord } from './record-lines.ts'
import { matchIdsOnCluster } from '../searching/browse.ts'
import { searchable } from '../searching/searchable.ts'
import type { Change, TaskFacts } from './task-log.ts'

/** One record that a replacement changes: without a record it is removed, without a position it is added. */
export interface ReplaceStep {
  objectID: string
  /** JSON: compared, sent and stored as text. */
  record?: string
  position?: number
}

type ChangeOf<Kind extends Change['kind']> = Change & { kind: Kind }

/** From this share of changed records on all of them are written anew: then nothing that is removed stays behind. */
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

/** Writes the index into a new generation. Nothing but `log` tells how long it took. */
async function rebuild(
  context: ApplyContext,
  index: IndexState,
  settings: IndexSettings,
  task: number,
  records: AsyncIterable<PlacedRecord>,
): Promise<void> {
  const begun = performance.now()
  context.draft.renew(index, task)
  await placeRecords(context, index, settings, records)
  index.buildMs = Math.round(performance.now() - begun)
  tellBuilt(context.log, index)
}

const tellBuilt = (log: Log, { name, buildMs }: IndexState): void =>
  log({ level: 'info', event: 'index-built', message: `The index ${name} was built`, index: name, durationMs: buildMs })

/** Names the settings that the index is to have; whether they are others than `before`. */
async function nameSettings(
  context: ApplyContext,
  index: IndexState,
  before: IndexSettings,
  settings: IndexSettings,
  task: number,
): Promise<boolean> {
  const json = JSON.stringify(settings)
  if (JSON.stringify(before) === json) return false
  checkSettings(json, context.ceilings)
  const id = await putPacked(context, `settings-${index.id}-${task}`, settings)
  context.draft.setDocument(index, 'settings', id)
  return true
}

/** Gives the index other settings, and a new generation where that needs one. */
async function setSettings(
  context: ApplyContext,
  index: IndexState,
  settings: IndexSettings,
  task: number,
): Promise<void> {
  const before = await settingsOf(context, index)
  await nameSettings(context, index, before, settings, task)
  if (!context.draft.isPresent(index)) await placeRecords(context, index, settings, [])
  else if (needsRebuild(before, settings)) {
    const records = scanRecords(context.cluster, context.draft.target(index))
    await rebuild(context, index, settings, task, placedAt(records, task))
  }
}

/** Of their JSON. */
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
  { index: name, changes }: ChangeOf<'settings'>,
  facts: TaskFacts,
): Promise<void> {
  const index = ensure(context, name, facts)
  const merged = Object.entries({ ...(await settingsOf(context, index)), ...changes })
  const settings = Object.fromEntries(merged.filter(([, value]) => value !== null)) as IndexSettings
  await setSettings(context, index, settings, facts.number)
}

async function applyParts(
  context: ApplyContext,
  { index: name, part: kind, parts, replaceAll }: ChangeOf<'save-parts'>,
  facts: TaskFacts,
): Promise<void> {
  const index = ensure(context, name, facts)
  const before = replaceAll ? [] : await partsOf(context, index, kind)
  // A part that is there keeps its place.
  const merged = new Map([...before, ...parts].map((part) => [part.objectID, part]))
  await setParts(context, index, kind, [...merged.values()], facts.number)
  if (!context.draft.isPresent(index)) await placeRecords(context, index, {}, [])
}

async function applyPartRemoval(
  context: ApplyContext,
  { index: name, part: kind, objectID }: ChangeOf<'delete-part'>,
  facts: TaskFacts,
): Promise<void> {
  if (context.draft.find(name) === undefined) return
  const index = ensure(context, name, facts)
  const before = await partsOf(context, index, kind)
  const after = before.filter((part) => part.objectID !== objectID)
  if (after.length < before.length) await setParts(context, index, kind, after, facts.number)
}

async function applyCopy(
  context: ApplyContext,
  { source, destination, scope }: ChangeOf<'copy'>,
  facts: TaskFacts,
): Promise<void> {
  if (source === destination) return
  const { draft, cluster } = context
  const from = draft.find(source)
  const to = ensure(context, destination, facts)
  const settings = await settingsOf(context, from)
  for (const kind of PART_KINDS)
    if (scope === undefined || scope.includes(kind)) draft.setDocument(to, kind, from?.[kind])
  if (scope === undefined) {
    draft.setDocument(to, 'settings', from?.settings)
    to.nextPosition = from?.nextPosition ?? 1
    const records = async function* (): AsyncGenerator<PlacedRecord> {
      if (from) yield* placedAt(scanRecords(cluster, draft.target(from)), facts.number)
    }
    await rebuild(context, to, settings, facts.number, records())
  } else if (scope.includes('settings')) await setSettings(context, to, settings, facts.number)
  else if (!draft.isPresent(to)) await placeRecords(context, to, {}, [])
}

function applyMove(context: ApplyContext, { source, destination }: ChangeOf<'move'>, facts: TaskFacts): void {
  const from = context.draft.find(source)
  if (from === undefined || source === destination) return
  context.draft.rename(from, destination)
  context.draft.touch(from, facts.number, isoOf(facts))
}

async function* stepsOf(context: ApplyContext, chunks: readonly string[]): AsyncGenerator<ReplaceStep> {
  for (const id of chunks) {
    const [document] = await readDocuments(context.cluster, [{ index: context.names.tasks, id }])
    if (document === undefined) throw new Error(`The piece ${id} of a task is not in the log`)
    yield* await unpack<ReplaceStep[]>((document.source as { packed: string }).packed)
  }
}

/** New records are added from the last to the first: where nothing else decides, searches show the latest first. */
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
  const index = ensure(context, change.index, facts)
  const before = await settingsOf(context, index)
  const first = index.nextPosition
  index.nextPosition += change.added
  const isNew = await nameSettings(context, index, before, change.settings, facts.number)
  const steps = placedSteps(context, change, facts.number, first)
  const differing = change.added + change.changed + change.removed
  // With other settings too: these show when the head does, and the records must not show before.
  const isLarge = differing > change.total * MOSTLY || (isNew && differing > 0)
  const present = draft.isPresent(index) ? draft.target(index) : undefined
  for (const id of change.chunks) draft.discard('chunks', id)
  if (present !== undefined && !isLarge && !needsRebuild(before, change.settings)) {
    if (differing > 0) await placeRecords(context, index, change.settings, steps)
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
  await rebuild(context, index, change.settings, facts.number, records())
}

async function applyDeletion(
  context: ApplyContext,
  { index: name, params }: ChangeOf<'delete-by'>,
  facts: TaskFacts,
): Promise<void> {
  const { draft, cluster } = context
  if (draft.find(name) === undefined) return
  const index = ensure(context, name, facts)
  // Filters alone: no words, so no terms.
  const matching = await searchable(context.view, draft.target(index), index, undefined)
  const removed = async function* (): AsyncGenerator<PlacedRecord> {
    for await (const objectID of matchIdsOnCluster(cluster, matching, params))
      yield { objectID, json: undefined, position: 0, task: facts.number }
  }
  await placeRecords(context, index, matching.settings, removed())
}

/** Changes the draft, and writes what it will name. */
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
