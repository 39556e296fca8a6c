/**
 * Columns that were read, kept for later searches: at most `COLUMN_CACHE_BYTES` for all indexes of a thread. Beyond it the
 * least recently used ones are dropped. Each index holds its own columns, which are collected with it.
 */
import type { Column, createColumnBuilder } from './columns.ts'

/** Bytes of all columns that a thread keeps: one of a large index (120,000 records) takes 1 to 15 MB. */
export const COLUMN_CACHE_BYTES = 64 * 1024 * 1024

/** A column that is being collected. */
export interface ColumnBuild {
  readonly builder: ReturnType<typeof createColumnBuilder>
  /** The record that is next. */
  doc: number
}

/** The columns of an index by path; of one that a stopped search was collecting, its builder. */
export type ColumnCache = Map<string, Entry>

interface Entry {
  readonly value: Column | ColumnBuild
  readonly kept: Kept
}

/** The thread's record of an entry, without the value, which holds the bytes of an index. */
interface Kept {
  /** In memory, estimated. */
  readonly bytes: number
  readonly path: string
  readonly owner: WeakRef<ColumnCache>
}

/** All entries, the least recently used first. */
const kept = new Set<Kept>()
let total = 0

/** Bytes that are kept by this thread. */
export function cachedColumnBytes(): number {
  return total
}

/** The cached column or its builder, which becomes the most recently used. */
export function cachedColumn(cache: ColumnCache, path: string): Column | ColumnBuild | undefined {
  const found = cache.get(path)
  if (found === undefined) return undefined
  kept.delete(found.kept)
  kept.add(found.kept)
  return found.value
}

/** Caches `value`, which takes `bytes`, in place of the column's entry, and drops others beyond the limit. */
export function cacheColumn(cache: ColumnCache, path: string, value: Column | ColumnBuild, bytes: number): void {
  const before = cache.get(path)
  if (before !== undefined) drop(before.kept)
  const added: Kept = { bytes, path, owner: new WeakRef(cache) }
  cache.set(path, { value, kept: added })
  kept.add(added)
  total += bytes
  if (total > COLUMN_CACHE_BYTES) for (const each of kept) if (each.owner.deref() === undefined) drop(each)
  for (const each of kept) {
    if (total <= COLUMN_CACHE_BYTES || each === added) break
    drop(each)
  }
}

function drop(each: Kept): void {
  kept.delete(each)
  total -= each.bytes
  const cache = each.owner.deref()
  if (cache?.get(each.path)?.kept === each) cache.delete(each.path)
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
