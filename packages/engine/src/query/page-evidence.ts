/** Evidence for a section from the other sections of its page. */
import { NORM, NORM_WIDTH } from '../segment/norms.ts'
import { type Index, pageNumbersOf } from '../segment/open-index.ts'
import { ROW, ROW_WIDTH, type Scratch } from './evidence.ts'
import { STRENGTH } from './strength.ts'

/**
 * If words may be missing, a page with all of them is better than a page with some: for each word a section gets a
 * share of the word's quality in the best section of the page. Call `addPageEvidence` for each word after
 * `scorePostings`, and `finishPageEvidence` once at the end. `pageSums` must be zero before.
 */
export function addPageEvidence(index: Index, scratch: Scratch, touched: number, weight: number): void {
  const { rows, pageBest, pageSums, pagesTouched, touched: docs } = scratch
  const numbers = pageNumbersOf(index)
  let pages = 0
  for (let i = 0; i < touched; i++) {
    const doc = docs[i] as number
    const page = numbers[doc] as number
    const best = pageBest[page] as number
    const value = rows[doc * ROW_WIDTH + ROW.bestValue] as number
    // Written before the page is known to be a new one: a branch that depends on the data costs more.
    pagesTouched[pages] = page
    pages += best === 0 && value > 0 ? 1 : 0
    pageBest[page] = Math.max(best, value)
  }
  for (let i = 0; i < pages; i++) {
    const page = pagesTouched[i] as number
    pageSums[page] = (pageSums[page] as number) + weight * (pageBest[page] as number)
    pageBest[page] = 0
  }
}

export function finishPageEvidence(index: Index, scratch: Scratch, docs: Uint32Array, wordCount: number): void {
  const { pageSums, words, rows } = scratch
  const numbers = pageNumbersOf(index)
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number
    if (words[doc] === wordCount) continue
    const text = rows[doc * ROW_WIDTH + ROW.text] as number
    const missing = Math.max(0, (pageSums[numbers[doc] as number] as number) - text)
    const lead = index.norms[doc * NORM_WIDTH + NORM.level] === 1
    rows[doc * ROW_WIDTH + ROW.text] = text + (lead ? STRENGTH.leadOfPage : STRENGTH.samePage) * missing
  }
}
