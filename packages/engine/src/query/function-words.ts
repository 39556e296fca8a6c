/** Function words of a query whose words may all be missing. */
import { isFunctionWord } from '../analysis/function-words.ts'
import type { QueryWord } from './parse-query.ts'

/**
 * By word, whether it is a function word, which adds evidence but matches nothing by itself: a record that has only `the`
 * and `for` of a question does not answer it. None if all words are function words; not the last word while it is typed,
 * which may become another word.
 */
export function holdTogether(words: readonly QueryWord[]): boolean[] {
  const tellsSubject = ({ term, prefix }: QueryWord): boolean => prefix || !isFunctionWord(term)
  const isQuestion = words.some(tellsSubject)
  return words.map((word) => isQuestion && !tellsSubject(word))
}
