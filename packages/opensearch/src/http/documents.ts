/**
 * Single documents in the cluster, read and replaced by id. Reading by id sees what was acknowledged, without a refresh.
 * Replacing names what was read: when somebody else was faster, nothing happens.
 */
import { ClusterError } from './cluster.ts'
import type { Cluster } from './cluster.ts'

/** Which of a document's contents this is, as OpenSearch counts: terms rise when a shard finds a new primary. */
export interface Sequence {
  seqNo: number
  term: number
}

export interface Stored<Source> {
  id: string
  sequence: Sequence
  /** What a writer gave as version; else a count of the writes. */
  version: number
  source: Source
}

export interface DocumentName {
  index: string
  id: string
  /** Attributes that are wanted; all of them by default, none when empty. */
  attributes?: readonly string[]
}

/**
 * How long OpenSearch waits with a write for a first copy that takes it: longer than it takes to make another copy the
 * first, and shorter than any request here, so that the answer says what is missing, and certainly nothing was done.
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

export interface ReadOptions {
  timeoutMs?: number
  /**
   * Asks the first copy of each shard. Every copy has what was acknowledged; what is on its way, as the document that a
   * create has just collided with, is certain to be there only.
   */
  ofPrimary?: boolean
}

/** In the order of the names; `undefined` for what is not there. Throws when an index is not there. */
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
    // One document in many fails with status 200 for the whole.
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

const encoded = (index: string, kind: string, id: string): string => `/${index}/${kind}/${encodeURIComponent(id)}`

const sequenceOf = (answer: unknown): Sequence => {
  const { _seq_no, _primary_term } = answer as { _seq_no: number; _primary_term: number }
  return { seqNo: _seq_no, term: _primary_term }
}

const isConflict = (error: unknown): boolean => error instanceof ClusterError && error.status === 409

/** Writes a document that is not there; `undefined` when one is. */
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

/** Replaces a document as it was read; `undefined` when it is another by now. */
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

/** Writes a document, whatever was there. */
export async function writeDocument(cluster: Cluster, index: string, id: string, body: object): Promise<void> {
  await cluster.request('PUT', encoded(index, '_doc', id), { body, query: { timeout: PRIMARY_WAIT } })
}
