/**
 * From a planned query to its candidates, with second helpings where the first is too small: what `query/find.ts` of the
 * engine does over its dictionary, done by questions to the cluster.
 *
 *   1  every word as typed; beside it, how many records have each word
 *   2  if that finds fewer than `ENOUGH`, or what was typed as one stands nowhere: typos and splits too
 *   3  if none has all words (or, where the ranking is `relevance`, too few): words are dropped
 *
 * Nothing more is looked for where a heading is the query, which the engine sees from the candidates.
 */
import {
  type CandidateSearch,
  ENOUGH,
  formCounts,
  type Index,
  isHeadingOf,
  MOST_DROPPED,
  openCandidates,
  PAGE_OF_HITS,
  type Pattern,
  type PlannedWord,
  type QueryPlan,
  SPELT_RIGHT,
  weightOf,
} from '@docent/engine'
import type { SearchParams, SearchRecord } from '@docent/engine'
import { type IndexFacts, partsOf, type SearchableIndex } from './index-facts.ts'
import { type IndexTerms, type KnownPattern, knownPatterns } from './known-patterns.ts'
import { patternClause, type Scope } from './query-clauses.ts'
import { anyOf, type Clause, filterClauses } from './query-filters.ts'
import { scoreClauses, sortClauses } from './query-score.ts'
import type { Found, FoundHit, Question, Steps } from './query-rounds.ts'

/** What is asked beside the candidates. */
export interface Wanted {
  /** Candidates. */
  size: number
  from: number
  aggregations: Readonly<Record<string, Clause>>
  /** Records that are fetched whether or not they match: of rules. */
  pinned: Clause | undefined
}

export interface Candidates {
  hits: readonly FoundHit[]
  pinned: readonly FoundHit[]
  /** Records that match; those that are pinned are not among them. */
  total: number
  aggregations: Found['aggregations']
  search: CandidateSearch
  /** What was asked last: for more of the same. */
  body: Readonly<Record<string, unknown>>
}

export interface SearchContext {
  index: SearchableIndex
  /** As they were asked, and planned. */
  params: SearchParams
  plan: QueryPlan
  facts: IndexFacts
}

/** Finds the candidates of a query. */
export function* findCandidates(context: SearchContext, wanted: Wanted): Steps<Candidates> {
  const { index, plan, facts } = context
  const { target } = index
  const scope: Scope = { restricted: plan.params.restrictSearchableAttributes ?? [], paths: facts.paths }
  const narrowing = narrowingOf(context, scope)
  const question = (words: readonly ActiveWord[], weights?: readonly number[]): Question => ({
    target,
    body: bodyOf(context, wanted, scope, narrowing, words, weights),
  })
  const known = (patterns: readonly Pattern[]): KnownPattern[] => knownPatterns(patterns, index.terms)
  const countOf = (patterns: readonly KnownPattern[]): Question => ({
    target,
    body: {
      size: 0,
      track_total_hits: true,
      query: { constant_score: { filter: patternClause(patterns, ANY_ATTRIBUTE(scope)) } },
    },
  })
  const sampleOf = (patterns: readonly KnownPattern[]): Question => ({
    target,
    body: { size: SPELT_RIGHT, query: { constant_score: { filter: patternClause(patterns, ANY_ATTRIBUTE(scope)) } } },
  })
  const typed = plan.words.map((planned): ActiveWord => ({
    planned,
    patterns: known(planned.typed),
    optional: planned.word.optional,
  }))
  const isNarrowed = narrowing.filter.length + narrowing.must_not.length > 0 || scope.restricted.length > 0
  const countsWords = plan.words.length > 1 || (plan.words.length === 1 && isNarrowed)
  const compounds = plan.byRelevance ? plan.compounds : []

  const first = question(typed)
  const pins = wanted.pinned === undefined ? [] : [{ target, body: { size: MOST_PINNED, query: wanted.pinned } }]
  const answers = yield [
    first,
    ...pins,
    ...(countsWords ? typed.map(({ patterns }) => countOf(patterns)) : []),
    ...compounds.map((pattern) => countOf(known([pattern]))),
  ]
  const rest = answers.slice(1 + pins.length)
  const totals = rest.map(({ hits }) => hits.total.value)
  let found = answers[0] as Found
  const typedCounts = countsWords ? totals.slice(0, plan.words.length) : plan.words.map(() => found.hits.total.value)
  const isUnknownCompound = totals.slice(totals.length - compounds.length).some((total) => total === 0)
  const search: CandidateSearch = { counts: typedCounts, typedCounts, typos: false, dropped: 0 }
  let asked = first
  const done = (): Candidates => ({
    hits: found.hits.hits,
    pinned: pins.length > 0 ? (answers[1]?.hits.hits ?? []) : [],
    total: found.hits.total.value,
    aggregations: found.aggregations,
    search,
    body: asked.body as Candidates['body'],
  })
  const mode = plan.params.removeWordsIfNoResults ?? 'none'
  const few = mode === 'allOptional' && plan.byRelevance ? PAGE_OF_HITS : 1
  const isFew = (): boolean => found.hits.total.value < few && mode !== 'none' && plan.words.length > 1
  const wantsTypos = found.hits.total.value < ENOUGH || isUnknownCompound
  if (plan.words.length === 0 || (!wantsTypos && !isFew())) return done()
  if (plan.byRelevance && isHeading(context, done())) return done()

  let active = typed
  if (wantsTypos) {
    search.typos = true
    const doubtful = typed.filter((word, at) => mayBeSpeltRight(word, typedCounts[at] ?? 0))
    if (doubtful.length > 0) {
      const samples = yield doubtful.map(({ patterns }) => sampleOf(patterns))
      const sums = formCountsOf(
        context,
        samples.flatMap(({ hits }) => hits.hits),
      )
      for (const [at, word] of typed.entries()) if (doubtful.includes(word)) typedCounts[at] = sums[at] ?? 0
    }
    active = typed.map((word, at) => withTypos(word, typedCounts[at] ?? 0, index.terms))
    const changed = active.filter((word, at) => word.patterns.length > (typed[at]?.patterns.length ?? 0))
    if (changed.length > 0) {
      const next = question(active)
      const [again, ...counts] = yield [next, ...changed.map((word) => countOf(word.patterns))]
      found = again as Found
      asked = next
      search.counts = active.map((word, at) => {
        const place = changed.indexOf(word)
        return place < 0 ? (typedCounts[at] ?? 0) : (counts[place]?.hits.total.value ?? 0)
      })
    }
  }
  if (!isFew()) return done()

  const weights = search.counts.map((count) => weightOf(Math.min(count, facts.recordCount), facts.recordCount))
  const tries = droppings(active, mode).map(({ words, dropped }) => {
    const kept = words.map((word) => weights[active.indexOf(word.from)] ?? 1)
    return {
      dropped,
      question: question(
        words.map(({ from, optional }) => ({ ...from, optional })),
        kept,
      ),
    }
  })
  const relaxed = yield tries.map((each) => each.question)
  const at = relaxed.findIndex(({ hits }) => hits.total.value > 0)
  if (at >= 0) {
    found = relaxed[at] as Found
    asked = tries[at]?.question ?? asked
    search.dropped = tries[at]?.dropped ?? 0
  }
  return done()
}

/** Records that rules can pin in one answer. */
const MOST_PINNED = 1_000

interface ActiveWord {
  planned: PlannedWord
  patterns: readonly KnownPattern[]
  optional: boolean
}

/** Patterns that are kept from some attributes are so in counts too, but what a query restricts says nothing of a word. */
const ANY_ATTRIBUTE = (scope: Scope): Scope => ({ ...scope, restricted: [] })

/** Whether few records have a word, but perhaps some in several forms, of which each counts. */
function mayBeSpeltRight({ planned: { typed } }: ActiveWord, count: number): boolean {
  return count > 0 && count < SPELT_RIGHT && (typed.length > 1 || typed[0]?.kind !== 'term')
}

/** By word, how often its forms stand in the records, of which none that has the word may be missing. */
function formCountsOf(context: SearchContext, hits: readonly FoundHit[]): number[] {
  const { plan, index } = context
  const each = new Map(hits.map((hit) => [hit._source.id, hit]))
  return formCounts(
    openFound(context, [...each.values()], { typos: false }),
    plan.params,
    index.settings,
    partsOf(index),
  )
}

function withTypos(word: ActiveWord, count: number, terms: IndexTerms): ActiveWord {
  const { typos, joinedTypos } = word.planned
  const misspelt = knownPatterns([...(count < SPELT_RIGHT ? typos : []), ...joinedTypos], terms)
  return { ...word, patterns: [...word.patterns, ...misspelt] }
}

/** The ways in which words are dropped, the first that finds anything counts. */
function droppings(
  words: readonly ActiveWord[],
  mode: SearchParams['removeWordsIfNoResults'],
): { words: { from: ActiveWord; optional: boolean }[]; dropped: number }[] {
  if (mode === 'allOptional') return [{ words: words.map((from) => ({ from, optional: true })), dropped: 1 }]
  return Array.from({ length: Math.min(MOST_DROPPED, words.length - 1) }, (_, at) => {
    const dropped = at + 1
    const kept = mode === 'firstWords' ? words.slice(dropped) : words.slice(0, words.length - dropped)
    return { words: kept.map((from) => ({ from, optional: from.optional })), dropped }
  })
}

interface Narrowing {
  filter: Clause[]
  must_not: Clause[]
}

/** What narrows a query beside its words. */
function narrowingOf({ plan, index }: SearchContext, scope: Scope): Narrowing {
  const everywhere = ANY_ATTRIBUTE(scope)
  const { promotions, hidden } = plan.ruled
  const ids = [...promotions.map(({ objectID }) => objectID), ...hidden]
  return {
    filter: [...filterClauses(plan.params), ...plan.phrases.map((phrase) => patternClause(knownPatterns([phrase], index.terms), everywhere))],
    must_not: [
      ...plan.excluded.map((terms) => patternClause(knownPatterns([terms], index.terms), everywhere)),
      ...(ids.length > 0 ? [{ terms: { id: ids } }] : []),
    ],
  }
}

function bodyOf(
  { index, plan }: SearchContext,
  { size, from, aggregations }: Wanted,
  scope: Scope,
  narrowing: Narrowing,
  words: readonly ActiveWord[],
  weights: readonly number[] | undefined,
): Record<string, unknown> {
  const clauses = words.map(({ patterns }) => patternClause(patterns, scope))
  const required = clauses.filter((_, at) => words[at]?.optional !== true)
  const matching = words.length > 0 && required.length === 0 ? [anyOf(clauses)] : required
  const scored = words.map(({ planned, patterns, optional }) => ({
    word: { ...planned.word, optional },
    patterns,
  }))
  const should = scoreClauses(plan, scored, weights, scope, index.settings)
  const filter = [...narrowing.filter, ...matching]
  // Without any filter one of those that score would have to match.
  if (filter.length === 0) filter.push({ match_all: {} })
  return {
    from,
    size,
    track_total_hits: true,
    query: { bool: { filter, must_not: narrowing.must_not, should } },
    sort: sortClauses(index.settings, should.length > 0),
    ...(Object.keys(aggregations).length > 0 && { aggs: aggregations }),
  }
}

/** The records of hits, in the order of the corpus: the latest first. */
function recordsOf(hits: readonly FoundHit[]): SearchRecord[] {
  return hits
    .map((hit) => hit._source)
    .toSorted((a, b) => b.position - a.position)
    .map(({ record }) => JSON.parse(record) as SearchRecord)
}

/** An index of the candidates and of what is pinned, kept for as long as the list of hits is. */
export function openFound(
  { index, facts, plan }: SearchContext,
  hits: readonly FoundHit[],
  { typos }: Pick<CandidateSearch, 'typos'>,
): Index {
  const known = opened.get(hits)
  if (known?.typos === typos) return known.index
  const made = openCandidates(recordsOf(hits), index.settings, facts, plan, typos)
  opened.set(hits, { index: made, typos })
  return made
}

const opened = new WeakMap<readonly FoundHit[], { index: Index; typos: boolean }>()

function isHeading(context: SearchContext, found: Candidates): boolean {
  if (found.hits.length === 0) return false
  const { plan, index } = context
  return isHeadingOf(openFound(context, found.hits, found.search), plan.params, index.settings, {
    ...partsOf(index),
    candidates: found.search,
  })
}
