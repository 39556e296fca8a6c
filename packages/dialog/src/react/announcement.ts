/** The screen of a state, and its announcement for screen readers. */

import type { Messages } from '../languages/messages.ts'
import { isCurrent, type SearchState } from '../core/state.ts'

type Screen = 'start' | 'waiting' | 'results' | 'none' | 'error'

/** The screen of a state. @param asked the query as it is sent; empty for the start screen. */
export function screenOf(state: SearchState, asked: string): Screen {
  if (asked === '') return 'start'
  if (state.status === 'error') return 'error'
  if (state.results && state.results.groups.length + state.results.elsewhere.length > 0) return 'results'
  // "No results" is shown for the current query only, never while it is loading.
  return isCurrent(state) ? 'none' : 'waiting'
}

/** The announcement of a query; empty until the reader pauses. */
export function announcement(state: SearchState, asked: string, messages: Messages): string {
  if (asked === '') return ''
  if (state.status === 'error')
    return `${messages.errorTitle}. ${messages.errorHelp(state.error?.kind ?? 'unreachable')}`
  // Not while the reader types.
  if (!state.announced || !isCurrent(state) || !state.results) return ''
  const { total, query, elsewhere } = state.results
  const outside = elsewhere.reduce((sum, { rows }) => sum + rows.length, 0)
  const failed = failedOf(state)
  return [
    total > 0 ? messages.resultCount(total) : `${messages.noResultsFor} ${query.trim()}`,
    total === 0 && outside > 0 && `${messages.elsewhere}: ${messages.resultCount(outside)}`,
    failed && messages.notSearched(failed),
  ]
    .filter(Boolean)
    .join('. ')
}

/** Names of the indices that are missing in the shown list. */
export function failedOf(state: SearchState): string {
  return isCurrent(state) ? (state.results?.failed.join(', ') ?? '') : ''
}
