/**
 * A circuit breaker: after some failures in a row requests are refused at once for a moment; then a single one is let
 * through, and what becomes of it decides. Each time that it fails again, the moment doubles. Times are ms of any clock.
 */
import type { Log } from '@docent/server/backend'

export interface Breaker {
  /** Whether a request may be made now; its end has to be told. */
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

/** `what` names the requests in the log. */
export function createBreaker(what: string, limits: BreakerLimits, log: Log): Breaker {
  let failures = 0
  let openMs = limits.openMs
  let openUntil: number | undefined
  return {
    takes(now) {
      if (openUntil === undefined) return true
      if (now < openUntil) return false
      // The one that is let through; who comes while it runs is refused, for as long as it may take.
      openUntil = now + openMs
      return true
    },
    succeeded() {
      failures = 0
      if (openUntil === undefined) return
      openUntil = undefined
      openMs = limits.openMs
      log({ level: 'info', event: 'cluster-back', message: `The cluster answers ${what} again` })
    },
    failed(now) {
      failures++
      if (failures < limits.failures) return
      if (openUntil === undefined) {
        const message = `The cluster has failed ${failures} ${what} in a row: further ones are refused until it answers`
        log({ level: 'error', event: 'cluster-failed', message })
      } else openMs = Math.min(openMs * 2, limits.maxOpenMs)
      openUntil = now + openMs
    },
  }
}
