/**
 * A page's lines with their line numbers in the source, so that preprocessors may add, drop and move lines while
 * problems keep the author's line.
 */

/** A line with its origin. */
export interface SourceLine {
  text: string
  /** 1-based, in the author's file. An included line has the line of the include. */
  line: number
}

/** A text without the characters of marks (`container.ts`, `math.ts`), which an author's text must not have. */
export function withoutMarks(text: string): string {
  return /[\uE000-\uE004]/.test(text) ? text.replaceAll(/[\uE000-\uE004]/g, '') : text
}

/** A line of a block in a list or a quote, without the signs and blanks that the block's first line has before it. */
export function withoutPrefix(text: string, prefix: string): string {
  let at = 0
  while (at < prefix.length && at < text.length && (text[at] === prefix[at] || text[at] === ' ')) at++
  return text.slice(at)
}

/** Splits a text; either line ending. */
export function sourceLines(source: string): SourceLine[] {
  return source.split(/\r\n|\n|\r/).map((text, index) => ({ text, line: index + 1 }))
}
