import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'
import { HTTP_SERVER_OPTIONS } from '../../wire/limits.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Far more than the buffers of both ends of a connection hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)

/** The server's own options, with shorter times; `/large` answers much, `/open` begins an answer and leaves it open. */
async function listen(limits: Parameters<typeof limitConnections>[2] = {}): Promise<number> {
  const short = { headersTimeout: 800, requestTimeout: 1000, connectionsCheckingInterval: 50 }
  server = createServer({ ...HTTP_SERVER_OPTIONS, ...short }, (request, response) => {
    if (request.url === '/open') response.write('open')
    else request.resume().on('end', () => response.end(request.url === '/large' ? LARGE : 'fine'))
  })
  limitConnections(server, {}, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A client that sends `text` and then nothing, and does not read before it is told to. */
async function silent(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // A reset is one way of being closed.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const status = async (port: number): Promise<number> => (await fetch(`http://127.0.0.1:${port}/`)).status

const closed = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += text.length < 1000 ? chunk.toString('latin1') : ''))
  await once(socket, 'close')
  return text
}

test.each([
  ['its headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc'],
  ['nothing at all', ''],
])('a client that is slow to send %s is closed, and others are answered meanwhile', async (_, sent) => {
  const port = await listen()
  const slow = await Promise.all(Array.from({ length: 50 }, () => silent(port, sent)))
  const answers = slow.map(closed)
  expect(await status(port)).toBe(200)
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 408 |^$/)
})

test('a client that does not take its answer is closed, and others are answered meanwhile', async () => {
  const port = await listen({ writeStallMs: 500 })
  const ended = new Promise<void>((resolve) => {
    server.once('connection', (socket: Socket) => socket.once('close', () => resolve()))
  })
  const slow = await silent(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  slow.pause()
  expect(await status(port)).toBe(200)
  await ended
  slow.destroy()
})

test('an answer that is open without anything to take is left open', async () => {
  const port = await listen({ writeStallMs: 50 })
  const quiet = once(server, 'timeout')
  const stream = await silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
  stream.resume()
  await quiet
  expect(stream.destroyed).toBe(false)
  expect(server.listening).toBe(true)
  stream.destroy()
})

test('when all places are taken, the oldest connection on which nothing is answered is closed', async () => {
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

test('when all are being answered, the oldest that does not take its answer goes', async () => {
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
  // Only who reads sees the end.
  slow.resume()
  await gone
  expect([other.destroyed, stream.destroyed]).toEqual([false, false])
  other.destroy()
})

test('a connection with too many questions that are not answered is closed', async () => {
  const port = await listen({ requests: 3 })
  const question = 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n'
  const [greedy, patient] = [await silent(port, question.repeat(4)), await silent(port, question.repeat(3))]
  await closed(greedy)
  expect(patient.destroyed).toBe(false)
  patient.destroy()
})

/** All come from here, which counts like any other address. */
const STRANGERS = { perAddress: 3, own: [] }

test('an address with too many connections loses the oldest on which nothing is answered', async () => {
  const port = await listen(STRANGERS)
  const answered = await silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(answered, 'data')
  const [idle, young] = [await silent(port, ''), await silent(port, '')]
  const gone = closed(idle)
  expect(await status(port)).toBe(200)
  await gone
  expect([answered.destroyed, young.destroyed]).toEqual([false, false])
})

test('where all are being answered, the connection that came last goes', async () => {
  const port = await listen(STRANGERS)
  const open = await Promise.all([1, 2, 3].map(() => silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')))
  await Promise.all(open.map((socket) => once(socket, 'data')))
  await expect(status(port)).rejects.toThrow('fetch failed')
})

test('connections of a proxy are not counted together', async () => {
  const port = await listen({ ...STRANGERS, own: ['127.0.0.0/8'] })
  await Promise.all([1, 2, 3, 4].map(() => silent(port, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')))
  expect(await status(port)).toBe(200)
})
