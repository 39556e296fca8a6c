import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Waits until a file's bytes, or a folder's names, are on disk. Never for a database that is open: closing a file drops
 * the locks that the process holds on it.
 */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
