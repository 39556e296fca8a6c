/** The numbers that the specification fixes for the dialog. */

/** Characters (UTF-16 units) that the input takes. */
export const QUERY_MAX_LENGTH = 64
export const HITS_PER_PAGE = 20
/** Hits of one page that are shown before "show all". */
export const HITS_PER_GROUP = 5
/** Words of a snippet, and on a screen at most 768 px wide. */
export const SNIPPET_WORDS = 10
export const SNIPPET_WORDS_NARROW = 5
export const NARROW_SCREEN = '(max-width: 768px)'
/** Recents kept, and when there is any favorite. */
export const RECENTS_KEPT = 7
export const RECENTS_KEPT_WITH_FAVORITES = 4
export const FAVORITES_KEPT = 10
/** Milliseconds of loading until the status is `stalled`. */
export const STALLED_AFTER = 300
