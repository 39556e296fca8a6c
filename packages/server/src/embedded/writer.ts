/**
 * Who writes to the database. All changes take turns, so that no two connections wait for each other's lock, and the large
 * ones run in a thread of their own, with a connection of its own: a batch of a thousand records keeps a thread busy for
 * 50 ms from its bytes to the disk, a copy of an index for seconds, and searches pass meanwhile. What a turn has written is on disk, and visible to
 * the other connection, when its promise resolves. The thread starts with the first change.
 */
import { Worker } from 'node:worker_threads'
import { ServerError } from '../errors.ts'
import type { ServerErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { Limits } from '../limits.ts'
import type { Store } from './store.ts'
import { workerUrl } from './worker-url.ts'

/** Methods of the store that run in the thread; `servedParts` only reads, and takes long. */
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
  | 'servedParts'
  | 'serve'

/** `undefined` ends the thread. */
export type ToWriteWorker = { change: Change; values: unknown[] } | undefined

/** What came of one change; a `ServerError` as its parts, since an error loses its class between threads. */
export type FromWriteWorker =
  | { result: unknown }
  | { refusal: { code: ServerErrorCode; message: string; retryAfter: number | undefined } }
  | { defect: string }

/** Runs a step when those before it are done; nothing else writes meanwhile. */
export type InTurn = <Result>(step: () => Result | Promise<Result>) => Promise<Result>

const outcomeOf = (message: FromWriteWorker): unknown => {
  if ('result' in message) return message.result
  if ('defect' in message) throw new Error(message.defect)
  const { code, message: text, retryAfter } = message.refusal
  throw new ServerError(code, text, retryAfter === undefined ? {} : { retryAfter })
}

export class Writer {
  readonly #database: string
  readonly #limits: Limits
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** Of the change that runs. */
  #outcome: PromiseWithResolvers<FromWriteWorker> | undefined

  /** `database` is the file, which must be of today's format. */
  constructor(database: string, limits: Limits = LIMITS) {
    this.#database = database
    this.#limits = limits
  }

  #start(): Worker {
    const worker = new Worker(workerUrl('write-worker'), {
      execArgv: [],
      workerData: { database: this.#database, limits: this.#limits },
    })
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

  readonly inTurn: InTurn = (step) => {
    const result = this.#last.then(step)
    this.#last = result.catch(() => undefined)
    return result
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
    const message: ToWriteWorker = { change, values }
    this.#worker.postMessage(message, memory)
    return outcomeOf(await this.#outcome.promise) as ReturnType<Store[Name]>
  }

  /** Resolves when all that was asked for is done and the thread has ended. */
  async end(): Promise<void> {
    await this.#last
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage(undefined satisfies ToWriteWorker)
    await ended
  }
}
