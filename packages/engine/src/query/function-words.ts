/** Function words of a query. */
import { isContractionEnd, isFunctionWord, isRequestVerb } from '../analysis/function-words.ts'
import { isGrammar, isSingle } from '../analysis/japanese.ts'

/** The facts of a `QueryWord` that decide. */
interface Word {
  readonly term: string
  readonly kind: 'word' | 'gram' | 'symbol'
  readonly glued: boolean
  readonly overlap?: number | undefined
}

/** Minimum number of other words in a request, since `add plugin` may be a heading or a command. */
const LEAST_OF_REQUEST = 3

/**
 * For each word, whether it is a function word of a question, or a verb with which a request begins (`add support for proxies`).
 * False for all if the query has no other words; false for the parts of a compound such as `useEffect`, except the end of a
 * contraction (`what's`).
 */
export function functionWordsOf(words: readonly Word[]): boolean[] {
  const isEnd = (at: number): boolean => words[at]?.glued === true && isContractionEnd(words[at].term)
  const isPart = (at: number): boolean => words[at]?.glued === true || (words[at + 1]?.glued === true && !isEnd(at + 1))
  const found = words.map(({ term, kind, overlap }, at) =>
    kind === 'gram'
      ? ((overlap !== undefined || !isSingle(term)) && isFunctionWord(term)) || isGrammar(term, words[at - 1]?.term)
      : isEnd(at) || (isFunctionWord(term) && !isPart(at)),
  )
  markRequest(words, found, isPart)
  const isQuestion = words.some(({ kind }, at) => kind !== 'symbol' && found[at] !== true)
  return isQuestion ? found : words.map(() => false)
}

/** Marks the verbs of requests at the beginning of a query, with function words between them, if enough other words follow. */
function markRequest(words: readonly Word[], found: boolean[], isPart: (at: number) => boolean): void {
  const isVerb = (at: number): boolean => isRequestVerb((words[at] as Word).term) && !isPart(at)
  if (words.length <= LEAST_OF_REQUEST || !isVerb(0)) return
  let end = 1
  while (end < words.length && (found[end] === true || isVerb(end))) end++
  const others = words.filter(({ kind }, at) => at >= end && kind !== 'symbol' && found[at] !== true)
  if (others.length >= LEAST_OF_REQUEST) found.fill(true, 0, end)
}

/**
 * For each word, whether it only adds evidence: function words match nothing by themselves, because a record with only
 * `the` and `for` of a question does not answer it. False for a prefix, because it may become another word.
 */
export function evidenceOnlyWords(words: readonly (Word & { readonly prefix: boolean })[]): boolean[] {
  const found = functionWordsOf(words)
  const isEvidence = words.map(({ prefix }, at) => found[at] === true && !prefix)
  return isEvidence.includes(false) ? isEvidence : words.map(() => false)
}
