/**
 * Lists the files of a docs folder with a stamp for each. Left out are dot-folders (`.docent`, `.git`, `.vitepress`),
 * `node_modules`, and other folders of installed packages.
 */
import { type Dirent, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  fileIn,
  isPrivate,
  isWithin,
  readable,
  type ReadableFile,
  readableFolder,
  type ReadArea,
  type Refusal,
  segmentsBelow,
} from './below-root.ts'
import { entriesOf } from './folder-names.ts'
import type { Root } from './site.ts'

/** A file of a docs folder. */
export interface FileEntry {
  /** Relative to the root, `/` on every system. */
  path: string
  /** The real path: the target of a symbolic link. */
  absolute: string
  /** Changes with the file: modification time in ms, and size in bytes. */
  stamp: string
}

/** An existing file or folder that is not read, with the reason. The path of a folder ends with a slash. */
export interface RefusedFile {
  path: string
  reason: 'malformed' | 'outside' | 'private' | 'hidden' | 'closed' | 'linked-folder' | 'no-file' | 'unreadable'
}

/**
 * All files below a folder (real), sorted by path. A symbolic link to a readable file or folder counts as that file or
 * folder; a folder is followed once, and never from inside it. Sockets, pipes and devices are ignored. Synchronous,
 * because asynchronous calls of microseconds cost several times the CPU.
 */
export function listFiles(folder: string, area: ReadArea): { files: FileEntry[]; refused: RefusedFile[] } {
  const files: FileEntry[] = []
  const refused: RefusedFile[] = []
  const waiting: Place[] = [{ path: '', real: folder }]
  const followed = new Set<string>()
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const inner = place.path
    const entries = entriesOf(place.real)
    if (entries === undefined && inner !== '') refused.push({ path: `${inner}/`, reason: 'unreadable' })
    if (inner !== '' && isInstalled(inner, entries ?? [])) {
      refused.push({ path: `${inner}/`, reason: 'hidden' })
      continue
    }
    for (const entry of entries ?? []) {
      const { name } = entry
      const path = inner === '' ? name : `${inner}/${name}`
      const absolute = join(place.real, name)
      const never = isHidden(name) ? 'hidden' : area.closed.some((one) => isWithin(one, absolute)) ? 'closed' : ''
      if (never !== '') {
        refused.push({ path: entry.isDirectory() ? `${path}/` : path, reason: never })
        continue
      }
      const segments = segmentsBelow(path)
      const reason = typeof segments === 'string' ? segments : isPrivate(segments) ? 'private' : undefined
      const found = reason ?? (entry.isDirectory() ? { folder: absolute } : fileAt(absolute, entry, area))
      if (typeof found === 'string') refused.push({ path, reason: found === 'missing' ? 'no-file' : found })
      else if ('path' in found) files.push({ path, absolute: found.path, stamp: found.stamp })
      else if (!entry.isSymbolicLink()) waiting.push({ path, real: found.folder })
      else if (followed.has(found.folder) || isWithin(found.folder, place.real))
        refused.push({ path, reason: 'linked-folder' })
      else {
        followed.add(found.folder)
        waiting.push({ path, real: found.folder })
      }
    }
  }
  files.sort(byPath)
  return { files, refused: refused.sort(byPath) }
}

/** The files of a root: those that it names, else all of its folder. */
export function listRoot({ folder, only }: Root, area: ReadArea): { files: FileEntry[]; refused: RefusedFile[] } {
  if (only === undefined) return listFiles(folder, area)
  const files = only.flatMap((path): FileEntry[] => {
    const found = fileIn(area, folder, path)
    return typeof found === 'string' ? [] : [{ path, absolute: found.path, stamp: found.stamp }]
  })
  return { files, refused: [] }
}

/** A folder that is read. */
interface Place {
  /** Relative to the listed folder. */
  path: string
  /** Absolute and real. */
  real: string
}

/** Whether a name is never read: dot-files, and installed packages. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/**
 * Whether a folder has packages of others or a cache: by the files of Go and Composer in `vendor`, of Python's virtual
 * environments, and of the Cache Directory Tagging Specification (Cargo's `target`).
 */
function isInstalled(path: string, entries: readonly Dirent[]): boolean {
  const isVendor = /(?:^|\/)vendor$/.test(path)
  return entries.some(
    ({ name }) =>
      name === 'CACHEDIR.TAG' ||
      name === 'pyvenv.cfg' ||
      (isVendor && (name === 'modules.txt' || name === 'autoload.php')),
  )
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

/** A file, or the real folder to which a link leads. Only a link can lead elsewhere, since its parent folders are real. */
function fileAt(absolute: string, entry: Dirent, area: ReadArea): ReadableFile | { folder: string } | Refusal {
  if (entry.isSymbolicLink()) {
    const file = readable(area, absolute)
    if (file !== 'missing') return file
    const folder = readableFolder(area, absolute)
    return typeof folder === 'string' ? folder : { folder: folder.path }
  }
  if (!entry.isFile()) return 'missing'
  const found = statSync(absolute, { throwIfNoEntry: false })
  // A name that is not valid Unicode is listed with a replacement character and cannot be opened.
  if (found === undefined) return entry.name.includes('\uFFFD') ? 'malformed' : 'missing'
  return { path: absolute, stamp: `${found.mtimeMs}:${found.size}` }
}

/** The stamp of a file as in `FileEntry`; `folder` or `missing` for others. */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === true) return `${found.mtimeMs}:${found.size}`
  return found?.isDirectory() === true ? 'folder' : 'missing'
}
