/** Function words of a query whose words may all be missing. */
import { isFunctionWord } from '../analysis/function-words.ts'
import type { QueryWord } from './parse-query.ts'

/**
 * For each word, whether it only adds evidence: function words match nothing by themselves, because a record with only
 * `the` and `for` of a question does not answer it. False for all if all words are function words; false for a prefix,
 * because it may become another word.
 */
export function evidenceOnlyWords(words: readonly QueryWord[]): boolean[] {
  const isContentWord = ({ term, prefix }: QueryWord): boolean => prefix || !isFunctionWord(term)
  const isQuestion = words.some(isContentWord)
  return words.map((word) => isQuestion && !isContentWord(word))
}
