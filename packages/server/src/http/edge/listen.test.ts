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

/** A server whose answer is `told` after the request, at which `asked` is resolved. */
async function listenLate() {
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<Response>()
  const late = (): Promise<Response> => {
    asked.resolve()
    return told.promise
  }
  const server = await listen(late, { host: '127.0.0.1', port: 0 })
  return { asked, told, server }
}

test('closing waits for running answers, but not for idle connections', async () => {
  const { asked, told, server } = await listenLate()
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

test('closing ends a kept connection with its next answer, so a client that asks again and again does not keep the server', async () => {
  const { asked, told, server } = await listenLate()
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await asked.promise
  const closed = server.close(60_000)
  told.resolve(new Response('late'))
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  expect(received).toMatch(/^HTTP\/1\.1 200 .*connection: close\r\n.*late/is)
  await closed
})

test('a request on a kept connection that comes while the server stops is answered, as the last one', async () => {
  const slow = Promise.withResolvers<Response>()
  const asked = Promise.withResolvers<void>()
  const first = (request: Request): Response | Promise<Response> => {
    if (!request.url.endsWith('/slow')) return new Response('quick')
    asked.resolve()
    return slow.promise
  }
  const server = await listen(first, { host: '127.0.0.1', port: 0 })
  const begun = connect(server.port, '127.0.0.1')
  begun.write('GET /quick HTTP/1.1\r\n')
  const running = fetch(`http://127.0.0.1:${server.port}/slow`)
  await asked.promise
  const closed = server.close(60_000)
  begun.write('Host: a\r\n\r\n')
  let received = ''
  for await (const chunk of begun) received += String(chunk)
  expect(received).toMatch(/^HTTP\/1\.1 200 .*connection: close\r\n.*quick/is)
  slow.resolve(new Response('slow'))
  expect(await (await running).text()).toBe('slow')
  await closed
})

test('a request that has no answer at the end of the time is refused in one sentence', async () => {
  const asked = Promise.withResolvers<void>()
  const never = (): Promise<Response> => {
    asked.resolve()
    return new Promise(() => undefined)
  }
  const server = await listen(never, { host: '127.0.0.1', port: 0 })
  const answered = fetch(`http://127.0.0.1:${server.port}/`)
  await asked.promise
  await Promise.all([server.close(1), answered])
  const response = await answered
  expect([response.status, response.headers.get('connection')]).toEqual([503, 'close'])
  expect(await response.json()).toEqual({ status: 503, message: expect.stringMatching(/^The server stopped before/) })
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
