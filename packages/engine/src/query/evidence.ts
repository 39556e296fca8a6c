/**
 * Evidence for each record, in arrays by record. The arrays belong to the index; the next query clears the records that
 * the last one touched, so that no query allocates memory in proportion to the corpus.
 */
import type { Index } from '../segment/open-index.ts'
import {
  CLASS_LAST_WEIGHT,
  CLASS_MISSPELT,
  CLASS_WORDS,
  CLASS_WIDTH,
  createClasses,
  type MatchClasses,
  resetClasses,
} from './match-classes.ts'

/** Evidence by record; valid for the records of the match that it came with. */
export interface Evidence {
  /** A row (`ROW`) for each record. */
  rows: Float32Array
  /** The same memory as whole numbers. */
  numbers: Int32Array
  /** The classes of the records. */
  classes: MatchClasses
}

/**
 * The evidence of one record, in a row: values that are read and written together are faster in one place of memory.
 *
 *   0      number of its class (`match-classes.ts`), a whole number; 0 without a match
 *   text   sum over the words before the last one of weight × quality × strength of the field
 *   best   the best quality × strength of the last word that the record has
 *
 * The fourth number is unused, so that a row is in one line of the processor's cache.
 */
export const ROW_TEXT = 1
/** Offset of `best` in a row. */
export const ROW_BEST = 2
/** Numbers in a row; the row of a record begins at its number times this. */
export const ROW_WIDTH = 4

/** A value (`CLASS_…`) of the class of a record. */
export function classValue({ numbers, classes }: Evidence, doc: number, value: number): number {
  return classes.values[(numbers[doc * ROW_WIDTH] as number) * CLASS_WIDTH + value] as number
}

/** Sum over all words of weight × quality × strength of the field. */
export function textOf({ rows, numbers, classes }: Evidence, doc: number): number {
  const row = doc * ROW_WIDTH
  const weight = classes.values[(numbers[row] as number) * CLASS_WIDTH + CLASS_LAST_WEIGHT] as number
  return Math.fround((rows[row + ROW_TEXT] as number) + weight * (rows[row + ROW_BEST] as number))
}

/** Number of words of the query that a record has. */
export function wordsOf(evidence: Evidence, doc: number): number {
  return classValue(evidence, doc, CLASS_WORDS)
}

/** Typos in the words of a record that match no better; a word split in two is one. */
export function misspelt(evidence: Evidence, doc: number): number {
  return classValue(evidence, doc, CLASS_MISSPELT)
}

/** Memory of an index that its queries share, one after the other. `numbers` and `rows` are views of the same bytes. */
export interface Scratch extends Evidence {
  /** Number of required words that a record has, of those that were read. Not cleared after a query. */
  marks: Uint8Array
  /** The records of the word that is being matched, if pages count. */
  touched: Uint32Array
  /** The records of all words. */
  seen: Uint32Array
  seenCount: number
  pages: PageEvidence
}

/** Evidence by page: of the word that is being matched, and summed over all words. */
export interface PageEvidence {
  /** The pages of the word. */
  touched: Uint32Array
  /** Of a question (`page-evidence.ts`): occurrences of the word, each weighted by the quality of its match. */
  occurrences: Float64Array
  /** Points for the words anywhere in the page, weighted. */
  texts: Float64Array
  /** Sum of the weights of the words that the page has, without function words. */
  weights: Float64Array
  /** Of bigrams (`page-grams.ts`): best value of the word in a section. */
  best: Float32Array
  /** Sum of the best values, weighted. */
  bestSums: Float64Array
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
    scratch.marks.length < index.recordCount ||
    scratch.pages.best.length < index.meta.pageCount
  ) {
    const growth = scratch === undefined ? 1 : GROWTH
    const count = Math.ceil(index.recordCount * growth)
    const rows = new Float32Array(count * ROW_WIDTH)
    scratch = {
      rows,
      numbers: new Int32Array(rows.buffer),
      classes: createClasses(),
      marks: new Uint8Array(count),
      touched: new Uint32Array(count),
      // One more, because an entry is written before its record is known to be a new one.
      seen: new Uint32Array(count + 1),
      seenCount: 0,
      pages: createPageEvidence(Math.ceil(index.meta.pageCount * growth)),
    }
    scratches.set(owner, scratch)
  }
  const { numbers, seen } = scratch
  // The first word of a record overwrites the rest of its row.
  for (let i = 0; i < scratch.seenCount; i++) numbers[(seen[i] as number) * ROW_WIDTH] = 0
  scratch.seenCount = 0
  resetClasses(scratch.classes)
  return scratch
}

function createPageEvidence(count: number): PageEvidence {
  const doubles = (): Float64Array => new Float64Array(count)
  return {
    // One more, because an entry is written before its page is known to be a new one.
    touched: new Uint32Array(count + 1),
    occurrences: doubles(),
    texts: doubles(),
    weights: doubles(),
    best: new Float32Array(count),
    bestSums: doubles(),
  }
}
