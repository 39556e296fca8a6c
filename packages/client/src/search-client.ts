/**
 * The three calls of a search box: several queries at once, one query, values of a facet. Answers are cached for five
 * minutes and shared between callers, which must not change them.
 */

import type {
  FacetValuesResponse,
  MultiSearchResponse,
  SearchParams,
  SearchRequest,
  SearchResponse,
} from '@docent/engine'

import { createAnswerCache } from './answer-cache.ts'
import { systemClock } from './clock.ts'
import { SearchError } from './search-error.ts'
import { type CallOptions, createTransport, type TransportOptions } from './transport.ts'

/** Searches over HTTP. Every call throws `SearchError`, of kind `aborted` when its signal fires. */
export interface SearchClient {
  /** Several queries in one call: one result for each request, in their order. */
  search(requests: readonly SearchRequest[], options?: CallOptions): Promise<MultiSearchResponse>
  /** `POST /1/indexes/{index}/query`. */
  searchIndex(index: string, params: SearchParams, options?: CallOptions): Promise<SearchResponse>
  /** `POST /1/indexes/{index}/facets/{facet}/query`: the values of a facet that start with `facetQuery`. */
  searchFacetValues(
    index: string,
    facet: string,
    params?: SearchParams & { facetQuery?: string },
    options?: CallOptions,
  ): Promise<FacetValuesResponse>
  /** Empties the cache, for a site whose index has changed. */
  clearCache(): void
}

/** A client for these hosts. Throws `SearchError` (`refused`) when `hosts` is empty. */
export function createClient(options: TransportOptions): SearchClient {
  const transport = createTransport(options)
  const cache = createAnswerCache(options.clock ?? systemClock)

  async function ask(path: string, body: unknown, list: string, call: CallOptions = {}): Promise<unknown> {
    const key = path + JSON.stringify(body)
    const known = call.retry ? undefined : cache.get(key)
    if (known !== undefined) return known
    const answer = await transport.send({ method: 'POST', path, body, kind: 'read' }, call)
    if (!Array.isArray((answer as Record<string, unknown> | null)?.[list])) {
      throw new SearchError('bad-answer', `The search server’s answer has no list \`${list}\`.`, 200)
    }
    cache.set(key, answer)
    return answer
  }

  // Only the list is checked here. The caller checks each hit, so that one malformed hit does not hide the others.
  return {
    search: (requests, call) =>
      ask('/1/indexes/*/queries', { requests }, 'results', call) as Promise<MultiSearchResponse>,
    searchIndex: (index, params, call) =>
      ask(`/1/indexes/${encodeURIComponent(index)}/query`, params, 'hits', call) as Promise<SearchResponse>,
    searchFacetValues: (index, facet, params = {}, call) =>
      ask(
        `/1/indexes/${encodeURIComponent(index)}/facets/${encodeURIComponent(facet)}/query`,
        params,
        'facetHits',
        call,
      ) as Promise<FacetValuesResponse>,
    clearCache: cache.clear,
  }
}
