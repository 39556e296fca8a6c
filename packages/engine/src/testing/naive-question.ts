/** Whether a query is a question, by the definition (`query/word-weights.ts`), and the evidence of whole pages. */
import { isContractionEnd, isFunctionWord, isRequestVerb } from '../analysis/function-words.ts'
import { PAGE } from '../query/page-evidence.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { QUESTION } from '../query/word-weights.ts'
import { type Corpus, type NaiveSection, pageOf } from './naive-corpus.ts'

/** By word, whether it is a function word beside words of another kind. A part of a compound is none. */
export function naiveFunctionWords(words: readonly QueryWord[]): boolean[] {
  const ends = words.map(({ glued, term }) => glued && isContractionEnd(term))
  const isJoined = (at: number): boolean =>
    words[at]?.glued === true || (words[at + 1]?.glued === true && ends[at + 1] !== true)
  const found = words.map(({ kind, term, overlap }, at) => {
    // A particle of Korean ends a word.
    const isAlone = [...term].length === 1 && overlap === undefined
    if (kind === 'gram') return isNaiveGrammar(term, words[at - 1]) || (isFunctionWord(term) && !isAlone)
    return ends[at] === true || (!isJoined(at) && isFunctionWord(term))
  })
  // A request: verbs and function words at the beginning, the first of them a verb, and at least three other words after them.
  const isVerb = words.map(({ term }, at) => isRequestVerb(term) && !isJoined(at))
  const start = words.findIndex((_, at) => isVerb[at] !== true && found[at] !== true)
  const after = words.filter(({ kind }, at) => at >= start && kind !== 'symbol' && found[at] !== true)
  if (isVerb[0] === true && start > 0 && after.length >= 3) found.fill(true, 0, start)
  const others = words.filter(({ kind }, at) => kind !== 'symbol' && found[at] !== true)
  return others.length === 0 ? words.map(() => false) : found
}

/** Whether a bigram is grammar of Japanese: not the beginning of a word as `使う`, which has no other character before it. */
function isNaiveGrammar(term: string, before: QueryWord | undefined): boolean {
  const isHiragana = [...term].map((character) => /\p{Script=Hiragana}/u.test(character))
  const isEnd = before?.kind === 'gram' && [...before.term].at(-1) === [...term][0]
  const beginsInside = isEnd && ![...(before?.term ?? '')].some((character) => /\p{Script=Hiragana}/u.test(character))
  return isHiragana[0] === true || (isHiragana[1] === true && beginsInside)
}

/** Whether words may be missing, and how much the query is a question: 0 to 1. */
export function naiveQuestion(words: readonly QueryWord[]): { isLoose: boolean; question: number } {
  const functionWords = naiveFunctionWords(words)
  const optional = words.filter(({ optional }) => optional)
  const isAsking = words.some((word, at) => word.optional && functionWords[at] === true)
  const isLoose = words.length > 1 && (optional.length === words.length || isAsking)
  const count = words.filter(({ kind }) => kind !== 'symbol').length
  const share = functionWords.filter(Boolean).length / Math.max(1, count)
  const hasGrams = words.some(({ kind }) => kind === 'gram')
  const question = isLoose && !hasGrams ? Math.min(1, QUESTION.least + QUESTION.functionWords * share) : 0
  return { isLoose, question }
}

/** Tokens of the page of a section, those of a mean page, and how much the page is a reference: 0 to 1. */
export function naivePage(corpus: Corpus, doc: number): { sections: number[]; length: number; reference: number } {
  const all = [...corpus.sections.keys()]
  const lengthOf = (docs: number[]): number =>
    docs.reduce((sum, other) => sum + (corpus.bodies[other] as number) + PAGE.heading, 0)
  const key = (other: number): string => pageOf(corpus.sections[other] as NaiveSection)
  const sections = all.filter((other) => key(other) === key(doc))
  const mean = lengthOf(all) / new Set(all.map(key)).size
  const told = sections.filter((other) => corpus.prose[other] !== undefined)
  const tokens = told.reduce((sum, other) => sum + (corpus.bodies[other] as number), PAGE.proseTokens)
  const functionWords = told.reduce(
    (sum, other) => sum + (corpus.prose[other] as number) * (corpus.bodies[other] as number),
    PAGE.proseTokens * PAGE.prose,
  )
  const lack = (PAGE.prose - functionWords / tokens) / (PAGE.prose / 2)
  return { sections, length: lengthOf(sections) / mean, reference: Math.min(1, Math.max(0, lack)) }
}
