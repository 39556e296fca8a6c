/** The translations of the public DocSearch component (v3 to v5, keyword search) as messages of this dialog. */

import { english, type Messages } from './messages.ts'

/** The keys that have a counterpart here; others are ignored. */
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
  }
}

/** Only what is translated; the rest stays as it is. */
export function toMessages(translations: DocSearchTranslations | undefined): Partial<Messages> {
  const { searchBox, startScreen, errorScreen, noResultsScreen, footer } = translations?.modal ?? {}
  const helpText = errorScreen?.helpText
  const messages: { [Key in keyof Messages]?: Messages[Key] | undefined } = {
    clear: searchBox?.clearButtonTitle ?? searchBox?.resetButtonTitle,
    close:
      searchBox?.closeButtonAriaLabel ??
      searchBox?.closeButtonText ??
      searchBox?.cancelButtonAriaLabel ??
      searchBox?.cancelButtonText,
    placeholder: searchBox?.placeholderText,
    inputLabel: searchBox?.searchInputLabel,
    recents: startScreen?.recentSearchesTitle,
    noRecents: startScreen?.noRecentSearchesText,
    favorites: startScreen?.favoriteSearchesTitle,
    errorTitle: errorScreen?.titleText,
    errorHelp:
      helpText === undefined
        ? undefined
        : (kind) => (english.errorHelp(kind) === english.errorHelp('unreachable') ? helpText : english.errorHelp(kind)),
    noResultsFor: noResultsScreen?.noResultsText,
    trySearchingFor: noResultsScreen?.suggestedQueryText,
    reportMissing: noResultsScreen?.reportMissingResultsText,
    reportMissingLink: noResultsScreen?.reportMissingResultsLinkText,
    select: footer?.selectText,
    navigate: footer?.navigateText,
    closeHint: footer?.closeText,
  }
  return Object.fromEntries(Object.entries(messages).filter(([, value]) => value !== undefined)) as Partial<Messages>
}
