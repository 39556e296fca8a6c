/** Watches a docs folder and says when something in it changed. */

import { sep } from 'node:path'

import { watch } from 'chokidar'

import { settle } from './settle.ts'

export interface FolderWatcher {
  /** Watches files and folders outside the folder as well, from now on. */
  also(paths: string[]): void
  close(): Promise<void>
}

/** Saves that come within this time (ms) are one change: editors write a file in several steps. */
const SETTLE_MS = 10

/**
 * Calls `refresh` once at the start and after changes in the folder, never twice at a time: changes that come during a refresh lead to one more
 * after it. Dot-folders (`.docent`, `.git`) and `node_modules` are not watched, and of the files that begin with a dot only those
 * that say an order of pages.
 */
export async function watchFolder(folder: string, refresh: () => Promise<void>): Promise<FolderWatcher> {
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path) =>
      path.length > folder.length &&
      /^\.(?!(?:pages|nav\.ya?ml)$)|^node_modules$/.test(path.slice(path.lastIndexOf(sep) + 1)),
  })
  const refreshing = settle(SETTLE_MS, refresh)
  watcher.on('all', refreshing.ask)
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  // What was saved before somebody watched.
  refreshing.ask()
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
