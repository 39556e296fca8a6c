/** Words that only hold a question together, where all words may be missing. */
import { isFunctionWord } from '../analysis/function-words.ts'
import type { QueryWord } from './parse-query.ts'

/**
 * By word, whether it only holds the others together: what has `the` and `for` of a question does not answer it, though of
 * two records that have the rest it may be the better one. None, where no word tells the subject; and not the last word
 * while it is typed, which may become another.
 */
export function holdTogether(words: readonly QueryWord[]): boolean[] {
  const tellsSubject = ({ term, prefix }: QueryWord): boolean => prefix || !isFunctionWord(term)
  const isQuestion = words.some(tellsSubject)
  return words.map((word) => isQuestion && !tellsSubject(word))
}
