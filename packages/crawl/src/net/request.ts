/** One request: deadline, limits, conditions, and the outcome in plain data. Redirects are outcomes, never followed. */
import { request as send, type Dispatcher } from 'undici'
import { toAddress } from '../result/address.ts'
import type { Login } from '../result/login.ts'
import { AddressError, type Connections } from './connect.ts'
import { cookiesAfter } from './cookies.ts'
import { ACCEPTED_CODINGS, CodingError, decompress, gunzipFile, TooLargeError } from './decompress.ts'
import type { Ask, Outcome } from './outcome.ts'
import { retryAfter } from './retry-after.ts'

/** The parts of a request that are the same for a whole crawl. */
export interface Requester {
  connections: Connections
  userAgent: string
  login?: Login
  /** Origins that the login is sent to. */
  loginOrigins: ReadonlySet<string>
  /** Decompressed bytes of one body. */
  bytes: number
  /** Seconds for one request. */
  seconds: number
  signal?: AbortSignal
}

/** The options of a request. */
export interface Wanted {
  /** `Accept` header. */
  accept: string
  /** Whether a body of this media type is read; the rest is `not-html`. Default: every type. */
  reads?: (type: string) => boolean
  /** Bytes at the beginning of a body that are needed; the rest is not read. Default: the whole body, up to the ceiling. */
  first?: number
}

/** For pages. */
export const HTML: Wanted = {
  accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
  reads: (type) => type === '' || type === 'text/html' || type === 'application/xhtml+xml',
}

/** For robots.txt, sitemaps and lists. */
export const ANY: Wanted = { accept: '*/*' }

/** Statuses after which a later attempt may succeed. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Requests an address.
 *
 * @throws the reason of `signal` if the crawl was ended; nothing else.
 */
export async function request(requester: Requester, ask: Ask, wanted: Wanted): Promise<Outcome> {
  const { signal: ended, seconds, connections } = requester
  const deadline = AbortSignal.timeout(seconds * 1000)
  try {
    const response = await send(ask.url, {
      dispatcher: connections.agent,
      headers: headersFor(requester, ask, wanted),
      signal: ended === undefined ? deadline : AbortSignal.any([deadline, ended]),
    })
    const outcome = withoutBody(response, ask, wanted)
    if (outcome === undefined) return await receive(response, requester.bytes, wanted.first)
    // Reads a short body so that the connection can be used again; a long one closes it.
    await response.body.dump({ limit: 16_384, signal: deadline }).catch(() => undefined)
    return outcome
  } catch (error) {
    ended?.throwIfAborted()
    return failure(error, deadline.aborted, seconds)
  }
}

function headersFor({ userAgent, login, loginOrigins }: Requester, ask: Ask, wanted: Wanted): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: wanted.accept,
    'accept-encoding': ACCEPTED_CODINGS,
  }
  if (ask.etag !== undefined) headers['if-none-match'] = ask.etag
  if (ask.modified !== undefined) headers['if-modified-since'] = ask.modified
  if (ask.cookies) headers['cookie'] = ask.cookies
  if (login !== undefined && loginOrigins.has(new URL(ask.url).origin)) {
    if (login.kind === 'header') headers[login.name.toLowerCase()] = login.value
    else if (login.kind === 'cookie') headers['cookie'] = [login.value, headers['cookie'] ?? []].flat().join('; ')
    else headers['authorization'] = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  }
  return headers
}

/** The outcome of an answer whose body is not read; `undefined` for a body to read. */
function withoutBody({ statusCode, headers }: Dispatcher.ResponseData, ask: Ask, wanted: Wanted): Outcome | undefined {
  if (statusCode === 304) return { kind: 'unchanged' }
  if (statusCode >= 300 && statusCode < 400) {
    const location = one(headers['location'])
    const to = location === '' ? undefined : toAddress(location, ask.url)
    if (to !== undefined) {
      const set = [headers['set-cookie'] ?? []].flat()
      const cookies = cookiesAfter(ask, to, set)
      return { kind: 'redirect', to, status: statusCode, ...(cookies !== undefined && { cookies }) }
    }
    const detail = `status ${statusCode} without an http address`
    return { kind: 'failed', reason: 'redirects', detail, again: false }
  }
  if (statusCode === 404 || statusCode === 410) {
    return { kind: 'skipped', reason: 'gone', detail: `status ${statusCode}` }
  }
  if (statusCode !== 200 && statusCode !== 203) {
    const wait = retryAfter(one(headers['retry-after']), Date.now())
    return {
      kind: 'failed',
      reason: 'status',
      detail: `status ${statusCode}`,
      again: TRANSIENT.has(statusCode),
      ...(wait !== undefined && { wait }),
    }
  }
  const { type } = mediaType(headers)
  if (wanted.reads?.(type) === false) return { kind: 'skipped', reason: 'not-html', detail: type.slice(0, 100) }
  return undefined
}

async function receive(
  { headers, body }: Dispatcher.ResponseData,
  max: number,
  first = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  if (Math.min(first, Number(one(headers['content-length']))) > max) {
    // The stream reports the interruption as an error, which has no other listener.
    body.on('error', () => undefined).destroy()
    throw new TooLargeError(`it has ${one(headers['content-length'])} bytes, more than ${max}`)
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > max) throw new TooLargeError(`it has more than ${max} bytes`)
    chunks.push(chunk)
    if (length >= first) break
  }
  const etag = one(headers['etag'])
  const modified = one(headers['last-modified'])
  const robots = headers['x-robots-tag'] ?? []
  const media = mediaType(headers)
  const decoded = decompress(Buffer.concat(chunks, length), one(headers['content-encoding']), max)
  return {
    kind: 'received',
    // Stores of files send a compressed page without naming its coding. No HTML begins as gzip does.
    body: media.type.includes('html') ? gunzipFile(decoded, max) : decoded,
    ...media,
    ...(etag !== '' && { etag }),
    ...(modified !== '' && { modified }),
    robots: typeof robots === 'string' ? [robots] : robots,
  }
}

function failure(error: unknown, late: boolean, seconds: number): Outcome {
  if (late) return { kind: 'failed', reason: 'too-slow', detail: `more than ${seconds} s`, again: true }
  const message = error instanceof Error ? error.message || error.name : 'unknown error'
  const detail = message.slice(0, 300).replaceAll(/\s+/g, ' ').trim()
  if (error instanceof TooLargeError) return { kind: 'failed', reason: 'too-large', detail, again: false }
  if (error instanceof CodingError) return { kind: 'failed', reason: 'encoding', detail, again: false }
  if (error instanceof AddressError) return { kind: 'failed', reason: 'address', detail, again: false }
  return { kind: 'failed', reason: 'network', detail, again: true }
}

function mediaType(headers: Dispatcher.ResponseData['headers']): { type: string; charset: string } {
  const [type = '', ...parameters] = one(headers['content-type']).toLowerCase().split(';')
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  return { type: type.trim(), charset: charset?.slice('charset='.length).replaceAll('"', '').trim() ?? '' }
}

/** The only or first value of a header; empty if it is missing. */
const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''
