/** Repeats calls to a search host after temporary errors: no connection, a time-out, an overload, a server error. */

import { setTimeout as delay } from 'node:timers/promises'

import { SearchError, type Transport } from '@docent/client'

/** Waits between two attempts of one call, in ms: about two minutes in total. */
const RETRY_WAITS = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000]

/** When failed calls are repeated. */
export interface RetryOptions {
  /** Called before an attempt is repeated. */
  onRetry?: (error: Error, waitMs: number) => void
  /** In place of `RETRY_WAITS`. */
  retryWaits?: readonly number[]
  /** Whether an error is final, although its kind is temporary. */
  isFinal?: (error: SearchError) => boolean
  /** A lower bound (ms) of the next wait, such as the `Retry-After` of the last answer. Default: 0. */
  leastWait?: () => number
}

/** The transport with repeated calls. */
export function withRetries(transport: Transport, options: RetryOptions): Transport {
  const { retryWaits = RETRY_WAITS, onRetry, isFinal = () => false, leastWait = () => 0 } = options
  return {
    async send(call, callOptions) {
      for (let tries = 0; ; tries++) {
        try {
          // The only host is never skipped.
          return await transport.send(call, { ...callOptions, retry: true })
        } catch (error) {
          const next = retryWaits[tries]
          if (next === undefined || !(error instanceof SearchError) || !PASSING.has(error.kind) || isFinal(error))
            throw error
          const wait = Math.max(next, leastWait())
          onRetry?.(error, wait)
          await delay(wait)
        }
      }
    },
  }
}

const PASSING: ReadonlySet<string> = new Set([
  'offline',
  'unreachable',
  'timeout',
  'rate-limited',
  'server',
  'bad-answer',
])
