/** The options of the dialog. */

import type { Clock, KeyValueStorage, SearchError } from '@docent/client'
import type { Hit, SearchParams } from '@docent/engine'
import type { ComponentType, ReactNode } from 'react'

import type { DialogClient } from '../core/dialog-client.ts'
import type { Facet } from '../core/filters.ts'
import type { IndexChoice } from '../core/request.ts'
import type { Messages } from '../languages/messages.ts'

/** A host's component around the content of a row, as in the public component. */
export type HitComponent = ComponentType<{ hit: Hit; children: ReactNode }>

/** A host's component below the results. */
export type ResultsFooterComponent = ComponentType<{
  state: { query: string; context: { nbHits: number } }
}>

/** Data about an opened hit, for the host. */
export interface ChosenHit {
  /** The reader's query. */
  query: string
  /** The matched words in the hit, for marks in the section (`markMatches`). Empty for an item of the history. */
  matches: string[]
}

export interface SearchDialogProps {
  /** Made once, with `createClient`; it contains the cache. */
  client: DialogClient
  /** The index to search; `indices` for several. */
  indexName?: string | undefined
  indices?: readonly (string | IndexChoice)[] | undefined
  open: boolean
  /** Called when the reader closes the dialog; the host then sets `open` to false. */
  onClose: () => void
  /**
   * Called when Back or Forward leads to the open dialog; the host then sets `open` to true. The query is that of the
   * history entry, needed after a reload. Without `onReopen`, Back can only close the dialog.
   */
  onReopen?: ((query: string) => void) | undefined
  /** Opens a hit in this tab, after the dialog is closed; default: `location.assign`. */
  navigate?: ((url: string, hit: ChosenHit) => void) | undefined
  /** Opens a hit in a new tab, from the keyboard; default: `window.open`. */
  navigateNewTab?: ((url: string) => void) | undefined
  /** The query at each opening, cut to 64 UTF-16 units. Empty or absent: the last query, selected. */
  initialQuery?: string | undefined
  /** Any value: when it changes, `initialQuery` is set again, also while the dialog is open. */
  wish?: unknown
  placeholder?: string | undefined
  /** Parameters of every request, such as `facetFilters`. */
  searchParameters?: SearchParams | undefined
  /** Number of hits of one page that are shown before "show more"; default: 5. */
  maxResultsPerGroup?: number | undefined
  /** A host's component around the content of a row. */
  hitComponent?: HitComponent | undefined
  /** A host's component below the results. */
  resultsFooterComponent?: ResultsFooterComponent | undefined
  transformItems?: ((items: Hit[]) => Hit[]) | undefined
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
