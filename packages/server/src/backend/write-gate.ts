/** How many writes wait for their turn, and how much memory they hold until then. */
import { tooMany } from '../wire/errors.ts'
import type { Limits } from '../wire/limits.ts'

/** What one index may have of it: those that wait for something long leave room for others. */
const SHARE = 1 / 4

interface Waiting {
  writes: number
  bytes: number
}

export class WriteGate {
  readonly #most: Waiting
  readonly #all: Waiting = { writes: 0, bytes: 0 }
  /** Of those for which something waits. */
  readonly #ofIndex = new Map<string, Waiting>()

  constructor({ waitingWrites, waitingWriteBytes }: Pick<Limits, 'waitingWrites' | 'waitingWriteBytes'>) {
    this.#most = { writes: waitingWrites, bytes: waitingWriteBytes }
  }

  #fits({ writes, bytes }: Waiting, more: number, share: number): boolean {
    return writes + 1 <= this.#most.writes * share && bytes + more <= this.#most.bytes * share
  }

  /** Runs a write to some indexes, which holds `bytes` until it is done. Throws 429 when there is no room for it. */
  async pass<Result>(indexes: readonly string[], bytes: number, write: () => Promise<Result>): Promise<Result> {
    const hasRoom = (index: string): boolean => this.#fits(this.#ofIndex.get(index) ?? NOTHING, bytes, SHARE)
    if (!this.#fits(this.#all, bytes, 1) || !indexes.every(hasRoom)) throw tooMany('writes at the same time')
    this.#count(indexes, 1, bytes)
    try {
      return await write()
    } finally {
      this.#count(indexes, -1, -bytes)
    }
  }

  #count(indexes: readonly string[], writes: number, bytes: number): void {
    this.#all.writes += writes
    this.#all.bytes += bytes
    for (const index of indexes) {
      const before = this.#ofIndex.get(index) ?? NOTHING
      const after = { writes: before.writes + writes, bytes: before.bytes + bytes }
      if (after.writes === 0) this.#ofIndex.delete(index)
      else this.#ofIndex.set(index, after)
    }
  }
}

const NOTHING: Waiting = { writes: 0, bytes: 0 }
