/**
 * The one error of the client. Its kind says what a reader or an operator can do about it, which is all that callers
 * ever need to tell apart; the status and the server's own sentence come along for the log.
 */

/**
 * - `offline`: the browser says that there is no network.
 * - `unreachable`: no host answered (refused, reset, unknown name, blocked by CORS).
 * - `timeout`: at least one host took the connection, none answered in time.
 * - `not-allowed`: 401 or 403, a wrong key or one without this right.
 * - `refused`: any other 4xx, for example an unknown index or a wrong parameter.
 * - `rate-limited`: 429, still after waiting.
 * - `server`: 5xx from the hosts that answered.
 * - `bad-answer`: 2xx that is not JSON, or not of the shape that was asked for.
 * - `aborted`: the caller's signal.
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

/** What every call of this package throws. `status` is the HTTP status, absent when there was no answer. */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  readonly kind: SearchErrorKind
  readonly status: number | undefined

  /** @param cause what `fetch` threw. */
  constructor(kind: SearchErrorKind, message: string, status?: number, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.status = status
  }
}
