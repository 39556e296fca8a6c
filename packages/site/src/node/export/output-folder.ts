/**
 * The output folder of a static site. Paths come from the docs, so each is checked (`output-places.ts`): files are written
 * below the folder only. Only files that the mark of an earlier build lists (`output-mark.ts`) are ever removed.
 *
 * Files are written synchronously, since a build is sequential, and small asynchronous writes cost several times the CPU.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isAsWritten, isLink, type MarkLine, readMark, STATIC_SITE_MARK, statOf, textOfLine } from './output-mark.ts'
import { NO_JEKYLL, OutputPlaces, placeOf } from './output-places.ts'
import { copyBelow, openBelow, writeBelow } from './write-file.ts'

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
  const old = new Set(before.files.keys())
  const places = new OutputPlaces(root, old)
  /** Sizes of the files of this build; `undefined` for one that is being written. */
  const written = new Map<string, number | undefined>()
  const states = new Map<string, string>()
  if (isLink(mark)) rmSync(mark)
  const journal = openBelow(root, mark, constants.O_APPEND)
  note(['begin', before.time])

  return {
    put(path, body) {
      const { target, there } = placeFor(path)
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      setWritten(path, bytes.length)
      if (there?.size === bytes.length && readFileSync(target).equals(bytes)) return
      writeBelow(root, target, bytes)
    },
    copy(path, source) {
      const from = statSync(source, { throwIfNoEntry: false })
      if (from?.isFile() !== true || realpathSync.native(source) !== source || !isReadable(source)) return false
      const { target, there } = placeFor(path)
      setWritten(path, from.size)
      if (there?.size === from.size && there.mtimeMs >= from.mtimeMs && isAsWritten(there, path, before)) return true
      copyBelow(root, target, source)
      return true
    },
    keep(paths) {
      if (!paths.every((path) => isAsWritten(statOf(root, path), path, before))) return false
      for (const path of paths) setWritten(path, before.files.get(path))
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
      for (const path of old) if (path !== NO_JEKYLL) places.remove(path)
      closeSync(journal)
      const lines: MarkLine[] = [
        ...Array.from(written, ([path, size]): MarkLine => ['file', path, size]),
        ...Array.from(states, ([path, state]): MarkLine => ['page', path, state]),
      ]
      writeBelow(root, mark, Buffer.from(lines.map(textOfLine).join('')))
    },
  }

  function note(line: MarkLine): void {
    writeSync(journal, textOfLine(line))
  }

  /** The place of a file, which is in the journal before a byte of it is written. */
  function placeFor(path: string): { target: string; there: Stats | undefined } {
    const place = places.make(path)
    if (!written.has(path) && !before.files.has(path)) note(['file', path])
    setWritten(path, undefined)
    return place
  }

  function setWritten(path: string, size: number | undefined): void {
    written.set(path, size)
    old.delete(path)
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

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
