import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer

/** A request whose answer is larger than the buffers of the system. */
const body = JSON.stringify({ requests: Array.from({ length: 50 }, () => ({ indexName: 'docs', query: 'large' })) })

beforeAll(async () => {
  server = await startApiServer()
  const record = { objectID: 'large', title: 'Large', content: 'many words '.repeat(9000) }
  const { tasks } = await server.backend.write([{ action: 'save', index: 'docs', record }])
  await server.backend.waitForTask(tasks[0]?.taskID ?? 0)
})
afterAll(() => server.close())

/** Sends the request and reads only the beginning of the answer. */
async function ask(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  const path = server.urlOf('/1/indexes/*/queries').replace(/^https?:\/\/[^/]*/, '')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  await once(socket, 'readable')
  return socket
}

async function bodyOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const answer = Buffer.concat(chunks).toString()
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}

const timeless = (json: string): string => json.replaceAll(/"processingTimeMS":\d+/g, '')

test('an answer that is read slowly is complete, also when others are sent before its end', async () => {
  const slow = [await ask(), await ask()]
  const quick = await server.post('/1/indexes/*/queries', body).then((response) => response.text())
  expect(quick.length).toBeGreaterThan(4_000_000)
  const gone = await ask()
  gone.destroy()
  await server.query({ query: 'server' })
  for (const socket of slow) expect(timeless(await bodyOf(socket)) === timeless(quick)).toBe(true)
})
