/** Against a search host on 127.0.0.1 that answers when a test says so. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type SearchClient } from '@docent/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withSharedCalls } from './shared-calls.ts'

const waiting: ServerResponse[] = []
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    waiting.push(response)
    server.emit('asked')
  })
})
let client: SearchClient

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  waiting.length = 0
  const hosts = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  client = withSharedCalls(createClient({ hosts, appId: 'docent', apiKey: 'k' }))
})

const requests = (query: string): Parameters<SearchClient['search']>[0] => [{ indexName: 'docs', query }]
const answer = (response: ServerResponse | undefined): unknown => response?.end('{"results":[{"hits":[]}]}')

describe('a call that is on its way', () => {
  test('is joined by who asks the same', async () => {
    const both = [client.search(requests('a')), client.search(requests('a'))]
    await once(server, 'asked')
    answer(waiting[0])
    const [first, second] = await Promise.all(both)
    expect(second).toBe(first)
    expect(waiting).toHaveLength(1)
  })

  test('goes on when the first who asked gives up, and ends when the last does', async () => {
    const [early, dialog] = [new AbortController(), new AbortController()]
    const first = client.search(requests('a'), { signal: early.signal })
    const second = client.search(requests('a'), { signal: dialog.signal })
    await once(server, 'asked')
    early.abort()
    await expect(first).rejects.toMatchObject({ kind: 'aborted' })
    expect(waiting[0]?.destroyed).toBe(false)
    const closed = once(waiting[0] as ServerResponse, 'close')
    dialog.abort()
    await expect(second).rejects.toMatchObject({ kind: 'aborted' })
    await closed
    const third = client.search(requests('a'))
    await once(server, 'asked')
    answer(waiting[1])
    expect(await third).toEqual({ results: [{ hits: [] }] })
  })

  test('is not joined by a second try, nor by another question', async () => {
    const calls = [
      client.search(requests('a')),
      client.search(requests('a'), { retry: true }),
      client.search(requests('b')),
    ]
    while (waiting.length < 3) await once(server, 'asked')
    waiting.forEach(answer)
    expect(await Promise.all(calls)).toHaveLength(3)
  })

  test('fails for all who wait, and the next who asks begins anew', async () => {
    const both = [client.search(requests('a')), client.search(requests('a'))]
    await once(server, 'asked')
    waiting[0]?.writeHead(403).end('{}')
    for (const each of both) await expect(each).rejects.toMatchObject({ kind: 'not-allowed' })
    const again = client.search(requests('a'))
    await once(server, 'asked')
    answer(waiting[1])
    expect(await again).toEqual({ results: [{ hits: [] }] })
  })
})
