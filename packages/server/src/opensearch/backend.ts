/**
 * The backend over an OpenSearch cluster. The cluster holds everything; any number of servers work over it and none has
 * state of its own. A write resolves when its task is in the log (`task-log.ts`); one server at a time applies tasks
 * (`worker.ts`) and puts the head in place that says what searches see (`head.ts`); all servers look at the head several
 * times a second (`view.ts`).
 *
 * What was acknowledged is read at once: who reads records, settings or parts waits until the tasks that touch the index
 * are published, for a moment at most.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { EngineError, buildIndex, openIndex, search } from '@docent/engine'
import type { IndexSettings, SearchParams, SearchRecord, SearchRequest } from '@docent/engine'
import { wordAnswer } from '../answer-form.ts'
import { pickAttributes } from '../attributes.ts'
import type {
  Backend,
  BackendFigures,
  BrowsePage,
  CopyScope,
  FormedQuery,
  IndexInfo,
  IndexPart,
  PartKind,
  Readiness,
  Receipt,
  RecordRequest,
  ReplaceReceipt,
  SearchStrategy,
  WriteOperation,
  WriteReceipt,
} from '../backend.ts'
import { isNarrowed, readCursor, writeCursor } from '../browse-cursor.ts'
import { ServerError, badRequest, indexNotFound, tooMany } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import { patchRecord } from '../patch.ts'
import { writeJson } from '../write-json.ts'
import { partsOf } from './state/apply-changes.ts'
import { settingsOf } from './state/apply-context.ts'
import type { Copies } from './state/apply-context.ts'
import type { Cluster } from './http/cluster.ts'
import { ClusterEventStore } from './state/event-store.ts'
import { readRecords, recordsBefore, scanHashes } from './state/generation.ts'
import type { IndexState } from './state/head.ts'
import { ClusterKeyStore } from './state/key-store.ts'
import { namesWith } from './state/names.ts'
import type { Names } from './state/names.ts'
import { openState } from './state/open-state.ts'
import { Pins } from './searching/pins.ts'
import type { Pinnable } from './searching/pins.ts'
import { refusingOutages } from './http/refusal.ts'
import { differenceBetween, givenRecord, writeSteps } from './state/replacement.ts'
import type { GivenRecord } from './state/replacement.ts'
import { SearchGate } from './searching/search-gate.ts'
import { browseOnCluster } from './searching/browse.ts'
import { searchOnCluster } from './searching/search.ts'
import type { SearchableIndex } from './searching/search.ts'
import { searchable } from './searching/searchable.ts'
import { sizesOf } from './state/sizes.ts'
import type { TargetSize } from './state/sizes.ts'
import { TaskLog } from './state/task-log.ts'
import type { Change, TaskFacts } from './state/task-log.ts'
import { View } from './state/view.ts'
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
}

type Results = Awaited<ReturnType<typeof searchOnCluster>>

/** Records that are read in are hashed in pieces of so many, some 2 ms: the same thread answers requests. */
const BETWEEN_BREATHS = 100
/** How often a difference is looked for while others write to the same index. */
const MOST_TRIES = 20
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
  readonly #gate: SearchGate
  readonly #pins: Pins
  readonly #limits: Limits
  readonly #stop = new AbortController()
  #sizes: { at: number; sizes: Promise<ReadonlyMap<string, TargetSize>> } | undefined

  private constructor(options: OpenSearchOptions, names: Names, view: View, copies: Copies) {
    const { cluster, log = () => undefined } = options
    this.#cluster = cluster
    this.#names = names
    this.#view = view
    this.#limits = { ...LIMITS, ...options.limits }
    this.#gate = new SearchGate(this.#limits)
    this.#pins = new Pins(cluster)
    this.#taskLog = new TaskLog(cluster, names, view, this.#limits)
    this.keys = new ClusterKeyStore(cluster, names, view)
    this.events = new ClusterEventStore(cluster, names, this.#limits)
    const { events } = this
    const times = { ...WORKER_TIMES, ...options.times }
    this.#worker = new ApplyWorker({ cluster, names, view, taskLog: this.#taskLog, copies, log, times, events })
  }

  /** Use `openOpenSearchBackend`. */
  static async open(options: OpenSearchOptions): Promise<OpenSearchBackend> {
    const { cluster, prefix = 'docent', shards = 1 } = options
    const names = namesWith(prefix)
    await openState(cluster, names)
    return new OpenSearchBackend(options, names, await View.open(cluster, names), {
      shards,
      replicas: options.replicas,
    })
  }

  #checkOpen(): void {
    if (this.#stop.signal.aborted) throw new ServerError('closed', 'The server is shutting down')
  }

  // Searching.

  async search(
    queries: readonly SearchRequest[],
    { strategy = 'none' }: { strategy?: SearchStrategy } = {},
  ): Promise<Results> {
    return (await this.#searchAll(queries, strategy)).results
  }

  async searchJson(
    queries: readonly FormedQuery[],
    { strategy = 'none' }: { strategy?: SearchStrategy } = {},
  ): Promise<Uint8Array[]> {
    const requests = queries.map(({ request }) => request)
    const { results, indexes } = await this.#searchAll(requests, strategy)
    return results.map((result, i) => {
      const form = queries[i]?.form
      if (form === undefined) throw new Error('Every result has its query')
      const { responseFields = ['*'] } = indexes[i]?.settings ?? {}
      return writeJson(wordAnswer(result, { fields: responseFields, ...form }))
    })
  }

  async #searchAll(
    queries: readonly SearchRequest[],
    strategy: SearchStrategy,
  ): Promise<{ results: Results; indexes: SearchableIndex[] }> {
    if (queries.length === 0) return { results: [], indexes: [] }
    const end = performance.now() + this.#limits.hardCutMs
    return this.#gate.run(() =>
      this.#asked(
        queries.map(({ indexName }) => indexName),
        async (cluster, indexes) => {
          const placed = queries.map((request, i) => ({ index: indexes[i] as SearchableIndex, request }))
          const options = { strategy, now: Date.now(), deadlineMs: end - performance.now() }
          return { results: await searchOnCluster(cluster, placed, options), indexes }
        },
      ),
    )
  }

  /** Asks about indexes by their names, in one state of each. */
  #asked<Result>(
    names: readonly string[],
    ask: (cluster: Cluster, indexes: SearchableIndex[]) => Promise<Result>,
  ): Promise<Result> {
    let indexes: SearchableIndex[] = []
    const find = async (): Promise<Pinnable[]> => {
      const states = names.map((name) => this.#index(name))
      indexes = await Promise.all(states.map((state) => searchable(this.#view, this.#target(state), state)))
      return states.map((state) => ({ target: this.#target(state), lastTask: state.lastTask }))
    }
    return this.#refusing(() => this.#pins.search(find, (cluster) => ask(cluster, indexes)))
  }

  takesSearches(): boolean {
    return !this.#gate.isFull
  }

  /** What the engine cannot read is the asker's fault. */
  async #refusing<Result>(ask: () => Promise<Result> | Result): Promise<Result> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      // A cluster is slow because of all that it does, not because of this query: it is worth another try.
      if (error.code === 'search_stopped') {
        const message = `The search took longer than ${this.#limits.hardCutMs} ms and was stopped; try again`
        throw new ServerError('overloaded', message, { retryAfter: 1 })
      }
      throw badRequest(error.message)
    }
  }

  // Writing.

  async #append(change: Change, isStillRight?: () => boolean): Promise<TaskFacts | undefined> {
    this.#checkOpen()
    return this.#taskLog.append(change, isStillRight)
  }

  async #change(change: Change): Promise<Receipt> {
    const facts = await this.#append(change)
    if (facts === undefined) throw new Error('A change without a condition is always written')
    return { taskID: facts.number, at: new Date(facts.storedAt).toISOString() }
  }

  async write(operations: readonly WriteOperation[]): Promise<WriteReceipt> {
    for (const operation of operations) checkOperation(operation)
    const facts = await this.#append({ kind: 'write', operations: [...operations] })
    if (facts === undefined) throw new Error('A change without a condition is always written')
    const tasks = facts.indexes.map((index, i) => ({ index, taskID: facts.number + i }))
    return { tasks, at: new Date(facts.storedAt).toISOString() }
  }

  async deleteBy(index: string, params: SearchParams): Promise<Receipt> {
    if (!isNarrowed(params)) throw badRequest('deleteByQuery needs a filter')
    const settings = await settingsOf({ view: this.#view }, this.#view.find(index))
    // The engine says what is wrong with a filter before it is a task that nobody can apply.
    await this.#refusing(() => search(openIndex(buildIndex([], settings), settings), { ...params, query: '' }))
    return this.#change({ kind: 'delete-by', index, params })
  }

  async replaceRecords(
    index: string,
    records: Iterable<SearchRecord> | AsyncIterable<SearchRecord>,
    settings: IndexSettings,
  ): Promise<ReplaceReceipt> {
    const given = new Map<string, GivenRecord>()
    for await (const record of records) {
      given.set(record.objectID, givenRecord(record))
      if (given.size % BETWEEN_BREATHS === 0) await breathe()
    }
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const receipt = await this.#replaceOnce(index, given, settings)
      if (receipt !== undefined) return receipt
    }
    throw tooMany(`writes to the index ${index}`)
  }

  /** `undefined` when somebody else has written to the index meanwhile. */
  async #replaceOnce(
    name: string,
    given: ReadonlyMap<string, GivenRecord>,
    settings: IndexSettings,
  ): Promise<ReplaceReceipt | undefined> {
    this.#checkOpen()
    await this.#view.look()
    await this.#settled(name)
    const index = this.#view.find(name)
    const seen = this.#view.end
    const stored = index ? scanHashes(this.#cluster, this.#target(index)) : noHashes()
    const { added, changed, removed } = await differenceBetween(stored, given)
    const counts = { added: added.length, changed: changed.length, removed: removed.length, total: given.size }
    const differing = counts.added + counts.changed + counts.removed
    const before = await settingsOf({ view: this.#view }, index)
    if (index && differing === 0 && JSON.stringify(before) === JSON.stringify(settings))
      return { ...counts, taskID: index.lastTask, at: index.updatedAt }
    const chunks = await writeSteps(this.#cluster, this.#names, [...removed, ...changed, ...added])
    const isUntouched = (): boolean =>
      this.#view.find(name)?.lastTask === index?.lastTask &&
      !this.#view.waiting.some((task) => task.number > seen && task.indexes.includes(name))
    const facts = await this.#append({ kind: 'replace', index: name, settings, chunks, ...counts }, isUntouched)
    return facts && { ...counts, taskID: facts.number, at: new Date(facts.storedAt).toISOString() }
  }

  updateSettings(index: string, changes: Readonly<Record<string, unknown>>): Promise<Receipt> {
    return this.#change({ kind: 'settings', index, changes })
  }

  saveParts(
    index: string,
    part: PartKind,
    parts: readonly IndexPart[],
    { replaceAll = false }: { replaceAll?: boolean } = {},
  ): Promise<Receipt> {
    return this.#change({ kind: 'save-parts', index, part, parts, replaceAll })
  }

  deletePart(index: string, part: PartKind, objectID: string): Promise<Receipt> {
    return this.#change({ kind: 'delete-part', index, part, objectID })
  }

  copyIndex(source: string, destination: string, scope?: readonly CopyScope[]): Promise<Receipt> {
    return this.#change({ kind: 'copy', source, destination, ...(scope && { scope }) })
  }

  moveIndex(source: string, destination: string): Promise<Receipt> {
    return this.#change({ kind: 'move', source, destination })
  }

  // Reading.

  #target(index: IndexState): string {
    return this.#names.generation(index.id, index.generation)
  }

  /** As searches see it; else the wire's 404. */
  #index(name: string): IndexState {
    this.#checkOpen()
    const index = this.#view.find(name)
    if (index === undefined) throw indexNotFound(name)
    return index
  }

  /** Resolves when no task that is known touches the index any more. */
  async #settled(name: string, patienceMs = Number.POSITIVE_INFINITY): Promise<void> {
    const last = this.#view.waiting.findLast((task) => task.indexes.includes(name))
    if (last !== undefined) await this.#until(() => this.#view.head.published >= last.number, patienceMs)
  }

  /** Throws `closed` with the server's end, and 503 after `patienceMs`. */
  async #until(isSo: () => boolean, patienceMs = Number.POSITIVE_INFINITY): Promise<void> {
    const end = performance.now() + patienceMs
    for (;;) {
      this.#checkOpen()
      // Taken before the question: a change between the two is not slept over.
      const { changed } = this.#view
      if (isSo()) return
      const left = end - performance.now()
      if (left <= 0) throw new ServerError('not-ready', 'The index is being written; try again', { retryAfter: 1 })
      await (left === Number.POSITIVE_INFINITY ? changed : inTime(changed, left))
    }
  }

  /** The index with all that was acknowledged here, and elsewhere as far as it is known; else the wire's 404. */
  async #settledIndex(name: string): Promise<IndexState> {
    await this.#settled(name, this.#limits.settledWaitMs)
    return this.#index(name)
  }

  async #hiddenBy(index: IndexState): Promise<string[]> {
    return (await settingsOf({ view: this.#view }, index)).unretrievableAttributes ?? []
  }

  async getRecords(requests: readonly RecordRequest[]): Promise<(SearchRecord | null)[]> {
    const byIndex = new Map<string, { hidden: string[]; found: Awaited<ReturnType<typeof readRecords>> }>()
    for (const name of new Set(requests.map((request) => request.index))) {
      const index = await this.#settledIndex(name)
      const ids = requests.filter((request) => request.index === name).map((request) => request.objectID)
      const found = await readRecords(this.#cluster, this.#target(index), [...new Set(ids)], () => true)
      byIndex.set(name, { found, hidden: await this.#hiddenBy(index) })
    }
    return requests.map(({ index, objectID, attributesToRetrieve, unretrievable }) => {
      const { found, hidden = [] } = byIndex.get(index) ?? {}
      const record = found?.get(objectID)?.record
      if (record === undefined) return null
      return pickAttributes(record, attributesToRetrieve, unretrievable === true ? [] : hidden)
    })
  }

  async browse(
    name: string,
    options: { params?: SearchParams; cursor?: string; hitsPerPage?: number },
  ): Promise<BrowsePage> {
    const { params = {}, hitsPerPage = LIMITS.hitsPerPage } = options
    const cursor = readCursor(options.cursor)
    if (isNarrowed(params)) return this.#browseMatches(name, params, cursor.offset ?? 0, hitsPerPage)
    const index = await this.#settledIndex(name)
    const before = cursor.before ?? Number.MAX_SAFE_INTEGER
    const found = await recordsBefore(this.#cluster, this.#target(index), before, hitsPerPage + 1)
    const page = found.slice(0, hitsPerPage)
    const last = page.at(-1)
    const hidden = params.unretrievableAttributes ?? (await this.#hiddenBy(index))
    const hits = page.map(({ record }) => pickAttributes(record, params.attributesToRetrieve, hidden))
    const answer = { hits, nbHits: index.entries }
    return found.length > page.length && last ? { ...answer, cursor: writeCursor({ before: last.position }) } : answer
  }

  /** What is searchable: a write whose task is pending does not show yet. */
  async #browseMatches(name: string, params: SearchParams, offset: number, length: number): Promise<BrowsePage> {
    const { records, nbHits, hidden } = await this.#gate.run(() =>
      this.#asked([name], async (cluster, [index]) => {
        if (index === undefined) throw new Error('One name has one index')
        const found = await browseOnCluster(cluster, index, params, offset, length)
        return { ...found, hidden: params.unretrievableAttributes ?? index.settings.unretrievableAttributes }
      }),
    )
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
      return {
        name: index.name,
        createdAt: index.createdAt,
        updatedAt: index.updatedAt,
        entries: index.entries,
        dataSize: size?.recordBytes ?? 0,
        fileSize: size?.storedBytes ?? 0,
        lastBuildTimeS: Math.round(index.buildMs / 1000),
        numberOfPendingTasks: waiting.filter((task) => task.indexes.includes(index.name)).length,
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
    if (taskID <= this.#view.end) await this.#until(() => this.#view.head.published >= taskID)
    this.#checkOpen()
  }

  async readiness(): Promise<Readiness> {
    if (this.#stop.signal.aborted) return { ready: false, reason: 'shutting down' }
    if (this.#view.age > SILENT_MS) return { ready: false, reason: 'the search cluster does not answer' }
    return { ready: true }
  }

  async figures(): Promise<BackendFigures> {
    const { waiting, running } = this.#gate.load
    const { head, waiting: tasks, end } = this.#view
    const [sizes, storedEvents] = await Promise.all([this.#readSizes(), this.events.count()])
    const oldest = tasks[0]?.storedAt
    return {
      indexes: head.indexes.map((index) => ({
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
    this.#gate.close()
    await this.events.end()
    await this.#worker.end()
    await this.#pins.end()
    this.#view.close()
  }
}

async function* noHashes(): AsyncGenerator<never> {}

/** Refuses a partial update that no record could take: a list with one wrong operation changes nothing. */
function checkOperation(operation: WriteOperation): void {
  if (operation.action !== 'patch') return
  const { objectID, changes } = operation
  patchRecord(objectID, undefined, changes, true)
}

/** Resolves with the promise, or after so many ms. */
async function inTime(promise: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([promise, late.promise])
  clearTimeout(timer)
}

/**
 * Opens what Docent keeps in a cluster, which is made when it is not there. Throws `newer-database` for what a later
 * Docent has written.
 */
export async function openOpenSearchBackend(options: OpenSearchOptions): Promise<OpenSearchBackend> {
  const { log = () => undefined } = options
  return refusingOutages(await OpenSearchBackend.open(options), log)
}
