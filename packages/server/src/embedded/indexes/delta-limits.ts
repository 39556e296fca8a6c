/**
 * Limits of deltas: whether changes become a delta, and when the base under it is replaced.
 *
 * A delta is built again at each write and reads each of its c records about twice, so it costs c·t for each write on average,
 * where t is the analysis of one record. A base of n records costs n·t, divided by the c writes before it. The sum
 * c·t + n·t/c is least at c = √n. A new base also takes a core from searches, for 13 seconds at 120,000 records, so it is
 * built at four times that c: there a delta has 1,386 records and takes about as long to build as its thread to start twice.
 */

/** Fewer records than this are always built as a base: that takes about 0.1 s. */
const SMALLEST_BASE = 1000
/** Maximum share of changed records in a delta. At this share a delta costs an eighth of a base; beyond it a base is built. */
export const LARGEST_SHARE = 1 / 16
const REBUILD_FACTOR = 4

/** Maximum number of changed and removed records in a delta over a base of `entries` records. */
export const mostChanges = (entries: number): number =>
  entries < SMALLEST_BASE ? 0 : Math.floor(entries * LARGEST_SHARE)

/** Number of changes from which on a new base is built in the background. */
export const rebuildFrom = (entries: number): number => REBUILD_FACTOR * Math.sqrt(entries)
