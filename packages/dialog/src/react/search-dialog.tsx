/**
 * The search dialog as a component: what a host gives, what outlives an opening (query, list, cache, scroll position), and
 * what choosing a hit does. What is on the screen while it is open is `Modal`'s.
 */

import { browserStorage, type Clock, type KeyValueStorage, type SearchClient, type SearchError } from '@docent/client'
import type { Hit, SearchParams } from '@docent/engine'
import {
  type MouseEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal, flushSync } from 'react-dom'

import { keepInEntry } from '../core/back-entry.ts'
import { HITS_PER_GROUP } from '../core/constants.ts'
import { createController, type OpenIn } from '../core/controller.ts'
import type { Facet } from '../core/filters.ts'
import { plainText } from '../core/highlight.ts'
import { createHistory, type HistoryItem, isQuery, NO_HISTORY, queryItem } from '../core/history.ts'
import { isOnThisPage, landOn } from '../core/land-on.ts'
import { messagesNow, loadMessages } from '../core/languages.ts'
import { matchesOf } from '../core/mark-matches.ts'
import { keepFilters, readFilters } from '../core/kept-filters.ts'
import { english, type Messages } from '../core/messages.ts'
import { type IndexChoice, snippetWordsNow } from '../core/request.ts'
import { isCurrent, type Line } from '../core/state.ts'
import { Modal } from './modal.tsx'
import type { HitComponent, ResultsFooterComponent } from './view.ts'
import { useBackEntry } from './use-back-entry.ts'

/** What a host may want to know of a hit that it goes to. */
export interface ChosenHit {
  /** What the reader had typed. */
  query: string
  /** The words that matched, as the hit has them: for marks in the section (`markMatches`). Empty for an item of the history. */
  matches: string[]
}

export interface SearchDialogProps {
  /** Made once, with `createClient`; it holds the cache of the session. */
  client: Pick<SearchClient, 'search'>
  /** The index to search. Or several, in `indices`. */
  indexName?: string | undefined
  indices?: readonly (string | IndexChoice)[] | undefined
  open: boolean
  /** The reader wants it closed; the host then sets `open` to false. */
  onClose: () => void
  /**
   * Back or Forward of the browser led to the open dialog: the host sets `open` to true. The query is the one that stood
   * there, for a page that was loaded anew. Without it, Back only closes.
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

const DEBOUNCE = 80
/** Letters of a query that is kept among the recents. */
const SHORTEST_KEPT = 3
const NO_FACETS: readonly Facet[] = []
const closedOnServer = () => false

/** The dialog. Renders nothing while it is closed, and nothing on a server. */
export function SearchDialog(props: SearchDialogProps): ReactElement | null {
  const indices = useIndices(props)
  const { disableUserPersonalization, recentSearchesLimit, recentSearchesWithFavoritesLimit } = props
  const history = useMemo(() => {
    const storage = disableUserPersonalization ? undefined : (props.storage ?? browserStorage())
    return createHistory(storage, indices[0]?.name ?? '', recentSearchesLimit, recentSearchesWithFavoritesLimit)
  }, [disableUserPersonalization, props.storage, indices, recentSearchesLimit, recentSearchesWithFavoritesLimit])
  const historyItems = useSyncExternalStore(history.subscribe, history.items, () => NO_HISTORY)
  const scrollTop = useRef(0)
  // Set when a hit on this page was chosen: the focus then belongs to the section, not to what opened the dialog.
  const landed = useRef(false)

  const savedScroll = useCallback(() => scrollTop.current, [])
  const saveScroll = useCallback((pixels: number) => void (scrollTop.current = pixels), [])
  const isLanding = useCallback(() => landed.current, [])

  const [controller] = useState(() => createController(props.clock, readFilters()))

  // Set while the dialog is left for a page: Back then leads to the dialog again.
  const leaving = useRef(false)
  const isLeaving = useCallback(() => leaving.current, [])
  useBackEntry({ open: props.open, onClose: props.onClose, onReopen: props.onReopen, isLeaving })
  useEffect(() => {
    if (!props.open) return
    leaving.current = false
    return () => {
      // What was searched for is worth to be kept where nothing was opened; half a word is not.
      const { results, announced } = controller.state()
      const query = results?.query.trim() ?? ''
      const found = announced && isCurrent(controller.state()) && results && results.total > 0
      if (!leaving.current && found && query.length >= SHORTEST_KEPT) history.visit(queryItem(query))
    }
  }, [props.open, controller, history])

  function openItem(item: HistoryItem, openIn: OpenIn, event?: MouseEvent, matches: string[] = []): void {
    if (isQuery(item)) {
      if (openIn === 'here') event?.preventDefault()
      if (openIn === 'here' || !event) controller.type(item.title)
      return
    }
    history.visit(item)
    props.onSelect?.(item.url, { query: controller.state().query, matches })
    if (openIn === 'new-tab') {
      // A click with a modifier is the browser's to follow.
      if (!event) (props.navigateNewTab ?? openNewTab)(item.url)
      return
    }
    event?.preventDefault()
    leaveFor(item.url, matches)
  }

  function leaveFor(url: string, matches: string[]): void {
    const here = isOnThisPage(url)
    leaving.current = true
    keepInEntry(controller.state().query)
    // Closed first: what comes next scrolls, and moves the focus, on the page itself.
    landed.current = here
    flushSync(props.onClose)
    landed.current = false
    ;(props.navigate ?? ((target) => location.assign(target)))(url, { query: controller.state().query, matches })
    if (here) landOn(url)
  }

  function openSearchPage(url: string, event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.visit(queryItem(controller.state().query.trim()))
    leaveFor(url, [])
  }

  function filter(facet: string, value: string | undefined): void {
    controller.filter(facet, value)
    keepFilters(controller.state().filters)
  }

  function chooseLine(line: Line, openIn: OpenIn, event?: MouseEvent): void {
    if (line.type !== 'row') controller.unfold(line)
    else if (line.row.url === undefined) event?.preventDefault()
    else {
      const { url, title, trail } = line.row
      openItem({ url, title: plainText(title), trail }, openIn, event, matchesOf(line.row))
    }
  }
  // Before the effects of `Modal`, which may ask at once.
  useInsertionEffect(() =>
    controller.configure({
      client: props.client,
      indices,
      facets: props.facets ?? NO_FACETS,
      snippetWords: snippetWordsNow(),
      perGroup: props.maxResultsPerGroup ?? HITS_PER_GROUP,
      debounce: props.debounce ?? DEBOUNCE,
      onQuery: props.onQuery,
      onError: props.onError,
      transformItems: props.transformItems,
      onOpen: chooseLine,
    }),
  )

  const ownMessages = useLanguage(props.language, props.open)

  if (!useSyncExternalStore(neverChanges, () => props.open, closedOnServer)) return null
  const messages = { ...ownMessages, ...props.messages }
  return createPortal(
    <Modal
      {...props}
      controller={controller}
      history={history}
      historyItems={historyItems}
      messages={props.placeholder === undefined ? messages : { ...messages, placeholder: props.placeholder }}
      perGroup={props.maxResultsPerGroup ?? HITS_PER_GROUP}
      indices={indices}
      facets={props.facets ?? NO_FACETS}
      onFilter={filter}
      onSearchPage={openSearchPage}
      savedScroll={savedScroll}
      saveScroll={saveScroll}
      isLanding={isLanding}
      onLine={chooseLine}
      onItem={openItem}
    />,
    props.portalContainer ?? document.body,
  )
}

const neverChanges = () => () => undefined

/** The messages of a language once it is wanted; until they are there, English. */
function useLanguage(language: string | undefined, wanted: boolean): Messages {
  const [, setLoaded] = useState<Messages>()
  const name = wanted ? (language ?? document.documentElement.lang) : undefined
  const now = messagesNow(name)
  useEffect(() => {
    if (!now) void loadMessages(name).then(setLoaded)
  }, [name, now])
  return now ?? english
}

/** The indices with their parameters; the same list while nothing changes. */
function useIndices({ indexName, indices, searchParameters }: SearchDialogProps): IndexChoice[] {
  const key = JSON.stringify([indexName, indices, searchParameters])
  return useMemo(() => {
    const chosen = indices ?? (indexName === undefined ? [] : [indexName])
    return chosen.map((index) => {
      const { name, searchParameters: own } = typeof index === 'string' ? { name: index } : index
      return { name, searchParameters: { ...searchParameters, ...own } }
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- hosts write these in place: what they hold counts
  }, [key])
}

function openNewTab(url: string): void {
  window.open(url, '_blank', 'noopener')
}
