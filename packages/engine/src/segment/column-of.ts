/**
 * The column of an attribute: from the file, of a base and its delta merged, or, if the settings did not name it,
 * collected from the stored records at its first use. If a search is stopped during that, the next one continues with
 * its builder.
 */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import type { JsonValue, SearchRecord } from '../wire.ts'
import { bytesOfColumn, bytesOfText, cacheColumn, cachedColumn, type ColumnBuild } from './column-cache.ts'
import { type Column, createColumnBuilder, readColumn } from './columns.ts'
import { mergeColumns } from './merge-columns.ts'
import { baseSegment, type Index, needRecords, recordOf, requireColumns } from './open-index.ts'
import { partColumn } from './parts.ts'

/** Records between two checks of the deadline: one has at most 100 kB of JSON, which takes about a millisecond. */
const STOP_INTERVAL = 16

/**
 * The column of an attribute, kept for later (`column-cache.ts`). One that the settings did not name at build time is
 * collected from the stored records at first use. Throws `search_stopped`.
 */
export function columnOf(index: Index, path: string, shouldStop?: ShouldStop): Column {
  const known = cachedColumn(index.columns, path)
  if (known !== undefined && 'ids' in known) return known
  const { delta } = index
  if (delta === undefined) return ownColumnOf(index, path, shouldStop)
  const [base, own] = [columnOf(delta.base, path, shouldStop), columnOf(delta.own, path, shouldStop)]
  if (base.values.length + own.values.length === 0) return emptyColumn(index)
  const column = mergeColumns(base, delta.base.recordCount, own, delta.own.recordCount)
  cacheColumn(index.columns, path, column, bytesOfColumn(column, index.columnBytes))
  return column
}

function ownColumnOf(index: Index, path: string, shouldStop: ShouldStop): Column {
  const meta = index.meta.columns.find((column) => column.path === path)
  if (meta === undefined) {
    const { parts } = baseSegment(index)
    return (parts && partColumn(parts, path)) ?? buildColumn(index, path, shouldStop)
  }
  requireColumns(index)
  const column = readColumn(index.columnBytes, index.recordCount, meta)
  cacheColumn(index.columns, path, column, bytesOfColumn(column, index.columnBytes))
  return column
}

/** Collects a column. Throws `search_stopped`, `index_damaged` and `PartsMissing`. */
function buildColumn(index: Index, path: string, shouldStop: ShouldStop): Column {
  const top = path.split('.')[0] as string
  const wanted = new Set([path, top])
  const isStored = index.meta.attributes.some((name) => wanted.has(name))
  if (!isStored) return emptyColumn(index)
  if (baseSegment(index).parts) needRecords(index, [...new Uint32Array(index.recordCount).keys()])
  if (!index.meta.attributes.includes(path) && pathsBelow(index, top, shouldStop)?.has(path) === false) {
    return emptyColumn(index)
  }
  const known = cachedColumn(index.columns, path)
  const build: ColumnBuild = known && 'builder' in known ? known : { builder: createColumnBuilder(path), doc: 0 }
  try {
    for (; build.doc < index.recordCount; build.doc++) {
      if (build.doc % STOP_INTERVAL === 0) stopIfAsked(shouldStop)
      build.builder.add(recordOf(index, build.doc, wanted))
    }
  } catch (error) {
    cacheColumn(index.columns, path, build, build.builder.bytes())
    throw error
  }
  const column = build.builder.finish()
  cacheColumn(index.columns, path, column, bytesOfColumn(column, index.columnBytes))
  return column
}

const empty = new WeakMap<Index['columns'], Column>()

/** The column of an attribute that no record has; all such attributes share it. */
function emptyColumn({ columns, recordCount }: Index): Column {
  let column = empty.get(columns)
  if (column === undefined) {
    column = { values: [], numbers: undefined, starts: undefined, ids: new Uint8Array(recordCount) }
    empty.set(columns, column)
  }
  return column
}

/** The paths at and below a top-level attribute that records have. */
interface Paths {
  /** Absent if there were too many. */
  found: Set<string> | undefined
  /** The next record to read. */
  doc: number
}

/** Limit of the bytes of known paths in memory; beyond it no paths are kept. */
const MAX_PATH_BYTES = 1024 * 1024

interface KnownPaths {
  byName: Map<string, Paths>
  bytes: number
}

const knownPaths = new WeakMap<Index['columns'], KnownPaths>()

/**
 * The paths with values at and below a top-level attribute; other paths are in no record. Undefined if there are too
 * many. A path whose name has a dot may be among them without a value.
 */
function pathsBelow(index: Index, top: string, shouldStop: ShouldStop): ReadonlySet<string> | undefined {
  let all = knownPaths.get(index.columns)
  if (all === undefined) {
    all = { byName: new Map(), bytes: 0 }
    knownPaths.set(index.columns, all)
  }
  let known = all.byName.get(top)
  if (known === undefined) {
    known = { found: new Set(), doc: 0 }
    all.byName.set(top, known)
  }
  const wanted = new Set([top])
  for (; known.doc < index.recordCount && known.found !== undefined; known.doc++) {
    if (known.doc % STOP_INTERVAL === 0) stopIfAsked(shouldStop)
    const before = known.found.size
    collectPaths(valueOf(recordOf(index, known.doc, wanted), top), top, known.found)
    if (known.found.size === before) continue
    for (const path of [...known.found].slice(before)) all.bytes += bytesOfText(path)
    if (all.bytes <= MAX_PATH_BYTES) continue
    for (const path of known.found) all.bytes -= bytesOfText(path)
    known.found = undefined
  }
  return known.found
}

function valueOf(record: SearchRecord, name: string): JsonValue | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function collectPaths(value: JsonValue | undefined, path: string, found: Set<string>): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) for (const item of value) collectPaths(item, path, found)
  else if (typeof value === 'object') {
    for (const [name, child] of Object.entries(value)) collectPaths(child, `${path}.${name}`, found)
  } else found.add(path)
}
