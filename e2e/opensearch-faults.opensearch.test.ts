/**
 * Processes are killed (SIGKILL) while public clients write and search through two Docent servers over three nodes: a
 * node, the elected manager, a Docent server, in turn. What must hold: no acknowledged write is lost; searches fail for at
 * most 5 s after a node's death; when a server dies, the clients' fail-over shows no failed search at all.
 *
 * `npm test` has one fault of each kind, `npm run proof -- opensearch-faults` many, and more than one node gone.
 */

import { randomBytes } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { type Algoliasearch, algoliasearch } from 'algoliasearch'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  type ClusterNode,
  electedManager,
  killNode,
  launchNode,
  type TestCluster,
  waitForCluster,
} from '../packages/opensearch/src/testing/cluster.ts'
import { withOpenSearch } from '../packages/opensearch/src/testing/shared-cluster.ts'
import { exitCode, nextOutput, start, stopAll } from './docent-process.ts'

const FAULTS = Number(process.env.DOCENT_FAULTS ?? 3)
/** How long (ms) searches may fail after a fault. */
const MOST_ERRORS_MS = 5000
/**
 * What a server says when a search took too long. On a machine that is busy with more than this (three starting JVMs are
 * enough for two cores), that may happen at any time; so it counts as a failure only for the time without any answer.
 */
const TOO_SLOW = /did not answer in time|took longer than/
/**
 * How long (ms) killed nodes may take to be back, and first copies of shards that only they have: two JVMs that start
 * beside other work on two cores take up to a minute. Twice that.
 */
const NODES_BACK_MS = 120_000
/**
 * How long (ms) it may take after that until everything is written again. Three shards are needed one after the other (the
 * lease, the log, the index), and each may have a primary that the operator has to start again: 5 s until OpenSearch
 * reports it, some seconds to start. Rounded up.
 */
const WRITES_BACK_MS = 90_000
/** How long (ms) the last copies may take: OpenSearch makes two at a time on a node. */
const COPIES_BACK_MS = 120_000
/** What goes on before and after each fault (ms): long enough for every kind of request to meet it. */
const AROUND_MS = 1000
/** Between two requests (ms): the faults are the test, not the load. */
const PAUSE_MS = 20
const INDEX = 'log'

interface Server {
  port: number
  process: ChildProcess
}

/** Searches since the last fault. */
interface Searched {
  answered: number
  /** The longest time (ms) without an answer. */
  gapMs: number
  lastAnswer: number
  slow: number
  /** Moments of those that failed otherwise, in ms after the fault, and what was said. */
  failed: { ms: number; message: string }[]
}

withOpenSearch('faults', (cluster) => {
  const prefix = `faults-${randomBytes(4).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'docent-faults-'))
  const servers: Server[] = []
  let client: Algoliasearch

  const startServer = async (name: string, port: number): Promise<Server> => {
    const data = join(folder, `.${name}`)
    const child = start('serve', folder, '--port', String(port), '--data', data, '--quiet')
    const url = /http:\S+/.exec(await nextOutput(child, /http:\S+/))?.[0] ?? ''
    return { port: Number(new URL(url).port), process: child }
  }

  beforeAll(async () => {
    writeFileSync(join(folder, 'index.md'), '# Gears\n\nAll about gears.\n')
    const backend = { type: 'opensearch', nodes: cluster.nodes.map(({ url }) => url), prefix }
    writeFileSync(join(folder, 'docent.config.json'), JSON.stringify({ backend }))
    servers.push(await startServer('one', 0), await startServer('two', 0))
    const [admin] = await adminKeys(cluster, prefix)
    const hosts = servers.map(
      ({ port }) => ({ url: '127.0.0.1', port, accept: 'readWrite', protocol: 'http' }) as const,
    )
    client = algoliasearch('docent', admin ?? '', { hosts: [...hosts] })
    const { taskID } = await client.saveObject({ indexName: INDEX, body: { objectID: 'first', n: -1 } })
    await client.waitForTask({ indexName: INDEX, taskID })
  }, 240_000)
  afterAll(async () => {
    await stopAll()
    await fetch(`${cluster.nodes[0]?.url}/${prefix}-*`, { method: 'DELETE' })
    rmSync(folder, { recursive: true, force: true })
  })

  test(
    `after ${FAULTS} faults every acknowledged write is there, and searches have failed for 5 s at most`,
    async () => {
      const load = startLoad(() => client)
      try {
        for (let fault = 0; fault < FAULTS; fault++) {
          const kind = (['node', 'manager', 'server'] as const)[fault % 3] ?? 'node'
          // On a busy machine second copies come late, and what one node alone holds goes with it: one fault at a time.
          await expectAllCopies()
          await delay(AROUND_MS)
          const before = load.acknowledged.size
          const searched = load.fromNow()
          const mend = await strike(kind, fault)
          await expect.poll(() => load.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 3)
          await delay(AROUND_MS)
          await mend()
          const { answered, gapMs, slow, failed } = searched
          const errorsMs = failed.at(-1)?.ms ?? 0
          console.log(
            `${fault + 1}. ${kind}: ${answered} searches answered, ${slow} too slow, ${failed.length} failed (until ${Math.round(errorsMs)} ms after the fault), at most ${Math.round(gapMs)} ms without an answer; ${load.acknowledged.size} records acknowledged so far, ${load.unknown} writes failed`,
          )
          const said = failed.map(({ ms, message }) => `${Math.round(ms)} ms: ${message}`).join('\n')
          // The faults go on: what they may cost is one question, whether a write is lost another.
          expect.soft(gapMs, `without an answer around fault ${fault + 1}`).toBeLessThanOrEqual(MOST_ERRORS_MS)
          expect.soft(errorsMs, said).toBeLessThanOrEqual(kind === 'server' ? 0 : MOST_ERRORS_MS)
        }
      } finally {
        await load.stop()
      }
      const { taskID } = await client.saveObject({ indexName: INDEX, body: { objectID: 'last', n: -2 } })
      await client.waitForTask({ indexName: INDEX, taskID })
      for (const { port } of servers) {
        const found = await allIds(port, client)
        expect([...load.acknowledged].filter((id) => !found.has(id))).toEqual([])
      }
    },
    120_000 + FAULTS * 180_000,
  )

  test.runIf(FAULTS > 3)(
    'with two of three nodes gone every request is answered, and all is well when they are back',
    async () => {
      // While a copy is missing, one node alone may acknowledge a write, and it may be one of those that go.
      await expectAllCopies()
      const survivor = await lastStand()
      const others = cluster.nodes.filter((node) => node !== survivor)
      await Promise.all(others.map(killNode))
      // One goes a moment before the other: meanwhile the third may have become the only copy in use, which takes writes.
      const acknowledged: string[] = []
      const searched: number[] = []
      for (let n = 0; n < 10; n++) {
        for (const [path, body] of [
          ['query', { query: 'first' }],
          ['batch', added(`alone-${n}`)],
        ] as const) {
          const { status, text } = await ask(servers[n % 2]?.port ?? 0, `indexes/${INDEX}/${path}`, body)
          expect([200, 429, 503], text).toContain(status)
          if (path === 'query') searched.push(status)
          else if (status === 200) acknowledged.push(`alone-${n}`)
          expect(text).not.toMatch(/127\.0\.0\.1|faults-|exception|\.ts:/)
        }
      }
      // One copy is left of what is searched for, and it is enough.
      expect(searched.slice(-5)).toContain(200)
      const health = async (): Promise<string> => {
        const answer = await (await fetch(`${survivor.url}/_cluster/health?cluster_manager_timeout=1s`)).json()
        const { number_of_nodes: count, status } = answer as { number_of_nodes?: number; status?: string | number }
        return `${count} nodes, ${status}`
      }
      for (const node of others) launchNode(cluster, node)
      await expect.poll(health, { timeout: NODES_BACK_MS, interval: 500 }).toMatch(/^3 nodes, (yellow|green)/)
      const operator = operate(cluster, prefix)
      const again = { timeout: WRITES_BACK_MS, interval: 500 }
      for (const { port } of servers) {
        const works = async (path: string, body: object): Promise<number> => (await ask(port, path, body)).status
        await expect.poll(() => works(`indexes/${INDEX}/query`, { query: 'first' }), again).toBe(200)
        await expect.poll(() => works(`indexes/${INDEX}/batch`, added(`back-${port}`)), again).toBe(200)
        // It waits for the write before it, for a moment, and then says that it is not ready.
        await expect.poll(() => works(`indexes/${INDEX}/browse`, {}), again).toBe(200)
        const found = await allIds(port, client)
        expect([...acknowledged, `back-${port}`].filter((id) => !found.has(id))).toEqual([])
      }
      // Of what nobody writes to, as well.
      await expect.poll(health, { timeout: COPIES_BACK_MS, interval: 1000 }).toBe('3 nodes, green')
      await operator.stop()
    },
    600_000,
  )

  async function expectAllCopies(): Promise<void> {
    const url = `${cluster.nodes[0]?.url}/_cluster/health?wait_for_status=green&timeout=100s`
    expect(await (await fetch(url)).json()).toMatchObject({ status: 'green', timed_out: false })
  }

  const added = (objectID: string): object => ({ requests: [{ action: 'addObject', body: { objectID } }] })

  /** Longer than any client waits. */
  const ask = async (port: number, path: string, body: object): Promise<{ status: number; text: string }> => {
    const credentials = `x-algolia-application-id=docent&x-algolia-api-key=${client.apiKey}`
    const response = await fetch(`http://127.0.0.1:${port}/1/${path}?${credentials}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, text: await response.text() }
  }

  /**
   * A node with a copy of what is searched for; the one with the second copy of the log of tasks, if it has both. That asks
   * most of everybody: the election that ends the loss makes its copies the first ones, and replaces the nodes with those
   * that were.
   */
  async function lastStand(): Promise<ClusterNode> {
    const read = async (path: string): Promise<unknown> => (await fetch(`${cluster.nodes[0]?.url}${path}`)).json()
    const head = (await read(`/${prefix}-state/_doc/head`)) as {
      _source: { indexes: { name: string; id: number; generation: number }[] }
    }
    const { id, generation } = head._source.indexes.find(({ name }) => name === INDEX) ?? {}
    const copies = (await read(`/_cat/shards/${prefix}-*?format=json&h=index,prirep,node`)) as {
      index: string
      prirep: string
      node: string
    }[]
    const has = (node: ClusterNode, index: string, kind: RegExp): boolean =>
      copies.some((copy) => copy.node === node.name && copy.index === index && kind.test(copy.prirep))
    const able = cluster.nodes.filter((node) => has(node, `${prefix}-i${id}-g${generation}`, /p|r/))
    const node = able.find((one) => has(one, `${prefix}-tasks`, /r/)) ?? able[0]
    if (!node) throw new Error(`No node has ${INDEX}`)
    return node
  }

  /** Kills; resolves with what brings it back. */
  async function strike(kind: 'node' | 'manager' | 'server', turn: number): Promise<() => Promise<void>> {
    if (kind === 'server') {
      const at = turn % 2
      const killed = servers[at]
      if (!killed) throw new Error('There are two servers')
      killed.process.kill('SIGKILL')
      await exitCode(killed.process)
      return async () => {
        servers[at] = await startServer(at === 0 ? 'one' : 'two', killed.port)
      }
    }
    const manager = await electedManager(cluster)
    const node = kind === 'manager' ? manager : cluster.nodes.find(({ name }) => name !== manager.name)
    if (!node) throw new Error('There are three nodes')
    await killNode(node)
    return async () => {
      launchNode(cluster, node)
      await waitForCluster(cluster)
    }
  }
})

const beginning = (): Searched => ({ answered: 0, gapMs: 0, lastAnswer: performance.now(), slow: 0, failed: [] })

/** What each host said before the client gave up. */
function reasonsOf(error: unknown): string[] {
  const { message, stackTrace = [] } = error as Error & { stackTrace?: { response?: { content?: string } }[] }
  return [message.split('.')[0] ?? '', ...stackTrace.map(({ response }) => response?.content ?? 'no answer')]
}

/** One writer and one searcher that go on whatever happens, until they are stopped. */
function startLoad(client: () => Algoliasearch) {
  const acknowledged = new Set<string>()
  let unknown = 0
  const stop = new AbortController()
  let since = performance.now()
  let searched: Searched = beginning()

  const write = async (): Promise<void> => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const ids = [`${n}a`, `${n}b`]
      const requests = ids.map((objectID) => ({ action: 'addObject', body: { objectID, n } }) as const)
      try {
        await client().batch({ indexName: INDEX, batchWriteParams: { requests: [...requests] } })
        for (const id of ids) acknowledged.add(id)
      } catch {
        // It may have been done, or not.
        unknown++
      }
      await delay(PAUSE_MS)
    }
  }
  const search = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await client().searchSingleIndex({ indexName: INDEX, searchParams: { query: 'first', hitsPerPage: 1 } })
        const now = performance.now()
        searched.answered++
        searched.gapMs = Math.max(searched.gapMs, now - searched.lastAnswer)
        searched.lastAnswer = now
      } catch (error) {
        const said = reasonsOf(error)
        if (said.some((one) => TOO_SLOW.test(one))) searched.slow++
        else searched.failed.push({ ms: performance.now() - since, message: said.join('; ') })
      }
      await delay(PAUSE_MS)
    }
  }
  const running = Promise.all([write(), search()])
  return {
    /** Records whose write was acknowledged. */
    acknowledged,
    get unknown() {
      return unknown
    },
    /** What becomes of the searches from now on. */
    fromNow(): Searched {
      since = performance.now()
      searched = beginning()
      return searched
    },
    async stop(): Promise<void> {
      stop.abort()
      await running
    },
  }
}

/** What a server gives of the index, page by page. */
async function allIds(port: number, client: Algoliasearch): Promise<Set<string>> {
  const ids = new Set<string>()
  const one = algoliasearch('docent', client.apiKey, {
    hosts: [{ url: '127.0.0.1', port, accept: 'readWrite', protocol: 'http' }],
  })
  await one.browseObjects({
    indexName: INDEX,
    browseParams: { hitsPerPage: 1000 },
    aggregator: ({ hits }) => hits.forEach(({ objectID }) => ids.add(objectID)),
  })
  return ids
}

/**
 * An operator who starts stuck primaries again, with the command that the log of a server names (`primary-stuck`), until it
 * is stopped. A write that never fits finds them: OpenSearch refuses it with one error where the primary takes writes, and
 * with another where it does not.
 */
function operate({ nodes }: TestCluster, prefix: string): { stop(): Promise<void> } {
  const end = new AbortController()
  const url = nodes[0]?.url
  const look = async (): Promise<void> => {
    const listed = await fetch(`${url}/_cat/shards/${prefix}-*?format=json&h=index,prirep,state,node`)
    const shards = (await listed.json()) as { index: string; prirep: string; state: string; node: string }[]
    for (const { index, prirep, state, node } of shards) {
      if (prirep !== 'p' || state !== 'STARTED') continue
      const path = `${index}/_doc/never?if_seq_no=0&if_primary_term=1&timeout=2s`
      const answer = await fetch(`${url}/${path}`, { method: 'PUT', headers: JSON_TYPE, body: '{}' })
      if (!(await answer.text()).includes('shard_not_in_primary_mode_exception')) continue
      const commands = [{ cancel: { index, shard: 0, node, allow_primary: true } }]
      const body = JSON.stringify({ commands })
      await fetch(`${url}/_cluster/reroute?metric=none`, { method: 'POST', headers: JSON_TYPE, body })
    }
  }
  const looking = (async () => {
    while (!end.signal.aborted) {
      await look().catch(() => undefined)
      await delay(5000, undefined, { signal: end.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      end.abort()
      await looking
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** The admin key, as it lies in the cluster: the command does not list it. */
async function adminKeys({ nodes }: TestCluster, prefix: string): Promise<string[]> {
  const response = await fetch(`${nodes[0]?.url}/${prefix}-state/_doc/keys`)
  const { _source } = (await response.json()) as { _source: { keys: { value: string; acl: string[] }[] } }
  return _source.keys.filter(({ acl }) => acl.includes('admin')).map(({ value }) => value)
}
