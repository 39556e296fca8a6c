/** The index of a dev server: made at its start, and again after changes, one run at a time. */

import { indexInto, type IndexJob } from './index-into.ts'

/** Pause after a change (ms), in which further changes join it. */
const PAUSE = 200

/** The index of a dev server. */
export interface LiveIndex {
  /** The folder that contains `docent-search`. */
  folder: string
  /** Makes the index again, soon. */
  update: () => void
  /** Resolves when no run is waiting or in progress. */
  settled: () => Promise<void>
}

/** A live index: the job that is repeated. */
export interface LiveIndexOptions extends Omit<IndexJob, 'script'> {
  /** Receives the message of a failed run. The index of the last good run stays. */
  onError: (message: string) => void
}

/** Starts the first run. */
export function liveIndex({ onError, ...job }: LiveIndexOptions): LiveIndex {
  let running: Promise<void> | undefined
  let isOutdated = false

  async function run(): Promise<void> {
    do {
      isOutdated = false
      await indexInto(job).catch((error: unknown) => onError(error instanceof Error ? error.message : String(error)))
      if (isOutdated) await new Promise((resolve) => setTimeout(resolve, PAUSE))
    } while (isOutdated)
    running = undefined
  }

  function update(): void {
    isOutdated = true
    running ??= new Promise((resolve) => setTimeout(resolve, PAUSE)).then(run)
  }

  running = run()
  return { folder: job.into, update, settled: () => running ?? Promise.resolve() }
}
