/**
 * Responses from bodies in memory: entity tags and 304, compression, HEAD. Assets are streamed from disk instead
 * (`assets.ts`).
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** Minimum size of a body for compression (bytes): a smaller one fits into one packet anyway. */
const WORTH_COMPRESSING = 1024

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|javascript|xml|manifest))/

/** The content of a response. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

/** Compressed forms of bodies that never change, by name. */
export type CompressedCache = Map<string, Promise<Uint8Array>>

/** An answer in the form in which it is sent, for all requests with the same preferred encoding. */
export interface Packed {
  status: number
  /** With the entity tag, but without the length. */
  headers: Headers
  bytes: Uint8Array
}

/**
 * Makes the response.
 * @param kept for a body that never changes: the cache of its compressed forms and its name there. It is then compressed
 * once, at the highest level.
 */
export async function respond(
  request: Request,
  answer: Answer,
  kept?: { cache: CompressedCache; name: string },
): Promise<Response> {
  const plain = tagged(answer)
  // Without a body there is nothing to compress.
  if (isKnown(request, plain)) return sendPacked(request, plain)
  return sendPacked(request, await pack(plain, preferredEncoding(request.headers.get('accept-encoding')), kept))
}

/** The answer in an encoding, for later requests. */
export const packFor = (answer: Answer, encoding: Encoding | undefined): Promise<Packed> =>
  pack(tagged(answer), encoding, undefined)

/** Sends a packed answer: 304 for a known entity tag, and no body to HEAD. */
export function sendPacked(request: Request, packed: Packed): Response {
  const headers = new Headers(packed.headers)
  if (isKnown(request, packed)) {
    for (const name of ['content-type', 'content-encoding']) headers.delete(name)
    return new Response(null, { status: 304, headers })
  }
  headers.set('content-length', String(packed.bytes.length))
  const body = request.method === 'HEAD' ? null : (packed.bytes as Uint8Array<ArrayBuffer>)
  return new Response(body, { status: packed.status, headers })
}

/** The answer without compression, with its entity tag and `Vary`. */
function tagged({ status, headers: given, body }: Answer): Packed {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const headers = new Headers(given)
  if (!headers.has('etag'))
    headers.set('etag', `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`)
  if (isWorthPacking(headers, bytes)) headers.append('vary', 'accept-encoding')
  return { status, headers, bytes }
}

const isWorthPacking = (headers: Headers, { length }: Uint8Array): boolean =>
  length >= WORTH_COMPRESSING && COMPRESSIBLE.test(headers.get('content-type') ?? '')

const isKnown = (request: Request, { status, headers }: Packed): boolean =>
  status === 200 && matches(request.headers.get('if-none-match'), headers.get('etag') ?? '')

async function pack(
  plain: Packed,
  encoding: Encoding | undefined,
  kept: { cache: CompressedCache; name: string } | undefined,
): Promise<Packed> {
  const { status, headers, bytes } = plain
  if (encoding === undefined || !isWorthPacking(headers, bytes)) return plain
  const packed = new Headers(headers)
  packed.set('content-encoding', encoding)
  return { status, headers: packed, bytes: await compressed(bytes, encoding, kept) }
}

/** Whether one of the tags of `If-None-Match` is this one; weak and strong tags compare alike (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag))
}

/** Content encodings of answers. */
export type Encoding = 'br' | 'gzip'

/** Brotli, else gzip, else none, of the encodings that are accepted with a weight above zero. */
export function preferredEncoding(acceptEncoding: string | null): Encoding | undefined {
  const accepted = new Set<string>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) accepted.add(name)
  }
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : undefined
}

function compressed(
  bytes: Uint8Array,
  encoding: Encoding,
  kept: { cache: CompressedCache; name: string } | undefined,
): Promise<Uint8Array> {
  if (!kept) return encoding === 'br' ? brotli(bytes, 4) : gzipOf(bytes, { level: 6 })
  const key = `${encoding} ${kept.name}`
  const found = kept.cache.get(key)
  if (found) return found
  const made = encoding === 'br' ? brotli(bytes, 11) : gzipOf(bytes, { level: 9 })
  kept.cache.set(key, made)
  return made
}

function brotli(bytes: Uint8Array, quality: number): Promise<Uint8Array> {
  return brotliOf(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
