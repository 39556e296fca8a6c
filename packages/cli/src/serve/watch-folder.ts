/** Watches a docs folder. */

import { sep } from 'node:path'

import { watch } from 'chokidar'

import { settle } from './settle.ts'

export interface FolderWatcher {
  /** Also watches files and folders outside the folder, from now on. */
  also(paths: string[]): void
  close(): Promise<void>
}

/** Saves within this time (ms) are one change: editors write a file in several steps. */
const SETTLE_MS = 10

/**
 * Calls `refresh` once at the start and after changes in the folder, never concurrently: changes during a refresh lead
 * to one more. Dot-folders (`.docent`, `.git`) and `node_modules` are not watched; of dot-files, only those with an
 * order of pages are.
 */
export async function watchFolder(folder: string, refresh: () => Promise<void>): Promise<FolderWatcher> {
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path) =>
      path.length > folder.length &&
      /^\.(?!(?:pages|nav\.ya?ml)$)|^node_modules$/.test(path.slice(path.lastIndexOf(sep) + 1)),
  })
  const refreshing = settle(SETTLE_MS, refresh)
  watcher.on('all', refreshing.request)
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  // Covers saves before the watcher was ready.
  refreshing.request()
  return {
    also(paths) {
      watcher.add(paths)
    },
    async close() {
      await watcher.close()
      await refreshing.close()
    },
  }
}
