/** Durations as they are written in options and in the configuration: `45m`, `12h`, `30d`. */

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

const DURATION = /^([1-9]\d{0,4})([mhd])$/

/** Whether the text is a duration. */
export const isDuration = (text: string): boolean => DURATION.test(text)

/** The seconds of a duration; `undefined` for another text. */
export function secondsOf(text: string): number | undefined {
  const [, count, unit = ''] = DURATION.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (UNIT_SECONDS[unit] ?? 0)
}
