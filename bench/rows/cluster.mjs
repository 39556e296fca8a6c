/**
 * The search over OpenSearch: CPU of server and node for one search, and the rate of indexing, beside the embedded backend.
 *
 * One node serves all contestants, each with an index of its own, which is written in the first round. `DOCENT_BENCH_RECORDS` sets
 * the number of records (100,000), `DOCENT_BENCH_QUERIES` that of queries (300); `DOCENT_OPENSEARCH_URL` names a running node
 * instead of a new one. Each measurement is a process that runs `bench/opensearch.mjs` of the checkout.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { startNode } from './shared/node.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const corpora = join(root, '../shared/relevance')
const records = Number(process.env.DOCENT_BENCH_RECORDS ?? 100_000)
const queries = Number(process.env.DOCENT_BENCH_QUERIES ?? 300)
const PORT = 19_220
const HEAP = records > 300_000 ? '4g' : '2g'

export const work = `OpenSearch, ${records} records`

/** Indexes by checkout, in this folder and in the cluster. */
const kept = mkdtempSync(join(tmpdir(), 'docent-cluster-row-'))
const names = new Map()
let node
process.once('exit', () => {
  if (node?.pid !== undefined) process.kill(node.pid, 'SIGKILL')
  rmSync(kept, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function urlOfNode() {
  const url = process.env.DOCENT_OPENSEARCH_URL
  node ??= url === undefined ? await startNode(join(kept, 'node'), PORT, HEAP) : { url }
  return node.url
}

async function run(checkout, backend) {
  const name = names.get(checkout) ?? `docent-row-${process.pid}-${names.size}`
  names.set(checkout, name)
  const url = backend === 'opensearch' ? await urlOfNode() : ''
  // The queries of the round before must not be answered from a cache.
  if (url !== '') await fetch(`${url}/_cache/clear`, { method: 'POST' })
  const args = ['--records', records, '--queries', queries, '--keep', join(kept, name), '--backend', backend]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(checkout, 'bench/opensearch.mjs'), corpora, ...args.map(String), ...(url === '' ? [] : ['--url', url])],
    { maxBuffer: 2 ** 26 },
  )
  return stdout
}

/** The numbers of the first line that matches. */
function numbersIn(text, pattern) {
  return pattern.exec(text)?.slice(1).map(Number)
}

const SEARCH = /query p50 ([\d.]+) ms, p99 ([\d.]+) ms, CPU ([\d.]+) ms(?: \+ ([\d.]+) ms in the node)?/
const INDEXING = /indexed \d+ records, (\d+) a second, CPU ([\d.]+) ms(?: \+ ([\d.]+) ms in the node)?/

async function figuresOf(checkout, backend) {
  const output = await run(checkout, backend)
  const [p50, p99, server, inNode = 0] = numbersIn(output, SEARCH)
  const indexing = numbersIn(output, INDEXING)
  const [rate, ownMs, nodeMs = 0] = indexing ?? []
  return {
    'CPU ms a search': server + inNode,
    'of these in the server': server,
    'p50 ms': p50,
    'p99 ms': p99,
    ...(indexing && { 'records indexed a second': rate, 'CPU ms a record': ownMs + nodeMs }),
  }
}

export const measure = ({ checkout }) => figuresOf(checkout, 'opensearch')

export const anchors = { embedded: () => figuresOf(root, 'embedded') }

export const limits = {
  'CPU ms a search': { atMost: records > 300_000 ? 60 : 20 },
  'records indexed a second': { atLeast: 3000 },
}
