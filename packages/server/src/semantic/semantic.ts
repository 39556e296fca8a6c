/**
 * Semantic search with a model of the operator: sections and queries become vectors, and the records whose vectors are nearest to
 * a query are given to the engine, which fuses them with the ranking by words. Without a vector in time, a query is unchanged.
 */
import { asksInWords, type NearestRecords, type SearchRequest } from '@docent/engine'
import type { Backend, FormattedQuery } from '../backend/backend.ts'
import type { Log } from '../system/log.ts'
import { SEMANTIC_LIMITS } from '../wire/limits.ts'
import { openEndpoint, type SemanticModel } from './endpoint.ts'
import { followIndexes } from './follow-indexes.ts'
import type { IndexVectors } from './messages.ts'
import type { Quantised } from './quantise.ts'
import { createQueryVectors, type QueryCounts, within } from './query-vectors.ts'
import { vectorPath } from './vector-file.ts'
import { VectorThread } from './vector-thread.ts'

/** State for the operator. */
export interface SemanticFigures {
  /**
   * `embedding`: sections have changed whose vectors are still being made; `failing`: the model does not answer, and
   * answers are by words alone.
   */
  state: 'embedding' | 'ready' | 'failing'
  indexes: ({ name: string } & IndexVectors)[]
  /** `unscanned`: answered by words alone although there was a vector, since the scan would take too long. */
  queries: QueryCounts & { unscanned: number }
  /** Requests for vectors of sections, and those that failed. */
  sectionRequests: number
  sectionFailures: number
}

/** Given to `createApi`; the backend does not know it. */
export interface Semantic {
  /**
   * The queries, with the nearest records where the model has them in time. Requests to the model count for the `client`; one with
   * an empty name has no limit. Never throws.
   */
  place: (queries: readonly FormattedQuery[], client: string) => Promise<FormattedQuery[]>
  figures: () => SemanticFigures
  /** To be called before the backend is closed. */
  close: () => Promise<void>
}

/** The model and its address, and the place of its vectors. */
export interface SemanticOptions extends SemanticModel {
  /** Folder of the files with vectors; created when it does not exist. */
  folder: string
  log?: Log
  /** Values that replace the usual times (ms): for tests. */
  times?: { pauseMs?: number; waitMs?: number; lookMs?: number }
}

/** Starts to embed the sections of all indexes of a backend. */
export function openSemantic(backend: Backend, options: SemanticOptions): Semantic {
  const { folder, url, model, key, times = {} } = options
  const { waitMs = SEMANTIC_LIMITS.waitMs } = times
  const log = options.log ?? (() => undefined)
  const stop = new AbortController()
  const endpoint: SemanticModel = { url, model, key }
  const thread = new VectorThread({ model: endpoint, path: vectorPath(folder, endpoint) }, log)
  const queries = createQueryVectors(openEndpoint(endpoint), {
    log,
    signal: stop.signal,
    dimensions: () => thread.state.dimensions,
    times,
  })
  const following = followIndexes(
    backend,
    {
      take: (page) => thread.request({ type: 'page', page }, [page.records.buffer]),
      has: (index) => Object.hasOwn(thread.state.indexes, index),
      keep: (indexes) => thread.request({ type: 'keep', indexes }),
    },
    log,
    times.lookMs,
  )

  let scans = 0
  let unscanned = 0

  async function scan(index: string, query: Quantised): Promise<NearestRecords | undefined> {
    if (scans >= SEMANTIC_LIMITS.runningScans) return undefined
    scans++
    const scanned = thread.request({ type: 'scan', index, query }).finally(() => scans--)
    return within(waitMs, scanned).catch(() => undefined)
  }

  async function nearestTo(
    { indexName, query = '', mode }: SearchRequest,
    client: string,
  ): Promise<NearestRecords | undefined> {
    const text = query.trim()
    queries.note(indexName, text)
    const index = following.holderOf(indexName)
    const { indexes } = thread.state
    if (mode === 'keywordSearch' || !Object.hasOwn(indexes, index) || indexes[index]?.embedded === 0) return undefined
    if (!isInWords(text)) return undefined
    const vector = await queries.find({ index: indexName, query: text, waits: mode !== 'neuralSearch', client })
    if (vector === undefined) return undefined
    const nearest = await scan(index, vector)
    if (nearest === undefined) unscanned++
    return nearest?.records.length === 0 ? undefined : nearest
  }

  return {
    async place(all, client) {
      /** Of one call, each query is embedded once: clients send it again for each facet. */
      const found = new Map<string, Promise<NearestRecords | undefined>>()
      return Promise.all(
        all.map(async (each) => {
          const { request } = each
          if (request.type === 'facet') return each
          const name = JSON.stringify([request.indexName, request.query, request.mode])
          const finding = found.get(name) ?? nearestTo(request, client)
          found.set(name, finding)
          const nearest = await finding
          return nearest === undefined ? each : { ...each, request: { ...request, nearest } }
        }),
      )
    },
    figures() {
      const { indexes, requests, failures } = thread.state
      const isFailing = following.failure !== undefined || queries.isResting
      return {
        state: isFailing ? 'failing' : following.isCurrent ? 'ready' : 'embedding',
        indexes: Object.entries(indexes).map(([name, counts]) => ({ name, ...counts })),
        queries: { ...queries.counts, unscanned },
        sectionRequests: requests,
        sectionFailures: failures,
      }
    },
    async close() {
      stop.abort()
      // First, since it must not report that the thread has ended.
      const followed = following.close()
      await thread.close()
      await followed
    },
  }
}

/** A query that is too long to be parsed is refused by the search itself. */
function isInWords(query: string): boolean {
  try {
    return asksInWords(query)
  } catch {
    return false
  }
}
