/** Who is counted and let in behind a proxy: the reader where the operator has named the proxy, else the proxy. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApiServer } from '../testing/api-server.ts'
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
