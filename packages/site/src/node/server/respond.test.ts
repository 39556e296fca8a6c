import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseRange } from './assets.ts'
import { contentSecurityPolicy } from '../security-headers.ts'
import { preferredEncoding, respond } from './respond.ts'

const body = 'all work and no play '.repeat(100)
const answer = { status: 200, headers: { 'content-type': 'text/plain' }, body }

function ask(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return respond(new Request('http://127.0.0.1/', { headers, method }), answer)
}

describe('answers', () => {
  test('are compressed in an encoding that the browser accepts', async () => {
    const brotli = await ask({ 'accept-encoding': 'gzip, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotli.headers.get('vary')).toBe('accept-encoding')
    expect(brotliDecompressSync(await brotli.bytes()).toString()).toBe(body)
    const gzip = await ask({ 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await gzip.bytes()).toString()).toBe(body)
    expect(await (await ask()).text()).toBe(body)
  })

  test('are 304 for a known entity tag', async () => {
    const etag = (await ask()).headers.get('etag') ?? ''
    const second = await ask({ 'if-none-match': `"other", ${etag}` })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
    expect(second.headers.get('etag')).toBe(etag)
    expect(second.headers.get('vary')).toBe('accept-encoding')
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('to HEAD have the headers of GET and no body', async () => {
    const response = await ask({}, 'HEAD')
    expect(response.headers.get('content-length')).toBe(String(body.length))
    expect(await response.text()).toBe('')
  })

  test.each([
    ['br;q=0.5, gzip', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.0', undefined],
    ['identity', undefined],
    [null, undefined],
  ])('of the encodings %j, %j is chosen', (accepted, chosen) => {
    expect(preferredEncoding(accepted)).toBe(chosen)
  })

  test.each([
    [null, undefined],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=9-5', 'unsatisfiable'],
    ['bytes=0-1,5-6', undefined],
    ['lines=0-1', undefined],
  ])('of 100 bytes, the range %j is %j', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range)
  })
})

describe('the content policy', () => {
  const policy = contentSecurityPolicy(['https://a.example:8443/base', 'https://a.example:8443', 'not a url'], false)

  test('allows no unsafe sources and requires Trusted Types', () => {
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(
      "require-trusted-types-for 'script'; trusted-types docent-article docent-worker docent-early-worker;",
    )
  })

  test('lists the origin of each search host once', () => {
    expect(policy).toContain("connect-src 'self' https://a.example:8443;")
  })
})
