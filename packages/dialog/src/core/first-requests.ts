/**
 * What the dialog asks first for a text, for a host that asks before the dialog is there: through the same client, the
 * dialog then finds the answer, or joins the call.
 */

import type { SearchParams, SearchRequest } from '@docent/engine'

import { QUERY_MAX_LENGTH } from './constants.ts'
import { type Facet, inside } from './filters.ts'
import { readFilters } from './kept-filters.ts'
import { buildRequests, snippetWordsNow } from './request.ts'
import { question } from './state.ts'

/** What a host gives the dialog, as far as requests depend on it. */
export interface FirstQuestion {
  indexName: string
  text: string
  searchParameters: SearchParams
  /** At least one. */
  facets: readonly Facet[]
}

/** The requests; none where nothing would be asked. */
export function firstRequests({ indexName, text, searchParameters, facets }: FirstQuestion): SearchRequest[] {
  const query = question(text.slice(0, QUERY_MAX_LENGTH))
  if (query === '') return []
  const indices = inside({ indices: [{ name: indexName, searchParameters }], facets, filters: readFilters() })
  return buildRequests({
    indices,
    query,
    snippetWords: snippetWordsNow(),
    attributes: facets.map(({ key }) => key),
  })
}
