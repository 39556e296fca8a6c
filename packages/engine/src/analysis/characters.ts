/**
 * Classes of characters, by which tokens begin and end.
 *
 * Scripts that write without spaces are named by their ranges, so that the same text is cut the same way on every
 * platform (`Intl.Segmenter` is not used: its dictionaries differ). Everything else follows the Unicode general
 * category. A class is looked up once for each character of the basic plane and kept in a table of 64 kB.
 */

/** Between words: white space, controls. */
export const SPACE = 0
/** Letters and digits, which form words. */
export const WORD = 1
/** One character of a script that is written without spaces; cut into n-grams. */
export const GRAM = 2
/** Punctuation, operators, emoji. */
export const SYMBOL = 3
/** Belongs to the character before it: combining marks, joiners, variation selectors. */
export const EXTEND = 4

/** The class of one code point, as the tokenizer needs it. */
export type CharacterClass = typeof SPACE | typeof WORD | typeof GRAM | typeof SYMBOL | typeof EXTEND

/**
 * First and last code point of the scripts that are written without spaces, and of Hangul, whose particles join words.
 */
const GRAM_RANGES: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff], // Thai, Lao
  [0x1000, 0x109f], // Burmese
  [0x1100, 0x11ff], // Hangul Jamo
  [0x1780, 0x17ff], // Khmer
  [0x19e0, 0x19ff], // Khmer symbols
  [0x2e80, 0x2fdf], // CJK radicals
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3040, 0x30ff], // Hiragana, Katakana
  [0x3100, 0x318f], // Bopomofo, Hangul compatibility
  [0x31a0, 0x31bf],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf], // Han
  [0x4e00, 0x9fff],
  [0xa960, 0xa97f],
  [0xa9e0, 0xa9ff],
  [0xaa60, 0xaa7f],
  [0xac00, 0xd7ff], // Hangul
  [0xf900, 0xfaff],
  [0xff66, 0xff9f], // half-width Katakana
  [0x1b000, 0x1b16f],
  [0x20000, 0x3ffff], // Han, further planes
]

const LETTER = /^[\p{L}\p{N}]$/u
const MARK = /^[\p{M}\p{Emoji_Modifier}]$/u
const NOT_TEXT = /^[\s\p{C}\p{Z}]$/u

function isAsciiWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

function isGram(code: number): boolean {
  for (const [first, last] of GRAM_RANGES) if (code >= first && code <= last) return true
  return false
}

function classify(code: number): CharacterClass {
  // Without the regular expressions, whose compilation takes a millisecond of the first search.
  if (code < 0x80) return isAsciiWord(code) ? WORD : code <= 0x20 || code === 0x7f ? SPACE : SYMBOL
  // Dashes, quotation marks, bullets and other general punctuation, which English texts have beside ASCII.
  if (code >= 0x2010 && code <= 0x205e && (code < 0x2028 || code > 0x202f)) return SYMBOL
  // Vowels and finals of decomposed Hangul; joiners, soft hyphen and word joiner, which folding drops.
  if (code >= 0x1160 && code <= 0x11ff) return EXTEND
  if (code === 0x200c || code === 0x200d || code === 0xad || code === 0x2060 || code === 0xfeff) return EXTEND
  if (code >= 0xe0020 && code <= 0xe007f) return EXTEND
  // Half-width voicing marks, and the vowels of Thai and Lao that are no marks but are never alone.
  if (code === 0xff9e || code === 0xff9f || code === 0x0e33 || code === 0x0eb3) return EXTEND
  const character = String.fromCodePoint(code)
  if (MARK.test(character)) return EXTEND
  if (isGram(code)) return LETTER.test(character) ? GRAM : NOT_TEXT.test(character) ? SPACE : SYMBOL
  if (LETTER.test(character)) return WORD
  return NOT_TEXT.test(character) ? SPACE : SYMBOL
}

/** 255 = not looked up yet. */
const table = new Uint8Array(0x10000).fill(255)

/** Class of a code point. */
export function classOf(code: number): CharacterClass {
  if (code > 0xffff) return classify(code)
  let found = table[code] as number
  if (found === 255) {
    found = classify(code)
    table[code] = found
  }
  return found as CharacterClass
}

/** Whether a code point is a syllable of Hangul or a part of one. Korean has spaces between words. */
export function isHangul(code: number): boolean {
  return (code >= 0xac00 && code <= 0xd7ff) || (code >= 0x1100 && code <= 0x11ff) || (code >= 0x3131 && code <= 0x318f)
}

/** Whether a character of a script without spaces is Thai, Lao, Burmese or Khmer. */
export function isSoutheastAsian(code: number): boolean {
  return code >= 0x0e00 && code < 0x1a00 && !isHangul(code)
}

/** Whether the UTF-16 unit is an ASCII capital or, above ASCII, a letter that has a lower case. */
export function isUpper(unit: number): boolean {
  if (unit < 0x80) return unit >= 65 && unit <= 90
  const character = String.fromCharCode(unit)
  return character !== character.toLowerCase()
}

/** Whether the UTF-16 unit is an ASCII small letter or, above ASCII, a letter that has an upper case. */
export function isLower(unit: number): boolean {
  if (unit < 0x80) return unit >= 97 && unit <= 122
  const character = String.fromCharCode(unit)
  return character !== character.toUpperCase()
}
