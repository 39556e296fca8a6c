/**
 * The engine ranks pages without text after all others. Of a page, it knows the candidates only; whether others of its
 * records have text is one more search, for queries with such a candidate.
 */
import type { Index } from '@docent/engine'
import { pagesWithoutText } from '@docent/engine/planning'
import { anyOf, type Clause } from '../records/filter-clauses.ts'
import { pageClause } from './page-clause.ts'
import type { Steps } from './query-rounds.ts'

/** The index of candidates with the pages whose text is in other records of the corpus. */
export function* withPageTexts(target: string, candidates: Index): Steps<Index> {
  const pages = [...pagesWithoutText(candidates)].map(([page, number]) => ({ number, clause: pageClause(page) }))
  const clauses = pages.flatMap(({ clause }): Clause[] => (clause === undefined ? [] : [clause]))
  if (pages.length === 0) return candidates
  const body = {
    size: 0,
    query: { bool: { filter: [anyOf(clauses), { range: { 'search.body': { gt: 0 } } }] } },
    aggs: { pages: { filters: { filters: clauses } } },
  }
  const [found] = clauses.length === 0 ? [] : yield [{ target, body }]
  const counts = (found?.aggregations?.['pages']?.buckets ?? []).map(({ doc_count: count }) => count)
  // A page that cannot be asked for is taken to have text.
  const withText = pages.filter(({ clause }) => clause === undefined || (counts.shift() ?? 0) > 0)
  return { ...candidates, textElsewhere: withText.map(({ number }) => number) }
}
