/**
 * One search worker, with one running search and at most one offered search, which it starts by itself after the running one. It has
 * no policy: the pool decides which search it gets, and when a search has taken too long.
 *
 * An offered search stays in the queue until it starts, and the pool can withdraw it. With an offer the worker stays busy while the
 * pool's thread waits for a core: on two cores beside other busy processes (load 17) the server answered 40 % more searches a second
 * with 10 % less CPU each, in 28 alternating runs with 16 concurrent searches; on an idle machine 9 % more with 4 % less CPU (32 runs).
 */
import { Worker } from 'node:worker_threads'
import { ServerError } from '../../wire/errors.ts'
import { workerUrl } from '../../system/worker-url.ts'
import type {
  FromSearchWorker,
  OpenSnapshot,
  SearchWorkerData,
  ToSearchWorker,
  WorkerFailure,
} from './search-messages.ts'
import type { Job } from './search-queue.ts'

/** Maximum time (ms) for an idle worker to end by itself, once it is ready. */
const ENDING_MS = 2000

/**
 * Size (MiB) of the young generation of a worker's heap. By default V8 lets it grow to 48, which each worker reaches after some
 * thousand queries, although objects do not survive their query.
 */
const YOUNG_MIB = 16

/** Callbacks of a worker to its pool. */
export interface PoolWorkerEvents {
  /** The worker has started, answered a search or opened a snapshot. */
  changed: (worker: PoolWorker) => void
  /** The worker has started the search that was offered to it. */
  started: (job: Job) => void
  /** A search was answered; `ms` is its duration, `cpuMs` its CPU time. */
  answered: (job: Job, times: { ms: number; cpuMs: number }) => void
  /** The thread has used `ms` more of CPU time. */
  worked: (ms: number) => void
  /** The worker ended by itself. */
  crashed: (worker: PoolWorker, cause: Error) => void
}

/** A search that was posted to the worker. */
interface Given {
  number: number
  job: Job
}

/** The error of a search that passed a limit of time, which it names. */
export const tooSlow = (ms: number): ServerError =>
  new ServerError('query-too-slow', `The query took longer than ${ms} ms and was stopped`)

/** A worker that ends by itself reports it to its `PoolWorkerEvents` and is not used again. */
export class PoolWorker {
  readonly #worker: Worker
  readonly #events: PoolWorkerEvents
  readonly #softCutMs: number
  /** The running search, its start, and the CPU time of the thread at its start. */
  #running: Given | undefined
  #started = 0
  #startedCpuMs = 0
  /** The last known CPU time of the thread. */
  #cpuMs = 0
  #isMeasuring = false
  #offered: Given | undefined
  /** Number of the last search that was posted. */
  #lastNumber = 0
  readonly #ready = Promise.withResolvers<void>()
  /** Resolves with the end of the thread, which may be before `end` is called. */
  readonly #exit: Promise<void>
  /** Snapshots that the worker has not opened yet. */
  readonly #opening = new Map<number, PromiseWithResolvers<void>>()
  #isReady = false
  /** Set by the pool when the running search has passed its deadline. */
  isOverdue = false

  constructor(softCutMs: number, events: PoolWorkerEvents) {
    this.#softCutMs = softCutMs
    this.#events = events
    this.#worker = new Worker(workerUrl(import.meta.url, 'search-worker'), {
      // Workers inherit the flags of the process by default, and some (`--input-type`) cannot be combined with a file.
      execArgv: [],
      workerData: { softCutMs } satisfies SearchWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    })
    this.#worker.on('message', (message: FromSearchWorker) => this.#receive(message))
    this.#exit = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.on('error', (error) => events.crashed(this, error as Error))
  }

  /** Whether the worker has started. */
  get isReady(): boolean {
    return this.#isReady
  }

  get isOpening(): boolean {
    return this.#opening.size > 0
  }

  get isWorking(): boolean {
    return this.#running !== undefined
  }

  get running(): Job | undefined {
    return this.#running?.job
  }

  /** The search that the worker will start by itself. */
  get offered(): Job | undefined {
    return this.#offered?.job
  }

  /** Whether the worker would start a search at once. */
  get isFree(): boolean {
    return this.#isReady && !this.isOpening && !this.isWorking
  }

  /** Duration (ms) of the running search so far. */
  workingMs(now: number): number {
    return this.isWorking ? now - this.#started : 0
  }

  /** CPU time (ms) of the running search, as of the last `measure`. */
  get workingCpuMs(): number {
    return this.isWorking ? this.#cpuMs - this.#startedCpuMs : 0
  }

  /**
   * Reads the CPU time of the thread, between two steps of its running search. The result is there as soon as the thread has a core.
   * Node before 24.6 cannot read it: then a search that does not end runs into the limit of elapsed time.
   */
  measure(): void {
    if (this.#isMeasuring || !('cpuUsage' in this.#worker)) return
    this.#isMeasuring = true
    const ended = (): void => undefined
    void this.#worker
      .cpuUsage()
      .then(({ user, system }) => this.#setCpuMs((user + system) / 1000), ended)
      .finally(() => (this.#isMeasuring = false))
  }

  #setCpuMs(ms: number): void {
    if (ms <= this.#cpuMs) return
    this.#events.worked(ms - this.#cpuMs)
    this.#cpuMs = ms
  }

  #post(message: ToSearchWorker): void {
    this.#worker.postMessage(message)
  }

  /** Resolves when the snapshot is open; throws when its bytes are damaged. */
  open(number: number, snapshot: OpenSnapshot): Promise<void> {
    const opening = Promise.withResolvers<void>()
    // The promise of a restarted worker has no receiver; its rejection must not end the process.
    opening.promise.catch(() => undefined)
    this.#opening.set(number, opening)
    this.#post({ type: 'open', number, snapshot })
    return opening.promise
  }

  /** Closes a snapshot. The running search can still read it, because messages keep their order. */
  close(number: number): void {
    this.#post({ type: 'close', number })
  }

  /** Starts a search. To be called when the worker is free. */
  give(job: Job): void {
    this.#run(this.#send(job))
  }

  /** Sends a search that the worker starts when the running one has ended. To be called when it has no offered search. */
  offer(job: Job): void {
    this.#offered = this.#send(job)
  }

  /** Takes the offered search back. If it has already started, its answer is ignored. */
  withdraw(): void {
    if (this.#offered !== undefined) this.#post({ type: 'withdraw', number: this.#offered.number })
    this.#offered = undefined
  }

  /** @returns `undefined` if the search could not be prepared: its sender has the error. */
  #send(job: Job): Given | undefined {
    try {
      const number = ++this.#lastNumber
      this.#post({ type: 'work', number, work: job.prepare() })
      return { number, job }
    } catch (error) {
      job.reject(error as Error)
      return undefined
    }
  }

  #run(given: Given | undefined): void {
    this.#running = given
    this.isOverdue = false
    this.#started = performance.now()
    this.#startedCpuMs = this.#cpuMs
  }

  #receive(message: FromSearchWorker): void {
    this.#setCpuMs(message.cpuMs)
    switch (message.type) {
      case 'ready':
        this.#isReady = true
        this.#ready.resolve()
        break
      case 'opened': {
        const opening = this.#opening.get(message.number)
        this.#opening.delete(message.number)
        if (message.failure) opening?.reject(this.#errorOf(message.failure))
        else opening?.resolve()
        break
      }
      default:
        this.#answer(message)
    }
    this.#events.changed(this)
  }

  #answer(message: FromSearchWorker & { type: 'done' | 'failed' }): void {
    const given = this.#running
    // The answer of a search that was withdrawn too late.
    if (given?.number !== message.number) return
    this.#events.answered(given.job, { ms: performance.now() - this.#started, cpuMs: this.workingCpuMs })
    this.#run(this.#offered)
    this.#offered = undefined
    if (this.#running !== undefined) this.#events.started(this.#running.job)
    if (message.type === 'done') given.job.resolve(message.results)
    else given.job.reject(this.#errorOf(message.failure))
  }

  #errorOf({ code, message }: WorkerFailure): Error {
    if (code === undefined) return new Error(message)
    if (code === 'search_stopped') return tooSlow(this.#softCutMs)
    if (code.startsWith('index_')) return new ServerError('storage-failed', message)
    return new ServerError('bad-request', message)
  }

  rejectOpenings(error: Error): void {
    for (const opening of this.#opening.values()) opening.reject(error)
  }

  /** Ends the worker at once; its search is rejected with `error`. */
  kill(error: Error): void {
    void this.#worker.terminate()
    this.#running?.job.reject(error)
    this.#running = undefined
    this.#offered = undefined
  }

  /** Takes over the unopened snapshots of `other`, which has ended: their promises wait for this worker. */
  succeed(other: PoolWorker): void {
    for (const [number, { resolve, reject }] of other.#opening) {
      const own = this.#opening.get(number)
      if (own === undefined) resolve()
      else own.promise.then(resolve, reject)
    }
  }

  /**
   * Rejects the running search and ends the worker. An idle worker ends by itself: terminating a thread while it starts has crashed
   * the process, so a thread is terminated only after `ENDING_MS`.
   */
  async end(reason: Error): Promise<void> {
    this.rejectOpenings(reason)
    if (this.#running !== undefined) {
      this.#running.job.reject(reason)
      await this.#worker.terminate()
      return
    }
    this.#post({ type: 'end' })
    await Promise.race([this.#ready.promise, this.#exit])
    const patience = setTimeout(() => void this.#worker.terminate(), ENDING_MS)
    await this.#exit
    clearTimeout(patience)
  }
}
