/**
 * Searches that wait for a worker, the oldest first, and the admission of new ones. A search is refused at once when its
 * forecast wait (number of waiting searches, times the mean duration, divided by the workers) is too long; in a burst it may
 * wait longer. The first few are always admitted. Times are ms of `performance.now()`, which callers pass.
 *
 * A deadline without a forecast is simpler and worse. In simulated time (the simulation of `search-queue.test.ts`), with
 * searches of 10 ms at five times the capacity, it answers with a p99 of 457 ms instead of 301 and refuses after 234 ms
 * instead of at once; of bursts of 200 searches of 4 ms it answers 75 % instead of all.
 */
import type { Limits } from '../../wire/limits.ts'
import type { ResultsOf, SearchWork } from './search-messages.ts'

export type QueueLimits = Pick<
  Limits,
  'hardCutMs' | 'queueWaitMs' | 'foreseenWaitMs' | 'burstMs' | 'burstWaitMs' | 'queuedSearches' | 'waitingPerWorker'
>

/** Weight of the latest search in the mean duration. */
const RECENT = 0.05

/**
 * Maximum duration (ms) that one search counts in the mean: an absolute one, and a multiple of the mean, which is at least
 * `LEAST_MEAN_MS` for that. One very slow search, or a pause of the whole machine, must not make all waits look too long.
 * When all searches are slower, the mean doubles within five of them.
 */
const COUNTED_MS = 100
const COUNTED_TIMES = 4
const LEAST_MEAN_MS = 2

/** Places that are always admitted, compared with those that one client may fill: other clients find the rest. */
const PLACES_FOR_OTHERS = 5 / 4

/** A piece of work, and the promise of its sender. */
export interface Job {
  /** Called when the work is posted, so that it names the snapshots of that moment. */
  prepare: () => SearchWork
  resolve: (results: ResultsOf<SearchWork>) => void
  reject: (error: Error) => void
  /** Its wait counts from here. */
  since: number
}

export class SearchQueue {
  readonly #limits: QueueLimits
  readonly #workers: number
  #jobs: Job[] = []
  #meanMs = 0
  /** Since then the queue has not been empty. */
  #nonEmptySince = 0

  constructor(limits: QueueLimits, workers: number) {
    this.#limits = limits
    this.#workers = workers
  }

  get length(): number {
    return this.#jobs.length
  }

  /** Whether a new search of a client with `own` others in hand is refused. */
  isFull(own: number, now: number): boolean {
    const { queuedSearches, foreseenWaitMs, waitingPerWorker } = this.#limits
    if (this.length >= queuedSearches || (own > 0 && own >= waitingPerWorker * this.#workers)) return true
    return this.length >= this.#alwaysAdmitted && this.#forecastMs() > this.#longestWaitMs(now, foreseenWaitMs)
  }

  /** Number of waiting searches up to which another is admitted, whatever its forecast wait. */
  get #alwaysAdmitted(): number {
    return this.#limits.waitingPerWorker * this.#workers * PLACES_FOR_OTHERS
  }

  /** The wait of a search behind all that wait now. */
  #forecastMs(): number {
    return (this.length * this.#meanMs) / this.#workers
  }

  /** `ms`, or more in a burst, that is while the queue has not been non-empty for long. */
  #longestWaitMs(now: number, ms: number): number {
    const { burstMs, burstWaitMs } = this.#limits
    const nonEmptyMs = this.length === 0 ? 0 : now - this.#nonEmptySince
    return nonEmptyMs < burstMs ? Math.max(burstWaitMs, ms) : ms
  }

  add(job: Job): void {
    if (this.length === 0) this.#nonEmptySince = job.since
    this.#jobs.push(job)
  }

  /** Takes out the first. */
  next(): Job | undefined {
    return this.#jobs.shift()
  }

  /** Takes out the searches that have waited too long; the first few may wait as long as a search may take. */
  takeLate(now: number): Job[] {
    const { queueWaitMs, hardCutMs } = this.#limits
    const mostMs = this.#longestWaitMs(now, queueWaitMs)
    const isLate = ({ since }: Job, i: number): boolean =>
      now - since > (i < this.#alwaysAdmitted ? Math.max(hardCutMs, mostMs) : mostMs)
    const late = this.#jobs.filter(isLate)
    if (late.length > 0) this.#jobs = this.#jobs.filter((job) => !late.includes(job))
    return late
  }

  /** Lets all waits count from now on. */
  restartWaits(now: number): void {
    for (const job of this.#jobs) job.since = now
  }

  /** Counts the duration (ms) of a search in the mean. */
  count(ms: number): void {
    const most = Math.min(COUNTED_MS, COUNTED_TIMES * Math.max(LEAST_MEAN_MS, this.#meanMs))
    this.#meanMs += (Math.min(ms, most) - this.#meanMs) * RECENT
  }

  /** Takes out all. */
  clear(): Job[] {
    const jobs = this.#jobs
    this.#jobs = []
    return jobs
  }
}
