/** Writes encoded batches to any backend: they are parsed here when the backend has no thread for that. */
import { objectIDOf } from '../wire/read-records.ts'
import type { Backend, BatchReceipt, Receipt } from './backend.ts'
import { readEncodedBatch, readEncodedParts, type EncodedBatch, type EncodedParts } from './encoded-batch.ts'

/** Writes a batch of records. Throws as `readEncodedBatch` and `write`. */
export async function writeEncodedBatch(backend: Backend, batch: EncodedBatch): Promise<BatchReceipt> {
  if (backend.writeBatch !== undefined) return backend.writeBatch(batch)
  const operations = readEncodedBatch(batch)
  if (operations.length === 0) return { tasks: [], objectIDs: [], at: new Date().toISOString() }
  return { ...(await backend.write(operations)), objectIDs: operations.map(objectIDOf) }
}

/** Saves a batch of synonyms or rules. Throws as `readEncodedParts` and `saveParts`. */
export async function saveEncodedParts(backend: Backend, batch: EncodedParts): Promise<Receipt> {
  if (backend.savePartsBatch !== undefined) return backend.savePartsBatch(batch)
  const { index, kind, replaceAll, forwards } = batch
  return backend.saveParts(index, kind, [...readEncodedParts(batch)], { replaceAll, forwards })
}
