/**
 * How many searches this server has at the cluster at a time. More than a node's search threads only wait there, where
 * nobody can refuse them; here they are refused as soon as they would wait for too long.
 */
import { ServerError, tooMany, type Limits } from '@docent/server/backend'

/** A node searches with one and a half times its cores; a query spends half of its time here. */
const RUNNING = 16

export class SearchGate {
  readonly #limits: Limits
  #running = 0
  #closed = false
  readonly #queue: (() => void)[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get load(): { waiting: number; running: number } {
    return { waiting: this.#queue.length, running: this.#running }
  }

  get isFull(): boolean {
    return this.#queue.length >= this.#limits.queuedSearches
  }

  /** Runs a search in its turn. Throws 429 where too many wait, or it has waited too long. */
  async run<Result>(search: () => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new ServerError('closed', 'The server is shutting down')
    if (this.#running >= RUNNING) await this.#turn()
    else this.#running++
    try {
      return await search()
    } finally {
      const next = this.#queue.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  /** Resolves when a search that ends gives its place away. */
  #turn(): Promise<void> {
    if (this.isFull) throw tooMany('searches at the same time')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const take = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      const place = this.#queue.indexOf(take)
      if (place >= 0) this.#queue.splice(place, 1)
      reject(tooMany('searches at the same time'))
    }, this.#limits.queueWaitMs)
    this.#queue.push(take)
    return promise
  }

  close(): void {
    this.#closed = true
  }
}
