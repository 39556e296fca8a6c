/**
 * Stored records, the source of hits: in blocks of about 16 kB, each with its own checksum, which is verified when the
 * block is first read, so that opening an index does not read its text.
 *
 * A record is, for each attribute: a varint with the number of the attribute's name (meta, `attributes`), a varint with
 * the size of its value, and the value as JSON in UTF-8. So one attribute is read without the others.
 */
import { setOwn } from '../base/attributes.ts'
import { damaged } from '../base/errors.ts'
import type { JsonValue, SearchRecord } from '../wire.ts'
import { ByteWriter, checksum, createEncoder, type Cursor, decodeUtf8, grown, lastWhere, readVarint } from './bytes.ts'
import { type Parts, PartsMissing, requestRecord } from './parts.ts'
import type { ReadRange } from './posting-blocks.ts'

/** Bytes: small enough that a first hit costs little, large enough that the table is small. */
const BLOCK_SIZE = 16 * 1024

/** The sections of stored records; `offsets` has one more entry than records. */
export interface StoredRecords {
  readonly attributes: readonly string[]
  readonly offsets: Uint32Array
  /** For each block: offset, checksum. */
  readonly blocks: Uint32Array
  readonly bytes: Uint8Array
  /** One byte for each block: 1 when its checksum was verified. */
  readonly verified: Uint8Array
  /** Absent if all bytes are in memory. */
  readonly read: ReadRange | undefined
  /** Given if some records may be missing: their offset is `MISSING`. */
  readonly parts: Parts | undefined
}

/** Offset of a missing record; no file is as large. */
export const MISSING = 0xffffffff

/** The sections as they are written; offsets and blocks are those of `StoredRecords`. */
export interface WrittenRecords {
  attributes: string[]
  offsets: Uint32Array
  blocks: Uint32Array
  /** The bytes, in pieces of whole blocks. */
  bytes: Uint8Array[]
}

/**
 * Bytes of a piece of the written records: a buffer of all would be copied each time that it grows. The system takes freed
 * memory back only in pieces that are large enough: after an index of 118,777 records a process with this size has 253 MB, with
 * 1 MB 321, with the same peak.
 */
const PIECE_SIZE = 4 * 1024 * 1024

/** Writes records, in order. */
export function createRecordWriter(): { add: (record: SearchRecord) => void; finish: () => WrittenRecords } {
  const encode = createEncoder()
  const numbers = new Map<string, number>()
  const pieces: Uint8Array[] = []
  let offsets = new Uint32Array(16)
  let recordCount = 0
  /** Offset and checksum of each block, and the offset of the current one in its piece. */
  const blocks: number[] = []
  let blockStart = 0
  /** The current piece, and its offset. */
  const out = new ByteWriter()
  let start = 0
  const endBlock = (): void => {
    out.align(8)
    if (out.length === blockStart) return
    const words = new Uint32Array(out.bytes.buffer, blockStart, (out.length - blockStart) / 4)
    blocks.push(start + blockStart, checksum(words))
    blockStart = out.length
  }
  const endPiece = (): void => {
    start += out.length
    blockStart = 0
    pieces.push(out.take())
  }
  return {
    add(record) {
      if (out.length - blockStart >= BLOCK_SIZE) endBlock()
      if (out.length >= PIECE_SIZE && out.length === blockStart) endPiece()
      if (recordCount + 1 === offsets.length) offsets = grown(offsets)
      offsets[recordCount++] = start + out.length
      for (const [name, value] of Object.entries(record)) {
        if (value === undefined) continue
        let number = numbers.get(name)
        if (number === undefined) {
          number = numbers.size
          numbers.set(name, number)
        }
        const { bytes, length } = encode(JSON.stringify(value))
        out.varint(number)
        out.varint(length)
        out.copy(bytes, 0, length)
      }
    },
    finish() {
      offsets[recordCount] = start + out.length
      endBlock()
      endPiece()
      return {
        attributes: [...numbers.keys()],
        offsets: offsets.subarray(0, recordCount + 1),
        blocks: Uint32Array.from(blocks),
        bytes: pieces,
      }
    },
  }
}

/**
 * The record, or those of its top-level attributes that are `wanted`. `objectID` is always included.
 * Throws `PartsMissing`, and `index_damaged` if the checksum of the record's block is wrong.
 */
export function readRecord(stored: StoredRecords, docId: number, wanted?: ReadonlySet<string>): SearchRecord {
  const spans: number[] = []
  const count = readSpans(stored, docId, spans)
  const record: Record<string, JsonValue> = {}
  for (let at = 0; at < count; at += SPAN_WIDTH) {
    const name = stored.attributes[spans[at] as number] as string
    if (name === 'objectID' || wanted === undefined || wanted.has(name)) {
      setOwn(record, name, decodeJson(stored.bytes, spans[at + 1] as number, spans[at + 2] as number))
    }
  }
  return record as SearchRecord
}

/** Length of a span: the number of the attribute's name, and the start and end of its JSON in `stored.bytes`. */
export const SPAN_WIDTH = 3

/**
 * Writes the spans of the attributes of a record to the start of `spans`; returns the count of numbers written. Throws
 * `index_damaged` if the checksum of the record's block is wrong.
 */
export function readSpans(stored: StoredRecords, docId: number, spans: number[]): number {
  const start = stored.offsets[docId] as number
  if (start === MISSING && stored.parts !== undefined && !requestRecord(stored.parts, docId)) throw new PartsMissing()
  const block = verifyBlock(stored, start)
  // A record's end is the next one's start, except for the padding at the end of a block.
  const end = Math.min(stored.offsets[docId + 1] as number, block)
  const cursor: Cursor = { bytes: stored.bytes, at: start }
  let count = 0
  while (cursor.at < end) {
    if (end - cursor.at < 8 && isPadding(stored.bytes, cursor.at, end)) break
    const number = readVarint(cursor)
    const size = readVarint(cursor)
    if (number >= stored.attributes.length) throw damaged(`record ${docId}`)
    spans[count++] = number
    spans[count++] = cursor.at
    cursor.at += size
    spans[count++] = cursor.at
  }
  return count
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Decodes a JSON value. Most are texts without escapes, which need no parser. */
function decodeJson(bytes: Uint8Array, start: number, end: number): JsonValue {
  if (bytes[start] === QUOTE) {
    let at = start
    while (at < end && bytes[at] !== BACKSLASH) at++
    if (at === end) return decodeUtf8(bytes, start + 1, end - 1)
  }
  return JSON.parse(decodeUtf8(bytes, start, end)) as JsonValue
}

/** Padding is zeros up to the next block; an attribute never has the size 0. */
function isPadding(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return false
  return true
}

/** Verifies the block that holds `offset`; returns where it ends. */
function verifyBlock(stored: StoredRecords, offset: number): number {
  const { blocks, bytes, verified } = stored
  const low = lastWhere(0, blocks.length / 2 - 1, (block) => (blocks[block * 2] as number) <= offset)
  const start = blocks[low * 2] as number
  const end = low * 2 + 2 < blocks.length ? (blocks[low * 2 + 2] as number) : bytes.length
  if (verified[low] === 0) {
    stored.read?.(start, end)
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + start, (end - start) / 4)
    if (checksum(words) !== blocks[low * 2 + 1]) throw damaged(`stored records, block ${low}`)
    verified[low] = 1
  }
  return end
}
