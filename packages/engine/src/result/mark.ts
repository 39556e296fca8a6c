/** Marked ranges of a text. Offsets are UTF-16 units, or bytes where the text is stored JSON. */

/** A marked part of a text, and the text to show in its place, if any. */
export interface Range {
  start: number
  end: number
  text?: string
}

/** A range that matches a word of the query. */
export interface Mark extends Range {
  /** Number of the word in the query. */
  word: number
}
