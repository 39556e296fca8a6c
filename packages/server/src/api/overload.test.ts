import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, startApiServer } from '../testing/api-server.ts'
import type { ApiServer } from '../testing/api-server.ts'

let server: ApiServer

beforeAll(async () => {
  // No wait is foreseen, and it is too long: there is never room for a search.
  server = await startApiServer({}, { foreseenWaitMs: -1 })
})
afterAll(() => server.close())

const TOO_MANY = [429, 'Too many searches at the same time; try again']

test.each(['/1/indexes/*/queries', '/1/indexes/docs/query', '/1/indexes/docs/facets/lang/query'])(
  'without room for a search %s is refused before its body is read, with the time to come back',
  async (path) => {
    const response = await server.post(path, 'this is no JSON')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After')
    expect(response.headers.get('connection')).toBe('keep-alive')
    expect(await refusal(response)).toEqual(TOO_MANY)
  },
)

test('a search by URL is refused as well', async () => {
  expect(await refusal(await fetch(server.urlOf('/1/indexes/docs?query=server')))).toEqual(TOO_MANY)
})

test('strangers are told that they are, and a refusal is counted and logged as one', async () => {
  expect(await refusal(await server.post('/1/indexes/docs/query', '{}', {}, 'unknown'))).toEqual([
    403,
    'Invalid Application-ID or API key',
  ])
  await server.query({})
  expect(server.events.at(-1)).toMatchObject({ route: '/1/indexes/{index}/query', status: 429 })
  const metrics = await fetch(server.urlOf('/_docent/metrics', server.adminKey))
  expect(await metrics.text()).toMatch(/requests_total\{.*"\/1\/indexes\/\{index\}\/query",status="429"\} [1-9]/)
})

test('what needs no search worker is answered: health, records, writes', async () => {
  expect((await fetch(server.urlOf('/_docent/health'))).status).toBe(200)
  expect((await fetch(server.urlOf('/1/indexes/docs/1'))).status).toBe(200)
  expect((await server.post('/1/indexes/docs', { objectID: '4' }, {}, server.adminKey)).status).toBe(201)
})
