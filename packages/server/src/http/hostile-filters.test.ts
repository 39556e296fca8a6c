// @module-tag long
/** Regular searches are answered while clients send expensive filters with the public search key. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchRecord } from '@docent/engine'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'

const RECORDS = 4000
const text = 'a text of some length that says little about anything '.repeat(150)
const records: SearchRecord[] = Array.from({ length: RECORDS }, (_, at) => ({
  objectID: String(at),
  title: `page ${at}`,
  content: `${at} ${text}`,
  nested: { level: at % 7, name: `n${at}` },
}))

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
  const { taskID } = await server.backend.replaceRecords('large', records, { searchableAttributes: ['title'] })
  await server.backend.waitForTask(taskID)
})
afterAll(() => server.close())

const SENDERS = 8
const REGULAR = 20

test.each<[string, (at: number) => object]>([
  ['attributes that no record has', (at) => ({ filters: `x${at}:a OR NOT y${at}:b` })],
  ['attributes below a text', (at) => ({ filters: `content.x${at}:a OR content.y${at}:b` })],
  ['attributes below an object', (at) => ({ filters: `nested.x${at}:a OR nested.y${at}:b` })],
  [
    'attributes below values that are not objects',
    (at) => ({ facetFilters: [[`nested.name.x${at}:a`, `title.x${at}:a`]] }),
  ],
  ['white space in a number', (at) => ({ numericFilters: [`a${at}${' '.repeat(1000)}b`] })],
  ['unclosed quotes', (at) => ({ filters: `a${at}:${'"\\'.repeat(1000)}` })],
  ['unclosed brackets', (at) => ({ facetFilters: `a${at}${'('.repeat(100_000)}` })],
])('filters with %s do not delay regular searches', async (_, hostile) => {
  const over = new AbortController()
  let at = 0
  const send = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const response = await server.post('/1/indexes/large/query', { query: '', ...hostile(at++) })
      await response.arrayBuffer()
    }
  }
  const senders = Array.from({ length: SENDERS }, send)
  const statuses: number[] = []
  for (let honest = 0; honest < REGULAR; honest++) {
    const response = await server.post('/1/indexes/large/query', { query: `page ${honest}`, hitsPerPage: 3 })
    const { hits = [] } = (await response.json()) as { hits?: { objectID: string }[] }
    if (response.ok) expect(hits[0]?.objectID).toBe(String(honest))
    statuses.push(response.status)
    await wait(50)
  }
  over.abort()
  await Promise.all(senders)
  expect(at).toBeGreaterThan(SENDERS * 5)
  // A busy machine may cause a refusal.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(REGULAR * 0.9)
})
