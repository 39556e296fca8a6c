/**
 * Highlighted text as parts. Requests set two private-use characters as highlight tags, so that the text around them needs
 * no unescaping and is never HTML.
 */

/** Highlight tag before a match: a code point of private use, which has no meaning in a text. */
export const MATCH_START = '\uE000'
/** Highlight tag after a match. */
export const MATCH_END = '\uE001'

/** A part of a text; `marked` if it is a match. */
export interface TextPart {
  text: string
  marked: boolean
  /** Its 0-based start in the plain text, in UTF-16 units. */
  at: number
}

/** Maximum length of a text in UTF-16 units; a row shows at most two lines. */
const LONGEST_TEXT = 500

/** The scripts from right to left, Hebrew to Arabic. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/

/**
 * A text for the list. On a page from right to left the right-to-left mark is before a text in such a script: a browser
 * takes the direction from the first letter, which may be that of a Latin name.
 */
export function directed(text: string): string {
  return globalThis.document?.dir === 'rtl' && RIGHT_TO_LEFT.test(text) ? `\u200f${text}` : text
}

/** Splits a value at the marks. Unbalanced marks are removed. */
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
