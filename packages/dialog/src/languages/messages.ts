/**
 * All strings of the dialog, visible or spoken; a host can replace any of them. Strings with a number or a name are
 * functions, so that each language can order and inflect its words.
 */

import type { SearchErrorKind } from '@docent/client'

/** Numbers are passed as numbers, so that a language can choose its plural form. */
export interface Messages extends Partial<LaterMessages> {
  dialogLabel: string
  placeholder: string
  inputLabel: string
  clear: string
  close: string
  resultsLabel: string
  historyLabel: string
  recents: string
  favorites: string
  noRecents: string
  noRecentsHint: string
  addFavorite: (title: string) => string
  removeFavorite: (title: string) => string
  removeRecent: (title: string) => string
  clearRecents: string
  noResultsFor: string
  noResultsHint: string
  trySearchingFor: string
  reportMissing: string
  reportMissingLink: string
  errorTitle: string
  errorHelp: (kind: SearchErrorKind) => string
  retry: string
  resultCount: (count: number) => string
  showMore: (received: number, total: number) => string
  moreFailed: string
  seeAll: (count: number) => string
  /** A note with the names of the indices that failed. */
  notSearched: (indices: string) => string
  /** Above the hits outside the filters. */
  elsewhere: string
  showAllInPage: (count: number, page: string) => string
  limitReached: (limit: number) => string
  searching: string
  untitled: string
  select: string
  navigate: string
  closeHint: string
  help: string
}

/** Strings of the parts that are loaded on demand; these contain the English ones. */
export interface LaterMessages {
  filters: string
  language: string
  version: string
  section: string
  allValues: string
  resetFilters: string
  jump: string
  newTab: string
  pin: string
  forget: string
  openHint: string
  slashOpens: string
}

/** Loaders of messages, by language. */
export type Languages = Record<string, () => Promise<{ messages: Messages & LaterMessages }>>

/** The messages of a page in English, and of languages without their own. */
export const english: Messages = {
  dialogLabel: 'Search the documentation',
  placeholder: 'Search docs',
  inputLabel: 'Search docs',
  clear: 'Clear',
  close: 'Close search',
  resultsLabel: 'Results',
  historyLabel: 'Favorites and recent searches',
  recents: 'Recent',
  favorites: 'Favorites',
  noRecents: 'No recent searches',
  noRecentsHint: 'A few letters will do. What you open is kept in this browser.',
  addFavorite: (title) => `Add “${title}” to favorites`,
  removeFavorite: (title) => `Remove “${title}” from favorites`,
  removeRecent: (title) => `Remove “${title}” from recent searches`,
  clearRecents: 'Clear recent',
  noResultsFor: 'No results for',
  noResultsHint: 'Check the spelling, or use fewer words.',
  trySearchingFor: 'Try searching for',
  reportMissing: 'Believe this query should return results?',
  reportMissingLink: 'Let us know.',
  errorTitle: 'Unable to fetch results',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'This site is not allowed to search here.'
    if (kind === 'rate-limited') return 'Too many searches at once. Please try again in a moment.'
    if (kind === 'server') return 'The search server has a problem. Please try again in a moment.'
    if (kind === 'refused') return 'The search server did not accept the question.'
    if (kind === 'bad-answer') return 'The search server gave an answer that cannot be read.'
    return 'You might want to check your network connection.'
  },
  retry: 'Try again',
  resultCount: (count) => (count === 1 ? '1 result' : `${count.toLocaleString('en')} results`),
  showMore: (received, total) => `Show more results (${received} of ${total.toLocaleString('en')})`,
  moreFailed: 'More results could not be fetched. Try again',
  seeAll: (count) => (count === 1 ? 'See the result' : `See all ${count.toLocaleString('en')} results`),
  notSearched: (indices) => `${indices} could not be searched. Results may be missing.`,
  elsewhere: 'Outside these filters',
  showAllInPage: (count, page) => `Show ${count} more in ${page}`,
  limitReached: (limit) => `A search can have ${limit} characters at most.`,
  searching: 'Searching…',
  untitled: 'Untitled',
  select: 'to open',
  navigate: 'to move',
  closeHint: 'to close',
  help: 'Keyboard shortcuts',
}
