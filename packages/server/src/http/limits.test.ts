import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_KEY_FIELDS, type KeyFields } from '../keys/key.ts'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'
import { LIMITS } from '../wire/limits.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

const search = (params: object): Promise<Response> => server.query(params)
const write = (path: string, body: unknown, method = 'POST'): Promise<Response> =>
  server.post(`/1/indexes/limits${path}`, body, { method }, server.adminKey)

const text = (units: number): string => 'x'.repeat(units)
const list = (entries: number): string[] => Array.from({ length: entries }, (_, i) => `entry${i}`)
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
/** An object whose JSON has this number of bytes. */
const sized = (bytes: number, object: Record<string, string>): object => ({
  ...object,
  pad: text(bytes - JSON.stringify({ ...object, pad: '' }).length),
})

/** An event of this number of bytes. */
function eventOf(bytes: number): object {
  const event = { eventType: 'view', eventName: 'x', index: 'docs', userToken: 'u' }
  const filled = (last: number): object => ({ ...event, filters: [...Array<string>(16).fill(text(500)), text(last)] })
  return filled(bytes - JSON.stringify(filled(0)).length)
}

/** A key whose fields, with defaults, have this number of bytes. */
function keyOf(bytes: number): object {
  const key = (last: number): KeyFields => ({
    ...DEFAULT_KEY_FIELDS,
    referers: [...Array<string>(64).fill(text(250)), text(last)],
  })
  return key(bytes - JSON.stringify(key(0)).length)
}

/** A secured key of this number of characters, a multiple of four because of base64. */
function securedKey(chars: number): string {
  const length = (chars / 4) * 3 - 64
  const query = `userToken=${text(length - 'userToken='.length)}`
  return Buffer.from(createHmac('sha256', server.searchKey).update(query).digest('hex') + query).toString('base64')
}

type LimitName = keyof typeof LIMITS

/** A request of size `n` for each limit, and the status of its refusal; the message names the limit unless it is `silent`. */
const OVER_THE_WIRE: readonly {
  limit: LimitName
  send: (n: number) => Promise<Response>
  status?: number
  step?: number
  silent?: true
}[] = [
  { limit: 'recordBytes', send: (n) => write('', sized(n, { objectID: 'a' })) },
  { limit: 'searchDepth', send: (n) => search(JSON.parse(`{"facetFilters":${nested(n - 1)}}`) as object) },
  { limit: 'writeDepth', send: (n) => write('', `{"objectID":"a","deep":${nested(n - 1)}}`) },
  {
    limit: 'objectKeys',
    send: (n) => write('', { objectID: 'a', ...Object.fromEntries(list(n - 1).map((name) => [name, 1])) }),
  },
  {
    limit: 'batchOperations',
    send: (n) =>
      write('/batch', { requests: list(n).map((objectID) => ({ action: 'deleteObject', body: { objectID } })) }),
  },
  {
    limit: 'partsPerBatch',
    send: (n) =>
      write(
        '/synonyms/batch',
        list(n).map((objectID) => ({ objectID, type: 'synonym', synonyms: ['a', 'b'] })),
      ),
  },
  {
    limit: 'ruleConditions',
    send: (n) => write('/rules/r', { conditions: list(n).map((pattern) => ({ pattern })), consequence: {} }, 'PUT'),
  },
  {
    limit: 'rulePlaces',
    send: (n) => write('/rules/r', { consequence: { hide: list(n).map((objectID) => ({ objectID })) } }, 'PUT'),
  },
  {
    limit: 'queriesPerRequest',
    send: (n) => server.post('/1/indexes/*/queries', { requests: list(n).map(() => ({ indexName: 'docs' })) }),
  },
  { limit: 'queryBytes', send: (n) => search({ query: `${text(n - 2)}é` }) },
  { limit: 'filtersBytes', send: (n) => search({ filters: `lang:${text(n - 'lang:'.length)}` }) },
  {
    limit: 'filterClauses',
    send: (n) => search({ facetFilters: [list(n - 1).map((value) => `lang:${value}`), 'lang:en'] }),
  },
  { limit: 'listEntries', send: (n) => search({ attributesToRetrieve: list(n) }) },
  { limit: 'entryBytes', send: (n) => search({ numericFilters: [`n${' '.repeat(n - 4)}= 1`] }) },
  { limit: 'tagBytes', send: (n) => search({ snippetEllipsisText: text(n) }) },
  { limit: 'renderingContentBytes', send: (n) => search({ renderingContent: { a: text(n - 8) } }) },
  { limit: 'hitsPerPage', send: (n) => search({ hitsPerPage: n }) },
  { limit: 'maxValuesPerFacet', send: (n) => search({ maxValuesPerFacet: n }) },
  { limit: 'maxFacetHits', send: (n) => server.post('/1/indexes/docs/facets/lang/query', { maxFacetHits: n }) },
  {
    limit: 'replicasPerIndex',
    // An index of its own: every later write to it is repeated in all of its replicas.
    send: (n) => {
      const settings = { replicas: Array.from({ length: n }, (_, i) => `replica${i}`) }
      return server.post('/1/indexes/replicated/settings', settings, { method: 'PUT' }, server.adminKey)
    },
  },
  { limit: 'paginationLimitedTo', send: (n) => write('/settings', { paginationLimitedTo: n }, 'PUT') },
  {
    limit: 'indexNameBytes',
    send: (n) => server.post(`/1/indexes/${text(n)}`, { a: 1 }, {}, server.adminKey),
  },
  {
    limit: 'eventsPerRequest',
    send: (n) =>
      server.post('/1/events', {
        events: list(n).map((eventName) => ({ eventType: 'view', eventName, index: 'docs', userToken: 'u' })),
      }),
    status: 422,
  },
  {
    limit: 'eventBytes',
    // The lists of one event can have 32 kB.
    send: (n) => server.post('/1/events', { events: [eventOf(n)] }),
    status: 422,
  },
  {
    limit: 'settingsBytes',
    send: (n) => {
      const settings = { userData: text(n - JSON.stringify({ userData: '' }).length) }
      return server.post('/1/indexes/settings/settings', settings, { method: 'PUT' }, server.adminKey)
    },
  },
  { limit: 'keyBytes', send: (n) => server.post('/1/keys', keyOf(n), {}, server.adminKey) },
  { limit: 'objectIdBytes', send: (n) => write('', { objectID: text(n) }) },
  {
    limit: 'securedKeyChars',
    send: (n) => server.post('/1/indexes/docs/query', {}, {}, securedKey(n)),
    status: 403,
    step: 4,
    // A refusal does not tell the fault of a key.
    silent: true,
  },
]

/** Limits of time, memory and waiting, with the files that test them, relative to the folder of the packages. */
const TESTED_BESIDE: Readonly<Partial<Record<LimitName, string>>> = {
  searchBodyBytes: 'server/src/http/read-body.test.ts',
  writeBodyBytes: 'server/src/http/read-body.test.ts',
  searchAnswerBytes: 'server/src/http/answer-bytes.test.ts',
  browsePageBytes: 'server/src/http/browse.test.ts',
  softCutMs: 'server/src/embedded/search/search-pool.test.ts',
  hardCutMs: 'server/src/embedded/search/search-pool.test.ts',
  elapsedCutMs: 'server/src/embedded/search/search-pool.test.ts',
  clusterRunningPerClient: 'server/src/backend/concurrency-limit.test.ts',
  clusterSearchesPerClient: 'server/src/backend/conformance/operating.ts',
  clusterSearchMs: 'opensearch/src/searching/query-rounds.test.ts',
  queueWaitMs: 'server/src/embedded/search/search-pool.test.ts',
  forecastWaitMs: 'server/src/embedded/search/search-pool.test.ts',
  burstMs: 'server/src/embedded/search/search-pool.test.ts',
  burstWaitMs: 'server/src/embedded/search/search-pool.test.ts',
  queuedSearches: 'server/src/embedded/search/search-pool.test.ts',
  waitingPerWorker: 'server/src/embedded/search/search-pool.test.ts',
  answerCacheBytes: 'server/src/embedded/search/answer-cache.test.ts',
  slowSearchMs: 'server/src/embedded/search/search-queue.test.ts',
  rebuildWaitMs: 'server/src/embedded/backend.test.ts',
  settledWaitMs: 'opensearch/src/state/servers.test.ts',
  lockedWaitMs: 'server/src/embedded/database-guard.test.ts',
  waitingWrites: 'server/src/backend/write-gate.test.ts',
  waitingWriteBytes: 'server/src/backend/write-gate.test.ts',
  pendingTasks: 'server/src/embedded/store/store.test.ts',
  partsPerIndex: 'server/src/backend/conformance/storage-limits.ts',
  partsBytes: 'server/src/backend/conformance/storage-limits.ts',
  allPartsBytes: 'server/src/embedded/store/write-parts.test.ts',
  indexes: 'server/src/backend/conformance/storage-limits.ts',
  keys: 'server/src/backend/conformance/storage-limits.ts',
  deletedKeys: 'server/src/backend/conformance/storage-limits.ts',
  pendingEvents: 'server/src/embedded/store/event-store.test.ts',
  eventsKeptBytes: 'server/src/embedded/store/event-store.test.ts',
  eventsKept: 'server/src/embedded/store/event-store.test.ts',
  eventDays: 'server/src/embedded/store/event-store.test.ts',
}

describe('a limit accepts one below and its value, and refuses one above', { tags: 'long' }, () => {
  // Searches of the next test must not wait behind ten thousand synonyms of this one.
  afterEach(async () => {
    const { taskID } = await server.backend.updateSettings('limits', {})
    await server.backend.waitForTask(taskID)
  })

  test.each(OVER_THE_WIRE)('$limit', async ({ limit, send, status = 400, step = 1, silent }) => {
    const most = LIMITS[limit]
    for (const n of [most - step, most]) {
      const response = await send(n)
      expect(response.ok, `${n}: ${await response.text()}`).toBe(true)
    }
    const [refused, message] = await refusal(await send(most + step))
    expect(refused).toBe(status)
    if (!silent) expect(message).toContain(String(most))
  })
})

test('every limit of the table has a test', () => {
  const tested = [...OVER_THE_WIRE.map(({ limit }) => limit), ...Object.keys(TESTED_BESIDE)]
  expect(tested.toSorted()).toEqual(Object.keys(LIMITS).toSorted())
  const unnamed = Object.entries(TESTED_BESIDE).filter(
    ([limit, file]) => !readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').includes(limit),
  )
  expect(unnamed).toEqual([])
})

describe('hostile input', { tags: 'long' }, () => {
  test.each(['__proto__', 'constructor', 'prototype'])(
    '%s as a name is data or refused, and changes no prototype',
    async (name) => {
      const evil = `{"objectID":"evil","${name}":{"polluted":true},"a":{"${name}":{"polluted":true}}}`
      const { taskID } = (await (await write('', evil)).json()) as { taskID: number }
      await server.backend.waitForTask(taskID)
      const body = {
        attributesToRetrieve: ['*', `a.${name}`],
        facets: [name],
        attributesToHighlight: [`${name}.polluted`],
      }
      const answer = await server.post('/1/indexes/limits/query', body)
      const { hits } = (await answer.json()) as { hits: Record<string, unknown>[] }
      expect(hits.find(({ objectID }) => objectID === 'evil')).toBeDefined()
      const partial = { [name]: { _operation: 'Increment', value: 1 }, a: { [name]: 1 } }
      expect((await write('/evil/partial', JSON.stringify(partial))).status).toBeLessThan(500)
      expect((await server.query({ filters: `${name}:polluted` })).status).toBeLessThan(500)
      expect((await server.query(JSON.parse(`{"${name}":1}`) as object)).status).toBe(400)
      expect((await write('/settings', `{"${name}":{"polluted":true}}`, 'PUT')).status).toBe(400)
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      expect((await server.query({ query: 'install' })).status).toBe(200)
    },
  )

  test.each<[string, string, string | undefined]>([
    ['4,000 open parentheses', '('.repeat(4000), 'expected an attribute or a tag at character 2'],
    ['ORs of many attributes', Array.from({ length: 370 }, (_, i) => `a${i}:b`).join(' OR '), undefined],
    ['900 NOTs', `${'NOT '.repeat(900)}a:b`, 'expected AND, OR or the end at character 9'],
    ['a value of escaped quotes', `a:"${'\\"'.repeat(1900)}`, undefined],
    ['a number of 3,000 digits', `n > ${'9'.repeat(3000)}`, undefined],
    ['every sign of the grammar', ':<>=!()"\'-,'.repeat(300), 'expected an attribute or a tag at character 1'],
  ])('a filter with %s is answered without hits or refused in a sentence', async (_, filters, reason) => {
    const response = await server.query({ filters })
    if (reason === undefined) {
      expect(await response.json()).toMatchObject({ hits: [], nbHits: 0 })
      return
    }
    const [status, message] = await refusal(response)
    expect([status, message]).toEqual([400, expect.stringContaining(reason)])
    expect(message.length).toBeLessThan(6000)
  })
})
