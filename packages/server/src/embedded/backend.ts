/**
 * The backend that needs a folder and no other service: SQLite stores records, settings and keys, and indexes are built from
 * them. Searches, builds and writes run in threads. A write resolves when SQLite has synced it; its task is published when
 * searches read a generation that contains it.
 */
import { pickAttributes } from '../backend/attributes.ts'
import type {
  FormattedQuery,
  Backend,
  BackendFigures,
  BatchReceipt,
  BrowseOptions,
  BrowsePage,
  ForwardOptions,
  IndexInfo,
  KeyStore,
  Readiness,
  Receipt,
  ReplaceReceipt,
  WriteReceipt,
  EncodedPage,
} from '../backend/backend.ts'
import { isNarrowed, readCursor } from '../backend/browse-cursor.ts'
import { ConcurrencyLimit } from '../backend/concurrency-limit.ts'
import type { EncodedParts, EncodedBatch } from '../backend/encoded-batch.ts'
import type { ReplicaLinks } from '../backend/replicas.ts'
import { WriteGate } from '../backend/write-gate.ts'
import { describeIndexes, figuresOf, readinessOf } from './backend-state.ts'
import type { IndexRow } from './database/index-table.ts'
import { matchRecords } from './indexes/index-job.ts'
import { openComponents, type EmbeddedOptions, type Components } from './components.ts'
import { hiddenBy, pageOfStore } from './search/browse.ts'
import type { SearchResults, WrittenAnswer } from './search/search-messages.ts'
import { Searches } from './searches.ts'
import type { EmbeddedEventStore } from './store/event-store.ts'
import { prepareOperation } from './store/prepared.ts'
import { createRecordSizes } from './store/record-sizes.ts'
import { replaceRecords } from './store/replace-records.ts'
import type { Store } from './store/store.ts'
import type { Writer } from './store/writer.ts'
import { badRequest, shuttingDown } from '../wire/errors.ts'
import { LIMITS } from '../wire/limits.ts'
import type {
  CopyScope,
  IndexPart,
  PartKind,
  RecordRequest,
  WriteOperation,
  SearchStrategy,
} from '../wire/operations.ts'
import { parseReplica } from '../wire/replica-name.ts'
import type { IndexSettings, SearchParams, SearchRecord, SearchRequest } from '@docent/engine'
import { parseSettings } from './database/stored-json.ts'

export type { EmbeddedOptions } from './components.ts'

/**
 * Maximum number of deletions by filter that search for their records at the same time, each in a thread with an index in its
 * memory. With two, a slow one does not delay all others.
 */
const MATCHES_AT_ONCE = 2

/** One process at a time has a data folder (`components.ts` locks it), so the state in memory is complete. */
export class EmbeddedBackend implements Backend {
  readonly keys: KeyStore
  readonly events: EmbeddedEventStore
  readonly #components: Components
  readonly #store: Store
  readonly #writer: Writer
  readonly #searches: Searches
  readonly #gate: WriteGate
  /** Each is a thread with an index in its memory. */
  readonly #matching = new ConcurrencyLimit(MATCHES_AT_ONCE)
  readonly #stop = new AbortController()
  readonly #recordSizes: ReturnType<typeof createRecordSizes>

  /** Owns the components: `close` closes them. Use `openEmbeddedBackend`. */
  constructor(components: Components) {
    this.keys = components.keys
    this.events = components.events
    this.#components = components
    this.#store = components.store
    this.#writer = components.writer
    this.#searches = new Searches(components.pool, components.generations, components.limits.rebuildWaitMs)
    this.#gate = new WriteGate(components.limits)
    this.#recordSizes = createRecordSizes(components.store.records)
  }

  search(queries: readonly SearchRequest[], options: { strategy?: SearchStrategy } = {}): Promise<SearchResults> {
    return this.#searches.search(queries, options.strategy ?? 'none')
  }

  searchJson(
    queries: readonly FormattedQuery[],
    { strategy = 'none', client = '' }: { strategy?: SearchStrategy; client?: string } = {},
  ): Promise<WrittenAnswer[]> {
    return this.#searches.searchJson(queries, strategy, client)
  }

  takesSearches(own = 0): boolean {
    return !this.#components.pool.isFull(own)
  }

  /**
   * Runs a write after earlier ones to the same indexes, and then starts the builds that make it searchable. `bytes` is the memory
   * that it uses while it waits. Throws 429 when too many writes wait.
   */
  async #write<Result>(indexes: readonly string[], write: () => Promise<Result>, bytes = 0): Promise<Result> {
    if (this.#stop.signal.aborted) throw shuttingDown()
    const receipt = await this.#gate.pass(indexes, bytes, () => this.#writer.inLanes(indexes, write))
    this.#components.generations.sync()
    return receipt
  }

  write(operations: readonly WriteOperation[]): Promise<WriteReceipt> {
    const prepared = operations.map(prepareOperation)
    const indexes = [...new Set(operations.map(({ index }) => index))]
    return this.#write(indexes, () => this.#writer.run('write', prepared))
  }

  writeBatch(batch: EncodedBatch): Promise<BatchReceipt> {
    const { index, json } = batch
    // Without an index in the path, the names of the indexes are known after parsing.
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

  /** ObjectIDs of the records that match the filters. */
  #match(row: IndexRow, params: SearchParams): Promise<string[]> {
    const { database, generations } = this.#components
    const generation = generations.find(row.name)
    const served =
      generation?.row.index_id === row.id ? { buffer: generation.buffer, task: generation.row.base } : undefined
    const settings = parseSettings(row.settings)
    const job = { kind: 'match', database, indexID: row.id, params, settings, served } as const
    return this.#matching.run(() => matchRecords(job, this.#stop.signal))
  }

  replaceRecords(
    index: string,
    records: Iterable<SearchRecord> | AsyncIterable<SearchRecord>,
    settings: IndexSettings,
  ): Promise<ReplaceReceipt> {
    return this.#write([index], () => replaceRecords(this.#store, this.#writer, index, { records, settings }))
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
      ? this.#searches.browse(index, params, { offset: cursor.offset ?? 0, length: hitsPerPage })
      : pageOfStore(this.#store.records, row, params, cursor.before ?? Number.MAX_SAFE_INTEGER, hitsPerPage)
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
    // No other write to an index may run while it becomes a replica.
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
    return this.#write([index], () => this.#writer.run('saveParts', index, { kind, parts, replaceAll, forwards }))
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
    return this.#write([index], () => this.#writer.run('deletePart', index, { kind, objectID, forwards }))
  }

  async listIndexes(): Promise<IndexInfo[]> {
    const primaries = this.#store.indexes.list().filter(({ primary_id }) => primary_id === null)
    return describeIndexes(this.#components, this.#recordSizes(primaries))
  }

  copyIndex(source: string, destination: string, scope?: readonly CopyScope[]): Promise<Receipt> {
    // The records of a replica are its primary's.
    const primaryID = this.#store.indexes.find(source)?.primary_id ?? undefined
    const primary = primaryID === undefined ? undefined : this.#store.indexes.byID(primaryID)?.name
    const names = [...new Set([source, destination, primary ?? source])]
    return this.#write(names, () => this.#writer.run('copyIndex', source, destination, scope, names))
  }

  moveIndex(source: string, destination: string): Promise<Receipt> {
    return this.#write([source, destination], () => this.#writer.run('moveIndex', source, destination))
  }

  async taskStatus(taskID: number): Promise<'published' | 'notPublished' | undefined> {
    if (this.#store.tasks.isPending(taskID)) return 'notPublished'
    return taskID > 0 && taskID <= this.#store.tasks.last() ? 'published' : undefined
  }

  async waitForTask(taskID: number): Promise<void> {
    while (!this.#stop.signal.aborted && this.#store.tasks.isPending(taskID))
      await this.#components.generations.switched
    if (this.#stop.signal.aborted) throw shuttingDown()
  }

  async readiness(): Promise<Readiness> {
    return this.#stop.signal.aborted ? { ready: false, reason: 'shutting down' } : readinessOf(this.#components)
  }

  async figures(): Promise<BackendFigures> {
    return figuresOf(this.#components)
  }

  /** Waits for the running write, ends the threads and unlocks the data folder. */
  async close(): Promise<void> {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    await this.#components.close()
  }
}

/**
 * Opens the data folder and resolves when searches can be answered. Throws a `ServerError`, such as `data-folder-in-use`
 * and `newer-database`.
 */
export const openEmbeddedBackend = async (options: EmbeddedOptions): Promise<EmbeddedBackend> =>
  new EmbeddedBackend(await openComponents(options))
