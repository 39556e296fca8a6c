/**
 * Marks of the pieces between spaces, of bytes: remembered for a query by the bytes themselves, so that a piece which was
 * seen before (most of a page of hits are the same few) becomes no string again. Offsets are bytes from its start.
 *
 * The table is of the marker that was last used: one query is answered after the other.
 */
import { decodeUtf8 } from '../segment/bytes.ts'
import { placeOfUnit } from './json-text.ts'
import { collectMarksOfPiece, hashOf, type Mark, type Marker, marksOfTerm } from './marks.ts'

interface Piece {
  readonly bytes: Uint8Array
  /** Whether a space follows it: that tells a full stop from the dot of a name. */
  readonly hasSpace: boolean
  readonly marks: readonly Mark[]
  /** Another one with the same place in the table. */
  readonly next: Piece | undefined
}

/** A power of two; of a page of hits there are some hundred pieces. */
const PLACES = 512

const table: (Piece | undefined)[] = Array.from({ length: PLACES })
let tableOf: Marker | undefined

/**
 * Marks of the piece from `from` to `to`. `letters`: how many letters the word has that it is, a capital at most at its
 * beginning and at most a mark of punctuation behind it; 0 if it is something else.
 */
export function marksOfBytes(
  bytes: Uint8Array,
  from: number,
  to: number,
  hasSpace: boolean,
  letters: number,
  marker: Marker,
): readonly Mark[] {
  if (tableOf !== marker) {
    table.fill(undefined)
    tableOf = marker
  }
  let hash = 0
  for (let at = from; at < to; at++) hash = hashOf(hash, bytes[at] as number)
  const place = (hash ^ (hash >>> 16)) & (PLACES - 1)
  const first = table[place]
  for (let piece = first; piece !== undefined; piece = piece.next) {
    if (piece.hasSpace === hasSpace && isSame(piece.bytes, bytes, from, to)) return piece.marks
  }
  const marks =
    letters > 0
      ? marksOfTerm(decodeUtf8(bytes, from, from + letters).toLowerCase(), marker)
      : findMarks(bytes, from, to, hasSpace, marker)
  table[place] = { bytes: bytes.slice(from, to), hasSpace, marks, next: first }
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
