/**
 * Single documents in the cluster, read and replaced by id. A read by id returns every acknowledged write, without a refresh. A
 * replacement is a compare-and-set: if another write has changed the document since it was read, nothing is written.
 */
import { ClusterError, type Cluster } from './cluster.ts'

/** The position of a write among all writes of a shard, as OpenSearch counts them: the term increases with each new primary. */
export interface Sequence {
  seqNo: number
  term: number
}

/** A document as it was read. `sequence` is compared when it is replaced. */
export interface Stored<Source> {
  id: string
  sequence: Sequence
  /** The external version of the writer; without one, the number of writes. */
  version: number
  source: Source
}

/** The document to read. */
export interface DocumentName {
  index: string
  id: string
  /** Attributes to read. Default: all; none if the list is empty. */
  attributes?: readonly string[]
}

/**
 * Maximum wait of a write in OpenSearch for an active primary: longer than the promotion of a replica, and shorter than the time-out
 * of any request here, so that the answer has the reason and nothing was written.
 */
export const PRIMARY_WAIT = '5s'

interface FoundDocument {
  _id: string
  found?: boolean
  _seq_no: number
  _primary_term: number
  _version: number
  _source?: unknown
  error?: { type: string; reason: string }
}

/** Whether `sequence` is later than `other`. */
export const isLater = (sequence: Sequence, other: Sequence | undefined): boolean =>
  other === undefined || sequence.term > other.term || (sequence.term === other.term && sequence.seqNo > other.seqNo)

/** Whether nothing was written between two reads. */
export const isSame = (one: Sequence, other: Sequence): boolean => one.seqNo === other.seqNo && one.term === other.term

/** `timeoutMs` as in `ClusterRequest`. */
export interface ReadOptions {
  timeoutMs?: number
  /**
   * Reads from the primary of each shard. Every replica has all acknowledged writes; a write that is not acknowledged yet, such as
   * the document with which a creation has collided, is certain to be on the primary only.
   */
  ofPrimary?: boolean
}

/** In the order of the names; `undefined` for a missing document. Throws `ClusterError` (404) for a missing index. */
export async function readDocuments(
  cluster: Cluster,
  names: readonly DocumentName[],
  { timeoutMs, ofPrimary = false }: ReadOptions = {},
): Promise<(Stored<unknown> | undefined)[]> {
  if (names.length === 0) return []
  const docs = names.map(({ index, id, attributes }) => ({
    _index: index,
    _id: id,
    ...(attributes !== undefined && { _source: attributes.length > 0 && attributes }),
  }))
  const answer = (await cluster.request('POST', '/_mget', {
    body: { docs },
    ...(ofPrimary && { query: { preference: '_primary' } }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })) as { docs: FoundDocument[] }
  return answer.docs.map((document) => {
    const { error } = document
    // The whole answer has status 200 although one document fails.
    if (error !== undefined)
      throw new ClusterError(error.type === 'index_not_found_exception' ? 404 : 503, error.type, error.reason)
    if (document.found !== true) return undefined
    return {
      id: document._id,
      sequence: { seqNo: document._seq_no, term: document._primary_term },
      version: document._version,
      source: document._source,
    }
  })
}

interface ShardStats {
  indices?: Record<string, { shards?: Record<string, { seq_no?: { global_checkpoint: number } }[]> }>
}

/**
 * The number of a write of an index with one shard: all its copies have this write and those before it, so no loss of a primary undoes
 * them. This holds for documents that are read after the call.
 */
export async function durableUpTo(cluster: Cluster, index: string): Promise<number> {
  const path = `/${encodeURIComponent(index)}/_stats/docs`
  const { indices = {} } = (await cluster.request('GET', path, { query: { level: 'shards' } })) as ShardStats
  const copies = Object.values(indices[index]?.shards ?? {}).flat()
  // The number that a copy knows is a lower bound of that of the primary.
  return Math.max(-1, ...copies.map(({ seq_no }) => seq_no?.global_checkpoint ?? -1))
}

const encoded = (index: string, kind: string, id: string): string => `/${index}/${kind}/${encodeURIComponent(id)}`

const sequenceOf = (answer: unknown): Sequence => {
  const { _seq_no, _primary_term } = answer as { _seq_no: number; _primary_term: number }
  return { seqNo: _seq_no, term: _primary_term }
}

const isConflict = (error: unknown): boolean => error instanceof ClusterError && error.status === 409

/** Creates a document; `undefined` if the id exists. */
export async function createDocument(
  cluster: Cluster,
  index: string,
  id: string,
  body: object,
): Promise<Sequence | undefined> {
  try {
    return sequenceOf(
      await cluster.request('PUT', encoded(index, '_create', id), { body, query: { timeout: PRIMARY_WAIT } }),
    )
  } catch (error) {
    if (isConflict(error)) return undefined
    throw error
  }
}

/** Replaces a document if it has not changed since it was read; `undefined` if it has. */
export async function replaceDocument(
  cluster: Cluster,
  index: string,
  id: string,
  body: object,
  { seqNo, term }: Sequence,
): Promise<Sequence | undefined> {
  try {
    const query = { if_seq_no: seqNo, if_primary_term: term, timeout: PRIMARY_WAIT }
    return sequenceOf(await cluster.request('PUT', encoded(index, '_doc', id), { body, query }))
  } catch (error) {
    if (isConflict(error)) return undefined
    throw error
  }
}

/** Writes a document, new or not. */
export async function writeDocument(cluster: Cluster, index: string, id: string, body: object): Promise<void> {
  await cluster.request('PUT', encoded(index, '_doc', id), { body, query: { timeout: PRIMARY_WAIT } })
}
