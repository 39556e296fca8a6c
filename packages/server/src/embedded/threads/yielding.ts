/**
 * Long work yields to searches, in two ways. Work of the thread through which searches pass awaits a pause between its
 * steps, so that other events of the thread are handled. Work of other threads sleeps between its steps while searches run:
 * the search pool writes the number of running searches to shared memory. `npm run bench -- load --only writes` measures
 * both: the delays of the thread of the API, and the p99 of searches while batches are written and indexes are built.
 */
import { setImmediate as nextEvents } from 'node:timers/promises'

/** How long (ms) work keeps the thread before it pauses: about what a search takes. */
const STEP_MS = 5

/**
 * A function to be awaited between two steps of the work: once the work has taken `STEP_MS`, it lets the thread handle its
 * other events. Another clock (ms) and another wait than the thread's are for tests.
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

/** Sets the number. Wakes the threads that sleep when it becomes 0. */
export function setSearchCount(searches: SearchCount, count: number): void {
  if (Atomics.exchange(searches, 0, count) !== 0 && count === 0) Atomics.notify(searches, 0)
}

/** Less work (ms) than this is not worth a sleep, which itself costs a twentieth of it. */
const LEAST_WORK_MS = 1

/**
 * A function to be called between two steps of a thread that may sleep: it sleeps while searches run, at most as long as the
 * thread has worked since its last sleep. So the thread keeps half its speed under searches without a pause. Other clocks
 * (ms) and sleeps than the thread's are for tests.
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
