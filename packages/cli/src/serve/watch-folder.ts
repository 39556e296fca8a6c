/** Watches a docs folder and the files elsewhere on which its pages depend. */

import { basename, dirname, join, sep } from 'node:path'

import { isWithin, realPath } from '@docent/ingest/below-root'
import { watch } from 'chokidar'

import { settle } from './settle.ts'
import { watchMissing } from './watch-missing.ts'
import { messageOf } from '../terminal/message-of.ts'

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
 * to one more. Hidden folders (`.docent`, `.git`) and `node_modules` are not watched; a symbolic link is followed once.
 * @param warn gets a sentence when a part of the folder cannot be watched; the rest is.
 */
export async function watchFolder(
  folder: string,
  refresh: () => Promise<void>,
  warn: (message: string) => void,
): Promise<FolderWatcher> {
  /** The folder and the dependencies that the watcher has, without those that were removed since. */
  const watched = new Set([folder])
  const links = followedLinks(folder)
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path) =>
      path.length > folder.length &&
      !watched.has(path) &&
      (UNWATCHED.test(path.slice(path.lastIndexOf(sep) + 1)) || links.isWatchedElsewhere(dirname(path))),
  })
  const refreshing = settle(SETTLE_MS, refresh)
  watcher.on('all', (event, path) => {
    if (event === 'unlink' || event === 'unlinkDir') watched.delete(path)
    links.forget()
    refreshing.request()
  })
  // chokidar emits one change of a file in 50 ms and drops those after it, such as that of a program that formats each saved file.
  watcher.on('raw', (_, name: string | null, details) => {
    const { watchedPath } = details as { watchedPath?: string }
    const isHidden = name !== null && UNWATCHED.test(basename(name))
    if (!isHidden || (watchedPath !== undefined && watched.has(watchedPath))) refreshing.request()
  })
  let isIncomplete = false
  watcher.on('error', (error) => {
    if (!isIncomplete) warn(`Some saves will not be noticed, because a file cannot be watched: ${failureText(error)}`)
    isIncomplete = true
  })
  const missing = watchMissing(refreshing.request)
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  // Covers saves before the watcher was ready.
  refreshing.request()
  let isClosed = false
  return {
    also(dependencies) {
      // A refresh that ends after `close` has begun adds its dependencies, and chokidar opens a closed watcher again.
      if (isClosed) return
      // If a watched folder is added again, chokidar reads it, and emits no event for a file that is created during this reading.
      const added = dependencies.sources.filter((path) => !watched.has(path))
      for (const path of added) watched.add(path)
      watcher.add(added)
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

function failureText(error: unknown): string {
  const text = messageOf(error)
  const advice = '. Raise the limit of the system (on Linux fs.inotify.max_user_watches)'
  return /ENOSPC|EMFILE/.test(text) ? text + advice : text
}

/** The symbolic links to folders below a folder. chokidar follows all of them, also those into each other. */
interface FollowedLinks {
  /** Whether a folder is a symbolic link whose target is around it, or watched by another path. */
  isWatchedElsewhere(path: string): boolean
  /** To be called after a change: a folder may have become a link. */
  forget(): void
}

function followedLinks(folder: string): FollowedLinks {
  const known = new Map<string, boolean>()
  /** The link by which a target is watched. */
  const followed = new Map<string, string>()
  const top = realPath(folder)
  function look(path: string): boolean {
    const around = realPath(dirname(path))
    const real = realPath(path)
    if (path === folder || real === join(around, basename(path))) return false
    if (isWithin(top, real) || isWithin(real, around)) return true
    const link = followed.get(real)
    if (link === undefined) followed.set(real, path)
    return link !== undefined && link !== path
  }
  return {
    isWatchedElsewhere(path) {
      const found = known.get(path) ?? look(path)
      known.set(path, found)
      return found
    },
    forget() {
      known.clear()
    },
  }
}
