/**
 * Failed builds by index: the number of failures in a row, and the time of the next attempt. The wait doubles with each failure.
 * Entries of deleted indexes are removed.
 */

/** Wait (ms) after the first failure, and after many. */
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** Waits begin at `FIRST_WAIT_MS` and end at `LONGEST_WAIT_MS`. */
export class BuildFailures {
  readonly #exists: (indexID: number) => boolean
  readonly #now: () => number
  readonly #failed = new Map<number, { failures: number; until: number }>()

  /** `exists` returns whether the index has not been deleted. Another clock (ms) is for tests. */
  constructor(exists: (indexID: number) => boolean, now = () => performance.now()) {
    this.#exists = exists
    this.#now = now
  }

  /** Counts a failure. Returns the wait (ms) before the next attempt. */
  count(indexID: number): number {
    this.#forgetDeleted()
    const failures = (this.#failed.get(indexID)?.failures ?? 0) + 1
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
    this.#failed.set(indexID, { failures, until: this.#now() + waitMs })
    return waitMs
  }

  /** To be called after a success. */
  forget(indexID: number): void {
    this.#failed.delete(indexID)
  }

  isWaiting(indexID: number): boolean {
    return (this.#failed.get(indexID)?.until ?? 0) > this.#now()
  }

  /** Time (ms) until the next attempt for any index; `undefined` when none waits. A later `isWaiting` is false for an index that it leaves out. */
  nextMs(): number | undefined {
    this.#forgetDeleted()
    const now = this.#now()
    const waits = [...this.#failed.values()].map(({ until }) => until - now).filter((ms) => ms > 0)
    return waits.length === 0 ? undefined : Math.ceil(Math.min(...waits))
  }

  list(): { indexID: number; failures: number }[] {
    this.#forgetDeleted()
    return [...this.#failed].map(([indexID, { failures }]) => ({ indexID, failures }))
  }

  #forgetDeleted(): void {
    for (const indexID of this.#failed.keys()) if (!this.#exists(indexID)) this.#failed.delete(indexID)
  }
}
