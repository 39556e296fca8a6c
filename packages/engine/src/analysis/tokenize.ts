/**
 * Text becomes tokens, by the same rules at index and at query time.
 *
 * A chunk is the text between white space. In a chunk, words are cut at symbols, and parts are cut at changes of case:
 * `fs.readFile` has the words `fs` and `readFile`, the parts `fs`, `read`, `file`. Each part takes one position. Joined
 * forms have the position of their first part: each word of several parts (`readfile`), and the chunk (`fsreadfile`) if
 * only connectors are between its words. So an identifier is found whole, in parts, and however it is written.
 *
 *   text       fs  .  read File ( path )
 *   position   0      1    2      3
 *   PART       fs     read file   path
 *   JOINED     fsreadfile
 *                     readfile
 *
 * Scripts without spaces give a bigram for each character, at one position each, and the last character alone: adjacent
 * bigrams match a substring, and a single character is a prefix of the bigrams that begin with it.
 *
 * Offsets are UTF-16 units into the text given; tokens begin and end at grapheme borders.
 */
import { classOf, EXTEND, GRAM, isLower, isUpper, SPACE, WORD } from './characters.ts'
import { fold, foldUnit } from './fold.ts'
import { CONNECTORS, LEADING, MAX_CONNECTORS, MAX_DECORATION, PROSE, TRAILING, WRAPPERS } from './symbols.ts'

/** A part of a word; the finest form, one position. */
export const PART = 0
/** Several parts written as one. */
export const JOINED = 1
/** A character of a script without spaces and its neighbour. */
export const NGRAM = 2
/** A run of symbols: `=>`, `!!`. */
export const SYMBOLS = 3
/** A word with the symbols that belong to it: `c++`, `@media`, `--host`. */
export const DECORATED = 4

/** One of the kinds above. */
export type TokenKind = typeof PART | typeof JOINED | typeof NGRAM | typeof SYMBOLS | typeof DECORATED

/** `positions`: how many positions the token covers. */
export type EmitToken = (
  term: string,
  start: number,
  end: number,
  position: number,
  kind: TokenKind,
  positions: number,
) => void

/** Longer terms are cut at index and at query time; people type less, and the length of an entry fits in one byte. */
export const MAX_TERM_UNITS = 64

interface Part {
  start: number
  end: number
  term: string
}

const parts: Part[] = []

/** Calls `emit` for each token of `text`, in order of position. Returns the number of positions used.
 * `firstPosition` is where counting begins (several values of one attribute follow each other).
 */
export function tokenize(text: string, emit: EmitToken, firstPosition = 0): number {
  const length = text.length
  let position = firstPosition
  let at = 0
  while (at < length) {
    const code = codeAt(text, at)
    const kind = classOf(code)
    if (kind === SPACE || kind === EXTEND) {
      at += code > 0xffff ? 2 : 1
    } else if (kind === GRAM) {
      const end = endOfGrams(text, at)
      position = emitGrams(text, at, end, position, emit)
      at = end
    } else {
      const end = endOfChunk(text, at)
      position = emitChunk(text, at, end, position, emit)
      at = end
    }
  }
  return position - firstPosition
}

/** The code point at `at`; a half of a surrogate pair alone is its unit. */
export function codeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(at) as number) : unit
}

/** The end of the run of characters of scripts without spaces that begins at `start`. */
export function endOfGrams(text: string, start: number): number {
  return endOfRun(text, start, GRAM)
}

function endOfRun(text: string, start: number, wanted: number): number {
  let at = start
  while (at < text.length) {
    const code = codeAt(text, at)
    const kind = classOf(code)
    if (kind !== wanted && (kind !== EXTEND || at === start) && code !== 0x200b) break
    at += code > 0xffff ? 2 : 1
  }
  return at
}

/** A chunk ends at white space and at the border to a script without spaces. */
function endOfChunk(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const code = codeAt(text, at)
    const kind = classOf(code)
    if (kind === SPACE || kind === GRAM) break
    at += code > 0xffff ? 2 : 1
  }
  return at
}

function emitGrams(text: string, start: number, end: number, first: number, emit: EmitToken): number {
  let position = first
  let at = start
  let previous = ''
  let previousStart = start
  while (at < end) {
    const from = at
    const code = codeAt(text, at)
    at += code > 0xffff ? 2 : 1
    while (at < end && (classOf(codeAt(text, at)) === EXTEND || text.charCodeAt(at) === 0x200b)) {
      at += codeAt(text, at) > 0xffff ? 2 : 1
    }
    const term = at - from === 1 ? foldUnit(code) : fold(text.slice(from, at)).slice(0, MAX_TERM_UNITS / 2)
    if (term === '') continue
    if (previous !== '') emit(previous + term, previousStart, at, position++, NGRAM, 1)
    previous = term
    previousStart = from
  }
  if (previous !== '') emit(previous, previousStart, end, position++, NGRAM, 1)
  return position
}

/** Emits the words, parts, symbols and joined forms of a chunk. */
function emitChunk(text: string, start: number, end: number, first: number, emit: EmitToken): number {
  let position = first
  let at = start
  // The first of the words that connectors join: its place in the text, and its position.
  let joined = ''
  let joinedStart = start
  let joinedPosition = position
  let joinedEnd = start
  let joinedWords = 0
  let symbolStart = start
  while (at < end) {
    if (classOf(codeAt(text, at)) !== WORD) {
      at += codeAt(text, at) > 0xffff ? 2 : 1
      continue
    }
    const wordStart = at
    at = endOfRun(text, wordStart, WORD)
    if (at > end) at = end
    if (symbolStart < wordStart) {
      if (joinedWords > 0 && !isConnection(text, symbolStart, wordStart)) {
        if (joinedWords > 1) emitJoined(joined, joinedStart, joinedEnd, joinedPosition, position, emit)
        joinedWords = 0
      }
      emitSymbols(text, symbolStart, wordStart, position, joinedEnd === symbolStart && symbolStart > start, emit)
    }
    const before = position
    const word = emitWord(text, wordStart, at, position, emit)
    position += word.positions
    emitDecorated(text, start, symbolStart, wordStart, at, end, word.term, before, word.positions, emit)
    if (joinedWords === 0) {
      joined = ''
      joinedStart = wordStart
      joinedPosition = before
    }
    if (word.positions > 0) {
      joined += word.term
      joinedWords++
    }
    joinedEnd = at
    symbolStart = at
  }
  if (joinedWords > 1) emitJoined(joined, joinedStart, joinedEnd, joinedPosition, position, emit)
  if (symbolStart < end) {
    const alone = symbolStart === start
    const emitted = emitSymbols(text, symbolStart, end, alone ? position : Math.max(first, position - 1), !alone, emit)
    if (alone && emitted) position++
  }
  return position
}

function emitJoined(term: string, start: number, end: number, from: number, to: number, emit: EmitToken): void {
  if (term.length <= MAX_TERM_UNITS) emit(term, start, end, from, JOINED, to - from)
}

function isConnection(text: string, start: number, end: number): boolean {
  if (end - start > MAX_CONNECTORS) return false
  for (let at = start; at < end; at++) if (!CONNECTORS.has(text.charCodeAt(at))) return false
  return true
}

const result = { term: '', positions: 0 }

/** Emits the parts of one word and, if there are several, the word. */
function emitWord(text: string, start: number, end: number, position: number, emit: EmitToken): typeof result {
  parts.length = 0
  let from = start
  for (let at = start + 1; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (!isUpper(unit)) continue
    const before = text.charCodeAt(at - 1)
    const startsWord = isLower(before) || (before >= 48 && before <= 57)
    const endsAcronym = isUpper(before) && at + 1 < end && isLower(text.charCodeAt(at + 1))
    if (!startsWord && !endsAcronym) continue
    addPart(text, from, at)
    from = at
  }
  addPart(text, from, end)
  result.term = ''
  result.positions = parts.length
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Part
    result.term += part.term
    emit(part.term.slice(0, MAX_TERM_UNITS), part.start, part.end, position + i, PART, 1)
  }
  if (parts.length > 1) emitJoined(result.term, start, end, position, position + parts.length, emit)
  return result
}

function addPart(text: string, start: number, end: number): void {
  const term = fold(text.slice(start, end))
  if (term !== '') parts.push({ start, end, term })
}

/** `c++`, `c#`, `@media`, `--host`, `:nth-child`: the word with the symbols that touch it. */
function emitDecorated(
  text: string,
  chunkStart: number,
  symbolStart: number,
  wordStart: number,
  wordEnd: number,
  chunkEnd: number,
  term: string,
  position: number,
  positions: number,
  emit: EmitToken,
): void {
  if (positions === 0 || term.length > MAX_TERM_UNITS - 4) return
  let from = wordStart
  while (from > symbolStart && wordStart - from < MAX_DECORATION && LEADING.includes(text.charAt(from - 1))) from--
  // Symbols that fill the space between two words of a chunk connect them and belong to neither.
  const leads = from < wordStart && (from > symbolStart || symbolStart === chunkStart)
  if (leads) emit(text.slice(from, wordStart) + term, from, wordEnd, position, DECORATED, positions)
  let to = wordEnd
  while (to < chunkEnd && to - wordEnd < MAX_DECORATION && TRAILING.includes(text.charAt(to))) to++
  const after = to < chunkEnd ? classOf(codeAt(text, to)) : SPACE
  if (to > wordEnd && after !== WORD && after !== EXTEND) {
    emit(term + text.slice(wordEnd, to), wordStart, to, position, DECORATED, positions)
  }
}

/** Emits the symbols of a run that people may search for. `attached`: a word touches the run. */
function emitSymbols(
  text: string,
  start: number,
  end: number,
  position: number,
  attached: boolean,
  emit: EmitToken,
): boolean {
  const run = text.slice(start, end)
  if (run.length === 1 && (PROSE.test(run) || WRAPPERS.test(run))) return false
  let emitted = false
  let at = 0
  for (const piece of run.split(WRAPPERS)) {
    // A mark after a wrapper belongs to the wrapper.
    if (piece === '' || classOf(codeAt(piece, 0)) === EXTEND) continue
    const from = run.indexOf(piece, at)
    at = from + piece.length
    if (piece.length === 1 && PROSE.test(piece)) continue
    if (attached && /^[.…]+$/u.test(piece) && end < text.length && classOf(codeAt(text, end)) === SPACE) continue
    const term = fold(piece).slice(0, MAX_TERM_UNITS)
    if (term === '' || classOf(codeAt(term, 0)) === SPACE) continue
    emit(term, start + from, start + at, position, SYMBOLS, 1)
    emitted = true
  }
  return emitted
}
