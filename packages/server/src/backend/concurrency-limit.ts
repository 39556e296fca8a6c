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
  /** The maximum number of tasks of one client that run at a time; further ones let those of others pass. Default: all. */
  runningPerClient?: number
}

interface Waiting {
  client: string
  take: () => void
}

/** A task that throws frees its place as one that returns. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #limit: WaitingLimit | undefined
  readonly #queue: Waiting[] = []
  #running = 0
  /** Running tasks of each client. */
  readonly #runningOf = new Map<string, number>()

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

  /**
   * Runs a task when its turn comes. Throws as the task does, or the refusal. An empty `client` means an unknown one, whose tasks
   * have no limit of their own.
   */
  async run<Result>(task: () => Promise<Result>, client = ''): Promise<Result> {
    if (this.#hasPlace(client)) this.#count(client, 1)
    else await this.#wait(client)
    try {
      return await task()
    } finally {
      this.#count(client, -1)
      this.#startNext()
    }
  }

  #hasPlace(client: string): boolean {
    const { runningPerClient = Infinity } = this.#limit ?? {}
    return this.#running < this.#most && (client === '' || (this.#runningOf.get(client) ?? 0) < runningPerClient)
  }

  #count(client: string, added: 1 | -1): void {
    this.#running += added
    if (client === '') return
    const running = (this.#runningOf.get(client) ?? 0) + added
    if (running > 0) this.#runningOf.set(client, running)
    else this.#runningOf.delete(client)
  }

  /** Gives a free place to the first waiting task whose client may have it. */
  #startNext(): void {
    const at = this.#queue.findIndex(({ client }) => this.#hasPlace(client))
    const [next] = at < 0 ? [] : this.#queue.splice(at, 1)
    if (next === undefined) return
    this.#count(next.client, 1)
    next.take()
  }

  /** Resolves when a task ends and this one takes its place. */
  #wait(client: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const limit = this.#limit
    if (limit === undefined) {
      this.#queue.push({ client, take: resolve })
      return promise
    }
    if (this.isFull) throw limit.refusal()
    const waiting: Waiting = {
      client,
      take: () => {
        clearTimeout(timer)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1)
      reject(limit.refusal())
    }, limit.waitMs)
    this.#queue.push(waiting)
    return promise
  }
}
