/**
 * Adapter of the relevance kit for Docent over OpenSearch (as `adapter.mjs`): documents, mapping and search of the
 * server, on a running node ($DOCENT_OPENSEARCH_URL). Searches are asynchronous. `candidates`: number of records that the
 * engine orders; the server's number by default.
 */
import { DOCS_SETTINGS } from '../packages/engine/src/index.ts'
import { openCluster } from '../packages/opensearch/src/http/cluster.ts'
import { documentOf } from '../packages/opensearch/src/records/document.ts'
import { createIndexBody } from '../packages/opensearch/src/records/mapping.ts'
import { searchOnCluster } from '../packages/opensearch/src/searching/search.ts'
import { readTerms } from '../packages/opensearch/src/searching/term-lists.ts'

const SETTINGS = { ...DOCS_SETTINGS, attributesToRetrieve: ['url'], attributesToHighlight: [], attributesToSnippet: [] }
const BULK = 1000

export default ({ candidates, url = process.env.DOCENT_OPENSEARCH_URL ?? 'http://127.0.0.1:9200' } = {}) => {
  const target = `docent-bench-${process.pid}`
  const cluster = openCluster({ nodes: [url] })
  const index = {
    name: 'bench',
    target,
    settings: SETTINGS,
    synonyms: undefined,
    rules: undefined,
    terms: undefined,
    lastTask: 1,
    version: '1',
  }
  return {
    name: 'docent-opensearch',
    cluster,
    target,
    async build(records) {
      await cluster.request('PUT', `/${target}`, { body: createIndexBody(SETTINGS, { shards: 1, replicas: 0 }) })
      let position = 0
      let batch = []
      const send = async () => {
        const body = batch.flatMap((record) => [
          { index: {} },
          documentOf(record, SETTINGS, { task: 1, position: -position++ }),
        ])
        batch = []
        const { errors, items } = await cluster.request('POST', `/${target}/_bulk`, { body, timeoutMs: 300_000 })
        if (errors) throw new Error(JSON.stringify(items.find((item) => item.index.error)))
      }
      for (const record of records) if (batch.push(record) === BULK) await send()
      if (batch.length > 0) await send()
      await cluster.request('POST', `/${target}/_refresh`, { timeoutMs: 300_000 })
      index.terms = { ...(await readTerms(cluster, { target, lastTask: 1 })), isWhole: true }
    },
    async search(query, k, params = { distinct: false }) {
      const request = { indexName: 'bench', query, hitsPerPage: k, ...params }
      const options = { now: 0, deadlineMs: 60_000, ...(candidates !== undefined && { candidates }) }
      const [answer] = await searchOnCluster(cluster, [{ index, request }], options)
      return answer.hits
    },
    async close() {
      await cluster.request('DELETE', `/${target}`, { timeoutMs: 60_000 })
      cluster.close()
    },
  }
}
