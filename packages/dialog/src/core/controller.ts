/**
 * Asks while the reader types, and keeps the state true.
 *
 * The first letter after a pause is asked at once, letters in a burst once it ends, so neither slow nor fast typing
 * waits or floods. Each question aborts the one before, and an answer counts only if its question is still the latest:
 * the order in which answers arrive cannot matter. Enter before the answer is remembered and honoured when the answer
 * to exactly this query arrives; one more letter forgets it.
 */

import { type Clock, type SearchClient, SearchError, systemClock } from '@docent/client'
import type { Hit, SearchResponse } from '@docent/engine'

import { STALLED_AFTER } from './constants.ts'
import { groupHits } from './group-hits.ts'
import { buildRequests, type IndexChoice } from './request.ts'
import {
  initialState,
  isCurrent,
  type Line,
  question,
  reduce,
  type SearchEvent,
  type SearchState,
  visibleLines,
} from './state.ts'

/** How a hit is opened. */
export type OpenIn = 'here' | 'new-tab'

/** What a host decides, and may change at any time. */
export interface SearchConfig {
  client: Pick<SearchClient, 'search'>
  indices: readonly IndexChoice[]
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
  /** Moves the active line by so many, around the ends. */
  move(by: number): void
  moveTo(line: number): void
  /** Enter: opens the active line, or the first one as soon as the answer to this query is here. */
  enter(openIn: OpenIn): void
  /** Asks again, every host and without the cache. */
  retry(): void
  /** Shows all rows of a page. */
  expand(group: string): void
  /** Queries and page titles of this session that have hits, for the no-results screen; at most three. */
  suggestions(): string[]
  /** The dialog was closed: nothing more is asked, and a remembered Enter is forgotten. Query and list stay. */
  rest(): void
  /** The dialog was opened again: what was not answered is asked again. */
  wake(): void
}

/** Milliseconds of rest after which the active line is announced: typed letters must be echoed first. */
const ANNOUNCE_AFTER = 500
const SUGGESTIONS = 3
/** Titles and queries that are remembered for suggestions. */
const REMEMBERED = 50

/** A controller, to be configured. */
export function createController(clock: Clock = systemClock): Controller {
  let config: SearchConfig
  let state = initialState
  const listeners = new Set<() => void>()
  let running: AbortController | undefined
  let pendingOpen: OpenIn | undefined
  let lastTyped = Number.NEGATIVE_INFINITY
  const timers: { burst?: unknown; stalled?: unknown; announce?: unknown } = {}
  const answered = new Set<string>()
  const titles = new Set<string>()

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

  async function ask(query: string, retry = false): Promise<void> {
    clock.cancel(timers.burst)
    running?.abort()
    const own = (running = new AbortController())
    const { client, indices, snippetWords, transformItems } = config
    try {
      const { results } = await client.search(buildRequests(indices, query, snippetWords), {
        signal: own.signal,
        retry,
      })
      if (running !== own) return
      const answers = results as (Partial<SearchResponse> | null)[]
      const lists = answers.map((answer) => {
        const hits = Array.isArray(answer?.hits) ? answer.hits : []
        return transformItems ? transformItems([...hits]) : hits
      })
      const groups = groupHits(lists)
      const shown = lists.reduce((sum, list) => sum + list.length, 0)
      const total = Math.max(
        shown,
        answers.reduce((sum, answer) => sum + (Number(answer?.nbHits) || 0), 0),
      )
      running = undefined
      clock.cancel(timers.stalled)
      remember(
        query,
        groups.map(({ title }) => title),
      )
      dispatch({ type: 'answered', results: { query, groups, total: groups.length === 0 ? 0 : total } })
      schedule('announce', ANNOUNCE_AFTER, () => dispatch({ type: 'paused' }))
      const openIn = pendingOpen
      pendingOpen = undefined
      if (openIn) open(openIn)
    } catch (error) {
      if (running !== own) return
      running = undefined
      pendingOpen = undefined
      clock.cancel(timers.stalled)
      const { kind, message } =
        error instanceof SearchError
          ? error
          : new SearchError('bad-answer', error instanceof Error ? error.message : '')
      dispatch({ type: 'failed', kind, message })
    }
  }

  function remember(query: string, pages: string[]): void {
    if (pages.length > 0) answered.add(query.trim())
    for (const title of pages) if (titles.size < REMEMBERED) titles.add(title)
  }

  const lines = () => visibleLines(state, config.perGroup)

  function open(openIn: OpenIn): void {
    const line = lines()[state.active]
    if (!line) return
    if (line.type === 'more') dispatch({ type: 'expanded', group: line.group.key })
    else config.onOpen(line, openIn)
  }

  return {
    configure: (next) => void (config = next),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type,
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
    retry() {
      const asked = question(state.query)
      if (asked === '') return
      begin(() => void ask(asked, true))
    },
    expand: (group) => dispatch({ type: 'expanded', group }),
    suggestions() {
      const asked = question(state.query).trim()
      // The longest beginning of the query that had hits is the least that has to be taken away.
      const shorter = [...answered].filter((query) => asked.startsWith(query) && query.length > 2)
      shorter.sort((a, b) => b.length - a.length)
      return [...new Set([...shorter.slice(0, 1), ...titles])].filter((text) => text.length <= 64).slice(0, SUGGESTIONS)
    },
    rest() {
      pendingOpen = undefined
      stop()
      dispatch({ type: 'rested' })
    },
    wake() {
      const asked = question(state.query)
      if (asked !== '' && !isCurrent(state) && state.status === 'idle') begin(() => void ask(asked))
    },
  }
}
