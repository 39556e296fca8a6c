/**
 * Evidence of a whole page. A question is about a page: its words are spread over the sections, and no section has all
 * of them. For each word the page has the best and the sum of the word's values in its sections.
 *
 * Call `startPages` before a query, `addPageEvidence` for each word after `scorePostings`.
 */
import { NORM, NORM_WIDTH, proseIn } from '../segment/norms.ts'
import { type Index, pageNumbersOf } from '../segment/open-index.ts'
import { type PageEvidence, ROW_BEST, ROW_TEXT, ROW_WIDTH, type Scratch, textOf, wordsOf } from './evidence.ts'
import { STRENGTH } from './strength.ts'

/** Constants of the evidence of pages, each with a query whose order it decides. */
export const PAGE = {
  /** `install proxy`: saturation of repetition of a word in a page of mean length, as `STRENGTH.repetition`. */
  repetition: 2,
  /** The same: influence of the length of the page on `repetition`. */
  length: 0.5,
  /** Tokens that the heading of a section counts as. */
  heading: 4,
  /**
   * `what is a deployment`: guides before references, whose texts are lists of names. Minimum share of function words in prose;
   * with half of it or less, a page is a reference.
   */
  prose: 0.34,
  /** Tokens of prose that are added to each page, because the share says little about a short text. */
  proseTokens: 50,
} as const

/** Facts of the pages of an index, by page. */
export interface PageFacts {
  /** Saturation of repetition: the sum of a word's values by which it has half of its points. */
  saturations: Float64Array
  /** 0 for a page of prose, 1 for a reference. */
  references: Float64Array
}

const facts = new WeakMap<Index, PageFacts>()

/** Computed at the first query of a question, from the norms of all records, and kept with the index. */
export function pageFactsOf(index: Index): PageFacts {
  let known = facts.get(index)
  if (known === undefined) {
    known = readPageFacts(index)
    facts.set(index, known)
  }
  return known
}

function readPageFacts(index: Index): PageFacts {
  const { norms, recordCount, meta } = index
  const lengths = new Float64Array(meta.pageCount)
  const proseTokens = new Float64Array(meta.pageCount)
  const functionWords = new Float64Array(meta.pageCount)
  const pages = pageNumbersOf(index)
  let total = 0
  for (let doc = 0; doc < recordCount; doc++) {
    if (index.delta?.live[doc] === 0) continue
    const page = pages[doc] as number
    const tokens = norms[doc * NORM_WIDTH + NORM.body] as number
    lengths[page] = (lengths[page] as number) + tokens + PAGE.heading
    total += tokens + PAGE.heading
    const prose = proseIn(norms, doc)
    if (prose === undefined) continue
    proseTokens[page] = (proseTokens[page] as number) + tokens
    functionWords[page] = (functionWords[page] as number) + prose * tokens
  }
  const pageCount = lengths.reduce((count, length) => count + (length > 0 ? 1 : 0), 0)
  const mean = total / Math.max(1, pageCount)
  return {
    saturations: lengths.map((length) => PAGE.repetition * (1 - PAGE.length + (PAGE.length * length) / mean)),
    references: functionWords.map((words, page) => {
      const tokens = (proseTokens[page] as number) + PAGE.proseTokens
      const share = (words + PAGE.prose * PAGE.proseTokens) / tokens
      return Math.min(1, Math.max(0, (PAGE.prose - share) / (PAGE.prose / 2)))
    }),
  }
}

/** Clears the evidence of the query before. The arrays belong to the index. */
export function startPages({ pages }: Scratch): PageEvidence {
  pages.bestSums.fill(0)
  pages.texts.fill(0)
  pages.weights.fill(0)
  return pages
}

/** Adds the values of the word that was matched last. */
export function addPageEvidence(index: Index, scratch: Scratch, count: number, weight: number): void {
  const { rows, touched: docs } = scratch
  const { best, sum, touched, bestSums, texts, weights } = scratch.pages
  const { saturations } = pageFactsOf(index)
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
    sum[page] = (sum[page] as number) + value
  }
  for (let i = 0; i < pages; i++) {
    const page = touched[i] as number
    const all = sum[page] as number
    bestSums[page] = (bestSums[page] as number) + weight * (best[page] as number)
    texts[page] = (texts[page] as number) + (weight * all) / (all + (saturations[page] as number))
    weights[page] = (weights[page] as number) + weight
    best[page] = 0
    sum[page] = 0
  }
}

/**
 * For a query of bigrams, whose words may be missing: a section gets a share of the values that its page has beyond its
 * own. The bigrams of a language without spaces are too short for `PageEvidence.texts`.
 */
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
