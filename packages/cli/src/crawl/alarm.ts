/** The message of a webhook: a crawl failed, was held or is incomplete, or its records are old. */

import type { CrawlOutcome } from '@docent/server'

/** The message as JSON. */
export interface Alarm {
  event: 'failed' | 'held' | 'incomplete' | 'old'
  index: string
  /** The crawled site. */
  source: string
  /** The outcome of the last run. */
  outcome?: CrawlOutcome | undefined
  /** Sentences. */
  reasons: string[]
  /** Start of the last run whose records are served, ISO 8601. */
  currentSince?: string | undefined
}

const STATES = { failed: 'failed', held: 'is held', incomplete: 'is incomplete', old: 'has old records' }

/** The message with a `text`, which chat services show. */
export function alarmBody(alarm: Alarm): string {
  const text = `The crawl of ${alarm.source} (index ${alarm.index}) ${STATES[alarm.event]}. ${alarm.reasons.slice(0, 5).join(' ')}`
  return JSON.stringify({ text, ...alarm })
}
