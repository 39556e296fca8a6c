/**
 * Evidence for each record, and the arrays by record that matching works in. They belong to the index and are cleaned
 * after a query by the list of records it touched, so that a query allocates nothing in proportion to the corpus.
 */
import type { Index } from '../segment/open-index.ts'

/** Evidence by record; valid for the records of the match that it came with. */
export interface Evidence {
  /** Number of words that match. */
  words: Uint8Array
  /** A row (`ROW`) for each record. */
  rows: Float32Array
}

/**
 * What there is of one record, in a row, because what is read and written together is faster in one place of memory.
 *
 *   text      sum over words of weight × quality × strength of the field
 *   own       letters of the query that stand in the record's own heading, each times the quality of the match
 *   title     the same for the page's title
 *   trail     the same for all headings above and of the record
 *   form      letters of the query, each times how near the matching form is to what was typed (`FORM` in expansion.ts)
 *   weight    the sum of the weights of the matching words
 *   misspelt  typos in the words that match no better; a word split in two is one
 *
 * The others are the best of the word that is being matched: worth of the match, the same for the own heading, the title
 * and all headings, form, typos; and the number of the pass (one for each word) that last touched the record.
 */
export const ROW = {
  text: 0,
  own: 1,
  title: 2,
  trail: 3,
  form: 4,
  weight: 5,
  misspelt: 6,
  bestValue: 8,
  bestOwn: 9,
  bestTitle: 10,
  bestTrail: 11,
  bestForm: 12,
  bestTypos: 13,
  pass: 14,
} as const
export const ROW_WIDTH = 16
/** Typos in the words of a record. */
export function misspelt({ rows }: Evidence, doc: number): number {
  return rows[doc * ROW_WIDTH + ROW.misspelt] as number
}

/** Whole numbers are exact in 32-bit floating point up to here. */
const MOST_PASSES = 2 ** 24

export interface Scratch extends Evidence {
  /** How many of the required words a record has, as far as they were read; left as it is. */
  marks: Uint8Array
  lastPass: number
  touched: Uint32Array
  seen: Uint32Array
  seenCount: number
  /** By page: the best of one word, and the sum over all words. */
  pageBest: Float32Array
  pageSums: Float64Array
  pagesTouched: Uint32Array
}

const scratches = new WeakMap<Index, Scratch>()

/** How many times the records of an index its arrays hold when a delta outgrew them. */
export const ROOM = 1.25

/** The arrays of an index, clean. */
export function scratchOf(index: Index): Scratch {
  // Deltas come and go over a base: they share its arrays, which leave room for a few more records.
  const owner = index.delta?.base ?? index
  let scratch = scratches.get(owner)
  if (
    scratch === undefined ||
    scratch.words.length < index.recordCount ||
    scratch.pageBest.length < index.meta.pageCount
  ) {
    const room = scratch === undefined ? 1 : ROOM
    const count = Math.ceil(index.recordCount * room)
    const integers = (): Uint32Array => new Uint32Array(count)
    scratch = {
      words: new Uint8Array(count),
      marks: new Uint8Array(count),
      rows: new Float32Array(count * ROW_WIDTH),
      lastPass: 0,
      touched: integers(),
      // One more, which is written before it is known to be seen again.
      seen: new Uint32Array(count + 1),
      seenCount: 0,
      pageBest: new Float32Array(Math.ceil(index.meta.pageCount * room)),
      pageSums: new Float64Array(Math.ceil(index.meta.pageCount * room)),
      pagesTouched: new Uint32Array(Math.ceil(index.meta.pageCount * room) + 1),
    }
    scratches.set(owner, scratch)
  }
  // The first word of a record writes its row anew.
  for (let i = 0; i < scratch.seenCount; i++) scratch.words[scratch.seen[i] as number] = 0
  scratch.seenCount = 0
  // A query has fewer passes than this.
  if (scratch.lastPass > MOST_PASSES - 1000) {
    scratch.rows.fill(0)
    scratch.lastPass = 0
  }
  return scratch
}
