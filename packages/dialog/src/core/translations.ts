/** Converts translations of the public DocSearch component (v3 to v5, keyword search) to messages of this dialog. */

import type { SearchErrorKind } from '@docent/client'

import type { Messages } from '../languages/messages.ts'

/** The keys with a counterpart in `Messages`; others are ignored. */
export interface DocSearchTranslations {
  button?: { buttonText?: string; buttonAriaLabel?: string }
  modal?: {
    searchBox?: Partial<
      Record<
        | 'resetButtonTitle'
        | 'resetButtonAriaLabel'
        | 'clearButtonTitle'
        | 'clearButtonAriaLabel'
        | 'cancelButtonText'
        | 'cancelButtonAriaLabel'
        | 'closeButtonText'
        | 'closeButtonAriaLabel'
        | 'placeholderText'
        | 'searchInputLabel',
        string
      >
    >
    startScreen?: Partial<Record<'recentSearchesTitle' | 'noRecentSearchesText' | 'favoriteSearchesTitle', string>>
    errorScreen?: { titleText?: string; helpText?: string }
    noResultsScreen?: Partial<
      Record<
        'noResultsText' | 'suggestedQueryText' | 'reportMissingResultsText' | 'reportMissingResultsLinkText',
        string
      >
    >
    footer?: Partial<Record<'selectText' | 'navigateText' | 'closeText', string>>
    facets?: Partial<Record<'defaultValueLabel' | 'clearAllLabel' | 'facetsAriaLabel', string>>
  }
}

/** The keys of a message in the translations as `screen.key`; the first existing one is used. */
const PLACES: Partial<Record<keyof Messages, string>> = {
  clear: 'searchBox.clearButtonTitle searchBox.resetButtonTitle',
  close:
    'searchBox.closeButtonAriaLabel searchBox.closeButtonText searchBox.cancelButtonAriaLabel searchBox.cancelButtonText',
  placeholder: 'searchBox.placeholderText',
  inputLabel: 'searchBox.searchInputLabel',
  recents: 'startScreen.recentSearchesTitle',
  noRecents: 'startScreen.noRecentSearchesText',
  favorites: 'startScreen.favoriteSearchesTitle',
  errorTitle: 'errorScreen.titleText',
  noResultsFor: 'noResultsScreen.noResultsText',
  trySearchingFor: 'noResultsScreen.suggestedQueryText',
  reportMissing: 'noResultsScreen.reportMissingResultsText',
  reportMissingLink: 'noResultsScreen.reportMissingResultsLinkText',
  select: 'footer.selectText',
  navigate: 'footer.navigateText',
  closeHint: 'footer.closeText',
  allValues: 'facets.defaultValueLabel',
  resetFilters: 'facets.clearAllLabel',
  filters: 'facets.facetsAriaLabel',
}

/**
 * The translated messages only. The public component has one help text for failures, which replaces the one for networks.
 * @param errorHelp the help texts of all failures.
 */
export function toMessages(
  translations: DocSearchTranslations | undefined,
  errorHelp: Messages['errorHelp'],
): Partial<Messages> {
  const modal = (translations?.modal ?? {}) as Record<string, Record<string, string> | undefined>
  const messages: Record<string, unknown> = {}
  for (const [name, places] of Object.entries(PLACES)) {
    for (const place of places.split(' ')) {
      const [screen = '', key = ''] = place.split('.')
      messages[name] ??= modal[screen]?.[key]
    }
    if (messages[name] === undefined) delete messages[name]
  }
  const help = modal['errorScreen']?.['helpText']
  if (help) {
    const network = errorHelp('unreachable')
    messages['errorHelp'] = (kind: SearchErrorKind) => (errorHelp(kind) === network ? help : errorHelp(kind))
  }
  return messages
}
