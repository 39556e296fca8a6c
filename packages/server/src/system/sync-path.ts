import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Waits until a file's bytes, or a folder's names, are on disk. Must not be called for an open database: closing a file drops the
 * locks of the process on it.
 */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
