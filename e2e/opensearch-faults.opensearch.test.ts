/**
 * Processes are killed (SIGKILL) while public clients write and search through two Docent servers over three nodes: a
 * node, the elected manager, a Docent server, in turn. What must hold: no acknowledged write is lost; searches fail for at
 * most 5 s after a node's death; when a server dies, the clients' fail-over shows no failed search at all.
 *
 * `npm test` has one fault of each kind, `npm run opensearch-faults` many.
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
  electedManager,
  killNode,
  launchNode,
  type TestCluster,
  waitForCluster,
} from '../packages/server/src/testing/opensearch/cluster.ts'
import { withOpenSearch } from '../packages/server/src/testing/opensearch/shared-cluster.ts'
import { exitCode, nextOutput, start, stopAll } from './docent-process.ts'

const FAULTS = Number(process.env.DOCENT_FAULTS ?? 3)
/** How long (ms) searches may fail. */
const MOST_ERRORS_MS = 5000
/** What goes on before and after each fault (ms): long enough for every kind of request to meet it. */
const AROUND_MS = 1000
const INDEX = 'log'

interface Server {
  port: number
  process: ChildProcess
}

/** Searches since the last fault. */
interface Searched {
  answered: number
  /** Moments of failed ones, in ms after the fault, and what they said. */
  failed: { ms: number; message: string }[]
}

withOpenSearch('faults', (cluster) => {
  const prefix = `faults-${randomBytes(4).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'docent-faults-'))
  const servers: Server[] = []
  let client: Algoliasearch

  const startServer = async (name: string, port: number): Promise<Server> => {
    const data = join(folder, `.${name}`)
    const child = start('serve', folder, '--port', String(port), '--data', data, '--quiet', '--log', 'off')
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
          await delay(AROUND_MS)
          const before = load.acknowledged.size
          const mend = await strike(kind, fault)
          const searched = load.fromNow()
          await expect.poll(() => load.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 3)
          await delay(AROUND_MS)
          await mend()
          const { answered, failed } = searched
          const errorsMs = failed.at(-1)?.ms ?? 0
          const what = `${kind} ${fault + 1}: ${answered} searches, ${failed.length} failed, the last after ${Math.round(errorsMs)} ms; ${load.acknowledged.size} writes acknowledged, ${load.unknown} unknown`
          console.log(what)
          for (const { ms, message } of failed) console.log(`  ${Math.round(ms)} ms: ${message}`)
          expect(answered).toBeGreaterThan(0)
          expect(errorsMs, failed.map(({ message }) => message).join('\n')).toBeLessThanOrEqual(MOST_ERRORS_MS)
          if (kind === 'server') expect(failed).toEqual([])
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
    120_000 + FAULTS * 90_000,
  )

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

/** One writer and one searcher that go on whatever happens, until they are stopped. */
function startLoad(client: () => Algoliasearch) {
  const acknowledged = new Set<string>()
  let unknown = 0
  const stop = new AbortController()
  let since = performance.now()
  let searched: Searched = { answered: 0, failed: [] }

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
    }
  }
  const search = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await client().searchSingleIndex({ indexName: INDEX, searchParams: { query: 'first', hitsPerPage: 1 } })
        searched.answered++
      } catch (error) {
        searched.failed.push({ ms: performance.now() - since, message: (error as Error).message })
        await delay(20)
      }
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
      searched = { answered: 0, failed: [] }
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

/** The admin key, as it lies in the cluster: the command does not list it. */
async function adminKeys({ nodes }: TestCluster, prefix: string): Promise<string[]> {
  const response = await fetch(`${nodes[0]?.url}/${prefix}-state/_doc/keys`)
  const { _source } = (await response.json()) as { _source: { keys: { value: string; acl: string[] }[] } }
  return _source.keys.filter(({ acl }) => acl.includes('admin')).map(({ value }) => value)
}
