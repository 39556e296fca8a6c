/**
 * Who has a piece of work that was handed to a worker and waits there: the worker, once it begins, or the pool, when it
 * takes the piece back because the one before it takes long. Messages cannot be taken back, so both look at one word of
 * shared memory, and the first to change it has the piece. Words are used again after `TURNS` pieces, of which few wait.
 */

const TURNS = 8
const OFFERED = 0
const GONE = 1

/** The memory that a worker and the pool share. */
export const createTurns = (): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(TURNS * Int32Array.BYTES_PER_ELEMENT))

/** Before a piece is handed out. */
export function offerTurn(turns: Int32Array, job: number): void {
  Atomics.store(turns, job % TURNS, OFFERED)
}

/** Whether the piece is now the caller's: true for one caller alone. */
export const takeTurn = (turns: Int32Array, job: number): boolean =>
  Atomics.compareExchange(turns, job % TURNS, OFFERED, GONE) === OFFERED
