/**
 * The engine judges the sections of a question by their whole pages. Of a page, it knows only the sections that are candidates, so
 * the other sections of the pages of the first candidates are one more search, for questions.
 *
 * MRR@10 of three sets of 77, 77 and 158 questions: 0.639, 0.617 and 0.765 without these sections, 0.652, 0.645 and 0.778 with them.
 * A question takes the server 23.4 instead of 18.4 CPU ms (101 questions at 7,085 records, by turns). If the engine orders the pages
 * first, MRR is 0.664, 0.648 and 0.784, for about twice that cost.
 */
import { EngineError } from '@docent/engine'
import { isQuestion, pageOf } from '@docent/engine/planning'
import type { Clause } from '../records/filter-clauses.ts'
import { storedRecord } from '../state/stored-record.ts'
import type { Candidates, SearchContext } from './candidate-query.ts'
import { pageClause } from './page-clause.ts'
import type { FoundHit, Steps } from './query-rounds.ts'

/** Number of pages whose other sections are read. */
const PAGES = 10

/** Maximum number of these sections; those of the first pages have priority. */
const MAX_SECTIONS = 300

/** The other sections of the first pages, matching or not; none if the query is no question, or if there is no time. */
export function* otherSections(context: SearchContext, found: Candidates): Steps<readonly FoundHit[]> {
  const { plan, index } = context
  if (found.hits.length === 0 || !plan.byRelevance || !isAsking(context, found)) return []
  const clauses = firstPages(found.hits).flatMap((page) => pageClause(page) ?? [])
  if (clauses.length === 0) return []
  const ofPages = clauses.map((filter, at): Clause => ({ constant_score: { filter, boost: clauses.length - at } }))
  const known = { terms: { id: found.hits.map(({ _source }) => _source.id) } }
  const query = { bool: { should: ofPages, must_not: [known] } }
  const sort = [{ _score: { order: 'desc' } }, { position: { order: 'desc' } }]
  try {
    const [answer] = yield [
      { target: index.target, body: { size: MAX_SECTIONS, track_total_hits: false, query, sort } },
    ]
    return answer?.hits.hits ?? []
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'search_stopped') throw error
    return []
  }
}

/** Whether the engine takes the query for a question, with the words that the cluster has made optional. */
function isAsking({ plan: { words, params } }: SearchContext, { search: { dropped } }: Candidates): boolean {
  const areOptional = dropped > 0 && params.removeWordsIfNoResults === 'allOptional'
  return isQuestion(words.map(({ word }) => (areOptional ? { ...word, optional: true } : word)))
}

/** Addresses of the pages of the candidates, in the order of the cluster. */
function firstPages(hits: readonly FoundHit[]): string[] {
  const pages = new Set<string>()
  for (const { _source } of hits) {
    if (pages.size === PAGES) break
    const page = pageOf(storedRecord(_source))
    if (page !== undefined) pages.add(page)
  }
  return [...pages]
}
