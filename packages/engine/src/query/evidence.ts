/**
 * Evidence for each record, and the arrays by record that matching works in. They belong to the index and are cleaned
 * after a query by the list of records it touched, so that a query allocates nothing in proportion to the corpus.
 */
import type { Index } from '../segment/open-index.ts'

/** Evidence by record; valid for the records of the match that it came with. */
export interface Evidence {
  /** Number of words that match. */
  words: Uint8Array
  /** Sum over words of weight × quality × strength of the field. */
  text: Float32Array
  /** Letters of the query that stand in the record's own heading, each times the quality of the match. */
  own: Float32Array
  /** The same for the page's title. */
  title: Float32Array
  /** The same for all headings above and of the record. */
  trail: Float32Array
  /** The sum of the weights of the matching words. */
  weight: Float32Array
  /** Typos in the words that match no better; a word split in two is one. */
  misspelt: Uint8Array
  /** Letters of the query, each times how near the matching form is to what was typed (`FORM` in expansion.ts). */
  form: Float32Array
}

/**
 * The best of one word by record, in rows, because what is written together is faster in one place of memory: worth of
 * the match, the same for the own heading, the title and all headings, form, typos, and the number of the pass (one for
 * each word) that last touched the record.
 */
export const BEST = { value: 0, own: 1, title: 2, trail: 3, form: 4, typos: 5, pass: 6 } as const
export const BEST_WIDTH = 8
/** Whole numbers are exact in 32-bit floating point up to here. */
const MOST_PASSES = 2 ** 24

export interface Scratch extends Evidence {
  best: Float32Array
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
    const floats = (): Float32Array => new Float32Array(count)
    const integers = (): Uint32Array => new Uint32Array(count)
    scratch = {
      words: new Uint8Array(count),
      text: floats(),
      own: floats(),
      title: floats(),
      trail: floats(),
      weight: floats(),
      best: new Float32Array(count * BEST_WIDTH),
      misspelt: new Uint8Array(count),
      form: floats(),
      lastPass: 0,
      touched: integers(),
      seen: integers(),
      seenCount: 0,
      pageBest: new Float32Array(Math.ceil(index.meta.pageCount * room)),
      pageSums: new Float64Array(Math.ceil(index.meta.pageCount * room)),
      pagesTouched: new Uint32Array(Math.ceil(index.meta.pageCount * room)),
    }
    scratches.set(owner, scratch)
  }
  for (let i = 0; i < scratch.seenCount; i++) {
    const doc = scratch.seen[i] as number
    scratch.words[doc] = 0
    scratch.text[doc] = 0
    scratch.own[doc] = 0
    scratch.title[doc] = 0
    scratch.trail[doc] = 0
    scratch.weight[doc] = 0
    scratch.misspelt[doc] = 0
    scratch.form[doc] = 0
  }
  scratch.seenCount = 0
  // A query has fewer passes than this.
  if (scratch.lastPass > MOST_PASSES - 1000) {
    scratch.best.fill(0)
    scratch.lastPass = 0
  }
  return scratch
}
