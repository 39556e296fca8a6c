/** Enumerating what answers filters or a query: every record, ungrouped, without the changes of rules and synonyms. */
import type { SearchParams, SearchRecord } from '@docent/engine'
import { unboundedSettings } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { filterClauses } from '../records/filter-clauses.ts'
import { searchOnCluster, type SearchableIndex } from './search.ts'
import type { FoundHit } from './query-rounds.ts'

/** Time for one page, in ms. */
const PAGE_MS = 10_000
const PAGE = 1_000

/** `length` of the records that answer `params`, after `offset` others, and how many there are. */
export async function browseOnCluster(
  cluster: Cluster,
  index: SearchableIndex,
  params: SearchParams,
  offset: number,
  length: number,
): Promise<{ records: SearchRecord[]; nbHits: number }> {
  const bare: SearchableIndex = {
    ...index,
    settings: unboundedSettings(index.settings),
    synonyms: undefined,
    rules: undefined,
    version: `${index.version} browsed`,
  }
  const plain = { attributesToHighlight: [], attributesToSnippet: [], facets: [], getRankingInfo: false }
  const request = { ...params, ...plain, distinct: false, offset, length, indexName: index.name }
  const [answer] = await searchOnCluster(cluster, [{ index: bare, request }], { now: 0, deadlineMs: PAGE_MS })
  if (answer === undefined || !('hits' in answer)) throw new Error('A search is answered with hits')
  const records = answer.hits.map(
    ({ _highlightResult, _snippetResult, _rankingInfo, _distinctSeqID, ...record }) => record as SearchRecord,
  )
  return { records, nbHits: answer.nbHits }
}

/** The objectIDs of the records that answer the filters of `params`, in their order. */
export async function* matchIdsOnCluster(
  cluster: Cluster,
  index: SearchableIndex,
  params: SearchParams,
): AsyncGenerator<string> {
  let after: unknown[] | undefined
  for (;;) {
    const body = {
      size: PAGE,
      _source: false,
      track_total_hits: false,
      query: { bool: { filter: filterClauses(params) } },
      sort: [{ id: 'asc' }],
      ...(after !== undefined && { search_after: after }),
    }
    const path = `/${encodeURIComponent(index.target)}/_search`
    const { hits } = (await cluster.request('POST', path, { body, timeoutMs: PAGE_MS })) as {
      hits: { hits: FoundHit[] }
    }
    for (const { sort } of hits.hits) yield String(sort?.[0])
    after = hits.hits.at(-1)?.sort
    if (hits.hits.length < PAGE || after === undefined) return
  }
}
