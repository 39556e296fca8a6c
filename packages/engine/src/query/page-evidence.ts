/**
 * Evidence of a whole page. A question is about a page: its words are spread over the sections, and no section has all
 * of them. A page that has a word often, for its length, is about it.
 *
 * Call `startPages` before a query, and for each word that is no function word `addOccurrences` of its whole lists, then
 * `addWordOfPages`.
 */
import { keptWith } from '../base/kept-with.ts'
import { NORM_WIDTH, proseIn } from '../segment/norms.ts'
import * as NORM from '../segment/norm-offsets.ts'
import type { Index } from '../segment/open-index.ts'
import { pageNumbersOf } from '../segment/pages.ts'
import type { PageEvidence, Scratch } from './evidence.ts'
import type { Expansion } from './expansion.ts'
import { batchOf } from './posting-list.ts'
import { type Reader, readList } from './read-postings.ts'
import { BODY_SHIFT, fieldBitsOf, OWN, type Scorer } from './score-postings.ts'

/** Constants of the evidence of pages, each with a query whose order it decides. */
export const PAGE = {
  /**
   * `install proxy`: the page with *proxy* 20 times before one with it twice. Saturation of repetition of a word in a page of mean
   * length, as `STRENGTH.repetition`.
   */
  repetition: 24,
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
  /** Saturation of repetition: the occurrences of a word by which it has half of its points. */
  saturations: Float64Array
  /** 0 for a page of prose, 1 for a reference. */
  references: Float64Array
}

/** Computed at the first query of a question, from the norms of all records, and kept with the index. */
export const pageFactsOf = keptWith((index: Index): PageFacts => {
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
  const mean = meanInCorpus(index) ?? total / Math.max(1, lengths.filter((length) => length > 0).length)
  return {
    saturations: lengths.map((length) => PAGE.repetition * (1 - PAGE.length + (PAGE.length * length) / mean)),
    references: functionWords.map((words, page) => {
      const tokens = (proseTokens[page] as number) + PAGE.proseTokens
      const share = (words + PAGE.prose * PAGE.proseTokens) / tokens
      return Math.min(1, Math.max(0, (PAGE.prose - share) / (PAGE.prose / 2)))
    }),
  }
})

/** Mean length of the pages of the corpus, if the index has the candidates of a query alone; `undefined` if it is not known. */
function meanInCorpus({ corpus }: Index): number | undefined {
  if (corpus === undefined || corpus.pageCount === 0) return undefined
  return (corpus.recordCount * (corpus.meanBody + PAGE.heading)) / corpus.pageCount
}

/** Clears the evidence of the query before. The arrays belong to the index. */
export function startPages({ pages }: Scratch): PageEvidence {
  pages.texts.fill(0)
  pages.weights.fill(0)
  return pages
}

/** Adds the whole lists of a word's expansions. Returns the number of pages that have the word. */
export function readOccurrences(scorer: Scorer, reader: Reader, expansions: readonly Expansion[]): number {
  let pages = 0
  for (const expansion of expansions) {
    const count = readList(reader, expansion, undefined, 0)
    pages = addOccurrences(scorer, expansion, reader.end, reader.end + count, pages)
  }
  return pages
}

/** Adds the word whose occurrences were added to the evidence of `pages` pages. */
export function addWordOfPages({ index, scratch }: Scorer, pages: number, weight: number): void {
  const { occurrences, touched, texts, weights } = scratch.pages
  const { saturations } = pageFactsOf(index)
  for (let i = 0; i < pages; i++) {
    const page = touched[i] as number
    const all = occurrences[page] as number
    texts[page] = (texts[page] as number) + (weight * all) / (all + (saturations[page] as number))
    weights[page] = (weights[page] as number) + weight
    occurrences[page] = 0
  }
}

/** Worth of an occurrence. `pro` of a query that is still typed begins many words, whose occurrences are added up. */
function worthOf({ kind, quality, matchedUnits, term }: Expansion): number {
  return kind === 'prefix' ? (quality * matchedUnits) / term.length : quality
}

/**
 * Adds the postings `from` to before `end` of the batch, of one expansion: its occurrences in records whose text has it, and one
 * for each own heading. Returns the number of pages that have the word, `before` of them by other expansions.
 */
export function addOccurrences(
  scorer: Scorer,
  expansion: Expansion,
  from: number,
  end: number,
  before: number,
): number {
  const { index, scratch, options } = scorer
  const { docs, ranks, frequencies } = batchOf(0)
  const { occurrences, touched } = scratch.pages
  const { allowed } = options
  const worth = worthOf(expansion)
  const bits = fieldBitsOf(scorer, expansion)
  const numbers = pageNumbersOf(index)
  let pages = before
  for (let i = from; i < end; i++) {
    const doc = docs[i] as number
    if (allowed !== undefined && allowed[doc] === 0) continue
    const found = bits[ranks[i] as number] as number
    const inText = (found >> BODY_SHIFT) & 1
    const added = worth * (inText * (frequencies[i] as number) + (found & OWN))
    const page = numbers[doc] as number
    const known = occurrences[page] as number
    // Written before the page is known to be a new one: a branch that depends on the data costs more.
    touched[pages] = page
    pages += known === 0 && added > 0 ? 1 : 0
    occurrences[page] = known + added
  }
  return pages
}
