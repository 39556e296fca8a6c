// @module-tag long
/** Honest searches beside clients that begin requests and do not finish them, over real sockets and several addresses. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { startApiServer } from '../../testing/api-server.ts'
import type { ApiServer } from '../../testing/api-server.ts'

let server: ApiServer
const slow: Socket[] = []
afterEach(async () => {
  for (const socket of slow.splice(0)) socket.destroy()
  await server.close()
})

const QUERY = '/1/indexes/docs/query?x-algolia-application-id=any&x-algolia-api-key='

/** A client at `127.0.0.{host}` that has sent `text` and goes on holding its connection. */
async function hold(host: number, text: string): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: `127.0.0.${host}` })
  socket.on('error', () => undefined)
  slow.push(socket)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  if (text !== '') socket.write(text)
  return socket
}

const unfinished = (): string =>
  `POST ${QUERY}${server.searchKey} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"query":`

const holdMany = (hosts: readonly number[], each: number, text: string): Promise<Socket[]> =>
  Promise.all(hosts.flatMap((host) => Array.from({ length: each }, () => hold(host, text))))

/** The statuses of searches, one after the other on one kept connection as a browser has it. */
async function searches(count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses: number[] = []
  for (let i = 0; i < count; i++) {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const asked = request(
      {
        port: server.port,
        host: '127.0.0.1',
        localAddress: '127.0.0.1',
        agent,
        method: 'POST',
        path: QUERY + server.searchKey,
      },
      (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    )
    asked.on('error', reject)
    asked.end('{"query":"server"}')
    statuses.push(await promise)
  }
  agent.destroy()
  return statuses
}

const hosts = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 2)

/** All addresses of this machine count as strangers. */
const STRANGERS = { own: [] }

/** All that the server sends until it closes the connection. */
async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  if (!socket.closed) await once(socket, 'close')
  return text
}

test('searches are answered beside 128 unfinished bodies of one address', async () => {
  server = await startApiServer({}, { queuedSearches: 100 })
  await searches(5)
  await holdMany([2], 128, unfinished())
  expect(new Set(await searches(30))).toEqual(new Set([200]))
})

test('searches are answered beside 1,280 unfinished bodies of forty addresses', async () => {
  server = await startApiServer({}, {}, STRANGERS)
  await searches(5)
  await holdMany(hosts(40), 32, unfinished())
  const readers = await Promise.all([searches(10), searches(10), searches(10)])
  expect(new Set(readers.flat())).toEqual(new Set([200]))
  await vi.waitFor(() => expect(server.events.map(({ event }) => event)).toContain('bodies-closed'), 5000)
})

test.each([
  ['send nothing', ''],
  ['begin their headers', 'GET / HTTP/1.1\r\nHost'],
])('searches are answered beside more connections than there are places, which %s', async (_, text) => {
  server = await startApiServer({}, {}, { ...STRANGERS, connections: 512, perAddress: 64 })
  // None of them has too many; all together have.
  await holdMany(hosts(20), 60, text)
  const readers = await Promise.all([searches(10), searches(10), searches(10)])
  expect(new Set(readers.flat())).toEqual(new Set([200]))
  await vi.waitFor(() => expect(server.events.map(({ event }) => event)).toContain('connections-closed'), 5000)
})

test('an address that opens too many bodies loses its own, no other address one', async () => {
  server = await startApiServer({}, {}, { ...STRANGERS, bodiesPerAddress: 4 })
  const [patient] = await holdMany([2], 1, unfinished())
  const greedy = await holdMany([3], 10, unfinished())
  // Only who reads sees the end.
  for (const socket of greedy) socket.resume()
  await vi.waitFor(() => expect(greedy.filter(({ closed }) => !closed)).toHaveLength(4), 5000)
  expect(patient?.closed).toBe(false)
})

test('a body of which too little comes is refused; one that comes slowly is read', async () => {
  server = await startApiServer({}, {}, { ...STRANGERS, bodyWindowMs: 1500, bodyWindowBytes: 1024 })
  const dripping = await hold(2, unfinished())
  const drops = setInterval(() => dripping.writable && dripping.write(' '), 100)
  const [refused] = await Promise.all([answerOf(dripping), sendSlowly()])
  clearInterval(drops)
  expect(refused).toMatch(/^HTTP\/1\.1 408 [^]*x-content-type-options: nosniff[^]*"status":408}$/)
})

/** A body of 40 KiB, which takes twice as long as the window of the test. */
async function sendSlowly(): Promise<void> {
  const pieces = ['{"query":"server"', ...Array.from({ length: 20 }, () => ' '.repeat(2048)), '}']
  const length = pieces.join('').length
  const head = `POST ${QUERY}${server.searchKey} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`
  const socket = await hold(3, head)
  const answer = answerOf(socket)
  for (const piece of pieces) {
    socket.write(piece)
    await delay(150)
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
}

test('unfinished bodies hold no more bytes together than they may: the oldest go', async () => {
  const ceiling = 8 * 1024 * 1024
  const piece = Buffer.alloc(2 * 1024 * 1024, 0x20)
  server = await startApiServer({}, {}, { ...STRANGERS, bodiesBytes: ceiling })
  const path = `/1/indexes/docs/batch?x-algolia-application-id=any&x-algolia-api-key=${server.adminKey}`
  const senders: Socket[] = []
  for (const host of hosts(12)) {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${10 * piece.length}\r\n\r\n`
    const sender = await hold(host, head)
    sender.write(piece)
    senders.push(sender.resume())
  }
  const open = (): Socket[] => senders.filter(({ closed }) => !closed)
  await vi.waitFor(() => expect(open().length * piece.length).toBeLessThanOrEqual(ceiling), 10_000)
  expect(open().at(-1)).toBe(senders.at(-1))
  expect(new Set(await searches(5))).toEqual(new Set([200]))
})
