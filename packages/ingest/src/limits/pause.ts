import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * A function to await between two steps of long synchronous work: once the work has kept its thread for `turnMs` (ms), it
 * yields to the event loop, so that a server in the same thread answers requests.
 */
export function createPause(turnMs: number): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since <= turnMs) return
    await nextTurn()
    since = performance.now()
  }
}
