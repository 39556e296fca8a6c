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

/** The record with the wanted attributes, without `hidden` ones; the objectID always stays. */
export function pickAttributes(
  record: SearchRecord,
  wanted: readonly string[] | undefined,
  hidden: readonly string[] = [],
): SearchRecord {
  const excluded = [...hidden, ...(wanted ?? []).filter((path) => path.startsWith('-')).map((path) => path.slice(1))]
  const all =
    wanted === undefined || wanted.includes('*') || (wanted.length > 0 && wanted.every((p) => p.startsWith('-')))
  if (all && excluded.length === 0) return record
  const included = all ? (record as JsonObject) : keep(record as JsonObject, '', wanted)
  return { ...drop(included, '', excluded), objectID: record.objectID }
}
