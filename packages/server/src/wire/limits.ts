/**
 * Every limit of the server, in one table: its value, and why it is that value. The engine's own limits (words in a
 * query, hits that can be reached) stand in the engine. Times are ms, sizes are bytes, unless the name says otherwise.
 */
import type { ServerOptions } from 'node:http'

const KIB = 1024
const MIB = 1024 * KIB

export const LIMITS = {
  /** Decompressed body of a search. The largest honest one seen, 30 InstantSearch queries, is about 40 kB. */
  searchBodyBytes: 256 * KIB,
  /** Decompressed body of a write. Public clients send 1,000 records at a time. */
  writeBodyBytes: 20 * MIB,
  /** One record as JSON. The provider allows 10 to 100 kB; a section of documentation is below 10 kB. */
  recordBytes: 100 * KIB,
  /** Nesting of a search body; DocSearch and InstantSearch reach 5. Checked before parsing: deep JSON blocks the process. */
  searchDepth: 16,
  /** Nesting of a write body; records of documentation reach 5. */
  writeDepth: 64,
  /** Keys of one object. */
  objectKeys: 1000,
  /** Operations in one batch body: ten times what public clients send. */
  batchOperations: 10_000,
  /** Synonyms or rules in one batch. */
  partsPerBatch: 10_000,
  /** Synonyms, and rules, of one index: twice a batch. Every search thread reads all of them when one changes. */
  partsPerIndex: 20_000,
  /** The JSON of all synonyms, and of all rules, of one index: 400 bytes for each of them. Each search thread holds them. */
  partsBytes: 8 * MIB,
  /** The JSON of an index's settings. Those of docs have 1 kB; they are read at every write to the index. */
  settingsBytes: 64 * KIB,
  /** Indexes: each is open in every search thread, and in the list that every write looks through. */
  indexes: 1000,
  /** Keys that can be used: all are in memory. */
  keys: 1000,
  /** The fields of one key as JSON: those of a key that names twenty indexes have 1 kB. */
  keyBytes: 16 * KIB,
  /** Deleted keys that can be restored; the one that was deleted first goes. */
  deletedKeys: 1000,
  /** Conditions of one rule, as the provider. */
  ruleConditions: 25,
  /** Records that one rule pins, and that it hides, as the provider. */
  rulePlaces: 300,
  /** Queries of one multi-query. InstantSearch sends one for each refined facet. */
  queriesPerRequest: 50,
  /** UTF-8 bytes of `query`, as the provider. */
  queryBytes: 512,
  /** UTF-8 bytes of `filters`. */
  filtersBytes: 4 * KIB,
  /** Strings in all the filter lists of a query, nested ones counted. */
  filterClauses: 64,
  /** Entries in any other list of a query's parameters. */
  listEntries: 200,
  /** UTF-8 bytes of one entry of a list, filters among them: the path of an attribute and a value as long as a query. */
  entryBytes: KIB,
  /** UTF-8 bytes of a highlight tag or an ellipsis. */
  tagBytes: 64,
  /** Hits in one page, as the provider. */
  hitsPerPage: 1000,
  /** Values of one facet in an answer, as the provider. */
  maxValuesPerFacet: 1000,
  /** Answers to a facet-values query, as the provider. */
  maxFacetHits: 100,
  /** How far `paginationLimitedTo` can be raised, as the provider. */
  paginationLimitedTo: 20_000,
  /** Replicas of one index, as the provider. Each is opened with it in every search thread. */
  replicasPerIndex: 20,
  /** UTF-8 bytes of an index's name, as the provider. */
  indexNameBytes: 256,
  /** UTF-8 bytes of an objectID, as the provider. */
  objectIdBytes: 512,
  /** Base64 characters of a secured key: they travel in URLs. */
  securedKeyChars: 4 * KIB,
  /** After this, of its thread's CPU time, a search stops by itself. Clients in browsers give up on headers after 1 s. */
  softCutMs: 800,
  /** After this, by the clock, the search's worker is ended: for what the engine does not stop. Below the 2 s of clients' reads. */
  hardCutMs: 1500,
  /** Longest wait for a free search worker; then 429. For when a worker turns out slower than was foreseen. */
  queueWaitMs: 225,
  /** A search is refused with 429 at once when those before it will take longer: under load, refusals are quick. */
  foreseenWaitMs: 200,
  /**
   * While something has waited for less than this without a pause, it is a burst, or what came while the machine held all up:
   * then both waits above are `burstWaitMs`, since a burst passes and refusing it would be for nothing. Under a load that
   * stays, the longer wait would only make everybody's longer (CoDel, RFC 8289, makes the same distinction).
   */
  burstMs: 2000,
  /** Longest wait, foreseen or not, in a burst. Below the 1 s after which clients in browsers give up on headers. */
  burstWaitMs: 500,
  /** Searches waiting for a worker; more are refused with 429. */
  queuedSearches: 256,
  /**
   * Waiting searches for each worker that are taken whatever wait is foreseen, and that wait for as long as a search may take
   * (`hardCutMs`): what the first searches of a start took says little of the next, and few readers are no overload. One client has as many in
   * hand at most, so others always find such places.
   */
  waitingPerWorker: 16,
  /** Longest wait for an index that is being rebuilt; then 503. Clients give up on headers after 1 s in browsers. */
  rebuildWaitMs: 800,
  /** Longest wait of a read for writes that it must see, where another server applies them; then 503. Indexing clients wait 5 s. */
  settledWaitMs: 4000,
  /** Longest wait of a write for another program that has locked the database; then 503. Indexing clients wait 30 s. */
  lockedWaitMs: 5000,
  /** Writes that wait for their turn, a quarter of it of one index; more are refused with 429. Clients send a few at a time. */
  waitingWrites: 1000,
  /** Bodies of the writes that wait for their turn: six of the largest, a quarter of it of one index. More are refused with 429. */
  waitingWriteBytes: 128 * MIB,
  /** Tasks of one index, acknowledged and not yet searchable; more writes to it are refused with 429. Over a cluster, four times this of all indexes. */
  pendingTasks: 1000,
  /** Events in one call, as the provider. */
  eventsPerRequest: 1000,
  /** The JSON of one event. Usual ones have 300 bytes, a purchase of twenty things 4 kB. */
  eventBytes: 8 * KIB,
  /** Events on their way to the disk, those that are being written among them; more are refused with 429. */
  pendingEvents: 2000,
  /** Events that are kept; the oldest go first. */
  eventsKept: 1_000_000,
  /** The JSON of all events that are kept: a million usual ones fit. With what finds them, about twice this on disk. */
  eventsKeptBytes: 512 * MIB,
  /** Days that an event is kept. */
  eventDays: 90,
} as const

/** The names of the limits: a caller may give other values for some of them. */
export type Limits = { readonly [name in keyof typeof LIMITS]: number }

/**
 * Options for `node:http` that make slow or silent clients go away: Node's own defaults let a client that sends
 * nothing live for 90 s. 32 KiB of header, because keys and long queries travel in the URL. A request without `Host` is
 * refused by the handler, whose refusals have the headers of every answer.
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
 * Open connections; Node itself has no ceiling. Beyond it the least useful one is closed. As many may wait to be taken:
 * what finds no place there tries again only after a second, then after three.
 */
export const MAX_CONNECTIONS = 4096

/**
 * Open connections of one address, unless it is a proxy's; of IPv6, of one network of 64 bits, which is what a household
 * gets. Beyond it the least useful of them is closed. Room for an office behind one address; 32 addresses fill the server.
 */
export const CONNECTIONS_PER_ADDRESS = 128

/** Requests of one connection that are not answered yet; one more closes it. Browsers and public clients send one at a time. */
export const REQUESTS_PER_CONNECTION = 16

/** Bodies that have begun and are not whole; with one more the oldest is closed. Those of honest clients are whole in milliseconds. */
export const UNFINISHED_BODIES = 1024

/**
 * The same of one address: half of its connections. Where many readers share one, a body whose second packet is under way
 * is not whole for a tenth of a second.
 */
export const UNFINISHED_BODIES_PER_ADDRESS = 64

/** Bytes of all unfinished bodies together, looked at four times a second; beyond it the oldest are closed. */
export const UNFINISHED_BODIES_BYTES = 256 * MIB

/** Bytes of the bodies of searches that are not answered yet; more are refused with 429. As many as may wait, at their largest. */
export const SEARCH_BODIES_BYTES = 64 * MIB

/** The same of writes: a dozen of the largest, which wait for each other. */
export const WRITE_BODIES_BYTES = 256 * MIB

/**
 * What has to come of a body in every `BODY_WINDOW_MS`, unless it is whole then: 1 KiB a second, a tenth of what a phone
 * has in the oldest networks.
 */
export const BODY_WINDOW_BYTES = 10 * KIB

/** How long (ms) a body may take for `BODY_WINDOW_BYTES`: a phone in a tunnel comes back sooner. */
export const BODY_WINDOW_MS = 10_000

/** How long (ms) a client may take nothing of an answer that is ready for it: a phone in a tunnel comes back sooner. */
export const WRITE_STALL_MS = 10_000

/** Bytes of the table that counts the queries of each address in an hour; beyond it those that asked least lately are forgotten. */
export const RATE_TABLE_BYTES = 16 * MIB

/** Bytes of one report of a missing result: the fields of its form at their longest, percent-encoded. */
export const REPORT_BYTES = 16 * KIB

/** Bytes of all reports that are kept; of the two halves the older one goes when the younger one is full. */
export const REPORTS_BYTES = MIB

/** Reports of one address in an hour: a reader sends one now and then. */
export const REPORTS_PER_ADDRESS = 20

/** Bytes of the table that counts the reports of each address in an hour. */
export const REPORT_TABLE_BYTES = MIB
