/**
 * Lists the files of a docs folder with a stamp for each. Left out are dot-folders (`.docent`, `.git`, `.vitepress`)
 * and `node_modules`.
 */
import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isFolder, isPrivate, isWithin, type ReadArea, readable, segmentsBelow } from './below-root.ts'

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
 * All files below a folder (real), sorted by path. A symbolic link to a readable file counts as that file; links to
 * folders are not followed. Sockets, pipes and devices are ignored. Synchronous, because asynchronous calls of
 * microseconds cost several times the CPU.
 */
export function listFiles(folder: string, area: ReadArea): { files: FileEntry[]; refused: RefusedFile[] } {
  const files: FileEntry[] = []
  const refused: RefusedFile[] = []
  const waiting = ['']
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    const entries = entriesOf(join(folder, inner))
    if (entries === undefined && inner !== '') refused.push({ path: `${inner}/`, reason: 'unreadable' })
    for (const entry of entries ?? []) {
      const { name } = entry
      const path = inner === '' ? name : `${inner}/${name}`
      const absolute = join(folder, path)
      const never = isHidden(name) ? 'hidden' : area.closed.some((one) => isWithin(one, absolute)) ? 'closed' : ''
      if (never !== '') {
        refused.push({ path: entry.isDirectory() ? `${path}/` : path, reason: never })
        continue
      }
      const segments = segmentsBelow(path)
      const reason = typeof segments === 'string' ? segments : isPrivate(segments) ? 'private' : undefined
      if (reason === undefined && entry.isDirectory()) waiting.push(path)
      if (entry.isDirectory() && reason === undefined) continue
      const found = reason ?? fileAt(absolute, entry, area)
      if (typeof found === 'object') files.push({ path, absolute: found.path, stamp: found.stamp })
      else refused.push({ path, reason: found === 'missing' ? withoutFile(absolute) : found })
    }
  }
  files.sort(byPath)
  return { files, refused: refused.sort(byPath) }
}

/** Whether a name is never read: dot-files, and installed packages. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** A link to a folder; or a socket, a pipe, a device, or a link without a target. */
function withoutFile(absolute: string): 'linked-folder' | 'no-file' {
  return isFolder(absolute) ? 'linked-folder' : 'no-file'
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

/** `undefined` where the folder is missing or unreadable. */
function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
}

/** Only a link can lead elsewhere, since its parent folders are no links. */
function fileAt(absolute: string, entry: Dirent, area: ReadArea): ReturnType<typeof readable> {
  if (entry.isSymbolicLink()) return readable(area, absolute)
  if (!entry.isFile()) return 'missing'
  const found = statSync(absolute, { throwIfNoEntry: false })
  // A name that is not valid Unicode is listed with a replacement character and cannot be opened.
  if (found === undefined) return entry.name.includes('\uFFFD') ? 'malformed' : 'missing'
  return { path: absolute, stamp: `${found.mtimeMs}:${found.size}` }
}

/** Names of the visible folders in a folder, sorted; none where it is missing. */
export function folderNames(folder: string): string[] {
  const entries = (entriesOf(folder) ?? []).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  return entries.map(({ name }) => name).sort()
}

/** The first bytes of a file as text; empty where it cannot be read. */
export function readHead(file: string, bytes: number): string {
  const buffer = Buffer.alloc(bytes)
  try {
    const handle = openSync(file, 'r')
    try {
      return buffer.toString('utf8', 0, readSync(handle, buffer))
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}

/** Whether a file is a page, by its extension. */
export function isPageFile(path: string): boolean {
  return /\.(md|mdx|markdown)$/i.test(path)
}

/** The text of a listed file. @throws the system's error where it cannot be read. */
export function readText({ absolute }: Pick<FileEntry, 'absolute'>): string {
  return readFileSync(absolute, 'utf8')
}
