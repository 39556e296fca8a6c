/** The documentation's table of limits has exactly the limits of the code. */
import { readFileSync } from 'node:fs'
import { ENGINE_LIMITS } from '@docent/engine'
import { expect, test } from 'vitest'
import {
  ANSWER_WINDOW_BYTES,
  ANSWER_WINDOW_MS,
  BODY_WINDOW_BYTES,
  BODY_WINDOW_MS,
  CONNECTIONS_PER_ADDRESS,
  HTTP_SERVER_OPTIONS,
  LIMITS,
  MAX_CONNECTIONS,
  RATE_TABLE_BYTES,
  REFUSED_BODY_BYTES,
  ASSISTANT_BODY_BYTES,
  ASSISTANT_REQUESTS_PER_ADDRESS,
  ASSISTANT_TABLE_BYTES,
  REPORT_BYTES,
  REPORT_TABLE_BYTES,
  REPORTS_BYTES,
  REPORTS_PER_ADDRESS,
  UNANSWERED_BYTES,
  REQUESTS_PER_CONNECTION,
  SEARCH_BODIES_BYTES,
  SECURED_KEY_WAIT_MS,
  SECURED_KEYS_WAITING,
  SEMANTIC_LIMITS,
  UNFINISHED_BODIES,
  UNREAD_ANSWERS_BYTES,
  UNFINISHED_BODIES_BYTES,
  UNFINISHED_BODIES_PER_ADDRESS,
  WRITE_BODIES_BYTES,
  WRITE_STALL_MS,
} from './limits.ts'

const count = (value: number): string => value.toLocaleString('en')

function bytes(value: number): string {
  const [unit, size] = value % 2 ** 20 === 0 ? ['MiB', 2 ** 20] : value % 1024 === 0 ? ['KiB', 1024] : ['bytes', 1]
  return `${count(value / size)} ${unit}`
}

const time = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`)

/** The name of each limit on the page, and the text of its value. */
const ROWS: Readonly<Record<keyof typeof LIMITS, [what: string, value: string]>> = {
  searchBodyBytes: ['body of a search, unpacked', bytes(LIMITS.searchBodyBytes)],
  writeBodyBytes: ['body of a write, unpacked', bytes(LIMITS.writeBodyBytes)],
  recordBytes: ['one record, one rule', bytes(LIMITS.recordBytes)],
  searchDepth: ['nesting of JSON in a search', count(LIMITS.searchDepth)],
  writeDepth: ['nesting of JSON in a write', count(LIMITS.writeDepth)],
  objectKeys: ['names in one JSON object', count(LIMITS.objectKeys)],
  batchOperations: ['operations in one batch', count(LIMITS.batchOperations)],
  partsPerBatch: ['synonyms or rules in one batch', count(LIMITS.partsPerBatch)],
  partsPerIndex: ['synonyms, and rules, of one index', count(LIMITS.partsPerIndex)],
  partsBytes: ['all synonyms, and all rules, of one index', bytes(LIMITS.partsBytes)],
  allPartsBytes: ['all synonyms and rules of all indexes, without a cluster', bytes(LIMITS.allPartsBytes)],
  settingsBytes: ['settings of one index', bytes(LIMITS.settingsBytes)],
  indexes: ['indexes', count(LIMITS.indexes)],
  keys: ['keys', count(LIMITS.keys)],
  keyBytes: ['fields of one key', bytes(LIMITS.keyBytes)],
  deletedKeys: ['deleted keys that can be restored', count(LIMITS.deletedKeys)],
  ruleConditions: ['conditions of one rule', count(LIMITS.ruleConditions)],
  rulePlaces: ['records that one rule pins, or hides', count(LIMITS.rulePlaces)],
  queriesPerRequest: ['queries in one call', count(LIMITS.queriesPerRequest)],
  searchAnswerBytes: ['JSON of the answer to one call', bytes(LIMITS.searchAnswerBytes)],
  browsePageBytes: ['JSON of one page of a browse', bytes(LIMITS.browsePageBytes)],
  queryBytes: ['`query`', bytes(LIMITS.queryBytes)],
  filtersBytes: ['`filters`', bytes(LIMITS.filtersBytes)],
  filterClauses: ['entries in one of the other filter lists', count(LIMITS.filterClauses)],
  listEntries: ['entries in any other list', count(LIMITS.listEntries)],
  entryBytes: ['one entry of a list, a filter too', bytes(LIMITS.entryBytes)],
  tagBytes: ['an ellipsis; a tag may be four times as long', bytes(LIMITS.tagBytes)],
  renderingContentBytes: ['JSON of `renderingContent`', bytes(LIMITS.renderingContentBytes)],
  hitsPerPage: ['`hitsPerPage`, `length`', count(LIMITS.hitsPerPage)],
  maxValuesPerFacet: ['`maxValuesPerFacet`', count(LIMITS.maxValuesPerFacet)],
  maxFacetHits: ['`maxFacetHits`', count(LIMITS.maxFacetHits)],
  paginationLimitedTo: ['`paginationLimitedTo`', count(LIMITS.paginationLimitedTo)],
  replicasPerIndex: ['`replicas` of one index', count(LIMITS.replicasPerIndex)],
  indexNameBytes: ['name of an index', bytes(LIMITS.indexNameBytes)],
  objectIdBytes: ['`objectID`', bytes(LIMITS.objectIdBytes)],
  securedKeyChars: ['characters of a secured key', count(LIMITS.securedKeyChars)],
  softCutMs: ['CPU time of a search', time(LIMITS.softCutMs)],
  hardCutMs: ['CPU time of a search whose thread does not end it', time(LIMITS.hardCutMs)],
  elapsedCutMs: ['a search by the clock', time(LIMITS.elapsedCutMs)],
  clusterRunningPerClient: ['searches of one address that run, in a cluster', count(LIMITS.clusterRunningPerClient)],
  clusterSearchesPerClient: [
    'searches of one address that wait or run, in a cluster',
    count(LIMITS.clusterSearchesPerClient),
  ],
  clusterSearchMs: ['a search by the clock, in a cluster', time(LIMITS.clusterSearchMs)],
  answerCacheBytes: ['answers that are kept for the same search', bytes(LIMITS.answerCacheBytes)],
  queueWaitMs: ['wait for a search thread', time(LIMITS.queueWaitMs)],
  forecastWaitMs: ['forecast wait of a search', time(LIMITS.forecastWaitMs)],
  burstMs: ['a burst of searches', time(LIMITS.burstMs)],
  burstWaitMs: ['either wait in a burst', time(LIMITS.burstWaitMs)],
  queuedSearches: ['searches that wait', count(LIMITS.queuedSearches)],
  waitingPerWorker: [
    'waiting searches of each thread that the forecast does not concern',
    count(LIMITS.waitingPerWorker),
  ],
  slowSearchMs: [
    'CPU time of a search, beyond which its client leaves one thread to the others',
    time(LIMITS.slowSearchMs),
  ],
  rebuildWaitMs: ['wait for an index that is built again', time(LIMITS.rebuildWaitMs)],
  settledWaitMs: ['wait for writes that a read must see, in a cluster', time(LIMITS.settledWaitMs)],
  lockedWaitMs: ['wait of a write for another program that has locked the database', time(LIMITS.lockedWaitMs)],
  waitingWrites: ['writes that wait for their turn, a quarter of them of one index', count(LIMITS.waitingWrites)],
  waitingWriteBytes: ['bodies of the writes that wait, a quarter of it of one index', bytes(LIMITS.waitingWriteBytes)],
  pendingTasks: ['writes of one index that are not searchable yet', count(LIMITS.pendingTasks)],
  eventsPerRequest: ['events in one call', count(LIMITS.eventsPerRequest)],
  eventBytes: ['one event', bytes(LIMITS.eventBytes)],
  pendingEvents: ['events that are not written yet', count(LIMITS.pendingEvents)],
  eventsKept: ['stored events', count(LIMITS.eventsKept)],
  eventsKeptBytes: ['all stored events', bytes(LIMITS.eventsKeptBytes)],
  eventDays: ['age of an event', `${LIMITS.eventDays} days`],
}

/** Documented limits that are not in `LIMITS`. */
const OTHER_ROWS: readonly [what: string, value: string][] = [
  ['headers, the address among them', bytes(HTTP_SERVER_OPTIONS.maxHeaderSize ?? 0)],
  ['sending the headers', time(HTTP_SERVER_OPTIONS.headersTimeout ?? 0)],
  ['sending the whole request', time(HTTP_SERVER_OPTIONS.requestTimeout ?? 0)],
  ['an idle connection', time(HTTP_SERVER_OPTIONS.keepAliveTimeout ?? 0)],
  ['taking nothing of an answer', time(WRITE_STALL_MS)],
  [`sending each ${bytes(BODY_WINDOW_BYTES)} of a body, or its end`, time(BODY_WINDOW_MS)],
  [`taking each ${bytes(ANSWER_WINDOW_BYTES)} of an answer, or its end`, time(ANSWER_WINDOW_MS)],
  ['answers that are not taken', bytes(UNREAD_ANSWERS_BYTES)],
  ['connections', count(MAX_CONNECTIONS)],
  ['connections of one address', count(CONNECTIONS_PER_ADDRESS)],
  // `oneAtATime` has no number.
  ['requests of one connection that are answered at the same time', count(1)],
  ['requests of one connection that are not answered', count(REQUESTS_PER_CONNECTION)],
  ['incomplete bodies', count(UNFINISHED_BODIES)],
  ['incomplete bodies of one address', count(UNFINISHED_BODIES_PER_ADDRESS)],
  ['bytes of all incomplete bodies', bytes(UNFINISHED_BODIES_BYTES)],
  ['bytes of a refused body that are read', bytes(REFUSED_BODY_BYTES)],
  ['bodies of searches that are not answered', bytes(SEARCH_BODIES_BYTES)],
  ['bodies of writes that are not answered', bytes(WRITE_BODIES_BYTES)],
  ['table of the queries of each address', bytes(RATE_TABLE_BYTES)],
  // Of `BodyMemory` in `@docent/site`.
  ['packed pages of the site', bytes(32 * 1024 * 1024)],
  [
    'requests of assistants from one address in an hour; each message of a body with several is one',
    count(ASSISTANT_REQUESTS_PER_ADDRESS),
  ],
  ['table of the requests of each address', bytes(ASSISTANT_TABLE_BYTES)],
  ['one request of an assistant', bytes(ASSISTANT_BODY_BYTES)],
  ['all stored searches of assistants without an answer', bytes(UNANSWERED_BYTES)],
  // The budget of `@docent/mcp`, which its own tests hold.
  ['tokens of a result', count(20_000)],
  ['secured keys that wait while others are compared with more than 64 keys', count(SECURED_KEYS_WAITING)],
  ['wait of a secured key for that', time(SECURED_KEY_WAIT_MS)],
  ['one report', bytes(REPORT_BYTES)],
  ['reports of one address in an hour', count(REPORTS_PER_ADDRESS)],
  ['all stored reports', bytes(REPORTS_BYTES)],
  ['table of the reports of each address', bytes(REPORT_TABLE_BYTES)],
  ['wait for the vector of a query', time(SEMANTIC_LIMITS.waitMs)],
  ['queries whose vectors are asked for at the same time', count(SEMANTIC_LIMITS.runningQueries)],
  ['requests to the model for the queries of one address in an hour', count(SEMANTIC_LIMITS.requestsPerAddress)],
  ['table of these requests of each address', bytes(SEMANTIC_LIMITS.requestTableBytes)],
  ['searches whose sections are compared at the same time', count(SEMANTIC_LIMITS.runningScans)],
  ['vectors of queries that are kept', count(SEMANTIC_LIMITS.cachedQueries)],
  ['sections with a vector', count(SEMANTIC_LIMITS.vectors)],
  ['text of a section', `${count(SEMANTIC_LIMITS.sectionChars)} characters`],
  ['words of a query that are searched', count(ENGINE_LIMITS.queryWords)],
  ['text of one attribute that is highlighted', `${count(ENGINE_LIMITS.highlightUnits)} characters`],
]

test('the documentation has every limit with its value, and no others', () => {
  const page = readFileSync(new URL('../../../../docs/reference/limits.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| (?!limit|-)([^|]+) \| ([^|]+) \|/gm)].map(([, what, value]) => [
    what,
    value,
  ])
  const held = [...Object.values(ROWS), ...OTHER_ROWS].map(([what, value]) => [what, value])
  expect(documented.toSorted()).toEqual(held.toSorted())
})
