/**
 * The occurrences of the words of a query in some records. Posting lists are read once more, for these records only;
 * their positions form linked lists by record and word in flat arrays.
 */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import type { Expansion } from '../query/expansion.ts'
import { batchOf, cursorOver, readAll, readShared, reopen } from '../query/posting-list.ts'
import type { Index } from '../segment/open-index.ts'
import { FIELD_SHIFT, type PostingCursor, readPositions } from '../segment/postings.ts'

/** Posting lists longer than this multiple of the number of records are searched; shorter ones are read. */
const LONG = 4

/**
 * The place of a word and its match as one number: (field × 2^20 + position) × 8 + typos × 2 + 1 if exact. Sorted
 * numbers are in order of place.
 */
export type Occurrence = number

/** Bits of an occurrence below its place. */
export const PLACE_SHIFT = 3

/** The occurrences of a word in the current record, in order; the array is reused for the next record. */
export interface Occurrences {
  values: Uint32Array
  count: number
}

/** Bit f of a mask is field f; the bit after the last field is the record's own heading. */
export interface OccurrenceOptions {
  /** Mask of the fields that may match. */
  fieldMask: number
  /** Mask of the fields in which a match may be exact. */
  exactMask: number
  shouldStop: ShouldStop
}

/** Linked lists, one for each record and word, by their last entry. Valid until the next call of `collect`. */
export type Threads = Uint32Array

/** The entries of all lists, and the entry before each; entry 0 ends all lists. Reused by the next call. */
const occurrences: Occurrence[] = [0]
const links: number[] = [0]

/** By record, its number in the list of records, from 1; zero between two calls. */
let slots = new Uint32Array(0)

/** Postings between two checks of the deadline; the start of a list counts as `LIST_COST` of them. */
const STOP_POSTINGS = 65_536
const LIST_COST = 64

/** Collects the occurrences of all words in `docs`. Throws `search_stopped`. */
export function collectOccurrences(
  index: Index,
  docs: Uint32Array,
  expansions: readonly Expansion[][],
  options: OccurrenceOptions,
): Threads {
  if (slots.length < index.recordCount) slots = new Uint32Array(index.recordCount)
  try {
    return collect(index, docs, expansions, options)
  } finally {
    for (const doc of docs) slots[doc] = 0
  }
}

function collect(
  index: Index,
  docs: Uint32Array,
  expansions: readonly Expansion[][],
  options: OccurrenceOptions,
): Threads {
  const heads: Threads = new Uint32Array(docs.length * expansions.length)
  let entries = 1
  const positions: number[] = []
  for (let slot = 0; slot < docs.length; slot++) slots[docs[slot] as number] = slot + 1
  let cursor: PostingCursor | undefined
  let untilStop = STOP_POSTINGS
  for (const [word, list] of expansions.entries()) {
    for (const { typos, shift, list: postings, fields, exact } of list) {
      const fieldMask = options.fieldMask & fields
      const exactMask = exact ? options.exactMask : 0
      const quality = Math.min(typos, 3) << 1
      if (cursor === undefined) cursor = cursorOver(postings)
      else reopen(cursor, postings)
      untilStop -= LIST_COST + cursor.left
      if (untilStop < 0) {
        untilStop = STOP_POSTINGS
        stopIfAsked(options.shouldStop)
      }
      const batch = batchOf(cursor.left)
      const read = cursor.left > docs.length * LONG ? readShared(cursor, postings, docs, batch) : readAll(cursor, batch)
      for (let i = 0; i < read; i++) {
        const found = slots[batch.docs[i] as number] as number
        if (found === 0) continue
        cursor.mask = cursor.masks[batch.ranks[i] as number] as number
        if ((cursor.mask & fieldMask) === 0) continue
        cursor.positionsAt = batch.positionsAt[i] as number
        const count = readPositions(cursor, index.ownBit, positions)
        const key = (found - 1) * expansions.length + word
        for (let at = 0; at < count; at++) {
          const code = positions[at] as number
          const field = 1 << (code >>> FIELD_SHIFT)
          if ((fieldMask & field) === 0) continue
          links[entries] = heads[key] as number
          occurrences[entries] = ((code + shift) << PLACE_SHIFT) | quality | (exactMask & field ? 1 : 0)
          heads[key] = entries++
        }
      }
    }
  }
  return heads
}

/** Reads a list into `target`, in order of place. */
export function readThread(heads: Threads, key: number, target: Occurrences): void {
  const last = heads[key] as number
  let count = 0
  for (let at = last; at !== 0; at = links[at] as number) count++
  if (target.values.length < count) target.values = new Uint32Array(count * 2)
  target.count = count
  const { values } = target
  let isSorted = true
  let next = Number.MAX_SAFE_INTEGER
  for (let at = last; at !== 0; at = links[at] as number) {
    const occurrence = occurrences[at] as number
    values[--count] = occurrence
    if (occurrence > next) isSorted = false
    next = occurrence
  }
  if (!isSorted) values.subarray(0, target.count).sort()
}
