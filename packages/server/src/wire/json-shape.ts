/**
 * Checks a JSON text before it is parsed: its nesting, the number of keys of one object, and the range of its numbers. One pass over the bytes, without
 * allocation; the parser checks whether the text is valid JSON.
 */
import { badRequest } from './errors.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The index after the string that opens at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
  return i + 1
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Whether a byte is one of a number after its first: a digit or one of `+-.eE`. */
const isOfNumber = (byte: number): boolean =>
  isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65

/** Digits of the largest number; a number with fewer characters, and without an exponent, is not larger. */
const MAX_DIGITS = 308

/** The index after the number that begins at `start`. Throws for one that is parsed as infinite, which JSON writes as null. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  let i = start + 1
  let hasExponent = false
  for (; i < bytes.length && isOfNumber(bytes[i] ?? 0); i++) hasExponent ||= ((bytes[i] ?? 0) | 0x20) === 0x65
  if (!hasExponent && i - start <= MAX_DIGITS) return i
  const text = Buffer.from(bytes.subarray(start, i)).toString('latin1')
  if (Math.abs(Number(text)) === Number.POSITIVE_INFINITY)
    throw badRequest(`The number ${text.slice(0, 30)} is too large: at most 1.7976931348623157e308`)
  return i
}

/** Throws a `ServerError` (400) for a number out of range, for nesting above `maxDepth` or an object with more than `maxKeys` keys. */
export function checkJsonShape(bytes: Uint8Array, maxDepth: number, maxKeys: number): void {
  const keys = new Uint32Array(maxDepth + 1)
  let depth = 0
  for (let i = 0; i < bytes.length;) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) {
      i = endOfString(bytes, i)
      continue
    }
    if (isDigit(byte)) {
      i = endOfNumber(bytes, i)
      continue
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (++depth > maxDepth) throw badRequest(`The body is nested too deeply: at most ${maxDepth} levels`)
      keys[depth] = 0
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth = Math.max(0, depth - 1)
    else if (byte === COLON) {
      const count = (keys[depth] ?? 0) + 1
      if (count > maxKeys) throw badRequest(`An object has too many keys: at most ${maxKeys}`)
      keys[depth] = count
    }
    i++
  }
}
