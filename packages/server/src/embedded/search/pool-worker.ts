/**
 * One search worker, with the pieces of work in its hands: it works on the first and the others wait behind it, so that
 * it is never idle between two messages. What it has not begun can be taken back. It holds no policy: when a piece is slow,
 * and what becomes of a worker that does not come back, is the pool's to say.
 */
import { Worker } from 'node:worker_threads'
import { ServerError } from '../../wire/errors.ts'
import type { FromSearchWorker, OpenSnapshot, SearchWorkerData, ToSearchWorker } from './search-messages.ts'
import type { WorkerFailure } from './search-messages.ts'
import type { Job } from './search-queue.ts'
import { createTurns, offerTurn, takeTurn } from './turns.ts'
import { workerUrl } from '../threads/worker-url.ts'

/** How long (ms) an idle worker may take to end by itself, once it has begun. */
const ENDING_MS = 2000

/**
 * In hand and waiting. Under load the pool's thread waits for a core like all others: until it comes to hand out the next
 * piece, some that wait with the workers keep them busy.
 */
const DEPTH = 4

/**
 * What a worker makes and drops within a query has this much room (MiB). Left to itself V8 takes 48 before it looks twice,
 * which each worker reaches after some thousand queries: 50 MiB each for nothing, since no query's memory outlives it.
 */
const YOUNG_MIB = 16

interface HandedJob extends Job {
  /** Its number among those that the worker was handed. */
  turn: number
}

/** What a member tells its pool. */
export interface PoolWorkerEvents {
  /** Something was answered or opened, or the worker has begun. */
  changed: (member: PoolWorker) => void
  /** A piece took so long (ms). */
  answered: (ms: number) => void
  /** The worker ended by itself. */
  crashed: (member: PoolWorker, cause: Error) => void
}

export const tooSlow = (ms: number): ServerError =>
  new ServerError('query-too-slow', `The query took longer than ${ms} ms and was stopped`)

export class PoolWorker {
  readonly #worker: Worker
  readonly #events: PoolWorkerEvents
  readonly #softCutMs: number
  readonly #turns = createTurns()
  #lastTurn = 0
  #jobs: HandedJob[] = []
  /** When the piece in hand was begun, as far as this thread knows. */
  #started = 0
  readonly #begun = Promise.withResolvers<void>()
  /** Snapshots that it is told to open. */
  readonly #opening = new Map<number, PromiseWithResolvers<void>>()
  /** Whether it has begun. */
  isReady = false
  /** The piece in hand takes long: nothing is put behind it. */
  isSlow = false

  constructor(softCutMs: number, events: PoolWorkerEvents) {
    this.#softCutMs = softCutMs
    this.#events = events
    const workerData: SearchWorkerData = { turns: this.#turns, softCutMs }
    // None of the process's own flags: some of them (`--input-type`) do not go with a file.
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MIB }
    this.#worker = new Worker(workerUrl(import.meta.url, 'search-worker'), { execArgv: [], workerData, resourceLimits })
    this.#worker.on('message', (message: FromSearchWorker) => this.#receive(message))
    this.#worker.on('error', (error) => events.crashed(this, error as Error))
  }

  get isOpening(): boolean {
    return this.#opening.size > 0
  }

  /** Whether a piece that is handed to it now will be begun soon. */
  get isFree(): boolean {
    return this.isReady && !this.isOpening && !this.isSlow && this.#jobs.length < DEPTH
  }

  /** Pieces in its hands. */
  get load(): number {
    return this.#jobs.length
  }

  /** For how long (ms) it has been at the piece in hand. */
  workingMs(now: number): number {
    return this.#jobs.length === 0 ? 0 : now - this.#started
  }

  #post(message: ToSearchWorker): void {
    this.#worker.postMessage(message)
  }

  /** Resolves when the snapshot is open; throws when its bytes are damaged. */
  open(number: number, snapshot: OpenSnapshot): Promise<void> {
    const opening = Promise.withResolvers<void>()
    // Whoever waits gets the failure; a restarted worker's openings have nobody waiting.
    opening.promise.catch(() => undefined)
    this.#opening.set(number, opening)
    this.#post({ type: 'open', number, snapshot })
    return opening.promise
  }

  /** Work that was handed out before still finds the snapshot: messages keep their order. */
  close(number: number): void {
    this.#post({ type: 'close', number })
  }

  /** Gives it a piece, after those in its hands. */
  hand(job: Job): void {
    try {
      const work = job.prepare()
      const turn = ++this.#lastTurn
      offerTurn(this.#turns, turn)
      this.#post({ type: 'work', turn, work })
      this.#jobs.push({ ...job, turn })
      if (this.#jobs.length === 1) this.#started = performance.now()
    } catch (error) {
      job.reject(error as Error)
    }
  }

  /** Takes back what it has not begun, because what it is at takes long. */
  slowDown(): Job[] {
    this.isSlow = true
    const [inHand, ...behind] = this.#jobs
    const taken = behind.filter(({ turn }) => takeTurn(this.#turns, turn))
    this.#jobs = this.#jobs.filter((job) => job === inHand || !taken.includes(job))
    return taken
  }

  #receive(message: FromSearchWorker): void {
    switch (message.type) {
      case 'ready':
        this.isReady = true
        this.#begun.resolve()
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

  /** Pieces come back in the order in which they were handed out. */
  #answer(message: FromSearchWorker & { type: 'done' | 'failed' }): void {
    const job = this.#jobs.shift()
    if (message.type === 'done') job?.resolve(message.results)
    else job?.reject(this.#errorOf(message.failure))
    const now = performance.now()
    this.#events.answered(now - this.#started)
    this.#started = now
    this.isSlow = false
  }

  #errorOf({ code, message }: WorkerFailure): Error {
    if (code === undefined) return new Error(message)
    if (code === 'search_stopped') return tooSlow(this.#softCutMs)
    if (code.startsWith('index_')) return new ServerError('storage-failed', message)
    return new ServerError('bad-request', message)
  }

  /** Refuses what it is told to open. */
  rejectOpenings(error: Error): void {
    for (const opening of this.#opening.values()) opening.reject(error)
  }

  /** Ends the worker at once: what it is at is refused with `error`, what it has not begun is given back. */
  kill(error: Error): Job[] {
    void this.#worker.terminate()
    const [inHand, ...behind] = this.#jobs
    inHand?.reject(error)
    this.#jobs = []
    return behind
  }

  /** Those who wait for what `other`, which is gone, was to open, wait for this one. */
  succeed(other: PoolWorker): void {
    for (const [number, { resolve, reject }] of other.#opening) {
      const own = this.#opening.get(number)
      if (own === undefined) resolve()
      else own.promise.then(resolve, reject)
    }
  }

  /**
   * Refuses all and ends. An idle worker ends by itself: ending a thread from outside is for emergencies, and never while
   * it starts, since a process was once seen to crash then.
   */
  async end(reason: Error): Promise<void> {
    const isIdle = this.#jobs.length === 0
    for (const job of this.#jobs) job.reject(reason)
    this.rejectOpenings(reason)
    if (!isIdle) {
      await this.#worker.terminate()
      return
    }
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#post({ type: 'end' })
    await Promise.race([this.#begun.promise, ended])
    const patience = setTimeout(() => void this.#worker.terminate(), ENDING_MS)
    await ended
    clearTimeout(patience)
  }
}
