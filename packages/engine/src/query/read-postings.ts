/**
 * Reads the postings of words, and finds the records that have all words before any posting is scored: most records
 * with the rarest word of a query lack the others.
 *
 * The rarest word is read whole; the others are read, or searched for the records that have the words before. Postings
 * go into the batch of `posting-list.ts`; scoring skips those of records that a later word excluded.
 */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import type { Index } from '../segment/open-index.ts'
import type { PostingCursor } from '../segment/postings.ts'
import type { Scratch } from './evidence.ts'
import type { Expansion } from './expansion.ts'
import { batchOf, cursorOver, readAll, readShared, reopen } from './posting-list.ts'

/** Conditions of a query that restrict all of its posting lists. */
export interface ReadOptions {
  /** 1 for each record that filters accept; all if absent. */
  allowed: Uint8Array | undefined
  /** Mask of the fields that may match. */
  fieldMask: number
  shouldStop: ShouldStop
}

/** The state of reading the lists of one query. */
export interface Reader {
  readonly index: Index
  readonly scratch: Scratch
  readonly options: ReadOptions
  cursor: PostingCursor | undefined
  /** Postings until the next call of `shouldStop`. */
  untilStop: number
  /** Index in the batch after the postings that are kept. */
  end: number
}

/** Postings of an expansion that are kept in the batch, from `from` to before `end`. */
export interface Postings {
  expansion: Expansion
  from: number
  end: number
}

/** Postings between two calls of `shouldStop`. */
const STOP_INTERVAL = 65_536

/** The first call of `shouldStop` is `STOP_INTERVAL` postings away. */
export function openReader(index: Index, scratch: Scratch, options: ReadOptions): Reader {
  return { index, scratch, options, cursor: undefined, untilStop: STOP_INTERVAL, end: 0 }
}

/**
 * Reads a list into the batch, after the postings that are kept. With `docs`, which are the records with at least `least` in
 * `scratch.marks`, in order, postings of other records are left out: without that, one query in a hundred takes 15 % more CPU time
 * at 118,777 records. Returns the number of its postings. Throws `search_stopped`.
 */
export function readList(reader: Reader, { list }: Expansion, docs: Uint32Array | undefined, least: number): number {
  if (reader.cursor === undefined) reader.cursor = cursorOver(list)
  else reopen(reader.cursor, list)
  const { cursor, end } = reader
  reader.untilStop -= cursor.left
  if (reader.untilStop < 0) {
    reader.untilStop = STOP_INTERVAL
    stopIfAsked(reader.options.shouldStop)
  }
  const batch = batchOf(cursor.left, end)
  // Reading a short list costs less than searching it for many records.
  const isSearched = docs !== undefined && docs.length * 4 < cursor.left
  if (isSearched) return readShared(cursor, list, docs, batch, end)
  return readAll(cursor, batch, end, { marks: reader.scratch.marks, least })
}

/**
 * Reads words, the rarest first, until no record has all of them. Returns the records that have all words, ascending,
 * and the postings by word; `scratch.marks` of these records is the number of words. Throws `search_stopped`.
 */
export function readRequired(
  reader: Reader,
  words: readonly (readonly Expansion[])[],
): { docs: Uint32Array; kept: Postings[][] } {
  const { index, scratch } = reader
  const { marks, touched } = scratch
  marks.fill(0)
  const kept: Postings[][] = []
  let docs: Uint32Array | undefined
  for (const expansions of words) {
    const before = kept.length
    const postings: Postings[] = []
    let count = 0
    for (const expansion of expansions) {
      const from = reader.end
      count = keepMarked(reader, expansion, readList(reader, expansion, docs, before), before, count)
      if (reader.end > from) postings.push({ expansion, from, end: reader.end })
    }
    kept.push(postings)
    // The lists of several expansions are concatenated, so their records are not in order.
    docs = postings.length < 2 ? touched.slice(0, count) : inOrder(index, touched.subarray(0, count), marks, before + 1)
    if (count === 0) break
  }
  return { docs: docs ?? new Uint32Array(0), kept }
}

/**
 * Keeps the postings of records that contain all `before` earlier words of the query, and marks that they contain this word
 * too. Returns the number of records with the word so far; `known` of them were counted in earlier batches.
 */
function keepMarked(reader: Reader, { list, fields }: Expansion, read: number, before: number, known: number): number {
  const { index, scratch, options, end: from } = reader
  const { docs, ranks, frequencies } = batchOf(0)
  const { marks, touched } = scratch
  const { allowed } = options
  const allowedFields = options.fieldMask & fields & ~index.ownBit
  let count = known
  let end = from
  for (let i = from; i < from + read; i++) {
    const doc = docs[i] as number
    const mark = marks[doc] as number
    if (mark < before || (allowed !== undefined && allowed[doc] === 0)) continue
    const rank = ranks[i] as number
    if (((list.masks[rank] as number) & allowedFields) === 0) continue
    if (mark === before) {
      marks[doc] = before + 1
      touched[count++] = doc
    }
    docs[end] = doc
    ranks[end] = rank
    frequencies[end++] = frequencies[i] as number
  }
  reader.end = end
  return count
}

/** If more than 1 / `FEW` of the records are wanted, a pass over all records is faster than a sort. */
const FEW = 32

/** The records of `docs`, which is in any order, with at least `least` in `marks`; in order. */
export function inOrder(index: Index, docs: Uint32Array, marks: Uint8Array, least: number): Uint32Array {
  const { recordCount } = index
  if (docs.length < recordCount / FEW) return docs.slice().sort()
  const ordered = new Uint32Array(docs.length + 1)
  let count = 0
  for (let doc = 0; doc < recordCount; doc++) {
    // No branch: it would depend on the data.
    ordered[count] = doc
    count += (least - 1 - (marks[doc] as number)) >>> 31
  }
  return ordered.subarray(0, count)
}
