/**
 * Long work yields to searches, in two ways. Work on the main thread, through which searches pass, awaits a pause between its steps,
 * so that other events are handled. Work of other threads sleeps between its steps while searches run: the search pool writes the
 * number of running searches to shared memory. `npm run bench -- load --only writes` measures both: the delays of the main thread,
 * and the p99 of searches while batches are written and indexes are built.
 */
import { setImmediate as nextEvents } from 'node:timers/promises'

/** Maximum duration (ms) of work without a pause: about that of a search. */
const STEP_MS = 5

/**
 * Returns a function to be awaited between two steps of the work: when the work has taken `STEP_MS`, it waits until the thread has
 * handled its other events. Another clock (ms) and another wait are for tests.
 */
export function createPause(
  now = () => performance.now(),
  wait: () => Promise<unknown> = nextEvents,
): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < STEP_MS) return
    await wait()
    since = now()
  }
}

/** The number of searches that wait or run, in memory that threads share. */
export type SearchCount = Int32Array<SharedArrayBuffer>

export const createSearchCount = (): SearchCount => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Sets the number of searches, and wakes the sleeping threads when it becomes 0. */
export function setSearchCount(searches: SearchCount, count: number): void {
  if (Atomics.exchange(searches, 0, count) !== 0 && count === 0) Atomics.notify(searches, 0)
}

/** Minimum work (ms) before a sleep, whose own cost is a twentieth of it. */
const LEAST_WORK_MS = 1

/**
 * Returns a function to be called between two steps of the work of a thread. It sleeps while searches run, at most for as long as the
 * thread has worked since its last sleep, so under constant searches the thread keeps half its speed. Another clock (ms) and
 * another sleep are for tests.
 */
export function yieldToSearches(
  searches: SearchCount,
  now = () => performance.now(),
  sleep = (count: number, ms: number): unknown => Atomics.wait(searches, 0, count, ms),
): () => void {
  let awake = now()
  return () => {
    const count = Atomics.load(searches, 0)
    if (count === 0) return
    const worked = now() - awake
    if (worked < LEAST_WORK_MS) return
    sleep(count, worked)
    awake = now()
  }
}
