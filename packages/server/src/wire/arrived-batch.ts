/**
 * A batch of writes as it arrived. Reading a thousand records takes 20 ms, through which a thread does nothing else: so a
 * backend may have that done where nobody waits. All that reading needs is plain data that can cross threads.
 */
import type { Grant } from '../keys/grant.ts'
import { requireChangeable, requireIndex, requireRight } from '../keys/grant.ts'
import { parseBody } from './body.ts'
import type { Backend, BatchReceipt, WriteOperation } from '../backend/backend.ts'
import { badRequest } from './errors.ts'
import type { AclName } from '../keys/key.ts'
import { objectIDOf, readBatch } from './read-records.ts'

export interface ArrivedBatch {
  /** JSON in UTF-8 of which only the size has been checked, in memory of its own, which whoever reads it may take. */
  json: Uint8Array<ArrayBuffer>
  /** The index that the path names; where it names none, each operation does. */
  index: string | undefined
  /** What its sender may do: each operation asks for its own right. */
  grant: Grant
}

const RIGHT_OF: Record<WriteOperation['action'], AclName> = {
  save: 'addObject',
  patch: 'addObject',
  delete: 'deleteObject',
  clear: 'deleteIndex',
  drop: 'deleteIndex',
}

/** Throws a `ServerError` (403) where one of the operations is not allowed. */
export function requireOperations(grant: Grant, operations: readonly WriteOperation[]): void {
  for (const { action, index } of operations) {
    requireRight(grant, RIGHT_OF[action])
    requireIndex(grant, index)
    requireChangeable(grant, index)
  }
}

/** The operations of the batch, read, checked and allowed. Throws a `ServerError`: 400 or 403. */
export function readArrivedBatch({ json, index, grant }: ArrivedBatch): WriteOperation[] {
  const operations = readBatch(parseBody(json, 'write'), index)
  // Without an operation there is no task that the answer could name.
  if (operations.length === 0 && index !== undefined) throw badRequest('The batch is empty')
  requireOperations(grant, operations)
  return operations
}

/** Writes the batch, and reads it here only where the backend does not. Throws what `readArrivedBatch` does besides. */
export async function writeArrived(backend: Backend, batch: ArrivedBatch): Promise<BatchReceipt> {
  if (backend.writeBatch !== undefined) return backend.writeBatch(batch)
  const operations = readArrivedBatch(batch)
  return { ...(await backend.write(operations)), objectIDs: operations.map(objectIDOf) }
}
