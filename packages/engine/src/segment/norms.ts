/**
 * Norms: for each record, the lengths of its heading and body, as the denominators of shares of matched letters, and
 * its page. One row of eight u16 for each record (section 5):
 *
 *   OFFSET   DESCRIPTION
 *   0        low byte: level of the record's own heading: 1 to 6 for `hierarchy.lvl1` to `lvl6`, 0 where records have no
 *            hierarchy; from bit 3 on, in a record without text, the words of that heading (`countWords`), 31 at most;
 *            high byte: share of function words in its text (`proseByte`)
 *   2        letters of the own heading, without label, numbering and arguments (`Class: Foo(bar)` → `Foo`)
 *   4        letters of the own heading
 *   6        letters of the page's title, without label, numbering and arguments; at the page's lead, whose own heading that
 *            is, the high half of its name
 *   8        tokens in the attributes that are no headings
 *   10       at the page's lead the page's own name in its address, hashed (`nameHash`), low half; else 0
 *   12       page: number of the record's page, low half, high half
 *
 * Counts are capped at 65,535.
 */
import { NGRAM, PART, SYMBOLS, tokenize } from '../analysis/tokenize.ts'
import * as NORM from './norm-offsets.ts'

/** Numbers of 16 bits in a row. */
export const NORM_WIDTH = 8
/** Level of the heading of a record. */
export function levelIn(norms: Uint16Array, doc: number): number {
  return (norms[doc * NORM_WIDTH + NORM.level] as number) & LEVELS
}

/** Words of the own heading of a record without text, without label, numbering and arguments; 0 if it has text. */
export function headingWordsIn(norms: Uint16Array, doc: number): number {
  return ((norms[doc * NORM_WIDTH + NORM.level] as number) & 0xff) >>> LEVEL_BITS
}

const LEVEL_BITS = 3
const LEVELS = 2 ** LEVEL_BITS - 1
const MAX_WORDS = 31

/** The low byte of the norm `level`; `words` of the heading of a record without text, else 0. */
export function levelByte(level: number, words: number): number {
  return level + Math.min(words, MAX_WORDS) * 2 ** LEVEL_BITS
}

/** Share of function words in the text of a record: 0 to 1; undefined without text. */
export function proseIn(norms: Uint16Array, doc: number): number | undefined {
  const byte = (norms[doc * NORM_WIDTH + NORM.level] as number) >>> 8
  return byte === 0 ? undefined : (byte - 1) / PROSE_STEPS
}

/** Steps of `proseByte` from no function words to nothing else: few values compress well. */
const PROSE_STEPS = 12

/** The share `functionWords` of `words` as a byte of a norm: 1 to 13; 0 without words. */
export function proseByte(functionWords: number, words: number): number {
  return words === 0 ? 0 : 1 + Math.round((PROSE_STEPS * functionWords) / words)
}

/** Number of letters in the words of a text; of its symbols, if it has no words. */
export function countLetters(text: string): number {
  let letters = 0
  let symbols = 0
  tokenize(text, (term, start, end, _position, kind) => {
    if (kind === PART) letters += term.length
    // A bigram counts for its first character; the last one of a run is alone.
    else if (kind === NGRAM) letters += 1
    else if (kind === SYMBOLS) symbols += end - start
  })
  return letters > 0 ? letters : symbols
}

/** Number of words that a query of this text has: of a text without spaces, every second bigram. */
export function countWords(text: string): number {
  let words = 0
  let gramEnd = -1
  tokenize(text, (_term, start, end, _position, kind) => {
    if (kind !== PART && (kind !== NGRAM || start < gramEnd)) return
    if (kind === NGRAM) gramEnd = end
    words++
  })
  return words
}

/** `Class: `, `Static method: `; a label is up to two words before a colon. */
const LABEL = /^\p{L}+(?: \p{L}+)?: +(?=\S)/u
/** `4.2 Scope`, `1. Install`. */
const NUMBERING = /^\d+(?:\.\d+)*\.? +(?=\p{L})/u
/** Arguments: from a bracket that touches a word to the end. */
const ARGUMENTS = /(?<=[\p{L}\p{N}_\]])\(.*\)?$/su

/** The part of a heading that readers type: without label, numbering and arguments. */
export function coreOfHeading(text: string): string {
  const core = text.replace(NUMBERING, '').replace(LABEL, '').replace(ARGUMENTS, '')
  return core.trim() === '' ? text : core
}

/** The letters of the words of a name, folded, one after the other. */
export function lettersOf(name: string): string {
  let letters = ''
  tokenize(name, (term, _start, _end, _position, kind) => {
    if (kind === PART || kind === NGRAM) letters += term
  })
  return letters
}

/**
 * 1 to 2^32 - 1 for the letters of a name (`lettersOf`), 0 for none. FNV-1a in 32 bits: every match is compared with
 * the query, and a match scores as much as a heading, so collisions must be rare.
 */
export function nameHash(letters: string): number {
  if (letters === '') return 0
  let hash = 0x811c9dc5
  for (let at = 0; at < letters.length; at++) hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
