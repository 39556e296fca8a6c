/** Common properties of all answers of a server: of the site, the API, the forms and Node's own parser. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { type Served, serveFolder } from './serve-folder.ts'

let folder = ''
let served: Served
let keys = { adminKey: '', searchKey: '' }

beforeAll(async () => {
  folder = folderOf({
    'index.md': '# Home\n\n![A picture](picture.svg)\n',
    'guide/install.md': '# Install\n\nText.\n',
    'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  served = await serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
  keys = JSON.parse(readFileSync(join(folder, '.docent/dev/server.json'), 'utf8')) as typeof keys
})
afterAll(() => served.close())

/**
 * Sends the bytes, and reads until the headers are complete or the connection ends. Names of headers are in lower case.
 */
async function answerTo(sent: string): Promise<{ status: number; headers: Map<string, string>; text: string }> {
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  const done = new Promise<void>((resolve) => {
    socket.on('close', resolve)
    socket.on('error', () => resolve())
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1] ?? '0'
      const end = text.indexOf('\r\n\r\n')
      if (end > 0 && text.length >= end + 4 + Number(length)) resolve()
    })
  })
  socket.write(sent)
  await done
  socket.destroy()
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => /^([^:]+): (.*)$/.exec(line)?.slice(1) ?? [line, ''])
  return {
    status: Number(first.split(' ')[1]),
    headers: new Map(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])),
    text: rest.join('\r\n\r\n'),
  }
}

const HOST = 'Host: localhost\r\n'
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`
const post = (path: string, body: string, headers = ''): string =>
  `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n${headers}\r\n${body}`
const withKey = (path: string, key: keyof typeof keys): string =>
  `${path}?x-algolia-application-id=docent&x-algolia-api-key=${keys[key]}`

describe('every answer has the body that its content type names', () => {
  test.each<[name: string, status: number, request: () => string]>([
    ['a page', 200, () => get('/')],
    ['a page without its body', 200, () => `HEAD / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
    ['a page that cannot be found', 404, () => get('/none')],
    ['a page’s Markdown', 200, () => get('/guide/install.md')],
    ['an image', 200, () => get('/picture.svg')],
    ['a range of an image', 206, () => get('/picture.svg', 'Range: bytes=0-3\r\n')],
    ['a range outside an image', 416, () => get('/picture.svg', 'Range: bytes=9000-\r\n')],
    ['a redirect', 308, () => get('/guide/install/')],
    ['llms.txt', 200, () => get('/llms.txt')],
    ['robots.txt', 200, () => get('/robots.txt')],
    ['the sitemap of a site without an address', 404, () => get('/sitemap.xml')],
    ['the live channel', 200, () => get('/_docent/live')],
    ['a missing file of the app', 404, () => get('/_docent/static/none.js')],
    ['a missing navigation', 404, () => get('/_docent/nav/none.json')],
    ['missing data', 404, () => get('/_docent/data/none/none')],
    ['a method that pages do not have', 405, () => post('/', 'a=b')],
    ['the report form', 200, () => get('/_docent/report')],
    ['a report', 303, () => post('/_docent/report', 'query=a')],
    ['a report without a query', 400, () => post('/_docent/report', 'query=')],
    ['a report of another site', 403, () => post('/_docent/report', 'query=a', 'Sec-Fetch-Site: cross-site\r\n')],
    ['a report that is too large', 413, () => post('/_docent/report', 'a'.repeat(20_000))],
    ['health', 200, () => get('/_docent/health')],
    ['readiness', 200, () => get('/_docent/ready')],
    ['the description of the API', 200, () => get('/_docent/openapi.json')],
    ['metrics without a key', 403, () => get('/_docent/metrics')],
    ['metrics', 200, () => get(withKey('/_docent/metrics', 'adminKey'))],
    ['a search', 200, () => post(withKey('/1/indexes/docs/query', 'searchKey'), '{}')],
    ['a search without a key', 403, () => post('/1/indexes/docs/query', '{}')],
    ['a search that is no JSON', 400, () => post(withKey('/1/indexes/docs/query', 'searchKey'), '{')],
    [
      'a search of another encoding',
      415,
      () => post(withKey('/1/indexes/docs/query', 'searchKey'), '{}', 'Content-Encoding: br\r\n'),
    ],
    ['a search that is too large', 413, () => post(withKey('/1/indexes/docs/query', 'searchKey'), ' '.repeat(300_000))],
    ['invalid events', 422, () => post(withKey('/1/events', 'searchKey'), '{"events":[{}]}')],
    ['a path that the API does not have', 404, () => get('/1/none')],
    ['a method that the API does not have', 405, () => `DELETE /1/keys HTTP/1.1\r\n${HOST}\r\n`],
    ['a preflight request', 200, () => `OPTIONS /1/keys HTTP/1.1\r\n${HOST}\r\n`],
    [
      'an upgrade',
      200,
      () => get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'),
    ],
    ['a name that is not this server’s', 403, () => 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['the API by such a name', 403, () => 'GET /_docent/health HTTP/1.1\r\nHost: evil.example:80\r\n\r\n'],
    ['no name', 400, () => 'GET / HTTP/1.1\r\n\r\n'],
    ['an invalid name', 403, () => 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['a path with a backslash', 400, () => get('/a\\b')],
    ['bytes that are no HTTP', 400, () => 'GARBAGE\r\n\r\n'],
    ['a header without end', 431, () => get('/', `X-Long: ${'a'.repeat(40_000)}\r\n`)],
    ['two lengths', 400, () => `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['an expectation', 417, () => get('/', 'Expect: wonders\r\n')],
  ])('%s, %i', async (_, status, request) => {
    const answer = await answerTo(request())
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([status, 'nosniff'])
  })

  test('more queries than a key allows', async () => {
    const made = await answerTo(
      post(
        withKey('/1/keys', 'adminKey'),
        '{"acl":["search"],"maxQueriesPerIPPerHour":1}',
        'Accept-Encoding: identity\r\n',
      ),
    )
    const { key } = JSON.parse(made.text) as { key: string }
    const ask = get(`/1/indexes/docs?x-algolia-application-id=docent&x-algolia-api-key=${key}`)
    expect((await answerTo(ask)).status).toBe(200)
    const refused = await answerTo(ask)
    expect([refused.status, refused.headers.get('x-content-type-options')]).toEqual([429, 'nosniff'])
  })
})

test('an invalid HEAD request is refused without a body', async () => {
  const { status, text } = await answerTo('HEAD \\x HTTP/1.1\r\n\r\n')
  expect([status, text]).toEqual([400, ''])
})

test('a refusal of a name names the option that allows it', async () => {
  const { text } = await answerTo('GET / HTTP/1.1\r\nHost: evil.example:8080\r\n\r\n')
  expect(text).toContain('start it with --host evil.example, or set "siteUrl" to http://evil.example')
})
