/** A body that is refused before its end is read to its end, so that its sender gets the refusal instead of a closed connection. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { algoliasearch } from 'algoliasearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'
import { LIMITS } from '../wire/limits.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

/** Bytes that no buffer of a connection takes at once. */
const LARGE = 16 * 1024 * 1024

test('the public client, which sends without a declared length, gets the refusal', async () => {
  const hosts = [{ url: '127.0.0.1', port: server.port, accept: 'readWrite' as const, protocol: 'http' as const }]
  const client = algoliasearch('docent', server.searchKey, { hosts })
  const search = client.searchSingleIndex({ indexName: 'docs', searchParams: { query: 'x'.repeat(LARGE) } })
  await expect(search).rejects.toMatchObject({
    status: 413,
    message: `The body is too large: at most ${LIMITS.searchBodyBytes} bytes`,
  })
})

test.for([
  ['a body that is too large, with its length', 413, 'declared', true],
  ['a body that is too large, in chunks', 413, 'chunked', true],
  ['a body of a sender without a valid key, with its length', 403, 'declared', false],
  ['a body of a sender without a valid key, in chunks', 403, 'chunked', false],
] as const)('%s: a slow sender that first sends all of it gets the refusal', async ([, status, form, isKnown]) => {
  const piece = Buffer.alloc(LARGE / 8, 0x20)
  const length = form === 'declared' ? `Content-Length: ${LARGE}` : 'Transfer-Encoding: chunked'
  const framed = form === 'declared' ? [piece] : [`${piece.length.toString(16)}\r\n`, piece, '\r\n']
  const credentials = `x-algolia-application-id=any&x-algolia-api-key=${isKnown ? server.searchKey : 'none'}`
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST /1/indexes/docs/query?${credentials} HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`)
  for (let sent = 0; sent < 8; sent++) {
    for (const part of framed) if (!socket.write(part)) await once(socket, 'drain')
    await delay(150)
  }
  if (form === 'chunked') socket.write('0\r\n\r\n')
  // The connection serves the next request.
  socket.write('GET /_docent/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code))
  expect(statuses).toEqual([status, 200])
})
