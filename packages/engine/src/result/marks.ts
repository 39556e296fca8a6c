/**
 * The marks of a text: ranges that match the query, each with its word of the query.
 *
 * The text is cut into tokens as for the index; a token is marked if its term matches. If the word is a prefix of the
 * term, only the prefix is marked. Offsets are UTF-16 units and never split a grapheme.
 *
 * Tokens have no white space inside, so a text is read piece by piece between spaces, and the marks of a piece are
 * cached for the query. Most pieces are words of prose that are no term; filters (`marker.ts`) exclude them without the
 * tokenizer. Without these filters a whole search with hits as objects takes 54 % more CPU (k8s-en of the relevance
 * kit; CPU of `search`, measured as `bench/engine-alone.mjs` does).
 */
import { classOf, EXTEND } from '../analysis/characters.ts'
import { fold } from '../analysis/fold.ts'
import { MAX_TERM_UNITS, NGRAM, tokenize } from '../analysis/tokenize.ts'
import { type GramToken, markGrams } from './gram-marks.ts'
import type { Mark, Range } from './mark.ts'
import { hasHash, hashOf, hasPair, type Marker } from './marker.ts'

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

/** Whether the word of `letters` letters at `start` may be a term; `first` is its first letter in lower case. */
function mayBeTerm(text: string, start: number, letters: number, first: number, filter: Uint32Array): boolean {
  let hash = hashOf(0, first)
  for (let at = start + 1; at < start + letters; at++) hash = hashOf(hash, text.charCodeAt(at))
  return hasHash(filter, hash)
}

function collectMarks(text: string, marker: Marker): Mark[] {
  const marks: Mark[] = []
  const { filter, beginnings } = marker
  const { length } = text
  let start = 0
  while (start < length) {
    // Most words of a text are letters with a punctuation mark after them. Such a word is one token.
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
    // Includes the space after it, by which the tokenizer recognises the end of a sentence.
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

/**
 * Whether a piece may have a token that is a term: one of its units is a term, or a term begins with two of its units
 * that follow each other, also without the symbols between them (`x-ray` has the token `xray`). Always true of pieces
 * that are not ASCII, which folding may change.
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

/** Marks of a piece between white space, with the space after it; cached for the query. */
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

/** Marks of a piece between white space, with the space after it, found by the tokenizer. */
export function collectMarksOfPiece(piece: string, marker: Marker): readonly Mark[] {
  const marks: Mark[] = []
  const grams: GramToken[] = []
  let hasGrams = false
  tokenize(piece, (term, start, end, _position, kind) => {
    const found = marker.terms.get(term)
    if (kind === NGRAM) {
      grams.push({ term, start, end })
      hasGrams ||= found !== undefined
      return
    }
    if (found === undefined) return
    for (const { word, units, text } of found) {
      const stop = units < term.length ? endOfUnits(piece, start, end, units) : end
      marks.push(text === undefined ? { start, end: stop, word } : { start, end: stop, word, text })
    }
  })
  if (hasGrams) markGrams(grams, marker.phrases, marks)
  return marks.length === 0 ? NONE : marks.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** The end of the part of a token that folds to `units` units. */
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

/** Numbers of the words of the query that have a mark, in order. */
export function matchedWords(marks: readonly Mark[]): number[] {
  const words: number[] = []
  for (const { word } of marks) if (!words.includes(word)) words.push(word)
  return words.length < 2 ? words : words.sort((a, b) => a - b)
}

/** The marks, overlapping ones merged. */
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
