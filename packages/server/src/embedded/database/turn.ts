/**
 * The size of a turn: one transaction of the writing thread. SQLite has one writer, so a change that takes longer is
 * divided into turns, and other writes run between them.
 */

/** Maximum number of records that one turn copies or removes, and of their bytes: about 50 ms. */
export const TURN_RECORDS = 2000
/** Bytes of records in one turn. */
export const TURN_BYTES = 4 * 1024 * 1024

/** Maximum work of one turn, in operations; large records count as several (`SAVED_BYTES`). About 100 ms. */
export const TURN_WORK = 4000

/** Bytes of a saved record that count as one operation. */
export const SAVED_BYTES = 2048
