/** The ends of the words of a stored text (`json-text.ts`), by the rules of `snippet.ts`; offsets are bytes. */
import { type CharacterClass, classOf, GRAM, SPACE, SYMBOL } from '../analysis/characters.ts'
import { codeAt, isEscapedSpace, widthAt } from './json-text.ts'
import { LAST_OF_ASCII } from './piece-events.ts'
import { endsBefore, shareOfWord } from './snippet.ts'

const BLANK = 0x20
const BACKSLASH = 0x5c

/** By byte: 0 for visible characters of ASCII, all of which are in words. */
const KINDS = new Uint8Array(256).fill(2)
const IS_BLANK = 1
KINDS.fill(0, BLANK + 1, LAST_OF_ASCII + 1)
KINDS[BLANK] = IS_BLANK
KINDS[BACKSLASH] = 2

let ends = new Uint32Array(4096)

/**
 * The ends of the words from `from` to `to`, up to the `more`th that ends after `place`. Valid until the next call.
 */
export function readWordEnds(bytes: Uint8Array, from: number, to: number, place: number, more: number): Uint32Array {
  if (ends.length <= to - from) ends = new Uint32Array((to - from) * 2)
  let count = 0
  let left = more
  let at = from
  while (at < to && left > 0) {
    if (at < place) {
      count = readPlainWords(bytes, at, place, count)
      if (count > 0) at = Math.max(at, ends[count - 1] as number)
    }
    const byte = bytes[at] as number
    const kind = KINDS[byte] === 0 ? SYMBOL : byte === BLANK ? SPACE : classOf(codeAt(bytes, at))
    if (kind === SPACE) {
      at += widthAt(bytes, at)
      continue
    }
    at = endOfWord(bytes, at, to, kind)
    ends[count++] = at
    if (at > place) left--
  }
  return ends.subarray(0, count)
}

/**
 * Reads the words of visible ASCII that end with a blank or a line break before `to`, up to the first other character.
 * Returns their number.
 */
function readPlainWords(bytes: Uint8Array, from: number, to: number, known: number): number {
  const target = ends
  let count = known
  let before = IS_BLANK
  // Every offset is written, also of bytes that are no end: a branch that depends on the text costs more.
  for (let at = from; at < to; at++) {
    const kind = KINDS[bytes[at] as number] as number
    target[count] = at
    if (kind > IS_BLANK) {
      if (bytes[at] !== BACKSLASH || !isEscapedSpace(bytes[at + 1] as number)) break
      count += 1 - before
      before = IS_BLANK
      at++
      continue
    }
    count += kind & ~before
    before = kind
  }
  return count
}

function endOfWord(bytes: Uint8Array, start: number, to: number, kind: CharacterClass): number {
  let at = start
  let share = 0
  while (at < to) {
    const byte = bytes[at] as number
    if (byte === BLANK) break
    if (kind !== GRAM && KINDS[byte] === 0) {
      at++
      continue
    }
    const code = codeAt(bytes, at)
    const next = classOf(code)
    if (endsBefore(next, kind, share)) break
    share += shareOfWord(code, next)
    at += widthAt(bytes, at)
  }
  return at
}
