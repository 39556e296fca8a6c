/**
 * When changes become a delta, and when the base below it is built anew.
 *
 * A delta is built afresh at each write, and reads each of its c records about twice (once more for what it hides), so
 * over its life it costs c·t a write on average, where t is the analysis of one record; a base of n records costs n·t,
 * shared by the c writes that led to it. The sum c·t + n·t/c is least at c = √n. A rebuild also keeps a core from
 * searches, for 13 seconds at 120,000 records, so it waits four times as long: then a delta has 1,386 records there and
 * takes about as long to build as its thread takes to start twice.
 */

/** Below so many records a whole build is done before a thread for anything else would be worth it: about 0.1 s. */
const SMALLEST_BASE = 1000
/** Beyond this share of changed records a delta costs an eighth of a base: then the base is built at once. */
export const LARGEST_SHARE = 1 / 16
const REBUILD_FACTOR = 4

/** The most changed and removed records that a delta over a base of `entries` records holds; 0 for none. */
export const mostChanges = (entries: number): number =>
  entries < SMALLEST_BASE ? 0 : Math.floor(entries * LARGEST_SHARE)

/** From how many changes on the base is built anew in the background. */
export const rebuildFrom = (entries: number): number => REBUILD_FACTOR * Math.sqrt(entries)
