/**
 * The folder that a site is written into. Paths come from the docs, so every one is checked: what is written lies below
 * the folder, and no symbolic link in it is followed out of it. A mark in the folder says which files a build has written;
 * only those are ever removed. It is a journal: a line of JSON for each file, written before the file is, so that a build
 * which was killed leaves nothing that the next one does not know.
 *
 * Files are written synchronously: a build does one thing after the other, and a small file by way of Node's threads costs
 * several times the CPU.
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isPrivate, isWithin, realPath, segmentsBelow } from '@docent/ingest/below-root'

/** The file that says that a build wrote the folder, and what. */
export const STATIC_SITE_MARK = '.docent-site'

/** Says to GitHub Pages that names which begin with an underscore are part of the site. */
const NO_JEKYLL = '/.nojekyll'

/** A file of the site cannot be written where it belongs. */
export class OutputError extends Error {
  override name = 'OutputError'
}

/** A folder that is being written. Paths are decoded, from its top, with a slash in front. */
export interface OutputFolder {
  /** A file that has these bytes already is left alone, so that tools which copy by date copy what changed. */
  put(path: string, body: string | Uint8Array): void
  /** Copies a file, unless the copy is as large and as young as it. False where the file (a real path) is gone, or has become a link. */
  copy(path: string, source: string): boolean
  /** Takes over files of an earlier build, all or none; false where one is not there. */
  keep(paths: readonly string[]): boolean
  /** The files of an earlier build below a folder; its path ends with a slash. */
  earlier(folder: string): string[]
  read(path: string): Uint8Array
  /** The state that an earlier build set for a page. A state that this build does not set again is dropped. */
  stateOf(page: string): string | undefined
  setState(page: string, state: string): void
  /** Removes files that only earlier builds wrote, and folders that become empty by that. */
  close(): void
}

type Line = ['file', path: string] | ['page', path: string, state: string]

/** @param folder absolute; made if it is not there. Throws an OutputError, as the functions of the result do, where a path is no place in it. */
export function openOutput(folder: string): OutputFolder {
  mkdirSync(folder, { recursive: true })
  const root = realpathSync.native(folder)
  const mark = join(root, STATIC_SITE_MARK)
  const before = readMark(mark)
  const written = new Set<string>()
  const states = new Map<string, string>()
  const folders = new Set([root])
  if (isLink(mark) || !existsSync(mark)) {
    rmSync(mark, { force: true })
    writeFileSync(mark, '')
  }

  function note(line: Line): void {
    appendFileSync(mark, `${JSON.stringify(line)}\n`)
  }

  /** Where a file is written: its folder is made, and no link leads out of the root on the way. */
  function targetOf(path: string): string {
    const target = placeOf(root, path)
    makeFolder(dirname(target))
    const there = lstatSync(target, { throwIfNoEntry: false })
    // The link goes, not what it leads to.
    if (there?.isSymbolicLink()) rmSync(target)
    else if (there?.isDirectory()) removeOld(target, path)
    if (!written.has(path) && !before.files.has(path)) note(['file', path])
    written.add(path)
    return target
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

  /** Removes a folder at the path of a file, where earlier builds alone have filled it. */
  function removeOld(target: string, path: string): void {
    for (const file of before.files) if (file.startsWith(`${path}/`) && !written.has(file)) remove(file)
    if (existsSync(target))
      throw new OutputError(`${target} is a folder, and the site needs a file there: take it away.`)
    makeFolder(dirname(target))
  }

  /** Removes a file that an earlier build wrote, unless somebody has put a folder there, or a link on the way. */
  function remove(path: string): void {
    let target: string
    try {
      target = placeOf(root, path)
      if (realPath(dirname(target)) !== dirname(target) || lstatSync(target).isDirectory()) return
    } catch {
      return // It is gone, or no build of ours has written that line.
    }
    rmSync(target)
    for (let at = dirname(target); at !== root && isEmptied(at); at = dirname(at)) folders.delete(at)
  }

  return {
    put(path, body) {
      const target = targetOf(path)
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      if (statSync(target, { throwIfNoEntry: false })?.size === bytes.length && readFileSync(target).equals(bytes))
        return
      writeFileSync(target, bytes)
    },
    copy(path, source) {
      const from = statSync(source, { throwIfNoEntry: false })
      if (from?.isFile() !== true || realpathSync.native(source) !== source) return false
      const target = targetOf(path)
      const there = statSync(target, { throwIfNoEntry: false })
      if (there && there.size === from.size && there.mtimeMs >= from.mtimeMs) return true
      copyFileSync(source, target)
      return true
    },
    keep(paths) {
      const isThere = (path: string): boolean => before.files.has(path) && existsSync(placeOf(root, path))
      if (!paths.every(isThere)) return false
      for (const path of paths) written.add(path)
      return true
    },
    earlier: (folder) => [...before.files].filter((path) => path.startsWith(folder)),
    read: (path) => readFileSync(placeOf(root, path)),
    stateOf: (page) => before.states.get(page),
    setState(page, state) {
      states.set(page, state)
      if (before.states.get(page) !== state) note(['page', page, state])
    },
    close() {
      for (const path of before.files) if (!written.has(path) && path !== NO_JEKYLL) remove(path)
      const lines: Line[] = [
        ...Array.from(written, (path): Line => ['file', path]),
        ...Array.from(states, ([path, state]): Line => ['page', path, state]),
      ]
      writeFileSync(mark, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    },
  }
}

/** A path below the root, by its name alone. */
function placeOf(root: string, path: string): string {
  const segments = segmentsBelow(path)
  const isOwn = path === NO_JEKYLL
  if (typeof segments === 'string' || segments.length === 0 || (isPrivate(segments) && !isOwn))
    throw new OutputError(`${JSON.stringify(path)} is no address that a file can be written for.`)
  return join(root, ...segments)
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Removes a folder that is empty; whether it was. */
function isEmptied(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return false // Something else lies in it.
  }
}

/** What earlier builds wrote; of two lines about a page the last counts. Lines that are none of ours are passed over. */
function readMark(mark: string): { files: Set<string>; states: Map<string, string> } {
  const files = new Set<string>()
  const states = new Map<string, string>()
  const text = existsSync(mark) && !isLink(mark) ? readFileSync(mark, 'utf8') : ''
  for (const line of text.split('\n')) {
    const [kind, path, state] = parseLine(line)
    if (kind === 'file' && typeof path === 'string') files.add(path)
    if (kind === 'page' && typeof path === 'string' && typeof state === 'string') states.set(path, state)
  }
  return { files, states }
}

function parseLine(line: string): unknown[] {
  try {
    const value: unknown = JSON.parse(line)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
