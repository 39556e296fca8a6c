/**
 * The search on OpenSearch beside the embedded engine: the same records, the same queries, in one run.
 *
 *     npm run bench -- opensearch [FOLDER] [--url URL] [--corpus NAME] [--records N] [--queries N] [--candidates N]
 *                                 [--embedded most records for the embedded engine, 200000]
 *
 * FOLDER as for `bench.mjs`. Without `--records` each corpus is asked for itself, and relevance is printed: the mean
 * over sets of MRR@10, as `docent eval` has it. With it all corpora are joined and repeated to that number
 * (`multiply.mjs`), with what costs: time of a query (p50, p99), CPU of this process and of the node for it, indexing rate,
 * size, memory. CPU time counts all threads; the node's is what it says of itself (`_nodes/stats`), so nothing else should
 * be asked of it meanwhile. Queries are drawn by a fixed seed and asked one after the other.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { readJsonLines, readQueries } from '../packages/cli/src/eval/queries.ts'
import { macroScore, rankOf } from '../packages/cli/src/eval/score.ts'
import embeddedAdapter from './adapter.mjs'
import { multiply } from './multiply.mjs'
import clusterAdapter from './opensearch-adapter.mjs'

const HITS = 50
const WARM_UP = 40

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: process.env.DOCENT_OPENSEARCH_URL ?? 'http://127.0.0.1:9200' },
    corpus: { type: 'string', multiple: true },
    records: { type: 'string' },
    queries: { type: 'string', default: '500' },
    candidates: { type: 'string' },
    embedded: { type: 'string', default: '200000' },
  },
})

const corpora = (await readCorpora()).filter(({ name }) => values.corpus?.includes(name) ?? true)
if (corpora.length === 0) throw new Error('There is no such corpus; name a folder with NAME.records.jsonl files.')
if (values.records === undefined)
  for (const corpus of corpora) await compare(corpus.name, corpus.records, corpus.queries)
else {
  const joined = corpora.flatMap(({ records }) => records)
  const records = multiply(joined, Number(values.records))
  await compare(
    `${records.length} records`,
    records,
    corpora.flatMap(({ queries }) => queries),
  )
}

async function compare(name, records, all) {
  const queries = drawn(all, Number(values.queries))
  const pages = new Map(records.map(({ url, page }) => [url, page]))
  console.log(`\n${name}: ${records.length} records, ${queries.length} queries`)
  if (records.length <= Number(values.embedded)) {
    const embedded = embeddedAdapter()
    const [built] = await measured(() => embedded.build(records))
    report('embedded', built, records.length, await ask(embedded, queries, pages))
  }
  const candidates = values.candidates === undefined ? undefined : Number(values.candidates)
  const engine = clusterAdapter({ url: values.url, candidates })
  try {
    const before = await nodeFigures(engine.cluster)
    const [built] = await measured(() => engine.build(records))
    const between = await nodeFigures(engine.cluster)
    built.nodeCpuMs = between.cpuMs - before.cpuMs
    const asked = await ask(engine, queries, pages)
    const after = await nodeFigures(engine.cluster)
    asked.nodeCpuMs = (after.cpuMs - between.cpuMs) / (queries.length + WARM_UP)
    report('OpenSearch', built, records.length, asked)
    const { _all } = await engine.cluster.request('GET', `/${engine.target}/_stats/store`)
    const megabytes = (bytes) => (bytes === undefined ? 'unknown' : `${(bytes / 1e6).toFixed(0)} MB`)
    console.log(
      `  index ${megabytes(_all.primaries.store.size_in_bytes)}; node: heap ${megabytes(after.heapBytes)}, resident ` +
        `${megabytes(residentBytes(after.pid))}; this process, with the records: ${megabytes(process.memoryUsage().rss)}`,
    )
  } finally {
    await engine.close()
  }
}

async function ask(engine, queries, pages) {
  for (const { query } of queries.slice(-WARM_UP)) await engine.search(query, HITS)
  const walls = []
  const ranks = []
  let cpuMs = 0
  for (const query of queries) {
    const [cost, hits] = await measured(() => engine.search(query.query, HITS))
    walls.push(cost.wallMs)
    cpuMs += cost.cpuMs
    ranks.push(
      rankOf(
        query,
        hits.map(({ url }) => ({ url, page: pages.get(url) })),
      ),
    )
  }
  walls.sort((a, b) => a - b)
  const at = (share) => walls[Math.min(walls.length - 1, Math.floor(share * walls.length))]
  return { p50: at(0.5), p99: at(0.99), cpuMs: cpuMs / queries.length, mrr: macroScore(ranks).mrr10 }
}

function report(name, built, count, { p50, p99, cpuMs, nodeCpuMs, mrr }) {
  const ms = (value) => `${value.toFixed(1)} ms`
  const node = (value) => (value === undefined ? '' : ` + ${ms(value)} in the node`)
  console.log(
    `  ${name.padEnd(10)} MRR@10 ${mrr.toFixed(3)}; query p50 ${ms(p50)}, p99 ${ms(p99)}, CPU ${ms(cpuMs)}${node(nodeCpuMs)}; ` +
      `indexing ${Math.round(count / (built.wallMs / 1000))} records/s, CPU ${ms(built.cpuMs / count)}` +
      `${node(built.nodeCpuMs === undefined ? undefined : built.nodeCpuMs / count)} a record`,
  )
}

async function nodeFigures(cluster) {
  const { nodes } = await cluster.request('GET', '/_nodes/stats/process,jvm')
  const info = await cluster.request('GET', '/_nodes/process')
  const all = Object.values(nodes)
  return {
    cpuMs: all.reduce((sum, { process }) => sum + process.cpu.total_in_millis, 0),
    heapBytes: all.reduce((sum, { jvm }) => sum + jvm.mem.heap_used_in_bytes, 0),
    pid: Object.values(info.nodes)[0]?.process.id,
  }
}

/** Of a node on this machine. */
function residentBytes(pid) {
  const file = `/proc/${pid}/status`
  const match = existsSync(file) ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8')) : null
  return match === null ? undefined : Number(match[1]) * 1024
}

async function measured(call) {
  const start = performance.now()
  const before = process.cpuUsage()
  const result = await call()
  const { user, system } = process.cpuUsage(before)
  return [{ wallMs: performance.now() - start, cpuMs: (user + system) / 1000 }, result]
}

async function readCorpora() {
  const root = resolve(positionals[0] ?? join(dirname(fileURLToPath(import.meta.url)), '../../shared/relevance'))
  const folder = existsSync(join(root, 'dev')) ? join(root, 'dev') : root
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.records\.jsonl(?:\.gz)?$/.exec(file)?.[1] ?? [])
  return Promise.all(
    names.map(async (name) => {
      const files = readdirSync(folder).filter((file) => file.startsWith(`${name}.`))
      const recordsFile = files.find((file) => file.includes('.records.'))
      const queryFiles = files.filter((file) => file.includes('.queries'))
      const queries = (await Promise.all(queryFiles.map((file) => readQueries(join(folder, file))))).flat()
      const rows = await readJsonLines(join(folder, recordsFile))
      return {
        name,
        records: rows.map(({ value }) => value),
        queries: queries.filter(({ set }) => set !== 'keystrokes'),
      }
    }),
  )
}

/** `count` of the queries by a linear congruential generator (Numerical Recipes' constants). */
function drawn(queries, count) {
  const shuffled = [...queries]
  let state = 20_260
  for (let at = shuffled.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    ;[shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]]
  }
  return shuffled.slice(0, count)
}
