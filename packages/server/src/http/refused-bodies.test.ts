/** A body that is refused before its end is read to its end, so that its sender gets the refusal instead of a closed connection. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { algoliasearch } from 'algoliasearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'
import { LIMITS } from '../wire/limits.ts'
import { listen } from './edge/listen.ts'

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

/** The statuses of a request whose slow sender reads nothing before it has sent the body, and of the next request of its connection. */
async function statusesOf(port: number, path: string, form: 'declared' | 'chunked'): Promise<number[]> {
  const piece = Buffer.alloc(LARGE / 8, 0x20)
  const length = form === 'declared' ? `Content-Length: ${LARGE}` : 'Transfer-Encoding: chunked'
  const framed = form === 'declared' ? [piece] : [`${piece.length.toString(16)}\r\n`, piece, '\r\n']
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`)
  for (let sent = 0; sent < 8; sent++) {
    for (const part of framed) if (!socket.write(part)) await once(socket, 'drain')
    await delay(150)
  }
  if (form === 'chunked') socket.write('0\r\n\r\n')
  socket.write('GET /_docent/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code))
}

describe.for(['declared', 'chunked'] as const)('a slow sender of a large body, %s, gets the refusal', (form) => {
  test.for([
    ['that is too large', 413, true],
    ['without a valid key', 403, false],
  ] as const)('%s', async ([, status, isKnown]) => {
    const credentials = `x-algolia-application-id=any&x-algolia-api-key=${isKnown ? server.searchKey : 'none'}`
    const path = `/1/indexes/docs/query?${credentials}`
    expect(await statusesOf(server.port, path, form)).toEqual([status, 200])
  })

  test.for<[string, (request: Request) => unknown]>([
    ['which its handler leaves as a stream', (request) => request.body],
    ['which its handler begins to read', (request) => request.body?.getReader().read()],
    ['of a copied request', (request) => new Request('http://b/', request)],
  ])('%s', async ([, begin]) => {
    const answer = async (request: Request): Promise<Response> => {
      if (request.method === 'GET') return new Response('healthy')
      await begin(request)
      return new Response('no', { status: 403 })
    }
    const other = await listen(answer, { host: '127.0.0.1', port: 0 })
    expect(await statusesOf(other.port, '/', form)).toEqual([403, 200])
    await other.close(0)
  })
})
