/** The options that all forms of the dialog have: the component, the box with DocSearch's options, and `docent.js`. */

import type { Clock, KeyValueStorage, SearchError } from '@docent/client'
import type { SearchParams } from '@docent/engine'

import type { Messages } from '../languages/messages.ts'
import type { DocHit } from './doc-hit.ts'
import type { Facet } from './filters.ts'
import type { IndexChoice } from './request.ts'

/** Data about an opened hit, for the host. */
export interface ChosenHit {
  /** The reader's query. */
  query: string
  /** The matched words in the hit, for marks in the section (`markMatches`). Empty for an item of the history. */
  matches: string[]
}

/** Changes the hits of an index before they are shown: removes some, orders them anew, gives them other addresses. */
export type TransformItems = (items: DocHit[]) => DocHit[]

/** Functions among them may change with each render: the latest is called. */
export interface DialogOptions {
  /** The index to search; `indices` for several. */
  indexName?: string | undefined
  indices?: readonly (string | IndexChoice)[] | undefined
  /** The query at each opening, cut to 64 UTF-16 units. Empty or absent: the last query, selected. */
  initialQuery?: string | undefined
  placeholder?: string | undefined
  /** Parameters of every request, such as `facetFilters`. */
  searchParameters?: SearchParams | undefined
  /** Number of hits of one page that are shown before "show more"; default: 5. */
  maxResultsPerGroup?: number | undefined
  transformItems?: TransformItems | undefined
  /** Called with each sent query. */
  onQuery?: ((query: string) => void) | undefined
  /** Called with each opened hit, favorite and recent page, in this tab or another. */
  onSelect?: ((url: string, hit: ChosenHit) => void) | undefined
  /** Called with the error of each failed search. */
  onError?: ((error: SearchError) => void) | undefined
  /** The parent of the dialog's element; default: the page's body. */
  portalContainer?: Element | DocumentFragment | null | undefined
  /** The facets for filters: `[{ key: 'version', label: 'Version' }]`. Their defaults are in `facetFilters`. */
  facets?: readonly Facet[] | undefined
  /** The URL of the page with all results of a query; `undefined` shows no link. */
  getSearchPageUrl?: ((query: { query: string }) => string | undefined) | undefined
  /** The URL for reporting a query without results; `undefined` shows no link. */
  getMissingResultsUrl?: ((query: { query: string }) => string | undefined) | undefined
  /**
   * The language of the interface (BCP 47): one of ar, de, en, es, fr, it, ja, ko, pt, ru, zh, else English. Default: the
   * page's (`<html lang>`). Loaded when the dialog opens; `loadMessages` loads it earlier.
   */
  language?: string | undefined
  /** Replacements of any strings. */
  messages?: Partial<Messages> | undefined
  theme?: 'light' | 'dark' | undefined
  /** Stores no recents and no favorites. */
  disableUserPersonalization?: boolean | undefined
  /** Maximum number of recents; default: 7, and 4 beside favorites. */
  recentSearchesLimit?: number | undefined
  recentSearchesWithFavoritesLimit?: number | undefined
  /** Pause that ends a burst of typing (ms); default: 80. With 0 every letter sends a request. */
  debounce?: number | undefined
  /** The storage of recents and favorites; default: `localStorage`. */
  storage?: KeyValueStorage | undefined
  clock?: Clock | undefined
}
