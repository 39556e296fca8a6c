/**
 * A planned query as searches of OpenSearch's. Each search is two questions: one counts and filters, which takes a node next to
 * nothing; the other finds the best few, and works out points only for what may be among them. Asked as one, every record
 * that matches had its points worked out, which took two to seven times as long where half of the records match.
 */
import type { SearchParams } from '@docent/engine'
import type { CandidateSearch, PlannedWord, QueryPlan } from '@docent/engine/planning'
import type { IndexFacts, SearchableIndex } from './index-facts.ts'
import { type KnownPattern, knownPatterns } from './known-patterns.ts'
import { patternClause, type Scope } from './query-clauses.ts'
import { anyOf, type Clause, filterClauses } from '../records/filter-clauses.ts'
import type { Found, FoundHit, Question } from './query-rounds.ts'
import { scoreClauses, sortClauses } from './query-score.ts'

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

/** A word of the query with all that stands for it in one round. */
export interface ActiveWord {
  planned: PlannedWord
  patterns: readonly KnownPattern[]
  optional: boolean
  /** Whether it finds nothing by itself (`holdTogether`). */
  evidenceOnly?: boolean
}

/** What all rounds of one query have in common. */
export interface Finding {
  context: SearchContext
  wanted: Wanted
  scope: Scope
  narrowing: Narrowing
  /** The words as they were typed. */
  typed: readonly ActiveWord[]
}

/** What is asked in all rounds. */
export function openFinding(context: SearchContext, wanted: Wanted): Finding {
  const { plan, facts, index } = context
  const scope: Scope = { restricted: plan.params.restrictSearchableAttributes ?? [], paths: facts.paths }
  const typed = plan.words.map((planned): ActiveWord => {
    return { planned, patterns: knownPatterns(planned.typed, index.terms), optional: planned.word.optional }
  })
  return { context, wanted, scope, narrowing: narrowingOf(context, scope), typed }
}

interface Narrowing {
  filter: Clause[]
  must_not: Clause[]
}

/** What narrows a query beside its words. */
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

/** The questions of a search. */
export interface Asking {
  /** What counts, and what finds the best where any are wanted. */
  questions: readonly Question[]
  /** Of what finds. */
  body: Candidates['body']
}

/** The search for records that have the words. `weights`: by word, how telling it is, where that is known. */
export function askingOf(
  { context, wanted, scope, narrowing }: Finding,
  words: readonly ActiveWord[],
  weights?: readonly number[],
): Asking {
  const { index, plan } = context
  const { target } = index
  const { size, from, aggregations } = wanted
  const clauses = words.map(({ patterns }) => patternClause(patterns, scope))
  const required = clauses.filter((_, at) => words[at]?.optional !== true)
  const finding = clauses.filter((_, at) => words[at]?.evidenceOnly !== true)
  const matching = words.length > 0 && required.length === 0 ? [anyOf(finding)] : required
  const scored = words.map(({ planned, patterns, optional }) => ({
    word: { ...planned.word, optional },
    patterns,
  }))
  const should = scoreClauses(plan, scored, weights, scope, index.settings)
  const filtered = { filter: [...narrowing.filter, ...matching], must_not: narrowing.must_not }
  // What has no points is found too. Beside a filter, `should` would be asked for the points of everything that passes it.
  const must = should.length === 0 ? [] : [anyOf([...should, { match_all: { boost: 0 } }])]
  const body = {
    from,
    size,
    track_total_hits: false,
    query: { bool: { ...filtered, must } },
    sort: sortClauses(index.settings, should.length > 0),
  }
  const count = {
    size: 0,
    track_total_hits: true,
    query: { bool: filtered },
    ...(Object.keys(aggregations).length > 0 && { aggs: aggregations }),
  }
  // A word that stands nowhere: what needs it need not be asked for.
  if (required.some((clause) => 'match_none' in clause)) return { questions: [], body }
  return { questions: [{ target, body: count }, ...(size > 0 ? [{ target, body }] : [])], body }
}

/** What the answers to the questions of an `Asking` say. */
export function foundOf([count, best]: readonly Found[]): Pick<Candidates, 'hits' | 'total' | 'aggregations'> {
  return { hits: best?.hits.hits ?? [], total: count?.hits.total.value ?? 0, aggregations: count?.aggregations }
}
