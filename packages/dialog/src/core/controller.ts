/**
 * Sends searches while the reader types.
 *
 * The first letter after a pause is sent at once, a burst of letters when it ends, so that slow typing has no delay and
 * fast typing sends few requests. Each request aborts the one before. Answers may arrive in any order; an answer is used
 * only if its query is still the latest, or if there is no list yet (`isAsked` in `state.ts`). Enter before the answer
 * opens the first hit when the answer to this query arrives; any further letter cancels it.
 */

import { type Clock, SearchError, systemClock } from '@docent/client'

import type { Answer } from './answers.ts'
import { STALLED_AFTER } from './constants.ts'
import type { Filters } from './filters.ts'
import { createSession } from './create-session.ts'
import type { OpenIn, SearchConfig } from './session.ts'
import { isCurrent, type Line, sentQuery, type Results, type SearchState } from './state.ts'
import { createSeen } from './suggestions.ts'

/** A line that opens no page but shows more rows. */
export type MoreLine = Exclude<Line, { type: 'row' }>

/** One for each dialog. No method throws because of a search: errors are in the state. */
export interface Controller {
  /** As `configure` of the session. */
  configure(config: SearchConfig): void
  state(): SearchState
  subscribe(listener: () => void): () => void
  /** The text of the input changed; not to be called while an input method composes. */
  type(query: string): void
  /** Filters by a value of a facet; an empty value is "all", `undefined` the default. */
  filter(facet: string, value: string | undefined): void
  /** Moves the active line by a number of lines; wraps around the ends. */
  move(by: number): void
  moveTo(line: number): void
  /** Enter: opens the active line, or the first line when the answer to this query arrives. */
  enter(openIn: OpenIn): void
  /** Sends the query again, to every host and without the cache. */
  retry(): void
  /** Shows all rows of a page, or requests the next hits. */
  unfold(line: MoreLine): void
  /** At most three suggestions for the no-results screen: queries and page titles with hits. */
  suggestions(): string[]
  /** Called when the dialog closes: aborts the request and a pending Enter. Query and list stay. */
  rest(): void
  /** Called when the dialog opens: sends the query again if it has no answer. */
  wake(): void
}

/** Pause after which the active line is announced (ms), so that screen readers first speak the typed letters. */
const ANNOUNCE_AFTER = 500

const loadFurther = () => import('./further.ts')

/** A controller; `configure` must be called before the first search. @param filters the reader's earlier choice. */
export function createController(clock: Clock = systemClock, filters: Filters = {}): Controller {
  const session = createSession(filters)
  const { state, dispatch, lines, config } = session
  let pendingOpen: OpenIn | undefined
  let sent = ''
  let lastTyped = Number.NEGATIVE_INFINITY
  const timers: { burst?: unknown; stalled?: unknown; announce?: unknown } = {}
  const seen = createSeen()

  function schedule(timer: keyof typeof timers, milliseconds: number, callback: () => void): void {
    clock.cancel(timers[timer])
    timers[timer] = clock.after(milliseconds, callback)
  }

  function stop(keepRequest = false): void {
    for (const timer of Object.values(timers)) clock.cancel(timer)
    if (keepRequest) return
    session.abort()
    pendingOpen = undefined
    sent = ''
  }

  function type(query: string): void {
    if (query === state().query) return
    pendingOpen = undefined
    const before = sentQuery(state().query)
    dispatch({ type: 'typed', query })
    const asked = sentQuery(state().query)
    if (asked === before) return
    const { debounce } = config()
    const inBurst = clock.now() - lastTyped < debounce * 2
    lastTyped = clock.now()
    // In the first burst, the answer to its beginning is the first list.
    stop(inBurst && !state().results)
    if (asked === '') return
    begin()
    if (inBurst) schedule('burst', debounce, () => void ask(asked))
    else void ask(asked)
  }

  /** Sets the status when the reader begins to wait, even if the request is sent later. */
  function begin(): void {
    dispatch({ type: 'sent' })
    schedule('stalled', STALLED_AFTER, () => dispatch({ type: 'stalled' }))
  }

  async function ask(query: string, retry = false): Promise<void> {
    clock.cancel(timers.burst)
    const { indices, facets, onQuery, onError } = config()
    const { filters } = state()
    sent = query
    onQuery?.(query.trim())
    try {
      let results: Results | undefined
      if (facets.length > 0) {
        const { askInside } = await loadFurther()
        // Only the last query, unless it was given up: imports may end in another order than they began.
        if (query === sent) results = await askInside(session, { query, retry, show })
      } else {
        const received = await session.send({ indices, query, retry })
        if (received && session.isAsked({ query, filters }, session.totalOf(received)))
          results = show(query, received, {})
      }
      if (results && session.isAsked(results)) whenPaused(results)
    } catch (reason) {
      if (!session.isAsked({ query, filters })) return
      pendingOpen = undefined
      clock.cancel(timers.stalled)
      const error = reason instanceof SearchError ? reason : new SearchError('bad-answer', String(reason))
      dispatch({ type: 'failed', kind: error.kind, message: error.message })
      onError?.(error)
    }
  }

  /** Shows an answer or its first hits, and performs a pending Enter. */
  function show(query: string, received: Answer[], beyond: Partial<Results>): Results {
    const failed = received.flatMap((answer) => answer.failed ?? [])
    if (failed.length === received.length) throw new Error('The search server’s answer has no hits.')
    const results: Results = {
      query,
      filters: state().filters,
      failed,
      suggestions: received.flatMap((answer) => answer.suggestions),
      counts: {},
      elsewhere: [],
      ...session.setAnswers(received),
      ...beyond,
    }
    seen.add(query, results.groups)
    dispatch({ type: 'answered', results })
    if (!isCurrent(state())) return results
    clock.cancel(timers.stalled)
    const openIn = pendingOpen
    pendingOpen = undefined
    if (openIn) open(openIn)
    return results
  }

  function open(openIn: OpenIn): void {
    const line = lines()[state().active]
    if (!line) return
    if (line.type === 'row') config().onOpen(line, openIn)
    else unfold(line)
  }

  function unfold(line: MoreLine): void {
    if (line.type === 'more') dispatch({ type: 'expanded', group: line.group.key })
    if (isCurrent(state())) void receiveMore(line)
  }

  /** Requests the hits behind a line. */
  async function receiveMore(line: MoreLine): Promise<void> {
    try {
      const { askMore, askPage } = await loadFurther()
      await (line.type === 'more' ? askPage(session, line.group) : askMore(session))
    } catch {
      dispatch({ type: 'amended', results: { more: 'failed' } })
    }
  }

  /** After a pause, announces the active line and completes the answer. */
  function whenPaused(results: Results): void {
    schedule('announce', ANNOUNCE_AFTER, () => {
      dispatch({ type: 'paused' })
      if (config().facets.length > 0 && results.total > 0) void complete(results)
    })
  }

  async function complete(results: Results): Promise<void> {
    const further = await loadFurther().catch(() => undefined)
    // A request of the reader has priority.
    if (session.isSending()) whenPaused(results)
    else await further?.complete(session, results)
  }

  function askAgain(retry: boolean): void {
    const asked = sentQuery(state().query)
    if (asked === '') return
    begin()
    void ask(asked, retry)
  }

  return {
    configure: session.configure,
    state,
    subscribe: session.subscribe,
    type,
    filter(facet, value) {
      const { [facet]: _, ...others } = state().filters
      stop()
      dispatch({ type: 'filtered', filters: value === undefined ? others : { ...others, [facet]: value } })
      askAgain(false)
    },
    move(by) {
      const count = lines().length
      if (isCurrent(state()) && count > 0)
        dispatch({ type: 'moved', to: (((state().active + by) % count) + count) % count })
    },
    moveTo(line) {
      const count = lines().length
      if (isCurrent(state()) && count > 0) dispatch({ type: 'moved', to: Math.max(0, Math.min(line, count - 1)) })
    },
    enter(openIn) {
      const asked = sentQuery(state().query)
      if (asked === '' || state().status === 'error') return
      if (isCurrent(state())) return open(openIn)
      pendingOpen = openIn
      // Enter ends a burst.
      if (!session.isSending() || sent !== asked) void ask(asked)
    },
    retry: () => askAgain(true),
    unfold,
    suggestions: () => seen.suggestions(sentQuery(state().query).trim(), state().results?.suggestions ?? []),
    rest() {
      stop()
      if (state().results?.more === 'loading') dispatch({ type: 'amended', results: { more: 'some' } })
      dispatch({ type: 'rested' })
    },
    wake() {
      if (!isCurrent(state()) && state().status === 'idle') askAgain(false)
    },
  }
}
