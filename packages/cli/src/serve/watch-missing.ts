/**
 * Watches for files that are missing. A missing file has no watcher, so the deepest existing folder on its way is watched
 * for the next name: `assets` in the project, then `logo.png` in `assets`.
 */

import { existsSync, type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Maximum number of watched folders: a system has a limit of watchers. */
const MAX_FOLDERS = 500

/** A watcher of missing files. */
export interface MissingWatcher {
  /** Replaces the list of missing files (absolute paths). */
  expect(paths: readonly string[]): void
  close(): void
}

/** @param found called when a missing file, or a folder on its way, may exist now. */
export function watchMissing(found: () => void): MissingWatcher {
  const watchers = new Map<string, { watcher: FSWatcher; names: Set<string> }>()
  const reported = new Set<string>()

  function open(folder: string, names: Set<string>): void {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || watchers.get(folder)?.names.has(name)) found()
      })
      watcher.on('error', () => close(folder))
      watchers.set(folder, { watcher, names })
    } catch {
      // The folder has just been removed, or the system has no watcher left.
    }
  }

  function close(folder: string): void {
    watchers.get(folder)?.watcher.close()
    watchers.delete(folder)
  }

  return {
    expect(paths) {
      const wanted = nextNames(paths.filter((path) => !existsSync(path)))
      for (const folder of watchers.keys()) if (!wanted.has(folder)) close(folder)
      for (const [folder, names] of wanted) {
        const known = watchers.get(folder)
        if (known === undefined) open(folder, names)
        else known.names = names
      }
      // A file may have been added after it was looked for. One that the reading does not take is reported once only.
      const added = paths.filter((path) => !reported.has(path) && existsSync(path))
      for (const path of added) reported.add(path)
      if (added.length > 0) found()
    },
    close() {
      for (const folder of watchers.keys()) close(folder)
    },
  }
}

/** The deepest existing folder of each path, with the next name on the way. */
function nextNames(paths: readonly string[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const path of paths) {
    let [folder, name] = [dirname(path), basename(path)]
    while (!existsSync(folder) && dirname(folder) !== folder) [folder, name] = [dirname(folder), basename(folder)]
    const known = names.get(folder)
    if (known !== undefined) known.add(name)
    else if (names.size < MAX_FOLDERS) names.set(folder, new Set([name]))
  }
  return names
}
