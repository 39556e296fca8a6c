/** The options of the dialog. */

import type { Clock, KeyValueStorage, SearchError } from '@docent/client'
import type { Hit, SearchParams } from '@docent/engine'
import type { ComponentType, ReactNode } from 'react'

import type { DialogClient } from '../core/dialog-client.ts'
import type { Facet } from '../core/filters.ts'
import type { IndexChoice } from '../core/request.ts'
import type { Messages } from '../languages/messages.ts'

/** A host's own link around what a row shows, as the public component has it. */
export type HitComponent = ComponentType<{ hit: Hit; children: ReactNode }>

/** A host's own line below the results. */
export type ResultsFooterComponent = ComponentType<{
  state: { query: string; context: { nbHits: number } }
}>

/** What a host may want to know of a hit that it goes to. */
export interface ChosenHit {
  /** What the reader had typed. */
  query: string
  /** The words that matched, as the hit has them: for marks in the section (`markMatches`). Empty for an item of the history. */
  matches: string[]
}

export interface SearchDialogProps {
  /** Made once, with `createClient`; it holds the cache of the session. */
  client: DialogClient
  /** The index to search. Or several, in `indices`. */
  indexName?: string | undefined
  indices?: readonly (string | IndexChoice)[] | undefined
  open: boolean
  /** The reader wants it closed; the host then sets `open` to false. */
  onClose: () => void
  /**
   * Back or Forward of the browser led to the open dialog: the host sets `open` to true. The query is the one of that
   * entry, for a page that was reloaded. Without `onReopen`, Back only closes.
   */
  onReopen?: ((query: string) => void) | undefined
  /** Goes to a hit in this tab; `location.assign` when absent. The dialog is closed by then. */
  navigate?: ((url: string, hit: ChosenHit) => void) | undefined
  /** Opens a hit elsewhere, from the keyboard; `window.open` when absent. */
  navigateNewTab?: ((url: string) => void) | undefined
  /** Put into the input at each opening, cut to 64 characters. Empty or absent: the last query stands there, selected. */
  initialQuery?: string | undefined
  /** Anything: `initialQuery` is put in again when it changes, also while the dialog is open. */
  wish?: unknown
  placeholder?: string | undefined
  /** Parameters of every request, such as `facetFilters`. */
  searchParameters?: SearchParams | undefined
  /** Hits of one page that are shown before "show more"; 5. */
  maxResultsPerGroup?: number | undefined
  /** A host's own link around what a row shows. */
  hitComponent?: HitComponent | undefined
  /** A host's own line below the results. */
  resultsFooterComponent?: ResultsFooterComponent | undefined
  transformItems?: ((items: Hit[]) => Hit[]) | undefined
  /** Told of each query that is asked. */
  onQuery?: ((query: string) => void) | undefined
  /** Told of each hit, favorite and recent page that is opened, in this tab or another. */
  onSelect?: ((url: string, hit: ChosenHit) => void) | undefined
  /** Told of each search that failed. */
  onError?: ((error: SearchError) => void) | undefined
  /** Where the dialog's element is put; the page's body when absent. */
  portalContainer?: Element | DocumentFragment | null | undefined
  /** What readers may filter by: `[{ key: 'version', label: 'Version' }]`. Their defaults stand in `facetFilters`. */
  facets?: readonly Facet[] | undefined
  /** The page that shows all results of a query; `undefined` shows no link. */
  getSearchPageUrl?: ((query: { query: string }) => string | undefined) | undefined
  /** Where readers report a query without results; `undefined` shows no link. */
  getMissingResultsUrl?: ((query: { query: string }) => string | undefined) | undefined
  /**
   * The language of the interface (BCP 47): one of ar, de, en, es, fr, it, ja, ko, pt, ru, zh, else English. The page's
   * (`<html lang>`) when absent. Fetched when it is wanted; `loadMessages` fetches it before.
   */
  language?: string | undefined
  /** Any of the strings, in another language or other words. */
  messages?: Partial<Messages> | undefined
  theme?: 'light' | 'dark' | undefined
  /** Keeps no recents and no favorites. */
  disableUserPersonalization?: boolean | undefined
  /** How many recents are kept: 7, and 4 where there is a favorite. */
  recentSearchesLimit?: number | undefined
  recentSearchesWithFavoritesLimit?: number | undefined
  /** Milliseconds without a letter that end a burst of typing: 80. At 0 every letter is asked. */
  debounce?: number | undefined
  /** Where recents and favorites are kept; `localStorage` when absent. */
  storage?: KeyValueStorage | undefined
  clock?: Clock | undefined
}
