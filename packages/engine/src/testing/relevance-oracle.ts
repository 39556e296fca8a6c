/**
 * The naive oracle of the criterion `relevance`: sections of documentation are read in full for every word of the
 * query, evidence is summed as its definition says (`ranking/relevance.ts`, `query/match-words.ts`), nothing is indexed,
 * pruned or kept. It shares the analyzer and the tables of constants with the engine, so that new constants need no
 * change here.
 *
 * Scores of the engine are sums of 32-bit numbers, these of 64-bit ones: they are compared with a tolerance.
 */
import { parseQuery, type QueryWord } from '../query/parse-query.ts'
import type { SearchParams } from '../wire.ts'
import { addMisspelt, addRelated, type Answer, answersAsTyped, ENOUGH } from './naive-answers.ts'
import { type Corpus, type NaiveSection, readCorpus } from './naive-corpus.ts'
import { naiveFunctionWords } from './naive-question.ts'
import { bestOf, type Evidence, isTheQuery, scoreOf, weightsOf } from './naive-score.ts'

/** A section that matches, with its score. */
export interface NaiveScore {
  /** Number of the section. */
  doc: number
  score: number
}

/** With fewer hits than a page holds, words may be missing. */
const PAGE_OF_HITS = 20

/** The sections that match, best first; of equal ones the first. */
export function rankNaively(sections: readonly NaiveSection[], params: SearchParams): NaiveScore[] {
  const corpus = readCorpus(
    sections,
    params.queryLanguages?.filter((language) => language !== 'en'),
  )
  const parsed = parseQuery(params.query ?? '', { removeStopWords: true, ...params })
  const { words } = parsed
  if (words.length === 0) return sections.flatMap(({ passes }, doc) => (passes ? [{ doc, score: 0 }] : []))
  const answers = answersAsTyped(corpus, parsed)
  let docs = matching(corpus, words, answers)
  let searched: readonly QueryWord[] = words
  let typed: Answer[][] | undefined
  if (!docs.some((doc) => isTheQuery(corpus, doc, words, answers))) {
    const unknown = parsed.joined.some(
      (form) => form.typed && !answers[form.first]?.some(({ term }) => term.startsWith(form.term)),
    )
    if (docs.length < ENOUGH || unknown) {
      addMisspelt(corpus, parsed, answers)
      docs = matching(corpus, words, answers)
    }
    if (docs.length === 0 && words.length === 1) {
      typed = answers.map((list) => [...list])
      addRelated(corpus, parsed, answers)
      docs = matching(corpus, words, answers)
    }
    if (docs.length < PAGE_OF_HITS && words.length > 1) {
      // Related words do not make the typed ones more frequent.
      typed = answers.map((list) => [...list])
      addRelated(corpus, parsed, answers)
      const optional = words.map((word) => ({ ...word, optional: true }))
      // Function words match nothing, unless nothing else matches.
      const functionWords = naiveFunctionWords(words)
      const contentWords = optional.filter(({ prefix }, at) => prefix || functionWords[at] !== true)
      const about = matching(
        corpus,
        contentWords,
        contentWords.map((word) => answers[optional.indexOf(word)] as Answer[]),
      )
      const some = about.length > 0 ? about : matching(corpus, optional, answers)
      if (some.length > 0) [docs, searched] = [some, optional]
    }
  }
  const matched = new Set(docs)
  const evidence: Evidence = {
    corpus,
    words: searched,
    lists: answers,
    weights: weightsOf(corpus, searched, typed ?? answers),
    best: sections.map((_, doc) => answers.map((list) => (matched.has(doc) ? bestOf(corpus, doc, list) : undefined))),
  }
  return docs.map((doc) => ({ doc, score: scoreOf(evidence, doc) })).sort((a, b) => b.score - a.score || a.doc - b.doc)
}

/** Records with every required word; if all words are optional, with at least one. */
function matching(corpus: Corpus, words: readonly QueryWord[], lists: readonly Answer[][]): number[] {
  const has = (doc: number, at: number): boolean => lists[at]?.some(({ places }) => places.has(doc)) === true
  const anyOf = words.every((word) => word.optional)
  const passing = [...corpus.sections.keys()].filter((doc) => corpus.sections[doc]?.passes === true)
  return passing.filter((doc) =>
    anyOf ? words.some((_, at) => has(doc, at)) : words.every((word, at) => word.optional || has(doc, at)),
  )
}
