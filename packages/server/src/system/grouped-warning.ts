/** One line of the log a second for what may happen a thousand times in it. */
import type { Log } from './log.ts'

/** How long (ms) is counted before a line of the log tells of it. */
const COUNTED_MS = 1000

/** Counts each call; the log gets one warning `event` with the `count` of the last second, worded by `word`. */
export function groupWarnings(log: Log, event: string, word: (count: number) => string): () => void {
  let count = 0
  const tell = (): void => {
    log({ level: 'warn', event, count, message: word(count) })
    count = 0
  }
  return () => {
    if (count++ === 0) setTimeout(tell, COUNTED_MS).unref()
  }
}
