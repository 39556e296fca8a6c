/** Which indexes could not be built, how often in a row, and from when on it is tried again: later and later. */

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

export class Failing {
  readonly #now: () => number
  readonly #failed = new Map<number, { failures: number; until: number }>()

  /** Another clock (ms) is for tests. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** A failure, and for how long (ms) nothing is to be tried again. */
  note(indexID: number): number {
    const failures = (this.#failed.get(indexID)?.failures ?? 0) + 1
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
    this.#failed.set(indexID, { failures, until: this.#now() + waitMs })
    return waitMs
  }

  /** To be called when it went well, or the index is gone. */
  forget(indexID: number): void {
    this.#failed.delete(indexID)
  }

  isResting(indexID: number): boolean {
    return (this.#failed.get(indexID)?.until ?? 0) > this.#now()
  }

  /** Until (ms) the first of those that rest is to be tried again; `undefined` when none rests. */
  nextMs(): number | undefined {
    const now = this.#now()
    const waits = [...this.#failed.values()].map(({ until }) => until - now).filter((ms) => ms > 0)
    return waits.length === 0 ? undefined : Math.ceil(Math.min(...waits))
  }

  list(): { indexID: number; failures: number }[] {
    return [...this.#failed].map(([indexID, { failures }]) => ({ indexID, failures }))
  }
}
