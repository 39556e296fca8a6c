import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'
import type { AwaitedPage, CrawlState } from './crawl-control.ts'

let server: ApiServer
let withoutCrawl: ApiServer
let state: CrawlState
let requests: (AwaitedPage | undefined)[]
beforeAll(async () => {
  const crawl = {
    state: async () => state,
    request: (waitFor?: AwaitedPage) => (requests.push(waitFor) === 1 ? ('started' as const) : ('queued' as const)),
  }
  server = await startApiServer({ crawl })
  withoutCrawl = await startApiServer()
})
afterAll(() => Promise.all([server.close(), withoutCrawl.close()]))
beforeEach(() => {
  state = { index: 'docs', isRunning: false }
  requests = []
})

const send = (body?: string, key = server.adminKey): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/_docent/reindex`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    ...(body !== undefined && { body }),
  })
const health = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${server.port}/_docent/health`)).json()

test('the admin key starts a crawl, and a second request is queued', async () => {
  const answers = [await send(), await send('{}')]
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect(await Promise.all(answers.map((one) => one.json()))).toEqual([{ status: 'started' }, { status: 'queued' }])
  const inUrl = await server.post('/_docent/reindex', '', {}, server.adminKey)
  expect([inUrl.status, requests.length]).toEqual([202, 3])
})

test('a request may name the page that shows the deployed build', async () => {
  const waitFor = { url: 'https://docs.example/version.txt', text: '4f2a9c1' }
  expect((await send(JSON.stringify({ waitFor }))).status).toBe(202)
  expect(requests).toEqual([waitFor])
})

test.each([
  '{"waitFor":{"url":"file:///etc/passwd","text":"x"}}',
  '{"waitFor":{"url":"https://docs.example/"}}',
  '{"waitfor":{}}',
  '[]',
  '{',
])('%s is refused and starts nothing', async (body) => {
  expect((await send(body)).status).toBe(400)
  expect(requests).toEqual([])
})

test('another key starts nothing', async () => {
  const { value } = await server.newKey({ acl: ['search', 'addObject', 'usage'] })
  expect((await send('', value)).status).toBe(403)
  expect((await fetch(`http://127.0.0.1:${server.port}/_docent/reindex`, { method: 'POST' })).status).toBe(403)
  expect(requests).toEqual([])
})

test('GET starts nothing', async () => {
  expect((await fetch(server.urlOf('/_docent/reindex', server.adminKey))).status).toBe(404)
  expect(requests).toEqual([])
})

test('a server without a crawl says so, in its health too', async () => {
  const response = await withoutCrawl.post('/_docent/reindex', '', {}, withoutCrawl.adminKey)
  expect(await refusal(response)).toEqual([404, expect.stringContaining('set "crawl" in its configuration')])
  const answer = await fetch(`http://127.0.0.1:${withoutCrawl.port}/_docent/health`)
  expect(await answer.json()).toEqual({ status: 'ok' })
})

test('health has the last outcome and the age of the records, and no name', async () => {
  expect(await health()).toEqual({ status: 'ok', crawl: { isRunning: false } })
  const at = new Date(Date.now() - 3_600_000).toISOString()
  state = {
    index: 'secret',
    isRunning: true,
    last: { outcome: 'held', at, pages: 9, failedPages: 1 },
    currentSince: at,
  }
  const answer = (await health()) as { crawl: { ageSeconds: number } }
  expect(answer.crawl).toMatchObject({ isRunning: true, outcome: 'held', at, failedPages: 1 })
  expect(answer.crawl.ageSeconds).toBeGreaterThanOrEqual(3600)
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test('the metrics have age, outcome and pages of the crawl', async () => {
  const at = new Date(Date.now() - 60_000).toISOString()
  state = {
    index: 'docs',
    isRunning: false,
    last: { outcome: 'incomplete', at, pages: 40, failedPages: 2 },
    currentSince: at,
  }
  const headers = { authorization: `Bearer ${server.adminKey}` }
  const text = await (await fetch(`http://127.0.0.1:${server.port}/_docent/metrics`, { headers })).text()
  expect(text).toContain('docent_crawl_running{index="docs"} 0')
  expect(text).toContain('docent_crawl_outcome{index="docs",outcome="incomplete"} 1')
  expect(text).toContain('docent_crawl_outcome{index="docs",outcome="complete"} 0')
  expect(text).toContain('docent_crawl_pages{index="docs",state="failed"} 2')
  expect(Number(/docent_crawl_age_seconds\{index="docs"\} (\S+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(60)
})
