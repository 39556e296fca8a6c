/**
 * Highlighted text as parts. The server is asked to mark matches with two private-use characters instead of tags: the
 * text around them is then raw, needs no unescaping, and is never HTML.
 */

export const MATCH_START = '\uE000'
export const MATCH_END = '\uE001'

/** A stretch of text; `marked` where it matched. */
export interface TextPart {
  text: string
  marked: boolean
  /** Where it begins in the plain text, in UTF-16 units. */
  at: number
}

/** Longest text that is taken over, in UTF-16 units: a row shows two lines at most. */
const LONGEST_TEXT = 500

/** Splits at the marks. Stray marks do no harm and are not shown. */
export function parseParts(value: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const add = (text: string, marked: boolean) => {
    if (text !== '') parts.push({ text, marked, at })
    at += text.length
  }
  for (const [index, piece] of value.slice(0, LONGEST_TEXT).split(MATCH_START).entries()) {
    const end = piece.indexOf(MATCH_END)
    const marked = index > 0 ? (end < 0 ? piece : piece.slice(0, end)) : ''
    const rest = index > 0 ? (end < 0 ? '' : piece.slice(end + 1)) : piece
    add(marked, true)
    add(rest.replaceAll(MATCH_END, ''), false)
  }
  return parts
}

/** The text without its marks. */
export function plainText(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join('')
}
