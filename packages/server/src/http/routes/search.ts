/**
 * The three kinds of searches: several queries, one query, the values of a facet. The backend encodes the answers as JSON, which is
 * passed on unchanged.
 */
import { randomBytes } from 'node:crypto'
import type { SearchParams, SearchRequest } from '@docent/engine'
import type { FormattedQuery } from '../../backend/backend.ts'
import { asObject, echoParams, readFacetQuery, readMultiSearch, readSearchParams } from '../../wire/read-search.ts'
import { requireIndex, restrictQuery } from '../../keys/grant.ts'
import { indexIn, pathValue, queryFields, route, type Answer, type Call, type Route } from '../route.ts'

/** The query with the key's restrictions; its answer echoes the query of the request. */
function formattedQuery(call: Call, { indexName, ...params }: SearchRequest): FormattedQuery {
  const request = restrictQuery(call.grant, { ...params, indexName })
  const { clickAnalytics, responseFields: fields } = request
  return {
    request,
    format: {
      query: params.query ?? '',
      params: echoParams(params),
      publicUrl: call.publicUrl,
      ...(clickAnalytics === true && { queryID: randomBytes(16).toString('hex') }),
      ...(fields !== undefined && { fields }),
    },
  }
}

/** The queries with the nearest records of the operator's model, if there is one. */
const placed = async (
  { semantic, client }: Call,
  queries: readonly FormattedQuery[],
): Promise<readonly FormattedQuery[]> => (semantic === undefined ? queries : semantic.place(queries, client))

const utf8 = new TextEncoder()
const OPENING = utf8.encode('{"results":[')
const COMMA = utf8.encode(',')
const CLOSING = utf8.encode(']}')

/** `{"results": […]}` around the JSON of results. */
const resultsAnswer = (results: readonly Uint8Array<ArrayBuffer>[]): Answer => ({
  encoded: {
    parts: [OPENING, ...results.flatMap((result, i) => (i === 0 ? [result] : [COMMA, result])), CLOSING],
    owned: results,
  },
})

async function searchMany(call: Call): Promise<Answer> {
  const { requests, strategy } = readMultiSearch(call.body)
  for (const request of requests) requireIndex(call.grant, request.indexName)
  call.countQueries(requests.map(({ query }) => query ?? ''))
  const queries = requests.map((request) => formattedQuery(call, request))
  return resultsAnswer(await call.backend.searchJson(await placed(call, queries), { strategy, client: call.client }))
}

async function answerOne(call: Call, request: SearchRequest): Promise<Answer> {
  call.countQueries([request.query ?? ''])
  const queries = await placed(call, [formattedQuery(call, request)])
  const [answer] = await call.backend.searchJson(queries, { client: call.client })
  if (answer === undefined) throw new Error('One query is answered with one result')
  return { encoded: { parts: [answer], owned: [answer] } }
}

const searchOne = (call: Call, input: Record<string, unknown>): Promise<Answer> =>
  answerOne(call, { ...readSearchParams(input, ['indexName']), indexName: indexIn(call) })

async function searchFacet(call: Call): Promise<Answer> {
  const input = asObject(call.body ?? {}, 'The body')
  const params: SearchParams = readSearchParams(input, ['facetQuery'])
  return answerOne(call, {
    ...params,
    indexName: indexIn(call),
    type: 'facet',
    facet: pathValue(call, 'facet'),
    facetQuery: readFacetQuery(input),
  })
}

const fromBody = async (call: Call): Promise<Answer> => searchOne(call, asObject(call.body ?? {}, 'The body'))
const fromUrl = async (call: Call): Promise<Answer> => searchOne(call, queryFields(call.query))

const search = (...parts: Parameters<typeof route>): Route => ({ ...route(...parts), isSearch: true })

/** For `routes/table.ts`. */
export const SEARCH_ROUTES: readonly Route[] = [
  search('POST', '/1/indexes/*/queries', 'search', 'search', searchMany),
  search('POST', '/1/indexes/{index}/query', 'search', 'search', fromBody),
  search('GET', '/1/indexes/{index}/query', 'search', 'none', fromUrl),
  search('GET', '/1/indexes/{index}', 'search', 'none', fromUrl),
  search('POST', '/1/indexes/{index}/facets/{facet}/query', 'search', 'search', searchFacet),
]
