/**
 * The mark of an output folder: a file that lists the files that builds have written. It is a journal with a line of JSON for
 * each file, written before the file, so that the next build knows all files of a killed one. At the end of a build it is
 * written anew, with the sizes of the files: a file of another size, or younger than the mark, has been changed by another
 * program.
 */
import { hash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { realPath } from '@docent/ingest/below-root'

/** The file that marks a folder as written by a build and lists the files. */
export const STATIC_SITE_MARK = '.docent-site'

/** A line of a mark. */
export type MarkLine =
  | ['file', path: string, size?: number]
  | ['page', path: string, state: string]
  /** A build has begun: the time of the mark before it (ms). */
  | ['begin', time: number]

/** A line as text. */
export const textOfLine = (line: MarkLine): string => `${JSON.stringify(line)}\n`

/** Whether a folder (absolute) holds files that no build has written. Names that begin with a dot (`.git`) do not count. */
export function hasOtherFiles(folder: string): boolean {
  if (!existsSync(folder) || existsSync(join(folder, STATIC_SITE_MARK))) return false
  return readdirSync(folder).some((name) => !name.startsWith('.'))
}

/** A digest of the files and pages that the last build has written into a folder (absolute); `undefined` for none. */
export function outputDigest(folder: string): string | undefined {
  const text = textOf(join(folder, STATIC_SITE_MARK))
  return text === '' ? undefined : hash('sha256', text)
}

/** Whether the folder (absolute) has all files as the build with this digest has written them, and no later build has begun. */
export function isOutputUnchanged(folder: string, digest: string | undefined): boolean {
  if (digest === undefined || outputDigest(folder) !== digest) return false
  const mark = readMark(join(folder, STATIC_SITE_MARK))
  const root = realPath(folder)
  for (const path of mark.files.keys()) if (!isAsWritten(statOf(root, path), path, mark)) return false
  return true
}

/** The state of a file, not of the target of a link. Only for paths of the mark, of which nothing but these facts are read. */
export function statOf(root: string, path: string): Stats | undefined {
  return lstatSync(root + path, { throwIfNoEntry: false })
}

/** Whether a file has the size that a build has noted, and is not younger than the mark. */
export function isAsWritten(file: Stats | undefined, path: string, { files, time }: Mark): boolean {
  return file?.isFile() === true && file.size === files.get(path) && file.mtimeMs <= time
}

/** Whether there is a symbolic link at a path. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** The files and page states of earlier builds. */
export interface Mark {
  /** Sizes by path; `undefined` for a file that is not known to be complete. */
  files: Map<string, number | undefined>
  states: Map<string, string>
  /** Time (ms) after which no build has changed a file with a known size. */
  time: number
}

/** Reads a mark. The last line about a page counts; invalid lines are ignored. */
export function readMark(path: string): Mark {
  const text = textOf(path)
  const mark: Mark = { files: new Map(), states: new Map(), time: text === '' ? 0 : statSync(path).mtimeMs }
  for (const line of text.split('\n')) {
    const [kind, name, fact] = parseLine(line)
    if (kind === 'begin' && typeof name === 'number') mark.time = Math.min(mark.time, name)
    if (typeof name !== 'string') continue
    if (kind === 'file') mark.files.set(name, typeof fact === 'number' ? fact : undefined)
    if (kind === 'page' && typeof fact === 'string') mark.states.set(name, fact)
  }
  return mark
}

/** The text of a mark; empty where there is none. */
function textOf(mark: string): string {
  return existsSync(mark) && !isLink(mark) ? readFileSync(mark, 'utf8') : ''
}

function parseLine(line: string): unknown[] {
  try {
    const value: unknown = JSON.parse(line)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
