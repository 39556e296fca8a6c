/**
 * The bigrams of a query on a whole page. They are too short for `page-evidence.ts`: a section only gets a share of the best
 * values that the other sections of its page have.
 *
 * Call `startGrams` before a query, `addGramOfPages` for each bigram after `scorePostings`.
 */
import type { Index } from '../segment/open-index.ts'
import { pageNumbersOf } from '../segment/pages.ts'
import { ROW_BEST, ROW_TEXT, ROW_WIDTH, type Scratch, textOf, wordsOf } from './evidence.ts'
import * as STRENGTH from './strength-numbers.ts'

/** Clears the values of the query before. */
export function startGrams({ pages }: Scratch): void {
  pages.bestSums.fill(0)
}

/** Adds the values of the word that was matched last, in `count` records. */
export function addGramOfPages(index: Index, scratch: Scratch, count: number, weight: number): void {
  const { rows, touched: docs } = scratch
  const { best, touched, bestSums } = scratch.pages
  const numbers = pageNumbersOf(index)
  let pages = 0
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number
    const page = numbers[doc] as number
    const before = best[page] as number
    const value = rows[doc * ROW_WIDTH + ROW_BEST] as number
    // Written before the page is known to be a new one: a branch that depends on the data costs more.
    touched[pages] = page
    pages += before === 0 && value > 0 ? 1 : 0
    best[page] = Math.max(before, value)
  }
  for (let i = 0; i < pages; i++) {
    const page = touched[i] as number
    bestSums[page] = (bestSums[page] as number) + weight * (best[page] as number)
    best[page] = 0
  }
}

/** Adds to each section its share of the values that its page has beyond its own. */
export function shareWithinPages(index: Index, scratch: Scratch, docs: Uint32Array, wordCount: number): void {
  const { pages, rows } = scratch
  const numbers = pageNumbersOf(index)
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number
    if (wordsOf(scratch, doc) === wordCount) continue
    const text = textOf(scratch, doc)
    const missing = Math.max(0, (pages.bestSums[numbers[doc] as number] as number) - text)
    rows[doc * ROW_WIDTH + ROW_TEXT] = text + STRENGTH.samePage * missing
    rows[doc * ROW_WIDTH + ROW_BEST] = 0
  }
}
