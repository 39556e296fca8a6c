/** The HTTP client of a cluster, against real HTTP servers that answer as nodes do, directly and through a proxy. */
import { afterEach, describe, expect, test } from 'vitest'
import { startHttp } from '../../../crawl/src/testing/start-http.ts'
import type { LogEvent } from '../../../server/src/system/log.ts'
import { makeCertificate } from '../../../server/src/testing/certificate.ts'
import { startClusterProxy, type ClusterProxy, type ProxyOptions } from '../testing/cluster-proxy.ts'
import { ClusterError, openCluster, type Cluster, type ClusterOptions } from './cluster.ts'

const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

interface Seen {
  method: string | undefined
  url: string | undefined
  type: string | undefined
  authorization: string | undefined
  text: string
}

/** A node that answers with the request that it received, or with the result of `answer`. */
async function startNode(answer?: (seen: Seen) => { status: number; body: string; headers?: Record<string, string> }) {
  const seen: Seen[] = []
  const { url, port, close } = await startHttp((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method, url, headers } = incoming
      const asked = {
        method,
        url,
        type: headers['content-type'],
        authorization: headers.authorization,
        text: Buffer.concat(chunks).toString(),
      }
      seen.push(asked)
      const { status, body, headers: more } = answer?.(asked) ?? { status: 200, body: JSON.stringify({ node: port }) }
      outgoing.writeHead(status, { 'content-type': 'application/json', ...more }).end(body)
    })
  })
  closers.push(close)
  return { url, port, seen }
}

async function startProxy(options: ProxyOptions): Promise<ClusterProxy> {
  const proxy = await startClusterProxy(options)
  closers.push(() => proxy.stop())
  return proxy
}

function open(options: ClusterOptions): { cluster: Cluster; events: LogEvent[] } {
  const events: LogEvent[] = []
  const cluster = openCluster({ log: (event) => events.push(event), ...options })
  closers.push(() => cluster.close())
  return { cluster, events }
}

/** The error of a request that is expected to fail. */
async function failure(promise: Promise<unknown>): Promise<ClusterError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ClusterError)) throw new Error(`No ClusterError: ${String(error)}`)
  return error
}

const SEARCH = ['POST', '/docs/_search', { body: { query: { match_all: {} } } }] as const
const WRITE = ['POST', '/docs/_doc', { body: { a: 1 } }] as const

describe('a request', () => {
  test('has its parameters in the URL and its body as JSON; a list is a line each', async () => {
    const node = await startNode()
    const { cluster } = open({ nodes: [`${node.url}/behind/a/path/`] })
    await cluster.request('POST', '/docs/_search', { body: { size: 0 }, query: { routing: 'a b', pretty: true } })
    await cluster.request('POST', '/_bulk', { body: [{ delete: { _id: 'é' } }, { index: {} }] })
    await cluster.request('GET', '/_cluster/health')
    expect(node.seen.map(({ method, url, type, text }) => [method, url, type, text])).toEqual([
      ['POST', '/behind/a/path/docs/_search?routing=a+b&pretty=true', 'application/json', '{"size":0}'],
      ['POST', '/behind/a/path/_bulk', 'application/x-ndjson', '{"delete":{"_id":"é"}}\n{"index":{}}\n'],
      ['GET', '/behind/a/path/_cluster/health', undefined, ''],
    ])
  })

  test('carries user and password, or the API key', async () => {
    const node = await startNode()
    await open({ nodes: [node.url], username: 'docent', password: 'pä:ss' }).cluster.request('GET', '/')
    await open({ nodes: [node.url], apiKey: 'abc' }).cluster.request('GET', '/')
    expect(node.seen.map(({ authorization }) => authorization)).toEqual([
      `Basic ${Buffer.from('docent:pä:ss').toString('base64')}`,
      'ApiKey abc',
    ])
  })

  test('that is refused throws the status, the cluster’s name of the error, and the retry-after', async () => {
    const body = JSON.stringify({ error: { type: 'rejected_execution_exception', reason: 'queue is full' } })
    const node = await startNode(() => ({ status: 429, body, headers: { 'retry-after': '7' } }))
    const error = await failure(open({ nodes: [node.url] }).cluster.request(...SEARCH))
    expect(error).toMatchObject({
      status: 429,
      type: 'rejected_execution_exception',
      retryAfter: 7,
      isUncertain: false,
    })
  })

  test('that is answered with other content than JSON throws, with any status', async () => {
    const node = await startNode((seen) => ({ status: seen.url === '/a' ? 200 : 502, body: '<html>' }))
    const { cluster } = open({ nodes: [node.url] })
    expect(await failure(cluster.request('PUT', '/a'))).toMatchObject({
      status: 0,
      type: 'not_json',
      isUncertain: true,
    })
    expect(await failure(cluster.request('PUT', '/b'))).toMatchObject({ status: 502, type: 'not_json' })
  })

  test('with too large an answer fails, and the node is still used', async () => {
    const node = await startNode((seen) => ({
      status: 200,
      body: JSON.stringify('x'.repeat(seen.url === '/a' ? 998 : 999)),
    }))
    const { cluster } = open({ nodes: [node.url], limits: { answerBytes: 1000 } })
    expect(await cluster.request('GET', '/a')).toHaveLength(998)
    expect(await failure(cluster.request('GET', '/b'))).toMatchObject({ status: 0, type: 'answer_too_large' })
    expect(await cluster.request('GET', '/a')).toHaveLength(998)
  })

  test('reuses the connection of an earlier one', async () => {
    const node = await startNode()
    const sockets = new Set<unknown>()
    const { url, close } = await startHttp((incoming, outgoing) => {
      sockets.add(incoming.socket)
      outgoing.end('{}')
    })
    closers.push(close)
    const { cluster } = open({ nodes: [url] })
    for (let i = 0; i < 5; i++) await cluster.request('GET', '/')
    expect(sockets.size).toBe(1)
    expect(node.seen).toEqual([])
  })
})

describe('TLS and authentication', () => {
  test('a cluster is trusted only by its configured authority', async () => {
    const node = await startNode()
    const user = { name: 'docent', password: 'secret' }
    const certificate = makeCertificate()
    const proxy = await startProxy({ target: node.url, certificate, user })
    const known = { nodes: [proxy.url], ca: certificate.certificate, username: 'docent' }
    expect(await open({ ...known, password: 'secret' }).cluster.request(...SEARCH)).toEqual({ node: node.port })
    expect(await failure(open({ ...known, password: 'guess' }).cluster.request(...SEARCH))).toMatchObject({
      status: 401,
    })
    const other = { ...known, ca: makeCertificate().certificate, password: 'secret' }
    for (const distrusting of [other, { nodes: [proxy.url] }]) {
      const error = await failure(open(distrusting).cluster.request(...WRITE))
      expect(error).toMatchObject({ status: 0, type: 'not_sent', isUncertain: false })
      expect(error.message).toMatch(/self-signed|certificate/)
    }
    expect(node.seen).toHaveLength(1)
  })
})

describe('several nodes', () => {
  test('are used in turn', async () => {
    const nodes = [await startNode(), await startNode(), await startNode()]
    const { cluster } = open({ nodes: nodes.map(({ url }) => url) })
    for (let i = 0; i < 9; i++) await cluster.request(...SEARCH)
    expect(nodes.map(({ seen }) => seen.length)).toEqual([3, 3, 3])
  })

  test('a node that refuses connections causes no failure, not even of a write; it is used again after its return', async () => {
    const node = await startNode()
    const proxy = await startProxy({ target: (await startNode()).url })
    const { cluster, events } = open({ nodes: [proxy.url, node.url], limits: { restMs: 1 } })
    await proxy.stop()
    for (let i = 0; i < 6; i++) await cluster.request(...WRITE)
    expect(node.seen.filter(({ method }) => method === 'POST')).toHaveLength(6)
    expect(events.map(({ event }) => event)).toEqual(['cluster-node-failed'])
    await proxy.start()
    await until(async () => {
      await cluster.request(...WRITE)
      return proxy.count > 1
    })
    expect(events.map(({ event }) => event)).toEqual(['cluster-node-failed', 'cluster-node-back'])
  })

  test('a search with a lost connection is repeated on another node; a write is not repeated', async () => {
    const node = await startNode()
    const proxy = await startProxy({ target: (await startNode()).url })
    for (const manner of ['reset', 'cut'] as const) {
      proxy.manner = manner
      const { cluster } = open({ nodes: [proxy.url, node.url] })
      const before = node.seen.length
      expect(await cluster.request(...SEARCH)).toEqual({ node: node.port })
      expect(node.seen).toHaveLength(before + 1)
      const { cluster: writing } = open({ nodes: [proxy.url, node.url] })
      const error = await failure(writing.request(...WRITE))
      expect(error).toMatchObject({ status: 0, type: 'connection_lost', isUncertain: true })
      expect(node.seen).toHaveLength(before + 1)
      const { cluster: repeating } = open({ nodes: [proxy.url, node.url] })
      expect(await repeating.request('PUT', '/docs/_doc/1', { body: {}, repeatable: true })).toEqual({
        node: node.port,
      })
    }
  })

  test('requests to a node without a cluster are sent to another one', async () => {
    const body = JSON.stringify({ error: { type: 'cluster_manager_not_discovered_exception', reason: '' } })
    const alone = await startNode(() => ({ status: 503, body }))
    const node = await startNode()
    const { cluster } = open({ nodes: [alone.url, node.url] })
    for (let i = 0; i < 4; i++) expect(await cluster.request(...WRITE)).toEqual({ node: node.port })
    expect(alone.seen).toHaveLength(1)
  })

  test('a node that does not answer delays one request, and is excluded then', async () => {
    const node = await startNode()
    const proxy = await startProxy({ target: node.url })
    proxy.manner = 'silent'
    const { cluster, events } = open({ nodes: [proxy.url, node.url], limits: { probeMs: 20 } })
    const error = await failure(cluster.request('POST', '/docs/_search', { timeoutMs: 50 }))
    expect(error).toMatchObject({ status: 0, type: 'timeout', isUncertain: true })
    await until(async () => events.length > 0)
    for (let i = 0; i < 4; i++) await cluster.request(...SEARCH)
    // The search, and the probe after it.
    expect(proxy.count).toBe(2)
  })
})

describe('one address', () => {
  test('a search on an idle connection that was closed opens another one', async () => {
    let reset = false
    const sockets = new Set<unknown>()
    const { url, close } = await startHttp((incoming, outgoing) => {
      sockets.add(incoming.socket)
      if (reset && sockets.size === 1) incoming.socket.destroy()
      else outgoing.end('{}')
    })
    closers.push(close)
    const { cluster } = open({ nodes: [url] })
    await cluster.request(...SEARCH)
    reset = true
    expect(await cluster.request(...SEARCH)).toEqual({})
    expect(sockets.size).toBeGreaterThan(1)
  })
})

describe('an outage', () => {
  test('is reported at once when no node accepts connections, and ends by itself', async () => {
    const proxy = await startProxy({ target: (await startNode()).url })
    const { cluster } = open({ nodes: [proxy.url], limits: { restMs: 1, openMs: 1 } })
    await proxy.stop()
    expect(await failure(cluster.request(...WRITE))).toMatchObject({ status: 0, isUncertain: false })
    await proxy.start()
    await until(() =>
      cluster.request(...SEARCH).then(
        () => true,
        () => false,
      ),
    )
    await cluster.request(...WRITE)
  })

  test('after several timeouts of searches further ones are refused without a request; other requests are sent', async () => {
    const proxy = await startProxy({ target: (await startNode()).url })
    const { cluster, events } = open({
      nodes: [proxy.url],
      limits: { failures: 3, openMs: 60_000, maxOpenMs: 60_000, probeMs: 60_000 },
    })
    proxy.manner = 'silent'
    for (let i = 0; i < 3; i++)
      expect((await failure(cluster.request('POST', '/docs/_search', { timeoutMs: 20 }))).type).toBe('timeout')
    const asked = proxy.count
    expect(await failure(cluster.request(...SEARCH))).toMatchObject({
      status: 0,
      type: 'circuit_open',
      isUncertain: false,
    })
    expect(proxy.count).toBe(asked)
    expect(events.map(({ event }) => event)).toEqual(['cluster-failed'])
    proxy.manner = 'pass'
    await cluster.request(...WRITE)
  })

  test('a refusal of the cluster is no failure', async () => {
    const node = await startNode(() => ({ status: 404, body: '{}' }))
    const { cluster } = open({ nodes: [node.url], limits: { failures: 2 } })
    for (let i = 0; i < 5; i++) expect((await failure(cluster.request(...SEARCH))).status).toBe(404)
  })

  test('an answer that is too large is no failure of the cluster: one client could stop the searches of all', async () => {
    const node = await startNode(() => ({ status: 200, body: JSON.stringify({ text: 'x'.repeat(2000) }) }))
    const { cluster } = open({ nodes: [node.url], limits: { failures: 2, answerBytes: 1000 } })
    for (let i = 0; i < 5; i++) expect((await failure(cluster.request(...SEARCH))).type).toBe('answer_too_large')
  })
})

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await check())) {
    if (performance.now() > end) throw new Error('What was waited for did not happen')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('closing ends a request without an answer at once, and no further one is sent', async () => {
  const asked = Promise.withResolvers<void>()
  const { url, close } = await startHttp(() => asked.resolve())
  closers.push(close)
  const { cluster } = open({ nodes: [url] })
  const waiting = failure(cluster.request(...SEARCH))
  await asked.promise
  cluster.close()
  expect((await waiting).status).toBe(0)
  expect(await failure(cluster.request(...WRITE))).toMatchObject({ type: 'closed', isUncertain: false })
})

test('the reason of a refusal is one line', async () => {
  const body = JSON.stringify({ error: { type: 'x', reason: 'no\n\u001B[31m\r\n second line' } })
  const node = await startNode(() => ({ status: 400, body }))
  const { cluster } = open({ nodes: [node.url] })
  expect((await failure(cluster.request(...WRITE))).message).toMatch(/: no \[31m second line$/)
})
