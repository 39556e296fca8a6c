/**
 * What the API asks of a place that holds records and searches them. All methods are asynchronous and take canonical
 * types only (lists are lists, numbers are numbers): historical spellings end at the API's edge. The embedded backend
 * (engine + SQLite) is the first implementation; a search cluster can be another, so nothing here speaks of files,
 * threads or transactions. `backendConformance` is the suite that each implementation passes.
 *
 * What holds for all of them:
 * - A write resolves when it is durable. Its task is published when the write is also visible to searches.
 * - Writes take effect in the order in which they were acknowledged, also across indexes.
 * - A list of operations is applied wholly or not at all.
 * - The answers to one list of queries come from one state of each index.
 * - A replica (`replicas.ts`) is in step with its primary whenever the primary's tasks are published. Writing records to
 *   one is refused with 400.
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
import type { EncodedBatch } from './encoded-batch.ts'
import type { EncodedParts } from './encoded-batch.ts'
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

/** A query, and how its answer is to be worded. */
export interface FormattedQuery {
  request: SearchRequest
  form: AnswerFormat
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

/** The receipt of a batch, with the objectID of each of its operations; empty where one names none. */
export interface BatchReceipt extends WriteReceipt {
  objectIDs: string[]
}

/** What `replaceRecords` did. `taskID` is that of the last change, also when nothing had to be changed. */
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
  /** Where the next page starts; absent after the last one. */
  cursor?: string
  /** Records that answer the parameters. */
  nbHits: number
}

/** The same, its hits a list in JSON in UTF-8, in memory of its own, which the caller may let go of. */
export interface WrittenPage extends Omit<BrowsePage, 'hits'> {
  hits: Uint8Array<ArrayBuffer>
}

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
  /** Bytes of what searches read; 0 when it is unknown. */
  fileSize: number
  /** Whole seconds that the last build took; 0 when it is unknown. */
  lastBuildTimeS: number
  numberOfPendingTasks: number
}

/** Whether the replicas of the index are changed likewise. By default they are not. */
export interface ForwardOptions {
  forwards?: boolean
}

/** Reads and changes API keys. Reading is a matter of memory: it happens at every request. */
export interface KeyStore {
  /** All keys that have not expired, the oldest first; the administrator's key among them. */
  list(): Promise<ApiKey[]>
  /** The key with this value; `undefined` when there is none or it has expired. Takes the same time for any value. */
  find(value: string): Promise<ApiKey | undefined>
  add(fields: KeyFields): Promise<ApiKey>
  /** Replaces all fields. Refused with 404 when there is no such key, with 403 for the administrator's key. */
  update(value: string, fields: KeyFields): Promise<ApiKey>
  /** Refused as `update`. */
  delete(value: string): Promise<void>
  /** Brings back a deleted key. */
  restore(value: string): Promise<ApiKey>
  /** Holds exactly these keys from now on, as they are: those of another backend. No other can be restored then. */
  adopt(keys: readonly ApiKey[]): Promise<void>
}

/** An event with the moment of its arrival, ISO 8601 in UTC. */
export type StoredEvent = SearchEvent & { receivedAt: string }

/** Keeps events for as long as `LIMITS.eventDays` says. */
export interface EventStore {
  /** Resolves when they are durable. One that carries a `timestamp` and is stored already is not stored again. */
  add(events: readonly SearchEvent[]): Promise<void>
  /** The latest first. */
  list(limit: number): Promise<StoredEvent[]>
  /** Forgets all events of one user, under either of their tokens. */
  deleteUser(userToken: string): Promise<void>
  /** Holds exactly these events from now on, as they are, the oldest first: those of another backend. */
  adopt(events: readonly StoredEvent[]): Promise<void>
}

/** What a backend tells about itself at this moment, for whoever operates it. */
export interface BackendFigures {
  /** What searches read. */
  indexes: { name: string; records: number; bytes: number; generation: number }[]
  pendingTasks: number
  /** Seconds since the oldest write that is not searchable yet was acknowledged; 0 when there is none. */
  taskLagSeconds: number
  /** Searches that wait for a worker, and that are in the workers' hands. */
  waitingSearches: number
  runningSearches: number
  storedEvents: number
  /** Indexes whose latest writes could not be made searchable, and how often in a row; absent where nothing tells. */
  failing?: { name: string; failures: number }[]
}

/** Whether searches can be answered. */
export interface Readiness {
  ready: boolean
  /** What is missing, when not ready. */
  reason?: string
  /** Names of indexes whose latest writes could not be made searchable, and are tried again; absent when there are none. */
  failing?: string[]
}

export interface Backend {
  /** One answer for each query, in order; a query of `type: 'facet'` is answered with facet values. */
  search(
    queries: readonly SearchRequest[],
    options?: { strategy?: SearchStrategy },
  ): Promise<(SearchResponse | FacetValuesResponse)[]>
  /**
   * As `search`, each answer worded (`formatAnswer`) and written as JSON in UTF-8 by whoever made it: answers are up to
   * 100 kB, and reading and writing them again would cost the API's thread more than all its other work. Each is in memory
   * of its own, which the caller may let go of.
   */
  searchJson(
    queries: readonly FormattedQuery[],
    options?: { strategy?: SearchStrategy },
  ): Promise<Uint8Array<ArrayBuffer>[]>
  /**
   * Whether a search that came now would be taken: what would be refused with 429 need not be read first. `own` is how many
   * of those that wait or are being answered came from the same client, which may have a share of the places; default 0.
   */
  takesSearches(own?: number): boolean

  write(operations: readonly WriteOperation[]): Promise<WriteReceipt>
  /** As `write`, for a backend that has a place to read a batch (`readEncodedBatch`) where searches do not wait for it. */
  writeBatch?(batch: EncodedBatch): Promise<BatchReceipt>
  /** Deletes what answers the filters of `params`. */
  deleteBy(index: string, params: SearchParams): Promise<Receipt>
  /**
   * Makes the index hold exactly these records and settings, in one step that searches see as one. Only the difference
   * is written; without any, nothing is rebuilt. Of records with one objectID the last counts.
   */
  replaceRecords(
    index: string,
    records: Iterable<SearchRecord> | AsyncIterable<SearchRecord>,
    settings: IndexSettings,
  ): Promise<ReplaceReceipt>
  /** `null` for each that is not there. */
  getRecords(requests: readonly RecordRequest[]): Promise<(SearchRecord | null)[]>
  browse(index: string, options: BrowseOptions): Promise<BrowsePage>
  /** As `browse`, for a backend that holds records as JSON: a page can be 100 MB, and nobody has to read it. */
  browseJson?(index: string, options: BrowseOptions): Promise<WrittenPage>

  /** What was set, without defaults, of a replica also what it has from its primary; refused with 404 for an index that is not there. */
  getSettings(index: string): Promise<IndexSettings>
  /** How the index is linked to others; refused with 404 for one that is not there. */
  getLinks(index: string): Promise<ReplicaLinks>
  /**
   * Replaces the named settings; `null` brings back a default. Makes the index when it is not there. `replicas` among them
   * (`x`, `virtual(x)`) is which replicas the index has from now on: new ones are made, others become indexes with the
   * same records. Refused with 400 where one cannot be a replica, and where a replica would have settings of its own that
   * are its primary's.
   */
  updateSettings(index: string, changes: Readonly<Record<string, unknown>>, options?: ForwardOptions): Promise<Receipt>

  /** In the order of their adding; refused with 404 for an index that is not there. */
  listParts(index: string, kind: PartKind): Promise<IndexPart[]>
  /** Adds and replaces by objectID; with `replaceAll` none but these stay. Makes the index when it is not there. */
  saveParts(
    index: string,
    kind: PartKind,
    parts: readonly IndexPart[],
    options?: ForwardOptions & { replaceAll?: boolean },
  ): Promise<Receipt>
  /** As `saveParts`, for a backend that has a place to read a batch (`readEncodedParts`) where searches do not wait for it. */
  savePartsBatch?(batch: EncodedParts): Promise<Receipt>
  deletePart(index: string, kind: PartKind, objectID: string, options?: ForwardOptions): Promise<Receipt>

  listIndexes(): Promise<IndexInfo[]>
  /**
   * The destination becomes a copy; with a scope only those parts of it. A missing source is an empty index. Replicas are
   * not copied; those of the destination stay.
   */
  copyIndex(source: string, destination: string, scope?: readonly CopyScope[]): Promise<Receipt>
  /**
   * The source takes the destination's name and its replicas, in one step; its own come along. A missing source is no error.
   */
  moveIndex(source: string, destination: string): Promise<Receipt>

  /** Asked by number alone, whatever became of the index; `undefined` for a number that was never given out. */
  taskStatus(taskID: number): Promise<'published' | 'notPublished' | undefined>
  /**
   * Why a task that is published changed nothing, where it was taken and turned out to be impossible. Only where tasks are
   * applied after they are taken; `undefined` for all that did their work.
   */
  taskError?(taskID: number): Promise<string | undefined>
  /** Resolves when the task is published. */
  waitForTask(taskID: number): Promise<void>

  readonly keys: KeyStore
  readonly events: EventStore
  /** Cheap: it is asked every few seconds. */
  figures(): Promise<BackendFigures>
  readiness(): Promise<Readiness>
  close(): Promise<void>
}
