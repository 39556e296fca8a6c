/**
 * Processes are killed (SIGKILL) while public clients write and search through two Docent servers over three nodes: in turn
 * a node, the elected manager, a Docent server. Requirements: no acknowledged write is lost; searches fail for at most 5 s
 * after a node is killed; when a server is killed, the clients' failover hides it from all searches.
 *
 * `npm test` runs one fault of each kind, `npm run proof -- opensearch-faults` many, and the loss of two nodes.
 */

import { randomBytes } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
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
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { withOpenSearch } from '../packages/opensearch/src/testing/shared-cluster.ts'
import { exitCode, nextOutput, start, stopAll } from './docent-process.ts'

const FAULTS = Number(process.env.DOCENT_FAULTS ?? 3)
/** Maximum time (ms) for which searches may fail after a fault. */
const MAX_ERRORS_MS = 5000
/**
 * The message of a server for a search that took too long. On a busy machine that may happen at any time (three starting
 * JVMs are enough for two cores), so it counts only towards the time without any answer.
 */
const TOO_SLOW = /did not answer in time|took longer than/
/**
 * Maximum time (ms) until killed nodes and the primaries that only they have are back: two JVMs that start beside other
 * work on two cores take up to a minute. Doubled.
 */
const NODES_BACK_MS = 120_000
/**
 * Maximum time (ms) after that until writes work again. Three shards are needed one after the other (the lease, the log,
 * the index), and the operator may have to restart the primary of each: 5 s until OpenSearch reports it, some seconds to
 * start. Rounded up.
 */
const WRITES_BACK_MS = 90_000
/** Maximum time (ms) until all replica shards are back: OpenSearch makes two at a time on a node. */
const COPIES_BACK_MS = 120_000
/** Duration of the load before and after each fault (ms): long enough for every kind of request. */
const AROUND_MS = 1000
/** Pause between two requests (ms): the test is about faults, not about load. */
const PAUSE_MS = 20
const INDEX = 'log'

interface Server {
  port: number
  process: ChildProcess
  /** Its log, oldest first. */
  log: string[]
}

/** Searches since the last fault. */
interface Searched {
  answered: number
  /** The longest time (ms) without an answer. */
  gapMs: number
  lastAnswer: number
  slow: number
  /** Other failures: time after the fault (ms) and message. */
  failed: { ms: number; message: string }[]
}

withOpenSearch('faults', (cluster) => {
  const prefix = `faults-${randomBytes(4).toString('hex')}`
  const folder = folderOf()
  const servers: Server[] = []
  let client: Algoliasearch

  const startServer = async (name: string, port: number): Promise<Server> => {
    const data = join(folder, `.${name}`)
    const child = start('serve', folder, '--port', String(port), '--data', data, '--quiet')
    const log: string[] = []
    child.stderr?.on('data', (chunk) => log.push(String(chunk)))
    const url = /http:\S+/.exec(await nextOutput(child, /http:\S+/))?.[0] ?? ''
    return { port: Number(new URL(url).port), process: child, log }
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
  })

  test(
    `after ${FAULTS} faults every acknowledged write exists, and searches have failed for at most 5 s`,
    async () => {
      const load = startLoad(() => client)
      const operator = operate(cluster, prefix)
      try {
        for (let fault = 0; fault < FAULTS; fault++) {
          const kind = (['node', 'manager', 'server'] as const)[fault % 3] ?? 'node'
          // A shard without a replica is lost with its node, so each fault waits until all replicas are back.
          await expectAllCopies()
          await delay(AROUND_MS)
          const before = load.acknowledged.size
          const searched = load.fromNow()
          const restore = await kill(kind, fault)
          await expect
            .poll(() => load.acknowledged.size, { timeout: WRITES_BACK_MS, message: `writes after fault ${fault + 1}` })
            .toBeGreaterThan(before + 3)
            .catch(explained)
          await delay(AROUND_MS)
          await restore()
          const { answered, gapMs, slow, failed } = searched
          const errorsMs = failed.at(-1)?.ms ?? 0
          console.log(
            `${fault + 1}. ${kind}: ${answered} searches answered, ${slow} too slow, ${failed.length} failed (until ${Math.round(errorsMs)} ms after the fault), at most ${Math.round(gapMs)} ms without an answer; ${load.acknowledged.size} records acknowledged so far, ${load.unknown} writes failed`,
          )
          const messages = failed.map(({ ms, message }) => `${Math.round(ms)} ms: ${message}`).join('\n')
          // `soft`, so that the check for lost writes runs even when searches failed for too long.
          expect.soft(gapMs, `without an answer around fault ${fault + 1}`).toBeLessThanOrEqual(MAX_ERRORS_MS)
          expect.soft(errorsMs, messages).toBeLessThanOrEqual(kind === 'server' ? 0 : MAX_ERRORS_MS)
        }
      } finally {
        await load.stop()
        await operator.stop()
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
    'with two of three nodes killed every request is answered, and all works when they are back',
    async () => {
      // While a replica is missing, a single node may acknowledge a write, and it may be one of the killed ones.
      await expectAllCopies()
      const survivor = await chooseSurvivor()
      const others = cluster.nodes.filter((node) => node !== survivor)
      await Promise.all(others.map(killNode))
      // The nodes do not end at the same instant: in between, the third may become the only copy and accept writes.
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
      // One copy of the searched index is left, which is enough for searches.
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
        // Browsing waits briefly for the write before it, and then answers that it is not ready.
        await expect.poll(() => works(`indexes/${INDEX}/browse`, {}), again).toBe(200)
        const found = await allIds(port, client)
        expect([...acknowledged, `back-${port}`].filter((id) => !found.has(id))).toEqual([])
      }
      // Also the shards of indexes without writes.
      await expect.poll(health, { timeout: COPIES_BACK_MS, interval: 1000 }).toBe('3 nodes, green')
      await operator.stop()
    },
    600_000,
  )

  /** Prints the ends of the servers' logs, which name the cause. */
  function explained(error: unknown): never {
    for (const { port, log } of servers) console.log(`log of the server on ${port}:\n${log.slice(-30).join('')}`)
    throw error
  }

  async function expectAllCopies(): Promise<void> {
    const url = `${cluster.nodes[0]?.url}/_cluster/health?wait_for_status=green&timeout=100s`
    expect(await (await fetch(url)).json()).toMatchObject({ status: 'green', timed_out: false })
  }

  const added = (objectID: string): object => ({ requests: [{ action: 'addObject', body: { objectID } }] })

  /** A request with a time-out (30 s) longer than any client's. */
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
   * The node that is not killed: one with a copy of the searched index, preferably also with the replica of the log of
   * tasks. That is the hardest case, since its replicas become primaries after the election.
   */
  async function chooseSurvivor(): Promise<ClusterNode> {
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

  /** Kills a process; resolves with the function that restarts it. */
  async function kill(kind: 'node' | 'manager' | 'server', turn: number): Promise<() => Promise<void>> {
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

const nothingSearched = (): Searched => ({ answered: 0, gapMs: 0, lastAnswer: performance.now(), slow: 0, failed: [] })

/** The messages of all hosts in a client's final error. */
function reasonsOf(error: unknown): string[] {
  const { message, stackTrace = [] } = error as Error & { stackTrace?: { response?: { content?: string } }[] }
  return [message.split('.')[0] ?? '', ...stackTrace.map(({ response }) => response?.content ?? 'no answer')]
}

/** Starts one writer and one searcher, which continue after failures until they are stopped. */
function startLoad(client: () => Algoliasearch) {
  const acknowledged = new Set<string>()
  let unknown = 0
  const stop = new AbortController()
  let since = performance.now()
  let searched: Searched = nothingSearched()

  const write = async (): Promise<void> => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const ids = [`${n}a`, `${n}b`]
      const requests = ids.map((objectID) => ({ action: 'addObject', body: { objectID, n } }) as const)
      try {
        await client().batch({ indexName: INDEX, batchWriteParams: { requests: [...requests] } })
        for (const id of ids) acknowledged.add(id)
      } catch {
        // The write may have been applied or not.
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
        const reasons = reasonsOf(error)
        if (reasons.some((one) => TOO_SLOW.test(one))) searched.slow++
        else searched.failed.push({ ms: performance.now() - since, message: reasons.join('; ') })
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
    /** Counts of the searches from now on; updated while the load runs. */
    fromNow(): Searched {
      since = performance.now()
      searched = nothingSearched()
      return searched
    },
    async stop(): Promise<void> {
      stop.abort()
      await running
    },
  }
}

/** The ids of all records of the index, browsed through one server. */
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
 * Simulates an operator who restarts stuck primaries with the command in a server's log (`primary-stuck`), until it is
 * stopped, and prints each restart. A write with a wrong sequence number detects them: OpenSearch's error for it differs between
 * working and stuck primaries.
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
      console.log(`the operator restarts the stuck primary of ${index} on ${node}`)
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

/** The admin keys, read from the cluster, since the command does not list them. */
async function adminKeys({ nodes }: TestCluster, prefix: string): Promise<string[]> {
  const response = await fetch(`${nodes[0]?.url}/${prefix}-state/_doc/keys`)
  const { _source } = (await response.json()) as { _source: { keys: { value: string; acl: string[] }[] } }
  return _source.keys.filter(({ acl }) => acl.includes('admin')).map(({ value }) => value)
}
