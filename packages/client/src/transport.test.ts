/** The transport against real HTTP servers on 127.0.0.1, with a clock that only the test advances. */

import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { startHttp } from '../../crawl/src/testing/start-http.ts'
import type { Clock } from './clock.ts'
import type { KeyValueStorage } from './host-memory.ts'
import { type BatchRequest, sendBatch } from './indexing.ts'
import { providerHosts } from './provider-hosts.ts'
import { createClient } from './search-client.ts'
import { SearchError } from './search-error.ts'
import { createTransport, type TransportOptions } from './transport.ts'

interface Host {
  url: string
  requests: IncomingMessage[]
  bodies: string[]
  /** Resolves when the server has received `count` requests. */
  reached(count: number): Promise<void>
}

type Behaviour = (request: IncomingMessage, response: ServerResponse, number: number) => void

/** A search host with the behaviour that a test gives. */
async function host(behave: Behaviour): Promise<Host> {
  const requests: IncomingMessage[] = []
  const bodies: string[] = []
  const { server, url, close } = await startHttp((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      requests.push(request)
      bodies.push(body)
      behave(request, response, requests.length)
      server.emit('reached')
    })
  })
  onTestFinished(close)
  return {
    url,
    requests,
    bodies,
    async reached(count) {
      while (requests.length < count) await once(server, 'reached')
    },
  }
}

const answer =
  (text: string, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    response.writeHead(status, headers).end(text)

const hits = answer('{"results":[{"hits":[]}]}')
const reset: Behaviour = (request) => request.socket.destroy()
const silent: Behaviour = () => undefined

/** A host without a listener on its port. */
async function deadHost(): Promise<string> {
  const { url, close } = await startHttp(() => undefined)
  await close()
  return url
}

/** A clock that a test advances. */
interface ManualClock extends Clock {
  advance(milliseconds: number): void
  timers: { at: number }[]
  /** The delays of all timers that were ever set (ms). */
  set: number[]
}

function manualClock(): ManualClock {
  let now = 1_000_000
  const set: number[] = []
  let timers: { at: number; callback: () => void }[] = []
  return {
    now: () => now,
    after(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback }
      timers.push(timer)
      set.push(milliseconds)
      return timer
    },
    cancel(handle) {
      timers = timers.filter((timer) => timer !== handle)
    },
    advance(milliseconds) {
      now += milliseconds
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { callback } of due) callback()
    },
    set,
    get timers() {
      return timers
    },
  }
}

function storage(): KeyValueStorage & { items: Map<string, string> } {
  const items = new Map<string, string>()
  return { items, getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) }
}

const search = { method: 'POST', path: '/1/indexes/*/queries', body: { requests: [] }, kind: 'read' } as const
const write = { method: 'POST', path: '/1/indexes/docs/batch', body: { requests: [] }, kind: 'write' } as const

function transport(hosts: string[], options: Partial<TransportOptions> = {}) {
  return createTransport({ hosts, appId: 'docent', apiKey: 'search&key', ...options })
}

/** The error of a call that must fail. */
async function failure(call: Promise<unknown>): Promise<SearchError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(SearchError)
  return error as SearchError
}

/** Runs pending I/O until a timer with this delay has been set. */
async function timerAt(clock: ManualClock, milliseconds: number): Promise<void> {
  while (!clock.timers.some(({ at }) => at === clock.now() + milliseconds)) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a write that is not idempotent', () => {
  const counting: BatchRequest[] = [
    { action: 'partialUpdateObject', body: { objectID: '1', count: { _operation: 'Increment', value: 1 } } },
  ]
  const count = (hosts: string[], options: Partial<TransportOptions> = {}) =>
    sendBatch(transport(hosts, options), 'docs', counting)

  test('is not sent to another host after a time-out, and gets the time-out of a write', async () => {
    const clock = manualClock()
    const first = await host(silent)
    const second = await host(answer('{"taskID":1}'))
    const failed = failure(count([first.url, second.url], { clock }))
    await first.reached(1)
    clock.advance(29_999)
    expect(clock.timers).toHaveLength(1)
    clock.advance(1)
    expect(await failed).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('may have been done') as string,
    })
    expect(second.requests).toHaveLength(0)
  })

  test.each<[string, Behaviour]>([
    ['a connection that broke', reset],
    ['a 500', answer('{"message":"no"}', 500)],
    ['a 503', answer('', 503)],
  ])('is not sent to another host after %s', async (_, behave) => {
    const first = await host(behave)
    const second = await host(answer('{"taskID":1}'))
    expect((await failure(count([first.url, second.url]))).message).toContain('may have been done')
    expect([first.requests.length, second.requests.length]).toEqual([1, 0])
  })

  test('is sent to the next host after a refused connection, and repeated after a 429', async () => {
    const busy: Behaviour = (request, response, number) =>
      number === 1
        ? answer('', 429, { 'retry-after': '0' })(request, response, number)
        : answer('{"taskID":7}')(request, response, number)
    const second = await host(busy)
    expect(await count([await deadHost(), second.url])).toBe(7)
    expect(second.requests).toHaveLength(2)
  })

  test('an idempotent write is sent to the next host after a time-out', async () => {
    const clock = manualClock()
    const first = await host(silent)
    const second = await host(answer('{"taskID":1}'))
    const sent = transport([first.url, second.url], { clock }).send(write)
    await first.reached(1)
    clock.advance(1000)
    expect(await sent).toEqual({ taskID: 1 })
  })
})

describe('requests', () => {
  test('carry credentials as query parameters and the body as text, so that a browser sends no preflight', async () => {
    const { url, requests, bodies } = await host(hits)
    await transport([`${url}/base/`]).send(search)
    const [request] = requests
    const address = new URL(request?.url ?? '', url)
    expect(address.pathname).toBe('/base/1/indexes/*/queries')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      'x-algolia-agent': 'Docent',
      'x-algolia-api-key': 'search&key',
      'x-algolia-application-id': 'docent',
    })
    expect(request?.headers['content-type']).toBe('text/plain')
    expect(bodies).toEqual(['{"requests":[]}'])
  })

  test('with the key in a header follow no redirect: `fetch` would send the key to the other host', async () => {
    const other = await host((_request, response) => response.end('{}'))
    const { url } = await host((_request, response) => response.writeHead(307, { location: other.url }).end())
    const sending = transport([url], { credentials: 'headers' }).send(write)
    await expect(sending).rejects.toThrow(`status 307`)
    expect(other.requests).toEqual([])
  })

  test('carry the key in a header, not in the address, with `credentials: headers`', async () => {
    const { url, requests } = await host(hits)
    await transport([url], { credentials: 'headers' }).send(write)
    expect(requests[0]?.url).toBe('/1/indexes/docs/batch')
    expect(requests[0]?.headers['x-algolia-api-key']).toBe('search&key')
  })

  test('go to the page’s own origin with an empty host', async () => {
    const asked: string[] = []
    const ownFetch = (url: string) => {
      asked.push(url)
      return Promise.resolve(new Response('{}'))
    }
    await transport([''], { fetch: ownFetch as typeof fetch }).send(search)
    expect(asked[0]).toMatch(/^\/1\/indexes\/\*\/queries\?/)
  })

  test('an empty list of hosts is refused at once', () => {
    expect(() => transport([])).toThrow('at least one')
  })
})

describe('failover', () => {
  test.each([
    ['a dead host', deadHost],
    ['a host that resets', async () => (await host(reset)).url],
    ['a host that fails', async () => (await host(answer('{"message":"oops"}', 500))).url],
    [
      'a truncated answer',
      async () =>
        (
          await host((request, response) => {
            response.writeHead(200, { 'content-length': '1000' }).write('{"results":')
            setImmediate(() => request.socket.destroy())
          })
        ).url,
    ],
  ])('the next host answers after %s', async (_name, failing) => {
    const good = await host(hits)
    expect(await transport([await failing(), good.url]).send(search)).toEqual({ results: [{ hits: [] }] })
    expect(good.requests).toHaveLength(1)
  })

  test('a refusal is final: the next host is not asked', async () => {
    const next = await host(hits)
    for (const [status, kind] of [
      [400, 'refused'],
      [404, 'refused'],
      [401, 'not-allowed'],
      [403, 'not-allowed'],
    ] as const) {
      const first = await host(answer('{"message":"No such index.","status":400}', status))
      const error = await failure(transport([first.url, next.url]).send(search))
      expect(error).toMatchObject({ kind, status, message: 'No such index.' })
    }
    expect(next.requests).toHaveLength(0)
  })

  test('an answer that is not JSON is final', async () => {
    const page = await host(answer('<!doctype html>Log in to the hotel’s network'))
    const next = await host(hits)
    expect(await failure(transport([page.url, next.url]).send(search))).toMatchObject({ kind: 'bad-answer' })
    expect(next.requests).toHaveLength(0)
  })

  test('when all hosts fail, an error answer is reported before a refused connection', async () => {
    const failing = await host(answer('', 503))
    const error = await failure(transport([failing.url, await deadHost()]).send(search))
    expect(error).toMatchObject({ kind: 'server', status: 503 })
    expect(await failure(transport([await deadHost()]).send(search))).toMatchObject({ kind: 'unreachable' })
  })
})

test('without a network the error is `offline`, and no host is marked as failed', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const kept = storage()
  const error = await failure(transport([await deadHost()], { storage: kept }).send(search))
  vi.unstubAllGlobals()
  expect(error).toMatchObject({ kind: 'offline' })
  expect(kept.items.size).toBe(0)
})

test('the hosts of the hosted provider are the nearest, then the others in any order', async () => {
  const asked: string[] = []
  const refuse = (url: string) => {
    asked.push(new URL(url).origin + new URL(url).pathname)
    return Promise.reject(new TypeError('refused'))
  }
  await failure(transport(providerHosts('app'), { fetch: refuse as typeof fetch }).send(search))
  const path = '/1/indexes/*/queries'
  expect(asked[0]).toBe(`https://app-dsn.algolia.net${path}`)
  expect(asked.slice(1).toSorted()).toEqual([1, 2, 3].map((number) => `https://app-${number}.algolianet.com${path}`))
})

describe('time-outs', () => {
  test('the headers must arrive within 1 s; a single slow host gets 4 s in its second attempt', async () => {
    const clock = manualClock()
    const slow = await host(silent)
    const failing = failure(transport([slow.url], { clock }).send(search))
    await slow.reached(1)
    clock.advance(999)
    expect(slow.requests).toHaveLength(1)
    clock.advance(1)
    await slow.reached(2)
    clock.advance(3999)
    expect(clock.timers).toHaveLength(1)
    clock.advance(1)
    expect(await failing).toMatchObject({ kind: 'timeout' })
    expect(slow.requests).toHaveLength(2)
  })

  test('a first byte after 3 s is accepted in the second attempt', async () => {
    const clock = manualClock()
    const waiting: ServerResponse[] = []
    const slow = await host((_request, response) => waiting.push(response))
    const result = transport([slow.url], { clock }).send(search)
    await slow.reached(1)
    clock.advance(1000)
    await slow.reached(2)
    clock.advance(3000)
    waiting[1]?.end('{"results":[]}')
    expect(await result).toEqual({ results: [] })
  })

  test('the next call gives a slow host more time at once', async () => {
    const clock = manualClock()
    const slow = await host(silent)
    const asking = transport([slow.url], { clock })
    const first = failure(asking.send(search))
    await slow.reached(1)
    clock.advance(1000)
    await slow.reached(2)
    clock.advance(4000)
    await first
    const stop = new AbortController()
    const second = failure(asking.send(search, { signal: stop.signal }))
    await timerAt(clock, 4000)
    stop.abort()
    await second
  })

  test('each next host gets more time than the one before', async () => {
    const clock = manualClock()
    const hosts = [await host(silent), await host(silent), await host(silent)]
    const failing = failure(
      transport(
        hosts.map(({ url }) => url),
        { clock },
      ).send(search),
    )
    for (const [at, seconds] of [1, 4, 5, 6, 7, 8].entries()) {
      await hosts[at % 3]?.reached(at < 3 ? 1 : 2)
      await timerAt(clock, seconds * 1000)
      clock.advance(seconds * 1000)
    }
    expect(await failing).toMatchObject({ kind: 'timeout' })
  })

  test('the body must arrive within 2 s for a search and 30 s for a write', async () => {
    for (const [call, milliseconds] of [
      [search, 2000],
      [write, 30_000],
    ] as const) {
      const clock = manualClock()
      const stuck = await host((_request, response) => void response.writeHead(200).write('{"results":'))
      const good = await host(hits)
      const result = transport([stuck.url, good.url], { clock }).send(call)
      await timerAt(clock, milliseconds)
      clock.advance(milliseconds)
      expect(await result).toEqual({ results: [{ hits: [] }] })
    }
  })

  test('the time-out of a large body includes its upload', async () => {
    const clock = manualClock()
    const slow = await host(silent)
    const body = 'x'.repeat(128_000 - 2)
    const stop = new AbortController()
    const failing = failure(transport([slow.url], { clock }).send({ ...write, body }, { signal: stop.signal }))
    await timerAt(clock, 2000)
    stop.abort()
    expect(await failing).toMatchObject({ kind: 'aborted' })
  })
})

describe('the memory of failed hosts', () => {
  test('a failed host is skipped for two minutes, then tried again', async () => {
    const clock = manualClock()
    const bad = await host(answer('', 500))
    const good = await host(hits)
    const { send } = transport([bad.url, good.url], { clock })
    const contacts: number[] = []
    for (const later of [0, 0, 60_000, 59_999, 1]) {
      clock.advance(later)
      const before = bad.requests.length
      await send(search)
      contacts.push(bad.requests.length - before)
    }
    expect(contacts).toEqual([1, 0, 0, 0, 1])
  })

  test('the storage keeps it across page loads', async () => {
    const clock = manualClock()
    const kept = storage()
    const bad = await host(answer('', 500))
    const good = await host(hits)
    await transport([bad.url, good.url], { clock, storage: kept }).send(search)
    await transport([bad.url, good.url], { clock, storage: kept }).send(search)
    expect(bad.requests).toHaveLength(1)
  })

  test('when every host is marked, all are tried, and a success removes the mark', async () => {
    const clock = manualClock()
    let broken = true
    const recovering = await host((request, response, number) =>
      (broken ? answer('', 500) : hits)(request, response, number),
    )
    const kept = storage()
    const marked = (): unknown => JSON.parse(kept.items.get('docent:failed-hosts') ?? '')
    const { send } = transport([recovering.url], { clock, storage: kept })
    await failure(send(search))
    expect(marked()).toHaveLength(1)
    broken = false
    expect(await send(search)).toEqual({ results: [{ hits: [] }] })
    expect(marked()).toEqual([])
  })

  test('when the unmarked hosts fail too, the marked ones are asked in the same call', async () => {
    const clock = manualClock()
    let broken = true
    const first = await host((request, response, number) =>
      (broken ? answer('', 500) : hits)(request, response, number),
    )
    const second = await host((request, response, number) =>
      (broken ? hits : answer('', 500))(request, response, number),
    )
    const { send } = transport([first.url, second.url], { clock })
    await send(search)
    broken = false
    expect(await send(search)).toEqual({ results: [{ hits: [] }] })
    expect(first.requests).toHaveLength(2)
  })

  test('an explicit retry skips no host', async () => {
    const bad = await host(answer('', 500))
    const good = await host(hits)
    const { send } = transport([bad.url, good.url], { clock: manualClock() })
    await send(search)
    await send(search, { retry: true })
    expect(bad.requests).toHaveLength(2)
  })

  test.each([
    ['invalid JSON', '{"a":'],
    ['another shape', '[1,["x"],{"a":1}]'],
  ])('a storage that holds %s is harmless', async (_name, text) => {
    const kept = storage()
    kept.items.set('docent:failed-hosts', text)
    const good = await host(hits)
    await transport([good.url], { storage: kept }).send(search)
    expect(good.requests).toHaveLength(1)
  })

  test('a failure in the future was written under another clock, and skips no host', async () => {
    const kept = storage()
    const [first, second] = [await host(hits), await host(hits)]
    kept.items.set('docent:failed-hosts', JSON.stringify([[first.url, 9e15, 'down']]))
    await transport([first.url, second.url], { storage: kept }).send(search)
    expect([first.requests.length, second.requests.length]).toEqual([1, 0])
  })

  test('a storage that throws is harmless, and this page keeps its own entries', async () => {
    const blocked = () => {
      throw new Error('blocked')
    }
    const bad = await host(answer('', 500))
    const good = await host(hits)
    const { send } = transport([bad.url, good.url], { storage: { getItem: blocked, setItem: blocked } })
    await send(search)
    await send(search)
    expect(bad.requests).toHaveLength(1)
  })
})

describe('too many requests', () => {
  test('the same host is asked again after Retry-After', async () => {
    const clock = manualClock()
    const busy = await host((request, response, number) =>
      (number === 1 ? answer('', 429, { 'retry-after': '3' }) : hits)(request, response, number),
    )
    const result = transport([busy.url], { clock }).send(search)
    await timerAt(clock, 3000)
    expect(busy.requests).toHaveLength(1)
    clock.advance(3000)
    expect(await result).toEqual({ results: [{ hits: [] }] })
  })

  test('at most three times, after one second each without Retry-After', async () => {
    const clock = manualClock()
    const busy = await host(answer('{"message":"Slow down."}', 429))
    const failing = failure(transport([busy.url], { clock }).send(search))
    for (let tries = 1; tries <= 3; tries++) {
      // Each try sets the time-outs of headers and body, then the pause.
      while (clock.set.length < 3 * tries) await new Promise((resolve) => setImmediate(resolve))
      clock.advance(1000)
    }
    expect(await failing).toMatchObject({ kind: 'rate-limited', status: 429, message: 'Slow down.' })
    expect(clock.set.slice(0, 3)).toEqual([1000, 2000, 1000])
    expect(busy.requests).toHaveLength(4)
  })

  test('a Retry-After of a minute is an error at once', async () => {
    const busy = await host(answer('', 429, { 'retry-after': '60' }))
    expect(await failure(transport([busy.url]).send(search))).toMatchObject({ kind: 'rate-limited' })
  })
})

describe('aborting', () => {
  test('ends a call at once, sends it to no other host and marks none', async () => {
    const kept = storage()
    const slow = await host(silent)
    const next = await host(hits)
    const stop = new AbortController()
    const failing = failure(transport([slow.url, next.url], { storage: kept }).send(search, { signal: stop.signal }))
    await slow.reached(1)
    stop.abort()
    expect(await failing).toMatchObject({ kind: 'aborted' })
    expect(next.requests).toHaveLength(0)
    expect(kept.items.size).toBe(0)
  })

  test('also ends a call that waits after a 429, or that has not begun', async () => {
    const clock = manualClock()
    const busy = await host(answer('', 429, { 'retry-after': '2' }))
    const stop = new AbortController()
    const { send } = transport([busy.url], { clock })
    const failing = failure(send(search, { signal: stop.signal }))
    await timerAt(clock, 2000)
    stop.abort()
    expect(await failing).toMatchObject({ kind: 'aborted' })
    expect(await failure(send(search, { signal: stop.signal }))).toMatchObject({ kind: 'aborted' })
    expect(busy.requests).toHaveLength(1)
  })
})

describe('the search client', () => {
  test('has the three calls of a search box', async () => {
    const server = await host(answer('{"results":[],"hits":[],"facetHits":[]}'))
    const client = createClient({ hosts: [server.url], appId: 'docent', apiKey: 'k' })
    await client.search([{ indexName: 'docs', query: 'a' }])
    await client.searchIndex('my docs', { query: 'b' })
    await client.searchFacetValues('docs', 'version', { facetQuery: '1' })
    expect(server.requests.map(({ url }) => url?.split('?')[0])).toEqual([
      '/1/indexes/*/queries',
      '/1/indexes/my%20docs/query',
      '/1/indexes/docs/facets/version/query',
    ])
    expect(server.bodies).toEqual([
      '{"requests":[{"indexName":"docs","query":"a"}]}',
      '{"query":"b"}',
      '{"facetQuery":"1"}',
    ])
  })

  test('an answer is cached for five minutes, until a retry or `clearCache`', async () => {
    const clock = manualClock()
    const server = await host(hits)
    const client = createClient({ hosts: [server.url], appId: 'docent', apiKey: 'k', clock })
    const ask = (retry = false) => client.search([{ indexName: 'docs', query: 'a' }], { retry })
    const asked: number[] = []
    for (const before of [() => undefined, () => clock.advance(299_999), () => clock.advance(1), client.clearCache]) {
      before()
      await ask()
      asked.push(server.requests.length)
    }
    await ask(true)
    asked.push(server.requests.length)
    expect(asked).toEqual([1, 1, 2, 3, 4])
  })

  test('a failure or an answer of another shape is not cached', async () => {
    const server = await host((request, response, number) =>
      (number === 1 ? answer('{"results":7}') : hits)(request, response, number),
    )
    const client = createClient({ hosts: [server.url], appId: 'docent', apiKey: 'k' })
    expect(await failure(client.search([]))).toMatchObject({ kind: 'bad-answer' })
    expect(await client.search([])).toEqual({ results: [{ hits: [] }] })
  })
})
