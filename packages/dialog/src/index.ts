/**
 * The search dialog, for React 18 and 19. Styles: `dialog.css` beside this file, once per page.
 *
 * Example of a host that loads the dialog on first intent, and only the button before (server-rendered, with unchanged
 * markup until it is mounted):
 *
 * ```tsx
 * // header.tsx: a bundler includes only `search-button.tsx` and `use-search-hotkeys.ts`.
 * import { SearchButton, useSearchHotkeys } from '@docent/dialog'
 *
 * const LazyDialog = lazy(() => import('./dialog-chunk.ts')) // dialog-chunk.ts: export { SearchDialog as default } from '@docent/dialog'
 *
 * const [open, setOpen] = useState(false)
 * const [wanted, setWanted] = useState(false) // stays true: a closed dialog keeps its query, list and cache
 * useSearchHotkeys({ open, onOpen: () => { setWanted(true); setOpen(true) }, onClose: () => setOpen(false) })
 *
 * <SearchButton onClick={() => { setWanted(true); setOpen(true) }} />
 * {wanted && (
 *   <LazyDialog
 *     client={client}                 // SearchClient: createClient({ hosts, appId, apiKey, storage: localStorage }), made once
 *     indexName="docs"                // or indices={['docs', { name: 'api', searchParameters }]}
 *     open={open}
 *     onClose={() => setOpen(false)}
 *     navigate={(url) => router.go(url)} // same-origin hits; without it location.assign
 *     initialQuery={keysTypedBeforeLoading} // at each opening; '' or absent keeps the last query
 *     searchParameters={{ facetFilters: ['language:en'] }}
 *     getMissingResultsUrl={({ query }) => `/_docent/report?query=${encodeURIComponent(query)}`}
 *     messages={{ placeholder: 'Search the docs' }} // any of `Messages`
 *     theme="dark"                    // otherwise data-theme or .dark on <html>, otherwise the system's
 *   />
 * )}
 * ```
 *
 * The dialog sends no request before the reader types. Hits link to the `url` of the records, so the search server must
 * return URLs that include the site's base. Call `client.clearCache()` after a rebuild.
 */

'use client'

export { queryInAddress, readEntry } from './core/back-entry.ts'
export { HITS_PER_GROUP, HITS_PER_PAGE, QUERY_MAX_LENGTH } from './core/constants.ts'
export type { DialogClient } from './core/dialog-client.ts'
export type { ChosenHit, DialogOptions, TransformItems } from './core/dialog-options.ts'
export type { DocHit, DocHit as DocSearchHit } from './core/doc-hit.ts'
export type { DocSearchOptions, DocSearchRef, NavigatorTarget } from './core/docsearch-options.ts'
export type { OpenIn } from './core/session.ts'
export type { Facet, Filters } from './core/filters.ts'
export type { Group, Row } from './core/group-hits.ts'
export { groupHits } from './core/group-hits.ts'
export { placeOf } from './core/place-of.ts'
export type { TextPart } from './core/highlight.ts'
export { plainText } from './core/highlight.ts'
export { loadMessages, messagesNow } from './languages/load-messages.ts'
export { clearMatches, markMatches, matchesOf } from './core/mark-matches.ts'
export type { LaterMessages, Messages } from './languages/messages.ts'
export { english } from './languages/messages.ts'
export type { Controller } from './core/controller.ts'
export type { PreparedSearch } from './core/prepare-search.ts'
export { prepareSearch } from './core/prepare-search.ts'
export { slashIsOn } from './core/preferences.ts'
export type { IndexChoice, Question } from './core/request.ts'
export { buildRequests } from './core/request.ts'
export type { Shortcut } from './core/shortcuts.ts'
export { DEFAULT_SHORTCUTS, isComposing, matchesShortcut } from './core/shortcuts.ts'
export type { DocSearchTranslations } from './core/translations.ts'
export type { DocSearchProps } from './react/doc-search.tsx'
export { DocSearch } from './react/doc-search.tsx'
export type { DocSearchButtonProps } from './react/docsearch-button.tsx'
export { DocSearchButton } from './react/docsearch-button.tsx'
export type { DocSearchModalProps } from './react/docsearch-modal.tsx'
export { DocSearchModal } from './react/docsearch-modal.tsx'
export type { KeyboardEventsOptions } from './react/use-docsearch-keyboard-events.ts'
export { useDocSearchKeyboardEvents } from './react/use-docsearch-keyboard-events.ts'
export { Highlighted } from './react/highlighted.tsx'
export type { HitComponent, HostComponents, ResultsFooterComponent, SearchDialogProps } from './react/props.ts'
export type { SearchButtonProps } from './react/search-button.tsx'
export { SearchButton } from './react/search-button.tsx'
export { SearchDialog } from './react/search-dialog.tsx'
export type { SearchHotkeysOptions } from './react/use-search-hotkeys.ts'
export { useSearchHotkeys } from './react/use-search-hotkeys.ts'
