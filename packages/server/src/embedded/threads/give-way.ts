/**
 * Long work gives way to searches. The pool tells in a word of shared memory how many searches are under way; whoever
 * builds looks at it between two records, and sleeps while there are any. It sleeps for no longer than it has worked
 * before, so that at worst, under a load that never pauses, it goes at half its speed.
 */

/** How many searches are under way, in memory that threads share. */
export type Searching = Int32Array<SharedArrayBuffer>

export const createSearching = (): Searching => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** To be called when the number changes. Wakes who sleeps at the last one's end. */
export function tellSearching(searching: Searching, count: number): void {
  if (Atomics.exchange(searching, 0, count) !== 0 && count === 0) Atomics.notify(searching, 0)
}

/** Less work than this (ms) is not worth a sleep: falling asleep takes a twentieth of it. */
const TURN_MS = 1

/**
 * For a thread that may be put to sleep: to be called between two steps of its work. Other clocks (ms) and sleeps than the
 * thread's are for tests.
 */
export function giveWayTo(
  searching: Searching,
  now = () => performance.now(),
  sleep = (count: number, ms: number): unknown => Atomics.wait(searching, 0, count, ms),
): () => void {
  let awake = now()
  return () => {
    const count = Atomics.load(searching, 0)
    if (count === 0) return
    const worked = now() - awake
    if (worked < TURN_MS) return
    sleep(count, worked)
    awake = now()
  }
}
