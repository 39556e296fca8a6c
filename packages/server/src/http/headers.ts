/**
 * The headers of every answer of the API, errors included: without them a browser sees a network failure and asks the
 * next host. No credentials mode is used, so any origin may ask.
 */

const ALLOWED_HEADERS = [
  'x-algolia-api-key',
  'x-algolia-application-id',
  'x-algolia-agent',
  'x-algolia-user-id',
  'x-algolia-usertoken',
  'x-algolia-request-id',
  'request-id',
  'content-type',
  'content-encoding',
  'accept',
]

const COMMON: readonly [string, string][] = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'Retry-After, Correlation-ID'],
  ['x-content-type-options', 'nosniff'],
  ['cache-control', 'no-store'],
]

/** As plain data, for an answer that goes to its socket directly. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(COMMON),
  'content-type': 'application/json; charset=utf-8',
  vary: 'Accept-Encoding',
}

export const answerHeaders = (): Headers => new Headers(ANSWER_HEADERS)

/** The answer to OPTIONS: not authenticated, since the key is in headers that it does not carry. */
export function preflight(requested: string | undefined): Response {
  const headers = new Headers([...COMMON])
  headers.set('access-control-allow-methods', 'GET, PUT, DELETE, POST, OPTIONS')
  // Echoing what is asked for is the most tolerant: tracing tools add headers of their own.
  headers.set('access-control-allow-headers', requested || ALLOWED_HEADERS.join(', '))
  headers.set('access-control-max-age', '86400')
  return new Response('{}', { status: 200, headers })
}
