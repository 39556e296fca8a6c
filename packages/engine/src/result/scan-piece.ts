/**
 * The marks of one piece of a stored text (`json-text.ts`), between white space.
 *
 * Most pieces are words, and names made of words: `Pods.`, `kubeProxy`, `(kube-proxy)`, `fs.readFile("a")`. One pass
 * over their bytes cuts them into tokens by the rules of `tokenize.ts` and the symbols of `analysis/symbols.ts`, and
 * looks a token up only if the hash of its letters is that of a term. It reads ASCII letters and digits, and symbols
 * that are no tokens here: brackets, quotes, commas, and single punctuation marks. The tokenizer reads pieces with
 * other characters.
 */
import { CONNECTORS, LEADING, MAX_CONNECTORS, PROSE, TRAILING, WRAPPERS } from '../analysis/symbols.ts'
import { MAX_TERM_UNITS } from '../analysis/tokenize.ts'
import { isEscapedSpace } from './json-text.ts'
import { hasHash, hashOf, type Marker } from './marker.ts'
import type { Mark } from './mark.ts'
import { LAST_OF_ASCII } from './piece-events.ts'
import { CASE, marksOfPiece, marksOfToken } from './piece-marks.ts'

const BLANK = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Kinds of bytes, as bits. */
const SMALL = 1
const CAPITAL = 2
const DIGIT = 4
/** Any character of a word. */
const LETTER = SMALL | CAPITAL | DIGIT
/** Wraps or separates. */
const WRAPPER = 8
/** No token, unless another symbol than a wrapper is beside it. */
const SINGLE = 16
/** Up to `MAX_CONNECTORS` of these join the words on both sides. */
const CONNECTOR = 32
/** Belongs to the word after it, except a single one between two words. */
const BEFORE_WORD = 64

/** By byte its kinds; 0 for bytes that end a piece, and for bytes that the tokenizer must read. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => kindsOf(byte))

function kindsOf(byte: number): number {
  if (byte > LAST_OF_ASCII || byte === BACKSLASH || byte === QUOTE) return 0
  const character = String.fromCharCode(byte)
  if (character >= 'a' && character <= 'z') return SMALL
  if (character >= 'A' && character <= 'Z') return CAPITAL
  if (character >= '0' && character <= '9') return DIGIT
  const isWrapper = WRAPPERS.test(character)
  // Other symbols are tokens, beside a word or alone.
  if (TRAILING.includes(character) || (!isWrapper && !PROSE.test(character))) return 0
  const connects = CONNECTORS.has(byte) ? CONNECTOR : 0
  return isWrapper ? WRAPPER | connects : SINGLE | connects | (LEADING.includes(character) ? BEFORE_WORD : 0)
}

/** Adds the marks of the piece that begins at `start`; returns its end. */
export function scanPiece(bytes: Uint8Array, start: number, to: number, marker: Marker, marks: Mark[]): number {
  const known = marks.length
  const end = scanWords(bytes, start, to, marker, marks)
  if (end < 0) {
    marks.length = known
    return scanOther(bytes, start, to, marker, marks)
  }
  if (marks.length > known + 1) sortFrom(marks, known)
  return end
}

/** Adds the marks, token by token; returns the end of the piece, or -1 if the tokenizer must read it. */
function scanWords(bytes: Uint8Array, start: number, to: number, marker: Marker, marks: Mark[]): number {
  // The words that connectors join, and the symbols after the last one.
  let joinedStart = start
  let joinedWords = 0
  let symbolStart = start
  let areConnectors = CONNECTOR
  let before = 0
  let at = start
  while (at < to) {
    const byte = bytes[at] as number
    const kind = KINDS[byte] as number
    if ((kind & LETTER) !== 0) {
      const symbols = at - symbolStart
      if ((before & BEFORE_WORD) !== 0 && (symbols > 1 || symbolStart === start)) return -1
      if (joinedWords === 0 || areConnectors === 0 || symbols > MAX_CONNECTORS) {
        if (joinedWords > 1) addToken(bytes, joinedStart, symbolStart, marker, marks)
        joinedStart = at
        joinedWords = 0
      }
      at = scanWord(bytes, at, to, marker, marks)
      if (at - start > MAX_TERM_UNITS) return -1
      joinedWords++
      symbolStart = at
      areConnectors = CONNECTOR
      before = 0
    } else if (kind !== 0) {
      if ((kind & before & SINGLE) !== 0) return -1
      areConnectors &= kind
      before = kind
      at++
    } else {
      const letter = byte === BACKSLASH ? (bytes[at + 1] as number) : 0
      if (byte === BLANK || isEscapedSpace(letter)) break
      if (letter !== QUOTE) return -1
      areConnectors = 0
      before = WRAPPER
      at += 2
    }
  }
  if (joinedWords > 1) addToken(bytes, joinedStart, symbolStart, marker, marks)
  return at
}

/** Adds the marks of the word that begins at `start`, and of its parts; returns its end. */
function scanWord(bytes: Uint8Array, start: number, to: number, marker: Marker, marks: Mark[]): number {
  let partStart = start
  let before = KINDS[bytes[start] as number] as number
  let at = start + 1
  for (; at < to; at++) {
    const kind = KINDS[bytes[at] as number] as number
    if ((kind & LETTER) === 0) break
    // A part begins with a capital after a small letter or a digit, and with the last capital before a small letter.
    if (kind === CAPITAL && (before !== CAPITAL || (at + 1 < to && KINDS[bytes[at + 1] as number] === SMALL))) {
      addToken(bytes, partStart, at, marker, marks)
      partStart = at
    }
    before = kind
  }
  addToken(bytes, partStart, at, marker, marks)
  if (partStart > start) addToken(bytes, start, at, marker, marks)
  return at
}

/** Adds the marks of a token, if it is a term. */
function addToken(bytes: Uint8Array, from: number, to: number, marker: Marker, marks: Mark[]): void {
  let hash = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (((KINDS[byte] as number) & LETTER) !== 0) hash = hashOf(hash, byte | CASE)
  }
  if (hasHash(marker.filter, hash)) addMarks(marksOfToken(bytes, from, to, hash, marker), from, marks)
}

/** Adds the marks of a piece that begins at `from`. */
function addMarks(found: readonly Mark[], from: number, marks: Mark[]): void {
  for (const { start, end, word } of found) marks.push({ start: from + start, end: from + end, word })
}

/** Sorts the marks from number `first` on: by start, the longer first. Insertion sort, because they are few. */
function sortFrom(marks: Mark[], first: number): void {
  for (let i = first + 1; i < marks.length; i++) {
    const mark = marks[i] as Mark
    let to = i
    for (; to > first && isBefore(mark, marks[to - 1] as Mark); to--) marks[to] = marks[to - 1] as Mark
    marks[to] = mark
  }
}

function isBefore(a: Mark, b: Mark): boolean {
  return a.start < b.start || (a.start === b.start && a.end > b.end)
}

/** Adds the marks that the tokenizer finds; returns the end of the piece. */
function scanOther(bytes: Uint8Array, start: number, to: number, marker: Marker, marks: Mark[]): number {
  let end = start
  while (end < to && bytes[end] !== BLANK) {
    if (bytes[end] !== BACKSLASH) end++
    else if (isEscapedSpace(bytes[end + 1] as number)) break
    else end += 2
  }
  addMarks(marksOfPiece(bytes, start, end, end < to, marker), start, marks)
  return end
}
