/** Compares the answers of two indexes to known-item queries. */

import type { KnownItem } from './known-items.ts'

/** Addresses of the pages that answer a query, best first, each once. */
export type SearchPages = (query: string) => Promise<readonly string[]> | readonly string[]

/** Ranks beyond this count as not found: readers see one screen of hits. */
const LAST_RANK = 10

/** Maximum fall of MRR@10. */
export const MRR_FALL = 0.05

/** Maximum share of queries whose page leaves the first ten hits. */
export const LOST_SHARE = 0.05

/** Factor of both thresholds for a comparison over several crawls, in which titles change by intent too. */
export const LONG_TOLERANCE = 2

/** Error of sums of fractions. */
const ROUNDING = 1e-9

/** Fewer worse queries than this hold no index: on a small site one new title is 5 % of the queries. */
export const LEAST_WORSE = 3

/** A query that the new index answers worse. Ranks are 1-based; 0 for a page that is not among the first ten. */
export interface WorseAnswer extends KnownItem {
  before: number
  after: number
}

/** The result of the comparison. */
export interface Relevance {
  queries: number
  /** MRR@10, 0 to 1. */
  before: number
  after: number
  /** The largest losses first. */
  worse: WorseAnswer[]
  /** Number of queries whose page left the first ten hits. */
  lost: number
  isHeld: boolean
}

/** The comparison with an earlier set than the served one. */
export interface LongRelevance extends Relevance {
  /** End of the crawl of that set, ISO 8601. */
  since: string
}

/** The rank of the page of each item; 0 where it is not among the first ten. */
export async function ranksOf(items: readonly KnownItem[], search: SearchPages): Promise<number[]> {
  const ranks: number[] = []
  for (const { query, url } of items) {
    const pages = await search(query)
    ranks.push(pages.slice(0, LAST_RANK).indexOf(url) + 1)
  }
  return ranks
}

/**
 * Compares the ranks of both indexes, in the order of `items`. @param tolerance factor of the thresholds.
 */
export function compareRanks(
  items: readonly KnownItem[],
  before: readonly number[],
  after: readonly number[],
  tolerance = 1,
): Relevance {
  const pairs = items.map((item, i) => ({ ...item, before: before[i] ?? 0, after: after[i] ?? 0 }))
  const worse = pairs
    .filter((pair) => reciprocal(pair.after) < reciprocal(pair.before))
    .toSorted((a, b) => loss(b) - loss(a))
  const lost = worse.filter((pair) => pair.after === 0).length
  const [mrrBefore, mrrAfter] = [meanReciprocal(before), meanReciprocal(after)]
  const isBeyond =
    mrrBefore - mrrAfter > MRR_FALL * tolerance + ROUNDING || lost > items.length * LOST_SHARE * tolerance
  return {
    queries: items.length,
    before: mrrBefore,
    after: mrrAfter,
    worse,
    lost,
    isHeld: worse.length >= LEAST_WORSE && isBeyond,
  }
}

const reciprocal = (rank: number): number => (rank === 0 ? 0 : 1 / rank)

const loss = ({ before, after }: WorseAnswer): number => reciprocal(before) - reciprocal(after)

const meanReciprocal = (ranks: readonly number[]): number =>
  ranks.length === 0 ? 0 : ranks.reduce((sum, rank) => sum + reciprocal(rank), 0) / ranks.length
