/**
 * The weights of the words of a query. In a question (`how do I install a proxy`) function words may be missing, and
 * rare words decide; in any other query every letter counts.
 */
import { isWeakWord } from '../analysis/weak-words.ts'
import { functionWordsOf } from './function-words.ts'
import type { QueryWord } from './parse-query.ts'
import { weightOf } from './strength.ts'
import * as STRENGTH from './strength-numbers.ts'

/** The numbers of a question. */
export const QUESTION = {
  /** `proxy settings linux`: how much a query without function words is a question, if its words may be missing. */
  least: 0.2,
  /** `how do I install a proxy`: the same for each function word, as a share of the words. A quarter is a question. */
  functionWords: 4,
} as const

/** A word of the query in numbers: its letters, its share of the query (`shares` of `WordWeights`), its weight. */
export interface WordValues {
  letters: number
  share: number
  weight: number
}

/** Of `weighWords`: lists are in the order of the query. */
export interface WordWeights {
  /** By word, by its rarity. */
  weights: number[]
  /** By word, its share of a heading or of the query: its letters, or in a question the root of its weight. */
  shares: number[]
  /** By word, whether it is a function word (`functionWordsOf`). */
  isFunctionWord: boolean[]
  /** How much the query is a question: 0 to 1. Pages count as a whole as much as it is. */
  question: number
  /** Whether some of the words may be missing that the query does not name as optional. */
  isLoose: boolean
}

/** Weighs the words; `counts` by word: number of records that have it, of `total`. */
export function weighWords(words: readonly QueryWord[], counts: readonly number[], total: number): WordWeights {
  const isFunctionWord = functionWordsOf(words)
  const isLoose = mayMissWords(words, isFunctionWord)
  const factorOf = ({ kind, term, glued }: QueryWord, at: number): number => {
    if (isFunctionWord[at] === true) return kind === 'gram' ? STRENGTH.functionGram : STRENGTH.functionWord
    const isPart = glued || words[at + 1]?.glued === true
    return isWeakWord(term) && !isPart ? STRENGTH.weakWord : 1
  }
  const weights = words.map((word, at) => weightOf(counts[at] as number, total) * (isLoose ? factorOf(word, at) : 1))
  const asks = isLoose && hasNoGrams(words)
  const typed = words.filter(({ kind }) => kind !== 'symbol').length
  const share = isFunctionWord.filter(Boolean).length / Math.max(1, typed)
  return {
    weights,
    shares: words.map(({ letters }, at) => (asks && letters > 0 ? Math.sqrt(weights[at] as number) : letters)),
    isFunctionWord,
    question: asks ? Math.min(1, QUESTION.least + QUESTION.functionWords * share) : 0,
    isLoose,
  }
}

/** Whether `question` of the words is above 0: the pages of their records count as wholes. */
export function isQuestion(words: readonly QueryWord[]): boolean {
  return mayMissWords(words, functionWordsOf(words)) && hasNoGrams(words)
}

function mayMissWords(words: readonly QueryWord[], isFunctionWord: readonly boolean[]): boolean {
  return (
    words.length > 1 &&
    (words.every(({ optional }) => optional) ||
      words.some(({ optional }, at) => optional && isFunctionWord[at] === true))
  )
}

/** Bigrams of a language without spaces are no words: their rarity says little. */
function hasNoGrams(words: readonly QueryWord[]): boolean {
  return words.every(({ kind }) => kind !== 'gram')
}
