/**
 * Terms within a few edits of a word: insert, delete, replace, swap of neighbours (Damerau, optimal alignment).
 *
 * An edit removes at most one letter of the word and adds at most one other. So each term has a digest: the set of its
 * first letters. One pass over the digests of terms of similar length, about a nanosecond each, leaves a few terms in a
 * hundred, whose edits are counted.
 *
 *   term    build                bits of b, u, i, l, d; among the terms of 5 units
 *   word    biuld, one typo      no letter is missing, none is added: compared
 *   word    guide, one typo      `g` and `e` are missing: skipped
 *
 * Digests and units of the terms are made of the dictionary at the first look-up and kept with it, about 30 bytes a
 * term, so files need not hold them.
 */
import {
  createTermCursor,
  entryAt,
  readTerms,
  seekOrdinal,
  type TermDictionary,
  type TermEntry,
  type TermUnits,
} from '../segment/term-dictionary.ts'

export interface TypoMatch extends TermEntry {
  /** Edits; a wrong first letter counts one more. */
  typos: number
  /** Whether only a beginning of the term is within the limit. */
  prefix: boolean
}

/** First units of a term whose letters are in its digest: enough to distinguish words of most lengths. */
const DIGEST_UNITS = 9
/** Terms of this length (UTF-16 units) and longer ones share the last list. */
const LAST_LENGTH = 31

interface Terms extends TermUnits {
  /** The terms of each length. */
  lengths: TermsOfLength[]
}

/** Parallel arrays, by ascending ordinal. */
interface TermsOfLength {
  ordinals: Uint32Array
  /** Bit `unit & 31` for each of the first units of a term. */
  digests: Uint32Array
}

const known = new WeakMap<TermDictionary, Terms>()

function digestsOf(dictionary: TermDictionary): Terms {
  let terms = known.get(dictionary)
  if (terms === undefined) {
    const read = readTerms(dictionary)
    terms = { ...read, lengths: byLength(read) }
    known.set(dictionary, terms)
  }
  return terms
}

function byLength({ starts, units }: TermUnits): TermsOfLength[] {
  const termCount = starts.length - 1
  const counts = new Uint32Array(LAST_LENGTH + 1)
  for (let ordinal = 0; ordinal < termCount; ordinal++) {
    const length = lengthOf(starts, ordinal)
    counts[length] = (counts[length] as number) + 1
  }
  const lengths = Array.from(counts, (count) => ({ ordinals: new Uint32Array(count), digests: new Uint32Array(count) }))
  counts.fill(0)
  for (let ordinal = 0; ordinal < termCount; ordinal++) {
    const length = lengthOf(starts, ordinal)
    const { ordinals, digests } = lengths[length] as TermsOfLength
    const at = counts[length] as number
    counts[length] = at + 1
    const start = starts[ordinal] as number
    ordinals[at] = ordinal
    digests[at] = letterBits(units, start, start + Math.min(length, DIGEST_UNITS))
  }
  return lengths
}

/** The number of a term's list. */
function lengthOf(starts: Uint32Array, ordinal: number): number {
  return Math.min((starts[ordinal + 1] as number) - (starts[ordinal] as number), LAST_LENGTH)
}

/** The set of the units from `start` to `end`; different units may share a bit. */
function letterBits(units: Uint16Array, start: number, end: number): number {
  let letters = 0
  for (let at = start; at < end; at++) letters |= 1 << ((units[at] as number) & 31)
  return letters
}

/** Whether more than `limit` (1 to 3) bits are set. */
function hasMore(bits: number, limit: number): boolean {
  let rest = bits & (bits - 1)
  if (limit > 1) rest &= rest - 1
  if (limit > 2) rest &= rest - 1
  return rest !== 0
}

/**
 * The terms within `limit` edits (1 to 3) of `word`, in order; with `prefix`, also terms that begin with such a word.
 */
export function findTypos(dictionary: TermDictionary, word: string, limit: number, prefix: boolean): TypoMatch[] {
  const { starts, units, lengths } = digestsOf(dictionary)
  const { length } = word
  const typed = Uint16Array.from({ length }, (_, at) => word.charCodeAt(at))
  // The letters of the word that the first units of a term must have, and may have, wherever edits move them.
  const wanted = letterBits(typed, 0, length <= DIGEST_UNITS - limit ? length : DIGEST_UNITS - limit)
  const decided = !prefix || length - limit >= DIGEST_UNITS
  const foreign = decided ? ~letterBits(typed, 0, Math.min(length, DIGEST_UNITS + limit)) : 0
  const longest = prefix ? LAST_LENGTH : Math.min(length + limit, LAST_LENGTH)
  const near: { ordinal: number; edits: number }[] = []
  for (let each = Math.max(0, Math.min(length - limit, LAST_LENGTH)); each <= longest; each++) {
    const { ordinals, digests } = lengths[each] as TermsOfLength
    for (let at = 0; at < digests.length; at++) {
      const digest = digests[at] as number
      // The test that most terms fail is first: the processor predicts its branch.
      if (hasMore(wanted & ~digest, limit) || hasMore(digest & foreign, limit)) continue
      const ordinal = ordinals[at] as number
      const start = starts[ordinal] as number
      const end = starts[ordinal + 1] as number
      const edits = countEdits(units, start, end, typed, 0, limit, prefix)
      if (edits > 0 && edits <= limit) near.push({ ordinal, edits })
    }
  }
  const cursor = createTermCursor(dictionary)
  return near
    .sort((a, b) => a.ordinal - b.ordinal)
    .map(({ ordinal, edits }) => {
      const start = starts[ordinal] as number
      const whole = prefix ? countEdits(units, start, starts[ordinal + 1] as number, typed, 0, limit, false) : edits
      const wrongStart = units[start] !== typed[0] ? 1 : 0
      seekOrdinal(cursor, ordinal)
      return { ...entryAt(cursor), typos: edits + wrongStart, prefix: whole > limit }
    })
}

/**
 * The least number of edits between the term's units from `at` to `end` and the word's from `wordAt` on, or any number
 * above `most`. With `prefix`, the rest of the term is free once the word has ended. Equal beginnings need no edit, so
 * only the rest is tried: at most 4 ways for each edit.
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
