/**
 * Terms within one or two edits of a word: insert, delete, replace, swap of neighbours (Damerau, optimal alignment).
 *
 * An edit costs a term at most one letter of the word and brings in at most one other. So each term has a digest: the set
 * of its first letters, and its length. One pass over these numbers, about a nanosecond each, leaves a few terms in a
 * hundred, of which the distance is computed. Digests follow from the dictionary; they are made at the first look-up and
 * kept with it, so that files need not hold them.
 *
 *   term    build                bits of b, u, i, l, d, and 5 in the highest five bits
 *   word    biuld, one typo      no letter missing, none too many, as long: compared
 *   word    guide, one typo      `g` and `e` are missing: passed over
 */
import {
  createTermCursor,
  entryAt,
  nextTerm,
  seekOrdinal,
  type TermDictionary,
  type TermEntry,
} from '../segment/term-dictionary.ts'

export interface TypoMatch extends TermEntry {
  /** Edits; a wrong first letter counts one more. */
  typos: number
  /** Whether the word is within reach of a beginning of the term only. */
  prefix: boolean
}

/** Units of a term whose letters are in its digest: so many that words of most lengths are told apart by them. */
const DIGEST_UNITS = 9
const LETTER_BITS = 27
/** Lengths from here on are not told apart. */
const LONGEST_TOLD = 31

const digests = new WeakMap<TermDictionary, Uint32Array>()

/** A digest for each term: bit `unit % 27` for each of its first units, and its length above them. */
function digestsOf(dictionary: TermDictionary): Uint32Array {
  let known = digests.get(dictionary)
  if (known === undefined) {
    known = new Uint32Array(dictionary.termCount)
    const cursor = createTermCursor(dictionary)
    while (nextTerm(cursor)) {
      const { units, unitCount } = cursor
      const letters = lettersOf(units, Math.min(unitCount, DIGEST_UNITS))
      known[cursor.ordinal] = letters | (Math.min(unitCount, LONGEST_TOLD) << LETTER_BITS)
    }
    digests.set(dictionary, known)
  }
  return known
}

/** The set of the first `count` units; different units may share a bit. */
function lettersOf(units: Uint16Array, count: number): number {
  let letters = 0
  for (let at = 0; at < count; at++) letters |= 1 << ((units[at] as number) % LETTER_BITS)
  return letters
}

/** Whether more than `limit` (1 or 2) bits are set. */
function hasMore(bits: number, limit: number): boolean {
  let rest = bits & (bits - 1)
  if (limit > 1) rest &= rest - 1
  return rest !== 0
}

/** Finds the terms within `limit` edits (1 or 2) of `word`, in order. With `prefix`, also those of which a beginning is. */
export function findTypos(dictionary: TermDictionary, word: string, limit: number, prefix: boolean): TypoMatch[] {
  const cursor = createTermCursor(dictionary)
  const { length } = word
  const units = Uint16Array.from({ length }, (_, at) => word.charCodeAt(at))
  // What of the word must be among the first units of a term, and what may be there, wherever edits have moved it to.
  const wanted = lettersOf(units, length <= DIGEST_UNITS - limit ? length : DIGEST_UNITS - limit)
  const decided = !prefix || length - limit >= DIGEST_UNITS
  const foreign = decided ? ~lettersOf(units, Math.min(length, DIGEST_UNITS + limit)) & (2 ** LETTER_BITS - 1) : 0
  const shortest = Math.min(length - limit, LONGEST_TOLD)
  const longest = prefix ? LONGEST_TOLD : length + limit
  const found: TypoMatch[] = []
  const all = digestsOf(dictionary)
  for (let ordinal = 0; ordinal < all.length; ordinal++) {
    const digest = all[ordinal] as number
    const termLength = digest >>> LETTER_BITS
    if (termLength < shortest || termLength > longest) continue
    if (hasMore(wanted & ~digest, limit) || hasMore(digest & foreign, limit)) continue
    seekOrdinal(cursor, ordinal)
    const whole = distance(cursor.units, cursor.unitCount, units, limit, prefix)
    const edits = prefix ? leastOfPrefixes : whole
    if (edits === 0 || edits > limit) continue
    const wrongStart = cursor.units[0] !== units[0] ? 1 : 0
    found.push({ ...entryAt(cursor), typos: edits + wrongStart, prefix: whole > limit })
  }
  return found
}

const MAX_UNITS = 65
const WIDTH = MAX_UNITS + 1
/** The table of `distance`: a row for each unit of the term. The first row is the same for all words. */
const rows = Uint8Array.from({ length: WIDTH * WIDTH }, (_, at) => at)
/** The least distance of the word to any beginning of the term that `distance` saw last. */
let leastOfPrefixes = MAX_UNITS

/**
 * The distance of a term to a word; more than `limit` if it is beyond that. Ends as soon as that is certain, of the term
 * and, with `prefix`, of all its beginnings.
 */
function distance(
  termUnits: Uint16Array,
  termCount: number,
  wordUnits: Uint16Array,
  limit: number,
  prefix: boolean,
): number {
  const { length } = wordUnits
  const depthLimit = Math.min(termCount, length + limit, MAX_UNITS)
  leastOfPrefixes = length
  for (let depth = 1; depth <= depthLimit; depth++) {
    const least = fillRow(rows, depth, termUnits, wordUnits, length, limit)
    const whole = rows[depth * WIDTH + length] as number
    if (whole < leastOfPrefixes) leastOfPrefixes = whole
    if (least > limit && (!prefix || leastOfPrefixes > limit)) return MAX_UNITS
  }
  return depthLimit < termCount ? MAX_UNITS : (rows[depthLimit * WIDTH + length] as number)
}

function fillRow(
  rows: Uint8Array,
  depth: number,
  termUnits: Uint16Array,
  wordUnits: Uint16Array,
  length: number,
  limit: number,
): number {
  const row = depth * WIDTH
  const above = row - WIDTH
  const unit = termUnits[depth - 1] as number
  const previous = depth > 1 ? (termUnits[depth - 2] as number) : -1
  rows[row] = depth
  // Only the band of cells within `limit` of the diagonal can be within the limit.
  const from = Math.max(1, depth - limit)
  const to = Math.min(length, depth + limit)
  let least = from === 1 ? depth : MAX_UNITS
  if (from > 1) rows[row + from - 1] = MAX_UNITS
  for (let column = from; column <= to; column++) {
    const wordUnit = wordUnits[column - 1] as number
    let value = (rows[above + column - 1] as number) + (unit === wordUnit ? 0 : 1)
    const inserted = column > depth + limit - 1 ? MAX_UNITS : (rows[above + column] as number) + 1
    if (inserted < value) value = inserted
    const deleted = (rows[row + column - 1] as number) + 1
    if (deleted < value) value = deleted
    if (column > 1 && previous === wordUnit && unit === wordUnits[column - 2]) {
      const swapped = (rows[above - WIDTH + column - 2] as number) + 1
      if (swapped < value) value = swapped
    }
    rows[row + column] = value
    if (value < least) least = value
  }
  for (let column = to + 1; column <= length; column++) rows[row + column] = MAX_UNITS
  return least
}
