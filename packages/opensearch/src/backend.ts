/**
 * The backend over an OpenSearch cluster. The cluster stores all data; any number of servers use it, and none has state of its own.
 * A write resolves when its task is in the log (`task-log.ts`). One server at a time applies tasks (`worker.ts`) and replaces the
 * head, which names the data that searches read (`head.ts`); all servers read the head several times a second (`view.ts`).
 */
import {
  LIMITS,
  formatAnswer,
  createAnswerLimit,
  encodeJson,
  type Backend,
  type BackendFigures,
  type Limits,
  type Log,
  type Readiness,
} from '@docent/server/backend'
import { checkOpen, findIndex, type BackendContext } from './backend-context.ts'
import { checkingAnswers } from './http/check-answer.ts'
import type { Cluster } from './http/cluster.ts'
import { refusingOutages } from './http/refusal.ts'
import { reportingStuckPrimaries } from './http/stuck-primaries.ts'
import { readsOf } from './reads.ts'
import { Searcher } from './searching/searcher.ts'
import { ClusterEventStore } from './state/event-store.ts'
import { isApplied, targetOf } from './state/head.ts'
import { ClusterKeyStore } from './state/key-store.ts'
import { namesWith } from './state/names.ts'
import { openState } from './state/open-state.ts'
import { sizesOf, type TargetSize } from './state/sizes.ts'
import { TaskLog } from './state/task-log.ts'
import { View } from './state/view.ts'
import { Waits } from './state/waits.ts'
import { ApplyWorker, WORKER_TIMES, type WorkerTimes } from './state/worker.ts'
import { writesOf } from './writes.ts'

/** Options of `openOpenSearchBackend`. Servers of one cluster and prefix share all data. */
export interface OpenSearchOptions {
  cluster: Cluster
  /** Prefix of the names of all OpenSearch indexes that are created. */
  prefix?: string
  /** Receives log events. Default: none are logged. */
  log?: Log
  /** Values that replace those of `LIMITS`. */
  limits?: Partial<Limits>
  /** Number of shards of each index. Default: 1. With several, scores and facet counts are computed from parts of the index. */
  shards?: number
  /** Number of replicas of each shard. Default: 1 while the cluster has several nodes. */
  replicas?: number
  /** Values that replace those of `WORKER_TIMES`. */
  times?: Partial<WorkerTimes>
  /** Whether the terms of indexes are fetched before the first search, as a server does. Default: false. */
  fetchesAhead?: boolean
}

/** Maximum age (ms) of a view that proves that the cluster answers. */
const SILENT_MS = 3000
/** Time (ms) for which sizes are cached: metrics are read every few seconds. */
const SIZES_MS = 5000

/**
 * Opens the state of Docent in a cluster, and creates a missing one. Throws `newer-database` for state of a later Docent. The
 * connections of the cluster stay open when the backend is closed.
 */
export async function openOpenSearchBackend(options: OpenSearchOptions): Promise<Backend> {
  const { prefix = 'docent', shards = 1, replicas, log = () => undefined } = options
  const cluster = reportingStuckPrimaries(checkingAnswers(options.cluster), log)
  const names = namesWith(prefix)
  await openState(cluster, names)
  const view = await View.open(cluster, names)
  const limits = { ...LIMITS, ...options.limits }
  const stop = new AbortController()
  const end = stop.signal
  const taskLog = new TaskLog(cluster, names, view, limits)
  const waits = new Waits(view, () => checkOpen(end))
  const find = (name: string) => findIndex({ end, view }, name)
  const searcher = new Searcher({ cluster, names, view, limits, find })
  const events = new ClusterEventStore(cluster, names, limits)
  const worker = new ApplyWorker({
    cluster,
    names,
    view,
    taskLog,
    log,
    events,
    copies: { shards, replicas },
    ceilings: limits,
    times: { ...WORKER_TIMES, ...options.times },
  })
  if (options.fetchesAhead === true) searcher.fetchAhead(log)
  const context: BackendContext = { cluster, names, view, taskLog, waits, searcher, limits, end }
  const backend: Backend = {
    keys: new ClusterKeyStore(cluster, names, view, limits),
    events,
    ...searchesOf(context),
    ...writesOf(context),
    ...readsOf(context),
    ...tasksOf(context),
    ...stateOf(context, events),
    /** Finishes the running tasks, releases the lease and stops the view. */
    async close() {
      if (end.aborted) return
      stop.abort()
      await searcher.end()
      await events.end()
      await worker.end()
      view.close()
    },
  }
  return refusingOutages(backend, log)
}

function searchesOf({ searcher, limits }: BackendContext): Pick<Backend, 'search' | 'searchJson' | 'takesSearches'> {
  return {
    async search(queries, { strategy = 'none' } = {}) {
      return (await searcher.search(queries, { strategy, client: '' })).results
    },
    async searchJson(queries, { strategy = 'none', client = '' } = {}) {
      const requests = queries.map(({ request }) => request)
      const { results, indexes } = await searcher.search(requests, { strategy, client })
      const limited = createAnswerLimit()
      return results.map((result, i) => {
        const format = queries[i]?.format
        if (format === undefined) throw new Error('Every result has its query')
        const { responseFields = ['*'] } = indexes[i]?.settings ?? {}
        return limited(encodeJson(formatAnswer(result, { fields: responseFields, ...format })))
      })
    },
    takesSearches: (own = 0) => !searcher.isFull && own < limits.clusterSearchesPerClient,
  }
}

function tasksOf({ view, waits, end }: BackendContext): Pick<Backend, 'taskStatus' | 'taskError' | 'waitForTask'> {
  const lookAt = async (taskID: number): Promise<void> => {
    checkOpen(end)
    if (taskID > view.log.end) await view.look()
  }
  return {
    async taskStatus(taskID) {
      if (taskID <= 0) return undefined
      await lookAt(taskID)
      if (isApplied(view.head, taskID)) return 'published'
      return taskID <= view.log.end ? 'notPublished' : undefined
    },
    async taskError(taskID) {
      await lookAt(taskID)
      return view.failure(taskID)?.error
    },
    async waitForTask(taskID) {
      await lookAt(taskID)
      if (taskID <= view.log.end) await waits.published(taskID)
      checkOpen(end)
    },
  }
}

function stateOf(
  { cluster, names, view, searcher, end }: BackendContext,
  events: ClusterEventStore,
): Pick<Backend, 'readiness' | 'figures'> {
  let known: { at: number; sizes: Promise<ReadonlyMap<string, TargetSize>> } | undefined
  const readSizes = (): Promise<ReadonlyMap<string, TargetSize>> => {
    const now = performance.now()
    if (known === undefined || now - known.at > SIZES_MS) known = { at: now, sizes: sizesOf(cluster, names) }
    return known.sizes
  }
  return {
    async readiness(): Promise<Readiness> {
      if (end.aborted) return { ready: false, reason: 'shutting down' }
      if (view.age > SILENT_MS) return { ready: false, reason: 'the search cluster does not answer' }
      const failing = view.failing.map(({ name }) => name)
      return { ready: true, ...(failing.length > 0 && { failing }) }
    },
    async figures(): Promise<BackendFigures> {
      const { head, failing } = view
      const { waiting } = view.log
      const [sizes, storedEvents] = await Promise.all([readSizes(), events.count()])
      const oldest = waiting[0]?.storedAt
      return {
        indexes: head.indexes
          .filter(({ primary }) => primary === undefined)
          .map((index) => ({
            name: index.name,
            records: index.entries,
            bytes: sizes.get(targetOf(names, index))?.storedBytes ?? 0,
            generation: index.generation,
          })),
        pendingTasks: waiting.reduce((sum, { span }) => sum + span, 0),
        taskLagSeconds: oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
        waitingSearches: searcher.load.waiting,
        runningSearches: searcher.load.running,
        storedEvents,
        failing: [...failing],
      }
    },
  }
}
