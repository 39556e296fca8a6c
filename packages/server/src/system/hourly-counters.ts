/**
 * Counters by name for the current hour of the clock, with a ceiling of memory. They are in memory only, so no address is written to
 * disk, and they are reset every hour.
 */
import { BoundedCounters } from './bounded-counters.ts'

const HOUR_MS = 3_600_000

/** The clock at the start of the process, continued without its later steps: ms since 1970. */
const steadyNow = (): number => performance.timeOrigin + performance.now()

/**
 * Hours are those of the clock in UTC, so a client may use its limit twice around a full hour. A clock that is set back or
 * forward while the server runs gives no second limit.
 */
export class HourlyCounters {
  readonly #counters: BoundedCounters
  readonly #now: () => number
  #hour = 0

  /** `maxBytes` is the memory of the table; `now` returns ms since 1970. */
  constructor(maxBytes: number, now: () => number = steadyNow) {
    this.#counters = new BoundedCounters(maxBytes)
    this.#now = now
  }

  /** Adds to the counter of a name, and returns its value in this hour. */
  add(name: string, count: number): number {
    const hour = Math.floor(this.#now() / HOUR_MS)
    if (hour !== this.#hour) this.#counters.clear()
    this.#hour = hour
    return this.#counters.add(name, count)
  }

  /** Whole seconds until the next hour begins, rounded up. */
  secondsLeft(): number {
    return Math.ceil((HOUR_MS - (this.#now() % HOUR_MS)) / 1000)
  }
}
