/**
 * Batches of writes as bytes. Parsing a thousand records blocks a thread for 20 ms, so a backend may parse a batch in a
 * thread on which no search waits. A batch is plain data that can be sent to another thread.
 */
import { type Grant, requireOperations } from '../keys/grant.ts'
import type { IndexPart, PartKind, WriteOperation } from '../wire/operations.ts'
import { parseBody } from '../wire/parse-body.ts'
import { readParts } from '../wire/read-parts.ts'
import { readBatch } from '../wire/read-records.ts'

/** A batch of operations on records. */
export interface EncodedBatch {
  /** JSON in UTF-8, checked for size only. The buffer holds nothing else, so it can be transferred to another thread. */
  json: Uint8Array<ArrayBuffer>
  /** The index of all operations; when `undefined`, each operation names its own. */
  index: string | undefined
  /** The sender's rights: each operation needs its own right. */
  grant: Grant
}

/** A batch of synonyms or rules. */
export interface EncodedParts {
  /** As in `EncodedBatch`. */
  json: Uint8Array<ArrayBuffer>
  index: string
  kind: PartKind
  /** Whether all other synonyms or rules of the index are removed. */
  replaceAll: boolean
  /** Whether the replicas of the index get them too. */
  forwards: boolean
}

/** The operations of the batch, parsed and allowed. Throws a `ServerError`: 400 or 403. */
export function readEncodedBatch({ json, index, grant }: EncodedBatch): WriteOperation[] {
  const operations = readBatch(parseBody(json, 'write'), index)
  requireOperations(grant, operations)
  return operations
}

/** The synonyms or rules, each parsed and checked when it is requested. Throws a `ServerError` (400). */
export const readEncodedParts = ({ json, kind }: EncodedParts): Generator<IndexPart, void> =>
  readParts(kind, parseBody(json, 'write'))
