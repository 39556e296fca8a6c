/** Values of the specification for the dialog. */

/** Maximum length of the input in UTF-16 units. */
export const QUERY_MAX_LENGTH = 64
export const HITS_PER_PAGE = 20
/** Number of hits of one page that are shown before "show all". */
export const HITS_PER_GROUP = 5
/** Words of a snippet; `SNIPPET_WORDS_NARROW` on `NARROW_SCREEN`. */
export const SNIPPET_WORDS = 10
export const SNIPPET_WORDS_NARROW = 5
export const NARROW_SCREEN = '(max-width: 768px)'
/** Maximum number of recents, and of recents beside favorites. */
export const RECENTS_KEPT = 7
export const RECENTS_KEPT_WITH_FAVORITES = 4
export const FAVORITES_KEPT = 10
/** Default pause that ends a burst of typing (ms). */
export const DEBOUNCE = 80
/** Loading time after which the status is `stalled` (ms). */
export const STALLED_AFTER = 300
