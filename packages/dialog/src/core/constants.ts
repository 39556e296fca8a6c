/** Values of the specification for the dialog. */

/** Maximum length of the input in UTF-16 units. */
export const QUERY_MAX_LENGTH = 64
/** Hits of one request; "show more" requests the next ones. */
export const HITS_PER_PAGE = 20
/** Number of hits of one page that are shown before "show all". */
export const HITS_PER_GROUP = 5
/** Words of a snippet. */
export const SNIPPET_WORDS = 10
/** Words of a snippet on `NARROW_SCREEN`. */
export const SNIPPET_WORDS_NARROW = 5
/** Media query of phones, whose rows have room for fewer words. */
export const NARROW_SCREEN = '(max-width: 768px)'
/** Maximum number of recents without favorites. */
export const RECENTS_KEPT = 7
/** Maximum number of recents beside favorites. */
export const RECENTS_KEPT_WITH_FAVORITES = 4
/** Maximum number of favorites. */
export const FAVORITES_KEPT = 10
/** Default pause that ends a burst of typing (ms). */
export const DEBOUNCE = 80
/** Loading time after which the status is `stalled` (ms). */
export const STALLED_AFTER = 300
