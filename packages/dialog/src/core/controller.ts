/**
 * Asks while the reader types, and keeps the state true.
 *
 * The first letter after a pause is asked at once, letters in a burst once it ends, so neither slow nor fast typing
 * waits or floods. Each question aborts the one before, and an answer counts only if its question is still the latest:
 * the order in which answers arrive cannot matter. Enter before the answer is remembered and honoured when the answer
 * to exactly this query arrives; one more letter forgets it.
 */

import { type Clock, type SearchClient, SearchError, systemClock } from '@docent/client'
import type { Hit, MultiSearchResponse } from '@docent/engine'

import { type Answer, readAnswers } from './answers.ts'
import { STALLED_AFTER } from './constants.ts'
import type { Facet, Filters } from './filters.ts'
import type { Search } from './further.ts'
import { groupHits } from './group-hits.ts'
import { buildRequests, type IndexChoice } from './request.ts'
import {
  initialState,
  isCurrent,
  type Line,
  question,
  reduce,
  type Results,
  type SearchEvent,
  type SearchState,
  visibleLines,
} from './state.ts'
import { createSeen } from './suggestions.ts'

/** How a hit is opened. */
export type OpenIn = 'here' | 'new-tab'

/** What a host decides, and may change at any time. */
export interface SearchConfig {
  client: Pick<SearchClient, 'search'>
  indices: readonly IndexChoice[]
  /** What the reader may filter by. */
  facets: readonly Facet[]
  /** Words of a snippet on this screen. */
  snippetWords: number
  /** Hits of a page that are shown at first. */
  perGroup: number
  /** Milliseconds without a letter that end a burst of typing; 0 asks for every letter. */
  debounce: number
  /** Told of each query that is asked, and of each failure. */
  onQuery: ((query: string) => void) | undefined
  onError: ((error: SearchError) => void) | undefined
  /** A host's last word on the hits of an index, before they are grouped. */
  transformItems: ((items: Hit[]) => Hit[]) | undefined
  /** Called with the row that Enter chose, now or when the answer came. */
  onOpen: (line: Line, openIn: OpenIn) => void
}

export interface Controller {
  /** Holds from the next key on; must be called before the first one. */
  configure(config: SearchConfig): void
  state(): SearchState
  subscribe(listener: () => void): () => void
  /** The text of the input changed; not to be called while an input method composes. */
  type(query: string): void
  /** Searches only where a facet has a value; all values when it is empty, and the default when there is none. */
  filter(facet: string, value: string | undefined): void
  /** Moves the active line by so many, around the ends. */
  move(by: number): void
  moveTo(line: number): void
  /** Enter: opens the active line, or the first one as soon as the answer to this query is here. */
  enter(openIn: OpenIn): void
  /** Asks again, every host and without the cache. */
  retry(): void
  /** Does what a line is for that leads nowhere: shows all rows of a page, or asks for the next hits. */
  unfold(line: Exclude<Line, { type: 'row' }>): void
  /** Queries and page titles that have hits, for the no-results screen; at most three. */
  suggestions(): string[]
  /** The dialog was closed: nothing more is asked, and a remembered Enter is forgotten. Query and list stay. */
  rest(): void
  /** The dialog was opened again: what was not answered is asked again. */
  wake(): void
}

/** Milliseconds of rest after which the active line is announced: typed letters must be echoed first. */
const ANNOUNCE_AFTER = 500

const loadFurther = () => import('./further.ts')

/** A controller, to be configured. `filters` are what the reader chose before. */
export function createController(clock: Clock = systemClock, filters: Filters = {}): Controller {
  let config: SearchConfig
  let state: SearchState = { ...initialState, filters }
  const listeners = new Set<() => void>()
  let running: AbortController | undefined
  let answers: Answer[] = []
  let pendingOpen: OpenIn | undefined
  let lastTyped = Number.NEGATIVE_INFINITY
  const timers: { burst?: unknown; stalled?: unknown; announce?: unknown } = {}
  const seen = createSeen()

  function dispatch(event: SearchEvent): void {
    const next = reduce(state, event)
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function schedule(timer: keyof typeof timers, milliseconds: number, callback: () => void): void {
    clock.cancel(timers[timer])
    timers[timer] = clock.after(milliseconds, callback)
  }

  function stop(): void {
    for (const timer of Object.values(timers)) clock.cancel(timer)
    running?.abort()
    running = undefined
  }

  function type(query: string): void {
    if (query === state.query) return
    pendingOpen = undefined
    const before = question(state.query)
    dispatch({ type: 'typed', query })
    const asked = question(state.query)
    if (asked === before) return
    const { debounce } = config
    const inBurst = clock.now() - lastTyped < debounce * 2
    lastTyped = clock.now()
    stop()
    if (asked === '') return
    begin(() => {
      if (inBurst) schedule('burst', debounce, () => void ask(asked))
      else void ask(asked)
    })
  }

  /** From the reader's side the wait begins now, whether the request leaves at once or not. */
  function begin(send: () => void): void {
    dispatch({ type: 'sent' })
    schedule('stalled', STALLED_AFTER, () => dispatch({ type: 'stalled' }))
    send()
  }

  /** Asks indices, in the place of what is being asked. Nothing comes back once something else has taken its place. */
  async function send(
    indices: readonly IndexChoice[],
    query: string,
    page = 0,
    retry = false,
    onFirst?: (answers: Answer[]) => void,
  ): Promise<Answer[] | undefined> {
    if (indices.length === 0) return []
    running?.abort()
    const own = (running = new AbortController())
    const { signal } = own
    const { client, facets, snippetWords, transformItems } = config
    const attributes = facets.map(({ key }) => key)
    const requests = buildRequests({ indices, query, snippetWords, page, attributes })
    const read = (results: unknown) => readAnswers(indices, results, page, transformItems)
    const onFirstHits = onFirst && (({ results }: MultiSearchResponse) => running === own && onFirst(read(results)))
    try {
      const results: unknown = await client.search(requests, { signal, retry, onFirstHits }).then(
        (answer) => answer.results,
        async (error: SearchError) => {
          // Servers refuse a call as a whole where one of its indices cannot be searched.
          if (requests.length === 1 || !error.status || error.kind === 'rate-limited') throw error
          return (await loadFurther()).searchApart(client, requests, signal)
        },
      )
      return running === own ? read(results) : undefined
    } catch (error) {
      if (running === own) throw error
      return undefined
    } finally {
      if (running === own) running = undefined
    }
  }

  /** What is lent for what comes after the first answer. */
  function lend(): Search {
    const { indices, facets } = config
    return {
      scope: { indices, facets, filters: state.filters },
      state: () => state,
      dispatch,
      lines,
      send,
      answers: () => answers,
      asked: () => question(state.query),
      show,
      amend(next) {
        answers = next
        dispatch({ type: 'amended', results: listed() })
      },
      groupsOf,
    }
  }

  async function ask(query: string, retry = false): Promise<void> {
    clock.cancel(timers.burst)
    const { indices, facets, onQuery, onError } = config
    onQuery?.(query.trim())
    try {
      let results: Results | undefined
      if (facets.length > 0) results = await (await loadFurther()).askInside(lend(), query, retry)
      else {
        const received = await send(indices, query, 0, retry)
        if (received && question(state.query) === query) results = show(query, received, {})
      }
      if (!results) return
      whenPaused(results)
    } catch (reason) {
      pendingOpen = undefined
      clock.cancel(timers.stalled)
      const error =
        reason instanceof SearchError
          ? reason
          : new SearchError('bad-answer', reason instanceof Error ? reason.message : '')
      dispatch({ type: 'failed', kind: error.kind, message: error.message })
      onError?.(error)
    }
  }

  /** Shows an answer, or its beginning. */
  function show(query: string, received: Answer[], beyond: Partial<Results>): Results {
    const failed = received.flatMap((answer) => answer.failed ?? [])
    if (failed.length === received.length) throw new Error('The search server’s answer has no hits.')
    answers = received
    clock.cancel(timers.stalled)
    const suggestions = received.flatMap((answer) => answer.suggestions)
    const { filters } = state
    const results = { query, filters, failed, suggestions, counts: {}, elsewhere: [], ...listed(), ...beyond }
    seen.add(query, results.groups)
    dispatch({ type: 'answered', results })
    const openIn = pendingOpen
    pendingOpen = undefined
    if (openIn) open(openIn)
    return results
  }

  const groupsOf = (list: readonly Answer[]) =>
    groupHits(
      list.map(({ hits }) => hits),
      config.facets.map(({ key }) => key),
    )

  /** The answers so far as what is on the screen. */
  function listed(): Pick<Results, 'groups' | 'total' | 'received' | 'more'> {
    const groups = groupsOf(answers)
    return {
      groups,
      total: groups.length === 0 ? 0 : totalOf(answers),
      received: answers.reduce((sum, { hits }) => sum + hits.length, 0),
      more: groups.length > 0 && answers.some(({ nextPage }) => nextPage !== undefined) ? 'some' : 'none',
    }
  }

  const lines = () => visibleLines(state, config.perGroup)

  function open(openIn: OpenIn): void {
    const line = lines()[state.active]
    if (!line) return
    if (line.type === 'row') config.onOpen(line, openIn)
    else unfold(line)
  }

  function unfold(line: Exclude<Line, { type: 'row' }>): void {
    if (line.type === 'more') dispatch({ type: 'expanded', group: line.group.key })
    if (isCurrent(state)) void further(line)
  }

  /** What can wait until the reader pauses; without it there is less to choose from. What they ask for comes before it. */
  function whenPaused(results: Results): void {
    schedule('announce', ANNOUNCE_AFTER, () => {
      dispatch({ type: 'paused' })
      if (config.facets.length > 0 && results.total > 0) void complete(results)
    })
  }

  async function complete(results: Results): Promise<void> {
    const further = await loadFurther().catch(() => undefined)
    if (running) whenPaused(results)
    else await further?.complete(lend(), results)
  }

  /** Asks for what a line stands for that was not received. */
  async function further(line: Exclude<Line, { type: 'row' }>): Promise<void> {
    try {
      const { askMore, askPage } = await loadFurther()
      await (line.type === 'more' ? askPage(lend(), line.group) : askMore(lend()))
    } catch {
      dispatch({ type: 'amended', results: { more: 'failed' } })
    }
  }

  function askAgain(retry: boolean): void {
    const asked = question(state.query)
    if (asked !== '') begin(() => void ask(asked, retry))
  }

  return {
    configure: (next) => void (config = next),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type,
    filter(facet, value) {
      const { [facet]: _, ...others } = state.filters
      pendingOpen = undefined
      stop()
      dispatch({ type: 'filtered', filters: value === undefined ? others : { ...others, [facet]: value } })
      askAgain(false)
    },
    move(by) {
      const count = lines().length
      if (isCurrent(state) && count > 0)
        dispatch({ type: 'moved', to: (((state.active + by) % count) + count) % count })
    },
    moveTo(line) {
      const last = lines().length - 1
      if (isCurrent(state) && last >= 0) dispatch({ type: 'moved', to: Math.max(0, Math.min(line, last)) })
    },
    enter(openIn) {
      const asked = question(state.query)
      if (asked === '' || state.status === 'error') return
      if (isCurrent(state)) return open(openIn)
      pendingOpen = openIn
      // The burst is over: whoever presses Enter has typed it all.
      if (!running) void ask(asked)
    },
    retry: () => askAgain(true),
    unfold,
    suggestions: () => seen.suggestions(question(state.query).trim(), state.results?.suggestions ?? []),
    rest() {
      pendingOpen = undefined
      stop()
      if (state.results?.more === 'loading') dispatch({ type: 'amended', results: { more: 'some' } })
      dispatch({ type: 'rested' })
    },
    wake() {
      if (!isCurrent(state) && state.status === 'idle') askAgain(false)
    },
  }
}

const totalOf = (answers: readonly Answer[]) => answers.reduce((sum, { total }) => sum + total, 0)
