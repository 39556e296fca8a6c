import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { ASSISTANT_BODY_BYTES, ASSISTANT_REQUESTS_PER_ADDRESS } from '../../wire/limits.ts'
import { createMetrics } from '../metrics.ts'
import { createRateLimit } from '../rate-limit.ts'
import { createSearchesPerClient } from '../searches-per-client.ts'
import { answerAssistants } from './answer-assistant.ts'
import type { Assistants } from './assistants.ts'

let server: ApiServer
let publicKey = ''
/** A protocol of one call: the body is a query, the answer the titles of its hits. */
const assistants: Assistants = {
  index: 'docs',
  publicKey: () => publicKey,
  ownNames: () => ['docs.example'],
  async answer(request, sender) {
    const query = await request.text()
    const { hits } = await sender.search({ query })
    sender.count({ tool: 'search', outcome: hits.length > 0 ? 'answered' : 'unanswered', query })
    return Response.json({ titles: hits.map(({ title }) => title), seesPart: sender.seesPart })
  },
}
beforeAll(async () => {
  server = await startApiServer({ assistants, logsQueries: true })
  publicKey = server.searchKey
})
afterAll(() => server.close())

const ask = (headers: Record<string, string> = {}, query = 'server'): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/_docent/mcp`, { method: 'POST', body: query, headers })

const secured = (parent: string, restrictions: string): string =>
  Buffer.from(createHmac('sha256', parent).update(restrictions).digest('hex') + restrictions).toString('base64')

test('a sender without a key has the rights of the pages', async () => {
  expect(await (await ask()).json()).toMatchObject({
    titles: expect.arrayContaining(['Install the server']),
    seesPart: false,
  })
})

test.each(['x-algolia-api-key', 'authorization'])('the filters of a secured key hold, sent as %s', async (name) => {
  const key = secured(server.searchKey, 'filters=lang:de')
  const response = await ask({ [name]: name === 'authorization' ? `Bearer ${key}` : key })
  expect(await response.json()).toEqual({ titles: ['Server einrichten'], seesPart: true })
})

test('an invalid key is refused, and has no rights of the pages', async () => {
  expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(403)
  const { value } = await server.newKey({ acl: ['addObject'] })
  expect((await ask({ 'x-algolia-api-key': value })).status).toBe(403)
  const other = await server.newKey({ indexes: ['other'] })
  expect(await refusal(await ask({ 'x-algolia-api-key': other.value }))).toEqual([
    403,
    'Index not allowed with this API key',
  ])
})

test('the referers and the hourly limit of a key hold', async () => {
  const { value } = await server.newKey({ referers: ['https://docs.example/*'], maxQueriesPerIPPerHour: 2 })
  const own = { 'x-algolia-api-key': value, referer: 'https://docs.example/a' }
  expect((await ask({ 'x-algolia-api-key': value })).status).toBe(403)
  expect((await ask(own)).status).toBe(200)
  expect((await ask(own)).status).toBe(200)
  expect((await ask(own)).status).toBe(429)
})

test.each([
  'https://evil.example',
  'null',
  'http://docs.example.evil.example',
  'http://203.0.113.9',
  'http://[2001:db8::9]',
])('a page of %s is refused', async (origin) => {
  expect((await ask({ origin })).status).toBe(403)
})

test.each(['http://localhost:6274', 'http://127.0.0.1:6274', 'https://docs.example'])(
  'a page of %s is answered',
  async (origin) => {
    const response = await ask({ origin })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, origin])
  },
)

test('a request under a foreign name is refused, as a browser sends it after DNS rebinding', async () => {
  const statusUnder = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { port } = server
      const options = { host: '127.0.0.1', port, path: '/_docent/mcp', method: 'POST', headers: { host } }
      httpRequest(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end('server')
    })
  expect(await statusUnder('evil.example')).toBe(403)
  expect(await statusUnder('docs.example')).toBe(200)
})

/** Asks a new server, whose proxy is 10.0.0.1, from an address. */
function askingFrom(): (address: string, body?: string) => Promise<Response> {
  const parts = {
    backend: server.backend,
    semantic: undefined,
    isProxy: (address: string) => address === '10.0.0.1',
    rateLimit: createRateLimit(),
    searches: createSearchesPerClient(() => true),
    count: () => undefined,
  }
  const answer = answerAssistants(parts, assistants)
  return (address, body = 'zzz') => {
    const request = new Request('http://127.0.0.1/_docent/mcp', { method: 'POST', body })
    return answer(request, { headers: request.headers, query: new URLSearchParams(), address })
  }
}

test('an address with too many requests in an hour is refused, and each message of a body is a request', async () => {
  const once = askingFrom()
  const batch = JSON.stringify(Array.from({ length: 100 }, () => ({})))
  const batches = ASSISTANT_REQUESTS_PER_ADDRESS / 100
  for (let at = 1; at < batches; at += 1) await once('203.0.113.7', batch)
  for (let at = 0; at < 100; at += 1) await once('203.0.113.7')
  await expect(once('203.0.113.7')).rejects.toThrow('Too many requests of assistants')
  expect((await once('203.0.113.8')).status).toBe(200)
  await expect(once('203.0.113.8', 'x'.repeat(ASSISTANT_BODY_BYTES + 1))).rejects.toThrow('The body is too large')
  // The proxy has no limit.
  for (let at = 0; at <= batches; at += 1) await once('10.0.0.1', batch)
})

test('calls are counted and logged apart from the searches of readers, with those without an answer', async () => {
  await ask({}, 'zeppelin')
  const metrics = await (await fetch(server.urlOf('/_docent/metrics', server.adminKey))).text()
  expect(metrics).toMatch(/docent_assistant_calls_total\{tool="search",outcome="answered"\} \d/)
  expect(metrics).toContain('docent_assistant_calls_total{tool="search",outcome="unanswered"} 1')
  expect(metrics).not.toMatch(/docent_http_requests_total\{[^}]*queries/)
  expect(server.events).toContainEqual(
    expect.objectContaining({ event: 'assistant', tool: 'search', outcome: 'unanswered', query: 'zeppelin' }),
  )
})

test('before the first call there is no counter', () => {
  expect(
    createMetrics().write({
      indexes: [],
      waitingSearches: 0,
      runningSearches: 0,
      pendingTasks: 0,
      taskLagSeconds: 0,
      storedEvents: 0,
    }),
  ).not.toContain('docent_assistant_calls_total{')
})

test('a token of the operator is checked before the key, and its metadata needs none', async () => {
  const withTokens = await startApiServer({
    assistants: {
      ...assistants,
      tokens: {
        check: async ({ headers }) =>
          headers.get('authorization') === 'Bearer valid' ? undefined : new Response('', { status: 401 }),
        metadata: async () => Response.json({ resource: 'https://docs.example/_docent/mcp' }),
      },
    },
  })
  publicKey = withTokens.searchKey
  const post = (authorization: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${withTokens.port}/_docent/mcp`, {
      method: 'POST',
      body: 'server',
      headers: { authorization },
    })
  expect((await post('Bearer other')).status).toBe(401)
  expect((await post('Bearer valid')).status).toBe(200)
  const metadata = await fetch(`http://127.0.0.1:${withTokens.port}/.well-known/oauth-protected-resource/_docent/mcp`)
  expect(await metadata.json()).toEqual({ resource: 'https://docs.example/_docent/mcp' })
  publicKey = server.searchKey
  await withTokens.close()
})

test('a server without assistants has no such path', async () => {
  const none = await startApiServer()
  expect((await fetch(`http://127.0.0.1:${none.port}/_docent/mcp`, { method: 'POST' })).status).toBe(404)
  await none.close()
})
