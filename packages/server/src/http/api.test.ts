import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../wire/limits.ts'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

describe('answers', () => {
  test('root-relative URLs of hits get the public address; others and stored records stay', async () => {
    const { hits } = (await (await server.query({ query: '' })).json()) as { hits: Record<string, string>[] }
    const urls = Object.fromEntries(hits.map((hit) => [hit['objectID'], [hit['url'], hit['url_without_anchor']]]))
    expect(urls).toEqual({
      1: ['https://docs.example/base/install#linux', 'https://docs.example/base/install'],
      2: ['https://elsewhere.example/', undefined],
      3: ['//x', undefined],
    })
    const record = (await (await fetch(server.urlOf('/1/indexes/docs/1'))).json()) as Record<string, unknown>
    expect(record['url']).toBe('/install#linux')
  })

  test('records of several indexes are returned beside an index that does not exist', async () => {
    const requests = ['docs', 'missing', 'docs', 'gone'].map((indexName, at) => ({ indexName, objectID: `${at + 1}` }))
    const answer = await (await server.post('/1/indexes/*/objects', { requests })).json()
    const [first, third] = [expect.objectContaining({ objectID: '1' }), expect.objectContaining({ objectID: '3' })]
    expect(answer).toEqual({ results: [first, null, third, null], message: 'Index missing does not exist.' })
  })

  test('have the requested fields only', async () => {
    const answer = await (await server.query({ query: 'install', responseFields: ['nbHits', 'query'] })).json()
    expect(answer).toEqual({ nbHits: 1, query: 'install' })
  })

  test('a search may be a GET with parameters in the URL', async () => {
    const response = await fetch(server.urlOf('/1/indexes/docs/query?query=install&hitsPerPage=1&facets=lang'))
    expect(await response.json()).toMatchObject({ nbHits: 1, facets: { lang: { en: 1 } } })
  })

  test('the body is read as JSON with any content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json', 'image/png'])
      expect(
        (await server.post('/1/indexes/docs/query', { query: 'install' }, { headers: { 'content-type': type } }))
          .status,
      ).toBe(200)
  })

  test('gzip is accepted in bodies and sent to clients that accept it; other encodings are not supported', async () => {
    const headers = { 'content-encoding': 'gzip', 'accept-encoding': 'br, gzip' }
    const body = gzipSync(JSON.stringify({ requests: Array.from({ length: 20 }, () => ({ indexName: 'docs' })) }))
    const response = await fetch(server.urlOf('/1/indexes/*/queries'), { method: 'POST', body, headers })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(((await response.json()) as { results: unknown[] }).results).toHaveLength(20)
    const plain = await fetch(server.urlOf('/1/indexes/docs'), {
      headers: { 'accept-encoding': 'br, deflate, gzip;q=0' },
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const brotli = await server.post('/1/indexes/docs/query', '{}', { headers: { 'content-encoding': 'br' } })
    expect((await refusal(brotli))[0]).toBe(415)
    const broken = await server.post('/1/indexes/docs/query', 'no gzip', { headers: { 'content-encoding': 'gzip' } })
    expect((await refusal(broken))[0]).toBe(400)
  })

  test('no header names the software of the server', async () => {
    const { headers } = await server.query({})
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
  })

  test('preflight requests of browsers are answered without a key', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/1/indexes/docs/settings`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'x-algolia-api-key,traceparent' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-headers')).toBe('x-algolia-api-key,traceparent')
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE')
    expect(response.headers.get('access-control-max-age')).toBe('86400')
  })

  test('health and readiness are answered without a key; other paths are those of the website', async () => {
    expect((await fetch(`http://127.0.0.1:${server.port}/_docent/health`)).status).toBe(200)
    expect(await (await fetch(`http://127.0.0.1:${server.port}/_docent/ready`)).json()).toEqual({ ready: true })
    expect(await (await fetch(`http://127.0.0.1:${server.port}/page`)).text()).toBe('the website')
    expect((await fetch(`http://127.0.0.1:${server.port}/_docent/data/x.json`)).status).toBe(404)
  })
})

describe('refusals have the form and the text of the wire', () => {
  test.each<[string, string, unknown, [number, unknown]]>([
    ['an unknown index', '/1/indexes/nowhere/query', {}, [404, 'Index nowhere does not exist']],
    ['an unknown parameter', '/1/indexes/docs/query', { hits: 1 }, [400, 'Unknown parameter: hits']],
    [
      'an unknown path',
      '/1/nothing/at/all/here',
      {},
      [404, expect.stringContaining('Path not supported by this server: POST /1/nothing/at/all/here')],
    ],
    ['invalid JSON', '/1/indexes/docs/query', '{', [400, expect.stringContaining('not valid JSON')]],
    ['a list as body', '/1/indexes/docs/query', [], [400, 'The body must be an object']],
    [
      'requests that are not a list',
      '/1/indexes/*/queries',
      { requests: 1 },
      [400, expect.stringContaining('"requests"')],
    ],
    ['an invalid filter', '/1/indexes/docs/query', { filters: 'lang:en AND (' }, [400, expect.any(String)]],
  ])('%s', async (_, path, body, expected) => expect(await refusal(await server.post(path, body))).toEqual(expected))

  test('a method that a path does not support', async () =>
    expect((await refusal(await fetch(server.urlOf('/1/indexes/docs/facets/lang/query'), { method: 'PUT' })))[0]).toBe(
      405,
    ))
})

describe('the body of a search, at its limit and beyond', () => {
  const padded = (bytes: number): string => {
    const empty = JSON.stringify({ params: '' })
    return empty.replace('""', `"query=x${' '.repeat(bytes - empty.length - 'query=x'.length)}"`)
  }
  const sendSearch = (body: string) => server.post('/1/indexes/docs/query', body)

  test('its bytes are limited, plain and compressed', async () => {
    const tooLarge = [413, `The body is too large: at most ${LIMITS.searchBodyBytes} bytes`]
    const packed = (bytes: number) =>
      server.post('/1/indexes/docs/query', padded(bytes), {
        body: gzipSync(padded(bytes)),
        headers: { 'content-encoding': 'gzip' },
      })
    for (const send of [(bytes: number) => sendSearch(padded(bytes)), packed]) {
      // The body is accepted; then its query is too long.
      expect((await refusal(await send(LIMITS.searchBodyBytes)))[1]).toContain('"query" parameter')
      expect(await refusal(await send(LIMITS.searchBodyBytes + 1))).toEqual(tooLarge)
    }
  })

  test('a body without a declared length is refused at the limit', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(server.urlOf('/1/indexes/docs/query'), { method: 'POST' }, (response) => {
        resolve(response.statusCode)
        sending.destroy()
      })
      sending.on('error', reject)
      sending.write('x'.repeat(LIMITS.searchBodyBytes + 1))
    })
    expect(status).toBe(413)
  })
})

test('an answer says which of its counts are exact, in both forms', async () => {
  const answer = async (body: object): Promise<unknown> => (await server.query(body)).json()
  expect(await answer({ query: 'server' })).toMatchObject({
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustive: { nbHits: true, typo: true },
  })
  expect(await answer({ facets: ['lang'], responseFields: ['exhaustive'] })).toEqual({
    exhaustive: { nbHits: true, typo: true, facetsCount: true },
  })
})
