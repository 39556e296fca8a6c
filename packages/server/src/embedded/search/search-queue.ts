/**
 * Searches that wait for a worker, the oldest first, and the admission of new ones. A search is refused at once when its
 * forecast wait (number of waiting searches, times the mean duration, divided by the workers) is too long; in a burst it may
 * wait longer: these limits protect from waiting and are of elapsed time. The first few are always admitted; they wait for the
 * work of searches before them, so their limit is CPU time, which a busy machine does not use up. Callers pass the times.
 *
 * Clients take turns: the first searches of all clients come first, then the second ones. Otherwise a client with slow searches
 * would delay all others by its whole share of the places. Nor do searches of clients whose last search was slow run in all
 * workers: one worker remains for the others.
 *
 * A deadline without a forecast is simpler and worse. The simulation of `search-queue.test.ts` checks this policy: with
 * searches of 10 ms at five times the capacity it answers with a p99 of 301 ms and refuses at once, and it answers all of a
 * burst of 200 searches of 4 ms. One run of the same simulation with the forecast switched off (not part of the tests) gave a
 * p99 of 457 ms, refusals after 234 ms, and answers to 75 % of the burst.
 */
import type { Limits } from '../../wire/limits.ts'
import type { ResultsOf, SearchWork } from './search-messages.ts'

/** See `LIMITS` for their units and reasons. */
export type QueueLimits = Pick<
  Limits,
  | 'hardCutMs'
  | 'elapsedCutMs'
  | 'queueWaitMs'
  | 'forecastWaitMs'
  | 'burstMs'
  | 'burstWaitMs'
  | 'queuedSearches'
  | 'slowSearchMs'
  | 'waitingPerWorker'
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

/** Number of places that are always admitted, as a multiple of those of one client: the others are left for other clients. */
const PLACES_FOR_OTHERS = 5 / 4

/** Maximum number of slow clients that are remembered; the ones that were slow first are forgotten. */
const SLOW_CLIENTS = 1000

/** A search, and the promise of its sender. */
export interface Job {
  /** Creates the work when it is posted, with the snapshots of that moment. */
  prepare: () => SearchWork
  resolve: (results: ResultsOf<SearchWork>) => void
  reject: (error: Error) => void
  /** Its sender; empty when it is unknown, which counts as a client with no other searches. */
  client: string
  /** Start of its wait. */
  since: Moment
}

/** A moment on two clocks, both in ms. */
export interface Moment {
  /** `performance.now()`. */
  ms: number
  /** CPU time that a worker has used on average. It hardly grows while other programs have the cores. */
  workedMs: number
}

/** Decides only: the pool starts the searches and runs the timers. */
export class SearchQueue {
  readonly #limits: QueueLimits
  readonly #workers: number
  #jobs: Job[] = []
  #meanMs = 0
  readonly #slowClients = new Set<string>()
  /** Time since which the queue has not been empty. */
  #nonEmptySince = 0

  constructor(limits: QueueLimits, workers: number) {
    this.#limits = limits
    this.#workers = workers
  }

  get length(): number {
    return this.#jobs.length
  }

  /** Whether a new search is refused of a client with `own` others that wait or run. */
  isFull(own: number, now: number, running: readonly Job[] = []): boolean {
    const { queuedSearches, forecastWaitMs, waitingPerWorker } = this.#limits
    if (this.length >= queuedSearches || (own > 0 && own >= waitingPerWorker * this.#workers)) return true
    if (this.length < this.#alwaysAdmitted) return false
    const before = this.#turns(running).filter(({ turn }) => turn <= own).length
    return before >= this.#alwaysAdmitted && this.#forecastMs(before) > this.#longestWaitMs(now, forecastWaitMs)
  }

  /** The searches in the order in which they start. `turn` is the number of searches of the same client that come before. */
  #turns(running: readonly Job[]): { job: Job; turn: number }[] {
    if (this.#jobs.length === 0) return []
    const ofClient = new Map<string, number>()
    const turnOf = ({ client }: Job): number => {
      const turn = client === '' ? 0 : (ofClient.get(client) ?? 0)
      ofClient.set(client, turn + 1)
      return turn
    }
    for (const job of running) turnOf(job)
    return this.#jobs.map((job) => ({ job, turn: turnOf(job) })).toSorted((left, right) => left.turn - right.turn)
  }

  /** Number of waiting searches up to which another is admitted at any forecast wait. */
  get #alwaysAdmitted(): number {
    return this.#limits.waitingPerWorker * this.#workers * PLACES_FOR_OTHERS
  }

  /** The forecast wait of a new search that starts after `before` others. */
  #forecastMs(before: number): number {
    return (before * this.#meanMs) / this.#workers
  }

  /** `ms`; in a burst (the queue was empty a short time ago) at least `burstWaitMs`. */
  #longestWaitMs(now: number, ms: number): number {
    const { burstMs, burstWaitMs } = this.#limits
    const nonEmptyMs = this.length === 0 ? 0 : now - this.#nonEmptySince
    return nonEmptyMs < burstMs ? Math.max(burstWaitMs, ms) : ms
  }

  add(job: Job): void {
    if (this.length === 0) this.#nonEmptySince = job.since.ms
    this.#jobs.push(job)
  }

  /** The next search for which `isOffered` is false; it remains in the queue. `running` are the searches of the workers. */
  nextWithout(isOffered: (job: Job) => boolean, running: readonly Job[]): Job | undefined {
    const slow = running.filter(({ client }) => this.#slowClients.has(client)).length
    const isLeft = this.#workers > 1 && slow >= this.#workers - 1
    return this.#turns(running).find(({ job }) => !isOffered(job) && !(isLeft && this.#slowClients.has(job.client)))
      ?.job
  }

  /** Removes a search, which a worker has started by itself. */
  remove(started: Job): void {
    this.#jobs = this.#jobs.filter((job) => job !== started)
  }

  /** Removes and returns the next search; `undefined` also where the others are left for later. */
  next(running: readonly Job[] = []): Job | undefined {
    const next = this.nextWithout(() => false, running)
    if (next !== undefined) this.remove(next)
    return next
  }

  /**
   * Removes and returns the searches that have waited too long. The first few may wait for as much work of the workers as a search may
   * take; their wait by the clock has a limit for machines on which other programs have the cores.
   */
  takeLate(now: Moment, running: readonly Job[] = []): Job[] {
    const { queueWaitMs, hardCutMs, elapsedCutMs } = this.#limits
    const mostMs = this.#longestWaitMs(now.ms, queueWaitMs)
    const isLate = ({ since }: Job, i: number): boolean => {
      const waitedMs = now.ms - since.ms
      if (waitedMs <= mostMs) return false
      return i >= this.#alwaysAdmitted || now.workedMs - since.workedMs > hardCutMs || waitedMs > elapsedCutMs
    }
    const late = this.#turns(running)
      .map(({ job }) => job)
      .filter(isLate)
    if (late.length > 0) this.#jobs = this.#jobs.filter((job) => !late.includes(job))
    return late
  }

  /** Sets the start of all waits to `now`. */
  restartWaits(now: Moment): void {
    for (const job of this.#jobs) job.since = now
  }

  /** Counts the duration (ms) of a search in the mean. */
  noteDuration(ms: number): void {
    const most = Math.min(COUNTED_MS, COUNTED_TIMES * Math.max(LEAST_MEAN_MS, this.#meanMs))
    this.#meanMs += (Math.min(ms, most) - this.#meanMs) * RECENT
  }

  /** Remembers whether the last search of a client was slow. `cpuMs` is its CPU time. */
  noteClient(client: string, cpuMs: number): void {
    this.#slowClients.delete(client)
    if (client === '' || cpuMs < this.#limits.slowSearchMs) return
    this.#slowClients.add(client)
    const [first] = this.#slowClients
    if (this.#slowClients.size > SLOW_CLIENTS && first !== undefined) this.#slowClients.delete(first)
  }

  /** Removes and returns all searches. */
  clear(): Job[] {
    const jobs = this.#jobs
    this.#jobs = []
    return jobs
  }
}
