/** Enumerates the records that match filters or a query: ungrouped, without rules and synonyms. */
import type { SearchParams, SearchRecord } from '@docent/engine'
import { unboundedSettings } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { searchOnCluster, type SearchableIndex } from './search.ts'

/** Time for one page, in ms. */
const PAGE_MS = 10_000

/** `length` of the records that match `params`, after `offset` others, and their number. */
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
    settingsKey: `${index.settingsKey} browsed`,
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
