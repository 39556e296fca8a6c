/** Who is counted and let in behind a proxy: the reader where the operator has named the proxy, else the proxy. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApiServer } from '../testing/api-server.ts'
import { createApi } from './edge/api.ts'
import type { ApiServer } from '../testing/api-server.ts'

const READER = '203.0.113.7'

describe.each([
  ['a proxy that is named', ['127.0.0.1'], true],
  ['a proxy that nobody has named', ['10.0.0.0/8'], false],
])('behind %s', (_, trustedProxies, isBelieved) => {
  let server: ApiServer
  beforeAll(async () => {
    server = await startApiServer({ trustedProxies })
  })
  afterAll(() => server.close())

  const statusFor = async (address: string, key: string): Promise<number> =>
    (await server.post('/1/indexes/docs/query', {}, { headers: { 'x-forwarded-for': address } }, key)).status

  test(`queries are counted ${isBelieved ? 'for each reader' : 'for all readers together'}`, async () => {
    const { value } = await server.newKey({ maxQueriesPerIPPerHour: 1 })
    expect(await statusFor(READER, value)).toBe(200)
    expect(await statusFor(READER, value)).toBe(429)
    expect(await statusFor('203.0.113.8', value)).toBe(isBelieved ? 200 : 429)
  })

  test(`a key for some sources means ${isBelieved ? 'those of readers' : 'that of the proxy'}`, async () => {
    const keyFor = (restrictSources: string): string => {
      const query = new URLSearchParams({ restrictSources }).toString()
      return Buffer.from(createHmac('sha256', server.searchKey).update(query).digest('hex') + query).toString('base64')
    }
    expect(await statusFor(READER, keyFor('203.0.113.0/24'))).toBe(isBelieved ? 200 : 403)
    expect(await statusFor(READER, keyFor('127.0.0.1'))).toBe(isBelieved ? 403 : 200)
    // What a reader writes into the header stands to the left of what the proxy adds.
    expect(await statusFor(`10.0.0.1, ${READER}`, keyFor('10.0.0.1'))).toBe(403)
  })
})

test('a reader who asks for more than can be answered leaves room for others', async () => {
  // Every wait is too long but for the first few, and there is one worker.
  const server = await startApiServer({}, { foreseenWaitMs: -1, burstMs: 0, queueWaitMs: 60_000 })
  const api = createApi(server.backend, { trustedProxies: ['127.0.0.1'] })
  const ask = async (reader: string): Promise<number> => {
    const headers = { 'x-forwarded-for': reader }
    const request = new Request(server.urlOf('/1/indexes/docs/query'), { method: 'POST', body: '{}', headers })
    return (await api.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })).status
  }
  expect(await ask(READER)).toBe(200)
  const greedy = Array.from({ length: 100 }, () => ask(READER))
  const others = Array.from({ length: 4 }, (_, i) => ask(`198.51.100.${i}`))
  expect(await Promise.all(others)).toEqual([200, 200, 200, 200])
  const statuses = await Promise.all(greedy)
  expect(statuses.filter((status) => status === 200)).toHaveLength(16)
  expect(statuses.filter((status) => status === 429)).toHaveLength(84)
  // Without an address of the reader no share is counted.
  const unknown = await Promise.all(Array.from({ length: 18 }, () => ask('')))
  expect(unknown.filter((status) => status === 200).length).toBeGreaterThan(16)
  await server.close()
})
