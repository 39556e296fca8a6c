/**
 * What was read of columns, kept for later searches: of all indexes of a thread together at most `COLUMN_CACHE_BYTES`.
 * Beyond it the longest unused go first. An index holds what is its own, so that what is kept goes with the index.
 */
import type { Column, createColumnBuilder } from './columns.ts'

/** Bytes of all columns that are kept by a thread: those of a large index (120,000 records) take 1 to 15 MB each. */
export const COLUMN_CACHE_BYTES = 64 * 1024 * 1024

/** A column that is being collected. */
export interface ColumnBuild {
  readonly builder: ReturnType<typeof createColumnBuilder>
  /** The record that is next. */
  doc: number
}

/** The columns of an index, or what a search that was stopped has begun of one, by the path of the attribute. */
export type ColumnCache = Map<string, Entry>

interface Entry {
  readonly value: Column | ColumnBuild
  readonly kept: Kept
}

/** What the thread knows of an entry: not its value, which lies over the bytes of an index. */
interface Kept {
  /** In memory, about. */
  readonly bytes: number
  readonly path: string
  readonly owner: WeakRef<ColumnCache>
}

/** All that is kept, the longest unused first. */
const kept = new Set<Kept>()
let total = 0

/** Bytes that are kept by this thread. */
export function cachedColumnBytes(): number {
  return total
}

/** What is kept of a column, which is now the last that was used. */
export function cachedColumn(cache: ColumnCache, path: string): Column | ColumnBuild | undefined {
  const found = cache.get(path)
  if (found === undefined) return undefined
  kept.delete(found.kept)
  kept.add(found.kept)
  return found.value
}

/** Keeps `value`, which takes `bytes`, in the place of what was kept of the column, and lets go of others if need be. */
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

/** Bytes of a column in memory, about: arrays that lie over the index (`file`) take none. */
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
