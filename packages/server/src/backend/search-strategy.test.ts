import type { FacetValuesResponse, SearchRequest, SearchResponse } from '@docent/engine'
import { expect, test } from 'vitest'
import { StrategyState } from './search-strategy.ts'

const request = (fields: Partial<SearchRequest> = {}): SearchRequest => ({ indexName: 'docs', ...fields })

/** Answers with `count` hits on pages of two. */
const answering =
  (count: number, asked: SearchRequest[]) =>
  (query: SearchRequest): SearchResponse => {
    asked.push(query)
    const hitsPerPage = query.hitsPerPage ?? 2
    const hits = Array.from({ length: Math.min(count, hitsPerPage) }, (_, i) => ({ objectID: String(i) }))
    return { hits, nbHits: count, nbPages: 1, page: 0, hitsPerPage, query: '', params: '', processingTimeMS: 1 }
  }

test('without a strategy every query is passed on unchanged', () => {
  const asked: SearchRequest[] = []
  const state = new StrategyState('none')
  for (let i = 0; i < 3; i++) expect(state.query(request(), answering(5, asked)).hits).toHaveLength(2)
  expect(asked).toEqual([request(), request(), request()])
})

test('after a full page the next queries are answered without hits, with the same fields', async () => {
  const asked: SearchRequest[] = []
  const state = new StrategyState('stopIfEnoughMatches')
  expect(state.query(request(), answering(1, asked)).nbHits).toBe(1)
  expect(state.query(request(), answering(2, asked)).nbHits).toBe(2)
  const skipped = state.query(request({ facets: ['lang'] }), answering(9, asked))
  expect(skipped).toMatchObject({ hits: [], nbHits: 0, nbPages: 0, page: 0 })
  expect(asked.at(-1)).toEqual(request({ hitsPerPage: 0, facets: [] }))
  expect((await state.queryAsync(request(), async (query) => answering(9, asked)(query))).hits).toEqual([])
})

test('a facet query is always answered, and never counts as a full page', () => {
  const values: FacetValuesResponse = { facetHits: [], exhaustiveFacetsCount: true, processingTimeMS: 1 }
  const state = new StrategyState('stopIfEnoughMatches')
  const facet = request({ type: 'facet', facet: 'lang' })
  expect(state.query(facet, () => values)).toBe(values)
  expect(state.query(request(), answering(2, [])).nbHits).toBe(2)
  const asked: SearchRequest[] = []
  expect(state.query(facet, (query) => (asked.push(query), values))).toBe(values)
  expect(asked).toEqual([facet])
})
