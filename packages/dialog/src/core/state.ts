/**
 * The dialog's state and its reducer, which is pure. The controller handles time, requests and the browser.
 *
 * `results` always belong to `results.query`; while another query is loading they stay visible but are not selectable. So
 * "No results" is shown for an answered query only.
 */

import type { SearchErrorKind } from '@docent/client'

import { HITS_PER_GROUP, QUERY_MAX_LENGTH } from './constants.ts'
import type { FacetCounts, Filters } from './filters.ts'
import type { Group, Row } from './group-hits.ts'

/** `idle`: no request, or answered. `stalled`: loading for more than `STALLED_AFTER`. */
export type Status = 'idle' | 'loading' | 'stalled' | 'error'

/** The hits of one answered query, grouped by page. */
export interface Results {
  /** The answered query and its filters. */
  query: string
  filters: Filters
  groups: Group[]
  /** Names of the indices that could not be searched, if others could. */
  failed: readonly string[]
  /** Number of all hits on the server. */
  total: number
  /** Number of received hits. */
  received: number
  /** Whether the server has more hits, and whether their request is running or has failed. */
  more: 'none' | 'some' | 'loading' | 'failed'
  /** Hits outside the filters, if there are few inside. */
  elsewhere: Group[]
  /** Number of hits of each value of each facet; the counts of filtered facets arrive later. */
  counts: FacetCounts
  /** The server's suggestions for a query without hits. */
  suggestions: readonly string[]
}

/** Immutable: each event makes another object, so that components compare by identity. */
export interface SearchState {
  query: string
  filters: Filters
  /** The values of each facet in all answers of this session. */
  values: Readonly<Record<string, readonly string[]>>
  status: Status
  results: Results | undefined
  error: { kind: SearchErrorKind; message: string } | undefined
  /** 0-based number of the active row among the visible ones. */
  active: number
  /** Whether the active row is announced to screen readers: after the reader has moved or paused. */
  announced: boolean
  /** Keys of groups that show all of their rows. */
  expanded: readonly string[]
}

/** All changes of the state: by the reader, by the clock (`rested`, `stalled`, `paused`) and by answers. */
export type SearchEvent =
  | { type: 'typed'; query: string }
  | { type: 'sent' }
  | { type: 'rested' }
  | { type: 'stalled' }
  | { type: 'filtered'; filters: Filters }
  | { type: 'answered'; results: Results }
  | { type: 'amended'; results: Partial<Results> }
  | { type: 'failed'; kind: SearchErrorKind; message: string }
  | { type: 'moved'; to: number }
  | { type: 'paused' }
  | { type: 'expanded'; group: string }

/** The state before the first letter. */
export const initialState: SearchState = {
  query: '',
  filters: {},
  values: {},
  status: 'idle',
  results: undefined,
  error: undefined,
  active: 0,
  announced: false,
  expanded: [],
}

/** The state after an event. */
export function reduce(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'typed': {
      const query = clip(event.query)
      if (query === state.query) return state
      if (sentQuery(query) === '') return { ...initialState, query, filters: state.filters, values: state.values }
      return { ...state, query, active: 0, announced: false }
    }
    case 'filtered':
      return { ...state, filters: event.filters, active: 0, announced: false }
    case 'sent':
      return { ...state, status: 'loading', error: undefined }
    case 'rested':
      return state.status === 'loading' || state.status === 'stalled' ? { ...state, status: 'idle' } : state
    case 'stalled':
      return state.status === 'loading' ? { ...state, status: 'stalled' } : state
    case 'answered':
      return {
        ...state,
        status: isAsked(state, event.results) ? 'idle' : state.status,
        results: event.results,
        values: withValues(state.values, event.results.counts),
        error: undefined,
        active: 0,
        announced: false,
        expanded: [],
      }
    case 'amended':
      if (!state.results) return state
      return {
        ...state,
        results: { ...state.results, ...event.results },
        values: withValues(state.values, event.results.counts ?? {}),
      }
    case 'failed':
      return { ...state, status: 'error', results: undefined, error: { kind: event.kind, message: event.message } }
    case 'moved':
      return { ...state, active: event.to, announced: true }
    case 'paused':
      return { ...state, announced: true }
    case 'expanded':
      return { ...state, expanded: [...state.expanded, event.group] }
  }
}

function withValues(known: SearchState['values'], counts: FacetCounts): SearchState['values'] {
  const values = { ...known }
  for (const [facet, counted] of Object.entries(counts))
    values[facet] = [...new Set([...(values[facet] ?? []), ...Object.keys(counted)])]
  return values
}

/** Cuts a query to the maximum length, never through a surrogate pair. */
function clip(query: string): string {
  return query.slice(0, QUERY_MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}

/** The query as it is sent: without leading spaces; one trailing space means that the last word is complete. */
export function sentQuery(query: string): string {
  return query.trim() && query.trimStart().replace(/(?<!\s)\s+$/, ' ')
}

/**
 * Whether query and filters are the current ones. With `hits` of an answer, also whether it is shown for another reason: while
 * there is no list, the hits of the beginning of the query are, so that a reader who types on a slow connection sees hits
 * before the pause that sends the whole query.
 */
export function isAsked(state: SearchState, { query, filters }: Pick<Results, 'query' | 'filters'>, hits = 0): boolean {
  const asked = sentQuery(state.query)
  const begins = hits > 0 && !state.results && asked.startsWith(query)
  // The same filters in another order count as different, which only repeats a request.
  return (begins || query === asked) && JSON.stringify(filters) === JSON.stringify(state.filters)
}

/** Whether the shown list belongs to the query in the input. */
export function isCurrent(state: SearchState): boolean {
  return state.results !== undefined && isAsked(state, state.results)
}

/** A selectable line of the results: a row, the line that shows the rest of a group, or the line that requests more hits. */
export type Line =
  | { type: 'row'; group: Group; row: Row }
  | { type: 'more'; group: Group; count: number }
  | { type: 'next'; results: Results }

/** The selectable lines, in the order of the screen. */
export function visibleLines({ results, expanded }: SearchState, perGroup = HITS_PER_GROUP): Line[] {
  if (!results) return []
  const linesOf = (group: Group): Line[] => {
    const all = expanded.includes(group.key) || group.rows.length <= perGroup
    const rows = all ? group.rows : group.rows.slice(0, perGroup)
    const lines: Line[] = rows.map((row) => ({ type: 'row', group, row }))
    return all ? lines : [...lines, { type: 'more', group, count: group.rows.length - perGroup }]
  }
  const next: Line[] = results.more === 'none' ? [] : [{ type: 'next', results }]
  return [...results.groups.flatMap(linesOf), ...next, ...results.elsewhere.flatMap(linesOf)]
}
