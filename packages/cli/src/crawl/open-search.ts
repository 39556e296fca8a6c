/** The search of the guard: an index of the records in memory, with the engine that serves them. */

import { buildIndex, type DocRecord, type IndexSettings, openIndex, search } from '@docent/engine'

/** Hits that are grouped by page: several sections of a page may come first. */
const HITS = 50

/** Addresses of pages that answer a query, best first. */
export function openSearch(records: readonly DocRecord[], settings: IndexSettings): (query: string) => string[] {
  const index = openIndex(buildIndex(records, settings), settings)
  return (query) => {
    const { hits } = search(index, {
      query,
      hitsPerPage: HITS,
      attributesToRetrieve: ['url_without_anchor'],
      attributesToHighlight: [],
      attributesToSnippet: [],
    })
    return [...new Set(hits.map((hit) => String(hit['url_without_anchor'])))]
  }
}
