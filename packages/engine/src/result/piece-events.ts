/**
 * Events of two adjacent bytes of a text. They tell the pass over a text (`scan-text.ts`) which pieces may have a term.
 *
 * A token that is a term begins with the first two units of the term; a term of one unit is a symbol, or is followed by
 * neither a small letter nor a digit. The first part of a joined form may be a single letter that a symbol follows
 * (`x-ray` has the token `xray`). Both cases of a letter are the same.
 *
 * The table belongs to the last marker, because queries are answered one at a time.
 */
import type { Marker } from './marker.ts'

/** By (byte × 128) + byte before; a space is before and after a text. Bytes above 126 are never a byte before. */
export type Events = Uint8Array

/** HTML writes the byte as an entity; without the quote, which JSON escapes. */
export const IS_SPECIAL = 1
/** A term may begin at the byte before. */
export const MAY_HAVE_TERM = 2
/** The byte is not a visible ASCII character, or is the backslash of an escape. */
export const IS_ODD = 4

const BLANK = 0x20
const BACKSLASH = 0x5c
/** The last visible character of ASCII. */
export const LAST_OF_ASCII = 126

/** The events that are the same for all queries. */
const common: Events = new Uint8Array(256 * 128)
for (const special of "&<>'") {
  const from = special.charCodeAt(0) * 128
  common.fill(IS_SPECIAL, from, from + 128)
}
common.fill(IS_ODD, BACKSLASH * 128, (BACKSLASH + 1) * 128)
common.fill(IS_ODD, (LAST_OF_ASCII + 1) * 128)

const events: Events = new Uint8Array(common.length)
/** Whether HTML writes the byte as an entity; without the quote. */
export function isSpecial(byte: number): boolean {
  return ((common[byte << 7] as number) & IS_SPECIAL) !== 0
}

/** A weak reference: a marker holds posting lists, and so the bytes of an index that may be replaced. */
let eventsOfMarker: WeakRef<Marker> | undefined

/** The table of a query; valid until the call for another one. */
export function eventsOf(marker: Marker): Events {
  if (eventsOfMarker?.deref() !== marker) {
    events.set(common)
    for (const term of marker.terms.keys()) addTerm(term)
    eventsOfMarker = new WeakRef(marker)
  }
  return events
}

function addTerm(term: string): void {
  const first = term.charCodeAt(0)
  const second = term.length > 1 ? term.charCodeAt(1) : BLANK
  // Tokens with other characters are in pieces with `IS_ODD`.
  if (
    first > LAST_OF_ASCII ||
    second > LAST_OF_ASCII ||
    ((events[second * 128 + first] as number) & MAY_HAVE_TERM) !== 0
  )
    return
  const isSingle = term.length === 1
  for (const before of casesOf(first)) {
    for (const byte of casesOf(second)) addEvent(byte, before)
    for (let byte = BLANK + 1; byte <= LAST_OF_ASCII; byte++) {
      if (isSymbol(byte) || (isSingle && (isSymbol(first) || isCapital(byte)))) addEvent(byte, before)
    }
  }
}

function addEvent(byte: number, before: number): void {
  const at = byte * 128 + before
  events[at] = (events[at] as number) | MAY_HAVE_TERM
}

function casesOf(unit: number): readonly number[] {
  return unit >= 97 && unit <= 122 ? [unit, unit - 32] : [unit]
}

function isCapital(byte: number): boolean {
  return byte >= 65 && byte <= 90
}

/** Whether it is no letter and no digit. */
function isSymbol(byte: number): boolean {
  return !isCapital(byte) && !(byte >= 97 && byte <= 122) && !(byte >= 48 && byte <= 57)
}
