/**
 * Words of Japanese without a dictionary. Text changes its script where a word begins or ends: `検証する` is the noun `検証` and the
 * ending `する`. Hiragana are mostly particles and endings, which are to a question what function words are in other languages.
 */

const HIRAGANA = /\p{Script=Hiragana}/u
/** With the sign of a long vowel, which belongs to several scripts. */
const KATAKANA = /[\p{Script=Katakana}ー]/u

const scriptOf = (character: string): number => (HIRAGANA.test(character) ? 1 : KATAKANA.test(character) ? 2 : 0)

/** Whether the two characters of a bigram have different scripts, so that it is no part of one word. */
export function isOfTwoScripts(gram: string): boolean {
  const [first, second] = gram
  return first !== undefined && second !== undefined && scriptOf(first) !== scriptOf(second)
}

/** Whether a bigram has two characters of one script. */
export function isOfOneScript(gram: string): boolean {
  return !isSingle(gram) && !isOfTwoScripts(gram)
}

/** Whether a gram is a single character. */
export function isSingle(gram: string): boolean {
  return [...gram].length === 1
}

/**
 * Whether a bigram of a query is a particle or an ending: it begins with hiragana, or `before`, the gram before it, ends the word that
 * its first character belongs to. So `使う` is a word, and `証す` of `検証する` is not.
 */
export function isGrammar(gram: string, before: string | undefined): boolean {
  const [first = '', second = ''] = gram
  if (HIRAGANA.test(first)) return true
  return HIRAGANA.test(second) && before?.endsWith(first) === true && !HIRAGANA.test(before)
}
