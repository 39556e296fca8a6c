/**
 * One reader's search: its state, the answers behind the list, and the one request that is under way. The controller decides
 * when to ask (`controller.ts`); `further.ts`, which is loaded on demand, asks for more of an answer.
 */

import type { SearchError } from '@docent/client'
import type { Hit } from '@docent/engine'

import type { Answer } from './answers.ts'
import type { DialogClient } from './dialog-client.ts'
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
  /** The attributes that the reader may filter by. */
  facets: readonly Facet[]
  /** Words of a snippet on this screen. */
  snippetWords: number
  /** Hits of a page that are shown at first. */
  perGroup: number
  /** Milliseconds without a letter that end a burst of typing; 0 sends a request for every letter. */
  debounce: number
  /** Called with each query that is sent, and with each failure. */
  onQuery: ((query: string) => void) | undefined
  onError: ((error: SearchError) => void) | undefined
  /** Changes the hits of an index before they are grouped. */
  transformItems: ((items: Hit[]) => Hit[]) | undefined
  /** Called with the row that Enter chose, at once or when the answer has arrived. */
  onOpen: (line: Line, openIn: OpenIn) => void
}

/** One call of the search client. */
export interface SessionRequest {
  indices: readonly IndexChoice[]
  query: string
  /** 0-based. */
  page?: number
  /** Every host, and no cached answer. */
  retry?: boolean
  /** Receives the first hits, where the client reports them. */
  onFirst?: (answers: Answer[]) => void
}

/** The shared part of controller and `further.ts`, which takes its functions from here, so that bundlers need no third chunk. */
export interface Session {
  /** The options of the host hold from the next request on. Must be called before the first one. */
  configure(config: SearchConfig): void
  config(): SearchConfig
  /** The answers behind the list on the screen, one for each index. */
  answers(): readonly Answer[]
  state(): SearchState
  subscribe(listener: () => void): () => void
  dispatch(event: SearchEvent): void
  /** The selectable lines of the screen. */
  lines(): Line[]
  /** Aborts the request under way and sends another. `undefined` when this one was aborted in turn. Throws `SearchError`. */
  send(request: SessionRequest): Promise<Answer[] | undefined>
  isSending(): boolean
  abort(): void
  /** Whether a query with its filters is the one that the reader asks now. */
  isAsked(asked: Pick<Results, 'query' | 'filters'>): boolean
  /** All hits that the indices know of. */
  totalOf(answers: readonly Answer[]): number
  groupsOf(answers: readonly Answer[]): Group[]
  /** Replaces the answers, and returns them as results. */
  setAnswers(answers: readonly Answer[]): Pick<Results, 'groups' | 'total' | 'received' | 'more'>
}
