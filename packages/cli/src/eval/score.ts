/**
 * Relevance figures of known-item queries: the shares with the right page first, among the first five, the mean
 * reciprocal rank within ten (Voorhees, TREC-8 question answering track, 1999), and the share without any result. Hits
 * are grouped by page, at the rank of its first hit; the section's own rank is counted among ungrouped hits. In a mean
 * over all queries the largest set dominates; the macro figures are the mean of the sets' figures, with the variants of
 * a set taken together.
 */

import type { EvalQuery } from './queries.ts'
import { comparable, pageOf } from './url.ts'

/** The figures of one set, each a share from 0 to 1. */
export interface Scores {
  queries: number
  hit1: number
  hit5: number
  mrr10: number
  zeroResults: number
  /** Right section first, over the queries whose answer is a section; absent if there are none. */
  section1?: number
}

/** The rank of the right answer of one query, 1-based; 0 for not found. */
export interface Rank {
  query: EvalQuery
  page: number
  section: number
  /** Number of hits, of those requested. */
  found: number
  /** The URL of the first hit, if there was one. */
  first?: string
}

/** A scored hit: its URL, and its page where that is not the URL without the anchor. */
export interface FoundUrl {
  url: string
  page?: string | undefined
}

/** The ranks of a query's right page and section in hits, best first. `base` is removed from the URLs of hits. */
export function rankOf(query: EvalQuery, found: FoundUrl[], base = '/'): Rank {
  const pages = [...new Set(found.map(({ url, page }) => comparable(page ?? pageOf(url), base)))]
  const rightPages = new Set(query.pageTargets.map((url) => comparable(url)))
  const rightSections = new Set(query.targets.map((url) => comparable(url)))
  const first = found[0]?.url
  return {
    query,
    page: pages.findIndex((url) => rightPages.has(url)) + 1,
    section: found.findIndex(({ url }) => rightSections.has(comparable(url, base))) + 1,
    found: found.length,
    ...(first !== undefined && { first }),
  }
}

/** 1 for the first rank, ½ for the second, 0 from the eleventh on and for not found. */
export function reciprocal(rank: number): number {
  return rank >= 1 && rank <= 10 ? 1 / rank : 0
}

/** The figures over some ranks. */
export function score(ranks: Rank[]): Scores {
  const anchored = ranks.filter((rank) => rank.query.targets.some((url) => url.includes('#')))
  const share = (of: Rank[], value: (rank: Rank) => number): number =>
    of.reduce((sum, rank) => sum + value(rank), 0) / of.length
  return {
    queries: ranks.length,
    hit1: share(ranks, (rank) => Number(rank.page === 1)),
    hit5: share(ranks, (rank) => Number(rank.page >= 1 && rank.page <= 5)),
    mrr10: share(ranks, (rank) => reciprocal(rank.page)),
    zeroResults: share(ranks, (rank) => Number(rank.found === 0)),
    ...(anchored.length > 0 && { section1: share(anchored, (rank) => Number(rank.section === 1)) }),
  }
}

/** The mean of the sets' figures, with the variants of a set as one set; `queries` is their sum. */
export function macroScore(ranks: Rank[]): Scores {
  const sets = [...Map.groupBy(ranks, ({ query }) => query.set).values()].map(score)
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const sections = sets.flatMap(({ section1 }) => section1 ?? [])
  return {
    queries: ranks.length,
    hit1: mean(sets.map(({ hit1 }) => hit1)),
    hit5: mean(sets.map(({ hit5 }) => hit5)),
    mrr10: mean(sets.map(({ mrr10 }) => mrr10)),
    zeroResults: mean(sets.map(({ zeroResults }) => zeroResults)),
    ...(sections.length > 0 && { section1: mean(sections) }),
  }
}

/** The name of a query's row in the table: its set, with its variant. */
export function rowName({ set, variant }: EvalQuery): string {
  return variant ? `${set}-${variant}` : set
}

/** The figures of each row, rows in the order of their first query. */
export function scoreSets(ranks: Rank[]): Map<string, Scores> {
  const sets = Map.groupBy(ranks, ({ query }) => rowName(query))
  return new Map([...sets].map(([name, members]) => [name, score(members)]))
}
