/**
 * Selects the attributes of a record by `attributesToRetrieve`: `*`, dotted paths, and `-path` for all except that path. For
 * records that are read from storage; the engine does the same for hits.
 */
import type { JsonValue, SearchRecord } from '@docent/engine'

type JsonObject = { [key: string]: JsonValue }

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether one of `paths` is `path` or one of its parents. */
const covers = (paths: readonly string[], path: string): boolean =>
  paths.some((given) => given === path || path.startsWith(`${given}.`))

/** Whether one of `paths` is below `path`. */
const reachesInto = (paths: readonly string[], path: string): boolean =>
  paths.some((given) => given.startsWith(`${path}.`))

function keep(object: JsonObject, prefix: string, wanted: readonly string[]): JsonObject {
  const entries: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(object)) {
    const path = prefix + name
    if (covers(wanted, path)) entries.push([name, value])
    else if (reachesInto(wanted, path) && isObject(value)) entries.push([name, keep(value, `${path}.`, wanted)])
  }
  return Object.fromEntries(entries)
}

function drop(object: JsonObject, prefix: string, unwanted: readonly string[]): JsonObject {
  const entries: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(object)) {
    const path = prefix + name
    if (covers(unwanted, path)) continue
    entries.push([name, reachesInto(unwanted, path) && isObject(value) ? drop(value, `${path}.`, unwanted) : value])
  }
  return Object.fromEntries(entries)
}

/** The excluded paths: `hidden` ones, and those with a minus. */
const excludedBy = (wanted: readonly string[] | undefined, hidden: readonly string[]): string[] => [
  ...hidden,
  ...(wanted ?? []).filter((path) => path.startsWith('-')).map((path) => path.slice(1)),
]

const wantsAll = (wanted: readonly string[] | undefined): boolean =>
  wanted === undefined || wanted.includes('*') || (wanted.length > 0 && wanted.every((path) => path.startsWith('-')))

/** Whether `pickAttributes` returns every record unchanged. */
export const picksAll = (wanted: readonly string[] | undefined, hidden: readonly string[]): boolean =>
  wantsAll(wanted) && excludedBy(wanted, hidden).length === 0

/** The record with the wanted attributes and without the `hidden` ones; it always has its objectID. */
export function pickAttributes(
  record: SearchRecord,
  wanted: readonly string[] | undefined,
  hidden: readonly string[] = [],
): SearchRecord {
  if (picksAll(wanted, hidden)) return record
  const included = wantsAll(wanted) ? (record as JsonObject) : keep(record as JsonObject, '', wanted ?? [])
  return { ...drop(included, '', excludedBy(wanted, hidden)), objectID: record.objectID }
}
