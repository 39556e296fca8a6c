/**
 * The search dialog as a component: the options of the host, the state that is kept while it is closed (query, list, scroll
 * position), and the opening of hits. `Modal` renders the open dialog.
 */

import { browserStorage } from '@docent/client'
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
import { DEBOUNCE, HITS_PER_GROUP } from '../core/constants.ts'
import { createController } from '../core/controller.ts'
import type { OpenIn } from '../core/session.ts'
import type { Facet } from '../core/filters.ts'
import { createHistory, type HistoryItem, isQuery, NO_HISTORY, queryItem } from '../core/history.ts'
import { isOnThisPage, focusSection } from '../core/focus-section.ts'
import { messagesNow, loadMessages } from '../languages/load-messages.ts'
import { matchesOf } from '../core/mark-matches.ts'
import { keepFilters, readFilters } from '../core/kept-filters.ts'
import { english, type Messages } from '../languages/messages.ts'
import { type IndexChoice, snippetWordsNow } from '../core/request.ts'
import { isCurrent, type Line } from '../core/state.ts'
import { Modal } from './modal.tsx'
import type { SearchDialogProps } from './props.ts'
import { useBackEntry } from './use-back-entry.ts'

// For `doc-search.tsx`, so that bundlers make no third chunk of the messages.
export { english } from '../languages/messages.ts'

/** Minimum length of a query that is stored among the recents (UTF-16 units). */
const SHORTEST_RECENT = 3
const NO_FACETS: readonly Facet[] = []
const closedOnServer = () => false

/** The dialog. Renders nothing while it is closed, and nothing on a server. */
export function SearchDialog(props: SearchDialogProps): ReactElement | null {
  const indices = useIndices(props)
  const { facets = NO_FACETS, maxResultsPerGroup: perGroup = HITS_PER_GROUP } = props
  const { disableUserPersonalization, recentSearchesLimit, recentSearchesWithFavoritesLimit } = props
  const history = useMemo(() => {
    const storage = disableUserPersonalization ? undefined : (props.storage ?? browserStorage())
    return createHistory(storage, indices[0]?.name ?? '', recentSearchesLimit, recentSearchesWithFavoritesLimit)
  }, [disableUserPersonalization, props.storage, indices, recentSearchesLimit, recentSearchesWithFavoritesLimit])
  const historyItems = useSyncExternalStore(history.subscribe, history.items, () => NO_HISTORY)
  const scrollTop = useRef(0)
  // Set when a hit on this page is opened: the focus then moves to the section, not back to the opener of the dialog.
  const landed = useRef(false)
  const isLanding = useCallback(() => landed.current, [])

  const [controller] = useState(() => props.controller ?? createController(props.clock, readFilters()))

  // Set while a hit is being opened: the history entry is then kept, so that Back reopens the dialog.
  const leaving = useRef(false)
  useBackEntry({ open: props.open, onClose: props.onClose, onReopen: props.onReopen, isLeaving: () => leaving.current })
  useEffect(() => {
    if (!props.open) return
    leaving.current = false
    return () => {
      // A query without an opened hit is stored among the recents, if the reader paused after it and it has hits.
      const { results, announced } = controller.state()
      const query = results?.query.trim() ?? ''
      const found = announced && isCurrent(controller.state()) && results && results.total > 0
      if (!leaving.current && found && query.length >= SHORTEST_RECENT) history.visit(queryItem(query))
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
      // The browser follows clicks with a modifier.
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
    // The dialog is closed first, since the navigation scrolls the page and moves the focus.
    landed.current = here
    flushSync(props.onClose)
    landed.current = false
    ;(props.navigate ?? ((target) => location.assign(target)))(url, { query: controller.state().query, matches })
    if (here) focusSection(url)
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
      const { url, name, trail } = line.row
      openItem({ url, title: name, trail }, openIn, event, matchesOf(line.row))
    }
  }
  // Before the effects of `Modal`, which may send a request.
  useInsertionEffect(() =>
    controller.configure({
      client: props.client,
      indices,
      facets,
      snippetWords: snippetWordsNow(),
      perGroup,
      debounce: props.debounce ?? DEBOUNCE,
      onQuery: props.onQuery,
      onError: props.onError,
      transformItems: props.transformItems,
      onOpen: chooseLine,
    }),
  )

  const ownMessages = useLanguage(props.language, props.open)

  if (!useSyncExternalStore(neverChanges, () => props.open, closedOnServer)) return null
  const { placeholder } = props
  const messages = { ...ownMessages, ...props.messages, ...(placeholder !== undefined && { placeholder }) }
  return createPortal(
    <Modal
      {...props}
      controller={controller}
      history={history}
      historyItems={historyItems}
      messages={messages}
      perGroup={perGroup}
      indices={indices}
      facets={facets}
      setFilter={filter}
      onSearchPage={openSearchPage}
      scrollTop={scrollTop}
      saveScroll={(pixels) => void (scrollTop.current = pixels)}
      isLanding={isLanding}
      onLine={chooseLine}
      onItem={openItem}
    />,
    props.portalContainer ?? document.body,
  )
}

const neverChanges = () => () => undefined

/** The messages of a language, loaded when `wanted`; English until then. */
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- hosts pass new objects at each render; their content is compared
  }, [key])
}

function openNewTab(url: string): void {
  window.open(url, '_blank', 'noopener')
}
