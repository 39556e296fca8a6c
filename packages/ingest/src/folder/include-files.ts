/**
 * Finds and reads included files. Many pages name the same ones, and each name is looked for in several folders, so the
 * results are kept for one reading of the docs.
 */
import { readFileSync } from 'node:fs'
import { includableIn, type ReadableFile, type ReadArea, realPath, type Refusal } from './below-root.ts'
import { decodeText } from './decode-text.ts'

/** The files that pages of one reading include. */
export interface IncludeFiles {
  /** As `includableIn`. */
  find: (folder: string, name: string) => ReadableFile | Refusal
  /** As `realPath`. */
  real: (path: string) => string
  /** The text of a found file. @throws the system's error where it cannot be read. */
  text: (file: ReadableFile) => string
  /** Number of UTF-16 units that are kept. */
  readonly units: number
}

/** UTF-16 units of names and texts that are kept. */
const MAX_UNITS = 1 << 24

/** @param maxUnits of names and texts; above it, all of them are dropped. */
export function includeFiles(area: ReadArea, maxUnits = MAX_UNITS): IncludeFiles {
  const found = new Map<string, ReadableFile | Refusal>()
  const reals = new Map<string, string>()
  const texts = new Map<string, string>()
  let units = 0
  const keep = <T>(known: Map<string, T>, key: string, value: T, length: number): T => {
    units += length
    if (units > maxUnits) {
      for (const each of [found, reals, texts]) each.clear()
      units = 0
    } else known.set(key, value)
    return value
  }
  return {
    find(folder, name) {
      const key = `${folder}\0${name}`
      const known = found.get(key)
      if (known !== undefined) return known
      const result = includableIn(area, folder, name)
      return keep(found, key, result, key.length + (typeof result === 'string' ? 0 : result.path.length))
    },
    real(path) {
      const known = reals.get(path)
      if (known !== undefined) return known
      const result = realPath(path)
      return keep(reals, path, result, path.length + result.length)
    },
    text({ path, stamp }) {
      const key = `${stamp}\0${path}`
      const known = texts.get(key)
      if (known !== undefined) return known
      const result = decodeText(readFileSync(path)).text
      return keep(texts, key, result, key.length + result.length)
    },
    get units() {
      return units
    },
  }
}
