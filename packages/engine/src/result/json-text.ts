/**
 * Reads stored texts, which are JSON in UTF-8, without creating strings. Offsets are bytes; `from` and `to` are between
 * the quotes. The JSON was written by `JSON.stringify`, so nothing is checked.
 */
const BACKSLASH = 0x5c
const LETTER_U = 0x75

/** Characters of the escapes `\b`, `\f`, `\n`, `\r`, `\t`, by their letter; others are themselves. */
const ESCAPED = new Uint8Array(128).map((_, letter) => letter)
for (const [letter, character] of ['b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  ESCAPED[(letter as string).charCodeAt(0)] = (character as string).charCodeAt(0)
}

/** The code point at `at`; of a lone surrogate its unit. */
export function codeAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number
  if (byte < 0x80) {
    if (byte !== BACKSLASH) return byte
    const letter = bytes[at + 1] as number
    return letter === LETTER_U ? hexAt(bytes, at + 2) : (ESCAPED[letter] as number)
  }
  const second = (bytes[at + 1] as number) & 63
  if (byte < 0xe0) return ((byte & 31) << 6) | second
  const third = (bytes[at + 2] as number) & 63
  if (byte < 0xf0) return ((byte & 15) << 12) | (second << 6) | third
  return ((byte & 7) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 63)
}

/** Whether the letter after a backslash escapes a line break or a tab, which end a word like a space. */
export function isEscapedSpace(letter: number): boolean {
  return letter === 110 || letter === 116 || letter === 114
}

/** Number of bytes of the character at `at`. */
export function widthAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number
  if (byte < 0x80) return byte !== BACKSLASH ? 1 : bytes[at + 1] === LETTER_U ? 6 : 2
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

function hexAt(bytes: Uint8Array, at: number): number {
  let value = 0
  for (let i = 0; i < 4; i++) {
    const digit = bytes[at + i] as number
    value = value * 16 + (digit < 58 ? digit - 48 : (digit | 32) - 87)
  }
  return value
}

/** Number of UTF-16 units of the bytes. */
export function unitsBetween(bytes: Uint8Array, from: number, to: number): number {
  let units = 0
  for (let at = from; at < to; at += widthAt(bytes, at)) units += (bytes[at] as number) >= 0xf0 ? 2 : 1
  return units
}

/** The offset of the unit that is `units` after `from`; an offset beyond the text if it has fewer. */
export function placeOfUnit(bytes: Uint8Array, from: number, units: number): number {
  let at = from
  for (let left = units; left > 0; at += widthAt(bytes, at)) left -= (bytes[at] as number) >= 0xf0 ? 2 : 1
  return at
}

/** The closing quote of the text that begins at `from`. */
export function endOfText(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] !== 0x22) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
