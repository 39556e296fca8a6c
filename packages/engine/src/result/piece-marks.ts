/**
 * Marks of the pieces between spaces, cached for a query by their bytes, so that each distinct piece is decoded once.
 * Offsets are bytes from the start of the piece.
 *
 * The tables belong to the last marker, because queries are answered one at a time.
 */
import { decodeUtf8 } from '../segment/bytes.ts'
import { placeOfUnit } from './json-text.ts'
import { hashOf, type Marker } from './marker.ts'
import type { Mark } from './mark.ts'
import { collectMarksOfPiece, marksOfTerm } from './marks.ts'

/** A token of letters and digits of ASCII, maybe with connectors between them. */
interface Token {
  /** Each with the bit of `CASE`. */
  readonly bytes: Uint8Array
  readonly marks: readonly Mark[]
  /** Another one with the same place in the table. */
  readonly next: Token | undefined
}

interface Piece {
  readonly bytes: Uint8Array
  /** Whether a space follows it, which makes a dot a full stop. */
  readonly hasSpace: boolean
  readonly marks: readonly Mark[]
  /** Another one with the same place in the table. */
  readonly next: Piece | undefined
}

/** A power of two; a page of hits has some hundred different pieces. */
const PLACES = 512

const tokens: (Token | undefined)[] = Array.from({ length: PLACES })
const pieces: (Piece | undefined)[] = Array.from({ length: PLACES })
/** A weak reference: a marker holds posting lists, and so the bytes of an index that may be replaced. */
let tablesOf: WeakRef<Marker> | undefined

function useTables(marker: Marker): void {
  if (tablesOf?.deref() === marker) return
  tokens.fill(undefined)
  pieces.fill(undefined)
  tablesOf = new WeakRef(marker)
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (PLACES - 1)
}

/**
 * Marks of the token from `from` to `to`, which is letters and digits of ASCII, maybe with connectors between them;
 * `hash` is that of its letters and digits in lower case (`hashOf`).
 */
export function marksOfToken(
  bytes: Uint8Array,
  from: number,
  to: number,
  hash: number,
  marker: Marker,
): readonly Mark[] {
  useTables(marker)
  const place = placeOf(hash)
  const first = tokens[place]
  for (let token = first; token !== undefined; token = token.next)
    if (isToken(token.bytes, bytes, from, to)) return token.marks
  const known = bytes.slice(from, to).map((byte) => byte | CASE)
  const term = decodeUtf8(known, 0, known.length).replace(CONNECTORS, '')
  const marks = marksOfTerm(term, to - from, marker)
  tokens[place] = { bytes: known, marks, next: first }
  return marks
}

/**
 * The bit that is set in small letters and in digits; with it, connectors still differ from these and from each other.
 */
export const CASE = 32
const CONNECTORS = /[^a-z0-9]+/g

function isToken(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false
  for (let i = 0; i < known.length; i++) if (known[i] !== ((bytes[from + i] as number) | CASE)) return false
  return true
}

/** Marks of any piece from `from` to `to`. */
export function marksOfPiece(
  bytes: Uint8Array,
  from: number,
  to: number,
  hasSpace: boolean,
  marker: Marker,
): readonly Mark[] {
  useTables(marker)
  let hash = 0
  for (let at = from; at < to; at++) hash = hashOf(hash, bytes[at] as number)
  const place = placeOf(hash)
  const first = pieces[place]
  for (let piece = first; piece !== undefined; piece = piece.next) {
    if (piece.hasSpace === hasSpace && isSame(piece.bytes, bytes, from, to)) return piece.marks
  }
  const marks = findMarks(bytes, from, to, hasSpace, marker)
  pieces[place] = { bytes: bytes.slice(from, to), hasSpace, marks, next: first }
  return marks
}

function isSame(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false
  return true
}

function findMarks(bytes: Uint8Array, from: number, to: number, hasSpace: boolean, marker: Marker): readonly Mark[] {
  const json = decodeUtf8(bytes, from, to)
  const text = json.includes('\\') ? (JSON.parse(`"${json}"`) as string) : json
  const found = collectMarksOfPiece(hasSpace ? `${text} ` : text, marker)
  if (found.length === 0 || text.length === to - from) return found
  return found.map(({ start, end, word }) => ({
    start: placeOfUnit(bytes, from, start) - from,
    end: placeOfUnit(bytes, from, end) - from,
    word,
  }))
}
