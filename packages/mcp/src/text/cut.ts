/** Cuts a text where a reader would: before a heading, else after a paragraph, a line, a sentence or a word. */
import { lengthWithin } from './tokens.ts'

/** A place for the cut is taken if the part then has at least this share of the longest possible length. */
const LEAST_SHARE = 0.5

const PLACES: readonly RegExp[] = [/\n(?=#{1,6} )/g, /\n\n/g, /\n/g, /[.!?。！？] ?/g, / /g]

/** Length of the first part of `text` with at most `tokens` tokens as JSON; the whole length if all of it has. */
export function firstPart(text: string, tokens: number): number {
  const most = lengthWithin(text, tokens)
  if (most === text.length) return most
  const part = text.slice(0, most)
  for (const place of PLACES) {
    const end = lastEnd(part, place)
    if (end >= most * LEAST_SHARE) return end
  }
  return most
}

/** The first `length` UTF-16 units at most; no surrogate pair is cut. */
export const beginning = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** End of the last match, 0 without one. */
function lastEnd(text: string, pattern: RegExp): number {
  let end = 0
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}
