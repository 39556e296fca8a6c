/** The requests of the dialog. Parameters are properties of each request; there is no `params` string. */

import type { SearchParams, SearchRequest } from '@docent/engine'

import { HITS_PER_PAGE, NARROW_SCREEN, SNIPPET_WORDS, SNIPPET_WORDS_NARROW } from './constants.ts'
import { MATCH_END, MATCH_START } from './highlight.ts'

/** An index to search, with its own parameters. */
export interface IndexChoice {
  name: string
  searchParameters?: SearchParams
}

/** A query and its parameters. */
export interface Question {
  indices: readonly IndexChoice[]
  query: string
  /** Words of a snippet on this screen. */
  snippetWords: number
  /** 0-based. */
  page?: number
  /** Attributes of a hit to retrieve beside its text: the facets. */
  attributes?: readonly string[]
}

/** Words of a snippet for the current width of the screen. */
export function snippetWordsNow(): number {
  return matchMedia(NARROW_SCREEN).matches ? SNIPPET_WORDS_NARROW : SNIPPET_WORDS
}

const LEVELS = [1, 2, 3, 4, 5, 6]

/** One request for each index. `searchParameters` come last, so a host can override anything but the query. */
export function buildRequests({ indices, query, snippetWords, page, attributes = [] }: Question): SearchRequest[] {
  return indices.map(({ name, searchParameters }) => ({
    attributesToRetrieve: [
      'hierarchy.lvl0',
      ...LEVELS.map((level) => `hierarchy.lvl${level}`),
      'content',
      'type',
      'url',
      'url_without_anchor',
      ...attributes,
    ],
    // Attributes with a snippet need no highlight of the whole text.
    attributesToHighlight: ['hierarchy.lvl0'],
    attributesToSnippet: [...LEVELS.map((level) => `hierarchy.lvl${level}:${snippetWords}`), `content:${snippetWords}`],
    snippetEllipsisText: '…',
    hitsPerPage: HITS_PER_PAGE,
    ...searchParameters,
    ...(page && { page }),
    // `parseParts` reads only these tags, so a host cannot override them.
    highlightPreTag: MATCH_START,
    highlightPostTag: MATCH_END,
    indexName: name,
    query,
  }))
}
