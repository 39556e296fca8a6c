/** One crawl at a time for a store; the system releases the lock of a process that was killed. */
import { DatabaseSync } from 'node:sqlite'

/** The store is in use by another crawl. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError'
}

/** Locks a store until the returned function is called. @throws StoreBusyError */
export function lockStore(file: string): () => void {
  const lock = new DatabaseSync(`${file}.lock`)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new StoreBusyError(`Another crawl uses ${file}; wait until it ends.`)
  }
  return () => lock.close()
}
