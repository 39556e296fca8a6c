/**
 * All limits of the server, with the reason of each value. The engine has its own limits (words in a query, highlighted text).
 * Times are ms and sizes bytes, unless the name says otherwise.
 */
import type { ServerOptions } from 'node:http'

const KIB = 1024
const MIB = 1024 * KIB

/** A backend takes other values in its options (`EmbeddedOptions.limits`). */
export const LIMITS = {
  /** Decompressed body of a search. The largest regular one, 30 InstantSearch queries, has about 40 kB. */
  searchBodyBytes: 256 * KIB,
  /** Decompressed body of a write. Public clients send 1,000 records at a time. */
  writeBodyBytes: 20 * MIB,
  /** One record as JSON. The provider allows 10 to 100 kB; a section of documentation is below 10 kB. */
  recordBytes: 100 * KIB,
  /** Nesting of a search body; DocSearch and InstantSearch use 5 levels. Checked before parsing: deep JSON blocks the process. */
  searchDepth: 16,
  /** Nesting of a write body; records of documentation use 5 levels. */
  writeDepth: 64,
  /** Keys of one object. */
  objectKeys: 1000,
  /** Operations in one batch: ten times the batches of public clients. */
  batchOperations: 10_000,
  /** Synonyms or rules in one batch. */
  partsPerBatch: 10_000,
  /** Synonyms, and rules, of one index: two batches. Every search thread reads all of them when one changes. */
  partsPerIndex: 20_000,
  /** The JSON of all synonyms, and of all rules, of one index: 400 bytes each. Every search thread keeps them in memory. */
  partsBytes: 8 * MIB,
  /**
   * The JSON of all synonyms and rules of all indexes of the embedded backend, those of replicas included: four indexes with
   * both at their limit. Each search thread holds them.
   */
  allPartsBytes: 64 * MIB,
  /** The JSON of an index's settings, which is read at every write to the index. The settings of docs have 1 kB. */
  settingsBytes: 64 * KIB,
  /** Indexes: each is open in every search thread. */
  indexes: 1000,
  /** Live keys, which are all in memory. */
  keys: 1000,
  /** The fields of one key as JSON: a key for twenty indexes has 1 kB. */
  keyBytes: 16 * KIB,
  /** Deleted keys that can be restored; beyond it the key that was deleted first is removed. */
  deletedKeys: 1000,
  /** Conditions of one rule, as the provider has it. */
  ruleConditions: 25,
  /** Records that one rule pins, and that it hides, as the provider. */
  rulePlaces: 300,
  /** Queries of one multi-query. InstantSearch sends one for each refined facet. */
  queriesPerRequest: 50,
  /** The JSON of the results of one search call. Thirty queries of InstantSearch have less than 1 MB, 1,000 hits 10 MB. */
  searchAnswerBytes: 32 * MIB,
  /**
   * The JSON of the records of one page of a browse, and its last record again: 1,000 sections of documentation have 2 MB. The store of
   * the embedded backend is read in the API's thread.
   */
  browsePageBytes: 8 * MIB,
  /** UTF-8 bytes of `query`, as the provider. */
  queryBytes: 512,
  /** UTF-8 bytes of `filters`. */
  filtersBytes: 4 * KIB,
  /** Strings in one filter list of a query, nested ones included. */
  filterClauses: 64,
  /** Entries in any other list of a query's parameters. */
  listEntries: 200,
  /** UTF-8 bytes of one entry of a list, also of filters: the path of an attribute and a value as long as a query. */
  entryBytes: KIB,
  /** UTF-8 bytes of a highlight tag or an ellipsis. */
  tagBytes: 64,
  /** The JSON of `renderingContent`, which is in each answer. The order of a hundred facets with their values has 5 kB. */
  renderingContentBytes: 16 * KIB,
  /** Hits in one page, as the provider. */
  hitsPerPage: 1000,
  /** Values of one facet in an answer, as the provider. */
  maxValuesPerFacet: 1000,
  /** Answers to a facet-values query, as the provider. */
  maxFacetHits: 100,
  /** Maximum of `paginationLimitedTo`, as the provider. */
  paginationLimitedTo: 20_000,
  /** Replicas of one index, as the provider. Every search thread opens all of them. */
  replicasPerIndex: 20,
  /** UTF-8 bytes of an index's name, as the provider. */
  indexNameBytes: 256,
  /** UTF-8 bytes of an objectID, as the provider. */
  objectIdBytes: 512,
  /** Base64 characters of a secured key, which may be in a URL. */
  securedKeyChars: 4 * KIB,
  /** CPU time of a search, after which the engine stops it. Clients in browsers wait 1 s for headers. */
  softCutMs: 800,
  /** CPU time of a search, after which its worker is terminated, if the engine does not stop it. */
  hardCutMs: 1500,
  /**
   * Elapsed time of a search, and of the wait of the first few, after which it is refused whatever CPU time it has used. On two cores
   * beside eight other busy processes a thread gets a fifth of a core, so a search that may use `softCutMs` takes 4 s.
   */
  elapsedCutMs: 10_000,
  /** Elapsed time of a search over a cluster, most of which is waiting for the nodes. Clients read for 2 s. */
  clusterSearchMs: 1500,
  /** Searches of one address that run at a time over a cluster, where 16 run in all: others find a place. */
  clusterRunningPerClient: 12,
  /**
   * Searches of one address that wait or run, over a cluster: a program that renders pages sends dozens at once. At 30 ms for a search,
   * the last one waits for 160 ms.
   */
  clusterSearchesPerClient: 64,
  /**
   * Answers that are given again: some 500 of the 60 kB that a docs dialog gets, which are 60 % of the searches of readers who type, and
   * 70 % of the time that these take (a simulation with Zipf's law). With 8 MiB 35 and 45 %.
   */
  answerCacheBytes: 32 * MIB,
  /** Longest wait for a free search worker; then 429. Applies when searches are slower than forecast. */
  queueWaitMs: 225,
  /** A search whose forecast wait is longer is refused with 429 at once: under load, refusals are quick. */
  forecastWaitMs: 200,
  /**
   * A queue that has not been empty for less than this time is a burst: then both waits above are `burstWaitMs`, since a burst ends
   * without refusals. Under constant load the longer wait would delay all searches (CoDel, RFC 8289, makes the same
   * distinction).
   */
  burstMs: 2000,
  /** Longest wait in a burst, forecast or not. Clients in browsers wait 1 s for headers. */
  burstWaitMs: 500,
  /** Searches waiting for a worker; more are refused with 429. */
  queuedSearches: 256,
  /**
   * Waiting searches per worker that are admitted with any forecast wait, and may wait until each worker has used as much CPU time as
   * a search may take (`hardCutMs`): the first searches after a start are slow, and a few readers are no overload. One client has at most as many, so
   * places are left for others.
   */
  waitingPerWorker: 16,
  /**
   * CPU time of a slow search: ten times that of usual ones over large docs. Searches of clients whose last one was slow run in all
   * threads but one, which remains for the others.
   */
  slowSearchMs: 100,
  /** Longest wait for an index that is being rebuilt; then 503. Clients give up on headers after 1 s in browsers. */
  rebuildWaitMs: 800,
  /** Longest wait of a read for earlier writes that another server applies; then 503. Indexing clients wait 5 s. */
  settledWaitMs: 4000,
  /** Longest wait of a write for the lock of another program; then 503. Indexing clients wait 30 s. */
  lockedWaitMs: 5000,
  /** Waiting writes, a quarter of them of one index; more are refused with 429. Clients send a few at a time. */
  waitingWrites: 1000,
  /** Bodies of the waiting writes, a quarter of it of one index: six of the largest. More are refused with 429. */
  waitingWriteBytes: 128 * MIB,
  /** Tasks of one index, acknowledged and not yet searchable; more writes to it are refused with 429. Over a cluster, four times this of all indexes. */
  pendingTasks: 1000,
  /** Events in one call, as the provider. */
  eventsPerRequest: 1000,
  /** The JSON of one event. Most have 300 bytes, a purchase of twenty articles 4 kB. */
  eventBytes: 8 * KIB,
  /** Events that are not written yet; more are refused with 429. */
  pendingEvents: 2000,
  /** Stored events; the oldest are deleted first. */
  eventsKept: 1_000_000,
  /** The JSON of all stored events: a million of usual size. With their index, they take about twice this on disk. */
  eventsKeptBytes: 512 * MIB,
  /** Maximum age of a stored event, in days. */
  eventDays: 90,
} as const

/** Limits with other values: for tests. */
export type Limits = { readonly [name in keyof typeof LIMITS]: number }

/**
 * Options for `node:http` that close the connections of slow or silent clients: with Node's defaults, a client that sends nothing
 * keeps its connection for 90 s. Headers may have 32 KiB, because keys and long queries are in the URL. The handler refuses a
 * request without `Host`, with the headers of every answer.
 */
export const HTTP_SERVER_OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 32 * KIB,
  requireHostHeader: false,
}

/**
 * Open connections; Node itself has no limit. Beyond it the least useful one is closed. As many may wait to be accepted: a client
 * beyond that tries again only after a second, then after three.
 */
export const MAX_CONNECTIONS = 4096

/**
 * Open connections of one address that is not a proxy; for IPv6, of one network of 64 bits, as one household has. Beyond it the
 * least useful of them is closed. Enough for an office behind one address; 32 addresses fill the server.
 */
export const CONNECTIONS_PER_ADDRESS = 128

/** Unanswered requests of one connection; one more closes it. Browsers and public clients send one at a time. */
export const REQUESTS_PER_CONNECTION = 16

/** Incomplete bodies; one more closes the connection of the oldest. Bodies of regular clients are complete within milliseconds. */
export const UNFINISHED_BODIES = 1024

/**
 * Incomplete bodies of one address: half of its connections. Of many readers behind one address, some bodies wait for their second
 * packet, for a tenth of a second.
 */
export const UNFINISHED_BODIES_PER_ADDRESS = 64

/** Bytes of all incomplete bodies, checked four times a second; beyond it the oldest are closed. */
export const UNFINISHED_BODIES_BYTES = 256 * MIB

/** Bytes of a refused body that are read and discarded, so that its sender gets the refusal: thrice the largest body. */
export const REFUSED_BODY_BYTES = 64 * MIB

/** Bytes of the bodies of unanswered searches; more are refused with 429. Enough for all searches that may wait, at full size. */
export const SEARCH_BODIES_BYTES = 64 * MIB

/** Bytes of the bodies of unanswered writes: a dozen of the largest. */
export const WRITE_BODIES_BYTES = 256 * MIB

/**
 * Minimum bytes of an incomplete body in every `BODY_WINDOW_MS`: 1 KiB a second, a tenth of the rate of a phone in the oldest
 * networks.
 */
export const BODY_WINDOW_BYTES = 10 * KIB

/** Time (ms) for `BODY_WINDOW_BYTES` of a body: longer than a phone loses its connection in a tunnel. */
export const BODY_WINDOW_MS = 10_000

/** Time (ms) in which a client has to read some of a waiting answer: longer than a phone loses its connection in a tunnel. */
export const WRITE_STALL_MS = 10_000

/**
 * Minimum bytes of an answer that its client takes in every `ANSWER_WINDOW_MS`: the rate of bodies. The socket of an answer of several
 * pieces is measured piece by piece.
 */
export const ANSWER_WINDOW_BYTES = 10 * KIB

/** Time (ms) for `ANSWER_WINDOW_BYTES` of an answer. */
export const ANSWER_WINDOW_MS = 10_000

/** Bytes of all answers that are not taken yet, checked four times a second; beyond it the connections of the largest are closed. */
export const UNREAD_ANSWERS_BYTES = 256 * MIB

/** Bytes of the table that counts the queries of each address in an hour; beyond it the least recent addresses are forgotten. */
export const RATE_TABLE_BYTES = 16 * MIB

/** Secured keys that wait for a comparison with more than `KEYS_PER_STEP` keys, which takes 6 ms for 1,000 keys; more are refused with 429. */
export const SECURED_KEYS_WAITING = 100

/** Longest wait (ms) of a secured key for that comparison. Clients in browsers wait 1 s for headers. */
export const SECURED_KEY_WAIT_MS = 800

/** Bytes of one report of a missing result: the fields of its form at their longest, percent-encoded. */
export const REPORT_BYTES = 16 * KIB

/** Bytes of all stored reports, in two halves; the older half is deleted when the newer one is full. */
export const REPORTS_BYTES = MIB

/** Reports of one address in an hour: a reader rarely sends more than one. */
export const REPORTS_PER_ADDRESS = 20

/** Bytes of the table that counts the reports of each address in an hour. */
export const REPORT_TABLE_BYTES = MIB

/** Requests of assistants from one address in an hour: one a second. An assistant sends a few for each question. */
export const ASSISTANT_REQUESTS_PER_ADDRESS = 3600

/** Bytes of the table that counts them. */
export const ASSISTANT_TABLE_BYTES = 4 * MIB

/** Bytes of a request of an assistant: the largest arguments of a tool have a few kilobytes. */
export const ASSISTANT_BODY_BYTES = 64 * KIB

/** Bytes of all stored searches of assistants without an answer, in two halves; the older half is deleted when the newer one is full. */
export const UNANSWERED_BYTES = MIB

/** Limits of the semantic search. */
export const SEMANTIC_LIMITS = {
  /** Longest wait (ms) of an answer for the vector of its query, and for the scan of the vectors. */
  waitMs: 200,
  /** Queries whose vectors are requested at the same time; others are answered by words alone. */
  runningQueries: 16,
  /**
   * Requests to the model for queries of one address in an hour: of an office of fifty readers, each with twenty new questions. Models
   * are paid by request, so further queries are answered by words alone.
   */
  requestsPerAddress: 1000,
  /** Bytes of the table that counts them. */
  requestTableBytes: 4 * MIB,
  /** Scans of the vectors that are not finished: of 400,000 vectors, a second of their thread. Further queries are answered by words alone. */
  runningScans: 16,
  /** Cached vectors of queries, of 300 bytes each. */
  cachedQueries: 2000,
  /** Vectors of sections: 110 MB of memory, and of disk; a scan of them takes 60 ms. */
  vectors: 400_000,
  /** UTF-16 units of a section's text: about 500 tokens of English, which all common models read; the beginning says most. */
  sectionChars: 2000,
} as const
