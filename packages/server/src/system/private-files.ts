/** Files and folders that only their owner can access: the data folder holds keys, drafts and readers' events. */
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { syncPath } from './sync-path.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** The bits of a mode that give access to others than the owner. */
export const OTHERS = 0o077

/** The files that Docent writes into a data folder, and `lost+found` of a separate volume. */
const OWN =
  /^(?:docent\.db.*|rescued-.*|lock\.(?:db.*|pid)|indexes|articles|search|logs|dev|vectors|\.gitignore|parsed-pages\.bin.*|last-build\.bin.*|server\.json|\w+\.jsonl|lost\+found)$/

/** Creates an empty file if there is none. An existing one is not opened: closing it would drop the process's locks on it. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

/** Removes the access of others to a file or a folder. Links and files of other owners are left alone. */
function restrict(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined || (!stats.isDirectory() && !stats.isFile())) return
  if ((stats.mode & OTHERS) === 0) return
  try {
    chmodSync(path, stats.isDirectory() ? FOLDER_MODE : FILE_MODE)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') throw error
  }
  // Others cannot reach the content of a private folder, so only that of a folder that was accessible is restricted.
  if (stats.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name))
}

/** Waits until the names of new folders, from `first` down to `path`, are on disk. */
function syncNames(first: string, path: string): void {
  if (process.platform === 'win32') return
  for (let folder = path; ; folder = dirname(folder)) {
    syncPath(dirname(folder))
    if (folder === first || folder === dirname(folder)) return
  }
}

/**
 * Creates a folder and its parents, one after the other: with `recursive`, Node never returns where the system answers
 * ENOENT below an existing folder, as `/proc` does.
 * @returns the first folder that was missing. @throws the errors of the file system.
 */
function makeMissing(path: string): string | undefined {
  if (existsSync(path)) return undefined
  const first = dirname(path) === path ? undefined : makeMissing(dirname(path))
  try {
    mkdirSync(path, { mode: FOLDER_MODE })
  } catch (error) {
    // Another process has created it.
    if ((error as { code?: string }).code !== 'EEXIST' || !existsSync(path)) throw error
  }
  return first ?? path
}

/**
 * Creates a data folder, or makes an existing one and Docent's files in it private. A folder that also holds other files keeps
 * its mode: it may be shared on purpose. Throws the errors of the file system.
 */
export function makePrivateFolder(path: string): void {
  const first = makeMissing(resolve(path))
  if (first !== undefined) {
    syncNames(first, resolve(path))
    return
  }
  const names = readdirSync(path)
  const own = names.filter((name) => OWN.test(name))
  for (const name of own) restrict(join(path, name))
  if (own.length === names.length) restrict(realpathSync(path))
}
