/** The steps that tasks of a whole index share: its state in the draft, its settings, and a new generation of its records. */
import type { IndexSettings } from '@docent/engine'
import { checkSettings, type Log } from '@docent/server/backend'
import { needsRebuild } from '../records/mapping.ts'
import { buildSettingsOf, placeRecords, putPacked, storedSettings, type ApplyContext } from './apply-context.ts'
import type { Change, IndexState, TaskFacts } from './documents.ts'
import { scanRecords, type StoredJson } from './generation.ts'
import type { PlacedRecord } from './record-lines.ts'

/** The member of `Change` with this kind, for the function that applies it. */
export type ChangeOf<Kind extends Change['kind']> = Change & { kind: Kind }

/** The time of a task (ISO 8601). */
export const isoOf = (facts: TaskFacts): string => new Date(facts.storedAt).toISOString()

/** The index of a name, which is created if it is missing; it is marked as changed by the task. */
export const ensure = (context: ApplyContext, name: string, facts: TaskFacts): IndexState => {
  const { draft } = context
  const index = draft.find(name) ?? draft.create(name, facts.number, isoOf(facts))
  draft.touch(index, facts.number, isoOf(facts))
  return index
}

/** Stored records as records of a task, without those of some objectIDs. */
export async function* placedAt(
  records: AsyncIterable<StoredJson>,
  task: number,
  without?: ReadonlySet<string>,
): AsyncGenerator<PlacedRecord> {
  for await (const record of records) if (!without?.has(record.objectID)) yield { ...record, task }
}

/** Writes the index into a new generation. */
export async function rebuild(
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
export async function nameSettings(
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
export async function rebuildWhereNeeded(
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
