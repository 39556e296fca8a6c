/**
 * Reads the answers of a server, one for each request. They are not trusted: an answer may be null, and its numbers or its
 * list of hits may be missing.
 */

import type { Hit, SearchResponse } from '@docent/engine'

import type { TransformItems } from './dialog-options.ts'
import type { DocHit } from './doc-hit.ts'
import type { IndexChoice } from './request.ts'

/** The answer of one index, or several joined pages of it. */
export interface Answer {
  /** The index's name when the answer has no list of hits, which means that it could not be searched. */
  failed: string | undefined
  hits: Hit[]
  /** Number of all hits on the server; at least the number of received hits. */
  total: number
  /** 0-based number of the next page, if there is one. */
  nextPage: number | undefined
  /** Counts by facet and value, unchecked. */
  facets: unknown
  /** The server's suggestions for a query without hits. */
  suggestions: string[]
}

/** The answers of the indices, in their order, with the hits transformed by the host. */
export function readAnswers(
  indices: readonly IndexChoice[],
  results: unknown,
  page: number,
  transformItems: TransformItems | undefined,
): Answer[] {
  return indices.map(({ name }, number) => {
    const result = (results as (Partial<SearchResponse> | null)[] | undefined)?.[number]
    const listed = Array.isArray(result?.hits)
    const received = listed ? (result?.hits ?? []) : []
    const hits = transformItems ? transformItems([...received] as DocHit[]) : received
    const total = Math.max(hits.length, Number(result?.nbHits) || 0)
    const pages = Number(result?.nbPages)
    // Without a number of pages there are more hits when the total is larger than the first page.
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

/** Number of all hits of several answers. */
export function totalOf(answers: readonly Answer[]): number {
  return answers.reduce((sum, { total }) => sum + total, 0)
}

/** Queries with hits that Docent's server suggests. */
function readSuggestions(result: unknown): string[] {
  const { suggestions } = (result ?? {}) as { suggestions?: unknown }
  if (!Array.isArray(suggestions)) return []
  return (suggestions as { query?: unknown }[])
    .map((suggestion) => suggestion?.query)
    .filter((query) => typeof query === 'string')
}
