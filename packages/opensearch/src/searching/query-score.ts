/**
 * The score by which the cluster chooses candidates. The engine orders them afterwards, so the engine's best records must only be
 * among the cluster's best hundred.
 *
 * With the criterion `relevance` it resembles the engine's score: words in the record's own heading count more than in
 * headings above, those more than in the text; a heading that equals the query counts most; each word has its weight, if that is
 * known. With the wire's criteria the score has a step for each, in their order, and `customRanking` orders ties.
 */
import { type IndexSettings, DEFAULT_SETTINGS, parseCustomRanking } from '@docent/engine'
import type { QueryPlan } from '@docent/engine/planning'
import type { KnownPattern, KnownWord } from './known-patterns.ts'
import { fieldName, PLACE } from '../records/mapping.ts'
import { clausesAt, OWN, patternClause, type Place, type Scope, TRAIL } from './query-clauses.ts'
import { anyOf, type Clause, filterScoreClauses } from '../records/filter-clauses.ts'

/** Points; their relations follow the engine's (`RELEVANCE`, `STRENGTH`). */
const POINTS = { own: 4, ownForm: 2.5, trail: 1, text: 0.5, heading: 20, name: 5, page: 1, together: 2 } as const

/** Factor between the points of a criterion of the wire and of the next one: more than the words of most queries. */
const STEP = 8

/** Points of a filter's score with `relevance`: more than the words of a query can have. */
const FILTER_POINTS = 1000

/** The clauses that score matching records. `weights` are those of the words, if known. */
export function scoreClauses(
  plan: QueryPlan,
  words: readonly KnownWord[],
  weights: readonly number[] | undefined,
  scope: Scope,
  settings: IndexSettings,
): Clause[] {
  if (plan.byRelevance) {
    return [
      ...filterScoreClauses(plan.params, FILTER_POINTS),
      ...words.flatMap((word, at) => relevanceOf(word, weights?.[at] ?? 1)),
      ...wholeQuery(words),
      ...together(words, POINTS.together),
    ]
  }
  const criteria = (settings.ranking ?? DEFAULT_SETTINGS.ranking).filter((name) => CRITERIA.has(name))
  return criteria.flatMap((name, at) => {
    const points = STEP ** (criteria.length - 1 - at)
    return name === 'filters' ? filterScoreClauses(plan.params, points) : criterionOf(name, words, points, scope)
  })
}

const CRITERIA = new Set(['typo', 'words', 'filters', 'proximity', 'attribute', 'exact'])

function constant(clauses: readonly Clause[], boost: number): Clause[] {
  return clauses.length === 0 ? [] : [{ constant_score: { filter: anyOf(clauses), boost } }]
}

function relevanceOf({ word, patterns }: KnownWord, weight: number): Clause[] {
  const single = withoutSequences(patterns)
  const exact = single.filter((pattern) => pattern.kind === 'term')
  const typed = single.filter((pattern) => pattern.kind !== 'near')
  const at = (place: Place, some: readonly KnownPattern[], points: number): Clause[] =>
    constant(clausesAt(some, place), points * weight)
  return [
    ...at(OWN, exact, POINTS.own),
    ...at(OWN, single, POINTS.ownForm),
    ...at(TRAIL, typed, POINTS.trail),
    { term: { 'search.terms': { value: word.term, boost: POINTS.text * weight } } },
  ]
}

/** No clauses for sequences in a heading: only the whole text has positions. */
function withoutSequences(patterns: readonly KnownPattern[]): KnownPattern[] {
  return patterns.filter((pattern) => pattern.kind !== 'sequence')
}

/** Clauses for a heading that equals the query, with its words in any order; for one that begins with it; and for the page's name. */
function wholeQuery(words: readonly KnownWord[]): Clause[] {
  const terms = words.flatMap(({ word }) => (word.kind === 'symbol' ? [] : [word.term]))
  const letters = terms.join('')
  if (letters === '') return []
  const headings = terms.length > MAX_ORDERED ? [letters] : [...new Set(ordersOf(terms))]
  return [
    ...constant([{ terms: { 'search.heading': headings } }], POINTS.heading),
    ...constant([{ prefix: { 'search.heading': { value: letters } } }], POINTS.together),
    ...constant([{ term: { 'search.name': letters } }], POINTS.name),
    ...constant([{ term: { 'search.level': '1' } }], POINTS.page),
  ]
}

/** Maximum number of words that are compared in any order: 4 words have 24 orders. */
const MAX_ORDERED = 4

/** The terms in each order, joined. */
function ordersOf(terms: readonly string[]): string[] {
  if (terms.length === 0) return ['']
  return terms.flatMap((term, at) => ordersOf(terms.toSpliced(at, 1)).map((others) => term + others))
}

/** Clauses for typed words that are adjacent in a record. */
function together(words: readonly KnownWord[], points: number): Clause[] {
  const pairs = words.slice(1).flatMap(({ word }, at): Clause[] => {
    const before = words[at]?.word
    if (before === undefined || before.kind === 'symbol' || word.kind === 'symbol') return []
    return [{ match_phrase: { 'search.terms': before.term + PLACE + word.term } }]
  })
  return pairs.flatMap((pair) => constant([pair], points / pairs.length))
}

/** The clauses of a criterion of the wire: one step at most for each word. */
function criterionOf(name: string, words: readonly KnownWord[], points: number, scope: Scope): Clause[] {
  const [only] = words
  if (only === undefined) return []
  switch (name) {
    case 'typo':
      return words.flatMap(({ patterns }) => {
        const typed = patterns.filter(({ kind }) => kind !== 'near')
        return constant([patternClause(typed, scope)], points)
      })
    case 'words':
      return words.some(({ word }) => word.optional)
        ? words.flatMap(({ patterns }) => constant([patternClause(patterns, scope)], points))
        : []
    case 'proximity':
      return together(words, points * (words.length - 1))
    case 'attribute':
      return words.flatMap(({ patterns }) => constant(clausesAt(withoutSequences(patterns), OWN), points))
    default: {
      // A single word is exact if an attribute equals it.
      if (words.length === 1) return constant([{ term: { 'search.heading': only.word.term } }], points)
      return words.flatMap(({ word: { term } }) => constant([patternClause([{ kind: 'term', term }], scope)], points))
    }
  }
}

/** The sort of the cluster's answer: sort criteria at the beginning of `ranking` come before the score, others after it. */
export function sortClauses({ ranking = [], customRanking = [] }: IndexSettings, hasScore: boolean): Clause[] {
  const other = ranking.findIndex((name) => !isSort(name))
  const first = ranking.slice(0, other < 0 ? ranking.length : other)
  const score = hasScore ? [{ _score: { order: 'desc' } }] : []
  return [...columnClauses(first), ...score, ...columnClauses(customRanking), { position: { order: 'desc' } }]
}

const isSort = (name: string): boolean => /^(?:asc|desc)\(/.test(name)

function columnClauses(entries: readonly string[]): Clause[] {
  return entries.flatMap((entry): Clause[] => {
    const { attribute, descending } = parseCustomRanking(entry)
    const order = descending ? 'desc' : 'asc'
    const field = `search.sort.${fieldName(attribute)}`
    return [
      { [`${field}.n`]: { order, missing: '_last', unmapped_type: 'double' } },
      { [`${field}.t`]: { order, missing: '_last', unmapped_type: 'keyword' } },
    ]
  })
}
