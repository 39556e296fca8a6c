/**
 * The error type of all refusals. The API turns a `ServerError` into the wire's `{ message, status }` in one place. Statuses are
 * chosen by the reaction of public clients: 4xx is final, 429 is tried again on the same host after `retryAfter`, 503 makes the
 * client try its next host.
 */

/** The kind of an error. The message, for people, is that of the hosted provider where it has one. */
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
  // The wire's status of an invalid event.
  unprocessable: 422,
  'too-large': 413,
  'unsupported-encoding': 415,
  // Final for clients: the same query would be as slow on another host.
  'query-too-slow': 400,
  overloaded: 429,
  'not-ready': 503,
  'data-folder-in-use': 500,
  'newer-database': 500,
  'not-a-backup': 500,
  'file-exists': 500,
  'storage-failed': 503,
  // Another program has the lock: the next attempt may succeed.
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

/** The refusal of work beyond a limit: status 429, to be tried again after a second. `what` completes "Too many …". */
export const tooMany = (what: string): ServerError =>
  new ServerError('overloaded', `Too many ${what}; try again`, { retryAfter: 1 })

/** The refusal of a search, the same at each place that refuses one. */
export const tooManySearches = (): ServerError => tooMany('searches at the same time')

/** The refusal of an invalid value: status 400. */
export const badRequest = (message: string): ServerError => new ServerError('bad-request', message)

/** The refusal of work that a stopping server does not begin, or cuts off: status 503, so that clients ask their next host. */
export const shuttingDown = (): ServerError => new ServerError('closed', 'The server is shutting down')

/** The wire's refusal of a search, browse or record of a missing index: status 404. */
export const indexNotFound = (name: string): ServerError => new ServerError('not-found', `Index ${name} does not exist`)
