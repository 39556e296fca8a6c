/**
 * The number of records that have a word, which decides whether it counts as correct, and its weight. The terms in this server give
 * it for most words (`known-counts.ts`); the others are counted by the cluster. Words recur in many queries, and with each key press
 * of one, so these counts are cached until the index changes.
 */
import type { KnownPattern } from './known-patterns.ts'
import type { SearchableIndex } from './index-facts.ts'
import type { Clause } from '../records/filter-clauses.ts'
import type { ClusterAnswer, ClusterSearch, Steps } from './query-rounds.ts'

/** Maximum number of cached counts, and maximum length (UTF-16 units) of a clause with a cached count. */
const KEPT = 10_000
const LONGEST_KEPT = 2_000

const known = new Map<string, number>()

/** A word whose records are counted. */
export interface CountedWord {
  patterns: readonly KnownPattern[]
  /** The number by the terms in this server. */
  inTerms: number | undefined
}

/** The answers to searches, and, in the same round, the number of records that match each word, as `clauseOf` has it. */
export function* askCounting(
  { target, lastTask }: SearchableIndex,
  searches: readonly ClusterSearch[],
  words: readonly CountedWord[],
  clauseOf: (patterns: readonly KnownPattern[]) => Clause,
): Steps<{ answers: readonly ClusterAnswer[]; counts: number[] }> {
  const asked = new Map<string, Clause>()
  const keys = words.map(({ patterns, inTerms }) => {
    if (inTerms !== undefined) return undefined
    const clause = clauseOf(patterns)
    const key = `${target} ${lastTask} ${JSON.stringify(clause)}`
    if (!known.has(key)) asked.set(key, clause)
    return key
  })
  const counting = Array.from(asked.values(), (filter): ClusterSearch => {
    return { target, body: { size: 0, track_total_hits: true, query: { constant_score: { filter } } } }
  })
  const answers = yield [...searches, ...counting]
  const totals = answers.slice(searches.length).map(({ hits }) => hits.total.value)
  const found = new Map(Array.from(asked.keys(), (key, at) => [key, totals[at] ?? 0]))
  const counts = words.map(({ inTerms }, at) => {
    const key = keys[at] ?? ''
    return inTerms ?? known.get(key) ?? found.get(key) ?? 0
  })
  for (const [key, count] of found) if (key.length <= LONGEST_KEPT) known.set(key, count)
  for (const oldest of known.keys()) {
    if (known.size <= KEPT) break
    known.delete(oldest)
  }
  return { answers: answers.slice(0, searches.length), counts }
}
