/**
 * Places of files in the output folder of a static site. Each path is checked: no symbolic link is followed out of the
 * folder, and only files of earlier builds are removed to make a place.
 */
import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { isPrivate, isWithin, realPath, segmentsBelow } from '@docent/ingest/below-root'
import { OutputError } from './write-file.ts'

/** Makes GitHub Pages serve names that begin with an underscore. */
export const NO_JEKYLL = '/.nojekyll'

/** The absolute path of a file, checked without reading the file system. @throws OutputError for a path that leads out of the root. */
export function placeOf(root: string, path: string): string {
  const segments = segmentsBelow(path)
  const isOwn = path === NO_JEKYLL
  if (typeof segments === 'string' || segments.length === 0 || (isPrivate(segments) && !isOwn))
    throw new OutputError(
      `${JSON.stringify(path)} is no address that a file can be written for: correct it where the docs name it.`,
    )
  return join(root, ...segments)
}

/** The places below a root. Methods throw an `OutputError` for a place that another program uses. */
export class OutputPlaces {
  readonly #root: string
  /** Files of earlier builds that this build has not written: the owner of the set removes those that it writes. */
  readonly #old: ReadonlySet<string>
  /** Folders that exist and lead out of the root through no link. */
  readonly #folders: Set<string>

  constructor(root: string, old: ReadonlySet<string>) {
    this.#root = root
    this.#old = old
    this.#folders = new Set([root])
  }

  /** Makes the place of a file. Returns its absolute path, and the file that is there. */
  make(path: string): { target: string; there: Stats | undefined } {
    const target = placeOf(this.#root, path)
    this.#makeFolder(dirname(target))
    const there = lstatSync(target, { throwIfNoEntry: false })
    // Removes the link, not its target.
    if (there?.isSymbolicLink()) rmSync(target)
    else if (there?.isDirectory()) this.#removeOldFolder(target, path)
    return { target, there: there?.isFile() ? there : undefined }
  }

  /** Removes a file that an earlier build wrote, unless its path is now a folder or leads through a link. */
  remove(path: string): void {
    let target: string
    try {
      target = placeOf(this.#root, path)
      if (realPath(dirname(target)) !== dirname(target) || lstatSync(target).isDirectory()) return
    } catch {
      return // The file is missing, or the line of the mark is not a valid path.
    }
    rmSync(target)
    for (let at = dirname(target); at !== this.#root && isEmptied(at); at = dirname(at)) this.#folders.delete(at)
  }

  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return
    this.#makeFolder(dirname(path))
    const there = lstatSync(path, { throwIfNoEntry: false })
    if (there?.isFile()) {
      if (!this.#old.has(path.slice(this.#root.length).replaceAll('\\', '/')))
        throw new OutputError(`${path} is a file, and the site needs a folder there: move or delete it.`)
      rmSync(path)
    }
    if (there?.isSymbolicLink() && !isWithin(this.#root, realPath(path)))
      throw new OutputError(
        `${path} is a symbolic link out of the folder that the site is written to: move or delete it.`,
      )
    mkdirSync(path, { recursive: true })
    this.#folders.add(path)
  }

  /** Removes a folder at the path of a file, if it contains only files of earlier builds. */
  #removeOldFolder(target: string, path: string): void {
    for (const file of this.#old) if (file.startsWith(`${path}/`)) this.remove(file)
    if (existsSync(target))
      throw new OutputError(`${target} is a folder, and the site needs a file there: move or delete it.`)
    this.#makeFolder(dirname(target))
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
