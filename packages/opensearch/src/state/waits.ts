/** Waits for known tasks of the log until they are published or the server ends. */
import { ServerError } from '@docent/server/backend'
import { isApplied } from './head.ts'
import type { View } from './view.ts'

/** Waits end with the view's next change, so they need no requests. */
export class Waits {
  readonly #view: View
  readonly #checkOpen: () => void

  /** `checkOpen` throws when the server is closed. */
  constructor(view: View, checkOpen: () => void) {
    this.#view = view
    this.#checkOpen = checkOpen
  }

  /** Resolves when all tasks of the index that are known at the call are published; throws 503 after `patienceMs`. */
  async settled(name: string, patienceMs = Number.POSITIVE_INFINITY): Promise<void> {
    const last = this.#view.log.waiting.findLast((task) => task.indexes.includes(name))
    if (last !== undefined) await this.published(last.number, patienceMs)
  }

  /** Resolves when the task is published; throws 503 after `patienceMs`. */
  async published(number: number, patienceMs = Number.POSITIVE_INFINITY): Promise<void> {
    const end = performance.now() + patienceMs
    for (;;) {
      this.#checkOpen()
      // Read before the head, so that no later change is missed.
      const { changed } = this.#view
      if (isApplied(this.#view.head, number)) return
      const left = end - performance.now()
      if (left <= 0) throw new ServerError('not-ready', 'The index is being written; try again', { retryAfter: 1 })
      await (left === Number.POSITIVE_INFINITY ? changed : inTime(changed, left))
    }
  }
}

/** Resolves with the promise, or after `ms`. */
async function inTime(promise: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([promise, late.promise])
  clearTimeout(timer)
}
