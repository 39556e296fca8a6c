/**
 * The number of records that have a word, which decides whether it counts as correct, and its weight. Words recur in many queries,
 * and with each key press of one, so counts are cached until the index changes.
 */
import type { SearchableIndex } from './index-facts.ts'
import type { Clause } from '../records/filter-clauses.ts'
import type { Found, Question, Steps } from './query-rounds.ts'

/** Maximum number of cached counts, and maximum length (UTF-16 units) of a clause with a cached count. */
const KEPT = 10_000
const LONGEST_KEPT = 2_000

const known = new Map<string, number>()

/** The answers to questions, and, in the same round, the number of records that match each clause. */
export function* askCounting(
  { target, lastTask }: SearchableIndex,
  questions: readonly Question[],
  clauses: readonly Clause[],
): Steps<{ answers: readonly Found[]; counts: number[] }> {
  const keys = clauses.map((clause) => `${target} ${lastTask} ${JSON.stringify(clause)}`)
  const unknown = [...new Set(keys)].filter((key) => !known.has(key))
  const asked = unknown.map((key): Question => {
    const filter = clauses[keys.indexOf(key)] as Clause
    return { target, body: { size: 0, track_total_hits: true, query: { constant_score: { filter } } } }
  })
  const answers = yield [...questions, ...asked]
  const found = new Map(unknown.map((key, at) => [key, answers[questions.length + at]?.hits.total.value ?? 0]))
  const counts = keys.map((key) => known.get(key) ?? found.get(key) ?? 0)
  for (const [key, count] of found) if (key.length <= LONGEST_KEPT) known.set(key, count)
  for (const oldest of known.keys()) {
    if (known.size <= KEPT) break
    known.delete(oldest)
  }
  return { answers: answers.slice(0, questions.length), counts }
}
