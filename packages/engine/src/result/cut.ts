/**
 * Where a snippet is cut in scripts without spaces: beside a word, not within it; not before `。` or after `「`.
 *
 * Only the text near a cut is read, up to the first character of ASCII or beyond the basic plane. So a text and its bytes in a stored
 * record have the same cuts: JSON escapes no character that is read.
 */
import { classOf, GRAM, isHangul } from '../analysis/characters.ts'
import { decodeUtf8 } from '../segment/bytes.ts'
import { segmentsOf } from './segmenter.ts'

/** The side of a snippet that is cut. */
export type Side = 'start' | 'end'

/** Number of characters that are read on each side of a cut: few words are longer. */
const NEAR = 24

/** No snippet begins with these, `ๆ` of Thai among them, which repeats the word before it, and none ends with those. */
const CLOSING = /[\p{Pe}\p{Pf}\p{Po}\p{Z}\u0e46]/u
const OPENING = /[\p{Ps}\p{Pi}\p{Z}]/u

/** The offset at which `text` is cut instead of `at`. */
export function cutOfText(text: string, at: number, side: Side): number {
  let from = at
  let to = at
  while (from > 0 && at - from < NEAR && isRead(text.charCodeAt(from - 1))) from--
  while (to < text.length && to - at < NEAR && isRead(text.charCodeAt(to))) to++
  return from + cutNear(text.slice(from, to), at - from, side)
}

function isRead(unit: number): boolean {
  return unit > 0x7f && (unit < 0xd800 || unit > 0xdfff)
}

/** As `cutOfText`, for a text from `start` to `end` in `bytes`; all offsets are bytes. */
export function cutOfBytes(bytes: Uint8Array, start: number, end: number, at: number, side: Side): number {
  let from = at
  let before = 0
  while (from > start && before < NEAR) {
    let first = from - 1
    while (((bytes[first] as number) & 0xc0) === 0x80) first--
    if (!isReadFrom(bytes[first] as number)) break
    from = first
    before++
  }
  let to = at
  for (let after = 0; to < end && after < NEAR && isReadFrom(bytes[to] as number); after++) to += widthFrom(bytes[to])
  let cut = from
  for (let left = cutNear(decodeUtf8(bytes, from, to), before, side); left > 0; left--) cut += widthFrom(bytes[cut])
  return cut
}

/** Whether a character that begins with this byte has two or three bytes. */
function isReadFrom(byte: number): boolean {
  return byte > 0x7f && byte < 0xf0
}

function widthFrom(byte = 0): number {
  return byte < 0xe0 ? 2 : 3
}

/** The cut in the text near it, which has no character of several units. */
function cutNear(near: string, at: number, side: Side): number {
  const isWithin = isOfScriptWithoutSpaces(near, at - 1) || isOfScriptWithoutSpaces(near, at)
  if (!isWithin) return at
  let cut = at
  for (const { segment, index } of segmentsOf(near)) {
    const end = index + segment.length
    if (index < at && at < end) cut = side === 'start' ? index : end
  }
  if (side === 'start') while (cut < near.length && CLOSING.test(near.charAt(cut))) cut++
  else while (cut > 0 && OPENING.test(near.charAt(cut - 1))) cut--
  return cut
}

function isOfScriptWithoutSpaces(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return classOf(code) === GRAM && !isHangul(code)
}
