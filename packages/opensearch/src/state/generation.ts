/**
 * One generation of an index: an OpenSearch index with its records. It is refreshed only when tasks become visible, so searches never
 * read a part of a task.
 */
import type { IndexSettings, SearchParams, SearchRecord } from '@docent/engine'
import { requireAllShards } from '../http/check-answer.ts'
import { ClusterError, type Cluster } from '../http/cluster.ts'
import { readDocuments } from '../http/documents.ts'
import { HASH_FIELD, RECORD_FIELD } from '../records/document.ts'
import { filterClauses } from '../records/filter-clauses.ts'
import { createIndexBody } from '../records/mapping.ts'
import type { Names } from './names.ts'
import { createIndex } from './open-state.ts'
import { storedRecord } from './stored-record.ts'

/** A record of a generation. */
export interface StoredRecord {
  objectID: string
  record: SearchRecord
  position: number
}

/** As `StoredRecord` with the record as text, for copies. */
export interface StoredJson {
  objectID: string
  json: string
  position: number
}

/** As `StoredRecord` with the hash of the record, for comparisons. */
export interface StoredHash {
  objectID: string
  hash: string
  position: number
}

/** Records in one answer of a scan; a large record has 100 kB. */
const PAGE = 500
/** Records in one answer for a browse: of the largest size, half of the bytes that an answer of a node may have. */
export const PIECE = 250
const HASHES = 5000
/** Ids in one answer. */
const IDS = 1000
const READ_TIMEOUT_MS = 30_000
const BROWSE_TIMEOUT_MS = 10_000
/** Records that are read by id in one request. */
const READS = 1000
/**
 * Time for which OpenSearch keeps the version of a removed record, so that a late request of a server without the lease cannot store
 * it again.
 */
const REMEMBER_REMOVED = '10m'

/** One replica of each shard as soon as there is a second node. */
const ONE_COPY_MORE = { auto_expand_replicas: '0-1' }

interface Searched {
  _shards?: { failed: number }
  hits: { hits: { _id: string; _source: Record<string, unknown>; sort: [number] }[] }
}

/** A search of all shards. Throws `ClusterError`, also if some have not answered: a copy of the answer would lose records. */
async function searchAll(
  cluster: Cluster,
  target: string,
  body: object,
  timeoutMs = READ_TIMEOUT_MS,
): Promise<Searched> {
  const answer = (await cluster.request('POST', `/${target}/_search`, { body, timeoutMs })) as Searched
  requireAllShards(answer)
  return answer
}

/** The end of a page, after which the next one begins. Throws `ClusterError` if the page does not follow `after`: pages would never end. */
function endOf(hits: Searched['hits']['hits'], after: [number] | undefined): [number] | undefined {
  const end = hits.at(-1)?.sort
  const isNext =
    after === undefined || end === undefined || (typeof end[0] === 'number' ? end[0] > after[0] : end[0] !== after[0])
  if (!isNext) throw new ClusterError(0, 'unexpected_answer', 'A page of records does not follow the one before it')
  return end
}

/** Creates a generation without records, if it does not exist. */
export async function createGeneration(
  cluster: Cluster,
  names: Names,
  target: string,
  settings: IndexSettings,
  { shards, replicas }: { shards: number; replicas: number | undefined },
): Promise<void> {
  const body = createIndexBody(settings, { shards, replicas: replicas ?? 0 }) as {
    settings?: { index?: object }
  }
  const copies = replicas === undefined ? ONE_COPY_MORE : {}
  await createIndex(cluster, target, {
    ...body,
    aliases: { [names.writing(target)]: {} },
    settings: { ...body.settings, index: { ...body.settings?.index, gc_deletes: REMEMBER_REMOVED, ...copies } },
  })
}

/** Makes all writes so far visible to searches, at once. */
export async function refresh(cluster: Cluster, targets: readonly string[]): Promise<void> {
  if (targets.length === 0) return
  const answer = (await cluster.request('POST', `/${targets.join(',')}/_refresh`, { timeoutMs: READ_TIMEOUT_MS })) as {
    _shards: { failed: number }
  }
  if (answer._shards.failed > 0)
    throw new ClusterError(503, 'refresh_failed', `A shard of ${targets.join(', ')} could not be refreshed`)
}

/** The number of searchable records. */
export async function countRecords(cluster: Cluster, target: string): Promise<number> {
  const { count } = (await cluster.request('GET', `/${target}/_count`)) as { count: number }
  return count
}

async function* pages(
  cluster: Cluster,
  target: string,
  attributes: readonly string[],
  size: number,
): AsyncGenerator<Searched['hits']['hits']> {
  for (let after: [number] | undefined; ;) {
    const { hits } = await searchAll(cluster, target, {
      size,
      sort: [{ position: 'asc' }],
      track_total_hits: false,
      _source: attributes,
      ...(after && { search_after: after }),
    })
    if (hits.hits.length > 0) yield hits.hits
    after = endOf(hits.hits, after)
    if (hits.hits.length < size) return
  }
}

/** All searchable records, the first added first. */
export async function* scanRecords(cluster: Cluster, target: string): AsyncGenerator<StoredJson> {
  for await (const hits of pages(cluster, target, [RECORD_FIELD, 'position'], PAGE))
    for (const { _id, _source } of hits)
      yield { objectID: _id, json: String(_source[RECORD_FIELD]), position: Number(_source['position']) }
}

/** As `scanRecords`, with hashes instead of records. */
export async function* scanHashes(cluster: Cluster, target: string): AsyncGenerator<StoredHash> {
  for await (const hits of pages(cluster, target, [HASH_FIELD, 'position'], HASHES))
    for (const { _id, _source } of hits)
      yield { objectID: _id, hash: String(_source[HASH_FIELD]), position: Number(_source['position']) }
}

/**
 * Searchable records that were added before a position, the latest first: at most `limit`, and none after `maxBytes` of JSON.
 * `hasMore`: whether the index has further ones.
 */
export async function recordsBefore(
  cluster: Cluster,
  target: string,
  before: number,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<{ records: StoredRecord[]; hasMore: boolean }> {
  const records: StoredRecord[] = []
  let bytes = 0
  for (let end = before; ;) {
    const size = Math.min(PIECE, limit + 1 - records.length)
    const { hits } = await searchAll(
      cluster,
      target,
      {
        size,
        sort: [{ position: 'desc' }],
        track_total_hits: false,
        _source: [RECORD_FIELD],
        query: { range: { position: { lt: end } } },
      },
      BROWSE_TIMEOUT_MS,
    )
    for (const { _id, _source, sort } of hits.hits) {
      if (records.length === limit || bytes > maxBytes) return { records, hasMore: true }
      const json = _source[RECORD_FIELD]
      const record = storedRecord({ id: _id, record: json })
      bytes += Buffer.byteLength(String(json))
      records.push({ objectID: _id, record, position: (end = sort[0]) })
    }
    if (hits.hits.length < size) return { records, hasMore: false }
  }
}

/** A record with the task that wrote it, visible to searches or not. */
export interface VersionedRecord {
  /** `undefined` if only the position was read. */
  record: SearchRecord | undefined
  position: number
  task: number
}

/** Records by their ids, those of `whole` completely, the others only with their positions. Missing ones are absent. */
export async function readRecords(
  cluster: Cluster,
  target: string,
  objectIDs: readonly string[],
  whole: (objectID: string) => boolean,
): Promise<Map<string, VersionedRecord>> {
  const found = new Map<string, VersionedRecord>()
  for (let from = 0; from < objectIDs.length; from += READS) {
    const documents = await readDocuments(
      cluster,
      objectIDs.slice(from, from + READS).map((id) => ({
        index: target,
        id,
        attributes: whole(id) ? [RECORD_FIELD, 'position'] : ['position'],
      })),
      { timeoutMs: READ_TIMEOUT_MS },
    )
    for (const document of documents) {
      if (document === undefined) continue
      const source = document.source as Record<string, unknown>
      const text = source[RECORD_FIELD]
      const record = text === undefined ? undefined : storedRecord({ id: document.id, record: text })
      found.set(document.id, { record, position: Number(source['position']), task: document.version })
    }
  }
  return found
}

/** The objectIDs of the searchable records that match the filters of `params`, ascending. */
export async function* matchingIds(cluster: Cluster, target: string, params: SearchParams): AsyncGenerator<string> {
  for (let after: [number] | undefined; ;) {
    const { hits } = await searchAll(cluster, target, {
      size: IDS,
      _source: false,
      track_total_hits: false,
      query: { bool: { filter: filterClauses(params) } },
      sort: [{ id: 'asc' }],
      ...(after !== undefined && { search_after: after }),
    })
    for (const { sort } of hits.hits) yield String(sort[0])
    after = endOf(hits.hits, after)
    if (hits.hits.length < IDS || after === undefined) return
  }
}
