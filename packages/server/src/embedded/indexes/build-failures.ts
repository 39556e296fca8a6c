/** Indexes that could not be built: how often in a row, and when to try again. The wait doubles with each failure. */

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

export class BuildFailures {
  readonly #now: () => number
  readonly #failed = new Map<number, { failures: number; until: number }>()

  /** Another clock (ms) is for tests. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Counts a failure. Returns the wait (ms) before the next try. */
  count(indexID: number): number {
    const failures = (this.#failed.get(indexID)?.failures ?? 0) + 1
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
    this.#failed.set(indexID, { failures, until: this.#now() + waitMs })
    return waitMs
  }

  /** To be called after a success, or when the index is gone. */
  forget(indexID: number): void {
    this.#failed.delete(indexID)
  }

  isWaiting(indexID: number): boolean {
    return (this.#failed.get(indexID)?.until ?? 0) > this.#now()
  }

  /** Time (ms) until the next try of any index; `undefined` when none waits. */
  nextMs(): number | undefined {
    const now = this.#now()
    const waits = [...this.#failed.values()].map(({ until }) => until - now).filter((ms) => ms > 0)
    return waits.length === 0 ? undefined : Math.ceil(Math.min(...waits))
  }

  list(): { indexID: number; failures: number }[] {
    return [...this.#failed].map(([indexID, { failures }]) => ({ indexID, failures }))
  }
}
