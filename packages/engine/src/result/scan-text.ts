/**
 * One pass over a stored text (`json-text.ts`), which finds its marks and the characters that HTML writes as entities.
 * The marks are those that `marksOf` finds in the string: a table of each byte and the one before it
 * (`piece-events.ts`) shows which pieces may have a term, and only those are read.
 *
 * A whole search takes 43 % more CPU if leaves are built from strings and the rest of a hit is copied from stored JSON
 * (node of the relevance kit), and 67 to 88 % more if hits are built as objects (node, k8s-en); CPU of `searchWritten`,
 * measured as `bench/engine-alone.mjs` does, which `npm run bench -- server` runs.
 *
 * The offsets of special characters are in one array for all texts of a record, which the next record reuses.
 */
import { MAX_TERM_UNITS } from '../analysis/tokenize.ts'
import { isEscapedSpace } from './json-text.ts'
import { hasHash, hashOf, type Marker } from './marker.ts'
import { type Mark, type Range } from './mark.ts'
import { mergeMarks, matchedWords } from './marks.ts'
import { type Events, eventsOf, IS_ODD, IS_SPECIAL, isSpecial, LAST_OF_ASCII, MAY_HAVE_TERM } from './piece-events.ts'
import { scanPiece } from './scan-piece.ts'

/** The marks of a text, and its special characters; offsets are bytes. */
export interface Scan {
  /** In order of their start. */
  readonly marks: readonly Mark[]
  /** The marks, merged. */
  readonly ranges: readonly Range[]
  /** Numbers of the words of the query that have a mark, in order. */
  readonly words: readonly number[]
  readonly firstSpecial: number
  readonly endSpecial: number
}

const BLANK = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c

let specials = new Uint32Array(4096)
let specialCount = 0

/** Must be called before the first text of each record. */
export function startScans(): void {
  specialCount = 0
}

/** The offset of a special character, by its number. */
export function specialAt(number: number): number {
  return specials[number] as number
}

/**
 * The marks of a JSON text in UTF-8 between two byte offsets. Call `startScans` before the first text of a record.
 */
export function scanText(bytes: Uint8Array, from: number, to: number, marker: Marker): Scan {
  const firstSpecial = specialCount
  reserveSpecials(specialCount + to - from)
  const events = eventsOf(marker)
  const { filter } = marker
  const marks: Mark[] = []
  // End of the part that was read; the rest is read as if a space were before it.
  let floor = from
  for (let at = nextEvent(bytes, from, to, BLANK, events); at <= to;) {
    const byte = at < to ? (bytes[at] as number) : BLANK
    const event = events[(byte << 7) | (bytes[at - 1] as number)] as number
    const letter = byte === BACKSLASH ? (bytes[at + 1] as number) : 0
    const isPlain = (event & IS_ODD) === 0 || letter === QUOTE || isEscapedSpace(letter)
    if (
      !isPlain ||
      ((event & MAY_HAVE_TERM) !== 0 && mayBegin(bytes, at - 1, floor) && mayBeTerm(bytes, at - 1, to, filter))
    ) {
      let start = at
      while (start > floor && bytes[start - 1] !== BLANK) start--
      while (specialCount > firstSpecial && (specials[specialCount - 1] as number) >= start) specialCount--
      const end = scanPiece(bytes, start, to, marker, marks)
      addSpecials(bytes, start, end)
      floor = at = end + (bytes[end] === BACKSLASH ? 2 : 1)
    } else {
      if (letter === QUOTE || (event & IS_SPECIAL) !== 0) specials[specialCount++] = at
      at += letter === 0 ? 1 : 2
      if (isEscapedSpace(letter)) floor = at
    }
    at = nextEvent(bytes, at, to, at === floor ? BLANK : (bytes[at - 1] as number), events)
  }
  return { marks, ranges: mergeMarks(marks), words: matchedWords(marks), firstSpecial, endSpecial: specialCount }
}

/** The offset of the next byte with an event, or an offset after the text; `first` is the byte before `from`. */
function nextEvent(bytes: Uint8Array, from: number, to: number, first: number, events: Events): number {
  let before = first
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (events[(byte << 7) | before] !== 0) return at
    before = byte
  }
  return from <= to && events[(BLANK << 7) | before] !== 0 ? to : to + 1
}

function reserveSpecials(size: number): void {
  if (size <= specials.length) return
  const grown = new Uint32Array(size * 2)
  grown.set(specials)
  specials = grown
}

/** Whether a token may begin at `at`: with a symbol or a capital, or after a byte that is no letter or digit. */
function mayBegin(bytes: Uint8Array, at: number, floor: number): boolean {
  return at === floor || !isSmallOrDigit(bytes[at] as number) || !isLetterOrDigit(bytes[at - 1] as number)
}

/**
 * Whether a term may begin at `from`: a token ends with a symbol, or before a byte that is no small letter or digit,
 * and has the bytes up to there with or without their symbols. Always true of bytes that are not plain ASCII.
 */
function mayBeTerm(bytes: Uint8Array, from: number, to: number, filter: Uint32Array): boolean {
  let hash = 0
  let hashOfLetters = 0
  let next = bytes[from] as number
  for (let at = from; at < to;) {
    let byte = next
    if (byte === BLANK) return false
    if (byte > LAST_OF_ASCII || at - from === MAX_TERM_UNITS) return true
    if (byte === BACKSLASH) {
      const letter = bytes[at + 1] as number
      return letter !== QUOTE && !isEscapedSpace(letter)
    }
    if (byte >= 65 && byte <= 90) byte += 32
    hash = hashOf(hash, byte)
    const isLetter = isSmallOrDigit(byte)
    if (isLetter) hashOfLetters = hashOf(hashOfLetters, byte)
    next = ++at < to ? (bytes[at] as number) : BLANK
    const mayEnd = !isLetter || !isSmallOrDigit(next)
    if (mayEnd && (hasHash(filter, hash) || hasHash(filter, hashOfLetters))) return true
  }
  return false
}

function isSmallOrDigit(byte: number): boolean {
  return (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57)
}

function isLetterOrDigit(byte: number): boolean {
  return isSmallOrDigit(byte) || (byte >= 65 && byte <= 90)
}

/** Adds the specials from `from` to `to`. */
function addSpecials(bytes: Uint8Array, from: number, to: number): void {
  let at = from
  while (at < to) {
    const byte = bytes[at] as number
    if (byte === BACKSLASH ? bytes[at + 1] === QUOTE : isSpecial(byte)) specials[specialCount++] = at
    at += byte === BACKSLASH ? 2 : 1
  }
}
