/** Warnings about events that may happen thousands of times in a second: one log line per second for all of them. */
import type { Log } from './log.ts'

/** Time (ms) from the first event to the log line. */
const WINDOW_MS = 1000

/** Returns a function to call for each event; the log gets one warning with their `count`, whose message `messageOf` makes. */
export function groupWarnings(log: Log, event: string, messageOf: (count: number) => string): () => void {
  let count = 0
  const report = (): void => {
    log({ level: 'warn', event, count, message: messageOf(count) })
    count = 0
  }
  return () => {
    if (count++ === 0) setTimeout(report, WINDOW_MS).unref()
  }
}
