/**
 * All calls of public clients are answered with the expected status and fields. Other methods on these paths, and paths that this
 * server does not support, are refused in the wire's form with the headers that browsers need.
 */
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'
import { ROUTE_DESCRIPTIONS } from './openapi/route-descriptions.ts'
import { findRoute } from './find-route.ts'
import { ROUTES } from './routes/table.ts'

let server: ApiServer
let key = ''
beforeAll(async () => {
  server = await startApiServer()
  key = (await server.newKey({ acl: ['search'] })).value
})
afterAll(() => server.close())

const SYNONYM = { objectID: 's', type: 'synonym', synonyms: ['a', 'b'] }
const RULE = { objectID: 'r', conditions: [{ pattern: 'a', anchoring: 'is' }], consequence: { params: {} } }
const EVENT = { eventType: 'view', eventName: 'Seen', index: 'docs', userToken: 'u' }
const SEARCH_FIELDS =
  'hits nbHits page nbPages hitsPerPage query params index processingTimeMS exhaustiveNbHits renderingContent'

/** Ordered, since later calls use the results of earlier ones. `fields` are those of the answer. */
const CALLS: [line: string, body: unknown, status: number, fields: string][] = [
  ['POST /1/indexes/*/queries', { requests: [{ indexName: 'docs' }] }, 200, 'results'],
  ['POST /1/indexes/docs/query', { query: 'server' }, 200, SEARCH_FIELDS],
  ['GET /1/indexes/docs/query?query=server', undefined, 200, SEARCH_FIELDS],
  ['GET /1/indexes/docs?query=server', undefined, 200, SEARCH_FIELDS],
  [
    'POST /1/indexes/docs/facets/lang/query',
    { facetQuery: 'e' },
    200,
    'facetHits exhaustiveFacetsCount processingTimeMS',
  ],
  ['POST /1/indexes/docs/browse', {}, 200, 'hits nbHits page nbPages hitsPerPage query params processingTimeMS'],
  ['GET /1/indexes/docs/browse', undefined, 200, 'hits nbHits'],
  ['GET /1/indexes/docs/1', undefined, 200, 'objectID title'],
  ['POST /1/indexes/*/objects', { requests: [{ indexName: 'docs', objectID: '1' }] }, 200, 'results'],
  ['POST /1/indexes/w', { title: 'x' }, 201, 'createdAt taskID objectID'],
  ['PUT /1/indexes/w/1', { title: 'x' }, 200, 'updatedAt taskID objectID'],
  ['POST /1/indexes/w/1/partial?createIfNotExists=false', { title: 'y' }, 200, 'updatedAt taskID objectID'],
  ['DELETE /1/indexes/w/1', undefined, 200, 'deletedAt taskID'],
  ['POST /1/indexes/w/batch', { requests: [{ action: 'addObject', body: { a: 1 } }] }, 200, 'taskID objectIDs'],
  ['POST /1/indexes/*/batch', { requests: [{ action: 'clear', indexName: 'w' }] }, 200, 'taskID objectIDs'],
  ['POST /1/indexes/docs/deleteByQuery', { filters: 'lang:nothing' }, 200, 'updatedAt taskID'],
  ['POST /1/indexes/w/clear', undefined, 200, 'updatedAt taskID'],
  [
    'GET /1/indexes/docs/settings?getVersion=2',
    undefined,
    200,
    'searchableAttributes hitsPerPage typoTolerance version',
  ],
  [
    'PUT /1/indexes/w/settings?forwardToReplicas=true',
    { hitsPerPage: 5, typoTolerance: 'min', ranking: null, userData: { a: 1 }, primary: 'w', attributesToIndex: ['a'] },
    200,
    'updatedAt taskID',
  ],
  ['GET /1/indexes/w/settings', undefined, 200, 'userData searchableAttributes typoTolerance'],
  ['GET /1/indexes/anything/task/1', undefined, 200, 'status pendingTask'],
  ['GET /1/task/1', undefined, 200, 'status pendingTask'],
  ['GET /1/indexes?page=0&hitsPerPage=10', undefined, 200, 'items nbPages'],
  ['POST /1/indexes/docs/operation', { operation: 'copy', destination: 'copy' }, 200, 'updatedAt taskID'],
  ['POST /1/indexes/copy/operation', { operation: 'move', destination: 'moved' }, 200, 'updatedAt taskID'],
  ['PUT /1/indexes/w/synonyms/s', SYNONYM, 200, 'taskID updatedAt id'],
  ['GET /1/indexes/w/synonyms/s', undefined, 200, 'objectID synonyms'],
  ['POST /1/indexes/w/synonyms/batch?replaceExistingSynonyms=true', [SYNONYM], 200, 'taskID updatedAt'],
  ['POST /1/indexes/w/synonyms/search', { query: 'a', type: 'synonym' }, 200, 'hits nbHits'],
  ['POST /1/indexes/w/synonyms/search', { query: null, type: 'placeholder,SYNONYM' }, 200, 'hits nbHits'],
  ['DELETE /1/indexes/w/synonyms/s', undefined, 200, 'taskID deletedAt'],
  ['POST /1/indexes/w/synonyms/clear', undefined, 200, 'taskID updatedAt'],
  ['PUT /1/indexes/w/rules/r', RULE, 200, 'taskID updatedAt id'],
  ['GET /1/indexes/w/rules/r', undefined, 200, 'objectID consequence'],
  ['POST /1/indexes/w/rules/batch?clearExistingRules=true', [RULE], 200, 'taskID updatedAt'],
  ['POST /1/indexes/w/rules/search', { query: '' }, 200, 'hits nbHits page nbPages'],
  ['DELETE /1/indexes/w/rules/r', undefined, 200, 'taskID updatedAt'],
  ['POST /1/indexes/w/rules/clear', undefined, 200, 'taskID updatedAt'],
  ['DELETE /1/indexes/moved', undefined, 200, 'deletedAt taskID'],
  ['DELETE /1/indexes/nowhere', undefined, 200, 'deletedAt taskID'],
  ['POST /1/keys', { acl: ['search'] }, 200, 'key createdAt'],
  ['GET /1/keys', undefined, 200, 'keys'],
  ['GET /1/keys/KEY', undefined, 200, 'value createdAt acl'],
  ['PUT /1/keys/KEY', { acl: ['search'], description: 'changed' }, 200, 'key updatedAt'],
  ['DELETE /1/keys/KEY', undefined, 200, 'deletedAt'],
  ['POST /1/keys/KEY/restore', undefined, 200, 'key createdAt'],
  ['POST /1/events', { events: [EVENT] }, 200, 'status message'],
  ['DELETE /1/usertokens/u', undefined, 200, 'status message'],
]

const send = (method: string, path: string, body: unknown): Promise<Response> =>
  fetch(server.urlOf(path.replace('KEY', key), server.adminKey), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** The differences between an answer and its description in OpenAPI. */
function issuesOf(method: string, path: string, answer: unknown): string[] {
  const found = findRoute(ROUTES, method, path.replace(/\?.*/, ''))
  if (found === undefined || found === 'method-not-allowed') return ['no route']
  const { answer: described } = ROUTE_DESCRIPTIONS.get(`${method} ${found.route.path}`) ?? { answer: v.never() }
  const { issues = [] } = v.safeParse(described, answer)
  return issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}

test.for(CALLS)('%s', async ([line, body, status, fields]) => {
  const [method = '', path = ''] = line.split(' ')
  const response = await send(method, path, body)
  const answer = (await response.json()) as Record<string, unknown>
  expect([response.status, answer['message']]).toEqual([status, fields.includes('message') ? 'OK' : undefined])
  expect(Object.keys(answer)).toEqual(expect.arrayContaining(fields.split(' ')))
  expect(issuesOf(method, path, answer)).toEqual([])
  const { taskID } = answer
  if (typeof taskID === 'number') await server.backend.waitForTask(taskID)
})

test.for<[field: string, body: object]>([
  ['query', { query: 'server' }],
  ['aroundLatLng', { filters: 'lang:de', aroundLatLng: '1,2' }],
  ['hitsPerPage', { params: 'filters=lang:de&hitsPerPage=1' }],
])('a deletion refuses %s, which would not narrow it', async ([field, body]) => {
  const [status, message] = await refusal(await send('POST', '/1/indexes/docs/deleteByQuery', body))
  expect([status, message]).toEqual([400, expect.stringContaining(`Unknown parameter: ${field} `)])
})

const PATH_WORDS = new Set(ROUTES.flatMap(({ path }) => path.split('/').filter((word) => /^[a-z]/i.test(word))))
/** The words of paths that mean another call than the record of that name, and the names that URLs of clients cannot hold. */
const ADDRESSED_OTHERWISE: Record<string, readonly string[]> = {
  // Searches, pages of all records, and settings are at these addresses.
  GET: ['query', 'browse', 'settings', '.', '..'],
  PUT: ['settings', '.', '..'],
  DELETE: ['.', '..'],
}

test.for([...PATH_WORDS, '*', '.', '..', 'a/b', '%2e', ' '])(
  'a record with the objectID %j is written, read and deleted by batches, and by its path unless the path means another call',
  async (objectID) => {
    const index = '/1/indexes/words'
    const stored = async (): Promise<unknown> => {
      const answer = await send('POST', '/1/indexes/*/objects', { requests: [{ indexName: 'words', objectID }] })
      const { results } = (await answer.json()) as { results: ({ v?: number } | null)[] }
      return results[0]?.v
    }
    const batch = (action: string, body: object): Promise<Response> =>
      send('POST', `${index}/batch`, { requests: [{ action, body: { objectID, ...body } }] })
    const byPath = async (method: string, body?: object): Promise<Response | undefined> =>
      ADDRESSED_OTHERWISE[method]?.includes(objectID)
        ? undefined
        : send(method, `${index}/${encodeURIComponent(objectID)}`, body)
    expect((await batch('addObject', { v: 1 })).status).toBe(200)
    expect(await stored()).toBe(1)
    const read = await byPath('GET')
    if (read !== undefined) expect(await read.json()).toEqual({ objectID, v: 1 })
    expect((await byPath('PUT', { v: 2 }))?.status ?? 200).toBe(200)
    expect(await stored()).toBe(ADDRESSED_OTHERWISE['PUT']?.includes(objectID) ? 1 : 2)
    expect(((await byPath('DELETE')) ?? (await batch('deleteObject', {}))).status).toBe(200)
    expect(await stored()).toBe(undefined)
  },
)

test('a record that is sent to the path of the settings is refused with the call that saves it', async () => {
  const answer = await send('PUT', '/1/indexes/words/settings', { objectID: 'settings', title: 'x' })
  expect(await refusal(answer)).toEqual([400, expect.stringContaining('/batch')])
})

test('every route of the table is called above', () => {
  const called = CALLS.map(([line]) => line.replace(/\?.*/, ''))
  const forms = ROUTES.map(({ method, path }) => ({
    name: `${method} ${path}`,
    form: new RegExp(`^${method} ${path.replaceAll('*', '\\*').replaceAll(/\{\w+\}/g, '[^/*]+')}$`),
  }))
  expect(forms.filter(({ form }) => !called.some((line) => form.test(line))).map(({ name }) => name)).toEqual([])
})

test.for([...new Set(ROUTES.map(({ path }) => path))])('%s refuses every other method', async (path) => {
  const known = new Set<string>(ROUTES.filter((route) => route.path === path).map(({ method }) => method))
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    // A path may also fit a route with placeholders: `DELETE /1/indexes/x/settings` deletes a record of that name.
    const fits = ROUTES.some((route) => route.method === method && fitsForm(path, route.path))
    if (known.has(method) || fits) continue
    expect((await refusal(await send(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined)))[0]).toBe(405)
  }
})

const fitsForm = (path: string, form: string): boolean =>
  new RegExp(`^${form.replaceAll('*', '\\*').replaceAll(/\{\w+\}/g, '[^/*]+')}$`).test(path.replaceAll(/\{\w+\}/g, 'x'))

test.for([
  'GET /1/dictionaries/stopwords/search/more',
  'GET /1/clusters',
  'GET /1/security/sources',
  'GET /1/logs',
  'POST /1/indexes/*/recommendations',
  'POST /1/answers/docs/prediction',
  'GET /2/abtests',
  'POST /3/abtests',
  'GET /2/searches/count',
  'GET /1/isalive',
  'GET /1/',
])('%s is refused as not supported', async (line) => {
  const [method = '', path = ''] = line.split(' ')
  const response = await send(method, path, method === 'POST' ? {} : undefined)
  expect(response.status).toBe(404)
  const called = `${method} ${path}`
  expect((await refusal(response))[1]).toBe(
    `Path not supported by this server: ${called}; GET /_docent/openapi.json lists its calls`,
  )
})
