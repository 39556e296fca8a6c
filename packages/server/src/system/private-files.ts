/** Files and folders that only their owner can get at: the data folder holds keys, drafts and what readers did. */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { syncPath } from './sync-path.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Bits of a mode by which others than the owner get at a file. */
export const OTHERS = 0o077

/** What Docent itself puts into a data folder, and `lost+found`, which a volume of its own has. */
const OWN =
  /^(?:docent\.db.*|rescued-.*|lock\.(?:db.*|pid)|indexes|articles|search|logs|dev|\.gitignore|parsed-pages\.bin.*|server\.json|\w+\.jsonl|lost\+found)$/

/** Makes an empty file if there is none. One that is there is not opened: closing it would drop the process's locks on it. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

/** Takes a file or a folder from others than its owner. Links are left alone, and so is what belongs to somebody else. */
function close(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined || (!stats.isDirectory() && !stats.isFile())) return
  if ((stats.mode & OTHERS) === 0) return
  try {
    chmodSync(path, stats.isDirectory() ? FOLDER_MODE : FILE_MODE)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') throw error
  }
  // What lies in a closed folder is out of reach: only the content of one that was open is looked at.
  if (stats.isDirectory()) for (const name of readdirSync(path)) close(join(path, name))
}

/** Waits until the names of folders that were just made, from `first` down to `path`, are on disk. */
function syncNames(first: string, path: string): void {
  if (process.platform === 'win32') return
  for (let folder = path; ; folder = dirname(folder)) {
    syncPath(dirname(folder))
    if (folder === first || folder === dirname(folder)) return
  }
}

/**
 * Makes a data folder, or takes an older one from others than its owner, with all files that are Docent's. A folder that
 * also holds other things keeps its mode: it may be shared on purpose. Throws what the file system throws.
 */
export function makePrivateFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: FOLDER_MODE })
  if (first !== undefined) {
    syncNames(resolve(first), resolve(path))
    return
  }
  const names = readdirSync(path)
  const own = names.filter((name) => OWN.test(name))
  for (const name of own) close(join(path, name))
  if (own.length === names.length) close(realpathSync(path))
}
