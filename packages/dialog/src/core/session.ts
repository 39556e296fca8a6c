/**
 * The search of one dialog: its state, the answers of the list, and the single running request. `controller.ts` decides when
 * to send a query; `further.ts`, which is loaded on demand, requests more of an answer.
 */

import type { SearchError } from '@docent/client'

import type { Answer } from './answers.ts'
import type { DialogClient } from './dialog-client.ts'
import type { TransformItems } from './dialog-options.ts'
import type { Facet } from './filters.ts'
import type { Group } from './group-hits.ts'
import type { IndexChoice } from './request.ts'
import type { Line, Results, SearchEvent, SearchState } from './state.ts'

/** How a hit is opened. */
export type OpenIn = 'here' | 'new-tab'

/** The options of a host; they may change at any time. */
export interface SearchConfig {
  client: DialogClient
  indices: readonly IndexChoice[]
  /** The attributes by which the reader can filter. */
  facets: readonly Facet[]
  /** Words of a snippet on this screen. */
  snippetWords: number
  /** Number of hits of a page that are shown at first. */
  perGroup: number
  /** Pause that ends a burst of typing (ms); 0 sends a request for every letter. */
  debounce: number
  /** Called with each query that is sent, and with each failure. */
  onQuery: ((query: string) => void) | undefined
  onError: ((error: SearchError) => void) | undefined
  /** Changes the hits of an index before they are grouped. */
  transformItems: TransformItems | undefined
  /** Called with the row that Enter opens, at once or when the answer arrives. */
  onOpen: (line: Line, openIn: OpenIn) => void
}

/** One call of the search client. */
export interface SessionRequest {
  indices: readonly IndexChoice[]
  query: string
  /** 0-based. */
  page?: number
  /** Whether to use every host and no cached answer. */
  retry?: boolean
  /** Receives the first hits, if the client reports them. */
  onFirst?: (answers: Answer[]) => void
}

/** The shared part of the controller and `further.ts`, which uses its functions by this interface so that bundlers need no third chunk. */
export interface Session {
  /** Sets the options of the host, used from the next request on. Must be called before the first one. */
  configure(config: SearchConfig): void
  config(): SearchConfig
  /** The answers of the shown list, one for each index. */
  answers(): readonly Answer[]
  state(): SearchState
  subscribe(listener: () => void): () => void
  dispatch(event: SearchEvent): void
  /** The selectable lines of the screen. */
  lines(): Line[]
  /** Aborts the running request and sends another one. `undefined` when this one was aborted in turn. Throws `SearchError`. */
  send(request: SessionRequest): Promise<Answer[] | undefined>
  isSending(): boolean
  abort(): void
  /** As `isAsked` of `state.ts`. */
  isAsked(asked: Pick<Results, 'query' | 'filters'>, hits?: number): boolean
  /** Number of all hits of several answers. */
  totalOf(answers: readonly Answer[]): number
  groupsOf(answers: readonly Answer[]): Group[]
  /** Replaces the answers, and returns them as results. */
  setAnswers(answers: readonly Answer[]): Pick<Results, 'groups' | 'total' | 'received' | 'more'>
}
