/**
 * Mintlify's `docs.json` (earlier `mint.json`). Any part of it may be `{ "$ref": "./other.json" }`: the contents of
 * another JSON file of the project, which keys beside `$ref` override.
 */
import { dirname } from 'node:path'
import { fileIn, type ReadArea } from '../../folder/below-root.ts'
import { readText } from '../../folder/read-text.ts'
import { requireTree, tableOf } from '../../folder/plain-data.ts'

/** Maximum depth of references within references. */
const MAX_DEPTH = 8

/** Maximum number of references of one configuration. */
const MAX_REFERENCES = 200

/** Bytes of the largest JSON file: 2 MiB. */
const MAX_BYTES = 2 << 20

/** The settings of a project. */
export interface Settings {
  data: Record<string, unknown>
  /** All files that were read, absolute; the configuration itself is the first. */
  files: string[]
  /** References that cannot be read, as written. */
  missing: string[]
}

/** Reads the configuration with all that it refers to; `undefined` where it is no JSON table. */
export function readSettings(file: string, area: ReadArea): Settings | undefined {
  const files = [file]
  const missing: string[] = []
  let references = 0
  const data = tableOf(expand(readJson(file), file, 0))
  return data === undefined ? undefined : { data, files, missing }

  function expand(value: unknown, from: string, depth: number): unknown {
    if (Array.isArray(value)) return value.map((one) => expand(one, from, depth))
    const table = tableOf(value)
    if (table === undefined) return value
    const { $ref: reference, ...rest } = table
    const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, expand(one, from, depth)]))
    if (typeof reference !== 'string') return reference === undefined ? own : { ...own, $ref: reference }
    const referred = refer(reference, from, depth)
    const referredTable = tableOf(referred)
    return referredTable === undefined ? (referred ?? own) : { ...referredTable, ...own }
  }

  function refer(reference: string, from: string, depth: number): unknown {
    const found = fileIn(area, dirname(from), reference)
    const isReadable = typeof found === 'object' && Number(found.stamp.split(':')[1]) <= MAX_BYTES
    if (!isReadable || depth >= MAX_DEPTH || ++references > MAX_REFERENCES) {
      missing.push(reference)
      return undefined
    }
    files.push(found.path)
    return expand(readJson(found.path), found.path, depth + 1)
  }
}

function readJson(file: string): unknown {
  try {
    return requireTree<unknown>(JSON.parse(readText({ absolute: file })))
  } catch {
    return undefined
  }
}
