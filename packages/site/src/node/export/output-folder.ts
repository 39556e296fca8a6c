/**
 * The output folder of a static site. Paths come from the docs, so each is checked: files are written below the folder only,
 * and no symbolic link is followed out of it. Only files that the mark of an earlier build lists (`output-mark.ts`) are ever
 * removed.
 *
 * Files are written synchronously, since a build is sequential, and small asynchronous writes cost several times the CPU.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isPrivate, isWithin, realPath, segmentsBelow } from '@docent/ingest/below-root'
import { isAsWritten, isLink, type MarkLine, readMark, STATIC_SITE_MARK, statOf, textOfLine } from './output-mark.ts'
import { copyBelow, openBelow, OutputError, writeBelow } from './write-file.ts'

/** Makes GitHub Pages serve names that begin with an underscore. */
const NO_JEKYLL = '/.nojekyll'

/** A folder that is being written. Paths are decoded, relative to the folder, with a slash at the start. */
export interface OutputFolder {
  /** Writes a file, unless it already has these bytes, so that tools which copy by date copy only changed files. */
  put(path: string, body: string | Uint8Array): void
  /**
   * Copies a file, unless the unchanged copy has its size and is not older. False when the source (a real path) is
   * missing, has become a link or cannot be read.
   */
  copy(path: string, source: string): boolean
  /** Keeps files of an earlier build, all or none; false when one is missing or has been changed by another program. */
  keep(paths: readonly string[]): boolean
  /** The files of an earlier build below a folder; its path ends with a slash. */
  earlier(folder: string): string[]
  read(path: string): Uint8Array
  /** The state that an earlier build set for a page. A state that this build does not set again is dropped. */
  stateOf(page: string): string | undefined
  setState(page: string, state: string): void
  /** Removes files that only earlier builds wrote, and folders that become empty. */
  close(): void
}

/** Opens the folder. @param folder absolute; created if missing. This and the result's functions throw OutputError for an unusable path. */
export function openOutput(folder: string): OutputFolder {
  makeMissing(folder)
  const root = realpathSync.native(folder)
  const mark = join(root, STATIC_SITE_MARK)
  const before = readMark(mark)
  const written = new Map<string, number | undefined>()
  const states = new Map<string, string>()
  const folders = new Set([root])
  if (isLink(mark)) rmSync(mark)
  const journal = openBelow(root, mark, constants.O_APPEND)
  note(['begin', before.time])
  function note(line: MarkLine): void {
    writeSync(journal, textOfLine(line))
  }

  /** The absolute path for writing a file, and its earlier file. Creates its folder and checks that no link leads out of the root. */
  function targetOf(path: string): { target: string; there: Stats | undefined } {
    const target = placeOf(root, path)
    makeFolder(dirname(target))
    const there = lstatSync(target, { throwIfNoEntry: false })
    // Removes the link, not its target.
    if (there?.isSymbolicLink()) rmSync(target)
    else if (there?.isDirectory()) removeOld(target, path)
    if (!written.has(path) && !before.files.has(path)) note(['file', path])
    written.set(path, undefined)
    return { target, there: there?.isFile() ? there : undefined }
  }

  function makeFolder(path: string): void {
    if (folders.has(path)) return
    makeFolder(dirname(path))
    const there = lstatSync(path, { throwIfNoEntry: false })
    if (there?.isFile()) {
      const own = path.slice(root.length).replaceAll('\\', '/')
      if (!before.files.has(own) || written.has(own))
        throw new OutputError(`${path} is a file, and the site needs a folder there: take it away.`)
      rmSync(path)
    }
    if (there?.isSymbolicLink() && !isWithin(root, realPath(path)))
      throw new OutputError(`${path} is a symbolic link out of the folder that the site is written to: take it away.`)
    mkdirSync(path, { recursive: true })
    folders.add(path)
  }

  /** Removes a folder at the path of a file, if it contains only files of earlier builds. */
  function removeOld(target: string, path: string): void {
    for (const file of before.files.keys()) if (file.startsWith(`${path}/`) && !written.has(file)) remove(file)
    if (existsSync(target))
      throw new OutputError(`${target} is a folder, and the site needs a file there: take it away.`)
    makeFolder(dirname(target))
  }

  /** Removes a file that an earlier build wrote, unless its path is now a folder or leads through a link. */
  function remove(path: string): void {
    let target: string
    try {
      target = placeOf(root, path)
      if (realPath(dirname(target)) !== dirname(target) || lstatSync(target).isDirectory()) return
    } catch {
      return // The file is missing, or the line of the mark is not a valid path.
    }
    rmSync(target)
    for (let at = dirname(target); at !== root && isEmptied(at); at = dirname(at)) folders.delete(at)
  }

  return {
    put(path, body) {
      const { target, there } = targetOf(path)
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      written.set(path, bytes.length)
      if (there?.size === bytes.length && readFileSync(target).equals(bytes)) return
      writeBelow(root, target, bytes)
    },
    copy(path, source) {
      const from = statSync(source, { throwIfNoEntry: false })
      if (from?.isFile() !== true || realpathSync.native(source) !== source || !isReadable(source)) return false
      const { target, there } = targetOf(path)
      written.set(path, from.size)
      if (there?.size === from.size && there.mtimeMs >= from.mtimeMs && isAsWritten(there, path, before)) return true
      copyBelow(root, target, source)
      return true
    },
    keep(paths) {
      if (!paths.every((path) => isAsWritten(statOf(root, path), path, before))) return false
      for (const path of paths) written.set(path, before.files.get(path))
      return true
    },
    earlier: (folder) => [...before.files.keys()].filter((path) => path.startsWith(folder)),
    read: (path) => readFileSync(placeOf(root, path)),
    stateOf: (page) => before.states.get(page),
    setState(page, state) {
      states.set(page, state)
      // Without a line, the state is unknown, as an empty one.
      if ((before.states.get(page) ?? '') !== state) note(['page', page, state])
    },
    close() {
      for (const path of before.files.keys()) if (!written.has(path) && path !== NO_JEKYLL) remove(path)
      closeSync(journal)
      const lines: MarkLine[] = [
        ...Array.from(written, ([path, size]): MarkLine => ['file', path, size]),
        ...Array.from(states, ([path, state]): MarkLine => ['page', path, state]),
      ]
      writeBelow(root, mark, Buffer.from(lines.map(textOfLine).join('')))
    },
  }
}

/**
 * Creates a folder and its parents, one after the other: with `recursive`, Node never returns where the system answers
 * ENOENT below an existing folder, as `/proc` does.
 */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeMissing(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process has created it.
    if ((error as { code?: string }).code !== 'EEXIST' || !existsSync(folder)) throw error
  }
}

/** The absolute path of a file, checked without reading the file system. */
function placeOf(root: string, path: string): string {
  const segments = segmentsBelow(path)
  const isOwn = path === NO_JEKYLL
  if (typeof segments === 'string' || segments.length === 0 || (isPrivate(segments) && !isOwn))
    throw new OutputError(`${JSON.stringify(path)} is no address that a file can be written for.`)
  return join(root, ...segments)
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Removes a folder if it is empty. Returns whether it was. */
function isEmptied(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return false // It contains other files.
  }
}
