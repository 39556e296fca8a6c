/**
 * English function words. They are no stop words: each is indexed and found. They weigh less only where words may be
 * missing, because in a small corpus `how` is as rare as `probe`.
 */
const FUNCTION_WORDS = new Set(
  (
    'a about am an and any are as at be been but by can could did do does for from get had has have how i if in into is it ' +
    'its me my of on or our should so some than that the their them then there these they this those to was we were what ' +
    'when where which while who why will with would you your'
  ).split(' '),
)

/** Whether a folded word is a function word. */
export function isFunctionWord(term: string): boolean {
  return FUNCTION_WORDS.has(term)
}
