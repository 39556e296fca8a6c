/**
 * The only error class of the client. Callers distinguish errors by `kind`, which tells a reader or an operator how to
 * react; the status and the server's own message are for the log.
 */

/**
 * - `offline`: the browser reports that there is no network.
 * - `unreachable`: no host answered (refused, reset, unknown name, blocked by CORS).
 * - `timeout`: at least one host accepted the connection, none answered in time.
 * - `not-allowed`: 401 or 403, a wrong key or a key without the necessary right.
 * - `refused`: any other 4xx, for example an unknown index or a wrong parameter.
 * - `rate-limited`: 429, also after waiting.
 * - `server`: 5xx from the hosts that answered.
 * - `bad-answer`: 2xx that is not JSON, or JSON of an unexpected shape.
 * - `aborted`: the caller's signal fired.
 */
export type SearchErrorKind =
  | 'offline'
  | 'unreachable'
  | 'timeout'
  | 'not-allowed'
  | 'refused'
  | 'rate-limited'
  | 'server'
  | 'bad-answer'
  | 'aborted'

/** The error that every call of this package throws. `status` is the HTTP status, absent when there was no answer. */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  readonly kind: SearchErrorKind
  readonly status: number | undefined

  /** @param cause the error that `fetch` threw. */
  constructor(kind: SearchErrorKind, message: string, status?: number, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.status = status
  }
}
