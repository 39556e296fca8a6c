/**
 * Properties of the wire that are easily implemented wrongly and matter only to clients, numbered, with one test each. The twelfth
 * is a property of the client (it does not use a failed host for two minutes, also after a page load) and is tested in its
 * `transport.test.ts`. More tests of the others:
 *
 *    1, 3, 10  spellings.test.ts, read-search.test.ts      6   limits.test.ts, over every limit
 *    2         access.test.ts, over every route            7   rate-limit.test.ts, search-pool.test.ts
 *    4         durability.test.ts, backend.test.ts              8   surface.test.ts, over every route
 *    5         conformance/indexes.ts                      9   api.test.ts
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

type Body = Record<string, unknown>
const bodyOf = async (response: Response | Promise<Response>): Promise<Body> => (await (await response).json()) as Body

const write = (path: string, body: unknown): Promise<Body> => bodyOf(server.post(path, body, {}, server.adminKey))

test('1: bodies are JSON with any content type', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json', 'image/png']) {
    const answer = server.post('/1/indexes/docs/query', { query: 'install' }, { headers: { 'content-type': type } })
    expect(await bodyOf(answer)).toMatchObject({ nbHits: 1 })
  }
})

test('2: credentials are in headers or in the URL, in any letter case', async () => {
  const names = ['x-algolia-api-key', 'X-Algolia-API-Key', 'X-ALGOLIA-API-KEY']
  const url = `http://127.0.0.1:${server.port}/1/indexes/docs/query`
  for (const name of names) {
    const credentials = { [name]: server.searchKey, [name.replace(/api-key/i, 'Application-Id')]: 'any' }
    const ways = [fetch(url, { headers: credentials }), fetch(`${url}?${new URLSearchParams(credentials)}`)]
    for (const { status } of await Promise.all(ways)) expect(status).toBe(200)
  }
})

test('3: parameters are flat, in a string, or both', async () => {
  for (const body of [
    { query: 'server', hitsPerPage: 2, page: 1 },
    { params: 'query=server&hitsPerPage=2&page=1' },
    { query: 'server', params: 'hitsPerPage=2&page=1' },
  ])
    expect(await bodyOf(server.query(body))).toMatchObject({ query: 'server', nbHits: 3, hitsPerPage: 2, page: 1 })
})

test('4: a write is answered before it is searchable, and may be repeated', async () => {
  const requests = Array.from({ length: 10_000 }, (_, at) => ({
    action: 'addObject',
    body: { objectID: String(at), title: `record ${at}`, content: `some words about ${at % 97} and ${at % 89}` },
  }))
  const { taskID } = await write('/1/indexes/large/batch', { requests })
  const status = (task: unknown) => bodyOf(fetch(server.urlOf(`/1/indexes/large/task/${task}`, server.adminKey)))
  expect(await status(taskID)).toEqual({ status: 'notPublished', pendingTask: true })
  const again = await write('/1/indexes/large/batch', { requests })
  await server.backend.waitForTask(again['taskID'] as number)
  expect(await status(again['taskID'])).toEqual({ status: 'published', pendingTask: false })
  expect(await bodyOf(server.post('/1/indexes/large/query', {}))).toMatchObject({ nbHits: 10_000 })
})

test('5: a task is found by its number, with any name of an index', async () => {
  await write('/1/indexes/temporary/batch', { requests: [{ action: 'addObject', body: { objectID: 'a' } }] })
  const { taskID } = await write('/1/indexes/temporary/operation', { operation: 'move', destination: 'moved' })
  await server.backend.waitForTask(taskID as number)
  for (const path of [`/1/indexes/temporary/task/${taskID}`, `/1/indexes/never/task/${taskID}`, `/1/task/${taskID}`])
    expect(await bodyOf(fetch(server.urlOf(path, server.adminKey)))).toMatchObject({ status: 'published' })
})

test('6: invalid requests are answered with 4xx, since clients repeat others on the next host', async () => {
  const paths = [
    '/1/indexes/docs/query/',
    '/1/indexes/docs',
    '/1//indexes/docs/query',
    '/1/indexes/%/query',
    '/1/indexes/%ff/query',
    '/1/indexes/..%2f..%2fetc/query',
    '/1/indexes/a%00b/query',
    `/1/indexes/${'n'.repeat(2000)}/query`,
  ]
  const bodies = ['', '[]', 'null', '{', '{"query":7e999}', '{"page":-1}', '{"filters":"((("}', '{"params":"%"}']
  const send = (path: string, body: string) => server.post(path, body, { redirect: 'manual' })
  const answers = await Promise.all([
    ...paths.map((path) => send(path, '{"nonsense":1}')),
    ...bodies.map((body) => send('/1/indexes/docs/query', body)),
  ])
  for (const { status, url } of answers)
    expect([url, status === 200 || Math.floor(status / 100) === 4]).toEqual([url, true])
})

test('7: 429 has a retry-after in whole seconds, which browsers can read', async () => {
  const { value } = await server.newKey({ maxQueriesPerIPPerHour: 1 })
  expect((await server.query({}, value)).status).toBe(200)
  const refused = await server.query({}, value)
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
  expect((await refusal(refused))[0]).toBe(429)
})

test('8: successful answers have a body of JSON, also those of deletions', async () => {
  for (const [method, path] of [
    ['DELETE', '/1/indexes/nowhere'],
    ['DELETE', '/1/indexes/moved/a'],
    ['POST', '/1/indexes/moved/clear'],
  ] as const) {
    const answer = await fetch(server.urlOf(path, server.adminKey), { method })
    expect([answer.status, typeof (await bodyOf(answer))['taskID']]).toEqual([200, 'number'])
  }
})

test('9: answers are compressed with gzip or not at all, with any accept-encoding', async () => {
  for (const [accepted, encoding] of [
    ['br, deflate, zstd', null],
    ['br, gzip;q=0.1', 'gzip'],
    ['identity', null],
  ] as const) {
    const headers = { 'accept-encoding': accepted }
    const body = { requests: Array.from({ length: 20 }, () => ({ indexName: 'docs' })) }
    const answer = await server.post('/1/indexes/*/queries', body, { headers })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect((await bodyOf(answer))['results']).toHaveLength(20)
  }
})

test('10: hitsPerPage may be 0, and facets may be a text', async () => {
  const answer = await bodyOf(server.query({ hitsPerPage: 0, facets: 'lang' }))
  expect(answer).toMatchObject({ hits: [], nbHits: 3, nbPages: 0, hitsPerPage: 0, facets: { lang: { en: 2, de: 1 } } })
})

test('11: highlights have the order of the record, without levels that are null', async () => {
  const hierarchy = { lvl0: 'Docs', lvl2: null, lvl1: 'Install', lvl3: null }
  const record = { objectID: 'h', hierarchy, content: null, type: 'lvl1' }
  const settings = { searchableAttributes: ['hierarchy.lvl1', 'hierarchy.lvl0', 'content'] }
  await server.backend.waitForTask((await server.backend.replaceRecords('levels', [record], settings)).taskID)
  for (const query of ['install', '']) {
    const { hits } = (await bodyOf(server.post('/1/indexes/levels/query', { query }))) as {
      hits: { _highlightResult: { hierarchy: object } }[]
    }
    expect(Object.keys(hits[0]?._highlightResult ?? {})).toEqual(['hierarchy'])
    expect(Object.keys(hits[0]?._highlightResult.hierarchy ?? {})).toEqual(['lvl0', 'lvl1'])
  }
})
