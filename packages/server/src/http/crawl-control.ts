/**
 * The crawl of a server, for its operator: its state, and a request for another run. The server starts no crawl itself; the caller
 * of `createApi` supplies the control.
 */

/** Results of a run, the best first. */
export const CRAWL_OUTCOMES = ['complete', 'incomplete', 'held', 'failed'] as const

/**
 * `complete`: every page of the site is searchable as it is now. `incomplete`: the index is current, but pages failed or a limit
 * ended the crawl. `held`: the new records would be worse, and the old ones are served. `failed`: there are no new records.
 */
export type CrawlOutcome = (typeof CRAWL_OUTCOMES)[number]

/** The state of the crawl of an index. */
export interface CrawlState {
  index: string
  isRunning: boolean
  /** The last finished run; absent before the first. Times are ISO 8601, UTC. */
  last?: { outcome: CrawlOutcome; at: string; pages: number; failedPages: number } | undefined
  /** Start of the last run whose records are served: the index is as old as that. */
  currentSince?: string | undefined
}

/** A page that must show a text before the crawl begins. */
export interface AwaitedPage {
  url: string
  text: string
}

/** Given by the command, which starts crawls as processes of their own. */
export interface CrawlControl {
  state: () => Promise<CrawlState>
  /**
   * Starts a run, also in place of one that still waits for its build. During a crawl, one more run is queued, and one that waits for
   * the build of the latest request; further requests join these.
   */
  request: (waitFor?: AwaitedPage) => 'started' | 'queued'
}

/** Seconds since the time. */
export const ageOf = (at: string): number => Math.max(0, (Date.now() - Date.parse(at)) / 1000)
