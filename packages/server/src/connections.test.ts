import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'
import { HTTP_SERVER_OPTIONS } from './limits.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Far more than the buffers of both ends of a connection hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)

/** The server's own options, with shorter times; `/large` answers much, `/open` begins an answer and leaves it open. */
async function listen(limits: Parameters<typeof limitConnections>[1] = {}): Promise<number> {
  const short = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 }
  server = createServer({ ...HTTP_SERVER_OPTIONS, ...short }, (request, response) => {
    if (request.url === '/open') response.write('open')
    else request.resume().on('end', () => response.end(request.url === '/large' ? LARGE : 'fine'))
  })
  limitConnections(server, limits)
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

test('a connection too many is closed at once; when one goes, the next is taken', async () => {
  const port = await listen({ connections: 3 })
  const kept = await Promise.all([1, 2, 3].map(() => silent(port, '')))
  await expect(status(port)).rejects.toThrow('fetch failed')
  const gone = new Promise<void>((resolve) => {
    const check = (): void => {
      server.getConnections((_, count) => (count < 3 ? resolve() : setImmediate(check)))
    }
    check()
  })
  kept[0]?.destroy()
  await gone
  expect(await status(port)).toBe(200)
})
