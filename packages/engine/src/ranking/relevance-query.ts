/** The data of a query that the scores of its records share (`relevance.ts`). */
import type { PageEvidence } from '../query/evidence.ts'
import type { Found } from '../query/find-matches.ts'
import { type PageFacts, pageFactsOf } from '../query/page-evidence.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { nameHash } from '../segment/norms.ts'
import type { Index } from '../segment/open-index.ts'
import { pageNumbersOf, textOfPages } from '../segment/pages.ts'
import { type ClassQuery, createClassPoints } from './class-points.ts'
import { recordsWithCompound } from './compound-matches.ts'
import * as RELEVANCE from './relevance-numbers.ts'
import { substancesOf } from './substance.ts'
import { type Versions, versionsOf } from './version-losses.ts'

/** The matches that relevance reads. */
export type FoundWords = Pick<Found, 'words' | 'expansions' | 'match' | 'fieldMask'>

/** The data of a query that the scores of all records share. */
export interface RelevanceQuery extends ClassQuery {
  readonly index: Index
  /** Number of words that are no symbols. */
  readonly wordCount: number
  /** Letters of the query. */
  readonly letters: number
  /** The query as the name of a page (`nameHash`). */
  readonly name: number
  /** `substancesOf`. */
  readonly substances: Float64Array
  /** `textOfPages`. */
  readonly texts: Uint8Array
  /** Weight of all words: those that may be missing are in the evidence too. */
  readonly allWeight: number
  /** `versionsOf`. */
  readonly versions: Versions | false
  /** Of a query in which whole pages count. */
  readonly pages: { evidence: PageEvidence; facts: PageFacts; numbers: Uint32Array } | undefined
}

/** Computed once for a query; each divisor is at least 1 or `RELEVANCE.leastWeight`, so that no score is infinite. */
export function prepareRelevance(index: Index, found: FoundWords): RelevanceQuery {
  const { match, words } = found
  let letters = 0
  let share = 0
  let weight = 0
  let evidence = 0
  for (const [at, word] of words.entries()) {
    if (word.kind !== 'symbol' || words.length === 1) {
      letters += word.letters
      share += match.shares[at] as number
    }
    const own = match.weights[at] as number
    evidence += own
    if (!word.optional || words.every((other) => other.optional)) weight += own
  }
  // A compound such as `fs.readFile` is one word.
  const isSingle = words.every((word, at) => at === 0 || word.glued)
  return {
    index,
    match,
    wordCount: words.filter(({ kind }) => kind !== 'symbol').length,
    letters: Math.max(1, letters),
    share: Math.max(RELEVANCE.leastWeight, share),
    weight: Math.max(RELEVANCE.leastWeight, weight),
    allWeight: Math.max(RELEVANCE.leastWeight, evidence),
    symbolic: symbolicShare(words),
    formShare: isSingle ? RELEVANCE.formOfSingleWord : RELEVANCE.form,
    name: nameHash(words.map((word) => (word.kind === 'symbol' ? '' : word.term)).join('')),
    compound: recordsWithCompound(index, found),
    substances: substancesOf(index),
    texts: textOfPages(index),
    versions: versionsOf(index),
    pages: match.pages && {
      evidence: match.pages,
      facts: pageFactsOf(index),
      numbers: pageNumbersOf(index),
    },
    mostPageWeight: match.pages === undefined ? 0 : match.weights.reduce((sum, each) => sum + each, 0),
    points: createClassPoints(match.evidence.classes.count),
  }
}

/** Points for the words in all sections of the page. */
export function pagePoints({ pages, match, allWeight }: RelevanceQuery, doc: number): number {
  if (pages === undefined) return 0
  const text = pages.evidence.texts[pages.numbers[doc] as number] as number
  return (RELEVANCE.page * match.question * text) / allWeight
}

/**
 * Share of the query's letters that were typed with symbols. A search for `--host` means the flag, not `host`. A
 * question mark at the end is no symbol.
 */
function symbolicShare(words: readonly QueryWord[]): number {
  let letters = 0
  let symbolic = 0
  // All words of a compound (`:nth-child`) belong to the symbol.
  let unit = 0
  let unitIsSymbol = false
  for (const word of words) {
    if (word.kind === 'symbol') continue
    letters += word.letters
    if (!word.glued) {
      unit = 0
      unitIsSymbol = false
    }
    unit += word.letters
    const typed = word.decorated.some((form) => !form.endsWith('?'))
    if (unitIsSymbol) symbolic += word.letters
    else if (typed) symbolic += unit
    unitIsSymbol ||= typed
  }
  return symbolic / Math.max(1, letters)
}
