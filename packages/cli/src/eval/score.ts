/**
 * Relevance figures of known-item queries: how often the right page is first, among the first five, its mean reciprocal
 * rank within ten (Voorhees, TREC-8 question answering track, 1999), and how often nothing is found at all. Hits are
 * grouped by page, a page standing where its first hit stands; the section's own rank is counted among ungrouped hits.
 */

import { type EvalQuery, pageOf } from './queries.ts'

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

/** Where the right answer of one query stood, 1-based; 0 is "not found". */
export interface Rank {
  query: EvalQuery
  page: number
  section: number
  found: number
}

/** The rank of a query's right page and section in the URLs that were found, best first. */
export function rankOf(query: EvalQuery, urls: string[], page: (url: string) => string = pageOf): Rank {
  const pages = [...new Set(urls.map(page))]
  return {
    query,
    page: pages.findIndex((url) => query.pageTargets.includes(url)) + 1,
    section: urls.findIndex((url) => query.targets.includes(url)) + 1,
    found: urls.length,
  }
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
    mrr10: share(ranks, (rank) => (rank.page >= 1 && rank.page <= 10 ? 1 / rank.page : 0)),
    zeroResults: share(ranks, (rank) => Number(rank.found === 0)),
    ...(anchored.length > 0 && { section1: share(anchored, (rank) => Number(rank.section === 1)) }),
  }
}

/** The figures of each set, sets in the order of their first query. */
export function scoreSets(ranks: Rank[]): Map<string, Scores> {
  const sets = Map.groupBy(ranks, (rank) => rank.query.set)
  return new Map([...sets].map(([name, members]) => [name, score(members)]))
}

/** The table for the terminal: a row for each set, then one for all queries. */
export function scoreTable(ranks: Rank[]): string {
  const rows = [...scoreSets(ranks), ['all', score(ranks)] as const]
  const header = ['set', 'queries', 'hit@1', 'hit@5', 'MRR@10', 'zero', 'section@1']
  const cells = rows.map(([name, scores]) => [
    name,
    String(scores.queries),
    ...[scores.hit1, scores.hit5, scores.mrr10, scores.zeroResults, scores.section1].map(
      (value) => value?.toFixed(3) ?? '–',
    ),
  ])
  const table = [header, ...cells]
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
