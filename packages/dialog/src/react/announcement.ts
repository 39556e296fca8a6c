/** What the dialog shows and says of a state: its screen, and the one sentence for screen readers. */

import type { Messages } from '../languages/messages.ts'
import { isCurrent, type SearchState } from '../core/state.ts'

type Screen = 'start' | 'waiting' | 'results' | 'none' | 'error'

/** Which screen the state is shown on; `asked` is the query that counts, empty in the list of history. */
export function screenOf(state: SearchState, asked: string): Screen {
  if (asked === '') return 'start'
  if (state.status === 'error') return 'error'
  if (state.results && state.results.groups.length + state.results.elsewhere.length > 0) return 'results'
  // Only ever of a query that was answered; while a longer one is on its way, nothing is said of it.
  return isCurrent(state) ? 'none' : 'waiting'
}

/** One sentence for each settled query. */
export function announcement(state: SearchState, asked: string, messages: Messages): string {
  if (asked === '') return ''
  if (state.status === 'error')
    return `${messages.errorTitle}. ${messages.errorHelp(state.error?.kind ?? 'unreachable')}`
  // Not while letters follow each other: settled is what the reader has stopped to type.
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

/** Names of the indices that the list on the screen lacks. */
export function failedOf(state: SearchState): string {
  return isCurrent(state) ? (state.results?.failed.join(', ') ?? '') : ''
}
