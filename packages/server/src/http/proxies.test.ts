/** Limits and keys behind a proxy use the address of the reader if the operator has configured the proxy, else that of the proxy. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'
import { createApi } from './edge/api.ts'

const READER = '203.0.113.7'

describe.each([
  ['a configured proxy', ['127.0.0.1'], true],
  ['an unknown proxy', ['10.0.0.0/8'], false],
])('behind %s', (_, trustedProxies, isTrusted) => {
  let server: ApiServer
  beforeAll(async () => {
    server = await startApiServer({ trustedProxies })
  })
  afterAll(() => server.close())

  const statusFor = async (address: string, key: string): Promise<number> =>
    (await server.post('/1/indexes/docs/query', {}, { headers: { 'x-forwarded-for': address } }, key)).status

  test(`queries are counted ${isTrusted ? 'for each reader' : 'for all readers together'}`, async () => {
    const { value } = await server.newKey({ maxQueriesPerIPPerHour: 1 })
    expect(await statusFor(READER, value)).toBe(200)
    expect(await statusFor(READER, value)).toBe(429)
    expect(await statusFor('203.0.113.8', value)).toBe(isTrusted ? 200 : 429)
  })

  test(`the sources of a key are compared with the address of the ${isTrusted ? 'reader' : 'proxy'}`, async () => {
    const keyFor = (restrictSources: string): string => {
      const query = new URLSearchParams({ restrictSources }).toString()
      return Buffer.from(createHmac('sha256', server.searchKey).update(query).digest('hex') + query).toString('base64')
    }
    expect(await statusFor(READER, keyFor('203.0.113.0/24'))).toBe(isTrusted ? 200 : 403)
    expect(await statusFor(READER, keyFor('127.0.0.1'))).toBe(isTrusted ? 403 : 200)
    // Addresses that a reader sends are to the left of those that the proxy adds.
    expect(await statusFor(`10.0.0.1, ${READER}`, keyFor('10.0.0.1'))).toBe(403)
  })
})

test('a reader with too many searches does not take the places of others', async () => {
  // One worker, and only the first few searches are admitted: any forecast wait is too long.
  const server = await startApiServer({}, { forecastWaitMs: -1, burstMs: 0, queueWaitMs: 60_000 })
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
  // Without the reader's address there is no limit per client.
  const unknown = await Promise.all(Array.from({ length: 18 }, () => ask('')))
  expect(unknown.filter((status) => status === 200).length).toBeGreaterThan(16)
  await server.close()
})
