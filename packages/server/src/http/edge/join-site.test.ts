import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { joinApi, joinShed } from './join-site.ts'
import type { Fetch } from './listen.ts'

const api: Fetch = (request) => new Response(`api ${new URL(request.url).pathname}`)
const site = async (request: Request): Promise<Response> => new Response(`site ${new URL(request.url).pathname}`)

test.for([
  ['/', '/1/indexes/docs/query', 'api /1/indexes/docs/query'],
  ['/', '/_docent/health', 'api /_docent/health'],
  ['/', '/_docent/metrics', 'api /_docent/metrics'],
  ['/', '/_docent/reindex', 'api /_docent/reindex'],
  ['/handbook/', '/handbook/_docent/openapi.json', 'api /_docent/openapi.json'],
  ['/', '/_docent/data/b/index.json', 'site /_docent/data/b/index.json'],
  ['/', '/1', 'site /1'],
  ['/', '/guide', 'site /guide'],
  ['/docs/', '/docs/1/indexes/docs/query', 'api /1/indexes/docs/query'],
  ['/docs/', '/1/indexes/docs/query', 'api /1/indexes/docs/query'],
  ['/docs/', '/docs/guide/1/x', 'site /docs/guide/1/x'],
  ['/docs/', '/docsearch/1/x', 'site /docsearch/1/x'],
] as const)('below %s, %s is answered by: %s', async ([base, path, answer]) => {
  const response = await joinApi(base, api, site)(new Request(`http://127.0.0.1${path}`), {} as never)
  expect(await response.text()).toBe(answer)
})

test.for([
  ['/2/searches/count?x-algolia-application-id=docent', 'api /2/searches/count'],
  ['/docs/3/x?a=b&X-Algolia-Application-Id=docent', 'api /3/x'],
  ['/2/abtests', 'site /2/abtests'],
  ['/2/searches/count', 'site /2/searches/count'],
  ['/guide?x-algolia-application-id=docent', 'site /guide'],
] as const)(
  'a path of a later version of the wire belongs to the API if the request names an application: %s, %s',
  async ([path, answer]) => {
    const response = await joinApi('/docs/', api, site)(new Request(`http://127.0.0.1${path}`), {} as never)
    expect(await response.text()).toBe(answer)
  },
)

test('a request keeps its body and headers when its path is rewritten', async () => {
  const echo: Fetch = async (request) =>
    new Response(`${request.method} ${request.headers.get('x-a')} ${await request.text()}`)
  const request = new Request('http://127.0.0.1/docs/1/x', { method: 'POST', body: '{"a":1}', headers: { 'x-a': 'b' } })
  expect(await (await joinApi('/docs/', echo, site)(request, {} as never)).text()).toBe('POST b {"a":1}')
})

test.for([
  ['/', '/1/indexes/docs/query?x=1', '/1/indexes/docs/query?x=1'],
  ['/docs/', '/docs/1/indexes/docs/query', '/1/indexes/docs/query'],
  ['/docs/', '/1/indexes/docs/query', '/1/indexes/docs/query'],
  ['/docs/', '/docs/guide', undefined],
] as const)('below %s, load shedding receives for %s the path %s', ([base, url, expected]) => {
  let asked: string | undefined
  const refuses = joinShed(base, (_incoming, _outgoing, path) => {
    asked = path
    return true
  })({ url } as IncomingMessage, {} as ServerResponse)
  expect([asked, refuses]).toEqual([expected, expected !== undefined])
})
