/**
 * Collects events for a backend. Every holder of a search key may send events, and each write waits for the disk. So the events of
 * 200 ms are written together, and their senders are answered then.
 */
import type { SearchEvent } from '../wire/operations.ts'
import { tooMany } from '../wire/errors.ts'

/** Time between two writes, in ms. Clients wait 1 s for an answer. */
const WRITE_EVERY_MS = 200

/** One write runs at a time; events that arrive during a write are in the next one. */
export class EventQueue {
  readonly #most: number
  readonly #write: (events: readonly SearchEvent[]) => Promise<void>
  #pending: SearchEvent[] = []
  /** Number of events in the running write; they count against the limit. */
  #writing = 0
  #written: PromiseWithResolvers<void> | undefined
  #timer: NodeJS.Timeout | undefined

  /** Holds at most `most` events that are not written; `write` resolves when its events are durable. */
  constructor(most: number, write: (events: readonly SearchEvent[]) => Promise<void>) {
    this.#most = most
    this.#write = write
  }

  /** Resolves when the events are written; rejects with the error of `write`, or when too many wait. */
  add(events: readonly SearchEvent[]): Promise<void> {
    if (this.#writing + this.#pending.length + events.length > this.#most)
      return Promise.reject(tooMany('events at the same time'))
    this.#pending.push(...events)
    this.#written ??= Promise.withResolvers<void>()
    this.#timer ??= setTimeout(() => void this.#writePending(), WRITE_EVERY_MS)
    return this.#written.promise
  }

  async #writePending(): Promise<void> {
    const events = this.#pending
    const written = this.#written
    clearTimeout(this.#timer)
    this.#pending = []
    this.#written = undefined
    this.#timer = undefined
    this.#writing += events.length
    try {
      await this.#write(events)
      written?.resolve()
    } catch (error) {
      written?.reject(error)
    } finally {
      this.#writing -= events.length
    }
  }

  /** Resolves when the currently waiting events are written. */
  async settled(): Promise<void> {
    await this.#written?.promise
  }

  /** Writes the waiting events at once. */
  async end(): Promise<void> {
    if (this.#pending.length > 0) await this.#writePending()
  }
}
