import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'
import { oneAtATime } from './one-at-a-time.ts'

const REQUESTS = Array.from({ length: 8 }, (_, at) => `GET /${at} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`).join('')

test('pipelined requests of a client that reads nothing make one answer, and all when it reads', async () => {
  const asked: string[] = []
  const { port, close } = await listen(
    async (request) => {
      asked.push(new URL(request.url).pathname)
      return new Response(Buffer.alloc(16_000_000, 'x'))
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => close(0))
  const socket = connect(port, '127.0.0.1').pause()
  socket.write(REQUESTS)
  await expect.poll(() => asked.length).toBe(1)
  await wait(200)
  expect(asked).toEqual(['/0'])
  let bytes = 0
  socket.on('data', (chunk: Buffer) => void (bytes += chunk.length)).resume()
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(8 * 16_000_000)
  expect(asked).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7'])
  socket.destroy()
})

test('requests whose connection closes before their turn are not begun', async () => {
  let asked = 0
  const server = createServer(
    oneAtATime((_, outgoing) => {
      asked++
      outgoing.write('some')
    }),
  )
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(REQUESTS)
  await once(socket, 'data')
  socket.destroy()
  await wait(200)
  expect(asked).toBe(1)
})
