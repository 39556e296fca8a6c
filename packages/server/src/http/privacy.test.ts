/**
 * After requests of all kinds, no file of the data folder contains the addresses, browsers, cookies and queries of readers, and the
 * log contains no keys.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logToFiles, type LogWriter } from '../system/log-writer.ts'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'

const AGENT = 'PlantedBrowser/7.7'
const COOKIE = 'planted-cookie'
const FORWARDED = '203.0.113.77'
const QUERY = 'plantedquery'
const HEADERS = { 'user-agent': AGENT, cookie: `session=${COOKIE}`, 'x-forwarded-for': FORWARDED }

let server: ApiServer
let writer: LogWriter
beforeAll(async () => {
  server = await startApiServer({ log: (event) => writer.log(event) })
  writer = logToFiles(join(server.dataDir, 'logs'))
  await mixedRun()
  writer.close()
})
afterAll(() => server.close())

/** Sends searches of all kinds, also refused ones and with a key that counts addresses, events and writes. */
async function mixedRun(): Promise<void> {
  const counting = await server.newKey({ maxQueriesPerIPPerHour: 2 })
  const post = (path: string, body: unknown, key?: string): Promise<Response> =>
    server.post(path, body, { headers: HEADERS }, key)
  const event = { eventType: 'click', eventName: 'Seen', index: 'docs', userToken: 'planted-user' }
  const many = { requests: [{ indexName: 'docs', query: QUERY }] }
  const statuses = [
    await post('/1/indexes/docs/query', { query: QUERY }),
    await post('/1/indexes/*/queries', many),
    await post('/1/indexes/docs/query', { query: QUERY, nonsense: 1 }),
    await post('/1/indexes/docs/query', '{"query":', counting.value),
    await post('/1/indexes/docs/query', {}, 'wrong-key'),
    await post('/1/indexes/*/queries', many, counting.value),
    await post('/1/indexes/*/queries', many, counting.value),
    await post('/1/indexes/*/queries', many, counting.value),
    await post('/1/events', { events: [event] }),
    await post('/1/indexes/docs/batch', { requests: [{ action: 'addObject', body: { a: 1 } }] }, server.adminKey),
    await post('/1/keys', { acl: ['search'] }, server.adminKey),
    await fetch(server.urlOf(`/1/indexes/docs/query?query=${QUERY}`), { headers: HEADERS }),
    await fetch(server.urlOf(`/1/nowhere/${QUERY}`), { headers: HEADERS }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 400, 400, 403, 200, 200, 429, 200, 200, 200, 200, 404])
}

/** All bytes of the folder as text: the database with SQLite's other files, indexes, logs. */
const bytesOf = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n')

test('the userToken of an event is stored, and the log has a line for each request', () => {
  expect(bytesOf(server.dataDir)).toContain('planted-user')
  const log = bytesOf(join(server.dataDir, 'logs'))
  expect(log.split('\n').filter((line) => line.includes('"event":"request"'))).toHaveLength(13)
})

test.for([
  ['the address', '127.0.0.1'],
  ['the address that a proxy forwards', FORWARDED],
  ['the browser', AGENT],
  ['a cookie', COOKIE],
  ['the query', QUERY],
] as const)('%s is nowhere in the data folder', ([, text]) => {
  expect(bytesOf(server.dataDir).includes(text)).toBe(false)
})

test('no key is in the log', () => {
  const log = bytesOf(join(server.dataDir, 'logs'))
  for (const key of [server.adminKey, server.searchKey, 'wrong-key']) expect(log.includes(key)).toBe(false)
})
