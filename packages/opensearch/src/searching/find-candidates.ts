/**
 * Finds the candidates of a planned query, with further rounds if the first finds too few: the steps of the engine's
 * `query/find-matches.ts`, with requests to the cluster instead of its dictionary.
 *
 *   1  every word as typed; in the same round, the number of records that have each word
 *   2  if that finds fewer than `ENOUGH`, or no record has a compound as it was typed: also typos and splits
 *   3  if no record has all words (with the ranking `relevance`: too few records): words are dropped
 *
 * There is no further round if a heading equals the query, which the engine finds in the candidates, nor after the deadline: then
 * the candidates of the previous round are the answer.
 */
import { EngineError } from '@docent/engine'
import {
  ENOUGH,
  formCounts,
  isHeadingOf,
  PAGE_OF_HITS,
  SPELT_RIGHT,
  weightOf,
  type Pattern,
} from '@docent/engine/planning'
import {
  type ActiveWord,
  candidateQueryOf,
  foundOf,
  openFinding,
  type Candidates,
  type Finding,
  type SearchContext,
  type Wanted,
} from './candidate-query.ts'
import { type Removal, waysToDrop } from './dropped-words.ts'
import { openFound } from './open-found.ts'
import { parsedParts } from './parsed-parts.ts'
import { knownCount } from './known-counts.ts'
import { type IndexTerms, type KnownPattern, knownPatterns } from './known-patterns.ts'
import { patternClause } from './query-clauses.ts'
import type { Clause } from '../records/filter-clauses.ts'
import type { ClusterSearch, Steps } from './query-rounds.ts'
import { askCounting, type CountedWord } from './word-counts.ts'

/** Maximum number of records that rules pin in one answer. */
const MAX_PINNED = 1_000

/** Maximum number of records that a model finds for one answer. */
const MAX_NEAREST = 100

/** Finds the candidates of a query. Throws `search_stopped` when there is no time for the first round. */
export function* findCandidates(context: SearchContext, wanted: Wanted): Steps<Candidates> {
  const { plan } = context
  const finding = openFinding(context, wanted)
  const { found, hasUnknownCompound } = yield* findTyped(finding)
  const mode = plan.params.removeWordsIfNoResults ?? 'none'
  const few = mode === 'allOptional' && plan.byRelevance ? PAGE_OF_HITS : 1
  const isFew = ({ total }: Candidates): boolean => total < (plan.words.length > 1 ? few : 1) && mode !== 'none'
  const wantsTypos = found.total < ENOUGH || hasUnknownCompound
  if (plan.words.length === 0 || (!wantsTypos && !isFew(found))) return found
  if (plan.byRelevance && isHeading(context, found)) return found

  let best = found
  try {
    if (wantsTypos) best = yield* findMisspelt(finding, found)
    if (isFew(best)) best = yield* findWithFewerWords(finding, best, mode)
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'search_stopped') throw error
  }
  return best
}

/** Candidates of one round, and the words of its searches. */
interface Round extends Candidates {
  words: readonly ActiveWord[]
}

/** A clause for counts: without the restriction of the query to some attributes, but with the attributes that patterns exclude. */
function anywhere({ scope }: Finding, patterns: readonly KnownPattern[]): Clause {
  return patternClause(patterns, { ...scope, restricted: [] })
}

function* findTyped(finding: Finding): Steps<{ found: Round; hasUnknownCompound: boolean }> {
  const { context, wanted, scope, narrowing, typed } = finding
  const { index, plan } = context
  const isNarrowed = narrowing.filter.length + narrowing.must_not.length > 0 || scope.restricted.length > 0
  // The number of matches of a single word is its count.
  const counted = typed.length > 1 || isNarrowed ? typed : []
  const compounds = plan.byRelevance ? plan.compounds : []
  const asking = candidateQueryOf(finding, typed)
  const pinned = wanted.pinned && { target: index.target, body: { size: MAX_PINNED, query: wanted.pinned } }
  const nearest = wanted.nearest && { target: index.target, body: { size: MAX_NEAREST, query: wanted.nearest } }
  const { answers, counts } = yield* askCounting(
    index,
    [...asking.searches, ...(pinned ? [pinned] : []), ...(nearest ? [nearest] : [])],
    [...counted, ...compounds.map((form) => compoundOf(form, index.terms))],
    (patterns) => anywhere(finding, patterns),
  )
  const found = foundOf(answers.slice(0, asking.searches.length))
  const others = answers.slice(asking.searches.length).map(({ hits }) => hits.hits)
  const typedCounts = counted.length > 0 ? counts.slice(0, counted.length) : typed.map(() => found.total)
  return {
    found: {
      ...found,
      pinned: (pinned && others.shift()) ?? [],
      nearest: (nearest && others.shift()) ?? [],
      sections: [],
      search: { counts: typedCounts, typedCounts, typos: false, dropped: 0 },
      body: asking.body,
      words: typed,
    },
    hasUnknownCompound: counts.slice(counted.length).some((count) => count === 0),
  }
}

function compoundOf(form: Pattern, terms: IndexTerms): CountedWord {
  const patterns = knownPatterns([form], terms)
  return { patterns, inTerms: knownCount(patterns, terms) }
}

function* findMisspelt(finding: Finding, found: Round): Steps<Round> {
  const { context, typed } = finding
  const { index } = context
  const typedCounts = yield* formCountsOf(finding, found.search.typedCounts)
  const words = typed.map((word, at) => withTypos(word, typedCounts[at] ?? 0, index.terms))
  const search = { ...found.search, counts: typedCounts, typedCounts, typos: true }
  const changed = words.filter((word, at) => word.patterns.length > (typed[at]?.patterns.length ?? 0))
  if (changed.length === 0) return { ...found, search, words }
  const asking = candidateQueryOf(finding, words)
  const { answers, counts } = yield* askCounting(index, asking.searches, changed, (patterns) =>
    anywhere(finding, patterns),
  )
  const countOf = (word: ActiveWord, at: number): number => {
    const place = changed.indexOf(word)
    return (place < 0 ? typedCounts[at] : counts[place]) ?? 0
  }
  return { ...found, ...foundOf(answers), search: { ...search, counts: words.map(countOf) }, body: asking.body, words }
}

/** The number of occurrences of each typed word; the forms of a rare one are counted separately. */
function* formCountsOf(finding: Finding, counts: readonly number[]): Steps<readonly number[]> {
  const { context, typed } = finding
  const { plan, index } = context
  const doubtful = typed.filter((word, at) => mayBeSpeltRight(word, counts[at] ?? 0))
  if (doubtful.length === 0) return counts
  const samples = yield doubtful.map(({ patterns }): ClusterSearch => {
    const query = { constant_score: { filter: anywhere(finding, patterns) } }
    return { target: index.target, body: { size: SPELT_RIGHT, query } }
  })
  // All records with such a word are among the candidates.
  const each = new Map(samples.flatMap(({ hits }) => hits.hits).map((hit) => [hit._source.id, hit]))
  const sampled = openFound(context, [...each.values()], { typos: false })
  const sums = formCounts(sampled, plan.params, index.settings, parsedParts(index))
  return typed.map((word, at) => (doubtful.includes(word) ? sums[at] : counts[at]) ?? 0)
}

function* findWithFewerWords(finding: Finding, found: Round, mode: Removal): Steps<Round> {
  const { recordCount } = finding.context.facts
  const weights = found.search.counts.map((count) => weightOf(Math.min(count, recordCount), recordCount))
  const tries = waysToDrop(found, mode, finding.context.index.terms).map(({ words, dropped }) => {
    const kept = words.map((word) => weights[found.words.indexOf(word.from)] ?? 1)
    const asking = candidateQueryOf(
      finding,
      words.map(({ from, ...as }) => ({ ...from, ...as })),
      kept,
    )
    return { dropped, asking }
  })
  // With all words optional, the first way nearly always finds records; with fewer words, often only the last one does.
  for (const round of mode === 'allOptional' ? tries.map((each) => [each]) : [tries]) {
    const answers = yield round.flatMap(({ asking }) => asking.searches)
    let next = 0
    for (const { dropped, asking } of round) {
      const fewer = foundOf(answers.slice(next, (next += asking.searches.length)))
      if (fewer.total > 0) return { ...found, ...fewer, search: { ...found.search, dropped }, body: asking.body }
    }
  }
  return found
}

/** Whether few records have a word, but some may have it in several forms, each of which counts. */
function mayBeSpeltRight({ patterns }: ActiveWord, count: number): boolean {
  return count > 0 && count < SPELT_RIGHT && (patterns.length > 1 || patterns[0]?.kind !== 'term')
}

function withTypos(word: ActiveWord, count: number, terms: IndexTerms): ActiveWord {
  const { typos, joinedTypos } = word.planned
  const misspelt = knownPatterns([...(count < SPELT_RIGHT ? typos : []), ...joinedTypos], terms)
  const patterns = [...word.patterns, ...misspelt]
  return { ...word, patterns, inTerms: knownCount(patterns, terms) }
}

function isHeading(context: SearchContext, found: Candidates): boolean {
  if (found.hits.length === 0) return false
  const { plan, index } = context
  return isHeadingOf(openFound(context, found.hits, found.search), plan.params, index.settings, {
    ...parsedParts(index),
    candidates: found.search,
  })
}
