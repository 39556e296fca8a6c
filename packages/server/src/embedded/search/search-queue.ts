/**
 * Searches that wait for a worker, the oldest first, and how long they will: what would wait too long is not taken in at
 * all. Times are ms of `performance.now()`.
 */
import type { ResultsOf, SearchWork } from './search-messages.ts'

/** Weight of the latest piece in the mean time of a piece. */
const RECENT = 0.05

/**
 * What a piece counts at most in that mean: so many ms, and so many times the mean, which may be low at first. One from hell
 * tells nothing of the others; nor do the two that were in hand while the machine or a collector held all up, which would
 * make what came meanwhile look like more than can be answered. Where all are slower, the mean doubles with every fifth.
 */
const COUNTED_MS = 100
const COUNTED_TIMES = 4
const LEAST_MEAN_MS = 2

/** A piece of work, and who waits for it. */
export interface Job {
  /** Called when the work is handed out, so that it names the snapshots of that moment. */
  prepare: () => SearchWork
  resolve: (results: ResultsOf<SearchWork>) => void
  reject: (error: Error) => void
  /** From when on its waiting counts. */
  since: number
}

export class SearchQueue {
  #jobs: Job[] = []
  /** Mean time of a piece. */
  #meanMs = 0
  /** From when on something has waited without a pause. */
  #waitingSince = 0

  get length(): number {
    return this.#jobs.length
  }

  add(job: Job): void {
    if (this.#jobs.length === 0) this.#waitingSince = job.since
    this.#jobs.push(job)
  }

  /** What comes back from a worker goes before all that waits. */
  putBack(jobs: readonly Job[]): void {
    if (this.#jobs.length === 0) this.#waitingSince = performance.now()
    this.#jobs.unshift(...jobs)
  }

  next(): Job | undefined {
    return this.#jobs.shift()
  }

  /** For how long (ms) something has waited without a pause. */
  waitedMs(now: number): number {
    return this.#jobs.length === 0 ? 0 : now - this.#waitingSince
  }

  /** Takes out those that have waited for longer than `ms`; the first few may wait for longer. */
  takeLate(now: number, ms: number, few: { count: number; ms: number }): Job[] {
    const most = (i: number): number => (i < few.count ? Math.max(few.ms, ms) : ms)
    const late = this.#jobs.filter(({ since }, i) => now - since > most(i))
    if (late.length > 0) this.#jobs = this.#jobs.filter((job) => !late.includes(job))
    return late
  }

  /** The waiting counts from now on. */
  beginAnew(now: number): void {
    for (const job of this.#jobs) job.since = now
  }

  /** Tells how long a piece took. */
  count(ms: number): void {
    const most = Math.min(COUNTED_MS, COUNTED_TIMES * Math.max(LEAST_MEAN_MS, this.#meanMs))
    this.#meanMs += (Math.min(ms, most) - this.#meanMs) * RECENT
  }

  /** How long one will wait before which `length` others do, with so many workers. */
  foreseenMs(length: number, workers: number): number {
    return (length * this.#meanMs) / workers
  }

  /** Takes out all. */
  clear(): Job[] {
    const jobs = this.#jobs
    this.#jobs = []
    return jobs
  }
}
