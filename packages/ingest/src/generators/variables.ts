/** Values of a configuration that pages may name. */
import { tableOf } from '../folder/plain-data.ts'

/** Limits: values of one site, units (UTF-16) of one value, depth of tables. */
const MAX_VALUES = 5000
const MAX_UNITS = 10_000
const MAX_DEPTH = 8

/**
 * The texts, numbers and switches of a table, by their path: `params.version`. Entries of a list have their position:
 * `site.authors.0.name`; its length is `site.authors.size`.
 */
export function flatVariables(data: Record<string, unknown>): Record<string, string> {
  const found: Record<string, string> = {}
  let count = 0
  const add = (path: string, value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || count >= MAX_VALUES) return
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      found[path] = String(value).slice(0, MAX_UNITS)
      count++
    } else if (value instanceof Date) add(path, value.toISOString(), depth)
    else if (Array.isArray(value)) {
      add(`${path}.size`, value.length, depth)
      value.forEach((one, index) => add(`${path}.${index}`, one, depth + 1))
    } else
      for (const [key, one] of Object.entries(tableOf(value) ?? {}))
        add(path === '' ? key : `${path}.${key}`, one, depth + 1)
  }
  add('', data, 0)
  return found
}
