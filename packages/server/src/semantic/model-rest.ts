/** The rest of a model that fails: it is not asked for some time, so that it delays no searches. */
import type { Log } from '../system/log.ts'

/** Failures and time-outs in a row after which the model is not asked for `REST_MS`. */
const MAX_MISSES = 3
const REST_MS = 10_000

/** The failures in a row of a model. */
export class ModelRest {
  readonly #log: Log
  #misses = 0
  /** ms of `performance.now`. */
  #until = 0

  constructor(log: Log) {
    this.#log = log
  }

  get isResting(): boolean {
    return performance.now() < this.#until
  }

  /** The model did not answer in time, or failed. `reason` holds no query. */
  missed(reason: string): void {
    this.#misses++
    if (this.#misses < MAX_MISSES) return
    if (this.#misses === MAX_MISSES) {
      const message = `The model of the semantic search is not asked for ${REST_MS / 1000} s at a time, and answers are by words alone: ${reason}`
      this.#log({ level: 'warn', event: 'semantic-resting', message })
    }
    this.#until = performance.now() + REST_MS
  }

  answered(): void {
    if (this.#misses >= MAX_MISSES)
      this.#log({ level: 'info', event: 'semantic-back', message: 'The model of the semantic search answers again' })
    this.#misses = 0
  }
}
