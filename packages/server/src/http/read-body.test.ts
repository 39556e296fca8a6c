import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../wire/limits.ts'
import { type BodyKind, parseBody } from '../wire/parse-body.ts'
import { readBodyBytes } from './read-body.ts'

const readBody = async (request: Request, kind: BodyKind): Promise<unknown> =>
  parseBody(await readBodyBytes(request, kind), kind)

/** JSON of exactly this number of bytes: an empty object and white space. */
const jsonOf = (bytes: number): Uint8Array<ArrayBuffer> => {
  const text = new Uint8Array(bytes).fill(0x20)
  text.set([0x7b, 0x7d])
  return text
}

/** Transfers of a body: with a declared length, in chunks without one, compressed. */
const TRANSFERS: [string, (body: Uint8Array<ArrayBuffer>) => Request][] = [
  ['declared', (body) => requestOf(body, { 'content-length': String(body.length) })],
  ['in pieces', (body) => requestOf(body, {})],
  ['packed', (body) => requestOf(new Uint8Array(gzipSync(body, { level: 1 })), { 'content-encoding': 'gzip' })],
]

const requestOf = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Request =>
  new Request('http://127.0.0.1/', { method: 'POST', body, headers })

describe.for([
  ['search', LIMITS.searchBodyBytes],
  ['write', LIMITS.writeBodyBytes],
] as const)('the body of a %s', ([kind, limit]) => {
  test.for(TRANSFERS)('%s is accepted up to its limit', async ([, request]) => {
    expect(await readBody(request(jsonOf(limit - 1)), kind)).toEqual({})
    expect(await readBody(request(jsonOf(limit)), kind)).toEqual({})
    await expect(readBody(request(jsonOf(limit + 1)), kind)).rejects.toMatchObject({ status: 413 })
  })
})

test('a byte order mark, which some clients of .NET send, is no part of the JSON', async () => {
  const marked = new TextEncoder().encode('\ufeff{"query":"\ufeff"}')
  expect(await readBody(requestOf(marked, {}), 'search')).toEqual({ query: '\ufeff' })
})

test('a client that disconnects in the middle of a body is not a failure of the server', async () => {
  const gone = new ReadableStream({ start: (stream) => stream.error(new Error('aborted')) })
  const init = { method: 'POST', body: gone, duplex: 'half' }
  const request = new Request('http://a/', init)
  await expect(readBody(request, 'search')).rejects.toThrow(
    expect.objectContaining({ code: 'bad-request', message: 'The body did not arrive whole' }) as Error,
  )
})

test('a body that is longer than its declared length and the limit is refused', async () => {
  const request = requestOf(jsonOf(LIMITS.searchBodyBytes + 1), { 'content-length': '10' })
  await expect(readBody(request, 'search')).rejects.toMatchObject({ status: 413 })
})
