/** The three searches: many queries, one query, the values of a facet. */
import type { SearchParams, SearchRequest } from '@docent/engine'
import { asObject, readFacetQuery, readMultiSearch, readSearchParams } from '../../wire/read-search.ts'
import { readIndexName } from '../../wire/names.ts'
import { finishResult } from '../finish-result.ts'
import { requireIndex, restrictQuery } from '../grant.ts'
import { pathValue, queryFields, route } from '../route.ts'
import type { Answer, Call, Route } from '../route.ts'

async function searchMany(call: Call): Promise<Answer> {
  const { requests, strategy } = readMultiSearch(call.body)
  for (const request of requests) requireIndex(call.grant, request.indexName)
  call.countQueries(requests.length)
  const restricted = requests.map((request) => restrictQuery(call.grant, request))
  const results = await call.backend.search(restricted, { strategy })
  const finished = results.map((result, i) => {
    const { indexName: _, ...params } = requests[i] ?? { indexName: '' }
    return finishResult(result, params, call.publicUrl)
  })
  return { body: { results: finished } }
}

async function searchOne(call: Call, input: Record<string, unknown>): Promise<Answer> {
  const params = readSearchParams(input, ['indexName'])
  const request: SearchRequest = { ...params, indexName: readIndexName(pathValue(call, 'index')) }
  call.countQueries(1)
  const [result] = await call.backend.search([restrictQuery(call.grant, request)])
  if (result === undefined) throw new Error('One query is answered with one result')
  return { body: finishResult(result, params, call.publicUrl) }
}

async function searchFacet(call: Call): Promise<Answer> {
  const input = asObject(call.body ?? {}, 'The body')
  const params: SearchParams = readSearchParams(input, ['facetQuery'])
  const request: SearchRequest = {
    ...params,
    indexName: readIndexName(pathValue(call, 'index')),
    type: 'facet',
    facet: pathValue(call, 'facet'),
    facetQuery: readFacetQuery(input),
  }
  call.countQueries(1)
  const [result] = await call.backend.search([restrictQuery(call.grant, request)])
  if (result === undefined) throw new Error('One query is answered with one result')
  return { body: result }
}

const fromBody = (call: Call): Promise<Answer> => searchOne(call, asObject(call.body ?? {}, 'The body'))
const fromUrl = (call: Call): Promise<Answer> => searchOne(call, queryFields(call.query))

export const SEARCH_ROUTES: readonly Route[] = [
  route('POST', '/1/indexes/*/queries', 'search', 'search', searchMany),
  route('POST', '/1/indexes/{index}/query', 'search', 'search', fromBody),
  route('GET', '/1/indexes/{index}/query', 'search', 'none', fromUrl),
  route('GET', '/1/indexes/{index}', 'search', 'none', fromUrl),
  route('POST', '/1/indexes/{index}/facets/{facet}/query', 'search', 'search', searchFacet),
]
