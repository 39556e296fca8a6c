import { expect, test } from 'vitest'
import type { LogEvent } from '../system/log.ts'
import { startApiServer } from '../testing/api-server.ts'
import { addressRanges } from './address-ranges.ts'
import { createApi } from './edge/api.ts'
import { createProxyWarning } from './proxy-warning.ts'

const READER = '203.0.113.7'

test.each<[string, proxies: string[], connection: string | undefined, reader: string | null, number]>([
  ['of a private network that is not named', [], '172.18.0.2', READER, 1],
  ['of an IPv4 network in IPv6', ['10.2.0.0/16'], '::ffff:10.1.2.3', READER, 1],
  ['of a private network of IPv6', [], 'fd00::2', READER, 1],
  ['that is named', ['172.18.0.0/16'], '172.18.0.2', READER, 0],
  ['of the internet, where each client can send the header', [], '198.51.100.1', READER, 0],
  ['of this machine', [], '127.0.0.1', READER, 0],
  ['that forwards no address', [], '172.18.0.2', null, 0],
  ['without a socket', [], undefined, READER, 0],
])('the log has one warning at most of a proxy %s', (_, proxies, connection, reader, count) => {
  const events: LogEvent[] = []
  const warn = createProxyWarning(addressRanges(proxies), (event) => events.push(event))
  warn(connection, reader)
  warn(connection, reader)
  expect(events).toHaveLength(count)
  expect(JSON.stringify(events)).not.toMatch(/172\.18|10\.1\.2\.3|fd00|203\.0\.113/)
})

test('the API warns of the first such request', async () => {
  const server = await startApiServer()
  const events: LogEvent[] = []
  const api = createApi(server.backend, { log: (event) => events.push(event) })
  const ask = (): Promise<Response> =>
    api.fetch(new Request(server.urlOf('/1/indexes/docs?query=a'), { headers: { 'x-forwarded-for': READER } }), {
      incoming: { socket: { remoteAddress: '192.168.0.9' } },
    })
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
  const warnings = events.filter(({ event }) => event === 'proxy-not-named')
  expect(warnings).toMatchObject([{ level: 'warn', message: expect.stringContaining('192.168.0.0/16') as string }])
  await server.close()
})
