/** The outcome of one request for a page or a file. */
import type { FailReason, SkipReason } from '../result/verdict.ts'

/** Conditions and headers of a request that are the same for a server and a folder. */
export interface Ask {
  /** Absolute, normalised. */
  url: string
  /** Validators of the last answer. */
  etag?: string
  modified?: string
  /** Value of the `Cookie` header, that of a redirect of this address to itself or to its check. */
  cookies?: string | undefined
}

/** A body that was received whole. */
export interface Received {
  kind: 'received'
  /** Decompressed. */
  body: Buffer
  /** Media type in lower case, without parameters; empty if the server names none. */
  type: string
  /** `charset` of the media type, or empty. */
  charset: string
  /** Validators for the next request. */
  etag?: string
  modified?: string
  /** Values of `X-Robots-Tag`. */
  robots: string[]
}

/** A request that brought no body. */
export type NotReceived =
  | { kind: 'unchanged' }
  /** `to`: absolute, normalised. `cookies`: for the next request, if it leads to the same address or its check. */
  | { kind: 'redirect'; to: string; status: number; cookies?: string }
  | { kind: 'skipped'; reason: SkipReason; detail?: string }
  /**
   * `again`: a later attempt may succeed. `wait`: time (ms) that the server asks for before it.
   */
  | { kind: 'failed'; reason: FailReason; detail: string; again: boolean; wait?: number }

/** A request never throws for its host: a failure is an outcome with a reason. */
export type Outcome = Received | NotReceived
