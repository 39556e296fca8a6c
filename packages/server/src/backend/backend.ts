/**
 * The interface of a storage of records that can be searched. All methods are asynchronous and take canonical types only (lists
 * are lists, numbers are numbers): the API reads the historical spellings of the wire. There are two implementations, the engine
 * with SQLite (`embedded`) and a cluster of OpenSearch, so the interface mentions no files, threads or transactions. Both pass
 * the suite `backendConformance`.
 *
 * Guarantees of every backend:
 * - A write resolves when it is durable. Its task is published when the write is also visible to searches.
 * - Writes take effect in the order in which they were acknowledged, also across indexes.
 * - A list of operations is applied completely or not at all.
 * - One list of queries is answered from one state of each index.
 * - A replica (`replicas.ts`) has the records of its primary as soon as the primary's tasks are published. Writing records to a
 *   replica is refused with 400.
 * - Refusals are `ServerError`s with the wire's text.
 */
import type {
  FacetValuesResponse,
  IndexSettings,
  SearchParams,
  SearchRecord,
  SearchRequest,
  SearchResponse,
} from '@docent/engine'
import type { AnswerFormat } from '../wire/answer-format.ts'
import type { EncodedBatch, EncodedParts } from './encoded-batch.ts'
import type { ApiKey, KeyFields } from '../keys/key.ts'
import type {
  CopyScope,
  IndexPart,
  PartKind,
  RecordRequest,
  SearchEvent,
  SearchStrategy,
  WriteOperation,
} from '../wire/operations.ts'
import type { ReplicaLinks } from './replicas.ts'

/** A query with the format of its answer. */
export interface FormattedQuery {
  request: SearchRequest
  format: AnswerFormat
}

/** An acknowledged write. */
export interface Receipt {
  /** Rises with every write of the backend; stays below 2^53. */
  taskID: number
  /** ISO 8601, UTC. */
  at: string
}

/** The receipts of a list of operations: one for each index that was named, in order of first naming. */
export interface WriteReceipt {
  tasks: { index: string; taskID: number }[]
  at: string
}

/** The receipt of a batch, with the objectID of each of its operations; empty for an operation without one. */
export interface BatchReceipt extends WriteReceipt {
  objectIDs: string[]
}

/** The result of `replaceRecords`. Without a difference, `taskID` is that of the last change. */
export interface ReplaceReceipt extends Receipt {
  added: number
  changed: number
  removed: number
  /** Records after the call. */
  total: number
}

/** A page of browsed records, the most recently added first. */
export interface BrowsePage {
  hits: SearchRecord[]
  /** The start of the next page; absent on the last one. */
  cursor?: string
  /** Number of matching records. */
  nbHits: number
}

/** A page whose hits are a list in JSON, in UTF-8; nothing else uses its buffer, so the caller may release it. */
export interface EncodedPage extends Omit<BrowsePage, 'hits'> {
  hits: Uint8Array<ArrayBuffer>
}

/**
 * The records to browse, as on the wire. `cursor` is that of the page before; an invalid one throws a `ServerError`
 * (400).
 */
export interface BrowseOptions {
  params?: SearchParams
  cursor?: string
  hitsPerPage?: number
}

/** One index in the list. */
export interface IndexInfo extends ReplicaLinks {
  name: string
  createdAt: string
  updatedAt: string
  entries: number
  /** Bytes of the records as JSON. */
  dataSize: number
  /** Bytes of the index files; 0 when unknown. */
  fileSize: number
  /** Duration of the last build in whole seconds; 0 when unknown. */
  lastBuildTimeS: number
  numberOfPendingTasks: number
}

/** Whether the replicas of the index are changed in the same way. Default: no. */
export interface ForwardOptions {
  forwards?: boolean
}

/** Reads and changes API keys. Reading is fast, from memory: it happens at every request. */
export interface KeyStore {
  /** All live keys, the oldest first, the admin key included. */
  list(): Promise<ApiKey[]>
  /** The live key with this value; `undefined` when there is none. Takes the same time for any value. */
  find(value: string): Promise<ApiKey | undefined>
  add(fields: KeyFields): Promise<ApiKey>
  /** Replaces all fields. Refused with 404 when there is no such key, with 403 for the admin key. */
  update(value: string, fields: KeyFields): Promise<ApiKey>
  /** Refused as `update`. */
  delete(value: string): Promise<void>
  /** Restores a deleted key. */
  restore(value: string): Promise<ApiKey>
  /** Replaces all keys, deleted ones included, by these keys of another backend. */
  adopt(keys: readonly ApiKey[]): Promise<void>
}

/** An event with its time of arrival, ISO 8601 in UTC. */
export type StoredEvent = SearchEvent & { receivedAt: string }

/** Stores events for `LIMITS.eventDays` days. */
export interface EventStore {
  /** Resolves when they are durable. An event with a `timestamp` that is already stored is not stored again. */
  add(events: readonly SearchEvent[]): Promise<void>
  /** The latest first. */
  list(limit: number): Promise<StoredEvent[]>
  /** Deletes all events of one user, by either of their tokens. */
  deleteUser(userToken: string): Promise<void>
  /** Replaces all events by these events of another backend, the oldest first. */
  adopt(events: readonly StoredEvent[]): Promise<void>
}

/** The current figures of a backend, for its operator. */
export interface BackendFigures {
  /** The indexes that searches read. */
  indexes: { name: string; records: number; bytes: number; generation: number }[]
  pendingTasks: number
  /** Seconds since the oldest write that is not searchable yet was acknowledged; 0 when there is none. */
  taskLagSeconds: number
  /** Searches that wait for a worker, and searches that run. */
  waitingSearches: number
  runningSearches: number
  storedEvents: number
  /** Indexes whose latest build failed, with the number of failures in a row; absent for a backend without builds. */
  failing?: { name: string; failures: number }[]
  /** Whether the disk refused the latest write; absent for a backend without a disk. */
  refusesWrites?: boolean
}

/** Whether searches can be answered. */
export interface Readiness {
  ready: boolean
  /** The reason when not ready. */
  reason?: string
  /** Indexes whose latest build failed and is tried again; absent when there are none. */
  failing?: string[]
  /** Why the disk refused the latest write; absent when it was stored. */
  refusedWrite?: string
}

/**
 * Methods reject with a `ServerError`, whose code becomes the status of the answer; any other error is a defect (500).
 */
export interface Backend {
  /** One answer for each query, in order; a query of `type: 'facet'` is answered with facet values. */
  search(
    queries: readonly SearchRequest[],
    options?: { strategy?: SearchStrategy },
  ): Promise<(SearchResponse | FacetValuesResponse)[]>
  /**
   * As `search`, with each answer formatted (`formatAnswer`) and encoded as JSON in UTF-8 by the thread that made it: answers are
   * up to 100 kB, and decoding and encoding them again would cost the API's thread more than all its other work. Nothing else
   * uses the buffer of an answer, so the caller may release it. `client` names the sender: where searches wait, clients take turns.
   * Default: an unknown one.
   */
  searchJson(
    queries: readonly FormattedQuery[],
    options?: { strategy?: SearchStrategy; client?: string },
  ): Promise<Uint8Array<ArrayBuffer>[]>
  /**
   * Whether a search would be admitted now: a search that would be refused with 429 need not be read first. `own` is the number of
   * waiting and running searches of the same client, which may use a share of the places; default 0.
   */
  takesSearches(own?: number): boolean

  write(operations: readonly WriteOperation[]): Promise<WriteReceipt>
  /** As `write`, for a backend that parses a batch (`readEncodedBatch`) in a thread on which no search waits. */
  writeBatch?(batch: EncodedBatch): Promise<BatchReceipt>
  /** Deletes the records that match the filters of `params`. */
  deleteBy(index: string, params: SearchParams): Promise<Receipt>
  /**
   * Replaces the records and settings of the index, in one step for searches. Only the difference is written; without one, nothing
   * is rebuilt. Of several records with one objectID the last is stored. Other writes to the index wait until `records` has ended.
   */
  replaceRecords(
    index: string,
    records: Iterable<SearchRecord> | AsyncIterable<SearchRecord>,
    settings: IndexSettings,
  ): Promise<ReplaceReceipt>
  /** `null` for each record that does not exist. */
  getRecords(requests: readonly RecordRequest[]): Promise<(SearchRecord | null)[]>
  browse(index: string, options: BrowseOptions): Promise<BrowsePage>
  /** As `browse`, for a backend that stores records as JSON: a page can be 100 MB and is passed on without decoding. */
  browseJson?(index: string, options: BrowseOptions): Promise<EncodedPage>

  /** The settings without defaults; those of a replica include the shared ones of its primary. Refused with 404 for a missing index. */
  getSettings(index: string): Promise<IndexSettings>
  /** The index's links to its primary or its replicas. Refused with 404 for a missing index. */
  getLinks(index: string): Promise<ReplicaLinks>
  /**
   * Replaces the named settings; `null` restores a default. Creates a missing index. `replicas` (`x`, `virtual(x)`) lists all
   * replicas of the index: new ones are created, and removed ones become indexes with the same records. Refused with 400 when an
   * index cannot be a replica, or a replica would have another value of a shared setting than its primary.
   */
  updateSettings(index: string, changes: Readonly<Record<string, unknown>>, options?: ForwardOptions): Promise<Receipt>

  /** In the order in which they were added. Refused with 404 for a missing index. */
  listParts(index: string, kind: PartKind): Promise<IndexPart[]>
  /** Adds and replaces by objectID; `replaceAll` removes all others. Creates a missing index. */
  saveParts(
    index: string,
    kind: PartKind,
    parts: readonly IndexPart[],
    options?: ForwardOptions & { replaceAll?: boolean },
  ): Promise<Receipt>
  /** As `saveParts`, for a backend that parses a batch (`readEncodedParts`) in a thread on which no search waits. */
  savePartsBatch?(batch: EncodedParts): Promise<Receipt>
  deletePart(index: string, kind: PartKind, objectID: string, options?: ForwardOptions): Promise<Receipt>

  listIndexes(): Promise<IndexInfo[]>
  /**
   * The destination becomes a copy of the source; `scope` limits the copy to settings, synonyms or rules. A missing source counts
   * as an empty index. Replicas are not copied; the destination keeps its own.
   */
  copyIndex(source: string, destination: string, scope?: readonly CopyScope[]): Promise<Receipt>
  /**
   * Gives the source the destination's name in one step. It keeps its replicas and gets those of the destination. A missing source
   * is no error.
   */
  moveIndex(source: string, destination: string): Promise<Receipt>

  /** By number alone, also after the index was deleted; `undefined` for an unknown number. */
  taskStatus(taskID: number): Promise<'published' | 'notPublished' | undefined>
  /**
   * Why a published task changed nothing: it was acknowledged and could not be applied. Only for a backend that applies tasks
   * after their acknowledgement; `undefined` for a task without a failure.
   */
  taskError?(taskID: number): Promise<string | undefined>
  /** Resolves when the task is published. */
  waitForTask(taskID: number): Promise<void>

  readonly keys: KeyStore
  readonly events: EventStore
  /** Cheap: it is called every few seconds. */
  figures(): Promise<BackendFigures>
  readiness(): Promise<Readiness>
  close(): Promise<void>
}
