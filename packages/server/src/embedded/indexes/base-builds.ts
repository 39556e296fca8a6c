/**
 * Bases that are built concurrently with the loop of `generations.ts`, one at a time: those of large indexes, and those that replace
 * a base under a large delta. A base waits here until the loop has built the changes since its start as a delta over it.
 */
import type { IndexRow } from '../database/index-table.ts'
import type { DataFolder } from '../files/data-folder.ts'
import type { BuildFailures } from './build-failures.ts'
import { buildBase, type BuildContext } from './build-generation.ts'
import { filesOf, removeFile, type Generation } from './open-generations.ts'

interface Events {
  /** A build has ended, with or without a base. */
  ended: () => void
  failed: (failures: BuildFailures, row: IndexRow, error: Error) => void
}

/** At most one base is built at a time; `Events` tell the loop of its end. */
export class BaseBuilds {
  readonly #folder: DataFolder
  readonly #context: BuildContext
  readonly #events: Events
  #running: Promise<void> | undefined
  /** Indexes that wait for a base of this class. */
  readonly #parked = new Set<number>()
  /** Complete bases that are not served yet, by index. */
  readonly #waiting = new Map<number, Generation>()

  constructor(context: BuildContext, events: Events) {
    this.#folder = context.folder
    this.#context = context
    this.#events = events
  }

  isParked(indexID: number): boolean {
    return this.#parked.has(indexID)
  }

  /** The base of an index that waits to be served. */
  waitingFor(indexID: number): Generation | undefined {
    return this.#waiting.get(indexID)
  }

  get waiting(): readonly Generation[] {
    return [...this.#waiting.values()]
  }

  addWaiting(base: Generation): void {
    this.#waiting.set(base.row.index_id, base)
  }

  /** As `start`, for an index that cannot be served without a new base: it waits until a running build of another has ended. */
  park(row: IndexRow, failures: BuildFailures): void {
    this.#parked.add(row.id)
    this.start(row, failures)
  }

  /** Starts to build a base unless one is being built. */
  start(row: IndexRow, failures: BuildFailures): void {
    if (this.#running !== undefined || this.#context.signal.aborted) return
    this.#running = this.#build(row, failures).finally(() => {
      this.#running = undefined
      this.#parked.clear()
      this.#events.ended()
    })
  }

  async #build(row: IndexRow, failures: BuildFailures): Promise<void> {
    try {
      const base = await buildBase(this.#context, row)
      if (base !== undefined) this.#waiting.set(row.id, base)
      failures.forget(row.id)
    } catch (error) {
      if (!this.#context.signal.aborted) this.#events.failed(failures, row, error as Error)
    }
  }

  /** Removes the waiting base of an index, and its file unless `next` uses it. */
  drop(indexID: number, next?: Generation): void {
    const waiting = this.#waiting.get(indexID)
    this.#waiting.delete(indexID)
    if (waiting === undefined || waiting.buffer === next?.buffer) return
    for (const file of filesOf(this.#folder, waiting.row)) removeFile(file)
  }

  /** Resolves when the running build has ended. */
  async end(): Promise<void> {
    await this.#running
  }
}
