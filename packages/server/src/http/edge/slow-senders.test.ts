// @module-tag long
/** Regular searches beside clients that do not complete their requests, over real sockets and several addresses. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../../testing/api-server.ts'

let server: ApiServer
const slow: Socket[] = []
afterEach(async () => {
  for (const socket of slow.splice(0)) socket.destroy()
  await server.close()
})

const QUERY = '/1/indexes/docs/query?x-algolia-application-id=any&x-algolia-api-key='

/** A client at `127.0.0.{host}` that sends `text` and keeps its connection open. */
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

/** The statuses of successive searches on one kept-alive connection, as of a browser. */
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

const MIB = 1024 * 1024

/** Limits the addresses of this machine like others. */
const LIMITED = { own: [] }

/** The text that the server sends until it closes the connection. */
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
  server = await startApiServer({}, {}, LIMITED)
  await searches(5)
  await holdMany(hosts(40), 32, unfinished())
  const readers = await Promise.all([searches(10), searches(10), searches(10)])
  expect(new Set(readers.flat())).toEqual(new Set([200]))
  await expect.poll(() => server.events.map(({ event }) => event)).toContain('bodies-closed')
})

test.each([
  ['no data', ''],
  ['incomplete headers', 'GET / HTTP/1.1\r\nHost'],
])('searches are answered beside more connections than the limit, with %s', async (_, text) => {
  server = await startApiServer({}, {}, { ...LIMITED, connections: 512, perAddress: 64 })
  // No address exceeds its limit, but all together exceed that of the server.
  await holdMany(hosts(20), 60, text)
  const readers = await Promise.all([searches(10), searches(10), searches(10)])
  expect(new Set(readers.flat())).toEqual(new Set([200]))
  await expect.poll(() => server.events.map(({ event }) => event)).toContain('connections-closed')
})

test('beyond the limit of bodies of an address, its own oldest bodies are closed, and no others', async () => {
  server = await startApiServer({}, {}, { ...LIMITED, bodiesPerAddress: 4 })
  const [patient] = await holdMany([2], 1, unfinished())
  const greedy = await holdMany([3], 10, unfinished())
  // A client notices the end of a connection only when it reads.
  for (const socket of greedy) socket.resume()
  await expect.poll(() => greedy.filter(({ closed }) => !closed)).toHaveLength(4)
  expect(patient?.closed).toBe(false)
})

test('a body below the minimum rate is refused; a slow body above it is read', async () => {
  server = await startApiServer({}, {}, { ...LIMITED, bodyWindowMs: 1500, bodyWindowBytes: 1024 })
  const dripping = await hold(2, unfinished())
  const drops = setInterval(() => dripping.writable && dripping.write(' '), 100)
  const [refused] = await Promise.all([answerOf(dripping), sendSlowly()])
  clearInterval(drops)
  expect(refused).toMatch(/^HTTP\/1\.1 408 [^]*x-content-type-options: nosniff[^]*"status":408}$/)
})

test('a body that is refused before it is read ends with its connection', async () => {
  server = await startApiServer({}, {}, { bodyWindowMs: 500 })
  const path = `/1/indexes/docs/batch?x-algolia-application-id=any&x-algolia-api-key=${server.adminKey}`
  const sender = await hold(2, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 50000000\r\n\r\n`)
  sender.write(Buffer.alloc(4_000_000, 0x20))
  const [answer] = (await once(sender, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
  sender.destroy()
  await delay(3000)
  expect(server.events.filter(({ event }) => event === 'bodies-closed').length).toBeLessThan(2)
})

/** Sends a body of 40 KiB in twice the window of the test. */
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

test('beyond the limit of bytes of incomplete bodies the oldest are closed', async () => {
  const ceiling = 8 * 1024 * 1024
  const piece = Buffer.alloc(2 * 1024 * 1024, 0x20)
  server = await startApiServer({}, {}, { ...LIMITED, bodiesBytes: ceiling })
  const path = `/1/indexes/docs/batch?x-algolia-application-id=any&x-algolia-api-key=${server.adminKey}`
  const senders: Socket[] = []
  for (const host of hosts(12)) {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${10 * piece.length}\r\n\r\n`
    const sender = await hold(host, head)
    sender.write(piece)
    senders.push(sender.resume())
  }
  const open = (): Socket[] => senders.filter(({ closed }) => !closed)
  await expect.poll(() => open().length * piece.length).toBeLessThanOrEqual(ceiling)
  expect(open().at(-1)).toBe(senders.at(-1))
  expect(new Set(await searches(5))).toEqual(new Set([200]))
})

/** A sender without a valid key of a body of 64 MiB, after its refusal. */
async function refusedSender(host: number): Promise<Socket> {
  const sender = await hold(host, `POST ${QUERY}none HTTP/1.1\r\nHost: a\r\nContent-Length: ${64 * MIB}\r\n\r\n`)
  const [answer] = (await once(sender, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 403 /)
  return sender.resume()
}

async function send(sender: Socket, bytes: number): Promise<void> {
  const piece = Buffer.alloc(MIB, 0x20)
  // The callback has an error when the connection is closed.
  for (let sent = 0; sent < bytes && sender.writable; sent += piece.length)
    await new Promise((resolve) => sender.write(piece, resolve))
}

test('the rest of a refused body closes no other body', async () => {
  server = await startApiServer({}, {}, { ...LIMITED, bodiesBytes: 8 * MIB })
  const path = `/1/indexes/docs/batch?x-algolia-application-id=any&x-algolia-api-key=${server.adminKey}`
  const honest = await hold(2, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${4 * MIB}\r\n\r\n`)
  honest.resume().write(Buffer.alloc(MIB, 0x20))
  const refused = await refusedSender(3)
  await send(refused, 16 * MIB)
  await delay(600)
  expect([honest.closed, refused.closed]).toEqual([false, false])
})

test('of a refused body a limited part is read, then its connection is closed', async () => {
  server = await startApiServer({}, {}, { ...LIMITED, refusedBodyBytes: 8 * MIB })
  const sender = await refusedSender(2)
  await send(sender, 7 * MIB)
  await delay(600)
  expect(sender.closed).toBe(false)
  await send(sender, 2 * MIB)
  await expect.poll(() => sender.closed).toBe(true)
})
