/**
 * Skip lists: entry points into long posting lists, for a search for a few records. The list of a frequent word is as
 * long as the corpus, while few records have the rarer words. A skip list is made when its posting list is first
 * searched, and is kept with the index: half a byte a posting. Without skip lists a query takes 7 to 8 % more CPU time at
 * 120,000 records, and a median one 18 % more (the real queries of `npm run bench -- --scale 120000 --peer docent`).
 */
import { readVarint } from '../segment/bytes.ts'
import type { PostingCursor } from '../segment/postings.ts'

/** Postings between two entries. */
export const SKIPPED = 16
/** Shorter lists are faster to read than to search. */
const LONG = 32 * SKIPPED

/** For each entry two numbers: the last record before it, relative to the list's first, and its offset in the bytes. */
export type Skips = Uint32Array

const NONE: Skips = new Uint32Array(0)

/** By the bytes of an index, and the offset of a list. */
const known = new WeakMap<Uint8Array, Map<number, Skips>>()

/** The skip list of the posting list at `start`; `cursor` is before its first posting. Empty for a short list. */
export function skipsOf({ bytes, at, left }: PostingCursor, start: number): Skips {
  if (left < LONG) return NONE
  let lists = known.get(bytes)
  if (lists === undefined) known.set(bytes, (lists = new Map()))
  let skips = lists.get(start)
  if (skips === undefined) lists.set(start, (skips = readSkips(bytes, at, left)))
  return skips
}

function readSkips(bytes: Uint8Array, from: number, count: number): Skips {
  const skips = new Uint32Array(Math.floor((count - 1) / SKIPPED) * 2)
  const cursor = { bytes, at: from }
  let doc = 0
  for (let i = 1; i < count; i++) {
    doc += readVarint(cursor)
    const short = readVarint(cursor) & 7
    const size = short === 7 ? readVarint(cursor) : short
    cursor.at += size
    if (i % SKIPPED === 0) {
      skips[(i / SKIPPED - 1) * 2] = doc
      skips[(i / SKIPPED - 1) * 2 + 1] = cursor.at
    }
  }
  return skips
}
