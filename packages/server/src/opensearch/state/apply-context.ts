/** What applying a group of tasks works with, and the steps that several kinds of tasks share. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { IndexSettings, SearchRecord } from '@docent/engine'
import type { Log } from '../../log.ts'
import { writeRecords } from '../http/bulk.ts'
import type { RecordWrite } from '../http/bulk.ts'
import type { Cluster } from '../http/cluster.ts'
import { HASH_FIELD, RECORD_FIELD, documentOf, hashOf } from '../searching/document.ts'
import { writeDocument } from '../http/documents.ts'
import type { Draft } from './draft.ts'
import { BYTES_FIELD, createGeneration } from './generation.ts'
import type { IndexState } from './head.ts'
import type { Names } from './names.ts'
import { pack } from './packed.ts'
import type { View } from './view.ts'

/** Shards of a generation, and further copies of each: without a number one, wherever there is a second node. */
export interface Copies {
  shards: number
  replicas: number | undefined
}

export interface ApplyContext {
  cluster: Cluster
  names: Names
  view: View
  copies: Copies
  log: Log
  /** Throws `LeaseLost`. */
  check: () => void
  draft: Draft
  /** Generations with records that are not visible yet. */
  written: Set<string>
}

/** Documents are made in pieces of so many: each is about 0.1 ms of work, and the same thread answers requests. */
const BETWEEN_BREATHS = 32

export async function settingsOf({ view }: { view: View }, index: IndexState | undefined): Promise<IndexSettings> {
  return index?.settings === undefined ? {} : view.document<IndexSettings>(index.settings)
}

/** Writes a document of the state that a draft can name. Its id tells index and task, so doing it again is no harm. */
export async function putPacked(context: ApplyContext, id: string, value: unknown): Promise<string> {
  context.check()
  await writeDocument(context.cluster, context.names.state, id, { packed: await pack(value) })
  return id
}

/** One record's place in a generation. */
export interface PlacedRecord {
  objectID: string
  /** Absent: it is removed. */
  record: SearchRecord | undefined
  position: number
  task: number
}

async function* documentsFor(
  records: Iterable<PlacedRecord> | AsyncIterable<PlacedRecord>,
  settings: IndexSettings,
): AsyncGenerator<RecordWrite> {
  let made = 0
  for await (const { objectID, record, position, task } of records) {
    if (record === undefined) {
      yield { objectID, task }
      continue
    }
    if (++made % BETWEEN_BREATHS === 0) await breathe()
    const json = JSON.stringify(record)
    const recordBytes = { [BYTES_FIELD]: Buffer.byteLength(json) }
    const bare = { id: objectID, [RECORD_FIELD]: json, [HASH_FIELD]: hashOf(json), task, position, ...recordBytes }
    yield { objectID, task, document: { ...documentOf(record, settings, { task, position }), ...recordBytes }, bare }
  }
}

/** Writes records into an index's generation, which is made first where it is new. */
export async function placeRecords(
  context: ApplyContext,
  index: IndexState,
  settings: IndexSettings,
  records: Iterable<PlacedRecord> | AsyncIterable<PlacedRecord>,
): Promise<void> {
  const { cluster, names, draft, copies, check, log } = context
  const target = draft.target(index)
  check()
  if (!draft.isPresent(index)) await createGeneration(cluster, names, target, settings, copies)
  await writeRecords(cluster, names.writing(target), documentsFor(records, settings), { check, log })
  context.written.add(target)
}
