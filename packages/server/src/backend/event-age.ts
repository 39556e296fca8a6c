/** The age at which events are removed. */

const DAY_MS = 86_400_000

/**
 * The time (ms since 1970) before which one removal deletes events, at `now`: those older than `days`, but at most the oldest day of
 * them. Removals run each hour, in a cluster every ten minutes, so a clock that is wrong for this time does not remove all events.
 */
export const expiredBefore = (oldest: number, now: number, days: number): number =>
  Math.min(now - days * DAY_MS, oldest + DAY_MS)
