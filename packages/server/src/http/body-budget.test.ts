import { afterEach, expect, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'
import { createApi } from './edge/api.ts'
import { createBodyBudget } from './body-budget.ts'

let server: ApiServer | undefined
afterEach(() => server?.close())

test('a full budget refuses bodies; a single body is always accepted, and searches do not count writes', () => {
  const budget = createBodyBudget({ search: 100, write: 100 })
  const giveBack = budget.take('write', 1000)
  expect(() => budget.take('write', 1)).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }) as Error)
  budget.take('search', 60)
  expect(() => budget.take('search', 60)).toThrow('Too many large requests at the same time')
  giveBack()
  budget.take('write', 50)
  budget.take('write', 50)
  expect(() => budget.take('write', 1)).toThrow('Too many large requests')
})

test('writes beyond the budget of waiting bytes are refused, and accepted again after others are done', async () => {
  server = await startApiServer()
  const held: number[] = []
  let bytes = 0
  const budget = createBodyBudget({ search: 1000, write: 2 * 1024 * 1024 })
  const api = createApi(
    server.backend,
    {},
    {
      take(kind, count) {
        const giveBack = budget.take(kind, count)
        held.push((bytes += count))
        return () => {
          bytes -= count
          giveBack()
        }
      },
    },
  )
  const { adminKey, urlOf } = server
  const body = JSON.stringify({
    requests: Array.from({ length: 300 }, (_, i) => ({
      action: 'addObject',
      body: { objectID: String(i), title: 'x'.repeat(2000) },
    })),
  })
  const write = async (): Promise<Response> =>
    api.fetch(new Request(urlOf('/1/indexes/large/batch', adminKey), { method: 'POST', body }))
  const answers = await Promise.all(Array.from({ length: 12 }, write))
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(Math.max(...held)).toBeLessThanOrEqual(2 * 1024 * 1024)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('1')
  if (refused !== undefined) expect((await refusal(refused))[1]).toMatch(/^Too many large requests/)
  expect(bytes).toBe(0)
  expect((await write()).status).toBe(200)
})
