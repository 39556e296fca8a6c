/** What the screens of the dialog share: the view that `SearchDialog` hands down to them. */

import type { Hit } from '@docent/engine'
import type { ComponentType, MouseEvent, ReactNode } from 'react'

import type { Controller, OpenIn } from '../core/controller.ts'
import type { Facet } from '../core/filters.ts'
import type { HistoryItem, HistoryItems } from '../core/history.ts'
import type { Messages } from '../core/messages.ts'
import type { IndexChoice } from '../core/request.ts'
import type { Line, SearchState } from '../core/state.ts'

/** A host's own link around what a row shows, as the public component has it. */
export type HitComponent = ComponentType<{ hit: Hit; children: ReactNode }>

/** A host's own line below the results. */
export type ResultsFooterComponent = ComponentType<{
  state: { query: string; context: { nbHits: number } }
}>

/** One selectable line of the screen, whatever the screen is. */
export type Choice = { type: 'line'; line: Line } | { type: 'item'; item: HistoryItem; favorite: boolean }

/** Everything a screen needs. */
export interface View {
  /** Prefix of element ids: unique on the page. */
  id: string
  state: SearchState
  /** 0-based number of the active choice. */
  active: number
  choices: readonly Choice[]
  messages: Messages
  controller: Controller
  history: HistoryItems
  setFavorite: (item: HistoryItem, favorite: boolean) => void
  removeItem: (item: HistoryItem) => void
  clearRecents: () => void
  activate: (choice: number) => void
  /** Opens a choice; without an event, as Enter does. */
  choose: (choice: number, openIn: OpenIn, event?: MouseEvent) => void
  setQuery: (query: string) => void
  /** Whether the list of keys is shown. */
  helping: boolean
  toggleHelp: () => void
  reportUrl: string | undefined
  /** The page that shows all results of this query. */
  searchPageUrl: string | undefined
  openSearchPage: (event: MouseEvent) => void
  /** Whether the list answers what stands in the input. */
  current: boolean
  facets: readonly Facet[]
  indices: readonly IndexChoice[]
  hitComponent: HitComponent | undefined
  setFilter: (facet: string, value: string | undefined) => void
}

/** Id of a choice's element. */
export function choiceId(id: string, choice: number): string {
  return `${id}-choice-${choice}`
}
