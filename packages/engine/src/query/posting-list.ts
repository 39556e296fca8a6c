/** A posting list wherever it is: in the index, or made for one query (two words that stand side by side). */
import { ByteWriter } from '../segment/bytes.ts'
import type { Index, Segment } from '../segment/open-index.ts'
import {
  createPostingCursor,
  FIELD_SHIFT,
  nextPosting,
  openPostings,
  type PostingCursor,
  readPositions,
  writePosting,
} from '../segment/postings.ts'
import type { TermEntry } from '../segment/term-dictionary.ts'

export interface PostingList {
  bytes: Uint8Array
  masks: Uint32Array
  start: number
  /** Number in the index of the segment's first record. */
  firstDoc: number
  /** Of its postings, how many belong to records that a delta hides. */
  hidden: number
}

export function listOf(segment: Segment, entry: TermEntry): PostingList {
  const { postings, masks, firstDoc, hidden } = segment
  const start = entry.postingsStart
  return { bytes: postings, masks, start, firstDoc, hidden: hidden === undefined ? 0 : hiddenIn(hidden.terms, start) }
}

/** The hidden postings of the list at `start`: a search in pairs that are sorted by it. */
function hiddenIn(terms: Uint32Array, start: number): number {
  let low = 0
  let high = terms.length / 2 - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = terms[middle * 2] as number
    if (found === start) return terms[middle * 2 + 1] as number
    if (found < start) low = middle + 1
    else high = middle - 1
  }
  return 0
}

/** A cursor before the first posting. */
export function cursorOver(list: PostingList): PostingCursor {
  const cursor = createPostingCursor(list.bytes, list.masks)
  openPostings(cursor, list.start)
  cursor.docId = list.firstDoc
  return cursor
}

/** Number of records in the list that can be found. */
export function lengthOf(list: PostingList): number {
  const cursor = createPostingCursor(list.bytes, list.masks)
  return openPostings(cursor, list.start) - list.hidden
}

/**
 * The records in which a term of `right` follows one of `left` by at most `reach` positions, without those that are
 * `hidden` in their segment; undefined if there are none. The positions are those of `right` with `keep: 'right'`, else of `left`.
 */
export function adjacentList(
  index: Index,
  hidden: Segment['hidden'],
  left: PostingList,
  right: PostingList,
  reach: number,
  keep: 'left' | 'right',
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
    if (a.docId < b.docId) more = nextPosting(a)
    else if (b.docId < a.docId) more = nextPosting(b)
    else if (hidden?.records[a.docId] === 1) more = nextPosting(a) && nextPosting(b)
    else {
      before.length = 0
      after.length = 0
      readPositions(a, index.ownBit, before)
      readPositions(b, index.ownBit, after)
      let mask = 0
      let at = 0
      for (const code of before) {
        while (at < after.length && (after[at] as number) <= code) at++
        const next = after[at]
        if (next === undefined || next - code > reach) continue
        codes.push(keep === 'left' ? code : next)
        mask |= 1 << (code >>> FIELD_SHIFT)
      }
      if (mask !== 0) {
        docs.push(a.docId)
        masks.push(mask | (a.mask & b.mask & index.ownBit))
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
