/** Reports of a running crawl. */
import type { CrawlProgress } from './crawl-options.ts'
import type { Run } from './run.ts'

/** Least time (ms) between two reports. */
const INTERVAL = 200

/**
 * Makes the function that is called after each address of a phase. @param total number of pages of the extraction phase.
 */
export function progressOf(run: Run, phase: CrawlProgress['phase'], total = 0): () => void {
  const { onProgress } = run.options
  if (onProgress === undefined) return () => undefined
  const { frontier } = run.store
  const started = performance.now()
  let done = 0
  let reported = 0
  return () => {
    done++
    const now = performance.now()
    const isLast = phase === 'extract' && done === total
    if (!isLast && now - reported < INTERVAL) return
    reported = now
    const queued = phase === 'extract' ? total - done : frontier.count('waiting')
    const rate = done / Math.max(0.001, (now - started) / 1000)
    onProgress({ phase, done, failed: frontier.count('failed'), queued, rate, secondsLeft: queued / rate })
  }
}
