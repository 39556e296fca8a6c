/**
 * Terms within a few edits of a word: insert, delete, replace, swap of neighbours (Damerau, optimal alignment).
 *
 * An edit costs a term at most one letter of the word and brings in at most one other. So each term has a digest: the set
 * of its first letters, and its length. One pass over these numbers, about a nanosecond each, leaves a few terms in a
 * hundred, of which the edits are counted.
 *
 *   term    build                bits of b, u, i, l, d, and 5 in the highest five bits
 *   word    biuld, one typo      no letter missing, none too many, as long: compared
 *   word    guide, one typo      `g` and `e` are missing: passed over
 *
 * Digests and the units of the terms follow from the dictionary; they are made at the first look-up and kept with it, so
 * that files need not hold them: about 30 bytes a term.
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

interface Terms {
  /** For each term: bit `unit % 27` for each of its first units, and its length above them. */
  digests: Uint32Array
  /** Where the units of each term begin; one more, where they end. */
  starts: Uint32Array
  units: Uint16Array
}

const known = new WeakMap<TermDictionary, Terms>()

function termsOf(dictionary: TermDictionary): Terms {
  let terms = known.get(dictionary)
  if (terms === undefined) {
    const digests = new Uint32Array(dictionary.termCount)
    const starts = new Uint32Array(dictionary.termCount + 1)
    let units = new Uint16Array(dictionary.termCount * 16)
    const cursor = createTermCursor(dictionary)
    while (nextTerm(cursor)) {
      const { ordinal, unitCount } = cursor
      const start = starts[ordinal] as number
      if (start + unitCount > units.length) {
        const grown = new Uint16Array(units.length * 2)
        grown.set(units)
        units = grown
      }
      for (let at = 0; at < unitCount; at++) units[start + at] = cursor.units[at] as number
      starts[ordinal + 1] = start + unitCount
      const letters = lettersOf(cursor.units, Math.min(unitCount, DIGEST_UNITS))
      digests[ordinal] = letters | (Math.min(unitCount, LONGEST_TOLD) << LETTER_BITS)
    }
    terms = { digests, starts, units: units.slice(0, starts[dictionary.termCount]) }
    known.set(dictionary, terms)
  }
  return terms
}

/** The set of the first `count` units; different units may share a bit. */
function lettersOf(units: Uint16Array, count: number): number {
  let letters = 0
  for (let at = 0; at < count; at++) letters |= 1 << ((units[at] as number) % LETTER_BITS)
  return letters
}

/** Whether more than `limit` (1 to 3) bits are set. */
function hasMore(bits: number, limit: number): boolean {
  let rest = bits & (bits - 1)
  if (limit > 1) rest &= rest - 1
  if (limit > 2) rest &= rest - 1
  return rest !== 0
}

/** Finds the terms within `limit` edits (1 to 3) of `word`, in order. With `prefix`, also those of which a beginning is. */
export function findTypos(dictionary: TermDictionary, word: string, limit: number, prefix: boolean): TypoMatch[] {
  const { digests, starts, units } = termsOf(dictionary)
  const cursor = createTermCursor(dictionary)
  const { length } = word
  const typed = Uint16Array.from({ length }, (_, at) => word.charCodeAt(at))
  // What of the word must be among the first units of a term, and what may be there, wherever edits have moved it to.
  const wanted = lettersOf(typed, length <= DIGEST_UNITS - limit ? length : DIGEST_UNITS - limit)
  const decided = !prefix || length - limit >= DIGEST_UNITS
  const foreign = decided ? ~lettersOf(typed, Math.min(length, DIGEST_UNITS + limit)) & (2 ** LETTER_BITS - 1) : 0
  const shortest = Math.min(length - limit, LONGEST_TOLD)
  const longest = prefix ? LONGEST_TOLD : length + limit
  const found: TypoMatch[] = []
  for (let ordinal = 0; ordinal < digests.length; ordinal++) {
    const digest = digests[ordinal] as number
    // What most terms fail goes first, because a branch that the processor foresees costs nothing.
    if (hasMore(wanted & ~digest, limit)) continue
    const termLength = digest >>> LETTER_BITS
    if (termLength < shortest || termLength > longest || hasMore(digest & foreign, limit)) continue
    const start = starts[ordinal] as number
    const end = starts[ordinal + 1] as number
    const edits = countEdits(units, start, end, typed, 0, limit, prefix)
    if (edits === 0 || edits > limit) continue
    const whole = prefix ? countEdits(units, start, end, typed, 0, limit, false) : edits
    const wrongStart = units[start] !== typed[0] ? 1 : 0
    seekOrdinal(cursor, ordinal)
    found.push({ ...entryAt(cursor), typos: edits + wrongStart, prefix: whole > limit })
  }
  return found
}

/**
 * The least number of edits between the term's units from `at` to `end` and the word's from `wordAt` on, or any number
 * above `most`. With `prefix`, the rest of the term is free once the word has ended. Equal heads never need an edit, so
 * only what follows them is tried: at most 4 ways for each edit.
 */
function countEdits(
  units: Uint16Array,
  at: number,
  end: number,
  word: Uint16Array,
  wordAt: number,
  most: number,
  prefix: boolean,
): number {
  let i = at
  let j = wordAt
  while (i < end && j < word.length && units[i] === word[j]) {
    i++
    j++
  }
  if (j === word.length) return prefix ? 0 : end - i
  if (i === end) return word.length - j
  if (most === 0) return 1
  let least = countEdits(units, i + 1, end, word, j + 1, most - 1, prefix)
  least = Math.min(least, countEdits(units, i + 1, end, word, j, most - 1, prefix))
  least = Math.min(least, countEdits(units, i, end, word, j + 1, most - 1, prefix))
  if (i + 1 < end && units[i] === word[j + 1] && units[i + 1] === word[j]) {
    least = Math.min(least, countEdits(units, i + 2, end, word, j + 2, most - 1, prefix))
  }
  return least + 1
}
