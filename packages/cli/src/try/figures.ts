/** The known-item figures of both sides: queries whose right page is known, because its own name is the query. */

import { knownItems, namesOfPages } from '@docent/crawl'

import { type EvalQuery, readQueries } from '../eval/queries.ts'
import { type Rank, score, type Scores } from '../eval/score.ts'
import { messageOf } from '../terminal/message-of.ts'
import type { ReadRecords } from './read-records.ts'
import { ranksOf, type Side } from './side.ts'

/** Number of queries that are made. Each is one request to the present search. */
const MAX_QUERIES = 50

/** A query with its rank on each side, in the order of the sides. */
export interface Measured {
  query: string
  ranks: number[]
}

/** The figures of all sides. A side that failed has a sentence instead. */
export interface Figures {
  sides: { name: string; scores?: Scores; failure?: string }[]
  queries: Measured[]
}

/** The queries of a file; else queries made of titles, headings and texts of links of the read pages. */
export async function queriesFor(read: ReadRecords, file: string | undefined): Promise<EvalQuery[]> {
  if (file !== undefined) return readQueries(file)
  return knownItems(namesOfPages(read.records, read.linkTexts), MAX_QUERIES).map(({ query, url, from }) => ({
    id: query,
    set: from,
    query,
    targets: [url],
    pageTargets: [url],
  }))
}

/** Asks all sides all queries. */
export async function measure(sides: readonly Side[], queries: readonly EvalQuery[]): Promise<Figures> {
  if (queries.length === 0) return { sides: sides.map(({ name }) => ({ name })), queries: [] }
  const results = await Promise.all(sides.map((side) => ranksOrFailure(side, queries)))
  return {
    sides: results.map((result, i) => ({
      name: sides[i]?.name ?? '',
      ...(typeof result === 'string' ? { failure: result } : { scores: score(result) }),
    })),
    queries: queries.map(({ query }, i) => ({
      query,
      ranks: results.map((result) => (typeof result === 'string' ? 0 : (result[i]?.page ?? 0))),
    })),
  }
}

async function ranksOrFailure(side: Side, queries: readonly EvalQuery[]): Promise<Rank[] | string> {
  try {
    return await ranksOf(side, queries)
  } catch (error) {
    return messageOf(error)
  }
}
