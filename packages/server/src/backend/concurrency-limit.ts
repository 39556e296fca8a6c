/** Runs a limited number of tasks at a time; the others wait in the order of their arrival. */
import type { ServerError } from '../wire/errors.ts'

/** Limits of the tasks that wait; a task beyond one rejects with `refusal()` and does not run. */
export interface WaitingLimit {
  /** The maximum number of tasks that wait. */
  waiting: number
  /** The longest wait, in ms. */
  waitMs: number
  /** The error of a task that would wait behind too many others, or has waited for too long. */
  refusal: () => ServerError
}

/** A task that throws frees its place as one that returns. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #limit: WaitingLimit | undefined
  #running = 0
  readonly #queue: (() => void)[] = []

  /** At most `most` tasks run at a time. Without a `limit` any number waits for any time. */
  constructor(most: number, limit?: WaitingLimit) {
    this.#most = most
    this.#limit = limit
  }

  get load(): { waiting: number; running: number } {
    return { waiting: this.#queue.length, running: this.#running }
  }

  /** Whether a task that had to wait would be refused. */
  get isFull(): boolean {
    return this.#limit !== undefined && this.#queue.length >= this.#limit.waiting
  }

  /** Runs a task when its turn comes. Throws as the task does, or the refusal. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#most) await this.#wait()
    else this.#running++
    try {
      return await task()
    } finally {
      // The next task takes the place; without one the place is free.
      const next = this.#queue.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  /** Resolves when a task ends and this one takes its place. */
  #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const limit = this.#limit
    if (limit === undefined) {
      this.#queue.push(resolve)
      return promise
    }
    if (this.isFull) throw limit.refusal()
    const take = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(take), 1)
      reject(limit.refusal())
    }, limit.waitMs)
    this.#queue.push(take)
    return promise
  }
}
