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
import { keptWith } from '../base/kept-with.ts'
import {
  createTermCursor,
  entryAt,
  readTerms,
  seekOrdinal,
  type TermDictionary,
  type TermEntry,
  type TermUnits,
} from '../segment/term-dictionary.ts'
import { type NearTerm, sharedUnits, walkTypos } from './walk-typos.ts'

/** A term of the dictionary within the limit of edits. */
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
  /** `sharedUnits`, after the first search for an unfinished word. */
  shared: Uint8Array | undefined
  /** The terms of each length, after the first search for a whole word. */
  lengths: TermsOfLength[] | undefined
}

/** Parallel arrays, by ascending ordinal. */
interface TermsOfLength {
  ordinals: Uint32Array
  /** Bit `unit & 31` for each of the first units of a term. */
  digests: Uint32Array
}

const digestsOf = keptWith((dictionary: TermDictionary): Terms => ({
  ...readTerms(dictionary),
  shared: undefined,
  lengths: undefined,
}))

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

/** Digests of one call of `sift`, and the terms that it keeps. */
const BLOCK = 1024
const sifted = new Uint32Array(BLOCK)

/**
 * Writes the terms of a block whose digests are near enough to `sifted`; returns their number. Blocks are short, because
 * the platform compiles a long loop while it runs and discards the code at its end: 58 times in 500 queries of the node
 * corpus with one loop, 10 times with calls (`--trace-deopt`).
 */
function sift(
  { ordinals, digests }: TermsOfLength,
  from: number,
  wanted: number,
  foreign: number,
  limit: number,
): number {
  const to = Math.min(digests.length, from + BLOCK)
  let kept = 0
  for (let at = from; at < to; at++) {
    const digest = digests[at] as number
    // The test that most terms fail is first: the processor predicts its branch.
    if (hasMore(wanted & ~digest, limit) || hasMore(digest & foreign, limit)) continue
    sifted[kept++] = ordinals[at] as number
  }
  return kept
}

/**
 * The terms within `limit` edits (1 to 3) of `word`, in order; with `prefix`, also terms that begin with such a word.
 */
export function findTypos(dictionary: TermDictionary, word: string, limit: number, prefix: boolean): TypoMatch[] {
  const terms = digestsOf(dictionary)
  const typed = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at))
  if (prefix) terms.shared ??= sharedUnits(terms)
  const { starts, units, shared } = terms
  const near = shared && prefix ? walkTypos({ starts, units, shared }, typed, limit) : nearTerms(terms, typed, limit)
  const cursor = createTermCursor(dictionary)
  return near.map((each) => {
    const wrongStart = units[starts[each.ordinal] as number] !== typed[0] ? 1 : 0
    seekOrdinal(cursor, each.ordinal)
    return { ...entryAt(cursor), typos: each.edits + wrongStart, prefix: each.prefix }
  })
}

/** The terms within `limit` edits of a whole word. */
function nearTerms(terms: Terms, typed: Uint16Array, limit: number): NearTerm[] {
  const { starts, units } = terms
  const lengths = (terms.lengths ??= byLength(terms))
  const { length } = typed
  // The letters of the word that the first units of a term must have, and may have, wherever edits move them.
  const wanted = letterBits(typed, 0, length <= DIGEST_UNITS - limit ? length : DIGEST_UNITS - limit)
  const foreign = ~letterBits(typed, 0, Math.min(length, DIGEST_UNITS + limit))
  const longest = Math.min(length + limit, LAST_LENGTH)
  const near: NearTerm[] = []
  for (let each = Math.max(0, Math.min(length - limit, LAST_LENGTH)); each <= longest; each++) {
    const list = lengths[each] as TermsOfLength
    for (let from = 0; from < list.digests.length; from += BLOCK) {
      const kept = sift(list, from, wanted, foreign, limit)
      for (let at = 0; at < kept; at++) {
        const ordinal = sifted[at] as number
        const [start, end] = [starts[ordinal] as number, starts[ordinal + 1] as number]
        const edits = countEdits(units, start, end, typed, 0, limit)
        if (edits > 0 && edits <= limit) near.push({ ordinal, edits, prefix: false })
      }
    }
  }
  return near.sort((a, b) => a.ordinal - b.ordinal)
}

/**
 * The least number of edits between the term's units from `at` to `end` and the word's from `wordAt` on, or any number
 * above `most`. Equal beginnings need no edit, so only the rest is tried: at most 4 ways for each edit.
 */
function countEdits(
  units: Uint16Array,
  at: number,
  end: number,
  word: Uint16Array,
  wordAt: number,
  most: number,
): number {
  let i = at
  let j = wordAt
  while (i < end && j < word.length && units[i] === word[j]) {
    i++
    j++
  }
  if (j === word.length) return end - i
  if (i === end) return word.length - j
  if (most === 0) return 1
  let least = countEdits(units, i + 1, end, word, j + 1, most - 1)
  least = Math.min(least, countEdits(units, i + 1, end, word, j, most - 1))
  least = Math.min(least, countEdits(units, i, end, word, j + 1, most - 1))
  if (i + 1 < end && units[i] === word[j + 1] && units[i + 1] === word[j]) {
    least = Math.min(least, countEdits(units, i + 2, end, word, j + 2, most - 1))
  }
  return least + 1
}
