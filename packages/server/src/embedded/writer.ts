/**
 * Who writes to the database. All changes take turns, so that no two connections wait for each other's lock: a turn is one
 * transaction, and what takes longer than a turn may is done in many. Changes of one index come one after the other,
 * whatever turns they take; those of other indexes have their turns between them. The large ones run in a thread of their own, with a connection of its own: a batch of a thousand records keeps a thread busy for
 * 50 ms from its bytes to the disk, a copy of an index for seconds, and searches pass meanwhile. What a turn has written is on disk, and visible to
 * the other connection, when its promise resolves. The thread starts with the first change.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { RequestThread } from '../backend/request-thread.ts'
import { ServerError } from '../wire/errors.ts'
import type { ServerErrorCode } from '../wire/errors.ts'
import { LIMITS } from '../wire/limits.ts'
import type { Limits } from '../wire/limits.ts'
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
  | 'sweep'
  | 'servedState'
  | 'serve'

/**
 * Begins a change, or goes on with one that has paused; `undefined` ends the thread. `waitMs` is how long a turn waits for a
 * lock of another program.
 */
export type ToWriteWorker =
  | { id: number; waitMs: number; change: Change; values: unknown[] }
  | { id: number; waitMs: number }
  | undefined

/**
 * Between two transactions of a change that takes long: others have their turn. `indexes` are those that it is about, where
 * only reading what arrived has told: they have to be waited for.
 */
export interface Pause {
  indexes?: readonly string[]
}

/** What came of one turn of a change; a `ServerError` as its parts, since an error loses its class between threads. */
export type FromWriteWorker =
  /** `remains` tells that records of indexes that are gone are still there. */
  | { result: unknown; remains: boolean }
  | { pause: Pause }
  | { refusal: { code: ServerErrorCode; message: string; retryAfter: number | undefined } }
  | { defect: string }

/** What a change comes to in the end. */
type ResultOf<Name extends Change> =
  ReturnType<Store[Name]> extends Generator<Pause, infer Result> ? Result : ReturnType<Store[Name]>

/** Runs a step when those before it are done; nothing else writes meanwhile. */
export type InTurn = <Result>(step: () => Result | Promise<Result>) => Promise<Result>

/** Between two tries (ms) of a change on the main thread, which does not sleep for a lock. */
const TRY_EVERY_MS = 50

/** Between two looks (ms) at the files while nothing is written. */
const LOOK_EVERY_MS = 1000

const outcomeOf = (message: Exclude<FromWriteWorker, { pause: Pause }>): unknown => {
  if ('result' in message) return message.result
  if ('defect' in message) throw new Error(message.defect)
  const { code, message: text, retryAfter } = message.refusal
  throw new ServerError(code, text, retryAfter === undefined ? {} : { retryAfter })
}

export class Writer {
  readonly #limits: Limits
  readonly #guard: DatabaseGuard | undefined
  readonly #looks: NodeJS.Timeout | undefined
  readonly #thread: RequestThread<ToWriteWorker, FromWriteWorker>
  #last: Promise<unknown> = Promise.resolve()
  /** The end of what was last asked for of each index; of those that nothing was asked for there is no entry. */
  readonly #lanes = new Map<string, Promise<unknown>>()
  #lastID = 0
  #sweeping: Promise<void> | undefined
  #isEnding = false
  /** How long the next turn waits for a lock: after one that waited in vain, those behind it do not. */
  #waitMs: number

  /** `database` is the file, which must be of today's format; `guard` says whether it is whole. */
  constructor(database: string, limits: Limits = LIMITS, guard?: DatabaseGuard) {
    const start = (): Worker =>
      new Worker(workerUrl('write-worker'), { execArgv: [], workerData: { database, limits } })
    this.#thread = new RequestThread(start, 'The thread that writes has failed')
    this.#limits = limits
    this.#waitMs = limits.lockedWaitMs
    this.#guard = guard
    if (guard === undefined) return
    const look = (): void => void this.#next(() => guard.expectWhole()).catch(() => undefined)
    this.#looks = setInterval(look, LOOK_EVERY_MS).unref()
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
        this.#waitMs = this.#limits.lockedWaitMs
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

  /**
   * Runs `work` when all that was asked for earlier of the same indexes is done. What it does of other indexes' is not
   * waited for: it takes turns with theirs.
   */
  inLanes<Result>(indexes: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const before = indexes.map((index) => this.#lanes.get(index))
    const result = Promise.all(before).then(work)
    const done: Promise<unknown> = result
      .catch(() => undefined)
      .finally(() => {
        for (const index of indexes) if (this.#lanes.get(index) === done) this.#lanes.delete(index)
      })
    for (const index of indexes) this.#lanes.set(index, done)
    return result
  }

  /** Makes one change in the thread, in one turn or in several with pauses between them. */
  run<Name extends Change>(change: Name, ...values: Parameters<Store[Name]>): Promise<ResultOf<Name>> {
    return this.handOver([], change, ...values)
  }

  /** As `run`; `memory` of the values goes over to the thread instead of being copied. */
  async handOver<Name extends Change>(
    memory: readonly ArrayBuffer[],
    change: Name,
    ...values: Parameters<Store[Name]>
  ): Promise<ResultOf<Name>> {
    const id = ++this.#lastID
    const first = await this.inTurn(() => this.#post({ id, change, values, waitMs: this.#waitMs }, memory))
    return (await this.#goOn(id, first)) as ResultOf<Name>
  }

  async #goOn(id: number, outcome: FromWriteWorker): Promise<unknown> {
    if ('result' in outcome && outcome.remains) this.sweep()
    if (!('pause' in outcome)) return outcomeOf(outcome)
    const turn = (): Promise<FromWriteWorker> => this.inTurn(() => this.#post({ id, waitMs: this.#waitMs }, []))
    const next = async (): Promise<unknown> => this.#goOn(id, await turn())
    const { indexes } = outcome.pause
    return indexes === undefined ? next() : this.inLanes(indexes, next)
  }

  /** Removes what indexes that are gone have left, a turn's worth at a time: to be called when there is some. */
  sweep(): void {
    this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = undefined))
  }

  async #sweep(): Promise<void> {
    // What fails, or is not done when the server ends, is done after the next start.
    while (!this.#isEnding && (await this.run('sweep').catch(() => false)));
  }

  /** One turn of the thread. Throws here, within the turn, a refusal that the guard and the wait for locks have to see. */
  async #post(message: ToWriteWorker, memory: readonly ArrayBuffer[]): Promise<FromWriteWorker> {
    const outcome = await this.#thread.request(message, memory)
    if ('refusal' in outcome && outcome.refusal.code.startsWith('storage-')) outcomeOf(outcome)
    return outcome
  }

  /** Resolves when all that was asked for is done and the thread has ended. */
  async end(): Promise<void> {
    clearInterval(this.#looks)
    this.#isEnding = true
    await this.#sweeping
    while (this.#lanes.size > 0) await Promise.all(this.#lanes.values())
    await this.#last
    await this.#thread.close(undefined)
  }
}
