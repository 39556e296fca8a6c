import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

const page = async (init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/_docent/metrics`, init)

/** The samples of the page by their names with labels. */
async function samples(): Promise<Map<string, number>> {
  const response = await page({ headers: { authorization: `Bearer ${server.adminKey}` } })
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('requests are counted by route and status, and the buckets of the histogram add up to their number', async () => {
  const before = await samples()
  for (let i = 0; i < 3; i++) await server.query({ query: 'server' })
  await server.query({ nonsense: 1 })
  await server.post('/1/a/b/c/d/e', {})
  const after = await samples()
  const rise = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  const route = '/1/indexes/{index}/query'
  expect(rise(`docent_http_requests_total{method="POST",route="${route}",status="200"}`)).toBe(3)
  expect(rise(`docent_http_requests_total{method="POST",route="${route}",status="400"}`)).toBe(1)
  expect(rise('docent_http_requests_total{method="POST",route="unknown",status="404"}')).toBe(1)
  expect(rise(`docent_http_request_duration_seconds_count{route="${route}"}`)).toBe(4)
  expect(after.get(`docent_http_request_duration_seconds_bucket{route="${route}",le="+Inf"}`)).toBe(
    after.get(`docent_http_request_duration_seconds_count{route="${route}"}`),
  )
  const buckets = [...after].filter(([name]) => name.includes('_bucket') && name.includes(`"${route}"`))
  expect(buckets.map(([, value]) => value)).toEqual(buckets.map(([, value]) => value).toSorted((a, b) => a - b))
})

test('indexes, queue, tasks and memory have metrics; every value is a number and every name has a type', async () => {
  const seen = await samples()
  expect(seen.get('docent_index_records{index="docs"}')).toBe(3)
  expect(seen.get('docent_index_bytes{index="docs"}')).toBeGreaterThan(100)
  expect(seen.get('docent_index_generation{index="docs"}')).toBeGreaterThan(0)
  expect(seen.get('docent_tasks_pending')).toBe(0)
  expect(seen.get('docent_task_lag_seconds')).toBe(0)
  expect(seen.get('docent_searches_waiting')).toBe(0)
  expect(seen.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  for (const [name, value] of seen) expect([name, Number.isFinite(value)]).toEqual([name, true])
})

test('events of other types are accepted and counted, but not stored', async () => {
  const before = await samples()
  const event = { eventName: 'Seen', index: 'docs', userToken: 'u' }
  const events = ['instantsearch', 'view', 'of the future'].map((eventType) => ({ ...event, eventType }))
  const response = await server.post('/1/events', { events })
  expect([response.status, await response.json()]).toEqual([200, { status: 200, message: 'OK' }])
  const after = await samples()
  const rise = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(rise('docent_events_dropped_total')).toBe(2)
  expect((await server.backend.events.list(10)).map(({ eventType }) => eventType)).toEqual(['view'])
})

test('special characters in the name of an index are escaped', async () => {
  const { taskID } = await server.backend.updateSettings('a"b\\c', {})
  await server.backend.waitForTask(taskID)
  expect([...(await samples()).keys()]).toContain('docent_index_records{index="a\\"b\\\\c"}')
})

test('the page requires a key with the right `usage`', async () => {
  expect((await page()).status).toBe(403)
  expect((await page({ headers: { authorization: `Bearer ${server.searchKey}` } })).status).toBe(403)
  const { value } = await server.newKey({ acl: ['usage'] })
  expect((await page({ headers: { authorization: `Bearer ${value}` } })).status).toBe(200)
})

test('each request is one log line without keys and addresses; queries are in it only with `logsQueries`', async () => {
  await server.query({ query: 'something private' })
  await fetch(server.urlOf(`/1/keys/${server.searchKey}`, server.adminKey))
  const lines = server.events.filter(({ event }) => event === 'request')
  expect(lines.at(-2)).toMatchObject({ method: 'POST', route: '/1/indexes/{index}/query', index: 'docs', status: 200 })
  expect(lines.at(-1)).toMatchObject({ method: 'GET', route: '/1/keys/{key}', status: 200 })
  for (const secret of [server.searchKey, server.adminKey, 'something private', '127.0.0.1'])
    expect(JSON.stringify(server.events)).not.toContain(secret)
  const telling = await startApiServer({ logsQueries: true })
  await telling.query({ query: 'something public' })
  await telling.close()
  expect(telling.events.at(-1)).toMatchObject({ event: 'request', queries: ['something public'] })
})

test('the log line of a request is short, also for a long name without a key', async () => {
  const before = server.events.length
  await fetch(`http://127.0.0.1:${server.port}/1/indexes/${'%2f'.repeat(5000)}?query=a`)
  const lines = server.events.slice(before).map((event) => JSON.stringify(event))
  expect(lines).toHaveLength(1)
  expect(lines[0]?.length).toBeLessThan(1000)
})
