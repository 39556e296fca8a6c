/**
 * The size of a turn: one transaction of the writing thread. SQLite has one writer, so a change that takes longer is
 * divided into turns, and other writes run between them.
 */

/** Records that are copied or removed in one turn, and their bytes: about 50 ms. */
export const TURN_RECORDS = 2000
export const TURN_BYTES = 4 * 1024 * 1024

/** Operations of one turn, each counted with its bytes: about 100 ms. */
export const TURN_WORK = 4000

/** Bytes of a saved record that count as one operation. */
export const SAVED_BYTES = 2048
