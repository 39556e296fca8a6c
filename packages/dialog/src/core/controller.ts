/**
 * Asks while the reader types, and keeps the state true.
 *
 * The first letter after a pause is asked at once, letters in a burst once it ends, so neither slow nor fast typing
 * waits or floods. Each question aborts the one before, and an answer counts only if its question is still the latest:
 * the order in which answers arrive cannot matter. Enter before the answer is remembered and honoured when the answer
 * to exactly this query arrives; one more letter forgets it.
 */

import { type Clock, type SearchClient, SearchError, systemClock } from '@docent/client'
import type { Hit, SearchRequest } from '@docent/engine'

import { type Answer, joinAnswers, readAnswers, sumFacets } from './answers.ts'
import { STALLED_AFTER } from './constants.ts'
import { type Facet, type Filters, NO_FILTERS } from './filters.ts'
import { groupHits } from './group-hits.ts'
import { buildRequests, countRequests, elsewhereRequests, type IndexChoice, type Question } from './request.ts'
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
/** With fewer hits than these inside the filters, those outside are shown too. */
const FEW = 5

/** A controller, to be configured. `filters` are what the reader chose before. */
export function createController(clock: Clock = systemClock, filters: Filters = NO_FILTERS): Controller {
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

  /** Sends requests in the place of those that run. Nothing comes back once others have taken theirs. */
  async function send(requests: SearchRequest[], page: number, retry = false): Promise<Answer[] | undefined> {
    if (requests.length === 0) return []
    running?.abort()
    const own = (running = new AbortController())
    try {
      const { results } = await config.client.search(requests, { signal: own.signal, retry })
      if (running !== own) return undefined
      running = undefined
      return readAnswers(results, page, config.transformItems)
    } catch (error) {
      if (running !== own) return undefined
      running = undefined
      throw error
    }
  }

  const ask = async (query: string, retry = false): Promise<void> => {
    clock.cancel(timers.burst)
    const { indices, facets, snippetWords } = config
    const { filters } = state
    const asked: Question = { indices, query, snippetWords, facets, filters }
    try {
      const received = await send(buildRequests(asked), 0, retry)
      if (!received) return
      answers = received
      const total = received.reduce((sum, answer) => sum + answer.total, 0)
      // Before "No results" is said, it is looked for outside the filters.
      const outside = total === 0 ? await send(elsewhereRequests(asked), 0, retry) : []
      if (!outside) return
      clock.cancel(timers.stalled)
      const results = listed({
        query,
        filters,
        counts: sumFacets(received.map((answer) => answer.facets)),
        suggestions: received.flatMap((answer) => answer.suggestions),
        elsewhere: groupsOf(outside),
      })
      seen.add(query, results.groups)
      dispatch({ type: 'answered', results })
      schedule('announce', ANNOUNCE_AFTER, () => {
        dispatch({ type: 'paused' })
        void complete(asked, total)
      })
      const openIn = pendingOpen
      pendingOpen = undefined
      if (openIn) open(openIn)
    } catch (error) {
      pendingOpen = undefined
      clock.cancel(timers.stalled)
      const { kind, message } =
        error instanceof SearchError
          ? error
          : new SearchError('bad-answer', error instanceof Error ? error.message : '')
      dispatch({ type: 'failed', kind, message })
    }
  }

  /** What can wait until the reader pauses: counts of the other values of a filter, and hits outside few hits. */
  async function complete(asked: Question, total: number): Promise<void> {
    if (running || !isCurrent(state)) return
    const counting = countRequests(asked)
    const looking = total > 0 && total < FEW ? elsewhereRequests(asked) : []
    // What fails here is missed by nobody.
    const received = await send([...counting, ...looking], 0).catch(() => undefined)
    if (!received || received.length === 0 || !state.results) return
    const counts = sumFacets(received.slice(0, counting.length).map((answer) => answer.facets))
    const inside = new Set(state.results.groups.map(({ key }) => key))
    const outside = groupsOf(received.slice(counting.length)).filter(({ key }) => !inside.has(key))
    dispatch({
      type: 'amended',
      results: {
        counts: { ...state.results.counts, ...counts },
        ...(looking.length > 0 && { elsewhere: outside }),
      },
    })
  }

  /** The next page of every index that has one. */
  async function askMore(): Promise<void> {
    const { results } = state
    if (!isCurrent(state) || !results || results.more === 'none' || results.more === 'loading') return
    const { indices, facets, snippetWords } = config
    const { query, filters } = results
    const page = Math.min(...answers.flatMap(({ nextPage }) => nextPage ?? []))
    const going = indices.filter((_, number) => answers[number]?.nextPage !== undefined)
    dispatch({ type: 'amended', results: { more: 'loading' } })
    try {
      const asked = { indices: going, query, snippetWords, facets, filters }
      const received = await send(
        buildRequests(asked, () => ({ page })),
        page,
      )
      if (!received) return
      answers = joinAnswers(answers, received)
      const before = new Set(lines().map(nameOf))
      const { groups, received: count, more } = listed(results)
      dispatch({ type: 'amended', results: { groups, received: count, more } })
      const first = lines().findIndex((line) => !before.has(nameOf(line)))
      dispatch({ type: 'moved', to: first < 0 ? Math.min(state.active, lines().length - 1) : first })
    } catch {
      dispatch({ type: 'amended', results: { more: 'failed' } })
    }
  }

  const groupsOf = (list: readonly Answer[]) =>
    groupHits(
      list.map(({ hits }) => hits),
      config.facets.map(({ key }) => key),
    )

  /** The answers so far as what is on the screen. */
  function listed(rest: Omit<Results, 'groups' | 'total' | 'received' | 'more'>): Results {
    const groups = groupsOf(answers)
    return {
      ...rest,
      groups,
      total: groups.length === 0 ? 0 : answers.reduce((sum, { total }) => sum + total, 0),
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
    else void askMore()
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

/** What makes a line the same line when more hits have come. */
function nameOf(line: Line): string {
  return line.type === 'next' ? line.type : `${line.type} ${line.group.key} ${line.type === 'row' ? line.row.url : ''}`
}
