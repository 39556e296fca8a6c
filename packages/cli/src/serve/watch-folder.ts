/** Watches a docs folder and the files elsewhere on which its pages depend. */

import { sep } from 'node:path'

import { watch } from 'chokidar'

import { settle } from './settle.ts'
import { watchMissing } from './watch-missing.ts'

/** The files, beside the visible ones of the docs folder, on which a reading depends. */
export interface Dependencies {
  /** Existing files and folders. */
  sources: readonly string[]
  /** Files that do not exist. */
  missing: readonly string[]
}

/** The watching of a folder. */
export interface FolderWatcher {
  /** Also watches these dependencies, from now on; does nothing after `close`. */
  also(dependencies: Dependencies): void
  close(): Promise<void>
}

/** Saves within this time (ms) are one change: editors write a file in several steps. */
const SETTLE_MS = 10

/** Names that are not watched, unless they are dependencies: dot-names but for data (`.nav.yml`), and packages. */
const UNWATCHED = /^\.(?!(?:pages|[\w-]+\.(?:ya?ml|json|toml))$)|^node_modules$/

/**
 * Calls `refresh` once at the start and after changes in the folder, never concurrently: changes during a refresh lead
 * to one more. Hidden folders (`.docent`, `.git`) and `node_modules` are not watched.
 */
export async function watchFolder(folder: string, refresh: () => Promise<void>): Promise<FolderWatcher> {
  const sources = new Set<string>()
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path) =>
      path.length > folder.length && !sources.has(path) && UNWATCHED.test(path.slice(path.lastIndexOf(sep) + 1)),
  })
  const refreshing = settle(SETTLE_MS, refresh)
  watcher.on('all', refreshing.request)
  const missing = watchMissing(refreshing.request)
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  // Covers saves before the watcher was ready.
  refreshing.request()
  let isClosed = false
  return {
    also(dependencies) {
      // A refresh that ends after `close` has begun adds its dependencies, and chokidar opens a closed watcher again.
      if (isClosed) return
      for (const path of dependencies.sources) sources.add(path)
      watcher.add([...dependencies.sources])
      missing.expect(dependencies.missing)
    },
    async close() {
      isClosed = true
      missing.close()
      await watcher.close()
      await refreshing.close()
    },
  }
}
