// @module-tag long
/** Semantic search over the API: hybrid answers, faults of the model, and vectors that survive. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCS_SETTINGS, type SearchRecord } from '@docent/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from '../embedded/backend.ts'
import { createApi } from '../http/edge/api.ts'
import { isAdmin } from '../keys/key.ts'
import type { LogEvent } from '../system/log.ts'
import {
  type ModelFault,
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from '../testing/model-server.ts'
import { openSemantic, type Semantic } from './semantic.ts'

const KEY = 'secret-key-of-the-operator'
const MEANINGS = { halt: 'stop', halts: 'stop', vm: 'machine', guest: 'machine', cost: 'price', bill: 'price' }

const section = (objectID: string, heading: string, content: string): SearchRecord => ({
  objectID,
  url: `/machines#${objectID}`,
  type: 'lvl2',
  hierarchy: { lvl0: null, lvl1: 'Handbook', lvl2: heading },
  content,
})
const SECTIONS = [
  section('stop', 'Ending', 'The command to stop a machine.'),
  section('price', 'Money', 'The price of a machine in a month.'),
  section('backup', 'Copies', 'A copy of the disk every night.'),
  section('network', 'Cables', 'Connect cables to the switch.'),
  section('halt', 'Halt in general', 'Work stops when people go home.'),
  ...Array.from({ length: 20 }, (_, at) => section(`other${at}`, `Topic ${at}`, `Words about subject${at}.`)),
]

let dataDir = ''
let model: ModelServer
let backend: EmbeddedBackend
let semantic: Semantic | undefined
let events: LogEvent[] = []

beforeEach(async () => {
  dataDir = folderOf()
  events = []
  model = await startModelServer({ meanings: MEANINGS, key: KEY })
  backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  await store(SECTIONS)
})
afterEach(async () => {
  await semantic?.close()
  semantic = undefined
  await backend.close()
  await model.close()
})

async function store(records: SearchRecord[], index = 'docs'): Promise<void> {
  await backend.waitForTask((await backend.replaceRecords(index, records, DOCS_SETTINGS)).taskID)
}

async function otherModel(options: ModelServerOptions): Promise<void> {
  await model.close()
  model = await startModelServer({ meanings: MEANINGS, key: KEY, ...options })
}

/** `waitMs`: as long as a busy machine needs, unless a test is about that. */
function open(waitMs = 20_000): Semantic {
  const folder = join(dataDir, 'vectors')
  const times = { pauseMs: 20, lookMs: 30, waitMs }
  semantic = openSemantic(backend, {
    url: model.url,
    model: 'words',
    key: KEY,
    folder,
    times,
    log: (e) => events.push(e),
  })
  return semantic
}

/** Waits until all sections have vectors. */
async function embedded(count = SECTIONS.length): Promise<void> {
  await expect
    .poll(() => semantic?.figures(), { timeout: 20_000 })
    .toMatchObject({ state: 'ready', indexes: [{ name: 'docs', sections: count, embedded: count }] })
}

async function request(path: string, body?: object): Promise<Response> {
  const api = createApi(backend, { semantic, log: (event) => events.push(event) })
  const admin = (await backend.keys.list()).find(isAdmin)?.value ?? ''
  const headers = { 'x-algolia-api-key': admin, 'x-algolia-application-id': 'docent' }
  return api.fetch(
    new Request(`http://127.0.0.1${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }),
  )
}

interface Answer {
  hits: { objectID: string; _rankingInfo?: { semantic?: object } }[]
  nbHits: number
}

const ask = async (params: object): Promise<Answer> =>
  (await (await request('/1/indexes/docs/query', params)).json()) as Answer

const idsOf = async (params: object): Promise<string[]> => (await ask(params)).hits.map(({ objectID }) => objectID)

/** The answer as text, without the time that it took. */
async function textOf(params: object): Promise<string> {
  const text = await (await request('/1/indexes/docs/query', params)).text()
  return text.replace(/"processingTimeMS":\d+/, '')
}

test('a section with other words of the same meaning is found', async () => {
  open()
  await embedded()
  expect(await idsOf({ query: 'halt guest', mode: 'keywordSearch' })).toEqual(['halt'])
  expect(await idsOf({ query: 'halt guest' })).toContain('stop')
  const { hits } = await ask({ query: 'halt guest', getRankingInfo: true })
  expect(hits.find(({ objectID }) => objectID === 'stop')?._rankingInfo?.semantic).toMatchObject({ isAdded: true })
})

test('only text that the model needs is sent: sections and queries of several words', async () => {
  open()
  await embedded()
  const sections = model.requests.length
  for (const query of ['halt', 'useEffect', '"halt guest"', 'halt guest -disk', '']) await ask({ query })
  await ask({ query: 'halt guest', mode: 'keywordSearch' })
  expect(model.requests).toHaveLength(sections)
  await ask({ query: 'halt guest' })
  expect(model.texts().at(-1)).toBe('halt guest')
  expect(model.texts()).toContain('Handbook\nEnding\nThe command to stop a machine.')
  expect(model.requests.every(({ key }) => key === KEY)).toBe(true)
})

test('filters hold for sections that the model finds', async () => {
  open()
  await embedded()
  const params = { query: 'halt guest', filters: 'type:lvl1' }
  expect(await idsOf(params)).toEqual([])
})

test.for<[string, ModelFault | 'stopped']>([
  ['is too slow', { kind: 'slow', ms: 1000 }],
  ['fails', { kind: 'status', status: 500 }],
  ['refuses', { kind: 'status', status: 400 }],
  ['sends vectors of another length', { kind: 'dimensions', dimensions: 100 }],
  ['sends NaN', { kind: 'value', json: 'NaN' }],
  ['sends null', { kind: 'value', json: 'null' }],
  ['sends too few vectors', { kind: 'few' }],
  ['sends a huge body', { kind: 'huge' }],
  ['closes connections', { kind: 'closed' }],
  ['does not run', 'stopped'],
])('answers are byte for byte those of words alone while the model %s', async ([, fault]) => {
  const queries = ['halt guest', 'price of a machine', 'gibberish zzzz', 'copy the disk']
  const plain = await Promise.all(queries.map((query) => textOf({ query })))
  open(fault !== 'stopped' && fault.kind === 'slow' ? 200 : undefined)
  await embedded()
  if (fault === 'stopped') await model.close()
  else model.fault = fault
  for (const [at, query] of queries.entries()) expect(await textOf({ query })).toBe(plain[at])
  const { queries: counts } = (semantic as Semantic).figures()
  expect(counts.timeouts + counts.failures).toBe(3)
  expect(counts.skipped).toBe(1)
  expect(semantic?.figures().state).toBe('failing')
})

test('an unchanged section is embedded once, over changes, rebuilds and restarts', async () => {
  open()
  await embedded()
  const first = model.texts().length
  expect(first).toBe(SECTIONS.length)
  await store([...SECTIONS.slice(1), section('stop', 'Ending', 'Another text.'), section('more', 'More', 'New text.')])
  await embedded(SECTIONS.length + 1)
  expect(model.texts().slice(first).toSorted()).toEqual([
    'Handbook\nEnding\nAnother text.',
    'Handbook\nMore\nNew text.',
  ])
  const second = model.texts().length
  await semantic?.close()
  open()
  await embedded(SECTIONS.length + 1)
  // In another index, and back in its earlier form.
  await store(SECTIONS, 'copy')
  await store(SECTIONS)
  await expect.poll(() => semantic?.figures().indexes.length).toBe(2)
  await expect.poll(() => semantic?.figures().state).toBe('ready')
  expect(model.texts()).toHaveLength(second)
})

test('an interrupted run continues with the sections that have no vector yet', async () => {
  const many = Array.from({ length: 100 }, (_, at) => section(`s${at}`, `Number ${at}`, `Text ${at}`))
  await store(many)
  Object.assign(model, { fault: { kind: 'closed' }, rightRequests: 2 })
  open()
  await expect.poll(() => semantic?.figures().sectionFailures, { timeout: 20_000 }).toBeGreaterThan(0)
  await semantic?.close()
  const sent = model.requests.slice(0, 2).flatMap(({ input }) => input)
  model.fault = undefined
  const before = model.texts().length
  open()
  await embedded(100)
  expect(sent).toHaveLength(64)
  expect(model.texts().slice(before)).toHaveLength(36)
  expect(
    model
      .texts()
      .slice(before)
      .filter((text) => sent.includes(text)),
  ).toEqual([])
})

test('a section that the model refuses does not keep out the others', async () => {
  await otherModel({ refuses: 'subject7.' })
  open()
  await expect
    .poll(() => semantic?.figures(), { timeout: 20_000 })
    .toMatchObject({ state: 'ready', indexes: [{ sections: SECTIONS.length, embedded: SECTIONS.length - 1 }] })
  expect(await idsOf({ query: 'halt guest' })).toContain('stop')
})

test('after a failure the sections are embedded as soon as the model answers', async () => {
  model.fault = { kind: 'status', status: 503 }
  open()
  await expect.poll(() => semantic?.figures().state).toBe('failing')
  expect(events.map(({ event }) => event)).toContain('semantic-failed')
  model.fault = undefined
  await embedded()
  expect(events.map(({ event }) => event)).toContain('semantic-back')
})

test('a deleted index is forgotten', async () => {
  open()
  await embedded()
  await backend.waitForTask((await backend.write([{ action: 'drop', index: 'docs' }])).tasks[0]?.taskID ?? 0)
  await expect.poll(() => semantic?.figures().indexes).toEqual([])
})

test('the key is in no log, file, metric or answer', async () => {
  open()
  await embedded()
  model.fault = { kind: 'status', status: 401, body: JSON.stringify({ error: { message: `Wrong key ${KEY}` } }) }
  for (const query of ['halt guest', 'price of a machine', 'copy the disk']) await ask({ query })
  expect(events.map(({ event }) => event)).toContain('semantic-resting')
  const pages = await Promise.all(
    ['/_docent/metrics', '/_docent/health'].map(async (path) => (await request(path)).text()),
  )
  const files = readdirSync(join(dataDir, 'vectors')).map((name) =>
    readFileSync(join(dataDir, 'vectors', name), 'latin1'),
  )
  for (const text of [JSON.stringify(events), ...pages, ...files]) expect(text).not.toContain(KEY)
})

test('metrics and health show the work of the model', async () => {
  open()
  await embedded()
  await ask({ query: 'halt guest' })
  await ask({ query: 'halt guest' })
  expect(await (await request('/_docent/health')).json()).toEqual({
    status: 'ok',
    semantic: { state: 'ready', sections: SECTIONS.length, embedded: SECTIONS.length },
  })
  const metrics = await (await request('/_docent/metrics')).text()
  for (const line of [
    'docent_semantic_up 1',
    'docent_semantic_requests_total{for="queries"} 1',
    'docent_semantic_requests_total{for="sections"} 1',
    'docent_semantic_section_failures_total 0',
    'docent_semantic_queries_total{result="embedded"} 1',
    'docent_semantic_queries_total{result="cached"} 1',
    'docent_semantic_queries_total{result="timeouts"} 0',
    `docent_semantic_sections_embedded{index="docs"} ${SECTIONS.length}`,
  ])
    expect(metrics.split('\n')).toContain(line)
})

test('without a model, health and metrics are as before', async () => {
  expect(await (await request('/_docent/health')).json()).toEqual({ status: 'ok' })
  expect(await (await request('/_docent/metrics')).text()).not.toContain('semantic')
})

test('the queries of one call are embedded once, and facets are answered', async () => {
  open()
  await embedded()
  const queries = ['docs', 'docs'].map((indexName) => ({ indexName, query: 'halt guest' }))
  const facet = { indexName: 'docs', type: 'facet', facet: 'lang', query: 'halt guest' }
  const before = model.requests.length
  const response = await request('/1/indexes/*/queries', { requests: [...queries, facet] })
  const { results } = (await response.json()) as { results: Answer[] }
  expect(results[0]?.hits).toEqual(results[1]?.hits)
  expect(results[0]?.hits.map(({ objectID }) => objectID)).toContain('stop')
  expect(model.requests).toHaveLength(before + 1)
})

test('of many searches at once, those beyond the scans that may wait are answered by words alone', async () => {
  open()
  await embedded()
  await ask({ query: 'halt guest' })
  const query = {
    request: { indexName: 'docs', query: 'halt guest' },
    format: { query: 'halt guest', params: '', publicUrl: '' },
  }
  const placed = await Promise.all(Array.from({ length: 40 }, () => semantic?.place([query], '')))
  expect(placed.filter((queries) => queries?.[0]?.request.nearest !== undefined)).toHaveLength(16)
  expect(semantic?.figures().queries).toMatchObject({ cached: 40, unscanned: 24 })
})

test('a request cannot name nearest records itself', async () => {
  const response = await request('/1/indexes/docs/query', { query: 'halt', nearest: { records: [], addFrom: 0 } })
  expect([response.status, await response.json()]).toMatchObject([400, { message: 'Unknown parameter: nearest' }])
})
