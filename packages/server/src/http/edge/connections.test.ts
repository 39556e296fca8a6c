import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'
import { HTTP_SERVER_OPTIONS } from '../../wire/limits.ts'

let server: Server
/** The reasons of connections that ended before their answers. */
const ends: string[] = []
afterEach(() => {
  ends.length = 0
  server.closeAllConnections()
  server.close()
})

/** Larger than the buffers of both ends of a connection. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)

/** Starts a server with shorter times; `/large` sends a large answer, `/open` starts an answer and leaves it open. */
async function listen(limits: Parameters<typeof limitConnections>[2] = {}): Promise<number> {
  const short = { headersTimeout: 800, requestTimeout: 1000, connectionsCheckingInterval: 50 }
  server = createServer({ ...HTTP_SERVER_OPTIONS, ...short }, (request, response) => {
    if (request.url === '/open') response.write('open')
    else request.resume().on('end', () => response.end(request.url === '/large' ? LARGE : 'fine'))
  })
  limitConnections(server, { countEnd: (end) => ends.push(end) }, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A client that sends `text` and then nothing. */
async function silent(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // The server may close the connection with a reset.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const status = async (port: number): Promise<number> => (await fetch(`http://127.0.0.1:${port}/`)).status

/** The server's side of the next connection. */
const serverSide = async (): Promise<Socket> => ((await once(server, 'connection')) as [Socket])[0]

const closed = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += text.length < 1000 ? chunk.toString('latin1') : ''))
  await once(socket, 'close')
  return text
}

test.each([
  ['its headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc'],
  ['its request line', ''],
])('a client that does not complete %s is closed, and others are answered until then', async (_, sent) => {
  const port = await listen()
  const slow = await Promise.all(Array.from({ length: 50 }, () => silent(port, sent)))
  const answers = slow.map(closed)
  expect(await status(port)).toBe(200)
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 408 |^$/)
})

test('a client that does not read its answer is closed, and others are answered until then', async () => {
  const port = await listen({ writeStallMs: 500 })
  const ended = new Promise<void>((resolve) => {
    server.once('connection', (socket: Socket) => socket.once('close', () => resolve()))
  })
  const slow = await silent(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  slow.pause()
  expect(await status(port)).toBe(200)
  await ended
  expect(ends).toEqual(['unread-answer'])
  slow.destroy()
})

/** Reads 64 kB twenty times a second, so that the connection is never silent. */
function readSlowly(socket: Socket): void {
  socket.pause()
  const reading = setInterval(() => socket.read(65_536), 50)
  socket.once('close', () => clearInterval(reading))
}

test('a client that reads its answer below the minimum rate is closed', async () => {
  const port = await listen({ answerWindowMs: 500, answerWindowBytes: LARGE.length / 2 })
  const connection = serverSide()
  const slow = await silent(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  readSlowly(slow)
  await once(await connection, 'close')
  expect(ends).toEqual(['unread-answer'])
  slow.destroy()
})

test('beyond the limit of bytes of answers, the connections of the largest are closed', async () => {
  const port = await listen({ answersBytes: 1.5 * LARGE.length })
  const stream = await silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
  const slow = await Promise.all([1, 2].map(() => silent(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n')))
  for (const socket of slow) socket.pause()
  await expect.poll(() => ends).toEqual(['unread-answer'])
  expect(stream.destroyed).toBe(false)
  for (const socket of [stream, ...slow]) socket.destroy()
})

test.each([
  ['is ready', '/open'],
  ['waits to be read', '/large'],
])('a client that ends its side before its answer %s is counted, and its connection is freed', async (_, path) => {
  const port = await listen({ writeStallMs: 300 })
  const connection = serverSide()
  const half = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  half.end(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  await once(await connection, 'close')
  expect(ends).toContain('client-left')
  half.destroy()
})

test('an open answer without unread data is left open', async () => {
  const port = await listen({ writeStallMs: 50 })
  const quiet = once(server, 'timeout')
  const stream = await silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
  stream.resume()
  await quiet
  expect(stream.destroyed).toBe(false)
  expect(server.listening).toBe(true)
  stream.destroy()
})

test('at the limit of connections, the oldest one without a running request is closed', async () => {
  const port = await listen({ connections: 3 })
  const answered = await silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(answered, 'data')
  const [old, young] = [await silent(port, 'GET / HT'), await silent(port, '')]
  const gone = closed(old)
  expect(await status(port)).toBe(200)
  await gone
  expect([answered.destroyed, young.destroyed]).toEqual([false, false])
  answered.destroy()
})

test('when all connections have running requests, the oldest that does not read its answer is closed', async () => {
  const port = await listen({ connections: 3 })
  const [slow, other] = [
    await silent(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n'),
    await silent(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n'),
  ]
  await Promise.all([once(slow, 'data'), once(other, 'data')])
  slow.pause()
  other.pause()
  const stream = await silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(stream, 'data')
  expect(await status(port)).toBe(200)
  const gone = closed(slow)
  // A client notices the end of a connection only when it reads.
  slow.resume()
  await gone
  expect([other.destroyed, stream.destroyed]).toEqual([false, false])
  other.destroy()
})

test('a connection with too many unanswered requests is closed', async () => {
  const port = await listen({ requests: 3 })
  const question = 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n'
  const [greedy, patient] = [await silent(port, question.repeat(40)), await silent(port, question.repeat(3))]
  await closed(greedy)
  expect(patient.destroyed).toBe(false)
  // One connection is one end, however many requests were in its last packet.
  expect(ends.filter((end) => end === 'too-many')).toHaveLength(1)
  patient.destroy()
})

/** Limits the connections of this machine like those of other addresses. */
const LIMITED = { perAddress: 3, own: [] }

test('at the limit of an address, its oldest connection without a running request is closed', async () => {
  const port = await listen(LIMITED)
  const answered = await silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(answered, 'data')
  const [idle, young] = [await silent(port, ''), await silent(port, '')]
  const gone = closed(idle)
  expect(await status(port)).toBe(200)
  await gone
  expect([answered.destroyed, young.destroyed]).toEqual([false, false])
})

test('at the limit of an address whose connections all have running requests, the latest one is closed', async () => {
  const port = await listen(LIMITED)
  const open = await Promise.all([1, 2, 3].map(() => silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')))
  await Promise.all(open.map((socket) => once(socket, 'data')))
  await expect(status(port)).rejects.toThrow('fetch failed')
})

test('the connections of a proxy are not limited', async () => {
  const port = await listen({ ...LIMITED, own: ['127.0.0.0/8'] })
  await Promise.all([1, 2, 3, 4].map(() => silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')))
  expect(await status(port)).toBe(200)
})
