/**
 * Evidence for each record, in arrays by record. The arrays belong to the index; the next query clears the records that
 * the last one touched, so that no query allocates memory in proportion to the corpus.
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
 * The evidence of one record, in a row: values that are read and written together are faster in one place of memory.
 *
 *   text      sum over words of weight × quality × strength of the field
 *   own       letters of the query that the record's own heading has, each times the quality of the match
 *   title     the same for the page's title
 *   ownShare  the same as `own`, with the `shares` of the words instead of their letters
 *   title-    the same for the page's title
 *     Share
 *   trail     the same for all headings above and of the record
 *   form      shares of the words, each times the nearness of the matching form to the typed one (`FORM`)
 *   weight    the sum of the weights of the matching words
 *   misspelt  typos in the words that match no better; a word split in two is one
 *
 * The others hold the best values of the word that is being matched: of the match, the own heading, the title, all
 * headings, the form, the typos; and the number of the pass (one for each word) that last touched the record.
 */
export const ROW = {
  text: 0,
  own: 1,
  title: 2,
  trail: 3,
  form: 4,
  weight: 5,
  misspelt: 6,
  ownShare: 7,
  bestValue: 8,
  bestOwn: 9,
  bestTitle: 10,
  bestTrail: 11,
  bestForm: 12,
  bestTypos: 13,
  pass: 14,
  titleShare: 15,
} as const
export const ROW_WIDTH = 16
/** Typos in the words of a record. */
export function misspelt({ rows }: Evidence, doc: number): number {
  return rows[doc * ROW_WIDTH + ROW.misspelt] as number
}

/** Whole numbers are exact in 32-bit floating point up to here. */
const MOST_PASSES = 2 ** 24

export interface Scratch extends Evidence {
  /** Number of required words that a record has, of those that were read. Not cleared after a query. */
  marks: Uint8Array
  lastPass: number
  touched: Uint32Array
  seen: Uint32Array
  seenCount: number
  pages: PageEvidence
}

/** Evidence by page (`page-evidence.ts`): of the word that is being matched, and summed over all words. */
export interface PageEvidence {
  /** Best value of the word in a section, and the sum of its values in all sections. */
  best: Float32Array
  sum: Float64Array
  touched: Uint32Array
  /** Sum of the best values, weighted. */
  bestSums: Float64Array
  /** Points for the words anywhere in the page, weighted. */
  texts: Float64Array
  /** Sum of the weights of the words that the page has. */
  weights: Float64Array
}

const scratches = new WeakMap<Index, Scratch>()

/** Size of arrays that became too small for a delta, as a multiple of the number of records. */
export const GROWTH = 1.25

/** The arrays of an index, clean. */
export function scratchOf(index: Index): Scratch {
  // All deltas of a base share its arrays, which have space for a few more records.
  const owner = index.delta?.base ?? index
  let scratch = scratches.get(owner)
  if (
    scratch === undefined ||
    scratch.words.length < index.recordCount ||
    scratch.pages.best.length < index.meta.pageCount
  ) {
    const growth = scratch === undefined ? 1 : GROWTH
    const count = Math.ceil(index.recordCount * growth)
    const integers = (): Uint32Array => new Uint32Array(count)
    scratch = {
      words: new Uint8Array(count),
      marks: new Uint8Array(count),
      rows: new Float32Array(count * ROW_WIDTH),
      lastPass: 0,
      touched: integers(),
      // One more, because an entry is written before its record is known to be a new one.
      seen: new Uint32Array(count + 1),
      seenCount: 0,
      pages: createPageEvidence(Math.ceil(index.meta.pageCount * growth)),
    }
    scratches.set(owner, scratch)
  }
  // The first word of a record overwrites its row.
  for (let i = 0; i < scratch.seenCount; i++) scratch.words[scratch.seen[i] as number] = 0
  scratch.seenCount = 0
  // A query has fewer than 1000 passes.
  if (scratch.lastPass > MOST_PASSES - 1000) {
    scratch.rows.fill(0)
    scratch.lastPass = 0
  }
  return scratch
}

function createPageEvidence(count: number): PageEvidence {
  const doubles = (): Float64Array => new Float64Array(count)
  return {
    best: new Float32Array(count),
    sum: doubles(),
    // One more, because an entry is written before its page is known to be a new one.
    touched: new Uint32Array(count + 1),
    bestSums: doubles(),
    texts: doubles(),
    weights: doubles(),
  }
}
