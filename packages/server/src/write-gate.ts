/** How many writes wait for their turn, and how much memory they hold meanwhile. */
import { tooMany } from './errors.ts'
import type { Limits } from './limits.ts'

export class WriteGate {
  readonly #most: Pick<Limits, 'waitingWrites' | 'waitingWriteBytes'>
  #writes = 0
  #bytes = 0

  constructor(most: Pick<Limits, 'waitingWrites' | 'waitingWriteBytes'>) {
    this.#most = most
  }

  /** Runs a write that holds so many bytes until it is done. Throws 429 when there is no room for it. */
  async pass<Result>(bytes: number, write: () => Promise<Result>): Promise<Result> {
    const { waitingWrites, waitingWriteBytes } = this.#most
    if (this.#writes >= waitingWrites || this.#bytes + bytes > waitingWriteBytes)
      throw tooMany('writes at the same time')
    this.#writes++
    this.#bytes += bytes
    try {
      return await write()
    } finally {
      this.#writes--
      this.#bytes -= bytes
    }
  }
}
