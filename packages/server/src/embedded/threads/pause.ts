import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long (ms) work keeps its thread before others have their turn: about what a search takes. */
const TURN_MS = 5

/**
 * For work of the thread through which searches go: to be awaited between two steps of it. Lets others have their turn
 * once it has worked for `TURN_MS`. Another clock (ms) and another turn than the thread's are for tests.
 */
export function createPause(
  now = () => performance.now(),
  turn: () => Promise<unknown> = nextTurn,
): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < TURN_MS) return
    await turn()
    since = now()
  }
}
