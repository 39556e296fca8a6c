/**
 * The engine ranks pages without text after all others. Of a page, it knows the candidates only; whether others of its
 * records have text is one more search, for queries with such a candidate.
 */
import type { Index } from '@docent/engine'
import { pagesWithoutText } from '@docent/engine/planning'
import { valueTerm } from '../records/document.ts'
import type { Steps } from './query-rounds.ts'

/** Longest address (UTF-16 units) whose sections can be found by it: longer values are stored as hashes. */
const LONGEST_ADDRESS = 200

/** The index of candidates with the pages whose text is in other records of the corpus. */
export function* withPageTexts(target: string, candidates: Index): Steps<Index> {
  const pages = [...pagesWithoutText(candidates)]
  if (pages.length === 0) return candidates
  const clauses = pages.map(([page]) => ({
    bool: {
      should: [
        { term: { 'search.values': valueTerm('url', page) } },
        { prefix: { 'search.values': valueTerm('url', `${page.slice(0, LONGEST_ADDRESS)}#`) } },
      ],
    },
  }))
  const body = {
    size: 0,
    query: { bool: { filter: [{ bool: { should: clauses } }, { range: { 'search.body': { gt: 0 } } }] } },
    aggs: { pages: { filters: { filters: clauses } } },
  }
  const [found] = yield [{ target, body }]
  const counts = found?.aggregations?.['pages']?.buckets ?? []
  const hasText = ([page]: [string, number], at: number): boolean =>
    page.length > LONGEST_ADDRESS || (counts[at]?.doc_count ?? 0) > 0
  return { ...candidates, textElsewhere: pages.filter(hasText).map(([, number]) => number) }
}
