/** Options of plugins and extensions in the settings of MkDocs. */
import { tableOf } from '../folder/plain-data.ts'

/** The options of one entry of a list of plugins or extensions, or of a table of them; `undefined` where it is not in use. */
export function optionsIn(entries: unknown, name: string): Record<string, unknown> | undefined {
  const list = Array.isArray(entries)
    ? entries
    : Object.entries(tableOf(entries) ?? {}).map(([key, value]) => ({ [key]: value }))
  for (const one of list) {
    if (one === name) return {}
    const table = tableOf(one)
    if (table !== undefined && Object.hasOwn(table, name)) return tableOf(table[name]) ?? {}
  }
  return undefined
}
