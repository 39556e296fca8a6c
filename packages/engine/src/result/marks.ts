/**
 * What in a text answers the query: ranges of the text, each with the word of the query that it answers.
 *
 * The text is cut into tokens as it was for the index; a token is marked if its term is one that matched. Of a term
 * that only begins with the word, the beginning is marked. Offsets are UTF-16 units and never split a grapheme.
 *
 * Tokens never reach over white space, so a text is looked at piece by piece between spaces, and what was found in a piece
 * is remembered for the query: most of a page of hits are the same few hundred words.
 */
import { classOf, EXTEND } from '../analysis/characters.ts'
import { fold } from '../analysis/fold.ts'
import { MAX_TERM_UNITS, tokenize } from '../analysis/tokenize.ts'
import type { Expansion } from '../query/expansion.ts'
import type { QueryWord } from '../query/parse-query.ts'

/** A part of a text that is marked, and what is to be shown in its place. */
export interface Range {
  start: number
  end: number
  text?: string
}

export interface Mark extends Range {
  /** Number of the word in the query. */
  word: number
}

/** A word of the query that a term answers, and with how many of its units. */
interface Answered {
  word: number
  units: number
  text?: string
}

/** Looks up which words a term answers. */
export interface Marker {
  readonly words: readonly QueryWord[]
  readonly terms: ReadonlyMap<string, readonly Answered[]>
  /** Bits by `hashOf` of the terms that are words of plain letters: what has none of them is no term. */
  readonly filter: Uint32Array
  /** Bits of the first two units of each term (`placeOfPair`), and of the only unit. */
  readonly beginnings: Uint32Array
  /** Marks of the pieces and of the texts that were looked at for this query; offsets are into the key. */
  readonly pieces: Map<string, readonly Mark[]>
  readonly texts: Map<string, readonly Mark[]>
}

/** `replacing`: synonyms of one word are shown as the words of the query that they stand for. */
export function createMarker(
  words: readonly QueryWord[],
  expansions: readonly Expansion[][],
  replacing = false,
): Marker {
  return new LazyMarker(words, expansions, replacing)
}

/**
 * Makes its tables when they are first asked for: a short prefix stands for thousands of terms, and not every answer has
 * something to mark. A class, since getters of an object of its own are new functions for each query, which the platform
 * can neither share nor inline.
 */
class LazyMarker implements Marker {
  readonly words: readonly QueryWord[]
  readonly pieces: Map<string, readonly Mark[]> = new Map()
  readonly texts: Map<string, readonly Mark[]> = new Map()
  readonly #expansions: readonly Expansion[][]
  readonly #replacing: boolean
  #terms: Marker['terms'] | undefined
  #filter: Uint32Array | undefined
  #beginnings: Uint32Array | undefined

  constructor(words: readonly QueryWord[], expansions: readonly Expansion[][], replacing: boolean) {
    this.words = words
    this.#expansions = expansions
    this.#replacing = replacing
  }

  get terms(): Marker['terms'] {
    return (this.#terms ??= termsOf(this.#expansions, this.#replacing))
  }

  get filter(): Uint32Array {
    return (this.#filter ??= filterOf(this.terms))
  }

  get beginnings(): Uint32Array {
    return (this.#beginnings ??= beginningsOf(this.terms))
  }
}

function termsOf(expansions: readonly Expansion[][], replacing: boolean): Marker['terms'] {
  const terms = new Map<string, Answered[]>()
  const add = (term: string, word: number, units: number, text?: string): void => {
    const known = terms.get(term)
    const answered = text === undefined ? { word, units } : { word, units, text }
    if (known === undefined) terms.set(term, [answered])
    else if (!known.some((other) => other.word === word)) known.push(answered)
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

const NONE: readonly Mark[] = []

/** Marks of a text, in order of their start. */
export function marksOf(text: string, marker: Marker): readonly Mark[] {
  if (marker.terms.size === 0) return NONE
  let marks = marker.texts.get(text)
  if (marks === undefined) {
    marks = collectMarks(text, marker)
    marker.texts.set(text, marks)
  }
  return marks
}

/** Bits of a filter, a power of two: for a few thousand terms one word in ten is looked up in vain. */
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

/** Whether the word of `letters` letters at `start`, of which `first` is the first one in lower case, may be a term. */
function mayBeTerm(text: string, start: number, letters: number, first: number, filter: Uint32Array): boolean {
  let hash = hashOf(0, first)
  for (let at = start + 1; at < start + letters; at++) hash = hashOf(hash, text.charCodeAt(at))
  return hasHash(filter, hash)
}

/** Whether a term may have the hash. */
export function hasHash(filter: Uint32Array, hash: number): boolean {
  const bit = bitOf(hash)
  return ((filter[bit >>> 5] as number) & (1 << bit)) !== 0
}

function bitOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (FILTER_BITS - 1)
}

function collectMarks(text: string, marker: Marker): Mark[] {
  const marks: Mark[] = []
  const { filter, beginnings } = marker
  const { length } = text
  let start = 0
  while (start < length) {
    // Most of a text are words of prose: letters, and whatever mark of punctuation follows them. Such a word is one token.
    let end = start
    let unit = text.charCodeAt(start)
    if (unit >= 65 && unit <= 90) unit += 32
    const first = unit
    while (unit >= 97 && unit <= 122) unit = ++end < length ? text.charCodeAt(end) : 32
    const letters = end - start
    if (letters > 0 && (unit === 46 || unit === 44 || unit === 59 || unit === 58)) {
      unit = ++end < length ? text.charCodeAt(end) : 32
    }
    if (isPlainSpace(unit) && letters <= MAX_TERM_UNITS) {
      const second = letters > 1 ? text.charCodeAt(start + 1) : 0
      if (letters === 0 || !hasPair(beginnings, first, second) || !mayBeTerm(text, start, letters, first, filter)) {
        start = end + 1
        continue
      }
    }
    while (end < length && !isPlainSpace(text.charCodeAt(end))) end++
    // With the space after it: whether dots end a sentence depends on that.
    const piece = text.slice(start, Math.min(length, end + 1))
    for (const { start: from, end: to, word, text: shown } of marksOfPiece(piece, marker)) {
      const mark: Mark = { start: start + from, end: start + to, word }
      if (shown !== undefined) mark.text = shown
      marks.push(mark)
    }
    start = end + 1
  }
  return marks
}

function isPlainSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13
}

function beginningsOf(terms: Marker['terms']): Uint32Array {
  const pairs = new Uint32Array((128 * 128) / 32)
  for (const term of terms.keys()) {
    const place = placeOfPair(term.charCodeAt(0), term.length > 1 ? term.charCodeAt(1) : 0)
    pairs[place >>> 5] = (pairs[place >>> 5] as number) | (1 << place)
  }
  return pairs
}

/** Of two units below 128; of others any place, since texts with them are not passed over. */
function placeOfPair(first: number, second: number): number {
  return ((first & 127) << 7) | (second & 127)
}

/** Whether a term begins with the two units, or is the first of them if the second is 0. */
function hasPair(pairs: Uint32Array, first: number, second: number): boolean {
  const place = placeOfPair(first, second)
  return ((pairs[place >>> 5] as number) & (1 << place)) !== 0
}

/**
 * Whether a piece may have a token that is a term: one of its units is a term, or two begin one that follow each other, as
 * they stand or once what is no letter or digit between them is left out (`x-ray` has the token `xray`). Of pieces that
 * are not ASCII, which folding may change, always.
 */
function mayHaveTerm(piece: string, beginnings: Uint32Array): boolean {
  let before = 0
  let lastLetter = 0
  for (let at = 0; at < piece.length; at++) {
    let unit = piece.charCodeAt(at)
    if (unit > 127) return true
    if (unit >= 65 && unit <= 90) unit += 32
    const isLetter = (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)
    if (hasPair(beginnings, unit, 0) || hasPair(beginnings, before, unit)) return true
    if (isLetter) {
      if (hasPair(beginnings, lastLetter, unit)) return true
      lastLetter = unit
    }
    before = unit
  }
  return false
}

/** Marks of what stands between white space, with the space after it; looked up once for a query. */
function marksOfPiece(piece: string, marker: Marker): readonly Mark[] {
  let marks = marker.pieces.get(piece)
  if (marks === undefined) {
    marks = mayHaveTerm(piece, marker.beginnings) ? collectMarksOfPiece(piece, marker) : NONE
    marker.pieces.set(piece, marks)
  }
  return marks
}

/** Marks of a token of ASCII with `size` units, whose letters and digits are `term`. */
export function marksOfTerm(term: string, size: number, { terms }: Marker): readonly Mark[] {
  const found = terms.get(term)
  if (found === undefined) return NONE
  const marks = found.map(({ word, units }) => ({ start: 0, end: units < term.length ? units : size, word }))
  return marks.sort((a, b) => b.end - a.end)
}

/** Marks of what stands between white space, with the space after it. */
export function collectMarksOfPiece(piece: string, marker: Marker): readonly Mark[] {
  const marks: Mark[] = []
  tokenize(piece, (term, start, end) => {
    const found = marker.terms.get(term)
    if (found === undefined) return
    for (const { word, units, text } of found) {
      const stop = units < term.length ? endOfUnits(piece, start, end, units) : end
      marks.push(text === undefined ? { start, end: stop, word } : { start, end: stop, word, text })
    }
  })
  return marks.length === 0 ? NONE : marks.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Where the beginning of a token ends that folds to `units` units. */
function endOfUnits(text: string, start: number, end: number, units: number): number {
  let at = start
  let folded = 0
  while (at < end && folded < units) {
    const from = at
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1
    while (at < end && (classOf(text.codePointAt(at) as number) === EXTEND || isJoinedToNext(text, at))) {
      at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1
    }
    folded += fold(text.slice(from, at)).length
  }
  return at
}

/** Viramas join the consonants on both sides into one grapheme. */
function isJoinedToNext(text: string, at: number): boolean {
  return /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u200d]\p{M}*$/u.test(text.slice(Math.max(0, at - 4), at))
}

/** The words of the query that the marks answer, in order. */
export function wordsOf(marks: readonly Mark[]): number[] {
  const words: number[] = []
  for (const { word } of marks) if (!words.includes(word)) words.push(word)
  return words.length < 2 ? words : words.sort((a, b) => a - b)
}

/** Overlapping and touching-inside marks as one. */
export function mergeMarks(marks: readonly Mark[]): readonly Range[] {
  if (marks.length === 0) return NONE
  const merged: Range[] = []
  for (const { start, end, text } of marks) {
    const previous = merged.at(-1)
    if (previous === undefined || start >= previous.end) {
      merged.push(text === undefined ? { start, end } : { start, end, text })
    } else if (end > previous.end) {
      previous.end = end
      delete previous.text
    }
  }
  return merged
}
