/** Searches whose answer is kept are answered as if it were computed. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResponse } from '@docent/engine'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

async function find(params: object, key?: string): Promise<SearchResponse> {
  return (await (await server.query(params, key)).json()) as SearchResponse
}

const idsOf = async (params: object, key?: string): Promise<string[]> =>
  (await find(params, key)).hits.map(({ objectID }) => objectID)

/** Waits until a change is searchable. */
const done = async (task: Promise<{ taskID: number }>): Promise<void> => server.backend.waitForTask((await task).taskID)

test('a repeated search has the same answer, with a time and a queryID of its own', async () => {
  const params = { query: 'server', clickAnalytics: true }
  const { queryID, ...first } = await find(params)
  const { queryID: second, ...again } = await find(params)
  // As texts, since the order of the fields is part of an answer.
  expect(JSON.stringify(again)).toBe(JSON.stringify({ ...first, processingTimeMS: again.processingTimeMS }))
  expect(again.processingTimeMS).toBeGreaterThanOrEqual(1)
  expect(second).toMatch(/^[0-9a-f]{32}$/)
  expect(second).not.toBe(queryID)
  expect(await find({ query: 'server' })).not.toHaveProperty('queryID')
})

test('the answer echoes the parameters and has the fields of its own request', async () => {
  const answers = [
    await find({ query: 'install' }),
    await find({ query: 'install', responseFields: ['nbHits'] }),
    await find({ query: 'install', analytics: false }),
  ]
  expect(Object.keys(answers[1] ?? {})).toEqual(['nbHits'])
  expect(answers[0]?.params).toBe('query=install')
  expect(answers[2]?.hits).toEqual(answers[0]?.hits)
})

test('a key with filters does not get the answers of another key', async () => {
  const key = await server.newKey({ acl: ['search'], queryParameters: 'filters=lang:de' })
  expect(await idsOf({ query: 'server' })).toContain('1')
  expect(await idsOf({ query: 'server' }, key.value)).toEqual(['3'])
  expect(await idsOf({ query: 'server' })).toContain('1')
})

test('a changed record, setting and synonym is in the next answer', async () => {
  const { backend } = server
  expect(await idsOf({ query: 'upgrade' })).toEqual([])
  const { tasks } = await backend.write([
    { action: 'save', index: 'docs', record: { objectID: '4', title: 'Upgrade' } },
  ])
  for (const task of tasks) await backend.waitForTask(task.taskID)
  expect(await idsOf({ query: 'upgrade' })).toEqual(['4'])
  expect((await find({ query: 'upgrade' })).hitsPerPage).toBe(20)
  await done(backend.updateSettings('docs', { hitsPerPage: 5 }))
  expect((await find({ query: 'upgrade' })).hitsPerPage).toBe(5)
  expect(await idsOf({ query: 'renewal' })).toEqual([])
  const synonym = { objectID: 's', type: 'synonym', synonyms: ['renewal', 'upgrade'] }
  await done(backend.saveParts('docs', 'synonyms', [synonym]))
  expect(await idsOf({ query: 'renewal' })).toEqual(['4'])
})

test('a rule applies until its end', async () => {
  const until = Date.now() / 1000 + 1
  const rule = { objectID: 'r', consequence: { params: { query: 'einrichten' } }, validity: [{ until }] }
  await done(server.backend.saveParts('docs', 'rules', [rule]))
  expect(await idsOf({ query: 'configure' })).toEqual(['3'])
  await delay(Math.max(0, until * 1000 + 20 - Date.now()))
  expect(await idsOf({ query: 'configure' })).toEqual(['2'])
})
