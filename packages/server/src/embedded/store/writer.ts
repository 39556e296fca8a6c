/**
 * Orders all changes of the database, so that no two connections wait for each other's lock. Changes run in turns: a turn is one
 * transaction, and a longer change takes several. Changes of one index run one after the other; changes of other indexes run
 * between their turns. Most run in a thread (`write-worker.ts`), since a batch of 1,000 records takes 50 ms and a copy of an index
 * seconds. When the promise of a turn resolves, its changes are on disk and visible to the other connection.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { RequestThread } from '../../backend/request-thread.ts'
import { ServerError } from '../../wire/errors.ts'
import { LIMITS, type Limits } from '../../wire/limits.ts'
import type { DatabaseGuard } from '../files/database-guard.ts'
import type { Change, ResultOf, ValuesOf } from './changes.ts'
import { workerUrl } from '../../system/worker-url.ts'
import type { FromWriteWorker, ToWriteWorker, WriteWorkerData } from './write-messages.ts'

/** Runs a step after all earlier turns; no other change runs during it. */
export type InTurn = <Result>(step: () => Result | Promise<Result>) => Promise<Result>

/** Interval (ms) of the attempts to change the database from the main thread, which must not block while another program holds a lock. */
const TRY_EVERY_MS = 50

/** Interval (ms) of the checks of the files while nothing is written. */
const CHECK_EVERY_MS = 1000

/** Wait (ms) before the first attempt to apply the rest of a committed change that has failed, and before late ones. */
const FIRST_RECOVERY_MS = 1000
const LAST_RECOVERY_MS = 60_000

function resultOf(outcome: Exclude<FromWriteWorker, { pause: unknown }>): unknown {
  if ('result' in outcome) return outcome.result
  if ('defect' in outcome) throw new Error(outcome.defect)
  const { code, message, retryAfter } = outcome.refusal
  throw new ServerError(code, message, retryAfter === undefined ? {} : { retryAfter })
}

/** Used by one process at a time; `close` waits for the running changes and ends the thread. */
export class Writer {
  readonly #limits: Limits
  readonly #guard: DatabaseGuard | undefined
  readonly #checks: NodeJS.Timeout | undefined
  readonly #thread: RequestThread<ToWriteWorker, FromWriteWorker>
  /** The end of the latest turn. */
  #last: Promise<unknown> = Promise.resolve()
  /** The end of the latest change of each index; an index without changes has no entry. */
  readonly #lanes = new Map<string, Promise<unknown>>()
  #lastID = 0
  #removal: Promise<void> | undefined
  #isRecovering = false
  #isEnding = false

  /** Maximum wait (ms) of the next turn for a lock; only `TRY_EVERY_MS` after a turn that did not get the lock. */
  #waitMs: number

  #refusal: string | undefined

  /** Called when the rest of a failed change was applied, so that its index can be built. */
  onRecovery: () => void = () => undefined

  /** Why the disk refused the latest change; `undefined` when it was stored. */
  get refusal(): string | undefined {
    return this.#refusal
  }

  /** `database` is the path of a file with the current format; `guard` checks its files. */
  constructor(database: string, limits: Limits = LIMITS, guard?: DatabaseGuard) {
    this.#limits = limits
    this.#waitMs = limits.lockedWaitMs
    this.#guard = guard
    const workerData: WriteWorkerData = { database, limits }
    const start = (): Worker => new Worker(workerUrl(import.meta.url, 'write-worker'), { execArgv: [], workerData })
    this.#thread = new RequestThread(start, 'The thread that writes has failed')
    if (guard === undefined) return
    const check = (): void => void this.#next(() => guard.expectWhole()).catch(() => undefined)
    this.#checks = setInterval(check, CHECK_EVERY_MS).unref()
  }

  /** Starts the thread before its first change. */
  start(): void {
    this.#thread.start()
  }

  readonly inTurn: InTurn = (step) => this.#next(() => this.#guarded(step))

  #next<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(step)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Checks the files before a change starts and before it is acknowledged: damaged files would lose it. */
  async #guarded<Result>(step: () => Result | Promise<Result>): Promise<Result> {
    try {
      await this.#guard?.expectWhole()
      const result = await this.#whenUnlocked(step)
      await this.#guard?.expectWhole()
      this.#refusal = undefined
      return result
    } catch (error) {
      if (error instanceof ServerError && error.code === 'storage-damaged') this.#guard?.noteDamage(error.message)
      if (error instanceof ServerError && error.code === 'storage-failed') this.#refusal = error.message
      throw error
    }
  }

  /** Repeats a change that another program's lock has refused, which has had no effect. */
  async #whenUnlocked<Result>(step: () => Result | Promise<Result>): Promise<Result> {
    const end = performance.now() + this.#waitMs
    for (;;) {
      try {
        const result = await step()
        this.#waitMs = this.#limits.lockedWaitMs
        return result
      } catch (error) {
        if (!(error instanceof ServerError) || error.code !== 'storage-locked') throw error
        // An error without a cause comes from the thread, which has waited already.
        if (error.cause === undefined || performance.now() >= end) {
          this.#waitMs = TRY_EVERY_MS
          throw error
        }
        await delay(TRY_EVERY_MS)
      }
    }
  }

  /** Runs `work` after all earlier work of the same indexes. Work of other indexes runs between its turns. */
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

  /** Runs one change in the thread, in one turn or several. */
  run<Name extends Change>(change: Name, ...values: ValuesOf<Name>): Promise<ResultOf<Name>> {
    return this.handOver([], change, ...values)
  }

  /** As `run`; the `memory` of the values is transferred to the thread instead of being copied. */
  async handOver<Name extends Change>(
    memory: readonly ArrayBuffer[],
    change: Name,
    ...values: ValuesOf<Name>
  ): Promise<ResultOf<Name>> {
    const id = ++this.#lastID
    const first = await this.inTurn(() => this.#turn({ id, change, values, waitMs: this.#waitMs }, memory))
    return (await this.#goOn(id, first)) as ResultOf<Name>
  }

  async #goOn(id: number, outcome: FromWriteWorker): Promise<unknown> {
    if ('result' in outcome && outcome.hasOrphans) this.removeOrphans()
    if (!('pause' in outcome)) return resultOf(outcome)
    const next = async (): Promise<unknown> =>
      this.#goOn(id, await this.inTurn(() => this.#turn({ id, waitMs: this.#waitMs }, [])))
    const { indexes } = outcome.pause
    return indexes === undefined ? next() : this.inLanes(indexes, next)
  }

  /** Throws refusals of the storage within the turn, because `#guarded` and `#whenUnlocked` handle them. */
  async #turn(message: ToWriteWorker, memory: readonly ArrayBuffer[]): Promise<FromWriteWorker> {
    const outcome = await this.#thread.request(message, memory).catch((error: unknown) => {
      this.#recover()
      throw error
    })
    if ('needsRecovery' in outcome && outcome.needsRecovery) this.#recover()
    if ('refusal' in outcome && outcome.refusal.code.startsWith('storage-')) resultOf(outcome)
    return outcome
  }

  /** Waiting tasks of the index must not depend on another write. */
  #recover(): void {
    if (this.#isRecovering) return
    this.#isRecovering = true
    void this.#recoverLater(FIRST_RECOVERY_MS).finally(() => (this.#isRecovering = false))
  }

  async #recoverLater(waitMs: number): Promise<void> {
    await delay(waitMs, undefined, { ref: false })
    if (this.#isEnding) return
    const recovered = this.run('recover').then(() => true)
    if (await recovered.catch(() => false)) return this.onRecovery()
    return this.#recoverLater(Math.min(2 * waitMs, LAST_RECOVERY_MS))
  }

  /** Removes all orphaned records, one turn at a time. To be called when there are some. */
  removeOrphans(): void {
    this.#removal ??= this.#removeOrphans().finally(() => (this.#removal = undefined))
  }

  async #removeOrphans(): Promise<void> {
    // After a failure, or an earlier end of the server, the next start continues.
    while (!this.#isEnding && (await this.run('removeOrphans').catch(() => false)));
  }

  /** Resolves when all changes are done and the thread has ended. */
  async end(): Promise<void> {
    clearInterval(this.#checks)
    this.#isEnding = true
    await this.#removal
    while (this.#lanes.size > 0) await Promise.all(this.#lanes.values())
    await this.#last
    await this.#thread.close(undefined)
  }
}
