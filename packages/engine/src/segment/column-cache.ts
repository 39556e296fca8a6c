/**
 * Cache of columns for later searches: at most `COLUMN_CACHE_BYTES` for all indexes of a thread. Beyond it the least
 * recently used columns are dropped. Each index holds its own columns, which are collected with it.
 */
import type { Column, createColumnBuilder } from './columns.ts'

/** Bytes of all columns that a thread keeps: one of a large index (120,000 records) takes 1 to 15 MB. */
export const COLUMN_CACHE_BYTES = 64 * 1024 * 1024

/** A column that is being collected. */
export interface ColumnBuild {
  readonly builder: ReturnType<typeof createColumnBuilder>
  /** The next record to read. */
  doc: number
}

/** The columns of an index by path; or the builder of a column whose collection was stopped. */
export type ColumnCache = Map<string, Entry>

interface Entry {
  readonly value: Column | ColumnBuild
  readonly entry: CacheEntry
}

/** The thread's record of an entry, without the value, which holds the bytes of an index. */
interface CacheEntry {
  /** In memory, estimated. */
  readonly bytes: number
  readonly path: string
  readonly owner: WeakRef<ColumnCache>
}

/** All entries, the least recently used first. */
const entries = new Set<CacheEntry>()
let total = 0

/** Bytes that this thread caches. */
export function cachedColumnBytes(): number {
  return total
}

/** The cached column or its builder, which becomes the most recently used. */
export function cachedColumn(cache: ColumnCache, path: string): Column | ColumnBuild | undefined {
  const found = cache.get(path)
  if (found === undefined) return undefined
  entries.delete(found.entry)
  entries.add(found.entry)
  return found.value
}

/** Caches `value`, which takes `bytes`, in place of the column's entry, and drops others beyond the limit. */
export function cacheColumn(cache: ColumnCache, path: string, value: Column | ColumnBuild, bytes: number): void {
  const before = cache.get(path)
  if (before !== undefined) drop(before.entry)
  const added: CacheEntry = { bytes, path, owner: new WeakRef(cache) }
  cache.set(path, { value, entry: added })
  entries.add(added)
  total += bytes
  if (total > COLUMN_CACHE_BYTES) for (const each of entries) if (each.owner.deref() === undefined) drop(each)
  for (const each of entries) {
    if (total <= COLUMN_CACHE_BYTES || each === added) break
    drop(each)
  }
}

function drop(each: CacheEntry): void {
  entries.delete(each)
  total -= each.bytes
  const cache = each.owner.deref()
  if (cache?.get(each.path)?.entry === each) cache.delete(each.path)
}

/** Bytes of a column in memory, estimated: views of the index (`file`) take none. */
export function bytesOfColumn({ values, numbers, starts, ids }: Column, file: Uint8Array): number {
  let bytes = 0
  for (const array of [numbers, starts, ids]) if (array && array.buffer !== file.buffer) bytes += array.byteLength
  for (const value of values) bytes += bytesOfText(value)
  return bytes
}

/** Bytes of a string in memory, with its place in a list: two for each unit, though the platform may need one. */
export function bytesOfText(text: string): number {
  return 32 + text.length * 2
}
