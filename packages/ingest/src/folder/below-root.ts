/**
 * Turns names from outside (front matter, configuration, file names, links, includes) into paths below a root: decoded
 * once, normalised, resolved through symbolic links, compared with the root's real path. Lint forbids `node:fs` in all
 * other modules of ingest and site except a short list.
 */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/** Bytes (UTF-8) of one part: file systems take 255, and a build appends `.json`. */
const MAX_SEGMENT_BYTES = 250

/** Bytes (UTF-8) of a whole name: half of the maximum of Linux (4,096), since the root comes before it. */
const MAX_NAME_BYTES = 2048

/** Reason why a name is no path: this system cannot have it, or it leads out of the root. */
export type NameFault = 'malformed' | 'outside'

/** Reason why a file is not read: a bad name, a private file, or no file. */
export type Refusal = NameFault | 'private' | 'missing'

/** How a name is interpreted. */
export interface NameForm {
  /**
   * Segments below the root of the folder that the name is relative to; default: the root. A name that begins with a
   * slash starts at the root.
   */
  from?: readonly string[]
  /** Percent-encoded, as in a URL: decoded once. A text that is no valid encoding stays unchanged. */
  encoded?: boolean
  /** `..` at the root stays at the root, as in URLs; otherwise it leads outside. */
  clamp?: boolean
  /** Whether to refuse names that only Windows refuses. Default: the system of this process. */
  windows?: boolean
}

/**
 * Splits a name into segments below the root; none for the root itself. It does not read the disk. A backslash is
 * always refused, since it is a separator on Windows and a character elsewhere.
 */
export function segmentsBelow(name: string, form: NameForm = {}): string[] | NameFault {
  const path = form.encoded === true ? decodeOnce(name) : name
  if (!path.isWellFormed() || Buffer.byteLength(path) > MAX_NAME_BYTES) return 'malformed'
  if (path.includes('\0') || path.includes('\\')) return 'malformed'
  const segments = path.startsWith('/') ? [] : [...(form.from ?? [])]
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') segments.push(part)
    else if (segments.pop() === undefined && form.clamp !== true) return 'outside'
  }
  const windows = form.windows ?? process.platform === 'win32'
  return segments.every((part) => isPossible(part, windows)) ? segments : 'malformed'
}

function isPossible(part: string, windows: boolean): boolean {
  if (Buffer.byteLength(part) > MAX_SEGMENT_BYTES) return false
  if (!windows) return true
  // Drives and streams (`C:`, `a.txt:b`), control characters below the blank (Windows takes U+007F to U+009F), devices
  // with any extension, and trailing characters that Windows drops.
  return (
    !/[<>:"|?*]|[^ -\u{10FFFF}]/u.test(part) &&
    !/[. ]$/.test(part) &&
    !/^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i.test(part)
  )
}

/** Decodes a part of a URL once; a text that is no valid encoding stays unchanged. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Encodes a decoded path for a URL: every character that a URL would read as syntax or drop. */
export function encodePath(path: string): string {
  return path.replaceAll(/[%?#\\\s\p{Cc}]/gu, encodeURIComponent)
}

/**
 * Whether a path has a private segment: a name that begins with a dot, or `node_modules`. The comparison ignores
 * spellings that file systems treat as equal: case, compatibility forms, invisible characters, trailing dots and
 * blanks, short names of Windows.
 */
export function isPrivate(segments: readonly string[]): boolean {
  return segments.some((part) => {
    const seen = part.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    const plain = withoutEnd(seen, '. ').toLowerCase()
    return plain === '' || plain.startsWith('.') || plain === 'node_modules' || /^(?:git|docent|node_m)~\d/.test(plain)
  })
}

/** Removes trailing characters of a set. A regular expression would take quadratic time. */
function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether a path is a folder or lies below it. Both absolute and real. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/**
 * The real path of a file that may be missing: the real path of its deepest existing folder, with the rest appended.
 */
export function realPath(path: string): string {
  const rest: string[] = []
  for (let there = path; ; there = dirname(there)) {
    try {
      return join(realpathSync.native(there), ...rest)
    } catch {
      if (dirname(there) === there) return path
      rest.unshift(basename(there))
    }
  }
}

/** The real path of a name below a folder; `undefined` where the name or a symbolic link in it leads outside. */
export function pathBelow(folder: string, name: string): string | undefined {
  const root = realPath(folder)
  const segments = segmentsBelow(name)
  const path = typeof segments === 'string' ? undefined : realPath(join(root, ...segments))
  return path !== undefined && isWithin(root, path) ? path : undefined
}

/** Whether a path is a folder or a link to one. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Whether a path is a file or a link to one. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** A file that may be read. */
export interface ReadableFile {
  /** Its real path, absolute. */
  path: string
  /** Changes when the file does: modification time in ms, and size in bytes. */
  stamp: string
}

/** Readable files: all files below the roots, except private ones and those in closed folders. All paths are real. */
export interface ReadArea {
  /** The first is the widest. */
  roots: string[]
  closed: string[]
}

/** @param roots the widest first. @param closed folders that are never read: the data folder, the output of a build. */
export function readArea(roots: readonly string[], closed: readonly string[]): ReadArea {
  return { roots: [...new Set(roots.map(realPath))], closed: closed.map(realPath) }
}

/** Resolves a name relative to a folder of the area (absolute). Returns the file, or the reason why it is not read. */
export function fileIn(area: ReadArea, folder: string, name: string, form: NameForm = {}): ReadableFile | Refusal {
  const from = realPath(folder)
  const root = area.roots.find((one) => isWithin(one, from))
  if (root === undefined) return 'outside'
  const segments = segmentsBelow(name, { ...form, from: segmentsFrom(root, from) })
  return typeof segments === 'string' ? segments : readable(area, join(root, ...segments))
}

/** Names of Markdown files that begin with a dot: Fumadocs calls shared parts `.shared.mdx`, so that they are no pages. */
const DOT_MARKDOWN = /^\.[\w-]+(?:\.[\w-]+)*\.mdx?$/

/** As `fileIn`; also a Markdown file that only its own name makes private, and that is no link. */
export function includableIn(area: ReadArea, folder: string, name: string): ReadableFile | Refusal {
  const found = fileIn(area, folder, name)
  const [, path = '', file = ''] = /^(.*\/)?([^/]*)$/s.exec(name) ?? []
  if (found !== 'private' || !DOT_MARKDOWN.test(file)) return found
  const around = folderIn(area, folder, path)
  if (typeof around === 'string') return around
  const absolute = join(around.path, file)
  const stat = lstatSync(absolute, { throwIfNoEntry: false })
  if (stat?.isFile() !== true) return stat === undefined ? 'missing' : 'private'
  return { path: absolute, stamp: `${stat.mtimeMs}:${stat.size}` }
}

/** Resolves the name of a folder, as `fileIn` does for a file. */
function folderIn(area: ReadArea, folder: string, name: string): { path: string } | Refusal {
  const from = realPath(folder)
  const root = area.roots.find((one) => isWithin(one, from))
  if (root === undefined) return 'outside'
  const segments = segmentsBelow(name, { from: segmentsFrom(root, from) })
  return typeof segments === 'string' ? segments : readableFolder(area, join(root, ...segments))
}

/** Checks that a file and the target of its links lie in the area and are not private. @param path absolute. */
export function readable(area: ReadArea, path: string): ReadableFile | Refusal {
  const place = placeIn(area, path)
  if (place !== undefined) return place
  let real: string
  try {
    real = realpathSync.native(path)
  } catch {
    return 'missing'
  }
  const realPlace = placeIn(area, real)
  if (realPlace !== undefined) return realPlace
  const found = statSync(real, { throwIfNoEntry: false })
  return found?.isFile() === true ? { path: real, stamp: `${found.mtimeMs}:${found.size}` } : 'missing'
}

/** The real path of a folder that lies in the area and is not private; else the reason. @param path absolute. */
export function readableFolder(area: ReadArea, path: string): { path: string } | Refusal {
  const real = realPath(path)
  return placeIn(area, path) ?? placeIn(area, real) ?? (isFolder(real) ? { path: real } : 'missing')
}

/**
 * The path of a file with a conventional name (a constant in our sources, which may begin with a dot); `undefined`
 * where it is missing or links to a file outside the area.
 */
export function conventionFile(area: ReadArea, folder: string, name: string): string | undefined {
  const path = join(folder, name)
  const isClosed = area.closed.some((one) => isWithin(one, path))
  if (isClosed || !isFile(path)) return undefined
  const real = realPath(path)
  return real === path || typeof readable(area, real) === 'object' ? path : undefined
}

/**
 * Reason why a path is not read. Only segments below the nearest root are checked for private names, since the root
 * itself may lie in a dot-folder.
 */
function placeIn({ roots, closed }: ReadArea, path: string): 'outside' | 'private' | undefined {
  const around = roots.filter((root) => isWithin(root, path))
  const nearest = around.toSorted((a, b) => b.length - a.length)[0]
  if (nearest === undefined) return 'outside'
  return isPrivate(segmentsFrom(nearest, path)) || closed.some((folder) => isWithin(folder, path))
    ? 'private'
    : undefined
}

function segmentsFrom(root: string, path: string): string[] {
  return path
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== '')
}
