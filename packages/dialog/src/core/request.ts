/** What the dialog asks a search server for. Parameters stand flat in each request; there is no `params` string. */

import type { SearchParams, SearchRequest } from '@docent/engine'

import { HITS_PER_PAGE } from './constants.ts'
import { type Facet, type Filters, filtersOf, isFiltered, NO_FILTERS } from './filters.ts'
import { MATCH_END, MATCH_START } from './highlight.ts'

/** An index to search, with parameters of its own. */
export interface IndexChoice {
  name: string
  searchParameters?: SearchParams
}

/** A query, and where it is looked for. */
export interface Question {
  indices: readonly IndexChoice[]
  query: string
  /** Words of a snippet on this screen. */
  snippetWords: number
  facets?: readonly Facet[]
  filters?: Filters
}

const LEVELS = [1, 2, 3, 4, 5, 6]

/** One request for each index. `searchParameters` come last, so a host can override anything but the query. */
export function buildRequests(
  { indices, query, snippetWords, facets = [], filters = NO_FILTERS }: Question,
  /** What only these requests have. */
  extra: (index: IndexChoice) => SearchParams = () => ({}),
): SearchRequest[] {
  return indices.map((index) => ({
    attributesToRetrieve: [
      'hierarchy.lvl0',
      ...LEVELS.map((level) => `hierarchy.lvl${level}`),
      'content',
      'type',
      'url',
      ...facets.map(({ key }) => key).filter((key) => key !== 'hierarchy.lvl0'),
    ],
    attributesToSnippet: [...LEVELS.map((level) => `hierarchy.lvl${level}:${snippetWords}`), `content:${snippetWords}`],
    snippetEllipsisText: '…',
    hitsPerPage: HITS_PER_PAGE,
    ...index.searchParameters,
    ...(facets.length > 0 && {
      // Of a facet that is filtered by, these counts would know the chosen value only (`countRequests` asks for it).
      facets: facets.filter((facet) => !isFiltered(index, facet, filters)).map(({ key }) => key),
      facetFilters: filtersOf(index, facets, filters),
    }),
    ...extra(index),
    // The rows are made of parts, not of HTML: no other tags would be understood.
    highlightPreTag: MATCH_START,
    highlightPostTag: MATCH_END,
    indexName: index.name,
    query,
  }))
}

/** What the values of a facet would find that is filtered by: each such facet is asked without its own filter. */
export function countRequests(question: Question): SearchRequest[] {
  const { facets = [], filters = NO_FILTERS } = question
  return facets.flatMap((facet) =>
    buildRequests(
      { ...question, indices: question.indices.filter((index) => isFiltered(index, facet, filters)) },
      (index) => ({
        hitsPerPage: 0,
        page: 0,
        facets: [facet.key],
        facetFilters: filtersOf(index, facets, filters, facet.key),
      }),
    ),
  )
}

/** What there is without any of the filters, where there is one. */
export function elsewhereRequests(question: Question): SearchRequest[] {
  const { facets = [], filters = NO_FILTERS } = question
  const indices = question.indices.filter((index) => facets.some((facet) => isFiltered(index, facet, filters)))
  return buildRequests({ ...question, indices }, (index) => ({
    facets: [],
    facetFilters: filtersOf(index, facets, filters, true),
  }))
}
