/**
 * The data folder of a docs folder: `.docent` in the docs (`.docent/dev` for the dev server, so that dev and serve never
 * share one), or the value of `--data`, or in the user's cache folder where the docs are not writable.
 */

import { createHash } from 'node:crypto'
import { accessSync, constants, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

import { isFolder } from '@docent/ingest/below-root'
import { makePrivateFolder } from '@docent/server/private-files'

import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { refuseTracked } from './tracked-folder.ts'

/** The mode of a server: each has a data folder of its own. */
export type Mode = 'dev' | 'serve'

/** The data folder of a docs folder; it may not exist yet. */
export function dataFolder(docs: string, mode: Mode, data?: string): string {
  const home = homeOf(docs, data)
  return mode === 'dev' ? join(home, 'dev') : home
}

/** The data folder of `docent serve`, which contains the one of the dev server. */
function homeOf(docs: string, data?: string): string {
  return data ? resolve(data) : isWritable(docs) ? join(docs, '.docent') : join(cacheFolder(), folderHash(docs))
}

/** The data folder for writing and for keys; it may not exist yet. @throws UsageError for one that came with the docs. */
export function ownDataFolder(docs: string, mode: Mode, data?: string): string {
  refuseTracked(homeOf(docs, data))
  return dataFolder(docs, mode, data)
}

/** Creates the data folder of a docs folder, which only its owner can read, and returns its path. @throws UsageError */
export function makeDataFolder(docs: string, mode: Mode, data?: string): string {
  const path = ownDataFolder(docs, mode, data)
  try {
    makePrivateFolder(path)
    return path
  } catch (error) {
    throw new UsageError(`${path} cannot be created (${messageOf(error)}): choose another data folder with --data.`)
  }
}

/** Keeps a data folder out of git. */
export function hideFromGit(data: string): void {
  writeFileSync(join(data, '.gitignore'), '*\n', { mode: 0o600 })
}

function isWritable(folder: string): boolean {
  if (!isFolder(folder)) return false
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Docent's folder in the user's cache; it may not exist yet. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'docent')
}

/** Short and stable, so that the same docs folder finds its data again. */
export function folderHash(docs: string): string {
  return createHash('sha256').update(resolve(docs)).digest('hex').slice(0, 16)
}
