/** Reads stored records by their ids, visible to searches or not, and all visible ones page by page. */
import type { SearchParams, SearchRecord } from '@docent/engine'
import { LIMITS, pickAttributes, writeCursor, type BrowsePage, type RecordRequest } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { readRecords, recordsBefore } from './generation.ts'

/** The generation of an index, and the attributes that must not be returned. */
export interface RecordSource {
  target: string
  hidden: readonly string[]
}

/** In the order of the requests, all of whose indexes have a source; `null` for a missing record. */
export async function getRecords(
  cluster: Cluster,
  sources: ReadonlyMap<string, RecordSource>,
  requests: readonly RecordRequest[],
): Promise<(SearchRecord | null)[]> {
  const byIndex = new Map<string, Awaited<ReturnType<typeof readRecords>>>()
  for (const [name, { target }] of sources) {
    const ids = requests.filter((request) => request.index === name).map((request) => request.objectID)
    byIndex.set(name, await readRecords(cluster, target, [...new Set(ids)], () => true))
  }
  return requests.map(({ index, objectID, attributesToRetrieve, unretrievable }) => {
    const record = byIndex.get(index)?.get(objectID)?.record
    if (record === undefined) return null
    const hidden = unretrievable === true ? [] : sources.get(index)?.hidden
    return pickAttributes(record, attributesToRetrieve, [...(hidden ?? [])])
  })
}

/** A page of the records that were added before a position, the latest first. */
export async function browseAll(
  cluster: Cluster,
  { target, hidden }: RecordSource,
  {
    params,
    before = Number.MAX_SAFE_INTEGER,
    hitsPerPage,
    nbHits,
  }: { params: SearchParams; before: number | undefined; hitsPerPage: number; nbHits: number },
): Promise<BrowsePage> {
  const maxBytes = LIMITS.browsePageBytes
  const { records: page, hasMore } = await recordsBefore(cluster, target, before, { limit: hitsPerPage, maxBytes })
  const last = page.at(-1)
  const unshown = params.unretrievableAttributes ?? [...hidden]
  const hits = page.map(({ record }) => pickAttributes(record, params.attributesToRetrieve, unshown))
  const answer = { hits, nbHits }
  return hasMore && last ? { ...answer, cursor: writeCursor({ before: last.position }) } : answer
}
