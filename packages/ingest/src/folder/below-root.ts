/**
 * The one way from a name that somebody else chose (front matter, configuration, file names, links, includes) to a path
 * below a root: decoded once, normalised, resolved through symbolic links, compared with the root's real path. What reads
 * or writes by such a name asks here first; lint keeps `node:fs` out of the other modules of ingest and site.
 */
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/** Bytes (UTF-8) of one part: file systems take 255, and a build appends `.json`. */
const MAX_SEGMENT_BYTES = 250

/** Bytes (UTF-8) of a whole name: half of what Linux takes (4,096), since the root comes before it. */
const MAX_NAME_BYTES = 2048

/** Why a name is no path: it cannot be one on this system, or it leads out of the root. */
export type NameFault = 'malformed' | 'outside'

/** Why a file is not read: as above, it is one of those that are never read, or there is no such file. */
export type Refusal = NameFault | 'private' | 'missing'

/** How a name is meant. */
export interface NameForm {
  /** The folder that the name is relative to, as segments below the root; default: the root. A slash in front begins at the root. */
  from?: readonly string[]
  /** Percent-encoded, as in a URL: decoded once. A text that is no valid encoding is taken as it is. */
  encoded?: boolean
  /** `..` at the root stays there, as in URLs; else it leads outside. */
  clamp?: boolean
  /** Windows refuses more names. Default: the system that this runs on. */
  windows?: boolean
}

/**
 * A name as segments below the root, none for the root itself. It looks at no disk. A backslash is refused everywhere,
 * since it is a separator on one system and a sign on the others.
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
  // Drives and streams (`C:`, `a.txt:b`), devices with whatever ending, and what Windows takes away at the end of a name.
  return (
    !/[<>:"|?*\p{Cc}]/u.test(part) &&
    !/[. ]$/.test(part) &&
    !/^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i.test(part)
  )
}

/** Decodes a URL's path once; a text that is no valid encoding stays as it is. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A path (decoded) as it stands in a URL: encoded where a URL would read the sign as its own syntax, or drop it. */
export function encodePath(path: string): string {
  return path.replaceAll(/[%?#\\\s\p{Cc}]/gu, encodeURIComponent)
}

/**
 * Whether a path leads through what is never read: names that begin with a dot and `node_modules`, in whatever spelling a
 * file system takes for them: other case, compatibility forms, signs that are not seen, dots and blanks at the end, and the
 * short names of Windows.
 */
export function isPrivate(segments: readonly string[]): boolean {
  return segments.some((part) => {
    const seen = part.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    const plain = withoutEnd(seen, '. ').toLowerCase()
    return plain === '' || plain.startsWith('.') || plain === 'node_modules' || /^(?:git|docent|node_m)~\d/.test(plain)
  })
}

/** A text without those of some signs that stand at its end; by an expression it would be work of the square. */
function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether a path is a folder or lies in it. Both absolute and real. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** The real path of what need not exist: that of the deepest folder that does, and the rest behind it. */
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

/** The real path of a name below a folder; `undefined` where the name, or a symbolic link in it, leads outside. */
export function pathBelow(folder: string, name: string): string | undefined {
  const root = realPath(folder)
  const segments = segmentsBelow(name)
  const path = typeof segments === 'string' ? undefined : realPath(join(root, ...segments))
  return path !== undefined && isWithin(root, path) ? path : undefined
}

/** Whether there is a folder, or a link to one. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** A file that may be read. */
export interface ReadableFile {
  /** Its real path, absolute. */
  path: string
  /** Changes when the file does: modification time in ms, and size in bytes. */
  stamp: string
}

/** What may be read: folders with all that is in them, but what is private, and some folders among it. All paths are real. */
export interface ReadArea {
  /** The first is the widest. */
  roots: string[]
  closed: string[]
}

/** @param roots the widest first. @param closed folders in them that are never read: the data folder, a build's. */
export function readArea(roots: readonly string[], closed: readonly string[]): ReadArea {
  return { roots: [...new Set(roots.map(realPath))], closed: closed.map(realPath) }
}

/** The file that a name means, seen from a folder of the area (absolute), or why it is not read. */
export function fileIn(area: ReadArea, folder: string, name: string, form: NameForm = {}): ReadableFile | Refusal {
  const from = realPath(folder)
  const root = area.roots.find((one) => isWithin(one, from))
  if (root === undefined) return 'outside'
  const segments = segmentsBelow(name, { ...form, from: segmentsFrom(root, from) })
  return typeof segments === 'string' ? segments : readable(area, join(root, ...segments))
}

/** Whether a file may be read: it, and what it is a link to, lie in the area and are not private. @param path absolute. */
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

/**
 * A file that a generator's convention names (a constant of ours, which may begin with a dot): its path, where it is there
 * and, if it is a link, leads to what may be read.
 */
export function conventionFile(area: ReadArea, folder: string, name: string): string | undefined {
  const path = join(folder, name)
  const isClosed = area.closed.some((one) => isWithin(one, path))
  if (isClosed || !isFile(path)) return undefined
  const real = realPath(path)
  return real === path || typeof readable(area, real) === 'object' ? path : undefined
}

/** What is wrong with a place: private parts are those below the nearest root, which may itself be in a dot-folder. */
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
