/**
 * General English words that say little about the subject of a question: `make the proxy work again`, `a problem with the same proxy`.
 * They are required like others and found like others, but have half of their weight where words may be missing.
 *
 * How the table was made: of the words that four fifths of 36 docs folders have, those were kept by hand that name nothing in software, and
 * that a reader can leave out of a question without another meaning. So `high` (availability), `multiple`, `required`, `start` and `example`
 * are not among them, nor numbers, words of programming languages and protocols (`let`, `case`, `try`, `put`), and function words
 * (`function-words.ts`). Words are listed as typed, since stems join `work` and `worker`.
 */
const WORDS =
  'above across actually after again against all along already always appropriate around away back before below best better big bit ' +
  'certain clear come completely correct correctly current currently different done down easily easy either else enough even ever ' +
  'exactly first following go going good great help here important issue later least like look lot made main make makes making many may ' +
  'might more most much must never new next nice now often once out over own per place problem properly question reason related same ' +
  'see seem seems several similar simple simply since single something sometimes specific still sure take takes thing things though ' +
  'through together under until up very via well whole work working works wrong'

/** Created at its first use, as the set of function words. */
let weakWords: Set<string> | undefined

/** Whether a folded word is a general word. */
export function isWeakWord(term: string): boolean {
  weakWords ??= new Set(WORDS.split(' '))
  return weakWords.has(term)
}
