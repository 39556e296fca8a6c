/** Durations as they are written in options and in the configuration: `45m`, `12h`, `30d`. */

import { plural } from '../terminal/plural.ts'

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

const DURATION = /^([1-9]\d{0,4})([mhd])$/

/** Whether the text is a duration. */
export const isDuration = (text: string): boolean => DURATION.test(text)

/** The seconds of a duration; `undefined` for another text. */
export function secondsOf(text: string): number | undefined {
  const [, count, unit = ''] = DURATION.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (UNIT_SECONDS[unit] ?? 0)
}

/** A duration (seconds) as a text in its largest unit, rounded: `90 minutes`, `47 hours`, `3 days`. */
export function durationText(seconds: number): string {
  const minutes = Math.max(0, Math.round(seconds / 60))
  if (minutes < 120) return plural(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 72 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day')
}
