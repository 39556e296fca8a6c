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
  /** Letters of the query, each times how near the matching form is to what was typed (`FORM` in expand.ts). */
  form: Float32Array
}

export interface Scratch extends Evidence {
  best: Float32Array
  bestOwn: Float32Array
  bestTitle: Float32Array
  bestTrail: Float32Array
  bestForm: Float32Array
  leastTypos: Uint8Array
  /** Number of the pass that last touched the record. */
  pass: Uint32Array
  lastPass: number
  touched: Uint32Array
  seen: Uint32Array
  seenCount: number
  pageBest: Float32Array
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
      best: floats(),
      bestOwn: floats(),
      bestTitle: floats(),
      bestTrail: floats(),
      bestForm: floats(),
      leastTypos: new Uint8Array(count),
      misspelt: new Uint8Array(count),
      form: floats(),
      pass: integers(),
      lastPass: 0,
      touched: integers(),
      seen: integers(),
      seenCount: 0,
      pageBest: new Float32Array(Math.ceil(index.meta.pageCount * room)),
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
  if (scratch.lastPass > 0xffff_0000) {
    scratch.pass.fill(0)
    scratch.lastPass = 0
  }
  return scratch
}
