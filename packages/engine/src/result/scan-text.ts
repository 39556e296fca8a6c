/**
 * One pass over a text as it is stored (`json-text.ts`), which finds all that a hit needs of it: its marks, its words, and
 * the places of what HTML writes as an entity. The same marks as `marksOf` finds in the string and the same words as
 * `snippetOf`, at a fraction of their cost, because only the few words that may be terms become strings, and each of them once.
 *
 * Words and places go into arrays that are kept for their room; they hold those of one record, so of several texts.
 */
import { type CharacterClass, classOf, EXTEND, GRAM, SPACE } from '../analysis/characters.ts'
import { MAX_TERM_UNITS } from '../analysis/tokenize.ts'
import { codeAt, widthAt } from './json-text.ts'
import { hasHash, hashOf, hasPair, type Mark, type Marker } from './marks.ts'
import { marksOfBytes } from './piece-marks.ts'
import { addWord, emptyWords, type Words } from './snippet.ts'

/** What was found in a text; places are bytes. */
export interface Scan {
  /** In order of their start. */
  readonly marks: readonly Mark[]
  readonly firstWord: number
  readonly endWord: number
  readonly firstSpecial: number
  readonly endSpecial: number
}

const NONE: readonly Mark[] = []

const BLANK = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c

const words = emptyWords()
let specials = new Uint32Array(1024)
let specialCount = 0

/** 1 for `&`, `<`, `>`, `'`, and the backslash, which stands before a quote. */
const isSpecial = new Uint8Array(256)
for (const character of "&<>'\\") isSpecial[character.charCodeAt(0)] = 1

/** Begins another record. */
export function startScans(): void {
  words.count = 0
  specialCount = 0
}

/** The words of a scan. */
export function wordsOfScan({ firstWord, endWord }: Scan): Words {
  const { starts, ends } = words
  return {
    starts: starts.subarray(firstWord, endWord),
    ends: ends.subarray(firstWord, endWord),
    count: endWord - firstWord,
  }
}

/** The place of a special character, by its number. */
export function specialAt(number: number): number {
  return specials[number] as number
}

/** Scans the text from `from` to `to`. */
export function scanText(bytes: Uint8Array, from: number, to: number, marker: Marker): Scan {
  const firstWord = words.count
  const firstSpecial = specialCount
  const { filter, beginnings } = marker
  let marks: Mark[] | undefined
  let start = from
  while (start < to) {
    // Most of a text are words of prose: letters, and whatever mark of punctuation follows them. Such a word is one token.
    let end = start
    let byte = bytes[start] as number
    if (byte >= 65 && byte <= 90) byte += 32
    const first = byte
    while (byte >= 97 && byte <= 122) byte = ++end < to ? (bytes[end] as number) : BLANK
    const letters = end - start
    if (letters > 0 && (byte === 46 || byte === 44 || byte === 59 || byte === 58)) {
      byte = ++end < to ? (bytes[end] as number) : BLANK
    }
    if (byte === BLANK && letters <= MAX_TERM_UNITS) {
      if (letters > 0) addWord(words, start, end)
      const second = letters > 1 ? (bytes[start + 1] as number) : 0
      if (letters === 0 || !hasPair(beginnings, first, second) || !mayBeTerm(bytes, start, letters, first, filter)) {
        start = end + 1
        continue
      }
      marks = addMarks(bytes, start, end, end < to, letters, marker, marks)
      start = end + 1
      continue
    }
    let space = 0
    let isOdd = false
    while (end < to) {
      byte = bytes[end] as number
      if (byte === BLANK) {
        space = 1
        break
      }
      if (byte === BACKSLASH) {
        const letter = bytes[end + 1] as number
        if (letter === 110 || letter === 116 || letter === 114) {
          space = 2
          break
        }
        if (letter === QUOTE) addSpecial(end)
        else if (letter !== BACKSLASH) isOdd = true
        end += letter === 117 ? 6 : 2
        continue
      }
      if (byte > 126) isOdd = true
      else if (isSpecial[byte] === 1) addSpecial(end)
      end++
    }
    // Without odd characters, what stands between spaces is a word.
    if (isOdd) addOddWords(bytes, start, end)
    else if (end > start) addWord(words, start, end)
    if (isOdd || mayHaveTerm(bytes, start, end, beginnings)) {
      marks = addMarks(bytes, start, end, space > 0, 0, marker, marks)
    }
    start = end + space
  }
  return { marks: marks ?? NONE, firstWord, endWord: words.count, firstSpecial, endSpecial: specialCount }
}

function addSpecial(at: number): void {
  if (specialCount === specials.length) {
    const grown = new Uint32Array(specials.length * 2)
    grown.set(specials)
    specials = grown
  }
  specials[specialCount++] = at
}

/** As in `marks.ts`, of bytes. */
function mayBeTerm(bytes: Uint8Array, start: number, letters: number, first: number, filter: Uint32Array): boolean {
  let hash = hashOf(0, first)
  for (let at = start + 1; at < start + letters; at++) hash = hashOf(hash, bytes[at] as number)
  return hasHash(filter, hash)
}

/**
 * Whether a piece of ASCII may have a token that is a term: two units begin one that follow each other where tokens begin
 * (after what is no letter or digit, and at capitals), as they stand or once what is no letter or digit between them is
 * left out (`x-ray` has the token `xray`).
 */
function mayHaveTerm(bytes: Uint8Array, from: number, to: number, beginnings: Uint32Array): boolean {
  let before = 0
  let beforeBegins = false
  let beforeIsLetter = false
  let letter = 0
  for (let at = from; at < to; at++) {
    let unit = bytes[at] as number
    if (unit === BACKSLASH) unit = bytes[++at] as number
    const isCapital = unit >= 65 && unit <= 90
    if (isCapital) unit += 32
    const isLetter = (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)
    const begins = !isLetter || isCapital || !beforeIsLetter
    if (begins && hasPair(beginnings, unit, 0)) return true
    if (beforeBegins && hasPair(beginnings, before, unit)) return true
    if (isLetter && letter !== 0 && !beforeIsLetter && hasPair(beginnings, letter, unit)) return true
    // Of a longer part, the joined form begins as the part does.
    if (isLetter) letter = begins ? unit : 0
    before = unit
    beforeBegins = begins
    beforeIsLetter = isLetter
  }
  return false
}

/** Adds the marks of a piece (`marksOfBytes`). */
function addMarks(
  bytes: Uint8Array,
  from: number,
  to: number,
  hasSpace: boolean,
  letters: number,
  marker: Marker,
  known: Mark[] | undefined,
): Mark[] | undefined {
  if (marker.terms.size === 0) return known
  const found = marksOfBytes(bytes, from, to, hasSpace, letters, marker)
  if (found.length === 0) return known
  const marks = known ?? []
  for (const { start, end, word } of found) marks.push({ start: from + start, end: from + end, word })
  return marks
}

/** Adds the words of a piece that has other characters than those of ASCII: `readWords` of `snippet.ts`, of bytes. */
function addOddWords(bytes: Uint8Array, from: number, to: number): void {
  let at = from
  while (at < to) {
    const kind = classOf(codeAt(bytes, at))
    if (kind === SPACE) {
      at += widthAt(bytes, at)
      continue
    }
    const end = endOfWord(bytes, at, to, kind)
    addWord(words, at, end)
    at = end
  }
}

function endOfWord(bytes: Uint8Array, start: number, to: number, kind: CharacterClass): number {
  let at = start
  let characters = 0
  while (at < to) {
    const next = classOf(codeAt(bytes, at))
    if (next === SPACE || (at > start && next !== EXTEND && (next === GRAM) !== (kind === GRAM))) break
    if (kind === GRAM && next === GRAM && ++characters > 2) break
    at += widthAt(bytes, at)
  }
  return at
}
