/** Watches a docs folder and says when something in it changed. */

import { sep } from 'node:path'

import { watch } from 'chokidar'

export interface FolderWatcher {
  close(): Promise<void>
}

/** Saves that come within this time (ms) are one change: editors write a file in several steps. */
const SETTLE_MS = 30

/**
 * Calls `refresh` after changes in the folder, never twice at a time: changes that come during a refresh lead to one more
 * after it. Dot-folders (`.docent`, `.git`) and `node_modules` are not watched.
 */
export async function watchFolder(folder: string, refresh: () => Promise<void>): Promise<FolderWatcher> {
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path) => path.length > folder.length && /^\.|^node_modules$/.test(path.slice(path.lastIndexOf(sep) + 1)),
  })
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false

  const run = async (): Promise<void> => {
    do {
      again = false
      // One refresh at a time is the point
      await refresh()
    } while (again)
    running = undefined
  }
  watcher.on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (running) again = true
      else running = run()
    }, SETTLE_MS)
  })
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  return {
    async close() {
      clearTimeout(timer)
      await watcher.close()
      await running
    },
  }
}
