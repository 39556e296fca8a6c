/** Marked ranges of a text. Offsets are UTF-16 units, or bytes where the text is stored JSON. */

/** A part of a text that is marked, and what is to be shown in its place. */
export interface Range {
  start: number
  end: number
  text?: string
}

export interface Mark extends Range {
  /** Number of the word in the query. */
  word: number
}
