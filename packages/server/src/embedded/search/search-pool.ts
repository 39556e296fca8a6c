/**
 * The search workers: gives searches to free ones, and replaces a worker that ends by itself or whose search passes its deadline
 * (the search is refused). A new worker opens the snapshots of the old one. `search-queue.ts` has the waiting searches and
 * decides about admission.
 */
import { AnswerCache } from './answer-cache.ts'
import { tooSlow, PoolWorker } from './pool-worker.ts'
import type { IndexBytes, OpenSnapshot, ResultsOf, SearchWork } from './search-messages.ts'
import { SearchQueue, type Job, type Moment, type QueueLimits } from './search-queue.ts'
import type { Log } from '../../system/log.ts'
import { shuttingDown, tooManySearches } from '../../wire/errors.ts'
import type { LIMITS, Limits } from '../../wire/limits.ts'

/** Interval (ms) of the checks of deadlines while searches run or wait: one timer costs less than one for each search. */
const CHECK_MS = 10

/** Duration (ms) of a running search from which its worker has no offered search, because other workers would start it earlier. */
const SLOW_MS = 20

/** Pause (ms) after a thread that could not start: threads cost 0.1 s of CPU each, and descriptors or memory may be free again. */
const RESTART_MS = 1000

/** The limits of the queue, the CPU time after which a search ends itself, and the bytes of the kept answers. */
export type PoolLimits = QueueLimits & Pick<Limits, 'softCutMs' | 'answerCacheBytes'>

/** `close` rejects the waiting searches and ends the threads. */
export class SearchPool {
  readonly #limits: PoolLimits
  readonly #log: Log
  readonly #size: number
  /**
   * The first is started with the first snapshot or search, so that it does not delay the start of the server; the others with the
   * first search that waits, or after the first answer: a thread takes 0.1 s of CPU to start, which would delay the first search.
   */
  #workers: PoolWorker[] = []
  readonly #queue: SearchQueue
  /** Answers from the open snapshots. */
  readonly answers: AnswerCache
  /** CPU time (ms) that a worker has used on average, with the workers that were replaced. */
  #workedMs = 0
  readonly #snapshots = new Map<number, OpenSnapshot>()
  /** A number for each base, by which a worker recognizes it: it receives the same memory as another object each time. */
  readonly #bases = new WeakMap<SharedArrayBuffer, number>()
  #lastBase = 0
  #checking: NodeJS.Timeout | undefined
  /** Time (`performance.now()`) before which no worker is started, because one could not start. */
  #pausedUntil = 0
  #closed = false

  constructor(workers: number, limits: PoolLimits | typeof LIMITS, log: Log) {
    this.#size = workers
    this.#limits = limits
    this.#queue = new SearchQueue(limits, workers)
    this.answers = new AnswerCache(limits.answerCacheBytes)
    this.#log = log
  }

  /** Starts the first worker, before its first snapshot. */
  start(): void {
    if (this.#workers.length === 0 && !this.#isPaused) this.#workers.push(this.#start())
  }

  get #isPaused(): boolean {
    return performance.now() < this.#pausedUntil
  }

  #startAll(): void {
    if (this.#closed || this.#isPaused) return
    while (this.#workers.length < this.#size) this.#workers.push(this.#start())
  }

  #start(): PoolWorker {
    const worker = new PoolWorker(this.#limits.softCutMs, {
      changed: () => this.#dispatch(),
      started: (job) => this.#queue.remove(job),
      answered: ({ client }, { ms, cpuMs }) => {
        this.#queue.noteDuration(ms)
        this.#queue.noteClient(client, cpuMs)
        this.#startAll()
      },
      worked: (ms) => (this.#workedMs += ms / this.#size),
      crashed: (crashed, cause) => this.#crash(crashed, cause),
    })
    for (const [number, snapshot] of this.#snapshots) void worker.open(number, snapshot)
    return worker
  }

  /**
   * Resolves when every worker that can answer searches has opened the snapshot; throws when its bytes are damaged.
   */
  async open(
    number: number,
    bytes: IndexBytes,
    { settings, parts, replicas }: Pick<OpenSnapshot, 'settings' | 'parts' | 'replicas'>,
  ): Promise<void> {
    this.start()
    const { buffer, delta } = bytes
    const base = this.#bases.get(buffer) ?? ++this.#lastBase
    this.#bases.set(buffer, base)
    const snapshot: OpenSnapshot = { base, buffer, delta, settings, parts, replicas }
    this.#snapshots.set(number, snapshot)
    try {
      await this.#openEverywhere(number, snapshot)
    } catch (error) {
      this.close(number)
      throw error
    }
  }

  /** The workers open it one after the other, so that the others can answer. */
  async #openEverywhere(number: number, snapshot: OpenSnapshot): Promise<void> {
    const [first, ...others] = this.#workers
    await first?.open(number, snapshot)
    for (const worker of others) {
      // The successor of a replaced worker has opened all snapshots at its start.
      if (!this.#workers.includes(worker) || this.#closed) continue
      const opened = worker.open(number, snapshot)
      // One that starts answers no searches yet.
      if (worker.isReady) await opened
    }
  }

  close(number: number): void {
    this.#snapshots.delete(number)
    this.answers.close(number)
    for (const worker of this.#workers) worker.close(number)
  }

  /** Whether a search would be refused now of a client with `own` others that wait or run. */
  isFull(own = 0): boolean {
    return this.#queue.isFull(own, performance.now(), this.#running)
  }

  /** Runs a search of a client, as in `Job`. Throws a `ServerError`: overloaded, too slow, or a refusal of the engine. */
  run<Work extends SearchWork>(prepare: () => Work, client: string): Promise<ResultsOf<Work>> {
    if (this.#closed) return Promise.reject(shuttingDown())
    if (this.isFull()) return Promise.reject(tooManySearches())
    this.start()
    const { promise, resolve, reject } = Promise.withResolvers<ResultsOf<SearchWork>>()
    this.#queue.add({ prepare, resolve, reject, client, since: this.#now })
    this.#dispatch()
    if (this.#queue.length > 0) this.#startAll()
    // A worker answers each kind of search with its own kind of results.
    return promise as Promise<ResultsOf<Work>>
  }

  get #running(): Job[] {
    return this.#workers.flatMap(({ running }) => running ?? [])
  }

  #dispatch(): void {
    for (const worker of this.#workers)
      while (worker.isFree) {
        const job = this.#queue.next(this.#running)
        if (job === undefined) break
        this.#workers.find(({ offered }) => offered === job)?.withdraw()
        worker.give(job)
      }
    this.#offer()
    const { waiting, running } = this.load
    if (waiting + running > 0 && !this.#closed) this.#checking ??= setTimeout(() => this.#check(), CHECK_MS)
  }

  /** Offers a waiting search to each worker that runs one. */
  #offer(): void {
    const isOffered = (job: Job): boolean => this.#workers.some(({ offered }) => offered === job)
    const now = performance.now()
    for (const worker of this.#workers) {
      if (!worker.isWorking || worker.isOpening || worker.offered !== undefined || worker.workingMs(now) > SLOW_MS)
        continue
      const job = this.#queue.nextWithout(isOffered, this.#running)
      if (job === undefined) return
      worker.offer(job)
    }
  }

  get #now(): Moment {
    return { ms: performance.now(), workedMs: this.#workedMs }
  }

  #check(): void {
    this.#checking = undefined
    const { hardCutMs, elapsedCutMs } = this.#limits
    const now = this.#now
    for (const worker of this.#workers) {
      const workingMs = worker.workingMs(now.ms)
      if (workingMs <= SLOW_MS) continue
      worker.withdraw()
      worker.measure()
      const isTooLong = workingMs > elapsedCutMs
      if (worker.workingCpuMs <= hardCutMs && !isTooLong) continue
      // Replaced at the second check after the deadline: if this thread was blocked, the answer may be an unread message.
      if (worker.isOverdue) {
        this.#log({ level: 'warn', event: 'search-ended', message: 'A search did not end; its worker was replaced' })
        this.#replace(worker, tooSlow(isTooLong ? elapsedCutMs : hardCutMs))
      } else worker.isOverdue = true
    }
    // Waits do not count while all workers open an index; with several workers only one does at a time.
    if (this.#workers.length > 0 && this.#workers.every(({ isOpening }) => isOpening)) this.#queue.restartWaits(now)
    for (const job of this.#queue.takeLate(now, this.#running)) {
      this.#workers.find(({ offered }) => offered === job)?.withdraw()
      job.reject(tooManySearches())
    }
    if (this.#queue.length > 0) this.#startAll()
    this.#dispatch()
  }

  /** Replaces a worker that ended by itself; at once, unless it had never started: then with a later search. */
  #crash(worker: PoolWorker, cause: Error): void {
    this.#log({ level: 'error', event: 'search-worker-failed', message: `A search worker failed: ${cause.message}` })
    if (worker.isReady) return this.#replace(worker, new Error('The search failed', { cause }))
    this.#pausedUntil = performance.now() + RESTART_MS
    this.#workers = this.#workers.filter((other) => other !== worker)
    worker.rejectOpenings(cause)
  }

  /** Ends a worker, rejects its search with `error`, and starts another worker. */
  #replace(worker: PoolWorker, error: Error): void {
    if (this.#closed || !this.#workers.includes(worker)) return
    if (worker.running) this.#queue.noteClient(worker.running.client, worker.workingCpuMs)
    const successor = this.#start()
    successor.succeed(worker)
    this.#workers = this.#workers.map((other) => (other === worker ? successor : other))
    worker.kill(error)
    this.#dispatch()
  }

  /** Number of searches that wait, and that run. */
  get load(): { waiting: number; running: number } {
    return { waiting: this.#queue.length, running: this.#workers.filter(({ isWorking }) => isWorking).length }
  }

  /** Rejects the waiting searches and ends the workers. */
  async end(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#checking)
    const closed = shuttingDown()
    for (const job of this.#queue.clear()) job.reject(closed)
    await Promise.all(this.#workers.map((worker) => worker.end(closed)))
  }
}
