/**
 * One search worker, with at most one piece of work in hand. It has no policy: the pool decides which work it gets, and when
 * a piece has taken too long.
 *
 * More pieces in hand would keep it busy while the pool's thread waits for a core, but a slow search then holds up those
 * behind it unless they can be taken back. Four with taking back answered 4 % more searches a second than one (70 pairs of
 * runs with 16 searches at a time), which is not worth a protocol over shared memory.
 */
import { Worker } from 'node:worker_threads'
import { ServerError } from '../../wire/errors.ts'
import { workerUrl } from '../threads/worker-url.ts'
import type { FromSearchWorker, OpenSnapshot, SearchWorkerData, ToSearchWorker } from './search-messages.ts'
import type { WorkerFailure } from './search-messages.ts'
import type { Job } from './search-queue.ts'

/** How long (ms) an idle worker may take to end by itself, once it is ready. */
const ENDING_MS = 2000

/**
 * Size (MiB) of the part of a worker's heap for new objects. By default V8 lets it grow to 48, which each worker reaches after
 * some thousand queries, although no query's memory outlives it.
 */
const YOUNG_MIB = 16

/** Calls of a worker to its pool. */
export interface PoolWorkerEvents {
  /** It is ready, or has answered or opened something. */
  changed: (worker: PoolWorker) => void
  /** A piece of work took this long (ms). */
  answered: (ms: number) => void
  /** It ended by itself. */
  crashed: (worker: PoolWorker, cause: Error) => void
}

export const tooSlow = (ms: number): ServerError =>
  new ServerError('query-too-slow', `The query took longer than ${ms} ms and was stopped`)

export class PoolWorker {
  readonly #worker: Worker
  readonly #events: PoolWorkerEvents
  readonly #softCutMs: number
  /** In hand, and since when. */
  #job: Job | undefined
  #started = 0
  readonly #ready = Promise.withResolvers<void>()
  /** Snapshots that it has to open. */
  readonly #opening = new Map<number, PromiseWithResolvers<void>>()
  #isReady = false
  /** Set by the pool when the work in hand has passed its deadline. */
  isOverdue = false

  constructor(softCutMs: number, events: PoolWorkerEvents) {
    this.#softCutMs = softCutMs
    this.#events = events
    this.#worker = new Worker(workerUrl(import.meta.url, 'search-worker'), {
      // Some flags of the process (`--input-type`) cannot be combined with a file.
      execArgv: [],
      workerData: { softCutMs } satisfies SearchWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    })
    this.#worker.on('message', (message: FromSearchWorker) => this.#receive(message))
    this.#worker.on('error', (error) => events.crashed(this, error as Error))
  }

  /** Whether it has started. */
  get isReady(): boolean {
    return this.#isReady
  }

  get isOpening(): boolean {
    return this.#opening.size > 0
  }

  get isWorking(): boolean {
    return this.#job !== undefined
  }

  /** Whether it would begin work at once. */
  get isFree(): boolean {
    return this.#isReady && !this.isOpening && !this.isWorking
  }

  /** How long (ms) it has been at the work in hand. */
  workingMs(now: number): number {
    return this.isWorking ? now - this.#started : 0
  }

  #post(message: ToSearchWorker): void {
    this.#worker.postMessage(message)
  }

  /** Resolves when the snapshot is open; throws when its bytes are damaged. */
  open(number: number, snapshot: OpenSnapshot): Promise<void> {
    const opening = Promise.withResolvers<void>()
    // No caller waits for the openings of a restarted worker.
    opening.promise.catch(() => undefined)
    this.#opening.set(number, opening)
    this.#post({ type: 'open', number, snapshot })
    return opening.promise
  }

  /** The work in hand still finds the snapshot: messages keep their order. */
  close(number: number): void {
    this.#post({ type: 'close', number })
  }

  /** Gives it work. To be called when it is free. */
  give(job: Job): void {
    try {
      this.#post({ type: 'work', work: job.prepare() })
      this.#job = job
      this.isOverdue = false
      this.#started = performance.now()
    } catch (error) {
      job.reject(error as Error)
    }
  }

  #receive(message: FromSearchWorker): void {
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
    const job = this.#job
    this.#job = undefined
    this.isOverdue = false
    if (message.type === 'done') job?.resolve(message.results)
    else job?.reject(this.#errorOf(message.failure))
    this.#events.answered(performance.now() - this.#started)
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

  /** Ends the worker at once; its work is rejected with `error`. */
  kill(error: Error): void {
    void this.#worker.terminate()
    this.#job?.reject(error)
    this.#job = undefined
  }

  /** Takes over the openings of `other`, which has ended: their promises wait for this worker. */
  succeed(other: PoolWorker): void {
    for (const [number, { resolve, reject }] of other.#opening) {
      const own = this.#opening.get(number)
      if (own === undefined) resolve()
      else own.promise.then(resolve, reject)
    }
  }

  /**
   * Rejects all and ends. An idle worker ends by itself: terminating a thread while it starts has crashed the process, and is
   * only for emergencies.
   */
  async end(reason: Error): Promise<void> {
    this.rejectOpenings(reason)
    if (this.#job !== undefined) {
      this.#job.reject(reason)
      await this.#worker.terminate()
      return
    }
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#post({ type: 'end' })
    await Promise.race([this.#ready.promise, ended])
    const patience = setTimeout(() => void this.#worker.terminate(), ENDING_MS)
    await ended
    clearTimeout(patience)
  }
}
