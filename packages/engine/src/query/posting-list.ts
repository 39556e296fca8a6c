/** Posting lists: of the index, or created for one query (two adjacent words). */
import { ByteWriter, lastWhere } from '../segment/bytes.ts'
import type { Index, Segment } from '../segment/open-index.ts'
import {
  createPostingCursor,
  FIELD_SHIFT,
  nextPosting,
  openPostings,
  type PostingCursor,
  readPositions,
  seekPosting,
  writePosting,
} from '../segment/postings.ts'
import { requestList } from '../segment/parts.ts'
import { requirePostings } from '../segment/posting-blocks.ts'
import type { TermEntry } from '../segment/term-dictionary.ts'
import { SKIPPED, skipsOf } from './skip-list.ts'

/** The place of a list in `bytes`, and the numbers that turn its docIds into those of the index. */
export interface PostingList {
  bytes: Uint8Array
  masks: Uint32Array
  start: number
  /** Number in the index of the segment's first record. */
  firstDoc: number
  /** Number of its postings in records that a delta hides. */
  hidden: number
}

/** The posting list of a term. Throws `index_damaged`. */
export function listOf(segment: Segment, entry: TermEntry): PostingList {
  const { postings, postingBlocks, masks, firstDoc, hidden, parts } = segment
  const start = entry.postingsStart
  if (parts !== undefined) requestList(parts, postings, start, entry.postingsEnd)
  if (postingBlocks !== undefined) requirePostings(postingBlocks, start, entry.postingsEnd)
  return { bytes: postings, masks, start, firstDoc, hidden: hidden === undefined ? 0 : hiddenIn(hidden.terms, start) }
}

/** Number of hidden postings of the list at `start`: binary search in sorted pairs. */
function hiddenIn(terms: Uint32Array, start: number): number {
  const at = lastWhere(0, terms.length / 2 - 1, (pair) => (terms[pair * 2] as number) <= start) * 2
  return terms[at] === start ? (terms[at + 1] as number) : 0
}

/** A cursor before the first posting. */
export function cursorOver(list: PostingList): PostingCursor {
  const cursor = createPostingCursor(list.bytes, list.masks)
  openPostings(cursor, list.start)
  cursor.docId = list.firstDoc
  return cursor
}

/** Moves a cursor before the first posting of another list, so that thousands of lists need one object. */
export function reopen(cursor: PostingCursor, list: PostingList): void {
  cursor.bytes = list.bytes
  cursor.masks = list.masks
  openPostings(cursor, list.start)
  cursor.docId = list.firstDoc
}

/** Number of records in the list that are not hidden. */
export function lengthOf(list: PostingList): number {
  const { bytes, start, hidden } = list
  let byte = bytes[start] as number
  let count = byte & 127
  for (let at = start + 1, shift = 7; byte > 127; at++, shift += 7) {
    byte = bytes[at] as number
    count |= (byte & 127) << shift
  }
  // The count is 0 while the part with the list is missing.
  return (count > 0 ? count : cursorOver(list).left) - hidden
}

/** Postings in parallel arrays, because loops over them are fastest. */
export interface Batch {
  docs: Uint32Array
  /** Index of the field mask of each in the table of masks. */
  ranks: Uint32Array
  /** Number of occurrences of the term in each. */
  frequencies: Uint32Array
  /** Offset of the positions of each. */
  positionsAt: Uint32Array
}

const none = new Uint32Array(0)
const batch: Batch = { docs: none, ranks: none, frequencies: none, positionsAt: none }

/** A batch with space for `count` postings after the first `kept`, which stay in it. Valid until the next call. */
export function batchOf(count: number, kept = 0): Batch {
  const size = kept + count
  if (batch.docs.length < size) {
    const capacity = size + (size >> 1)
    batch.docs = grown(batch.docs, kept, capacity)
    batch.ranks = grown(batch.ranks, kept, capacity)
    batch.frequencies = grown(batch.frequencies, kept, capacity)
    batch.positionsAt = grown(batch.positionsAt, kept, capacity)
  }
  return batch
}

function grown(array: Uint32Array, kept: number, size: number): Uint32Array {
  const larger = new Uint32Array(size)
  larger.set(array.subarray(0, kept))
  return larger
}

/** Records with at least `least` in `marks`. */
export interface Marked {
  marks: Uint8Array
  least: number
}

const ALL: Marked = { marks: new Uint8Array(0), least: 0 }

/**
 * Reads the postings that are left into the batch, the first one to `from`; those of `marked` records alone, if it is given. Returns
 * their number.
 */
export function readAll(
  cursor: PostingCursor,
  { docs, ranks, frequencies, positionsAt }: Batch,
  from = 0,
  { marks, least }: Marked = ALL,
): number {
  const { bytes } = cursor
  let { at, docId } = cursor
  let next = from
  for (let { left } = cursor; left > 0; left--) {
    let byte = bytes[at++] as number
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] as number
      value |= (byte & 127) << shift
    }
    docId += value
    byte = bytes[at++] as number
    value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] as number
      value |= (byte & 127) << shift
    }
    let size = value & 7
    if (size === 7) {
      byte = bytes[at++] as number
      size = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++] as number
        size |= (byte & 127) << shift
      }
    }
    if (least === 0 || (marks[docId] as number) >= least) {
      docs[next] = docId
      ranks[next] = value >>> 3
      frequencies[next] = size === 1 ? 1 : occurrencesIn(bytes, at, size)
      positionsAt[next++] = at
    }
    at += size
  }
  cursor.left = 0
  return next - from
}

/** Number of positions in `size` bytes: each position ends with a byte below 128. */
function occurrencesIn(bytes: Uint8Array, at: number, size: number): number {
  let count = size
  for (let i = at; i < at + size; i++) count -= (bytes[i] as number) >>> 7
  return count
}

/**
 * Reads the postings of those records that are in `wanted`, which is in ascending order, into the batch, the first one
 * to `from`; `list` is that of the cursor. Returns their number.
 */
export function readShared(
  cursor: PostingCursor,
  list: PostingList,
  wanted: Uint32Array,
  target: Batch,
  from = 0,
): number {
  const { left: length } = cursor
  const skips = skipsOf(cursor, list.start)
  let place = 0
  let next = from
  if (!nextPosting(cursor)) return 0
  for (let i = 0; i < wanted.length; i++) {
    const doc = wanted[i] as number
    const before = place
    while (place < skips.length && list.firstDoc + (skips[place] as number) < doc) place += 2
    if (place > before && (skips[place - 1] as number) > cursor.at) {
      cursor.docId = list.firstDoc + (skips[place - 2] as number)
      cursor.at = skips[place - 1] as number
      cursor.left = length - (place / 2) * SKIPPED
    }
    if (!seekPosting(cursor, doc)) break
    if (cursor.docId !== doc) continue
    target.docs[next] = doc
    target.ranks[next] = cursor.maskRank
    target.frequencies[next] = occurrencesIn(cursor.bytes, cursor.positionsAt, cursor.positionBytes)
    target.positionsAt[next++] = cursor.positionsAt
  }
  return next - from
}

/**
 * The records in which a term of `right` follows one of `left` by at most `reach` positions, without those that are
 * `hidden` in their segment; undefined if there are none. The positions are those of `left`.
 */
export function adjacentList(
  { ownBit, hidden }: Pick<Index, 'ownBit'> & Pick<Segment, 'hidden'>,
  left: PostingList,
  right: PostingList,
  reach: number,
): PostingList | undefined {
  const a = cursorOver(left)
  const b = cursorOver(right)
  const docs: number[] = []
  const masks: number[] = []
  const codes: number[] = []
  const ends: number[] = []
  const before: number[] = []
  const after: number[] = []
  let more = nextPosting(a) && nextPosting(b)
  while (more) {
    if (a.docId < b.docId) more = seekPosting(a, b.docId)
    else if (b.docId < a.docId) more = seekPosting(b, a.docId)
    else if (hidden?.records[a.docId] === 1) more = nextPosting(a) && nextPosting(b)
    else {
      const beforeCount = readPositions(a, ownBit, before)
      const afterCount = readPositions(b, ownBit, after)
      let mask = 0
      let at = 0
      for (let from = 0; from < beforeCount; from++) {
        const code = before[from] as number
        while (at < afterCount && (after[at] as number) <= code) at++
        if (at === afterCount) break
        const next = after[at] as number
        if (next - code > reach) continue
        codes.push(code)
        mask |= 1 << (code >>> FIELD_SHIFT)
      }
      if (mask !== 0) {
        docs.push(a.docId)
        masks.push(mask | (a.mask & b.mask & ownBit))
        ends.push(codes.length)
      }
      more = nextPosting(a) && nextPosting(b)
    }
  }
  return docs.length === 0 ? undefined : writeList(docs, masks, codes, ends)
}

function writeList(docs: number[], masks: number[], codes: number[], ends: number[]): PostingList {
  const distinct = [...new Set(masks)]
  const out = new ByteWriter()
  const writer = { out, scratch: new ByteWriter(), rankOfMask: new Map(distinct.map((mask, rank) => [mask, rank])) }
  out.varint(docs.length)
  const sorted = Uint32Array.from(codes)
  let previous = 0
  for (const [at, docId] of docs.entries()) {
    writePosting(
      writer,
      docId - previous,
      masks[at] as number,
      sorted,
      at === 0 ? 0 : (ends[at - 1] as number),
      ends[at] as number,
    )
    previous = docId
  }
  return { bytes: out.written(), masks: Uint32Array.from(distinct), start: 0, firstDoc: 0, hidden: 0 }
}
