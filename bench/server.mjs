/**
 * The search API under load, compared with its parts in one run: the server with real queries, the same server
 * with a constant answer of the same size (the cost of HTTP), and the engine alone, searching and writing its hits as in
 * the server: in one thread, and on all cores.
 *
 *     npm run bench -- server [--seconds N] [--connections N] [--rounds N]
 *
 * Records and queries: `k8s-en` of `../shared/relevance`. The generator runs in this process, on the same cores, so
 * requests per second depend on its cost; the cost of a request is the CPU time of the server's process. Reading an
 * answer of 100 kB takes `open-loop.mjs` 0.07 ms, as much as `wrk`.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { readJsonLines } from '../packages/cli/src/records/json-lines.ts'
import { buildIndex, DOCS_SETTINGS } from '../packages/engine/src/index.ts'
import { engineCost } from './engine-alone.mjs'
import { closedLoop, percentiles } from './open-loop.mjs'
import { docsearchRequests, sharedCorpus, startServer } from './serving.mjs'

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '2' },
  },
})
const WARM_SECONDS = 12

const corpus = sharedCorpus('k8s-en')
if (!corpus) {
  console.log('The server bench needs ../shared/relevance/dev/k8s-en beside the repository; there is none.')
  process.exit(0)
}

const dataDir = mkdtempSync(join(tmpdir(), 'docent-bench-'))
const server = await startServer(dataDir, { records: corpus.records })
try {
  const requests = await docsearchRequests(corpus.queries, server)
  const bytes = await meanSize(requests.slice(0, 200))
  await server.setConstant(bytes)
  const constant = requests.map((request) => ({ ...request, path: '/constant' }))
  const index = await indexOf(corpus.records)
  // Each thread compiles its hot code: before that, the compiler takes a third of the CPU.
  await load(requests, WARM_SECONDS)
  console.log(`${requests.length} queries, answers of ${(bytes / 1000).toFixed(1)} kB on average`)
  for (let round = 1; round <= Number(values.rounds); round++) {
    const rows = [
      { what: 'server', ...(await load(requests, Number(values.seconds))) },
      { what: 'constant', ...(await load(constant, Number(values.seconds))) },
      { what: 'engine, one thread', ...(await engineCost(index, requests, 1)) },
      { what: 'engine, each core', ...(await engineCost(index, requests, availableParallelism())) },
    ]
    console.table(rows)
  }
} finally {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function meanSize(sample) {
  let total = 0
  for (const { method, path, headers, body } of sample) {
    const response = await fetch(server.url + path, { method, headers, body })
    if (!response.ok) throw new Error(await response.text())
    total += (await response.arrayBuffer()).byteLength
  }
  return Math.round(total / sample.length)
}

/** Sends requests for `seconds`. CPU is that of the server's process for each answer, and of this one. */
async function load(list, seconds) {
  const [before, own] = [await server.cpuMs(), process.cpuUsage()]
  const { count, ...figures } = await ask(list, seconds)
  const { user, system } = process.cpuUsage(own)
  const each = (ms) => Number((ms / count).toFixed(3))
  return {
    'per second': Math.round(count / seconds),
    'CPU ms each': each((await server.cpuMs()) - before),
    'generator ms': each((user + system) / 1000),
    ...figures,
  }
}

async function ask(requests, seconds) {
  const samples = await closedLoop({ url: server.url, requests, clients: Number(values.connections), seconds })
  const { p50, p99 } = percentiles(samples)
  const failed = samples.filter(({ status }) => status !== 200).length
  return { count: samples.length, 'p50 ms': p50, 'p99 ms': p99, failed }
}

/** Builds the index that `engine-alone.mjs` searches. */
async function indexOf(file) {
  const records = (await readJsonLines(file)).map(({ value }) => value)
  const path = join(dataDir, 'engine.index')
  writeFileSync(path, buildIndex(records, DOCS_SETTINGS))
  return path
}
