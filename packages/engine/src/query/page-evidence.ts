/** What the rest of a page says for one of its sections. */
import { NORM, NORM_WIDTH } from '../segment/norms.ts'
import { type Index, pageNumber } from '../segment/open-index.ts'
import type { Scratch } from './evidence.ts'
import { STRENGTH } from './strength.ts'

/**
 * Where words may be missing, a page that has them all is better than one that has some: a section gets a share of
 * what its page's best section has for each word.
 */
export function createPageEvidence(
  scratch: Scratch,
  wordCount: number,
): { add: (index: Index, touched: number, weight: number) => void; finish: (index: Index, docs: Uint32Array) => void } {
  const sums = new Map<number, number>()
  return {
    add(index, touched, weight) {
      const pages: number[] = []
      for (let i = 0; i < touched; i++) {
        const doc = scratch.touched[i] as number
        const page = pageNumber(index, doc)
        const value = scratch.best[doc] as number
        if (scratch.pageBest[page] === 0) pages.push(page)
        if (value > (scratch.pageBest[page] as number)) scratch.pageBest[page] = value
      }
      for (const page of pages) {
        sums.set(page, (sums.get(page) ?? 0) + weight * (scratch.pageBest[page] as number))
        scratch.pageBest[page] = 0
      }
    },
    finish(index, docs) {
      for (const doc of docs) {
        if (scratch.words[doc] === wordCount) continue
        const page = sums.get(pageNumber(index, doc)) ?? 0
        const missing = Math.max(0, page - (scratch.text[doc] as number))
        const lead = index.norms[doc * NORM_WIDTH + NORM.level] === 1
        scratch.text[doc] = (scratch.text[doc] as number) + (lead ? STRENGTH.leadOfPage : STRENGTH.samePage) * missing
      }
    },
  }
}
