/** The context in which a group of tasks is applied, and the steps that several kinds of tasks share. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IndexSettings } from '@docent/engine'
import { isReplica, replicaSettings, sharedBuildSettings, type StorageLimits, type Log } from '@docent/server/backend'
import { writeRecords, type Batch } from '../http/bulk.ts'
import type { Cluster } from '../http/cluster.ts'
import { writeDocument } from '../http/documents.ts'
import type { Draft } from './draft.ts'
import { createGeneration } from './generation.ts'
import type { IndexState } from './documents.ts'
import type { Names } from './names.ts'
import { pack } from './packed.ts'
import type { RecordAnalyst } from './record-analyst.ts'
import { bareLinesOf, type PlacedRecord } from './record-lines.ts'
import type { View } from './view.ts'

/** Shards of a generation, and replicas of each shard. Default: one replica if there is a second node. */
export interface Copies {
  shards: number
  replicas: number | undefined
}

/** Lives while one group is applied; its changes are visible when the draft is in the head. */
export interface ApplyContext {
  cluster: Cluster
  names: Names
  view: View
  copies: Copies
  ceilings: StorageLimits
  analyst: RecordAnalyst
  log: Log
  /** Throws `LeaseLost`. */
  check: () => void
  draft: Draft
  /** Generations with records that are not visible yet. */
  written: Set<string>
}

/** The stored settings of an index; those of a replica are only its own. */
export async function storedSettings(
  { view }: Pick<ApplyContext, 'view'>,
  index: IndexState | undefined,
): Promise<IndexSettings> {
  return index?.settings === undefined ? {} : view.document<IndexSettings>(index.settings)
}

/** The settings of an index, for a replica with those of its primary. With a draft, the primary is that of the draft. */
export async function settingsOf(
  context: Pick<ApplyContext, 'view'> & Partial<Pick<ApplyContext, 'draft'>>,
  index: IndexState | undefined,
): Promise<IndexSettings> {
  const own = await storedSettings(context, index)
  if (index?.primary === undefined) return own
  return replicaSettings(own, await storedSettings(context, (context.draft ?? context.view).holder(index)))
}

/** The settings that determine the documents of an index: its own, and the sort attributes of its replicas. */
export async function buildSettingsOf(context: ApplyContext, index: IndexState): Promise<IndexSettings> {
  const replicas = context.draft.replicasOf(index).map((replica) => storedSettings(context, replica))
  return sharedBuildSettings(await storedSettings(context, index), await Promise.all(replicas))
}

/** Throws a `ServerError` (400) for a replica: records are written to its primary. */
export function refuseReplica(source: Pick<View, 'find' | 'holder'>, name: string): void {
  const index = source.find(name)
  if (index?.primary !== undefined) throw isReplica(name, source.holder(index).name)
}

/** Writes a document of the state that a draft can name. Its id has the index and task, so it can be written again. */
export async function putPacked(context: ApplyContext, id: string, value: unknown): Promise<string> {
  context.check()
  await writeDocument(context.cluster, context.names.state, id, { packed: await pack(value) })
  return id
}

/**
 * Limits of one request: records, and UTF-16 units of their JSON, which is a third of the request. OpenSearch keeps a
 * request in memory several times.
 */
const BATCH_RECORDS = 1000
const BATCH_LENGTH = 1024 * 1024

async function* batched(
  records: Iterable<PlacedRecord> | AsyncIterable<PlacedRecord>,
): AsyncGenerator<readonly PlacedRecord[]> {
  let batch: PlacedRecord[] = []
  let length = 0
  for await (const record of records) {
    batch.push(record)
    length += record.json?.length ?? 0
    if (batch.length < BATCH_RECORDS && length < BATCH_LENGTH) continue
    yield batch
    batch = []
    length = 0
    // An iteration over records in memory has no pause, and searches of this server must not wait for all of them.
    await nextTurn()
  }
  if (batch.length > 0) yield batch
}

async function* batchesFor(
  analyst: RecordAnalyst,
  records: Iterable<PlacedRecord> | AsyncIterable<PlacedRecord>,
  settings: IndexSettings,
): AsyncGenerator<Batch> {
  for await (const batch of batched(records)) {
    const lines = await analyst.linesOf(batch, settings)
    yield {
      ...lines,
      idOf: (at) => batch[at]?.objectID ?? '',
      bareOf(at) {
        const { json, ...placed } = batch[at] ?? {}
        return json === undefined ? undefined : bareLinesOf({ ...(placed as PlacedRecord), json })
      },
    }
  }
}

/** Writes records into an index's generation, and creates a new generation first. */
export async function placeRecords(
  context: ApplyContext,
  index: IndexState,
  records: Iterable<PlacedRecord> | AsyncIterable<PlacedRecord>,
): Promise<void> {
  const { cluster, names, draft, copies, analyst, check, log } = context
  const target = draft.target(index)
  const settings = await buildSettingsOf(context, index)
  check()
  if (!draft.isPresent(index)) await createGeneration(cluster, names, target, settings, copies)
  await writeRecords(cluster, names.writing(target), batchesFor(analyst, records, settings), { check, log })
  context.written.add(target)
}
