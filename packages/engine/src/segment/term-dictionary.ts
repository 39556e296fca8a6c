/**
 * The term dictionary: every term of the index in order, with the place of its posting list.
 *
 * Terms are sorted by UTF-16 unit and stored in blocks of 16, each term as its difference from the one before it.
 * A table holds where each block begins, so a look-up is a binary search over blocks and a walk within one. No faster
 * structure is needed: look-ups of typos use digests of the terms (`query/find-typos.ts`).
 *
 * One entry:
 *
 *   SIZE     DESCRIPTION
 *   1        units shared with the term before (0 at the start of a block)
 *   1        bytes of the rest of the term
 *   n        the rest: each UTF-16 unit in 1 to 3 bytes, as UTF-8 writes code points below 0x10000
 *   varint   bytes of the posting list, which follows the list of the term before
 *
 * Example: `fold` after `fog` in a block, posting list of 5 bytes: 02 02 6c 64 05.
 */
import { ByteWriter, type Cursor, readVarint } from './bytes.ts'
import { blocksOf, type Parts, requireDictionary } from './parts.ts'

export const TERMS_PER_BLOCK = 16

/** A term, and the place of its posting list in its section. */
export interface TermEntry {
  term: string
  postingsStart: number
  postingsEnd: number
}

export interface TermDictionary {
  readonly termCount: number
  /** For each block: offset of its entries, offset of its first posting list. */
  readonly blocks: Uint32Array
  readonly entries: Uint8Array
  /** Given if some of it may be missing. */
  readonly parts: Parts | undefined
}

/** Walks the dictionary; holds the current term. */
export interface TermCursor extends Cursor {
  readonly dictionary: TermDictionary
  /** Position of the term in the order; -1 before the first. */
  ordinal: number
  /**
   * End of the readable terms: the number of terms, or in an index in parts the end of the terms that a seek loaded.
   */
  end: number
  readonly units: Uint16Array
  unitCount: number
  postingsStart: number
  postingsEnd: number
}

/** Writes terms in ascending order, each with the size of its posting list. */
export function createTermWriter(): {
  add: (term: string, postingsSize: number) => void
  finish: () => { blocks: Uint32Array; entries: Uint8Array; termCount: number }
} {
  const entries = new ByteWriter()
  const blocks: number[] = []
  let count = 0
  let previous = ''
  let postings = 0
  return {
    add(term, postingsSize) {
      let shared = 0
      if (count % TERMS_PER_BLOCK === 0) {
        blocks.push(entries.length, postings)
      } else {
        const limit = Math.min(previous.length, term.length)
        while (shared < limit && previous.charCodeAt(shared) === term.charCodeAt(shared)) shared++
      }
      entries.byte(shared)
      const sizeAt = entries.length
      entries.byte(0)
      for (let i = shared; i < term.length; i++) writeUnit(entries, term.charCodeAt(i))
      entries.bytes[sizeAt] = entries.length - sizeAt - 1
      entries.varint(postingsSize)
      postings += postingsSize
      previous = term
      count++
    },
    finish: () => ({ blocks: Uint32Array.from(blocks), entries: entries.written(), termCount: count }),
  }
}

function writeUnit(entries: ByteWriter, unit: number): void {
  if (unit < 0x80) {
    entries.byte(unit)
  } else if (unit < 0x800) {
    entries.byte(0xc0 | (unit >> 6))
    entries.byte(0x80 | (unit & 63))
  } else {
    entries.byte(0xe0 | (unit >> 12))
    entries.byte(0x80 | ((unit >> 6) & 63))
    entries.byte(0x80 | (unit & 63))
  }
}

export function createTermCursor(dictionary: TermDictionary): TermCursor {
  return {
    dictionary,
    bytes: dictionary.entries,
    at: 0,
    ordinal: -1,
    end: dictionary.parts === undefined ? dictionary.termCount : 0,
    units: new Uint16Array(256),
    unitCount: 0,
    postingsStart: 0,
    postingsEnd: 0,
  }
}

/** Moves before the first term of a block. */
function seekBlock(cursor: TermCursor, block: number): void {
  const blocks = cursor.dictionary.blocks
  cursor.at = blocks[block * 2] as number
  cursor.postingsEnd = blocks[block * 2 + 1] as number
  cursor.ordinal = block * TERMS_PER_BLOCK - 1
  cursor.unitCount = 0
}

/** Moves to the next term; false at the end. Throws `PartsMissing` at terms that were not requested by a seek. */
export function nextTerm(cursor: TermCursor): boolean {
  if (cursor.ordinal + 1 >= cursor.end && !canScan(cursor)) return false
  cursor.ordinal++
  const { bytes, units } = cursor
  let at = cursor.at
  const shared = bytes[at++] as number
  const end = at + 1 + (bytes[at] as number)
  at++
  let count = shared
  while (at < end) {
    const byte = bytes[at++] as number
    if (byte < 0x80) units[count++] = byte
    else if (byte < 0xe0) units[count++] = ((byte & 31) << 6) | ((bytes[at++] as number) & 63)
    else {
      units[count++] = ((byte & 15) << 12) | (((bytes[at] as number) & 63) << 6) | ((bytes[at + 1] as number) & 63)
      at += 2
    }
  }
  cursor.at = at
  cursor.unitCount = count
  cursor.postingsStart = cursor.postingsEnd
  cursor.postingsEnd = cursor.postingsStart + readVarint(cursor)
  return true
}

/** Whether a scan of all terms of an index in parts starts here; it requires the whole dictionary. */
function canScan(cursor: TermCursor): boolean {
  const { parts, termCount } = cursor.dictionary
  if (parts === undefined || cursor.end > 0 || termCount === 0) return false
  requireDictionary(parts)
  cursor.end = termCount
  return true
}

/** Moves to a term by its number, which must not be behind the cursor. */
export function seekOrdinal(cursor: TermCursor, ordinal: number): void {
  const block = Math.floor(ordinal / TERMS_PER_BLOCK)
  if (cursor.ordinal < block * TERMS_PER_BLOCK) seekBlock(cursor, block)
  while (cursor.ordinal < ordinal) nextTerm(cursor)
}

/** The current term, from a unit of it to its end. */
export function termText(cursor: TermCursor, from = 0): string {
  return String.fromCharCode.apply(null, cursor.units.subarray(from, cursor.unitCount) as unknown as number[])
}

/**
 * Moves to the first term ≥ `term`; false if there is none or, in an index of parts, if it does not begin with `term`.
 * Throws `PartsMissing`.
 */
export function seekTerm(cursor: TermCursor, term: string): boolean {
  return seek(cursor, term, false)
}

function seek(cursor: TermCursor, term: string, exact: boolean): boolean {
  const { parts, termCount, blocks } = cursor.dictionary
  const blockCount = blocks.length / 2
  let low = 0
  let high = blockCount - 1
  if (parts !== undefined && blockCount > 0) {
    const [first, end] = blocksOf(parts, term, exact)
    low = first
    high = end - 1
    cursor.end = Math.min(termCount, end * TERMS_PER_BLOCK)
  }
  // Invariant: the first term of every block ≤ low is ≤ term (or low is 0).
  while (low < high) {
    const middle = (low + high + 1) >> 1
    seekBlock(cursor, middle)
    nextTerm(cursor)
    if (compareTo(cursor, term) <= 0) low = middle
    else high = middle - 1
  }
  if (blockCount === 0) return false
  seekBlock(cursor, low)
  while (nextTerm(cursor)) if (compareTo(cursor, term) >= 0) return true
  return false
}

/** Whether the current term begins with `prefix`. */
export function hasPrefix(cursor: TermCursor, prefix: string): boolean {
  if (cursor.unitCount < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (cursor.units[i] !== prefix.charCodeAt(i)) return false
  return true
}

function compareTo(cursor: TermCursor, term: string): number {
  const limit = Math.min(cursor.unitCount, term.length)
  for (let i = 0; i < limit; i++) {
    const difference = (cursor.units[i] as number) - term.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return cursor.unitCount - term.length
}

/** The entry of a term that is equal to `term`. */
export function findTerm(cursor: TermCursor, term: string): TermEntry | undefined {
  if (term === '' || !seek(cursor, term, true) || cursor.unitCount !== term.length) return undefined
  return compareTo(cursor, term) === 0 ? entryAt(cursor, term) : undefined
}

export function entryAt(cursor: TermCursor, term = termText(cursor)): TermEntry {
  return { term, postingsStart: cursor.postingsStart, postingsEnd: cursor.postingsEnd }
}
