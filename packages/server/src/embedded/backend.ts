/**
 * The backend that needs nothing but a folder: SQLite is the truth, the engine's index is derived from it, searches and
 * builds run in threads, and so do changes. A write resolves when SQLite has synced it; its task is published when the generation that
 * holds it is what searches read.
 */
import { availableParallelism } from 'node:os'
import type { IndexSettings, SearchParams, SearchRecord, SearchRequest } from '@docent/engine'
import type { EncodedBatch } from '../backend/encoded-batch.ts'
import type { EncodedParts } from '../backend/encoded-batch.ts'
import type {
  Backend,
  BackendFigures,
  BatchReceipt,
  BrowseOptions,
  BrowsePage,
  FormattedQuery,
  ForwardOptions,
  IndexInfo,
  KeyStore,
  Readiness,
  Receipt,
  ReplaceReceipt,
  WriteReceipt,
  EncodedPage,
} from '../backend/backend.ts'
import type {
  CopyScope,
  IndexPart,
  PartKind,
  RecordRequest,
  SearchStrategy,
  WriteOperation,
} from '../wire/operations.ts'
import { isNarrowed, readCursor } from '../backend/browse-cursor.ts'
import { ServerError, badRequest, indexNotFound } from '../wire/errors.ts'
import { LIMITS } from '../wire/limits.ts'
import type { Limits } from '../wire/limits.ts'
import type { Log } from '../system/log.ts'
import { pickAttributes } from '../backend/attributes.ts'
import { ConcurrencyLimit } from '../backend/concurrency-limit.ts'
import { parseReplica } from '../wire/replica-name.ts'
import type { ReplicaLinks } from '../backend/replicas.ts'
import { enumeration, hiddenBy, pageOfIndex, pageOfStore } from './browse.ts'
import { openDataFolder } from './data-folder.ts'
import { DatabaseGuard } from './database-guard.ts'
import { findDifference } from './difference.ts'
import { EmbeddedEventStore } from './event-store.ts'
import { Generations } from './generations.ts'
import type { OpenGeneration } from './generations.ts'
import { checkDatabase, matchRecords } from './index-job.ts'
import { EmbeddedKeyStore } from './key-store.ts'
import { lockDataFolder } from './lock.ts'
import { warnOfLosses } from './losses.ts'
import { openFailure } from '../system/open-failure.ts'
import { createPause } from './pause.ts'
import { createRecordSizes } from './record-sizes.ts'
import { linksOf } from './replica-links.ts'
import { SearchPool } from './search-pool.ts'
import type { PlacedQuery, SearchResults, WrittenAnswer } from './search-messages.ts'
import { Store, prepareOperation, prepareRecord } from './store.ts'
import type { PreparedRecord } from './store.ts'
import { holderID } from './tables.ts'
import type { IndexRow } from './tables.ts'
import { WriteGate } from '../backend/write-gate.ts'
import { Writer } from './writer.ts'

export interface EmbeddedOptions {
  /** Made when it is not there. */
  dataDir: string
  /** Nothing is reported when absent. */
  log?: Log
  /** Threads that search; by default one for each core, at most 4. */
  searchWorkers?: number
  /** Others than in `LIMITS`. */
  limits?: Partial<Limits>
}

/** How long (ms) the main thread sleeps for a lock of another program; changes are tried again beside other work. */
const MAIN_WAIT_MS = 20

/** Deletions by a filter that look for their records at the same time: one that takes long leaves room for another. */
const MATCHES_AT_ONCE = 2

export class EmbeddedBackend implements Backend {
  readonly keys: KeyStore
  readonly events: EmbeddedEventStore
  readonly #store: Store
  readonly #guard: DatabaseGuard
  readonly #writer: Writer
  readonly #pool: SearchPool
  readonly #generations: Generations
  readonly #limits: Limits
  readonly #database: string
  readonly #unlock: () => void
  readonly #gate: WriteGate
  /** Each is a thread with an index in its memory. */
  readonly #matching = new ConcurrencyLimit(MATCHES_AT_ONCE)
  readonly #stop = new AbortController()
  readonly #recordSizes: ReturnType<typeof createRecordSizes>

  private constructor(parts: {
    store: Store
    guard: DatabaseGuard
    writer: Writer
    pool: SearchPool
    generations: Generations
    limits: Limits
    database: string
    unlock: () => void
  }) {
    this.#store = parts.store
    this.#guard = parts.guard
    this.#writer = parts.writer
    this.#pool = parts.pool
    this.#generations = parts.generations
    this.#limits = parts.limits
    this.#gate = new WriteGate(parts.limits)
    this.#database = parts.database
    this.#unlock = parts.unlock
    this.#recordSizes = createRecordSizes(parts.store.records)
    this.keys = new EmbeddedKeyStore(parts.store, parts.writer.inTurn, parts.limits)
    this.events = new EmbeddedEventStore(parts.store, parts.writer.inTurn, parts.limits)
  }

  /** Use `openEmbeddedBackend`. */
  static async open(options: EmbeddedOptions): Promise<EmbeddedBackend> {
    const log = options.log ?? (() => undefined)
    const limits = { ...LIMITS, ...options.limits }
    const folder = openDataFolder(options.dataDir)
    const unlock = lockDataFolder(folder)
    let store: Store | undefined
    let guard: DatabaseGuard | undefined
    let writer: Writer | undefined
    let pool: SearchPool | undefined
    try {
      store = new Store(folder.database, limits)
      store.recover()
      pool = new SearchPool(options.searchWorkers ?? Math.min(availableParallelism(), 4), limits, log)
      const { searching } = pool
      const check = (database: string): Promise<string | undefined> =>
        checkDatabase({ kind: 'check', database, searching })
      guard = new DatabaseGuard(folder.database, store.database, check, log)
      writer = new Writer(folder.database, limits, guard)
      const generations = new Generations(folder, store, writer, pool, log)
      const parts = { store, guard, writer, pool, generations, limits, database: folder.database, unlock }
      const backend = new EmbeddedBackend(parts)
      warnOfLosses(options.dataDir, store.tasks.last(), log)
      await generations.load()
      store.waitForLocks(MAIN_WAIT_MS)
      if (store.hasRemains) writer.sweep()
      return backend
    } catch (error) {
      await writer?.end()
      await pool?.end()
      store?.close()
      guard?.close()
      unlock()
      throw openFailure(folder.database, error)
    }
  }

  async search(queries: readonly SearchRequest[], options: { strategy?: SearchStrategy } = {}): Promise<SearchResults> {
    if (queries.length === 0) return []
    await this.#allSearchable(queries)
    const { strategy = 'none' } = options
    return this.#pool.run(() => ({ kind: 'search', strategy, queries: queries.map((request) => this.#place(request)) }))
  }

  async searchJson(
    queries: readonly FormattedQuery[],
    options: { strategy?: SearchStrategy } = {},
  ): Promise<WrittenAnswer[]> {
    if (queries.length === 0) return []
    await this.#allSearchable(queries.map((query) => query.request))
    const { strategy = 'none' } = options
    return this.#pool.run(() => ({
      kind: 'search-json',
      strategy,
      queries: queries.map(({ request, format }) => ({ ...this.#place(request), format })),
    }))
  }

  takesSearches(own = 0): boolean {
    return !this.#pool.isFull(own)
  }

  async #allSearchable(queries: readonly SearchRequest[]): Promise<void> {
    for (const name of new Set(queries.map((query) => query.indexName))) await this.#searchable(name)
  }

  #place(request: SearchRequest): PlacedQuery {
    return { snapshot: this.#generation(request.indexName).snapshot, request }
  }

  #generation(name: string): OpenGeneration {
    const generation = this.#generations.find(name)
    if (generation === undefined) throw indexNotFound(name)
    return generation
  }

  /** Waits a moment for an index that is being rebuilt. */
  async #searchable(name: string): Promise<void> {
    const end = performance.now() + this.#limits.rebuildWaitMs
    while (this.#generations.isRebuilding(name)) {
      const left = end - performance.now()
      if (left <= 0) throw new ServerError('not-ready', `Index ${name} is being rebuilt; try again`, { retryAfter: 1 })
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, left)
      await Promise.race([this.#generations.switched, promise])
      clearTimeout(timer)
    }
    this.#generation(name)
  }

  /**
   * Runs a write after those before it to the same indexes, then lets searches catch up. `bytes` is what it keeps in memory
   * until its turn comes. Refused when too much waits.
   */
  async #write<Result>(indexes: readonly string[], write: () => Promise<Result>, bytes = 0): Promise<Result> {
    if (this.#stop.signal.aborted) throw new ServerError('closed', 'The server is shutting down')
    const receipt = await this.#gate.pass(indexes, bytes, () => this.#writer.inLanes(indexes, write))
    this.#generations.sync()
    return receipt
  }

  write(operations: readonly WriteOperation[]): Promise<WriteReceipt> {
    const prepared = operations.map(prepareOperation)
    const indexes = [...new Set(operations.map(({ index }) => index))]
    return this.#write(indexes, () => this.#writer.run('write', prepared))
  }

  writeBatch(batch: EncodedBatch): Promise<BatchReceipt> {
    const { index, json } = batch
    // Which indexes it is about, where its path names none, is known when it has been read.
    const indexes = index === undefined ? [] : [index]
    return this.#write(indexes, () => this.#writer.handOver([json.buffer], 'writeBatch', batch), json.length)
  }

  deleteBy(index: string, params: SearchParams): Promise<Receipt> {
    return this.#write([index], async () => {
      if (!isNarrowed(params)) throw badRequest('deleteByQuery needs a filter')
      this.#store.refuseReplica(index)
      const row = this.#store.indexes.find(index)
      return this.#writer.run('deleteRecords', index, row ? await this.#match(row, params) : [])
    })
  }

  #match(row: IndexRow, params: SearchParams): Promise<string[]> {
    const generation = this.#generations.find(row.name)
    const served =
      generation?.row.index_id === row.id ? { buffer: generation.buffer, task: generation.row.base } : undefined
    const settings = JSON.parse(row.settings) as IndexSettings
    const { searching } = this.#pool
    const job = {
      kind: 'match',
      database: this.#database,
      indexID: row.id,
      searching,
      params,
      settings,
      served,
    } as const
    return this.#matching.run(() => matchRecords(job, this.#stop.signal))
  }

  async replaceRecords(
    index: string,
    records: Iterable<SearchRecord> | AsyncIterable<SearchRecord>,
    settings: IndexSettings,
  ): Promise<ReplaceReceipt> {
    const prepared = new Map<string, PreparedRecord>()
    const pause = createPause()
    for await (const record of records) {
      prepared.set(record.objectID, prepareRecord(record))
      await pause()
    }
    return this.#write([index], async () => {
      this.#store.refuseReplica(index)
      const difference = await findDifference(this.#store, index, prepared, settings)
      return 'taskID' in difference ? difference : this.#writer.run('replaceRecords', index, difference)
    })
  }

  async getRecords(requests: readonly RecordRequest[]): Promise<(SearchRecord | null)[]> {
    return requests.map(({ index, objectID, attributesToRetrieve, unretrievable }) => {
      const row = this.#store.holder(index)
      const record = this.#store.records.read(row.id, objectID)
      if (record === undefined) return null
      return pickAttributes(record, attributesToRetrieve, unretrievable === true ? [] : hiddenBy(row))
    })
  }

  async browse(index: string, options: BrowseOptions): Promise<BrowsePage> {
    const { hits, ...page } = await this.browseJson(index, options)
    return { ...page, hits: JSON.parse(Buffer.from(hits.buffer).toString()) as SearchRecord[] }
  }

  async browseJson(index: string, options: BrowseOptions): Promise<EncodedPage> {
    const row = this.#store.holder(index)
    const { params = {}, hitsPerPage = LIMITS.hitsPerPage } = options
    const cursor = readCursor(options.cursor)
    return isNarrowed(params)
      ? this.#browseIndex(index, params, cursor.offset ?? 0, hitsPerPage)
      : pageOfStore(this.#store.records, row, params, cursor.before ?? Number.MAX_SAFE_INTEGER, hitsPerPage)
  }

  /** What is searchable, not what is stored: a write whose task is pending does not show yet. */
  async #browseIndex(index: string, params: SearchParams, offset: number, length: number): Promise<EncodedPage> {
    await this.#searchable(index)
    const found = await this.#pool.run(() =>
      enumeration({ snapshot: this.#generation(index).snapshot, index }, params, offset, length),
    )
    return pageOfIndex(found, offset)
  }

  async getSettings(index: string): Promise<IndexSettings> {
    return this.#store.settings(index)
  }

  async getLinks(index: string): Promise<ReplicaLinks> {
    return this.#store.links(index)
  }

  updateSettings(
    index: string,
    changes: Readonly<Record<string, unknown>>,
    { forwards = false }: ForwardOptions = {},
  ): Promise<Receipt> {
    // Nothing else writes to an index while it becomes a replica.
    const replicas = Array.isArray(changes['replicas']) ? changes['replicas'].map(String) : []
    const names = [index, ...replicas.map((entry) => parseReplica(entry).name)]
    return this.#write([...new Set(names)], () => this.#writer.run('updateSettings', index, changes, forwards))
  }

  async listParts(index: string, kind: PartKind): Promise<IndexPart[]> {
    return this.#store.parts.list(this.#store.indexRow(index).id, kind)
  }

  saveParts(
    index: string,
    kind: PartKind,
    parts: readonly IndexPart[],
    { replaceAll = false, forwards = false }: ForwardOptions & { replaceAll?: boolean } = {},
  ): Promise<Receipt> {
    return this.#write([index], () => this.#writer.run('saveParts', index, kind, parts, { replaceAll, forwards }))
  }

  savePartsBatch(batch: EncodedParts): Promise<Receipt> {
    const { index, json } = batch
    return this.#write([index], () => this.#writer.handOver([json.buffer], 'savePartsBatch', batch), json.length)
  }

  deletePart(
    index: string,
    kind: PartKind,
    objectID: string,
    { forwards = false }: ForwardOptions = {},
  ): Promise<Receipt> {
    return this.#write([index], () => this.#writer.run('deletePart', index, kind, objectID, forwards))
  }

  async listIndexes(): Promise<IndexInfo[]> {
    const rows = this.#store.indexes.list()
    const sizes = this.#recordSizes(rows.filter(({ primary_id }) => primary_id === null))
    return rows.map((row) => {
      const served = this.#generations.find(row.name)?.row
      const size = sizes.get(holderID(row))
      return {
        name: row.name,
        ...linksOf(this.#store, row),
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        entries: size?.entries ?? 0,
        dataSize: size?.dataSize ?? 0,
        fileSize: served?.bytes ?? 0,
        lastBuildTimeS: Math.round((served?.build_ms ?? 0) / 1000),
        numberOfPendingTasks: this.#store.tasks.pending(holderID(row)),
      }
    })
  }

  copyIndex(source: string, destination: string, scope?: readonly CopyScope[]): Promise<Receipt> {
    // The records of a replica are its primary's.
    const primaryID = this.#store.indexes.find(source)?.primary_id ?? undefined
    const primary = primaryID === undefined ? undefined : this.#store.indexes.byID(primaryID)?.name
    const names = [...new Set([source, destination, primary ?? source])]
    return this.#write(names, () => this.#writer.run('copyIndex', source, destination, scope))
  }

  moveIndex(source: string, destination: string): Promise<Receipt> {
    return this.#write([source, destination], () => this.#writer.run('moveIndex', source, destination))
  }

  async taskStatus(taskID: number): Promise<'published' | 'notPublished' | undefined> {
    if (this.#store.tasks.isPending(taskID)) return 'notPublished'
    return taskID > 0 && taskID <= this.#store.tasks.last() ? 'published' : undefined
  }

  async waitForTask(taskID: number): Promise<void> {
    while (!this.#stop.signal.aborted && this.#store.tasks.isPending(taskID)) await this.#generations.switched
    if (this.#stop.signal.aborted) throw new ServerError('closed', 'The server is shutting down')
  }

  async readiness(): Promise<Readiness> {
    if (this.#stop.signal.aborted) return { ready: false, reason: 'shutting down' }
    if (this.#guard.damage !== undefined) return { ready: false, reason: this.#guard.damage }
    const rebuilding = this.#generations.rebuilding()
    const names = this.#generations.failing().map(({ name }) => name)
    const failing = names.length > 0 && { failing: names }
    // One index that cannot be built is no reason to send nobody here for the others.
    if (rebuilding.length === 0) return { ready: true, ...failing }
    return { ready: false, reason: `being rebuilt: ${rebuilding.join(', ')}`, ...failing }
  }

  async figures(): Promise<BackendFigures> {
    const { waiting, running } = this.#pool.load
    const oldest = this.#store.tasks.oldest()
    const served = this.#store.served.list()
    return {
      indexes: served.map(({ name, entries, bytes, generation }) => ({ name, records: entries, bytes, generation })),
      pendingTasks: this.#store.tasks.allPending(),
      taskLagSeconds: oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
      waitingSearches: waiting,
      runningSearches: running,
      storedEvents: this.events.count(),
      failing: this.#generations.failing(),
    }
  }

  /** Waits for the write in hand, ends the threads and lets go of the data folder. */
  async close(): Promise<void> {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    await this.events.end()
    await this.#generations.end()
    await this.#writer.end()
    await this.#pool.end()
    await this.#guard.settle()
    this.#store.close()
    this.#guard.close()
    this.#unlock()
  }
}

/**
 * Opens the data folder and resolves when searches can be answered. Throws `data-folder-in-use` and `newer-database`
 * (both `ServerError`).
 */
export const openEmbeddedBackend = (options: EmbeddedOptions): Promise<EmbeddedBackend> => EmbeddedBackend.open(options)
