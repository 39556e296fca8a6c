/** The p99 of searches in one index while batches of records arrive for another one, beside the p99 without them. */
import { batchesOf } from '../batches.mjs'
import { closedLoop, openLoop, percentiles } from '../open-loop.mjs'
import { docsearchRequests, sharedCorpus, startServer } from '../serving.mjs'

const SEARCHES_A_SECOND = 50
const IDLE_SECONDS = 15
const WARM_SECONDS = 8
const WRITTEN = 40_000
const BATCH = 1000

export const work = 'searches while batches of 1,000 records arrive, k8s-en'
export const limits = {
  'p99 ms while batches arrive': { atMost: ({ now }) => 2 * now['p99 ms idle'] },
  'failed searches': { atMost: 0 },
}

export async function measure({ checkout, folder }) {
  const corpus = sharedCorpus('k8s-en')
  if (!corpus) throw new Error('It needs ../shared/relevance/dev/k8s-en beside the repository.')
  const server = await startServer(folder, { records: corpus.records, checkout })
  try {
    const requests = await docsearchRequests(corpus.queries, server)
    const batches = await batchesOf(corpus.records, { count: WRITTEN, size: BATCH })
    await closedLoop({ url: server.url, requests, clients: 4, seconds: WARM_SECONDS })
    const search = (until) => openLoop({ url: server.url, requests, rate: SEARCHES_A_SECOND, ...until })
    const idle = await search({ seconds: IDLE_SECONDS })
    const stop = new AbortController()
    const searches = search({ signal: stop.signal })
    const begun = performance.now()
    for (const body of batches) await send(server, body)
    const seconds = (performance.now() - begun) / 1000
    stop.abort()
    const beside = await searches
    const idleTimes = percentiles(idle)
    const { p50, p99 } = percentiles(beside)
    return {
      'p50 ms idle': idleTimes.p50,
      'p99 ms idle': idleTimes.p99,
      'p50 ms while batches arrive': p50,
      'p99 ms while batches arrive': p99,
      'records acknowledged a second': WRITTEN / seconds,
      'failed searches': [...idle, ...beside].filter(({ status }) => status !== 200).length,
    }
  } finally {
    await server.close()
  }
}

async function send({ url, adminKey }, body) {
  const headers = { 'x-algolia-api-key': adminKey, 'x-algolia-application-id': 'docent' }
  const response = await fetch(`${url}/1/indexes/written/batch`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`A batch was refused: ${await response.text()}`)
  await response.arrayBuffer()
}
