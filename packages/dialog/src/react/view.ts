/** The props of the open dialog, and the view that it passes to its screens. */

import type { MouseEvent, RefObject } from 'react'

import type { Controller } from '../core/controller.ts'
import type { Facet } from '../core/filters.ts'
import type { History, HistoryItem, HistoryItems } from '../core/history.ts'
import type { Messages } from '../languages/messages.ts'
import type { IndexChoice } from '../core/request.ts'
import type { OpenIn } from '../core/session.ts'
import type { Line, SearchState } from '../core/state.ts'
import type { SearchDialogProps } from './props.ts'

/** One selectable line of any screen. */
export type Choice = { type: 'line'; line: Line } | { type: 'item'; item: HistoryItem; favorite: boolean }

/** The options of the open dialog: some of the host's, and the state that is kept while it is closed. */
export interface ModalProps extends Pick<
  SearchDialogProps,
  | 'theme'
  | 'onClose'
  | 'getMissingResultsUrl'
  | 'getSearchPageUrl'
  | 'hitComponent'
  | 'resultsFooterComponent'
  | 'initialQuery'
  | 'wish'
> {
  controller: Controller
  history: History
  historyItems: HistoryItems
  messages: Messages
  perGroup: number
  indices: readonly IndexChoice[]
  facets: readonly Facet[]
  setFilter: (facet: string, value: string | undefined) => void
  onSearchPage: (url: string, event: MouseEvent) => void
  /** The scroll position of the list in CSS pixels, kept while the dialog is closed. */
  scrollTop: Readonly<RefObject<number>>
  saveScroll: (pixels: number) => void
  /** Whether the dialog closes because a hit on this page is opened, whose section then gets the focus. */
  isLanding: () => boolean
  onLine: (line: Line, openIn: OpenIn, event?: MouseEvent) => void
  onItem: (item: HistoryItem, openIn: OpenIn, event?: MouseEvent) => void
}

/** The open dialog for its screens: options, state and actions. */
export interface View extends ModalProps {
  /** Prefix of element ids, unique on the page. */
  id: string
  state: SearchState
  /** 0-based number of the active choice. */
  active: number
  choices: readonly Choice[]
  setFavorite: (item: HistoryItem, favorite: boolean) => void
  removeItem: (item: HistoryItem) => void
  clearRecents: () => void
  activate: (choice: number) => void
  /** Opens a choice; without an event for Enter. */
  choose: (choice: number, openIn: OpenIn, event?: MouseEvent) => void
  setQuery: (query: string) => void
  /** Whether the list of keys is shown. */
  helping: boolean
  toggleHelp: () => void
  reportUrl: string | undefined
  /** The URL of the page with all results of this query. */
  searchPageUrl: string | undefined
  openSearchPage: (event: MouseEvent) => void
  /** Whether the shown list belongs to the query in the input. */
  current: boolean
}

/** Id of a choice's element. */
export function choiceId(id: string, choice: number): string {
  return `${id}-choice-${choice}`
}
