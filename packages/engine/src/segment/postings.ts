/**
 * Posting lists: for each term, the records that have it, in order, with the fields and positions.
 *
 * A list is a varint with the number of postings, then for each:
 *
 *   SIZE     DESCRIPTION
 *   varint   difference to the docId before (the first: the docId)
 *   varint   header: rank of the field mask in the index's table of masks, times 8, plus the number of position bytes
 *            if that is below 7, else 7
 *   varint   the number of position bytes, only where the header says 7
 *   n        positions, field by field in ascending order: difference to the position before (the first: the position),
 *            times 2, plus 1 if another position of the same field follows
 *
 * A field mask has bit f for field f, and the bit after the last field if the term is in the record's own heading.
 * Masks are ranked by how often they occur, so nearly every header is one byte.
 *
 * Example: records 3 (field 0 at 5 and 7) and 4 (field 0 at 0), mask {0} of rank 0: 02 03 02 0b 04 01 01 00.
 */
import { type ByteWriter, type Cursor, readVarint } from './bytes.ts'
import { PartsMissing } from './parts.ts'

/** A position in one field, as one number: field × 2^20 + position. */
export const FIELD_SHIFT = 20
/** Tokens beyond this position in one attribute of a record are not indexed. */
export const MAX_POSITION = (1 << FIELD_SHIFT) - 1

/** Walks a posting list. */
export interface PostingCursor extends Cursor {
  bytes: Uint8Array
  masks: Uint32Array
  /** Number of postings after the current one. */
  left: number
  docId: number
  mask: number
  /** Index of the mask in `masks`. */
  maskRank: number
  positionBytes: number
  /** Offset of the positions of the posting. */
  positionsAt: number
}

/** A cursor before any list: `openPostings` sets it to one. `masks` is the index's table of masks by rank. */
export function createPostingCursor(postings: Uint8Array, masks: Uint32Array): PostingCursor {
  return { bytes: postings, masks, at: 0, left: 0, docId: -1, mask: 0, maskRank: 0, positionBytes: 0, positionsAt: 0 }
}

/**
 * Moves before the first posting of the list at `start`. Returns the number of postings. Throws `PartsMissing` if the
 * part with the list is missing.
 */
export function openPostings(cursor: PostingCursor, start: number): number {
  cursor.at = start
  cursor.left = readVarint(cursor)
  if (cursor.left === 0) throw new PartsMissing()
  cursor.docId = 0
  return cursor.left
}

/** Moves to the next posting; false at the end. */
export function nextPosting(cursor: PostingCursor): boolean {
  if (cursor.left === 0) return false
  cursor.left--
  const bytes = cursor.bytes
  let byte = bytes[cursor.at++] as number
  if (byte > 127) {
    cursor.at--
    byte = readVarint(cursor)
  }
  cursor.docId += byte
  let header = bytes[cursor.at++] as number
  if (header > 127) {
    cursor.at--
    header = readVarint(cursor)
  }
  cursor.maskRank = header >>> 3
  cursor.mask = cursor.masks[header >>> 3] as number
  let size = header & 7
  if (size === 7) size = readVarint(cursor)
  cursor.positionBytes = size
  cursor.positionsAt = cursor.at
  cursor.at += size
  return true
}

/**
 * Moves to the first posting at or after `docId`; false if there is none. A cursor at or after `docId` does not move;
 * it must be on a posting.
 */
export function seekPosting(cursor: PostingCursor, docId: number): boolean {
  if (cursor.docId >= docId) return true
  const { bytes } = cursor
  let { at, left } = cursor
  let doc = cursor.docId
  while (left > 0) {
    left--
    let byte = bytes[at++] as number
    let shift = 0
    while (byte > 127) {
      doc += (byte & 127) << shift
      shift += 7
      byte = bytes[at++] as number
    }
    doc += byte << shift
    const headerAt = at
    byte = bytes[at++] as number
    let size = byte & 7
    while (byte > 127) byte = bytes[at++] as number
    if (size === 7) {
      size = 0
      shift = 0
      do {
        byte = bytes[at++] as number
        size |= (byte & 127) << shift
        shift += 7
      } while (byte > 127)
    }
    if (doc >= docId) {
      cursor.at = headerAt
      cursor.maskRank = readVarint(cursor) >>> 3
      cursor.mask = cursor.masks[cursor.maskRank] as number
      cursor.positionBytes = size
      cursor.positionsAt = at
      cursor.at = at + size
      cursor.left = left
      cursor.docId = doc
      return true
    }
    at += size
  }
  cursor.left = 0
  return false
}

/** Writes the positions of the posting to the start of `target`, as field × 2^20 + position. Returns their number. */
export function readPositions(cursor: PostingCursor, ownBit: number, target: number[]): number {
  const after = cursor.at
  cursor.at = cursor.positionsAt
  let count = 0
  let fields = cursor.mask & ~ownBit
  while (fields !== 0) {
    const field = 31 - Math.clz32(fields & -fields)
    fields &= fields - 1
    let position = 0
    let more = 1
    while (more === 1) {
      const value = readVarint(cursor)
      position += value >>> 1
      more = value & 1
      target[count++] = (field << FIELD_SHIFT) | position
    }
  }
  cursor.at = after
  return count
}

/** Writes the postings of one term after the other. */
export interface PostingWriter {
  readonly out: ByteWriter
  readonly scratch: ByteWriter
  readonly rankOfMask: ReadonlyMap<number, number>
}

/** Writes one posting; `codes[from..to)` are its positions, ascending, as field × 2^20 + position. */
export function writePosting(
  writer: PostingWriter,
  docDifference: number,
  mask: number,
  codes: Uint32Array,
  from: number,
  to: number,
): void {
  const { out, scratch } = writer
  scratch.length = 0
  let base = 0
  let field = -1
  for (let i = from; i < to; i++) {
    const code = codes[i] as number
    if (code >>> FIELD_SHIFT !== field) {
      field = code >>> FIELD_SHIFT
      base = 0
    }
    const position = code & MAX_POSITION
    const more = i + 1 < to && (codes[i + 1] as number) >>> FIELD_SHIFT === field ? 1 : 0
    scratch.varint((position - base) * 2 + more)
    base = position
  }
  out.varint(docDifference)
  const size = scratch.length
  const rank = writer.rankOfMask.get(mask) ?? 0
  out.varint(rank * 8 + Math.min(size, 7))
  if (size >= 7) out.varint(size)
  out.copy(scratch.bytes, 0, size)
}
