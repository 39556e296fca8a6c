/** When the model is asked for the vector of a query. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../testing/model-server.ts'
import type { LogEvent } from '../system/log.ts'
import { openEndpoint } from './endpoint.ts'
import { createQueryVectors, type QueryVectors } from './query-vectors.ts'

const opened: ModelServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

interface Opened {
  server: ModelServer
  queries: QueryVectors
  events: LogEvent[]
}

/** Waits for the model as long as a busy machine needs, unless a test is about that. */
async function open(times: { pauseMs?: number; waitMs?: number } = {}): Promise<Opened> {
  const server = await startModelServer()
  opened.push(server)
  const events: LogEvent[] = []
  const queries = createQueryVectors(openEndpoint({ url: server.url, model: 'words' }), {
    log: (event) => events.push(event),
    signal: new AbortController().signal,
    dimensions: () => 256,
    times: { pauseMs: 30, waitMs: 20_000, ...times },
  })
  return { server, queries, events }
}

/** A search: the query is noted, then its vector is wanted. */
function find({ queries }: Opened, query: string, index = 'docs', waits = true, client = '') {
  queries.note(index, query)
  return queries.find({ index, query, waits, client })
}

test('a query is embedded after a pause in typing', async () => {
  const docs = await open()
  const found = find(docs, 'how to stop')
  expect(docs.server.requests).toEqual([])
  expect((await found)?.levels).toHaveLength(256)
  expect(docs.server.texts()).toEqual(['how to stop'])
})

test('while the reader types, only the last query is embedded', async () => {
  const docs = await open({ pauseMs: 500 })
  const answers = ['how to', 'how to s', 'how to stop', 'how to sto'].map((query) => find(docs, query))
  const found = await Promise.all(answers)
  expect(found.map((vector) => vector !== undefined)).toEqual([false, false, false, true])
  expect(docs.server.texts()).toEqual(['how to sto'])
  expect(docs.queries.counts).toMatchObject({ typing: 3, embedded: 1 })
})

test('other queries, and those of other indexes, do not end a pause', async () => {
  const docs = await open({ pauseMs: 100 })
  const answers = [find(docs, 'how to stop'), find(docs, 'what is new'), find(docs, 'how to', 'other')]
  expect((await Promise.all(answers)).every((vector) => vector !== undefined)).toBe(true)
})

test('a query of one word ends the pause of a longer one', async () => {
  const docs = await open({ pauseMs: 10_000 })
  const found = find(docs, 'how to')
  docs.queries.note('docs', 'how')
  expect(await found).toBeUndefined()
})

test('the same query is embedded once, and later found without a pause', async () => {
  const docs = await open({ pauseMs: 50 })
  const [first, second] = await Promise.all([find(docs, 'how to stop'), find(docs, 'how to stop')])
  expect(second).toEqual(first)
  expect(await find(docs, 'how to stop')).toEqual(first)
  expect(docs.server.requests).toHaveLength(1)
  expect(docs.queries.counts).toMatchObject({ requests: 1, embedded: 2, cached: 1 })
})

test('the cache has a limit; the least recently used query is forgotten', async () => {
  const docs = await open()
  for (let at = 0; at <= 2000; at += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, more) => find(docs, `query number ${at + more}`, 'docs', false)))
    await find(docs, 'query number 0', 'docs', false)
  }
  const before = docs.server.requests.length
  await find(docs, 'query number 0', 'docs', false)
  expect(docs.server.requests).toHaveLength(before)
  await find(docs, 'query number 1', 'docs', false)
  expect(docs.server.requests).toHaveLength(before + 1)
})

test('a late answer is not waited for, and serves the next search', async () => {
  const docs = await open({ waitMs: 200 })
  docs.server.fault = { kind: 'slow', ms: 600 }
  expect(await find(docs, 'how to stop', 'docs', false)).toBeUndefined()
  expect(docs.queries.counts).toMatchObject({ timeouts: 1, failures: 0 })
  await expect.poll(() => find(docs, 'how to stop', 'docs', false), { interval: 100 }).toBeDefined()
  expect(docs.server.requests).toHaveLength(1)
})

test('after three failures in a row the model is left alone, which is logged once', async () => {
  const docs = await open()
  docs.server.fault = { kind: 'status', status: 500 }
  for (let at = 0; at < 6; at++) expect(await find(docs, `query number ${at}`, 'docs', false)).toBeUndefined()
  expect(docs.server.requests).toHaveLength(3)
  expect(docs.queries.counts).toMatchObject({ requests: 3, failures: 3, skipped: 3 })
  expect(docs.queries.isResting).toBe(true)
  expect(docs.events.map(({ event }) => event)).toEqual(['semantic-resting'])
})

test('vectors of another length than those of the sections are failures', async () => {
  const docs = await open()
  docs.server.fault = { kind: 'dimensions', dimensions: 100 }
  expect(await find(docs, 'how to stop', 'docs', false)).toBeUndefined()
  expect(docs.queries.counts).toMatchObject({ failures: 1 })
})

test('at most sixteen requests run at the same time', async () => {
  const docs = await open()
  docs.server.fault = { kind: 'slow', ms: 100 }
  const found = await Promise.all(
    Array.from({ length: 20 }, (_, at) => find(docs, `query number ${at}`, 'docs', false)),
  )
  await delay(0)
  expect(docs.queries.counts.skipped).toBe(4)
  expect(found.filter((vector) => vector !== undefined).length).toBeLessThanOrEqual(16)
  expect(docs.server.requests).toHaveLength(16)
})

test('an address has a limit of requests in an hour; cached queries, and other addresses, are still answered', async () => {
  const docs = await open()
  const findFor = (client: string, query: string) => find(docs, query, 'docs', false, client)
  for (let at = 0; at < 1000; at += 10)
    await Promise.all(Array.from({ length: 10 }, (_, more) => findFor('192.0.2.1', `query number ${at + more}`)))
  expect(await findFor('192.0.2.1', 'one too many')).toBeUndefined()
  expect(docs.queries.counts).toMatchObject({ requests: 1000, limited: 1 })
  expect(await findFor('192.0.2.1', 'query number 999')).toBeDefined()
  expect(await findFor('192.0.2.2', 'one too many')).toBeDefined()
  expect(await findFor('', 'a proxy')).toBeDefined()
})
