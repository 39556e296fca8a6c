/** Interim until the search comes. */
import type {
  FacetValuesResponse,
  IndexSettings,
  SearchParams,
  SearchRecord,
  SearchRequest,
  SearchResponse,
} from '@docent/engine'
import type { IndexPart, SearchStrategy } from '../backend.ts'
import type { Cluster } from './cluster.ts'

export interface SearchableIndex {
  name: string
  target: string
  settings: IndexSettings
  synonyms: readonly IndexPart[] | undefined
  rules: readonly IndexPart[] | undefined
  version: string
}

const all = async (cluster: Cluster, target: string): Promise<SearchRecord[]> => {
  const { hits } = (await cluster.request('POST', `/${target}/_search`, {
    body: { size: 1000, sort: [{ position: 'desc' }] },
  })) as { hits: { hits: { _source: { record: string } }[] } }
  return hits.hits.map((hit) => JSON.parse(hit._source.record) as SearchRecord)
}

export async function searchOnCluster(
  cluster: Cluster,
  queries: readonly { index: SearchableIndex; request: SearchRequest }[],
  _options: { strategy: SearchStrategy; now: number; deadlineMs: number },
): Promise<(SearchResponse | FacetValuesResponse)[]> {
  return Promise.all(
    queries.map(async ({ index, request }) => {
      const words = (request.query ?? '').toLowerCase()
      const records = (await all(cluster, index.target)).filter((record) =>
        JSON.stringify(record).toLowerCase().includes(words),
      )
      return {
        hits: records.slice(0, request.hitsPerPage ?? index.settings.hitsPerPage ?? 20),
        nbHits: records.length,
        index: index.name,
        processingTimeMS: 1,
      } as unknown as SearchResponse
    }),
  )
}

export async function* matchIdsOnCluster(
  cluster: Cluster,
  index: SearchableIndex,
  params: SearchParams,
): AsyncGenerator<string> {
  const [name, value] = String(params.filters).split(':')
  for (const record of await all(cluster, index.target)) if (record[name ?? ''] === value) yield record.objectID
}

export async function browseOnCluster(
  cluster: Cluster,
  index: SearchableIndex,
  _params: SearchParams,
  offset: number,
  length: number,
): Promise<{ records: SearchRecord[]; nbHits: number }> {
  const records = await all(cluster, index.target)
  return { records: records.slice(offset, offset + length), nbHits: records.length }
}
