/** Enumerates the records that match filters or a query: ungrouped, without rules and synonyms. */
import type { SearchParams, SearchRecord } from '@docent/engine'
import { LIMITS, unboundedSettings } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { PIECE } from '../state/generation.ts'
import { searchOnCluster, type SearchableIndex } from './search.ts'

/** Time for one page, in ms. */
const PAGE_MS = 10_000

/**
 * At most `length` of the records that match `params`, after `offset` others, and the number of all. None follow after
 * `LIMITS.browsePageBytes` of JSON.
 */
export async function browseOnCluster(
  cluster: Cluster,
  index: SearchableIndex,
  params: SearchParams,
  offset: number,
  length: number,
): Promise<{ records: SearchRecord[]; nbHits: number }> {
  const end = performance.now() + PAGE_MS
  const records: SearchRecord[] = []
  let bytes = 0
  for (;;) {
    const size = Math.min(PIECE, length - records.length)
    const window = { offset: offset + records.length, length: size }
    const piece = await matchesOnCluster(cluster, index, { ...params, ...window }, end - performance.now())
    for (const record of piece.records) {
      records.push(record)
      bytes += Buffer.byteLength(JSON.stringify(record))
      if (bytes > LIMITS.browsePageBytes) return { records, nbHits: piece.nbHits }
    }
    if (piece.records.length < size || records.length >= length) return { records, nbHits: piece.nbHits }
  }
}

async function matchesOnCluster(
  cluster: Cluster,
  index: SearchableIndex,
  params: SearchParams,
  deadlineMs: number,
): Promise<{ records: SearchRecord[]; nbHits: number }> {
  const bare: SearchableIndex = {
    ...index,
    settings: unboundedSettings(index.settings),
    synonyms: undefined,
    rules: undefined,
    settingsKey: `${index.settingsKey} browsed`,
  }
  const plain = { attributesToHighlight: [], attributesToSnippet: [], facets: [], getRankingInfo: false }
  const request = { ...params, ...plain, distinct: false, indexName: index.name }
  const [answer] = await searchOnCluster(cluster, [{ index: bare, request }], { now: 0, deadlineMs })
  if (answer === undefined || !('hits' in answer)) throw new Error('A search is answered with hits')
  const records = answer.hits.map(
    ({ _highlightResult, _snippetResult, _rankingInfo, _distinctSeqID, ...record }) => record as SearchRecord,
  )
  return { records, nbHits: answer.nbHits }
}
