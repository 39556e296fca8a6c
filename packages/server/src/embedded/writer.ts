/**
 * Who writes to the database. All changes take turns, so that no two connections wait for each other's lock, and the large
 * ones run in a thread of their own, with a connection of its own: a batch of a thousand records keeps a thread busy for
 * 50 ms from its bytes to the disk, a copy of an index for seconds, and searches pass meanwhile. What a turn has written is on disk, and visible to
 * the other connection, when its promise resolves. The thread starts with the first change.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ServerError } from '../errors.ts'
import type { ServerErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { DatabaseGuard } from './database-guard.ts'
import type { Store } from './store.ts'
import { workerUrl } from './worker-url.ts'

/** Methods of the store that run in the thread; `servedState` only reads, and takes long. */
export type Change =
  | 'write'
  | 'writeBatch'
  | 'deleteRecords'
  | 'replaceRecords'
  | 'updateSettings'
  | 'saveParts'
  | 'savePartsBatch'
  | 'deletePart'
  | 'copyIndex'
  | 'moveIndex'
  | 'servedState'
  | 'serve'

/** `undefined` ends the thread; `waitMs` is how long it waits for a lock of another program. */
export type ToWriteWorker = { change: Change; values: unknown[]; waitMs: number } | undefined

/** What came of one change; a `ServerError` as its parts, since an error loses its class between threads. */
export type FromWriteWorker =
  | { result: unknown }
  | { refusal: { code: ServerErrorCode; message: string; retryAfter: number | undefined } }
  | { defect: string }

/** Runs a step when those before it are done; nothing else writes meanwhile. */
export type InTurn = <Result>(step: () => Result | Promise<Result>) => Promise<Result>

/** Between two tries (ms) of a change on the main thread, which does not sleep for a lock. */
const TRY_EVERY_MS = 50

/** Between two looks (ms) at the files while nothing is written. */
const LOOK_EVERY_MS = 1000

const outcomeOf = (message: FromWriteWorker): unknown => {
  if ('result' in message) return message.result
  if ('defect' in message) throw new Error(message.defect)
  const { code, message: text, retryAfter } = message.refusal
  throw new ServerError(code, text, retryAfter === undefined ? {} : { retryAfter })
}

export class Writer {
  readonly #database: string
  readonly #guard: DatabaseGuard | undefined
  readonly #looks: NodeJS.Timeout | undefined
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** Of the change that runs. */
  #outcome: PromiseWithResolvers<FromWriteWorker> | undefined

  /** How long the next change waits for a lock: after one that waited in vain, those behind it do not. */
  #waitMs: number = LIMITS.lockedWaitMs

  /** `database` is the file, which must be of today's format; `guard` says whether it is whole. */
  constructor(database: string, guard?: DatabaseGuard) {
    this.#database = database
    this.#guard = guard
    if (guard === undefined) return
    const look = (): void => void this.#next(() => guard.expectWhole()).catch(() => undefined)
    this.#looks = setInterval(look, LOOK_EVERY_MS).unref()
  }

  #start(): Worker {
    const worker = new Worker(workerUrl('write-worker'), { execArgv: [], workerData: this.#database })
    worker.on('message', (message: FromWriteWorker) => this.#outcome?.resolve(message))
    const lost = (cause: unknown): void => {
      // A failure ends the thread, which is told of as well: by then the next one may be at work.
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#outcome?.reject(new Error('The thread that writes has failed', { cause }))
    }
    worker.once('error', lost)
    worker.once('exit', lost)
    return worker
  }

  readonly inTurn: InTurn = (step) => this.#next(() => this.#guarded(step))

  #next<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(step)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** What damaged files would lose is neither begun nor acknowledged. */
  async #guarded<Result>(step: () => Result | Promise<Result>): Promise<Result> {
    await this.#guard?.expectWhole()
    try {
      const result = await this.#whenUnlocked(step)
      await this.#guard?.expectWhole()
      return result
    } catch (error) {
      if (error instanceof ServerError && error.code === 'storage-damaged') this.#guard?.noteDamage(error.message)
      throw error
    }
  }

  /** A change that fails by a lock has done nothing, and is tried again. */
  async #whenUnlocked<Result>(step: () => Result | Promise<Result>): Promise<Result> {
    const end = performance.now() + this.#waitMs
    for (;;) {
      try {
        const result = await step()
        this.#waitMs = LIMITS.lockedWaitMs
        return result
      } catch (error) {
        if (!(error instanceof ServerError) || error.code !== 'storage-locked') throw error
        // An error of the thread, which has waited already, comes without a cause.
        if (error.cause === undefined || performance.now() >= end) {
          this.#waitMs = TRY_EVERY_MS
          throw error
        }
        await delay(TRY_EVERY_MS)
      }
    }
  }

  /** Makes one change in the thread. To be called within a turn. */
  run<Name extends Change>(change: Name, ...values: Parameters<Store[Name]>): Promise<ReturnType<Store[Name]>> {
    return this.handOver([], change, ...values)
  }

  /** As `run`; `memory` of the values goes over to the thread instead of being copied. */
  async handOver<Name extends Change>(
    memory: readonly ArrayBuffer[],
    change: Name,
    ...values: Parameters<Store[Name]>
  ): Promise<ReturnType<Store[Name]>> {
    this.#worker ??= this.#start()
    this.#outcome = Promise.withResolvers()
    const message: ToWriteWorker = { change, values, waitMs: this.#waitMs }
    this.#worker.postMessage(message, memory)
    return outcomeOf(await this.#outcome.promise) as ReturnType<Store[Name]>
  }

  /** Resolves when all that was asked for is done and the thread has ended. */
  async end(): Promise<void> {
    clearInterval(this.#looks)
    await this.#last
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage(undefined satisfies ToWriteWorker)
    await ended
  }
}
