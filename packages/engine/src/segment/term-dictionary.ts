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
import { ByteWriter, type Cursor, lastWhere, readVarint } from './bytes.ts'
import { blocksOf, type Parts, requireDictionary } from './parts.ts'

/** Part of the file format: look-ups and parts compute the block of a term from its number. */
export const TERMS_PER_BLOCK = 16

/** UTF-16 units of the longest term: the size of an entry is one byte. */
const MAX_UNITS = 256

/** A term, and the place of its posting list in its section. */
export interface TermEntry {
  term: string
  postingsStart: number
  postingsEnd: number
}

/** The dictionary of a segment, in two sections of its file. */
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

/** A cursor before the first term. Its buffers are used again for each term, so it serves one caller. */
export function createTermCursor(dictionary: TermDictionary): TermCursor {
  return {
    dictionary,
    bytes: dictionary.entries,
    at: 0,
    ordinal: -1,
    end: dictionary.parts === undefined ? dictionary.termCount : 0,
    units: new Uint16Array(MAX_UNITS),
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

/** The units of all terms, one after the other. */
export interface TermUnits {
  /** Where the units of each term begin; one more, where they end. */
  readonly starts: Uint32Array
  readonly units: Uint16Array
}

/**
 * Decodes the whole dictionary. Each block is decoded by a call of its own, because the platform compiles a function when it is
 * called often, but runs a long loop in its slower tiers: with the digests of `find-typos.ts`, 72,000 terms take 41 CPU ms in a
 * new process, 49 if a cursor walks over them (least of 11 pairs). Throws `PartsMissing`.
 */
export function readTerms(dictionary: TermDictionary): TermUnits {
  const { parts, termCount } = dictionary
  if (parts !== undefined && termCount > 0) requireDictionary(parts)
  const starts = new Uint32Array(termCount + 1)
  let units = new Uint16Array(termCount * 16)
  for (let first = 0; first < termCount; first += TERMS_PER_BLOCK) {
    if ((starts[first] as number) + TERMS_PER_BLOCK * MAX_UNITS > units.length) {
      const grown = new Uint16Array(units.length * 2 + TERMS_PER_BLOCK * MAX_UNITS)
      grown.set(units)
      units = grown
    }
    readBlock(dictionary, first, starts, units)
  }
  return { starts, units: units.slice(0, starts[termCount]) }
}

function readBlock(
  { blocks, entries, termCount }: TermDictionary,
  first: number,
  starts: Uint32Array,
  units: Uint16Array,
) {
  let at = blocks[(first / TERMS_PER_BLOCK) * 2] as number
  let before = 0
  let to = starts[first] as number
  const last = Math.min(first + TERMS_PER_BLOCK, termCount)
  for (let ordinal = first; ordinal < last; ordinal++) {
    const start = to
    for (const shared = start + (entries[at++] as number); to < shared;) units[to++] = units[before++] as number
    const end = at + 1 + (entries[at] as number)
    at++
    while (at < end) {
      const byte = entries[at++] as number
      if (byte < 0x80) units[to++] = byte
      else if (byte < 0xe0) units[to++] = ((byte & 31) << 6) | ((entries[at++] as number) & 63)
      else {
        units[to++] = ((byte & 15) << 12) | (((entries[at] as number) & 63) << 6) | ((entries[at + 1] as number) & 63)
        at += 2
      }
    }
    while ((entries[at++] as number) > 127);
    before = start
    starts[ordinal + 1] = to
  }
}

/** Moves to a term by its number, which must not be behind the cursor. */
export function seekOrdinal(cursor: TermCursor, ordinal: number): void {
  const block = Math.floor(ordinal / TERMS_PER_BLOCK)
  if (cursor.ordinal < block * TERMS_PER_BLOCK) seekBlock(cursor, block)
  while (cursor.ordinal < ordinal) nextTerm(cursor)
}

/** The current term. */
export function termText(cursor: TermCursor): string {
  return String.fromCharCode.apply(null, cursor.units.subarray(0, cursor.unitCount) as unknown as number[])
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
  if (blockCount === 0) return false
  // By its first term.
  const isBefore = (block: number): boolean => {
    seekBlock(cursor, block)
    nextTerm(cursor)
    return compareTo(cursor, term) <= 0
  }
  seekBlock(cursor, lastWhere(low, high, isBefore))
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

/** The entry under the cursor. Callers that know the term pass it, so that its units are not read again. */
export function entryAt(cursor: TermCursor, term = termText(cursor)): TermEntry {
  return { term, postingsStart: cursor.postingsStart, postingsEnd: cursor.postingsEnd }
}
