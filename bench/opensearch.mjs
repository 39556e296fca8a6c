/**
 * The search on OpenSearch beside the embedded engine: the same records, the same queries, in one run.
 *
 *     npm run bench -- opensearch [FOLDER] [--url URL] [--corpus NAME] [--queries N] [--candidates N] [--backend NAME]
 *     npm run bench -- opensearch [FOLDER] --records N [--keep FOLDER] …
 *
 * FOLDER as for `bench.mjs`. Without `--records` each corpus is searched separately, and relevance is printed: the mean
 * over sets of MRR@10, as in `docent eval`. With it all corpora are joined and repeated to that number
 * (`scale.mjs`), and costs are printed: time of a query (p50, p99), its CPU in this process and in the node, indexing rate,
 * size, memory. Records are written in batches of a thousand through the server's backend, so that an interrupted indexing
 * continues. `--keep` keeps the indexes, in that folder (`embedded.idx`) and in the cluster under the folder's name, for
 * the next run. `--backend embedded` or `opensearch` for one of the two.
 *
 * CPU time counts all threads; the node's is its own figure (`_nodes/stats`), so nothing else should use it at the
 * same time. Queries are drawn by a fixed seed and sent one after the other.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { readQueries } from '../packages/cli/src/eval/queries.ts'
import { readJsonLines } from '../packages/cli/src/records/json-lines.ts'
import { macroScore, rankOf } from '../packages/cli/src/eval/score.ts'
import { buildIndex, DOCS_SETTINGS, openIndex, search } from '../packages/engine/src/index.ts'
import { openOpenSearchBackend } from '../packages/opensearch/src/backend.ts'
import { openCluster } from '../packages/opensearch/src/http/cluster.ts'
import embeddedAdapter from './adapter.mjs'
import clusterAdapter from './opensearch-adapter.mjs'
import { streamCorpora } from './scale.mjs'

const HITS = 50
const WARM_UP = 40
const LIST = 1000
/** The fields of a hit that a relevance set needs, as in the adapters. */
const SETTINGS = { ...DOCS_SETTINGS, attributesToRetrieve: ['url'], attributesToHighlight: [], attributesToSnippet: [] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: process.env.DOCENT_OPENSEARCH_URL ?? 'http://127.0.0.1:9200' },
    corpus: { type: 'string', multiple: true },
    records: { type: 'string' },
    queries: { type: 'string', default: '500' },
    candidates: { type: 'string' },
    backend: { type: 'string', multiple: true, default: ['embedded', 'opensearch'] },
    keep: { type: 'string' },
  },
})

const corpora = (await readCorpora()).filter(({ name }) => values.corpus?.includes(name) ?? true)
if (corpora.length === 0) throw new Error('There is no such corpus; name a folder with NAME.records.jsonl files.')
if (values.records === undefined) for (const corpus of corpora) await compare(corpus)
else await compareScaled(Number(values.records))

/** One corpus, by the adapters of the relevance kit. */
async function compare({ name, records, queries }) {
  const drawn = draw(queries, Number(values.queries))
  const pages = new Map(records.map(({ url, page }) => [url, page]))
  console.log(`\n${name}: ${records.length} records, ${drawn.length} queries`)
  if (values.backend.includes('embedded')) {
    const embedded = embeddedAdapter()
    embedded.build(records)
    reportQueries('embedded', await ask((query) => embedded.search(query, HITS), drawn, pages))
  }
  if (!values.backend.includes('opensearch')) return
  const candidates = values.candidates === undefined ? undefined : Number(values.candidates)
  const engine = clusterAdapter({ url: values.url, candidates })
  try {
    await engine.build(records)
    reportQueries('OpenSearch', await ask((query) => engine.search(query, HITS), drawn, pages, engine.cluster))
  } finally {
    await engine.close()
  }
}

/** All corpora as one of `count` records, by the code of a server. */
async function compareScaled(count) {
  const { records, queries } = streamCorpora(corpora, count)
  const drawn = draw(queries, Number(values.queries))
  const pages = new Map()
  console.log(`\n${count} records, ${drawn.length} queries`)
  if (values.backend.includes('embedded')) {
    const index = openIndex(embeddedIndex(records, count), SETTINGS)
    const asked = (query) => search(index, { query, hitsPerPage: HITS, distinct: false }).hits
    reportQueries('embedded', await ask(asked, drawn, pages))
    console.log(`  this process: ${megabytes(process.memoryUsage().rss)} resident`)
  }
  if (!values.backend.includes('opensearch')) return
  const cluster = openCluster({ nodes: [values.url] })
  const prefix = values.keep === undefined ? `docent-bench-${process.pid}` : basename(resolve(values.keep))
  const log = ({ level, message }) => level === 'error' && console.error(message)
  const limits = { hardCutMs: 60_000, elapsedCutMs: 60_000, clusterSearchMs: 60_000 }
  const backend = await openOpenSearchBackend({ cluster, prefix, replicas: 0, limits, log, fetchesAhead: true })
  try {
    await indexOnCluster(backend, cluster, records, count)
    const params = { indexName: 'bench', hitsPerPage: HITS, distinct: false }
    const asked = async (query) => (await backend.search([{ ...params, query }]))[0].hits
    reportQueries('OpenSearch', await ask(asked, drawn, pages, cluster))
    const { _all } = await cluster.request('GET', `/${prefix}-i*/_stats/store`)
    const node = await nodeFigures(cluster)
    console.log(
      `  index ${megabytes(_all.primaries.store.size_in_bytes)}; node: heap ${megabytes(node.heapBytes)}, resident ` +
        `${megabytes(residentBytes(node.pid))}; this process: ${megabytes(process.memoryUsage().rss)}`,
    )
  } finally {
    await backend.close()
    if (values.keep === undefined) await cluster.request('DELETE', `/${prefix}-*`, { timeoutMs: 60_000 })
    cluster.close()
  }
}

function embeddedIndex(records, count) {
  const file = values.keep && join(values.keep, 'embedded.idx')
  if (file && existsSync(file)) return readFileSync(file)
  const start = performance.now()
  const before = process.cpuUsage()
  const bytes = buildIndex(records(), SETTINGS)
  reportIndexing('embedded', count, performance.now() - start, cpuMsSince(before), undefined)
  console.log(
    `  index ${megabytes(bytes.length)}; built with ${megabytes(process.resourceUsage().maxRSS * 1024)} at most`,
  )
  if (file) {
    mkdirSync(values.keep, { recursive: true })
    writeFileSync(file, bytes)
  }
  return bytes
}

/** Continues an interrupted indexing: the index holds the first records. */
async function indexOnCluster(backend, cluster, records, count) {
  const entries = async () => (await backend.listIndexes()).find(({ name }) => name === 'bench')?.entries ?? 0
  let { taskID } = await backend.updateSettings('bench', SETTINGS)
  await backend.waitForTask(taskID)
  const from = await entries()
  if (from >= count) return
  const [start, before, node] = [performance.now(), process.cpuUsage(), await nodeFigures(cluster)]
  let list = []
  const send = async () => {
    const operations = list.map((record) => ({ action: 'save', index: 'bench', record }))
    list = []
    for (;;) {
      try {
        taskID = (await backend.write(operations)).tasks[0].taskID
        return
      } catch (error) {
        // The maximum number of tasks is waiting.
        if (error.status !== 429) throw error
        await pause(200)
      }
    }
  }
  for (const record of records(from)) if (list.push(record) === LIST) await send()
  if (list.length > 0) await send()
  await backend.waitForTask(taskID)
  const [wallMs, cpuMs, after] = [performance.now() - start, cpuMsSince(before), await nodeFigures(cluster)]
  // A few records have the same id, so a complete index has fewer records, and the last ones are written again.
  const added = (await entries()) - from
  if (added > 0) reportIndexing('OpenSearch', added, wallMs, cpuMs, after.cpuMs - node.cpuMs)
}

async function ask(find, queries, pages, cluster) {
  for (const { query } of queries.slice(-WARM_UP)) await find(query)
  const node = cluster && (await nodeFigures(cluster))
  const walls = []
  const ranks = []
  let cpuMs = 0
  for (const query of queries) {
    const start = performance.now()
    const before = process.cpuUsage()
    const hits = await find(query.query)
    walls.push(performance.now() - start)
    cpuMs += cpuMsSince(before)
    ranks.push(
      rankOf(
        query,
        hits.map(({ url }) => ({ url, page: pages.get(url) })),
      ),
    )
  }
  const nodeCpuMs = cluster && ((await nodeFigures(cluster)).cpuMs - node.cpuMs) / queries.length
  walls.sort((a, b) => a - b)
  const at = (share) => walls[Math.min(walls.length - 1, Math.floor(share * walls.length))]
  return { p50: at(0.5), p99: at(0.99), cpuMs: cpuMs / queries.length, nodeCpuMs, mrr: macroScore(ranks).mrr10 }
}

function ms(value) {
  return `${value.toFixed(value < 1 ? 3 : 1)} ms`
}

function megabytes(bytes) {
  return bytes === undefined ? 'unknown' : `${(bytes / 1e6).toFixed(0)} MB`
}

function inNode(value) {
  return value === undefined ? '' : ` + ${ms(value)} in the node`
}

function reportQueries(name, { p50, p99, cpuMs, nodeCpuMs, mrr }) {
  const relevance = values.records === undefined ? `MRR@10 ${mrr.toFixed(3)}; ` : ''
  console.log(
    `  ${name.padEnd(10)} ${relevance}query p50 ${ms(p50)}, p99 ${ms(p99)}, CPU ${ms(cpuMs)}${inNode(nodeCpuMs)}`,
  )
}

function reportIndexing(name, count, wallMs, cpuMs, nodeCpuMs) {
  const each = `CPU ${ms(cpuMs / count)}${inNode(nodeCpuMs === undefined ? undefined : nodeCpuMs / count)} a record`
  console.log(`  ${name.padEnd(10)} indexed ${count} records, ${Math.round(count / (wallMs / 1000))} a second, ${each}`)
}

function cpuMsSince(before) {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
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
function draw(queries, count) {
  const shuffled = [...queries]
  let state = 20_260
  for (let at = shuffled.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    ;[shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]]
  }
  return shuffled.slice(0, count)
}
