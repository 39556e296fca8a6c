/** Puts the folders of a finished build in the place of older ones. */

import { renameSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Moves folders from `staging` into `dist`, where they replace those of the same names. The replaced folders stay in
 * `staging`. Several processes may do this at the same time, because a second `npm start` can begin during the first
 * build. So a folder is moved as a whole, and moved away again if another process has put one there in between.
 */
export function placeFolders(staging: string, dist: string, names: string[]): void {
  for (const name of names) {
    let placed = false
    for (let round = 0; !placed; round += 1) {
      tryRename(join(dist, name), join(staging, `old-${name}-${round}`), ['ENOENT'])
      placed = tryRename(join(staging, name), join(dist, name), ['ENOTEMPTY', 'EEXIST'])
    }
  }
}

/** Renames a folder. Returns false if it failed with one of `expected`. @throws other errors. */
function tryRename(from: string, to: string, expected: string[]): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (expected.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
