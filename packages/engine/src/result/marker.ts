/** The terms that match a query, with filters that exclude most words of a text without a look-up. */
import type { Expansion } from '../query/expansion.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { type Phrase, phrasesOf } from './gram-marks.ts'
import type { Mark } from './mark.ts'

/** A word of the query that a term matches, and the number of units of the term that match. */
export interface TermMatch {
  word: number
  units: number
  text?: string
}

/** The terms of a query's expansions. */
export interface Marker {
  readonly words: readonly QueryWord[]
  readonly terms: ReadonlyMap<string, readonly TermMatch[]>
  /** Bits by `hashOf` of the terms: a word whose bit is not set is no term. */
  readonly filter: Uint32Array
  /** Bits of the first two units of each term (`placeOfPair`), and of the only unit. */
  readonly beginnings: Uint32Array
  /** Strings of scripts without spaces, which are marked as a whole. */
  readonly phrases: readonly Phrase[]
  /** Marks of the pieces and of the texts that were read for this query; offsets are into the key. */
  readonly pieces: Map<string, readonly Mark[]>
  readonly texts: Map<string, readonly Mark[]>
}

/**
 * A marker. `replacing`: synonyms of one word are shown as the words of the query that they replace. Stop words have no marks: they
 * are everywhere, and no reason for a hit.
 */
export function createMarker(
  words: readonly QueryWord[],
  expansions: readonly Expansion[][],
  replacing = false,
): Marker {
  const marked = expansions.map((list, word) => (words[word]?.stop ? [] : list))
  return new LazyMarker(words, marked, replacing)
}

/**
 * Makes its tables at first use: a short prefix matches thousands of terms, and not every answer has something to mark.
 * A class, because the getters of an object literal are new functions for each query, which the platform cannot inline.
 */
class LazyMarker implements Marker {
  readonly words: readonly QueryWord[]
  readonly pieces: Map<string, readonly Mark[]> = new Map()
  readonly texts: Map<string, readonly Mark[]> = new Map()
  readonly #expansions: readonly Expansion[][]
  readonly #replacing: boolean
  #terms: Marker['terms'] | undefined
  #phrases: readonly Phrase[] | undefined
  #filter: Uint32Array | undefined
  #beginnings: Uint32Array | undefined

  constructor(words: readonly QueryWord[], expansions: readonly Expansion[][], replacing: boolean) {
    this.words = words
    this.#expansions = expansions
    this.#replacing = replacing
  }

  get terms(): Marker['terms'] {
    return (this.#terms ??= matchesByTerm(this.#expansions, this.#replacing))
  }

  get phrases(): readonly Phrase[] {
    return (this.#phrases ??= phrasesOf(this.words, this.#expansions))
  }

  get filter(): Uint32Array {
    return (this.#filter ??= filterOf(this.terms))
  }

  get beginnings(): Uint32Array {
    return (this.#beginnings ??= beginningsOf(this.terms))
  }
}

function matchesByTerm(expansions: readonly Expansion[][], replacing: boolean): Marker['terms'] {
  const terms = new Map<string, TermMatch[]>()
  const add = (term: string, word: number, units: number, text?: string): void => {
    const known = terms.get(term)
    const match = text === undefined ? { word, units } : { word, units, text }
    if (known === undefined) terms.set(term, [match])
    else if (!known.some((other) => other.word === word)) known.push(match)
  }
  for (const [word, list] of expansions.entries()) {
    for (const expansion of list) {
      // A phrase is several terms.
      if (expansion.term.includes(' ')) for (const part of expansion.term.split(' ')) add(part, word, part.length)
      else add(expansion.term, word, expansion.matchedUnits, replacing ? expansion.replaces : undefined)
    }
  }
  return terms
}

/** Bits of a filter, a power of two: with a few thousand terms, one in ten words that are no term passes the filter. */
const FILTER_BITS = 1 << 16

function filterOf(terms: Marker['terms']): Uint32Array {
  const filter = new Uint32Array(FILTER_BITS / 32)
  for (const term of terms.keys()) {
    let hash = 0
    for (let at = 0; at < term.length; at++) hash = hashOf(hash, term.charCodeAt(at))
    const bit = bitOf(hash)
    filter[bit >>> 5] = (filter[bit >>> 5] as number) | (1 << bit)
  }
  return filter
}

/** The hash of a text and one more unit. */
export function hashOf(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + unit) | 0
}

/** Whether a term may have the hash. */
export function hasHash(filter: Uint32Array, hash: number): boolean {
  const bit = bitOf(hash)
  return ((filter[bit >>> 5] as number) & (1 << bit)) !== 0
}

function bitOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (FILTER_BITS - 1)
}

function beginningsOf(terms: Marker['terms']): Uint32Array {
  const pairs = new Uint32Array((128 * 128) / 32)
  for (const term of terms.keys()) {
    const place = placeOfPair(term.charCodeAt(0), term.length > 1 ? term.charCodeAt(1) : 0)
    pairs[place >>> 5] = (pairs[place >>> 5] as number) | (1 << place)
  }
  return pairs
}

/** Bit of two units below 128; of other units any bit, because texts with them are never skipped. */
function placeOfPair(first: number, second: number): number {
  return ((first & 127) << 7) | (second & 127)
}

/** Whether a term begins with the two units, or is the first of them if the second is 0. */
export function hasPair(pairs: Uint32Array, first: number, second: number): boolean {
  const place = placeOfPair(first, second)
  return ((pairs[place >>> 5] as number) & (1 << place)) !== 0
}
