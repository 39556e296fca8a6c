/**
 * The headers of every answer of the API, errors included: without them a browser reports a network failure and the client
 * asks the next host. Requests carry no credentials mode, so any origin is allowed.
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

const COMMON: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, Correlation-ID',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** The headers of an answer in JSON. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'content-type': 'application/json; charset=utf-8',
  vary: 'Accept-Encoding',
}

/** The headers of the answer to OPTIONS; `requested` is `Access-Control-Request-Headers`. */
export const preflightHeaders = (requested: string | null): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-type': 'text/plain;charset=UTF-8',
  'access-control-allow-methods': 'GET, PUT, DELETE, POST, OPTIONS',
  // All requested headers are allowed: tracing tools add headers of their own.
  'access-control-allow-headers': requested || ALLOWED_HEADERS.join(', '),
  'access-control-max-age': '86400',
})
