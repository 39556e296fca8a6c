/** Syllables of Korean while an input method composes them. */

const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
/** Number of final consonants, none among them: syllables that differ in them follow each other. */
const FINALS = 28
/**
 * The terms that a gram may become if an input method is composing its last syllable: `컴퓨` becomes `컴퓰`, and of `컴퓥` the final consonant
 * begins the next syllable, so it becomes `컴퓨`.
 */
export function afterComposition(gram: string): string[] {
  const code = gram.charCodeAt(gram.length - 1)
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return []
  const final = (code - FIRST_SYLLABLE) % FINALS
  const finals = final > 0 ? [0] : Array.from({ length: FINALS - 1 }, (_, at) => at + 1)
  return finals.map((other) => gram.slice(0, -1) + String.fromCharCode(code - final + other))
}
