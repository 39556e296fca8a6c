/** A batch of synonyms or rules as it arrived: read where nobody waits for it, as `arrived-batch.ts` has it for records. */
import { parseBody } from './body.ts'
import type { Backend, IndexPart, PartKind, Receipt } from '../backend/backend.ts'
import { badRequest } from './errors.ts'
import { LIMITS } from './limits.ts'
import { readRule, readSynonym } from './read-parts.ts'

export interface ArrivedParts {
  /** JSON in UTF-8 of which only the size has been checked, in memory of its own, which whoever reads it may take. */
  json: Uint8Array<ArrayBuffer>
  index: string
  kind: PartKind
  /** Whether none but these stay. */
  replaceAll: boolean
  /** Whether replicas of the index get them too. */
  forwards: boolean
}

/** The synonyms or rules, each read and checked when it is asked for. Throws a `ServerError` (400). */
export function* readArrivedParts({ json, kind }: ArrivedParts): Generator<IndexPart, void> {
  const body = parseBody(json, 'write')
  if (!Array.isArray(body)) throw badRequest('The body must be an array')
  if (body.length > LIMITS.partsPerBatch)
    throw badRequest(`Too many entries in one batch: at most ${LIMITS.partsPerBatch}`)
  const read = kind === 'synonyms' ? readSynonym : readRule
  for (const value of body as unknown[]) yield read(value)
}

/** Saves the batch, and reads it here only where the backend does not. Throws what `readArrivedParts` does besides. */
export async function saveArrivedParts(backend: Backend, arrived: ArrivedParts): Promise<Receipt> {
  if (backend.savePartsBatch !== undefined) return backend.savePartsBatch(arrived)
  const { index, kind, replaceAll, forwards } = arrived
  return backend.saveParts(index, kind, [...readArrivedParts(arrived)], { replaceAll, forwards })
}
