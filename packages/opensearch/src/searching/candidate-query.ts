/**
 * A planned query as searches of OpenSearch. If many records match, it is two searches: a cheap one counts and filters, and the other
 * finds the best records, with scores only for records that may be among them. A single search would compute the score of every
 * matching record, which took two to seven times as long when half of the records match. For few matches, one search does both.
 */
import type { SearchParams } from '@docent/engine'
import type { CandidateSearch, PlannedWord, QueryPlan } from '@docent/engine/planning'
import type { IndexFacts, SearchableIndex } from './index-facts.ts'
import { knownCount } from './known-counts.ts'
import { type KnownPattern, knownPatterns } from './known-patterns.ts'
import { patternClause, type Scope } from './query-clauses.ts'
import { anyOf, type Clause, filterClauses } from '../records/filter-clauses.ts'
import type { ClusterAnswer, FoundHit, ClusterSearch } from './query-rounds.ts'
import { scoreClauses, sortClauses } from './query-score.ts'

/** The wanted parts of an answer. */
export interface Wanted {
  /** Number of candidates. */
  size: number
  from: number
  aggregations: Readonly<Record<string, Clause>>
  /** Records that rules promote, matching or not. */
  pinned: Clause | undefined
  /** The nearest records of a model, matching or not. */
  nearest: Clause | undefined
}

/** The records that the engine ranks, with the counts of the cluster. */
export interface Candidates {
  hits: readonly FoundHit[]
  pinned: readonly FoundHit[]
  nearest: readonly FoundHit[]
  /** Further sections of the pages of the first candidates, matching or not (`whole-pages.ts`). */
  sections: readonly FoundHit[]
  /** Number of matching records, without the pinned ones. */
  total: number
  aggregations: ClusterAnswer['aggregations']
  search: CandidateSearch
  /** The search that found the hits, for further pages. */
  body: Readonly<Record<string, unknown>>
}

/** A query over one index, as each of its rounds needs it. */
export interface SearchContext {
  index: SearchableIndex
  /** The parameters of the query, and their plan. */
  params: SearchParams
  plan: QueryPlan
  facts: IndexFacts
}

/** A word of the query with its patterns in one round. */
export interface ActiveWord {
  planned: PlannedWord
  patterns: readonly KnownPattern[]
  optional: boolean
  /** Whether the word alone does not make a record match (`evidenceOnlyWords`). */
  evidenceOnly?: boolean
  /** Further patterns that make a record match and give no score. */
  related?: readonly KnownPattern[]
  /** Number of records that have it, if the terms in this server tell (`known-counts.ts`). */
  inTerms: number | undefined
}

/** The common part of all rounds of one query. */
export interface Finding {
  context: SearchContext
  wanted: Wanted
  scope: Scope
  narrowing: Narrowing
  /** The words of the query, without corrections. */
  typed: readonly ActiveWord[]
}

/** Computes the common part of all rounds. */
export function openFinding(context: SearchContext, wanted: Wanted): Finding {
  const { plan, facts, index } = context
  const scope: Scope = { restricted: plan.params.restrictSearchableAttributes ?? [], paths: facts.paths }
  const typed = plan.words.map((planned): ActiveWord => {
    const patterns = knownPatterns(planned.typed, index.terms)
    return { planned, patterns, optional: planned.word.optional, inTerms: knownCount(patterns, index.terms) }
  })
  return { context, wanted, scope, narrowing: narrowingOf(context, scope), typed }
}

interface Narrowing {
  filter: Clause[]
  must_not: Clause[]
}

/** The filters of a query beside its words. */
function narrowingOf({ plan, index }: SearchContext, scope: Scope): Narrowing {
  const everywhere = { ...scope, restricted: [] }
  const { promotions, hidden } = plan.ruled
  const ids = [...promotions.map(({ objectID }) => objectID), ...hidden]
  return {
    filter: [
      ...filterClauses(plan.params),
      ...plan.phrases.map((phrase) => patternClause(knownPatterns([phrase], index.terms), everywhere)),
    ],
    must_not: [
      ...plan.excluded.map((terms) => patternClause(knownPatterns([terms], index.terms), everywhere)),
      ...(ids.length > 0 ? [{ terms: { id: ids } }] : []),
    ],
  }
}

/** The searches of one round. */
export interface CandidateQuery {
  /** The search that counts, and, if candidates are wanted, the one that finds the best; or one for both. */
  searches: readonly ClusterSearch[]
  /** The body of the search that finds. */
  body: Candidates['body']
}

/** Number of matches that are scored in the time that a further search takes. */
const FEW = 3_000

/** The searches for records with the words. `weights` are those of the words, if known. */
export function candidateQueryOf(
  { context, wanted, scope, narrowing }: Finding,
  words: readonly ActiveWord[],
  weights?: readonly number[],
): CandidateQuery {
  const { index, plan } = context
  const { target } = index
  const { size, from, aggregations } = wanted
  const clauses = words.map(({ patterns, related = [] }) => patternClause([...patterns, ...related], scope))
  const required = clauses.filter((_, at) => words[at]?.optional !== true)
  const finding = clauses.filter((_, at) => words[at]?.evidenceOnly !== true)
  const matching = words.length > 0 && required.length === 0 ? [anyOf(finding)] : required
  const scored = words.map(({ planned, patterns, optional }) => ({
    word: { ...planned.word, optional },
    patterns,
  }))
  const should = scoreClauses(plan, scored, weights, scope, index.settings)
  const filtered = { filter: [...narrowing.filter, ...matching], must_not: narrowing.must_not }
  // Records with the score 0 also match. As an optional clause beside a filter, it would be scored for every match.
  const must = should.length === 0 ? [] : [anyOf([...should, { match_all: { boost: 0 } }])]
  const body = {
    from,
    size,
    track_total_hits: false,
    query: { bool: { ...filtered, must } },
    sort: sortClauses(index.settings, should.length > 0),
  }
  const counting = { track_total_hits: true, ...(Object.keys(aggregations).length > 0 && { aggs: aggregations }) }
  const count = { size: 0, query: { bool: filtered }, ...counting }
  // A required word without a match.
  if (required.some((clause) => 'match_none' in clause)) return { searches: [], body }
  if (size > 0 && mostMatches(words) <= FEW) return { searches: [{ target, body: { ...body, ...counting } }], body }
  return { searches: [{ target, body: count }, ...(size > 0 ? [{ target, body }] : [])], body }
}

/** An upper bound of the number of matches, by the terms in this server. */
function mostMatches(words: readonly ActiveWord[]): number {
  if (words.length === 0) return Infinity
  const required = words.filter(({ optional }) => !optional)
  const counts = (required.length > 0 ? required : words).map(({ inTerms = Infinity }) => inTerms)
  return required.length > 0 ? Math.min(...counts) : counts.reduce((sum, count) => sum + count, 0)
}

/** Reads the answers to a `CandidateQuery`. */
export function foundOf([count, best = count]: readonly ClusterAnswer[]): Pick<
  Candidates,
  'hits' | 'total' | 'aggregations'
> {
  return { hits: best?.hits.hits ?? [], total: count?.hits.total.value ?? 0, aggregations: count?.aggregations }
}
