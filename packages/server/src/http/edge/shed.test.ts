import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { createApi } from './api.ts'

let server: ApiServer

beforeAll(async () => {
  // Any forecast wait is too long, and no places are always admitted: every search is refused.
  server = await startApiServer({}, { waitingPerWorker: 0, forecastWaitMs: -1, burstMs: 0 })
})
afterAll(() => server.close())

const TOO_MANY = [429, 'Too many searches at the same time; try again']

test.each(['/1/indexes/*/queries', '/1/indexes/docs/query', '/1/indexes/docs/facets/lang/query'])(
  'a search that is not admitted is refused before its body is read, with a retry-after: %s',
  async (path) => {
    const response = await server.post(path, 'this is no JSON')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After')
    expect(response.headers.get('connection')).toBe('keep-alive')
    expect(await refusal(response)).toEqual(TOO_MANY)
  },
)

test('a search by URL is also refused', async () => {
  expect(await refusal(await fetch(server.urlOf('/1/indexes/docs?query=server')))).toEqual(TOO_MANY)
})

test('a search with an unknown key gets the same refusal, because the key is not checked', async () => {
  expect(await refusal(await server.post('/1/indexes/docs/query', '{}', {}, 'unknown'))).toEqual(TOO_MANY)
})

test('refusals are counted by route, and one line of the log has their number', async () => {
  const before = server.events.length
  await Promise.all([server.query({}), server.query({}), server.query({})])
  const metrics = await fetch(server.urlOf('/_docent/metrics', server.adminKey))
  expect(await metrics.text()).toMatch(/requests_total\{.*"\/1\/indexes\/\{index\}\/query",status="429"\} [3-9]/)
  await expect.poll(() => server.events.slice(before)).not.toEqual([])
  expect(server.events.slice(before)).toEqual([
    expect.objectContaining({ event: 'searches-refused', message: expect.stringMatching(/: \d+ refused$/) as string }),
  ])
})

test('searches with incomplete bodies take no places in the queue', async () => {
  const small = await startApiServer({}, { queuedSearches: 1, queueWaitMs: 60_000 })
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  async function* slowly(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"query":')
    await sent
    yield Buffer.from('"server"}')
  }
  const slow = [1, 2, 3].map(() =>
    fetch(small.urlOf('/1/indexes/docs/query'), {
      method: 'POST',
      body: Readable.toWeb(Readable.from(slowly())) as ReadableStream,
      duplex: 'half',
    } as RequestInit),
  )
  for (let i = 0; i < 10; i++) expect((await small.query({})).status).toBe(200)
  send()
  // One place in the queue for three searches at the same time.
  const statuses = (await Promise.all(slow)).map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  await small.close()
})

test('an application without load shedding refuses the same searches, after the check of the key', async () => {
  const api = createApi(server.backend)
  const ask = (key: string): Promise<Response> =>
    Promise.resolve(api.fetch(new Request(server.urlOf('/1/indexes/docs/query', key), { method: 'POST', body: '?' })))
  expect(await refusal(await ask(server.searchKey))).toEqual(TOO_MANY)
  expect(await refusal(await ask('unknown'))).toEqual([403, 'Invalid Application-ID or API key'])
})

test('requests without a search are answered: health, records, writes', async () => {
  expect((await fetch(server.urlOf('/_docent/health'))).status).toBe(200)
  expect((await fetch(server.urlOf('/1/indexes/docs/1'))).status).toBe(200)
  expect((await server.post('/1/indexes/docs', { objectID: '4' }, {}, server.adminKey)).status).toBe(201)
})

test('a closed backend is answered with 503 in the form of the wire', async () => {
  const closing = await startApiServer()
  await closing.backend.close()
  for (const answer of [
    await closing.query({}),
    await fetch(closing.urlOf('/_docent/ready')),
    await closing.post('/1/indexes/docs', { objectID: '9' }, {}, closing.adminKey),
  ])
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([503, 'nosniff'])
  await closing.close()
})
