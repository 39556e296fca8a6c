/**
 * Reads the answers of a server, one for each request. They are not trusted: an answer may be null, its numbers missing, its
 * hits no list.
 */

import type { Hit, SearchResponse } from '@docent/engine'

import type { IndexChoice } from './request.ts'

/** One index's answer, or several pages of it joined. */
export interface Answer {
  /** The index's name, where it gave no list of hits: it could not be searched. */
  failed: string | undefined
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

/** The answers of the indices, in their order; hits as the host wants them. */
export function readAnswers(
  indices: readonly IndexChoice[],
  results: unknown,
  page: number,
  transformItems: ((items: Hit[]) => Hit[]) | undefined,
): Answer[] {
  return indices.map(({ name }, number) => {
    const result = (results as (Partial<SearchResponse> | null)[] | undefined)?.[number]
    const listed = Array.isArray(result?.hits)
    const received = listed ? (result?.hits ?? []) : []
    const hits = transformItems ? transformItems([...received]) : received
    const total = Math.max(hits.length, Number(result?.nbHits) || 0)
    const pages = Number(result?.nbPages)
    // A server that counts no pages has more as long as it counts more hits than a first page holds.
    const more = received.length > 0 && (pages >= 0 ? page + 1 < pages : page === 0 && total > received.length)
    return {
      failed: listed ? undefined : name,
      hits,
      total: hits.length === 0 && page === 0 ? 0 : total,
      nextPage: more ? page + 1 : undefined,
      facets: result?.facets,
      suggestions: readSuggestions(result),
    }
  })
}

/** All hits that the indices know of. */
export function totalOf(answers: readonly Answer[]): number {
  return answers.reduce((sum, { total }) => sum + total, 0)
}

/** Docent's server proposes queries that it has tried itself. */
function readSuggestions(result: unknown): string[] {
  const { suggestions } = (result ?? {}) as { suggestions?: unknown }
  if (!Array.isArray(suggestions)) return []
  return (suggestions as { query?: unknown }[])
    .map((suggestion) => suggestion?.query)
    .filter((query) => typeof query === 'string')
}
