/**
 * The backend over an OpenSearch cluster. The cluster holds everything; any number of servers work over it and none has
 * state of its own. A write resolves when its task is in the log (`task-log.ts`); one server at a time applies tasks
 * (`worker.ts`) and puts the head in place that says what searches see (`head.ts`); all servers look at the head several
 * times a second (`view.ts`).
 *
 * What was acknowledged is read at once: who reads records, settings or parts waits until the tasks that touch the index
 * are published, for a moment at most.
 */
import { buildIndex, openIndex, search } from '@docent/engine'
import type { IndexSettings, SearchParams, SearchRecord, SearchRequest } from '@docent/engine'
import {
  formatAnswer,
  pickAttributes,
  isNarrowed,
  readCursor,
  writeCursor,
  checkParts,
  checkSettings,
  ServerError,
  badRequest,
  indexNotFound,
  LIMITS,
  patchRecord,
  parseReplica,
  encodeJson,
  type Backend,
  type BackendFigures,
  type BrowseOptions,
  type BrowsePage,
  type CopyScope,
  type FormattedQuery,
  type ForwardOptions,
  type IndexInfo,
  type IndexPart,
  type PartKind,
  type Readiness,
  type Receipt,
  type RecordRequest,
  type ReplaceReceipt,
  type SearchStrategy,
  type WriteOperation,
  type WriteReceipt,
  type Limits,
  type Log,
  type ReplicaLinks,
} from '@docent/server/backend'
import { bytesOf, partsOf } from './state/apply-changes.ts'
import { refuseReplica, settingsOf } from './state/apply-context.ts'
import type { Copies } from './state/apply-context.ts'
import type { Cluster } from './http/cluster.ts'
import { ClusterEventStore } from './state/event-store.ts'
import { browseAll, getRecords } from './state/read-records.ts'
import type { RecordSource } from './state/read-records.ts'
import { Draft } from './state/draft.ts'
import { linksIn, targetOf } from './state/head.ts'
import type { IndexState } from './state/head.ts'
import { planReplacement, planSettings } from './state/settings-plan.ts'
import { ClusterKeyStore } from './state/key-store.ts'
import { namesWith } from './state/names.ts'
import type { Names } from './state/names.ts'
import { openState } from './state/open-state.ts'
import { refusingOutages } from './http/refusal.ts'
import { wakingPrimaries } from './http/waking-primaries.ts'
import { Searcher, refusing } from './searching/searcher.ts'
import type { Results } from './searching/searcher.ts'
import { replaceRecords } from './state/replace-records.ts'
import { sizesOf } from './state/sizes.ts'
import type { TargetSize } from './state/sizes.ts'
import { TaskLog } from './state/task-log.ts'
import type { Change, TaskFacts } from './state/task-log.ts'
import { View } from './state/view.ts'
import { Waits } from './state/waits.ts'
import { ApplyWorker, WORKER_TIMES } from './state/worker.ts'
import type { WorkerTimes } from './state/worker.ts'

export interface OpenSearchOptions {
  cluster: Cluster
  /** Begins the names of all indices that are made. */
  prefix?: string
  /** Nothing is reported when absent. */
  log?: Log
  /** Others than in `LIMITS`. */
  limits?: Partial<Limits>
  /** Shards of each index: 1 by default. With several, scores and counts of facets come from parts. */
  shards?: number
  /** Further copies of each shard: by default 1 while the cluster has several nodes. */
  replicas?: number
  /** Others than in `WORKER_TIMES`. */
  times?: Partial<WorkerTimes>
  /** Whether the terms of indexes are fetched before they are searched for: by whoever stays. Default: no. */
  fetchesAhead?: boolean
}

/** A view that is older (ms) says nothing about the cluster's health. */
const SILENT_MS = 3000
/** How long (ms) sizes are remembered: they are asked for every few seconds. */
const SIZES_MS = 5000

export class OpenSearchBackend implements Backend {
  readonly keys: ClusterKeyStore
  readonly events: ClusterEventStore
  readonly #cluster: Cluster
  readonly #names: Names
  readonly #view: View
  readonly #taskLog: TaskLog
  readonly #worker: ApplyWorker
  readonly #waits: Waits
  readonly #searcher: Searcher
  readonly #limits: Limits
  readonly #stop = new AbortController()
  #sizes: { at: number; sizes: Promise<ReadonlyMap<string, TargetSize>> } | undefined

  private constructor(options: OpenSearchOptions, names: Names, view: View, copies: Copies) {
    const { cluster, log = () => undefined } = options
    this.#cluster = cluster
    this.#names = names
    this.#view = view
    this.#limits = { ...LIMITS, ...options.limits }
    this.#waits = new Waits(view, () => this.#checkOpen())
    this.#searcher = new Searcher({ cluster, names, view, limits: this.#limits, find: (name) => this.#index(name) })
    this.#taskLog = new TaskLog(cluster, names, view, this.#limits)
    this.keys = new ClusterKeyStore(cluster, names, view, this.#limits)
    this.events = new ClusterEventStore(cluster, names, this.#limits)
    const { events } = this
    const times = { ...WORKER_TIMES, ...options.times }
    const ceilings = this.#limits
    this.#worker = new ApplyWorker({
      cluster,
      names,
      view,
      taskLog: this.#taskLog,
      copies,
      ceilings,
      log,
      times,
      events,
    })
  }

  /** Use `openOpenSearchBackend`. */
  static async open(options: OpenSearchOptions): Promise<OpenSearchBackend> {
    const { cluster, prefix = 'docent', shards = 1, log = () => undefined } = options
    const names = namesWith(prefix)
    await openState(cluster, names)
    const copies = { shards, replicas: options.replicas }
    const backend = new OpenSearchBackend(options, names, await View.open(cluster, names), copies)
    if (options.fetchesAhead === true) backend.#searcher.fetchAhead(log)
    return backend
  }

  #checkOpen(): void {
    if (this.#stop.signal.aborted) throw new ServerError('closed', 'The server is shutting down')
  }

  // Searching.

  async search(
    queries: readonly SearchRequest[],
    { strategy = 'none' }: { strategy?: SearchStrategy } = {},
  ): Promise<Results> {
    return (await this.#searcher.search(queries, strategy)).results
  }

  async searchJson(
    queries: readonly FormattedQuery[],
    { strategy = 'none' }: { strategy?: SearchStrategy } = {},
  ): Promise<Uint8Array<ArrayBuffer>[]> {
    const requests = queries.map(({ request }) => request)
    const { results, indexes } = await this.#searcher.search(requests, strategy)
    return results.map((result, i) => {
      const format = queries[i]?.format
      if (format === undefined) throw new Error('Every result has its query')
      const { responseFields = ['*'] } = indexes[i]?.settings ?? {}
      return encodeJson(formatAnswer(result, { fields: responseFields, ...format }))
    })
  }

  takesSearches(): boolean {
    return !this.#searcher.isFull
  }

  // Writing.

  /** Its task, when it is in the log. */
  async #append(change: Change): Promise<TaskFacts> {
    this.#checkOpen()
    const facts = await this.#taskLog.append(change)
    if (facts === undefined) throw new Error('A change without a condition is always written')
    return facts
  }

  async #change(change: Change): Promise<Receipt> {
    const facts = await this.#append(change)
    return { taskID: facts.number, at: new Date(facts.storedAt).toISOString() }
  }

  async write(operations: readonly WriteOperation[]): Promise<WriteReceipt> {
    for (const operation of operations) checkOperation(operation)
    for (const index of new Set(operations.map((operation) => operation.index))) refuseReplica(this.#view, index)
    await this.#unlinkFirst(operations)
    const facts = await this.#append({ kind: 'write', operations: [...operations] })
    const tasks = facts.indexes.map((index, i) => ({ index, taskID: facts.number + i }))
    return { tasks, at: new Date(facts.storedAt).toISOString() }
  }

  /** Replicas of an index that is to be deleted become indexes of their own, by a task before. */
  async #unlinkFirst(operations: readonly WriteOperation[]): Promise<void> {
    for (const { action, index } of operations) {
      const state = action === 'drop' ? this.#view.find(index) : undefined
      if (state !== undefined && linksIn(this.#view.head.indexes, state).replicas !== undefined)
        await this.#append({ kind: 'settings', index, changes: { replicas: [] } })
    }
  }

  async deleteBy(index: string, params: SearchParams): Promise<Receipt> {
    refuseReplica(this.#view, index)
    if (!isNarrowed(params)) throw badRequest('deleteByQuery needs a filter')
    const settings = await settingsOf({ view: this.#view }, this.#view.find(index))
    // The engine says what is wrong with a filter before it is a task that nobody can apply.
    await refusing(this.#limits, () => search(openIndex(buildIndex([], settings), settings), { ...params, query: '' }))
    return this.#change({ kind: 'delete-by', index, params })
  }

  async replaceRecords(
    index: string,
    records: Iterable<SearchRecord> | AsyncIterable<SearchRecord>,
    settings: IndexSettings,
  ): Promise<ReplaceReceipt> {
    this.#checkOpen()
    refuseReplica(this.#view, index)
    const [cluster, names, view, taskLog, waits] = [this.#cluster, this.#names, this.#view, this.#taskLog, this.#waits]
    return replaceRecords({ cluster, names, view, taskLog, waits }, index, records, settings)
  }

  async getLinks(name: string): Promise<ReplicaLinks> {
    const index = await this.#settledIndex(name)
    return linksIn(this.#view.head.indexes, index)
  }

  async updateSettings(
    index: string,
    changes: Readonly<Record<string, unknown>>,
    { forwards = false }: ForwardOptions = {},
  ): Promise<Receipt> {
    checkSettings(JSON.stringify(changes), this.#limits)
    await this.#whereReplicas([index, ...namesOf(changes)], (context) =>
      planSettings(context, { index, changes, forwards }),
    )
    return this.#change({ kind: 'settings', index, changes, ...(forwards && { forwards }) })
  }

  /**
   * Makes a plan that nothing is done with where replicas are concerned, for what it refuses: once it is a task, nobody is
   * told. Elsewhere there is nothing to refuse, and a change waits for nothing.
   */
  async #whereReplicas(
    names: readonly string[],
    plan: (context: { view: View; draft: Draft }) => Promise<unknown>,
  ): Promise<void> {
    const isLinked = names.length > 1 || names.some((name) => this.#view.find(name)?.primary !== undefined)
    if (!isLinked) return
    for (const name of names) await this.#waits.settled(name, this.#limits.settledWaitMs)
    await plan({ view: this.#view, draft: new Draft(this.#view.head, this.#names) })
  }

  async saveParts(
    index: string,
    part: PartKind,
    parts: readonly IndexPart[],
    { replaceAll = false, forwards = false }: ForwardOptions & { replaceAll?: boolean } = {},
  ): Promise<Receipt> {
    checkParts(part, parts.length, bytesOf(parts), this.#limits)
    return this.#change({ kind: 'save-parts', index, part, parts, replaceAll, ...(forwards && { forwards }) })
  }

  deletePart(
    index: string,
    part: PartKind,
    objectID: string,
    { forwards = false }: ForwardOptions = {},
  ): Promise<Receipt> {
    return this.#change({ kind: 'delete-part', index, part, objectID, ...(forwards && { forwards }) })
  }

  async copyIndex(source: string, destination: string, scope?: readonly CopyScope[]): Promise<Receipt> {
    if (scope === undefined) refuseReplica(this.#view, destination)
    else if (scope.includes('settings'))
      await this.#whereReplicas([destination], async (context) =>
        planReplacement(context, destination, await settingsOf(context, this.#view.find(source))),
      )
    return this.#change({ kind: 'copy', source, destination, ...(scope && { scope }) })
  }

  async moveIndex(source: string, destination: string): Promise<Receipt> {
    for (const name of [source, destination]) refuseReplica(this.#view, name)
    return this.#change({ kind: 'move', source, destination })
  }

  // Reading.

  #target(index: IndexState): string {
    return targetOf(this.#names, index)
  }

  /** As searches see it; else the wire's 404. */
  #index(name: string): IndexState {
    this.#checkOpen()
    const index = this.#view.find(name)
    if (index === undefined) throw indexNotFound(name)
    return index
  }

  /** The index with all that was acknowledged here, and elsewhere as far as it is known; else the wire's 404. */
  async #settledIndex(name: string): Promise<IndexState> {
    const { settledWaitMs } = this.#limits
    await this.#waits.settled(name, settledWaitMs)
    const index = this.#index(name)
    if (index.primary === undefined) return index
    await this.#waits.settled(this.#view.holder(index).name, settledWaitMs)
    return this.#index(name)
  }

  async #hiddenBy(index: IndexState): Promise<string[]> {
    return (await settingsOf({ view: this.#view }, index)).unretrievableAttributes ?? []
  }

  async getRecords(requests: readonly RecordRequest[]): Promise<(SearchRecord | null)[]> {
    const sources = new Map<string, RecordSource>()
    for (const name of new Set(requests.map((request) => request.index))) {
      const index = await this.#settledIndex(name)
      sources.set(name, { target: this.#target(index), hidden: await this.#hiddenBy(index) })
    }
    return getRecords(this.#cluster, sources, requests)
  }

  async browse(name: string, options: BrowseOptions): Promise<BrowsePage> {
    const { params = {}, hitsPerPage = LIMITS.hitsPerPage } = options
    const cursor = readCursor(options.cursor)
    if (isNarrowed(params)) return this.#browseMatches(name, params, cursor.offset ?? 0, hitsPerPage)
    const index = await this.#settledIndex(name)
    const source = { target: this.#target(index), hidden: await this.#hiddenBy(index) }
    return browseAll(this.#cluster, source, { params, before: cursor.before, hitsPerPage, nbHits: index.entries })
  }

  /** What is searchable: a write whose task is pending does not show yet. */
  async #browseMatches(name: string, params: SearchParams, offset: number, length: number): Promise<BrowsePage> {
    const { records, nbHits, index } = await this.#searcher.browse(name, params, offset, length)
    const hidden = params.unretrievableAttributes ?? index.settings.unretrievableAttributes
    const hits = records.map((record) => pickAttributes(record, params.attributesToRetrieve, hidden))
    const end = offset + hits.length
    return end < nbHits && hits.length > 0 ? { hits, nbHits, cursor: writeCursor({ offset: end }) } : { hits, nbHits }
  }

  async getSettings(name: string): Promise<IndexSettings> {
    return settingsOf({ view: this.#view }, await this.#settledIndex(name))
  }

  async listParts(name: string, kind: PartKind): Promise<IndexPart[]> {
    return partsOf({ view: this.#view }, await this.#settledIndex(name), kind)
  }

  #readSizes(): Promise<ReadonlyMap<string, TargetSize>> {
    const now = performance.now()
    if (this.#sizes === undefined || now - this.#sizes.at > SIZES_MS)
      this.#sizes = { at: now, sizes: sizesOf(this.#cluster, this.#names) }
    return this.#sizes.sizes
  }

  async listIndexes(): Promise<IndexInfo[]> {
    this.#checkOpen()
    const { head, waiting } = this.#view
    const sizes = await sizesOf(this.#cluster, this.#names)
    return head.indexes.map((index) => {
      const size = sizes.get(this.#target(index))
      const names = new Set([index.name, this.#view.holder(index).name])
      return {
        name: index.name,
        ...linksIn(head.indexes, index),
        createdAt: index.createdAt,
        updatedAt: index.updatedAt,
        entries: index.entries,
        dataSize: size?.recordBytes ?? 0,
        fileSize: size?.storedBytes ?? 0,
        lastBuildTimeS: Math.round(index.buildMs / 1000),
        numberOfPendingTasks: waiting.filter((task) => task.indexes.some((name) => names.has(name))).length,
      }
    })
  }

  // Tasks, and how it is.

  async taskStatus(taskID: number): Promise<'published' | 'notPublished' | undefined> {
    this.#checkOpen()
    if (taskID <= 0) return undefined
    if (taskID > this.#view.end) await this.#view.look()
    if (taskID <= this.#view.head.published) return 'published'
    return taskID <= this.#view.end ? 'notPublished' : undefined
  }

  async taskError(taskID: number): Promise<string | undefined> {
    this.#checkOpen()
    if (taskID > this.#view.end) await this.#view.look()
    return this.#view.failure(taskID)?.error
  }

  async waitForTask(taskID: number): Promise<void> {
    if (taskID > this.#view.end) await this.#view.look()
    if (taskID <= this.#view.end) await this.#waits.published(taskID)
    this.#checkOpen()
  }

  async readiness(): Promise<Readiness> {
    if (this.#stop.signal.aborted) return { ready: false, reason: 'shutting down' }
    if (this.#view.age > SILENT_MS) return { ready: false, reason: 'the search cluster does not answer' }
    return { ready: true }
  }

  async figures(): Promise<BackendFigures> {
    const { waiting, running } = this.#searcher.load
    const { head, waiting: tasks, end } = this.#view
    const [sizes, storedEvents] = await Promise.all([this.#readSizes(), this.events.count()])
    const oldest = tasks[0]?.storedAt
    return {
      indexes: head.indexes
        .filter(({ primary }) => primary === undefined)
        .map((index) => ({
          name: index.name,
          records: index.entries,
          bytes: sizes.get(this.#target(index))?.storedBytes ?? 0,
          generation: index.generation,
        })),
      pendingTasks: end - head.published,
      taskLagSeconds: oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
      waitingSearches: waiting,
      runningSearches: running,
      storedEvents,
    }
  }

  /** Finishes the task in hand, gives the lease away and stops looking. The cluster's connections are the caller's. */
  async close(): Promise<void> {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    await this.#searcher.end()
    await this.events.end()
    await this.#worker.end()
    this.#view.close()
  }
}

/** Of the indexes that a change of settings makes replicas. */
const namesOf = (changes: Readonly<Record<string, unknown>>): string[] =>
  ((changes['replicas'] ?? []) as string[]).map((entry) => parseReplica(entry).name)

/** Refuses a partial update that no record could take: a list with one wrong operation changes nothing. */
function checkOperation(operation: WriteOperation): void {
  if (operation.action !== 'patch') return
  const { objectID, changes } = operation
  patchRecord(objectID, undefined, changes, true)
}

/**
 * Opens what Docent keeps in a cluster, which is made when it is not there. Throws `newer-database` for what a later
 * Docent has written.
 */
export async function openOpenSearchBackend(options: OpenSearchOptions): Promise<OpenSearchBackend> {
  const { log = () => undefined } = options
  const cluster = wakingPrimaries(options.cluster, log)
  return refusingOutages(await OpenSearchBackend.open({ ...options, cluster }), log)
}
