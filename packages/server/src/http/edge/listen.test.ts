import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Log } from '../../system/log.ts'
import { isFree } from './bind-port.ts'
import { listen, type RefuseEarly } from './listen.ts'

const answer = (): Response => new Response('hello')

test('the next free port is used instead of a taken one, and returned', async () => {
  const first = await listen(answer, { host: '127.0.0.1', port: 0 })
  const second = await listen(answer, { host: '127.0.0.1', port: first.port })
  try {
    expect(second.port).toBeGreaterThan(first.port)
    expect(await isFree(first.port)).toBe(false)
    expect(await (await fetch(`http://127.0.0.1:${second.port}/`)).text()).toBe('hello')
  } finally {
    await Promise.all([first.close(), second.close()])
  }
  expect(await isFree(first.port)).toBe(true)
})

test('closing ends endless streams', async () => {
  const endless = (): Response =>
    new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('tick')) }))
  const server = await listen(endless, { host: '127.0.0.1', port: 0 })
  const response = await fetch(`http://127.0.0.1:${server.port}/`)
  const reader = response.body?.getReader()
  await reader?.read()
  await server.close(1)
  await expect(reader?.read()).rejects.toThrow()
})

test('closing waits for running answers, but not for idle connections', async () => {
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<Response>()
  const late = (): Promise<Response> => {
    asked.resolve()
    return told.promise
  }
  const server = await listen(late, { host: '127.0.0.1', port: 0 })
  const silent = connect(server.port, '127.0.0.1')
  await once(silent, 'connect')
  const response = fetch(`http://127.0.0.1:${server.port}/`)
  await asked.promise
  const closed = server.close()
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow('fetch failed')
  told.resolve(new Response('late'))
  expect(await (await response).text()).toBe('late')
  await closed
  silent.destroy()
})

test('a host that is not an address of this machine is refused', async () => {
  await expect(listen(answer, { host: '192.0.2.1', port: 4321 })).rejects.toThrow(
    /192\.0\.2\.1 is not an address of this machine/,
  )
})

test('a request that is refused early does not reach the handler', async () => {
  const refuseEarly: RefuseEarly = ({ url }, outgoing) => {
    if (url !== '/early') return false
    outgoing.writeHead(429).end()
    return true
  }
  const server = await listen(answer, { host: '127.0.0.1', port: 0, refuseEarly })
  const statuses = ['/early', '/'].map(async (path) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status)
  expect(await Promise.all(statuses)).toEqual([429, 200])
  await server.close()
})

test('a failed handler is logged, and answered with a sentence without details', async () => {
  const logged: string[] = []
  const failing = (): Promise<Response> => Promise.reject(new Error('a secret'))
  const log: Log = ({ message }) => logged.push(message)
  const server = await listen(failing, { host: '127.0.0.1', port: 0, log })
  const response = await fetch(`http://127.0.0.1:${server.port}/`)
  expect([response.status, response.headers.get('x-content-type-options')]).toEqual([500, 'nosniff'])
  expect(await response.text()).toBe('Internal error.\n')
  expect(logged).toEqual([expect.stringContaining('a secret')])
  await server.close()
})

test.each([
  ['two hosts', 'POST / HTTP/1.1\r\nHost: a\r\nhost: b\r\nContent-Length: 0\r\n\r\n'],
  [
    'chunks of HTTP/1.0',
    'POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a coding that is not undone', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  [
    'a length beside chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('a request that a proxy may read as another one is refused, with its connection: %s', async (_, request) => {
  const server = await listen(answer, { host: '127.0.0.1', port: 0 })
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`${request}GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`)
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  await server.close()
})
