/**
 * Pauses of long work on the main thread, through which searches pass. While 20,000 records are replaced, the longest delay of the main
 * thread is 16 to 92 ms instead of 211 to 351 ms (`npm run bench -- load --only writes` prints these delays for batches).
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
