/** Searches of indexes by name: queued, in one state of each index, with the server's errors. */
import { EngineError, type SearchParams, type SearchRecord, type SearchRequest } from '@docent/engine'
import {
  answerTooLarge,
  badRequest,
  ConcurrencyLimit,
  type Limits,
  type Log,
  type SearchStrategy,
  ServerError,
  shuttingDown,
  tooManySearches,
} from '@docent/server/backend'
import { ClusterError, type Cluster } from '../http/cluster.ts'
import { browseOnCluster } from './browse.ts'
import { PointsInTime, type PinnableIndex } from './points-in-time.ts'
import { searchOnCluster, type SearchableIndex } from './search.ts'
import { searchable } from './searchable.ts'
import { TermLists } from './term-lists.ts'
import { fetchTermsAhead } from './terms-ahead.ts'
import type { IndexState } from '../state/documents.ts'
import { targetOf } from '../state/head.ts'
import type { Names } from '../state/names.ts'
import type { View } from '../state/view.ts'

/** One answer for each query, in order. */
export type Results = Awaited<ReturnType<typeof searchOnCluster>>

/** The parts of the backend that searches read. */
export interface SearcherOptions {
  cluster: Cluster
  names: Names
  view: View
  limits: Limits
  /** The searchable state of an index. Throws the wire's 404. */
  find: (name: string) => IndexState
}

/**
 * Maximum number of concurrent searches on the cluster: a node searches with one and a half times as many threads as cores, and a
 * query spends half of its time in this process. More searches would wait in the nodes, which do not refuse them in time.
 */
const RUNNING = 16

/** Maximum wait (ms) of a search for unknown terms: the rest of its time is for the search itself. */
const TERMS_WAIT_MS = 700

/** At most `RUNNING` searches run at a time, so that a burst does not reach the cluster as one. */
export class Searcher {
  readonly #options: SearcherOptions
  readonly #running: ConcurrencyLimit
  readonly #points: PointsInTime
  readonly #terms: TermLists
  readonly #stop = new AbortController()

  constructor(options: SearcherOptions) {
    this.#options = options
    const { queuedSearches, queueWaitMs, clusterRunningPerClient: runningPerClient } = options.limits
    const waiting = { waiting: queuedSearches, waitMs: queueWaitMs, refusal: tooManySearches, runningPerClient }
    this.#running = new ConcurrencyLimit(RUNNING, waiting)
    this.#points = new PointsInTime(options.cluster)
    this.#terms = new TermLists(options.cluster, { signal: this.#stop.signal })
  }

  /** Starts to fetch the terms of indexes before their first search. */
  fetchAhead(log: Log): void {
    const { names, view } = this.#options
    void fetchTermsAhead({ terms: this.#terms, names, view, log, signal: this.#stop.signal })
  }

  get isFull(): boolean {
    return this.#running.isFull
  }

  get load(): { waiting: number; running: number } {
    return this.#running.load
  }

  /** Answers in order, each with its index. `client` is the sender; empty for an unknown one. */
  async search(
    queries: readonly SearchRequest[],
    { strategy, client }: { strategy: SearchStrategy; client: string },
  ): Promise<{ results: Results; indexes: SearchableIndex[] }> {
    if (queries.length === 0) return { results: [], indexes: [] }
    const end = performance.now() + this.#options.limits.clusterSearchMs
    const names = queries.map(({ indexName }) => indexName)
    const ask = async (cluster: Cluster, indexes: SearchableIndex[]) => {
      const placed = queries.map((request, i) => ({ index: indexes[i] as SearchableIndex, request }))
      const options = { strategy, now: Date.now(), deadlineMs: end - performance.now() }
      return { results: await searchOnCluster(cluster, placed, options), indexes }
    }
    return this.#ask(names, ask, client)
  }

  /** `length` records that match `params`, after `offset` others, with their index. */
  browse(
    name: string,
    params: SearchParams,
    offset: number,
    length: number,
  ): Promise<{ records: SearchRecord[]; nbHits: number; index: SearchableIndex }> {
    return this.#ask([name], async (cluster, [index]) => {
      if (index === undefined) throw new Error('One name has one index')
      return { ...(await browseOnCluster(cluster, index, params, offset, length)), index }
    })
  }

  async #ask<Result>(
    names: readonly string[],
    ask: (cluster: Cluster, indexes: SearchableIndex[]) => Promise<Result>,
    client?: string,
  ): Promise<Result> {
    const { names: targets, view, find, limits } = this.#options
    let indexes: SearchableIndex[] = []
    const findAll = async (): Promise<PinnableIndex[]> => {
      const states = names.map(find)
      indexes = await Promise.all(
        states.map(async (state) => {
          const target = targetOf(targets, state)
          const terms = await this.#terms.of({ target, lastTask: state.lastTask }, TERMS_WAIT_MS)
          return searchable(view, target, state, terms)
        }),
      )
      return states.map((state) => ({ target: targetOf(targets, state), lastTask: state.lastTask }))
    }
    if (this.#stop.signal.aborted) throw shuttingDown()
    return this.#running.run(
      () => refusing(limits, () => this.#points.search(findAll, (cluster) => ask(cluster, indexes))),
      client,
    )
  }

  /** Refuses further searches; resolves when all points in time are closed. */
  async end(): Promise<void> {
    this.#stop.abort()
    await this.#points.end()
  }
}

/** Throws the engine's refusals as the server's: an invalid query is a 400, and one with too many large records. */
export async function refusing<Result>(
  { clusterSearchMs }: Pick<Limits, 'clusterSearchMs'>,
  ask: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ClusterError && error.type === 'answer_too_large') throw answerTooLarge()
    if (!(error instanceof EngineError)) throw error
    // The cluster is slow because of its whole load, not because of this query: the client may try again.
    if (error.code === 'search_stopped') {
      const message = `The search took longer than ${clusterSearchMs} ms and was stopped; try again`
      throw new ServerError('overloaded', message, { retryAfter: 1 })
    }
    throw badRequest(error.message)
  }
}
