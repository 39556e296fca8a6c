/** The pace of requests to one host: a rate that follows the host's response times, pauses that it asks for, an end. */

/** Parameters of a pace. */
export interface PaceOptions {
  /** Requests per second, fixed; default: adapting. 0: no limit (hosts of the operator's own network). */
  rate?: number
  /** Seconds between requests (`Crawl-delay`); the slower of both applies. */
  delay: number
}

/** Pace of one host. Times are in ms of a monotonic clock. */
export interface Pace {
  /** Reserves the next request; returns the time at which it may start. */
  reserve: (now: number) => number
  succeeded: (duration: number) => void
  /** @param wait ms that the host asked for. */
  failed: (now: number, wait: number | undefined) => void
  /** The host failed so often in a row that further requests are useless. */
  isGivenUp: () => boolean
}

/** Requests per second: the start, and the bounds. Read the Docs asks crawlers for less than 4. */
const START_RATE = 2
const MIN_RATE = 1
const MAX_RATE = 4

/** Rate gained by each answer in time. */
const STEP = 0.05

/** A response time of this many times the host's usual one is a sign of load. */
const SLOW = 2

/** Response times (ms) below this are never a sign of load. */
const FAST_ENOUGH = 250

/** Weight of one answer in the usual response time. */
const WEIGHT = 0.1

/** Failures in a row after which a host is given up. */
const MAX_FAILURES = 20

/** Makes the pace of a host. */
export function makePace({ rate, delay }: PaceOptions): Pace {
  let current = rate ?? START_RATE
  let usual: number | undefined
  let next = 0
  let failures = 0
  const interval = (): number => Math.max(current === 0 ? 0 : 1000 / current, delay * 1000)
  return {
    reserve(now) {
      const start = Math.max(now, next)
      next = start + interval()
      return start
    },
    succeeded(duration) {
      failures = 0
      const isSlow = usual !== undefined && duration > FAST_ENOUGH && duration > usual * SLOW
      usual = usual === undefined ? duration : usual + (duration - usual) * WEIGHT
      if (rate === undefined) current = isSlow ? Math.max(MIN_RATE, current / 2) : Math.min(MAX_RATE, current + STEP)
    },
    failed(now, wait) {
      failures++
      if (rate === undefined) current = Math.max(MIN_RATE, current / 2)
      if (wait !== undefined) next = Math.max(next, now + wait)
    },
    isGivenUp: () => failures >= MAX_FAILURES,
  }
}
