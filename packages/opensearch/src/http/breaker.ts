/**
 * A circuit breaker: after several failures in a row, requests are refused at once for some time; then a single one is sent, and its
 * outcome decides. The time doubles with each further failure. Times are ms of any clock.
 */
import type { Log } from '@docent/server/backend'

/** Refusing costs nothing, so a cluster that is down does not fill the queue with requests that wait. */
export interface Breaker {
  /** Whether a request may be sent now; its outcome must be reported. */
  takes(now: number): boolean
  succeeded(): void
  failed(now: number): void
}

interface BreakerLimits {
  /** Failures in a row that open it. */
  failures: number
  openMs: number
  maxOpenMs: number
}

/** `kind` names the requests in the log. */
export function createBreaker(kind: string, limits: BreakerLimits, log: Log): Breaker {
  let failures = 0
  let openMs = limits.openMs
  let openUntil: number | undefined
  return {
    takes(now) {
      if (openUntil === undefined) return true
      if (now < openUntil) return false
      // This request is sent; others are refused until its outcome.
      openUntil = now + openMs
      return true
    },
    succeeded() {
      failures = 0
      if (openUntil === undefined) return
      openUntil = undefined
      openMs = limits.openMs
      log({ level: 'info', event: 'cluster-back', message: `The cluster answers ${kind} again` })
    },
    failed(now) {
      failures++
      if (failures < limits.failures) return
      if (openUntil === undefined) {
        const message = `The cluster has failed ${failures} ${kind} in a row: further ones are refused until it answers`
        log({ level: 'error', event: 'cluster-failed', message })
      } else openMs = Math.min(openMs * 2, limits.maxOpenMs)
      openUntil = now + openMs
    },
  }
}
