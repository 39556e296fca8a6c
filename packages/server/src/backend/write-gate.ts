/** Limits the number of waiting writes and the memory that they use. */
import { tooMany } from '../wire/errors.ts'
import type { Limits } from '../wire/limits.ts'

/** Share of one index: its writes, which may wait for a long build, leave places for the writes of other indexes. */
const SHARE = 1 / 4

interface Waiting {
  writes: number
  bytes: number
}

/** An index may use only a share of the limits, so that one with slow writes leaves room for the others. */
export class WriteGate {
  readonly #most: Waiting
  readonly #all: Waiting = { writes: 0, bytes: 0 }
  /** Only indexes with waiting writes have an entry. */
  readonly #ofIndex = new Map<string, Waiting>()

  constructor({ waitingWrites, waitingWriteBytes }: Pick<Limits, 'waitingWrites' | 'waitingWriteBytes'>) {
    this.#most = { writes: waitingWrites, bytes: waitingWriteBytes }
  }

  #fits({ writes, bytes }: Waiting, more: number, share: number): boolean {
    return writes + 1 <= this.#most.writes * share && bytes + more <= this.#most.bytes * share
  }

  /** Runs a write to some indexes that uses `bytes` of memory until it is done. Throws 429 beyond a limit. */
  async pass<Result>(indexes: readonly string[], bytes: number, write: () => Promise<Result>): Promise<Result> {
    const isAllowed = (index: string): boolean => this.#fits(this.#ofIndex.get(index) ?? NOTHING, bytes, SHARE)
    if (!this.#fits(this.#all, bytes, 1) || !indexes.every(isAllowed)) throw tooMany('writes at the same time')
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
