/** Identifiers among the words of a query: names, flags and numbers that a reader means letter by letter. */
import { isContractionEnd } from '../analysis/function-words.ts'
import { parseQuery, type QueryWord } from './parse-query.ts'

/** By word, whether it is a part of a compound (`useEffect`), was typed with symbols (`--host`), or has a digit (`404`). */
export function identifierWords(words: readonly QueryWord[]): boolean[] {
  const isPart = (word: QueryWord | undefined): boolean => word?.glued === true && !isContractionEnd(word.term)
  return words.map((word, at) => {
    if (word.kind !== 'word') return false
    const isSymbolic = word.decorated.some((form) => !form.endsWith('?'))
    return isPart(word) || isPart(words[at + 1]) || isSymbolic || /\p{N}/u.test(word.term)
  })
}

/** Words from which a query says more than a name does. */
const SEVERAL = 2

/**
 * Whether a query has at least two words beside identifiers, and neither phrases nor exclusions, which a reader means
 * letter by letter. Throws `query_too_long`.
 */
export function asksInWords(query: string): boolean {
  const { words, phrases, excluded } = parseQuery(query, { advancedSyntax: true })
  if (phrases.length + excluded.length > 0) return false
  const identifiers = identifierWords(words)
  return words.filter(({ kind }, at) => kind !== 'symbol' && identifiers[at] !== true).length >= SEVERAL
}
