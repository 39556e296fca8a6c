/**
 * Checks a JSON text before it is parsed: its nesting and the number of keys of one object. One pass over the bytes, without
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

/** Throws a `ServerError` (400) for nesting above `maxDepth` or an object with more than `maxKeys` keys. */
export function checkJsonShape(bytes: Uint8Array, maxDepth: number, maxKeys: number): void {
  const keys = new Uint32Array(maxDepth + 1)
  let depth = 0
  for (let i = 0; i < bytes.length;) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) {
      i = endOfString(bytes, i)
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
