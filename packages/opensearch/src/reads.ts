/**
 * The reads of the backend. They return every acknowledged write: a read waits until the tasks of the index are applied, at most for
 * `settledWaitMs`.
 */
import type { SearchParams } from '@docent/engine'
import {
  LIMITS,
  isNarrowed,
  pickAttributes,
  readCursor,
  writeCursor,
  type Backend,
  type BrowsePage,
} from '@docent/server/backend'
import { checkOpen, findIndex, type BackendContext } from './backend-context.ts'
import { partsOf } from './state/apply-parts.ts'
import { settingsOf } from './state/apply-context.ts'
import type { IndexState } from './state/documents.ts'
import { linksIn, targetOf } from './state/head.ts'
import { browseAll, getRecords, type RecordSource } from './state/read-records.ts'
import { sizesOf } from './state/sizes.ts'

type Reads = Pick<Backend, 'getRecords' | 'browse' | 'getSettings' | 'listParts' | 'listIndexes' | 'getLinks'>

/** Methods reject with a `ServerError`: 404 for an unknown index, 503 when a wait ends without its result. */
export function readsOf(context: BackendContext): Reads {
  const { cluster, names, view, waits, searcher, limits, end } = context

  /** The index with every acknowledged write, for a replica also those of its primary. Throws the wire's 404. */
  async function settledIndex(name: string): Promise<IndexState> {
    await waits.settled(name, limits.settledWaitMs)
    const index = findIndex(context, name)
    if (index.primary === undefined) return index
    await waits.settled(view.holder(index).name, limits.settledWaitMs)
    return findIndex(context, name)
  }

  async function sourceOf(index: IndexState): Promise<RecordSource> {
    const { unretrievableAttributes: hidden = [] } = await settingsOf({ view }, index)
    return { target: targetOf(names, index), hidden }
  }

  /** Browses the searchable records: writes with a pending task are not included. */
  async function browseMatches(name: string, params: SearchParams, offset: number, size: number): Promise<BrowsePage> {
    const { records, nbHits, index } = await searcher.browse(name, params, offset, size)
    const hidden = params.unretrievableAttributes ?? index.settings.unretrievableAttributes
    const hits = records.map((record) => pickAttributes(record, params.attributesToRetrieve, hidden))
    const next = offset + hits.length
    return next < nbHits && hits.length > 0 ? { hits, nbHits, cursor: writeCursor({ offset: next }) } : { hits, nbHits }
  }

  return {
    async getRecords(requests) {
      const sources = new Map<string, RecordSource>()
      for (const name of new Set(requests.map((request) => request.index)))
        sources.set(name, await sourceOf(await settledIndex(name)))
      return getRecords(cluster, sources, requests)
    },

    async browse(name, { params = {}, hitsPerPage = LIMITS.hitsPerPage, cursor }) {
      const { offset = 0, before } = readCursor(cursor)
      if (isNarrowed(params)) return browseMatches(name, params, offset, hitsPerPage)
      const index = await settledIndex(name)
      return browseAll(cluster, await sourceOf(index), { params, before, hitsPerPage, nbHits: index.entries })
    },

    getSettings: async (name) => settingsOf({ view }, await settledIndex(name)),

    listParts: async (name, kind) => partsOf({ view }, await settledIndex(name), kind),

    async getLinks(name) {
      const index = await settledIndex(name)
      return linksIn(view.head.indexes, index)
    },

    async listIndexes() {
      checkOpen(end)
      const { head } = view
      const { waiting } = view.log
      const sizes = await sizesOf(cluster, names)
      return head.indexes.map((index) => {
        const size = sizes.get(targetOf(names, index))
        const family = new Set([index.name, view.holder(index).name])
        return {
          name: index.name,
          ...linksIn(head.indexes, index),
          createdAt: index.createdAt,
          updatedAt: index.updatedAt,
          entries: index.entries,
          dataSize: size?.recordBytes ?? 0,
          fileSize: size?.storedBytes ?? 0,
          lastBuildTimeS: Math.round(index.buildMs / 1000),
          numberOfPendingTasks: waiting.filter((task) => task.indexes.some((name) => family.has(name))).length,
        }
      })
    },
  }
}
