/** The records of failed pages: they stay for a while, and the verdict says how long. */

import type { Verdict } from '../result/verdict.ts'

/** Default time (days) for which a failed page keeps its records. */
export const KEEP_DAYS = 7

/** The last successful reading of a page that fails now. */
export interface LastReading {
  records: number
  /** The first failure since then, ISO 8601. Absent for the first one. */
  failsSince?: string | undefined
}

/**
 * The verdict of a failed page with the records that it keeps: those of its last successful reading, until `days` after its first
 * failure. Without such a reading, or after that time, it keeps none.
 */
export function keepRecords(
  verdict: Extract<Verdict, { state: 'failed' }>,
  last: LastReading | undefined,
  now: Date,
  days: number = KEEP_DAYS,
): Extract<Verdict, { state: 'failed' }> {
  const { keptRecords: _records, keptUntil: _until, ...bare } = verdict
  if (last === undefined || last.records === 0) return bare
  const until = new Date(Date.parse(last.failsSince ?? now.toISOString()) + days * 86_400_000)
  return until <= now ? bare : { ...bare, keptRecords: last.records, keptUntil: until.toISOString() }
}
