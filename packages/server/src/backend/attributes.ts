/**
 * Which attributes of a record are given back: `*`, dotted paths, and `-path` for all but that. For records that are
 * read from the store; searches do the same inside the engine.
 */
import type { JsonValue, SearchRecord } from '@docent/engine'

type JsonObject = { [key: string]: JsonValue }

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether one of `paths` is `path` or stands above it. */
const covers = (paths: readonly string[], path: string): boolean =>
  paths.some((given) => given === path || path.startsWith(`${given}.`))

/** Whether one of `paths` stands below `path`. */
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

/** Those that are kept back, by the settings and by the wish. */
const excludedBy = (wanted: readonly string[] | undefined, hidden: readonly string[]): string[] => [
  ...hidden,
  ...(wanted ?? []).filter((path) => path.startsWith('-')).map((path) => path.slice(1)),
]

const wantsAll = (wanted: readonly string[] | undefined): boolean =>
  wanted === undefined || wanted.includes('*') || (wanted.length > 0 && wanted.every((path) => path.startsWith('-')))

/** Whether `pickAttributes` leaves every record as it is. */
export const picksAll = (wanted: readonly string[] | undefined, hidden: readonly string[]): boolean =>
  wantsAll(wanted) && excludedBy(wanted, hidden).length === 0

/** The record with the wanted attributes, without `hidden` ones; the objectID always stays. */
export function pickAttributes(
  record: SearchRecord,
  wanted: readonly string[] | undefined,
  hidden: readonly string[] = [],
): SearchRecord {
  if (picksAll(wanted, hidden)) return record
  const included = wantsAll(wanted) ? (record as JsonObject) : keep(record as JsonObject, '', wanted ?? [])
  return { ...drop(included, '', excludedBy(wanted, hidden)), objectID: record.objectID }
}
