/**
 * An estimate of tokens, rather too high than too low. Tokenizers differ between models; the costs were set so that 99 of
 * 100 sections of six documentation corpora (English, Chinese, Japanese, API references) have at most the estimated
 * tokens in both `o200k_base` and `cl100k_base`. The estimate of a typical section is 1.1 to 1.3 times its tokens.
 */

/** Tokens that a character costs, by its kind. */
const COST = {
  /** Letters of English: four of them are a token. */
  letter: 0.25,
  blank: 0.1,
  digit: 0.6,
  /** Other ASCII: punctuation, line breaks, the escapes of JSON. */
  mark: 0.7,
  /** Latin letters with marks. */
  latin: 0.8,
  /** Greek, Cyrillic, Hebrew, Arabic. */
  alphabet: 0.7,
  /** Chinese, Japanese, Korean, the scripts of India. */
  other: 1.2,
  /** Beyond the basic plane: emoji, rare ideographs. */
  astral: 3,
} as const

/** Estimated tokens of a code point. */
function costOf(point: number): number {
  if (point < 128) {
    if ((point >= 97 && point <= 122) || (point >= 65 && point <= 90)) return COST.letter
    if (point === 32) return COST.blank
    return point >= 48 && point <= 57 ? COST.digit : COST.mark
  }
  if (point < 0x250) return COST.latin
  if (point < 0x700) return COST.alphabet
  return point > 0xffff ? COST.astral : COST.other
}

/** Estimated tokens of a text. */
export function countTokens(text: string): number {
  let sum = 0
  for (const character of text) sum += costOf(character.codePointAt(0) as number)
  return Math.ceil(sum)
}

/** Tokens of a value as JSON: the form in which a model reads the result of a tool. */
export const tokensOfJson = (value: unknown): number => countTokens(JSON.stringify(value))

/**
 * Length of the beginning of `text` that has at most `tokens` tokens in a JSON string, in UTF-16 units. No surrogate
 * pair is cut.
 */
export function lengthWithin(text: string, tokens: number): number {
  let sum = 0
  let length = 0
  for (const character of text) {
    const point = character.codePointAt(0) as number
    sum += costOf(point)
    // Written with a backslash; control characters as six characters.
    if (point === 34 || point === 92 || point === 10 || point === 9) sum += COST.mark
    else if (point < 32) sum += COST.mark * 6
    if (sum > tokens) return length
    length += character.length
  }
  return length
}
