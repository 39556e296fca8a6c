/**
 * What is read of the answers of a server, one for each request. Nothing about them is taken for granted: an answer
 * may be null, its numbers missing, its hits no list.
 */

import type { Hit, SearchResponse } from '@docent/engine'

/** One index's answer, or several pages of it joined. */
export interface Answer {
  hits: Hit[]
  /** All hits that the server knows of; never fewer than were received. */
  total: number
  /** 0-based number of the next page, when there is one. */
  nextPage: number | undefined
  /** Counts by value by facet, as they came. */
  facets: unknown
  /** Server's proposals for a query without hits. */
  suggestions: string[]
}

/** The answers in the order of the requests, hits as the host wants them. */
export function readAnswers(
  results: unknown,
  page: number,
  transformItems: ((items: Hit[]) => Hit[]) | undefined,
): Answer[] {
  return (Array.isArray(results) ? (results as (Partial<SearchResponse> | null)[]) : []).map((result) => {
    const received = Array.isArray(result?.hits) ? result.hits : []
    const hits = transformItems ? transformItems([...received]) : received
    const total = Math.max(hits.length, Number(result?.nbHits) || 0)
    const pages = Number(result?.nbPages)
    // A server that counts no pages has more as long as it counts more hits than a first page holds.
    const more = received.length > 0 && (pages >= 0 ? page + 1 < pages : page === 0 && total > received.length)
    return {
      hits,
      total: hits.length === 0 && page === 0 ? 0 : total,
      nextPage: more ? page + 1 : undefined,
      facets: result?.facets,
      suggestions: readSuggestions(result),
    }
  })
}

/** Answers, and the next pages of those that had one. */
export function joinAnswers(answers: readonly Answer[], next: readonly Answer[]): Answer[] {
  const following = next[Symbol.iterator]()
  return answers.map((answer) => {
    if (answer.nextPage === undefined) return answer
    const { hits = [], nextPage } = following.next().value ?? {}
    return { ...answer, hits: [...answer.hits, ...hits], nextPage }
  })
}

/** Docent's server proposes queries that it has tried itself. */
function readSuggestions(result: unknown): string[] {
  const { suggestions } = (result ?? {}) as { suggestions?: unknown }
  if (!Array.isArray(suggestions)) return []
  return (suggestions as { query?: unknown }[])
    .map((suggestion) => suggestion?.query)
    .filter((query) => typeof query === 'string')
}
