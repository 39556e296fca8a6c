/**
 * The files of a docs folder, with what is needed to see a change. Folders that hold no pages are left out: those that
 * begin with a dot (`.docent`, `.git`, `.vitepress`), `node_modules`, and `_`-folders of templates and partial pages.
 */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isPrivate, isWithin, type ReadArea, readable, segmentsBelow } from './below-root.ts'

/** A file of a docs folder. */
export interface FileEntry {
  /** Relative to the root, `/` on every system. */
  path: string
  /** The real path: where a link leads. */
  absolute: string
  /** Changes when the file does: modification time in ms, and size. */
  stamp: string
}

/** A file that is there and is not read, and why. */
export interface RefusedFile {
  path: string
  why: 'malformed' | 'outside' | 'private'
}

/**
 * All files below a folder (real), sorted by path. A symbolic link to a file is that file, where it may be read; one to a
 * folder is not followed. Of sockets, pipes and devices nothing is said. Synchronous: by way of Node's threads a question
 * that takes microseconds costs several times the CPU.
 */
export function listFiles(folder: string, area: ReadArea): { files: FileEntry[]; refused: RefusedFile[] } {
  const files: FileEntry[] = []
  const refused: RefusedFile[] = []
  const waiting = ['']
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    for (const entry of entriesOf(join(folder, inner))) {
      const { name } = entry
      if (name.startsWith('.') || name === 'node_modules') continue
      const path = inner === '' ? name : `${inner}/${name}`
      const absolute = join(folder, path)
      if (area.closed.some((one) => isWithin(one, absolute))) continue
      const segments = segmentsBelow(path)
      const why = typeof segments === 'string' ? segments : isPrivate(segments) ? 'private' : undefined
      if (why === undefined && entry.isDirectory()) waiting.push(path)
      if (entry.isDirectory() && why === undefined) continue
      const found = why ?? fileAt(absolute, entry, area)
      if (typeof found === 'object') files.push({ path, absolute: found.path, stamp: found.stamp })
      else if (found !== 'missing') refused.push({ path, why: found })
    }
  }
  files.sort(byPath)
  return { files, refused: refused.sort(byPath) }
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

/** None where the folder is gone, or may not be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Only a link can lead elsewhere: the folders on the way are none. */
function fileAt(absolute: string, entry: Dirent, area: ReadArea): ReturnType<typeof readable> {
  if (entry.isSymbolicLink()) return readable(area, absolute)
  if (!entry.isFile()) return 'missing'
  const found = statSync(absolute, { throwIfNoEntry: false })
  // What is no Unicode is listed with a sign in its place, under which it cannot be found.
  if (found === undefined) return entry.name.includes('\uFFFD') ? 'malformed' : 'missing'
  return { path: absolute, stamp: `${found.mtimeMs}:${found.size}` }
}

/** Whether a file is a page. */
export function isPageFile(path: string): boolean {
  return /\.(md|mdx|markdown)$/i.test(path)
}

/** The text of a listed file. Throws what the system says where it cannot be read. */
export function readText({ absolute }: Pick<FileEntry, 'absolute'>): string {
  return readFileSync(absolute, 'utf8')
}
