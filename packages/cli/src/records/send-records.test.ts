/** Sends to a real server, through a proxy that fails on request of a test. */

import { createApi, type EmbeddedBackend, isAdmin, listen, type Listening, openEmbeddedBackend } from '@docent/server'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { readIndexState, sendRecords, type Target } from './send-records.ts'

const records = Array.from({ length: 3500 }, (_, i) => ({ objectID: `r${i}`, title: `record ${i}` }))

let folder = ''
let backend: EmbeddedBackend
let server: Listening
let target: Target
let batches: number
/** The answer to a list of indexes instead of the server's, by the number of its page. */
let list: ((page: number) => object) | undefined
/** The answer to a batch instead of the server's, by the batch's number; `undefined` passes the batch on. */
let fail: (batch: number) => Response | undefined

beforeEach(async () => {
  folder = folderOf()
  backend = await openEmbeddedBackend({ dataDir: folder, searchWorkers: 1 })
  batches = 0
  fail = () => undefined
  list = undefined
  const api = createApi(backend)
  const proxied = (request: Request): Response | Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (list && pathname === '/1/indexes') return Response.json(list(Number(searchParams.get('page'))))
    const failure = pathname.endsWith('/batch') ? fail(++batches) : undefined
    return failure ?? api.fetch(request)
  }
  server = await listen(proxied, { host: '127.0.0.1', port: 0 })
  const key = (await backend.keys.list()).find(isAdmin)?.value ?? ''
  target = { url: `http://127.0.0.1:${server.port}`, appId: 'docent', key, index: 'docs' }
  await backend.waitForTask((await backend.replaceRecords('docs', [{ objectID: 'old' }], {})).taskID)
})
afterEach(async () => {
  await server.close()
  await backend.close()
})

const search = async (): Promise<number> => {
  const [result] = await backend.search([{ indexName: 'docs', query: '' }])
  return result && 'nbHits' in result ? result.nbHits : -1
}
const refused = (status: number): Response => Response.json({ message: 'no', status }, { status })

test('an index is found on a later page of a long list, and a list without pages ends', async () => {
  const entry = { name: 'docs', entries: 7, updatedAt: '2026-01-02T03:04:05Z' }
  list = (page) => ({ items: page === 2 ? [entry] : [{ name: `other ${page}` }, null], nbPages: 3 })
  expect(await readIndexState(target)).toEqual({ entries: 7, updatedAt: entry.updatedAt })
  list = () => ({ items: [{ name: 'other' }] })
  expect(await readIndexState(target)).toBeUndefined()
})

test('the index has exactly the records and the settings, and no temporary index is left', async () => {
  const progress: number[] = []
  const settings = { searchableAttributes: ['title'] }
  const onProgress = (sent: number): void => void progress.push(sent)
  expect(await sendRecords(target, records, { settings, onProgress })).toEqual({ records: 3500, resumed: 0 })
  expect(progress).toEqual([1000, 2000, 3000, 3500])
  expect(await search()).toBe(3500)
  expect(await backend.getSettings('docs')).toEqual(settings)
  expect((await backend.listIndexes()).map(({ name }) => name)).toEqual(['docs'])
})

test('a failed batch is repeated, and until the end searches see the old records', async () => {
  const seen: Promise<number>[] = []
  const retries: number[] = []
  fail = (batch) => (batch === 2 || batch === 3 ? refused(500) : undefined)
  const onRetry = (_: Error, wait: number): void => {
    retries.push(wait)
    seen.push(search())
  }
  await sendRecords(target, records, { retryWaits: [1, 2, 3], onRetry })
  expect(retries).toEqual([1, 2])
  expect(await Promise.all(seen)).toEqual([1, 1])
  expect(await search()).toBe(3500)
})

test('a restarted command continues; another command does not', { tags: 'long' }, async () => {
  fail = (batch) => (batch === 3 ? refused(403) : undefined)
  await expect(sendRecords(target, records)).rejects.toMatchObject({ kind: 'not-allowed' })
  expect(await search()).toBe(1)
  batches = 0
  fail = () => undefined
  expect(await sendRecords(target, records)).toEqual({ records: 3500, resumed: 2000 })
  expect([batches, await search()]).toEqual([2, 3500])
  const others = records.map((record) => ({ ...record, title: 'changed' }))
  expect(await sendRecords(target, others)).toEqual({ records: 3500, resumed: 0 })
})

test('a refused command leaves no temporary index', async () => {
  fail = (batch) => (batch === 2 ? refused(400) : undefined)
  await expect(sendRecords(target, records)).rejects.toMatchObject({ kind: 'refused' })
  expect((await backend.listIndexes()).map(({ name }) => name)).toEqual(['docs'])
  expect(await search()).toBe(1)
})

test('a refused call is not repeated', async () => {
  const retries: Error[] = []
  const wrong = sendRecords({ ...target, key: 'wrong' }, records, { onRetry: (error) => void retries.push(error) })
  await expect(wrong).rejects.toMatchObject({ kind: 'not-allowed' })
  expect(retries).toEqual([])
})

test('without the right to list indexes, a command starts from the beginning', async () => {
  const { value } = await backend.keys.add({
    acl: ['addObject', 'editSettings', 'deleteIndex'],
    description: '',
    indexes: ['docs*'],
    maxHitsPerQuery: 0,
    maxQueriesPerIPPerHour: 0,
    queryParameters: '',
    referers: [],
    validity: 0,
  })
  expect(await sendRecords({ ...target, key: value }, records.slice(0, 3))).toEqual({ records: 3, resumed: 0 })
  expect(await search()).toBe(3)
})
