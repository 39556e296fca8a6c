/**
 * Sends a call to the first host that can answer it.
 *
 * Hosts are tried in their order, without those that failed in the last two minutes. When all have failed, all are tried
 * again, and those that were only slow get a second attempt with longer time-outs, so a single host is never skipped.
 * 4xx is final; after 429 the same host is asked again after its `Retry-After`; after 5xx, network failures and time-outs
 * the next host is tried. A call may thus reach two hosts when the first is slow, which is harmless for idempotent calls.
 * A call with `mayRepeat` is not idempotent: the headers may take as long as a write, and `mayRepeat` decides after each
 * failure.
 *
 * Credentials are query parameters and the body is `text/plain`, which browsers send across origins without a preflight.
 * Programs that write can send the credentials as headers, which proxies and servers do not log.
 */

import { type Clock, systemClock } from './clock.ts'
import { createHostMemory, type KeyValueStorage } from './host-memory.ts'
import { SearchError } from './search-error.ts'

/** Time-outs of the first attempt (ms; the specification's constants). */
export const TIMEOUTS = { connect: 1000, read: 2000, write: 30_000 } as const

/**
 * `fetch` does not report when a body has been sent, so the time until the headers includes the upload: a write gets 1 ms
 * more per 128 bytes, the speed of a 1 Mbit/s line.
 */
const UPLOAD_BYTES_PER_MS = 128

/** Repeats on the same host after a 429; the number of the provider's own client. */
const RATE_LIMIT_RETRIES = 3
/** The longest accepted `Retry-After` (ms); a reader does not wait longer. */
const RATE_LIMIT_LONGEST_WAIT = 5000

/** The client's name in a server's logs. */
const AGENT = 'Docent'

/** The hosts, the credentials, and the means of a transport. */
export interface TransportOptions {
  /** Base URLs in order of preference: `https://search.example`, optionally with a path; `''` is the page's own origin. */
  hosts: readonly string[]
  appId: string
  apiKey: string
  /** `query` (the default) needs no preflight; `headers` keeps keys out of logs. */
  credentials?: 'query' | 'headers'
  /** Remembers failed hosts across page loads: `localStorage`, if it may be used. */
  storage?: KeyValueStorage | undefined
  fetch?: typeof fetch
  clock?: Clock
}

/** One call of the API. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Starts with `/1/`, its parts percent-encoded. */
  path: string
  body?: unknown
  /** The time-out for the body of the answer. */
  kind: 'read' | 'write'
  /** For calls that are not idempotent: whether the call may be repeated on the next host after this failure. */
  mayRepeat?: (error: SearchError) => boolean
}

/** How one call is sent. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The reader repeats the search: no host is skipped, and no cached answer is used. */
  retry?: boolean
}

/** Sends calls to a list of hosts. */
export interface Transport {
  /** The parsed JSON of a 2xx answer. Throws `SearchError`. */
  send(call: Call, options?: CallOptions): Promise<unknown>
}

/** A transport. Throws `SearchError` (`refused`) when `hosts` is empty. */
export function createTransport(options: TransportOptions): Transport {
  const { clock = systemClock } = options
  if (options.hosts.length === 0) throw new SearchError('refused', '`hosts` needs at least one host.')
  const memory = createHostMemory(clock, options.storage)
  const inHeaders = options.credentials === 'headers'
  const credentials = { 'x-algolia-api-key': options.apiKey, 'x-algolia-application-id': options.appId }

  async function send(call: Call, { signal, retry = false }: CallOptions = {}): Promise<unknown> {
    const remembered = retry ? new Map<string, never>() : memory.failures()
    // A host that timed out within the last two minutes gets more time in its first attempt.
    let timeouts = [...remembered.values()].filter((failure) => failure === 'slow').length
    let worst: SearchError | undefined

    // The sort is stable: hosts that failed come last, else in their order.
    const hosts = [...options.hosts].sort((a, b) => Number(remembered.has(a)) - Number(remembered.has(b)))
    for (const [at, host] of hosts.entries()) {
      try {
        const answer = await ask(host, call, growth(timeouts), signal)
        memory.worked(host)
        return answer
      } catch (error) {
        if (!(error instanceof SearchError) || !isHostFailure(error)) throw error
        const timedOut = error.kind === 'timeout'
        // Without a network the failure says nothing about the host.
        if (error.kind !== 'offline') memory.failed(host, timedOut ? 'slow' : 'down')
        if (timedOut) {
          timeouts++
          // A second attempt after the first ones of all hosts.
          if (at < options.hosts.length) hosts.push(host)
        }
        if (call.mayRepeat?.(error) === false) throw error
        worst = moreTelling(worst, error)
      }
    }
    throw worst
  }

  /** Asks one host, and again while it answers 429. */
  async function ask(host: string, call: Call, factor: number, signal: AbortSignal | undefined): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      const { status, retryAfter, text } = await request(host, call, factor, signal)
      if (status >= 200 && status < 300) return parse(text, status)
      const message = serverMessage(text) ?? `The search server answered with status ${status}.`
      if (status === 401 || status === 403) throw new SearchError('not-allowed', message, status)
      if (status === 429) {
        if (tries === RATE_LIMIT_RETRIES || retryAfter > RATE_LIMIT_LONGEST_WAIT) {
          throw new SearchError('rate-limited', message, status)
        }
        await sleep(clock, retryAfter, signal)
      } else throw new SearchError(status >= 400 && status < 500 ? 'refused' : 'server', message, status)
    }
  }

  /** One HTTP exchange, ended early by the caller's signal or by its time-outs. */
  async function request(host: string, call: Call, factor: number, signal: AbortSignal | undefined): Promise<Answer> {
    if (signal?.aborted) throw aborted()
    const own = new AbortController()
    const cut = () => own.abort()
    signal?.addEventListener('abort', cut)
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const upload = call.kind === 'write' ? ((body?.length ?? 0) / UPLOAD_BYTES_PER_MS) | 0 : 0
    let timer = clock.after((TIMEOUTS[call.mayRepeat ? 'write' : 'connect'] + upload) * factor, cut)
    try {
      const response = await (options.fetch ?? fetch)(address(host, call.path), {
        method: call.method,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'text/plain' }),
          ...(inHeaders && credentials),
        },
        signal: own.signal,
        // The server needs no cookies; without them `Access-Control-Allow-Origin: *` is enough.
        credentials: 'omit',
        // `fetch` sends headers of its caller to another host too, the key among them.
        ...(inHeaders && { redirect: 'manual' }),
        ...(body !== undefined && { body }),
      })
      clock.cancel(timer)
      timer = clock.after(TIMEOUTS[call.kind] * factor, cut)
      const text = await response.text()
      // In seconds; an HTTP date or a missing header counts as one second.
      const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
      return { status: response.status, retryAfter: (seconds >= 0 ? seconds : 1) * 1000, text }
    } catch (reason) {
      if (signal?.aborted) throw aborted()
      // Not by the caller, so by a time-out.
      if (own.signal.aborted) throw new SearchError('timeout', `${host || 'The search server'} did not answer in time.`)
      if (globalThis.navigator?.onLine === false) throw new SearchError('offline', 'There is no network connection.')
      throw new SearchError('unreachable', `${host || 'The search server'} could not be reached.`, undefined, reason)
    } finally {
      clock.cancel(timer)
      signal?.removeEventListener('abort', cut)
    }
  }

  function address(host: string, path: string): string {
    const url = host.replace(/(?<!\/)\/+$/, '') + path
    if (inHeaders) return url
    return `${url}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ 'x-algolia-agent': AGENT, ...credentials })}`
  }

  return { send }
}

interface Answer {
  status: number
  /** Milliseconds. */
  retryAfter: number
  text: string
}

/** Factor of the time-outs after `timeouts` time-outs, as in the provider's client: 1, then 4, 5 and so on. */
function growth(timeouts: number): number {
  return timeouts === 0 ? 1 : timeouts + 3
}

/** Whether the next host is tried after this error. */
function isHostFailure(error: SearchError): boolean {
  return ['server', 'timeout', 'unreachable', 'offline'].includes(error.kind)
}

/** The error to report when all hosts failed: an error answer before a time-out, a time-out before no connection. */
function moreTelling(before: SearchError | undefined, error: SearchError): SearchError {
  if (before?.kind === 'server') return before
  return before?.kind === 'timeout' && error.kind !== 'server' ? before : error
}

function aborted(): SearchError {
  return new SearchError('aborted', 'The call was aborted.')
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SearchError('bad-answer', 'The search server’s answer is not JSON.', status)
  }
}

/** The `message` in the body of an error answer, at most 300 characters. */
function serverMessage(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const message = (body as { message?: unknown } | null)?.message
    return typeof message === 'string' && message !== '' ? message.slice(0, 300) : undefined
  } catch {
    return undefined
  }
}

/** Waits; throws `aborted` as soon as the signal fires. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = () => {
      clock.cancel(timer)
      reject(aborted())
    }
    const timer = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', cut)
      resolve()
    })
    if (signal?.aborted) cut()
    else signal?.addEventListener('abort', cut)
  })
}
