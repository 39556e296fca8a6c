/**
 * The one error type that crosses the server's edge. Every place that refuses a request throws a `ServerError`; the
 * API turns it into the wire's `{ message, status }` in one place. Statuses are chosen for what public clients do with
 * them: 4xx is final, 429 is tried again on the same host after `retryAfter`, 503 sends the client to its next host.
 */

/** What was wrong, for programs; the message is for people and follows the hosted provider's wording where it has one. */
export type ServerErrorCode =
  | 'bad-request'
  | 'not-allowed'
  | 'unprocessable'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-large'
  | 'unsupported-encoding'
  | 'query-too-slow'
  | 'overloaded'
  | 'not-ready'
  | 'data-folder-in-use'
  | 'newer-database'
  | 'not-a-backup'
  | 'file-exists'
  | 'storage-failed'
  | 'storage-locked'
  | 'storage-damaged'
  | 'closed'

const STATUS_OF: Record<ServerErrorCode, number> = {
  'bad-request': 400,
  'not-allowed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  // The wire's answer to an event that cannot be read.
  unprocessable: 422,
  'too-large': 413,
  'unsupported-encoding': 415,
  // Final for clients: another host would only be hurt by the same query.
  'query-too-slow': 400,
  overloaded: 429,
  'not-ready': 503,
  'data-folder-in-use': 500,
  'newer-database': 500,
  'not-a-backup': 500,
  'file-exists': 500,
  'storage-failed': 503,
  // Another program holds it: a moment later it may be free.
  'storage-locked': 503,
  'storage-damaged': 503,
  closed: 503,
}

/** A refusal with the wire's status and text. `retryAfter` is in whole seconds: public clients read nothing finer. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: ServerErrorCode
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(code: ServerErrorCode, message: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.status = STATUS_OF[code]
    this.retryAfter = options.retryAfter
  }
}

/** More at this moment than there is room for: status 429, to be tried again after a second. */
export const tooMany = (what: string): ServerError =>
  new ServerError('overloaded', `Too many ${what}; try again`, { retryAfter: 1 })

/** No room for another search: what a client is told wherever that turns out. */
export const tooManySearches = (): ServerError => tooMany('searches at the same time')

/** A value that cannot be understood: status 400. */
export const badRequest = (message: string): ServerError => new ServerError('bad-request', message)

/** The wire's answer to a search, browse or record of an index that is not there: status 404. */
export const indexNotFound = (name: string): ServerError => new ServerError('not-found', `Index ${name} does not exist`)
