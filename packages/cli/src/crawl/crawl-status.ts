/**
 * The outcome of the last crawl of an index, in a file of the data folder: the server, `docent doctor` and the next crawl read it.
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'

import type { CrawlOutcome } from '@docent/server'
import * as v from 'valibot'

const count = v.pipe(v.number(), v.minValue(0))

const status = v.object({
  index: v.string(),
  /** The crawled site, for people. */
  source: v.string(),
  /** The last finished run. Times are ISO 8601, UTC. */
  last: v.optional(
    v.object({
      outcome: v.picklist(['complete', 'incomplete', 'held', 'failed'] satisfies CrawlOutcome[]),
      /** Start and end. */
      started: v.string(),
      at: v.string(),
      /** Why it was held, why it failed, which pages are missing: each a sentence, if need be with a line for each page or query. */
      reasons: v.array(v.string()),
      pages: count,
      records: count,
      failedPages: count,
    }),
  ),
  /** Number of runs that failed since the last one that did not. */
  failures: v.optional(count),
  /** Start of the last run whose records are served. */
  currentSince: v.optional(v.string()),
  /** The index after the last write of a crawl. Another state means that other programs changed it. */
  served: v.optional(
    v.object({
      entries: count,
      updatedAt: v.string(),
      target: v.string(),
      settings: v.string(),
      /** Synonyms and rules of a configuration (`SavedParts`). */
      parts: v.optional(v.object({ digest: v.string(), synonyms: v.array(v.string()), rules: v.array(v.string()) })),
    }),
  ),
})

/** The state of the crawl of one index. */
export type CrawlStatus = v.InferOutput<typeof status>

/** The last finished run of a crawl. */
export type LastRun = NonNullable<CrawlStatus['last']>

/** The number of failed runs after another run. @param status before it. */
export function failuresAfter(status: CrawlStatus | undefined, { outcome }: LastRun): number {
  return outcome === 'failed' ? (status?.failures ?? 0) + 1 : 0
}

/** The status in a file; `undefined` for a missing or unreadable one. */
export function readStatus(file: string): CrawlStatus | undefined {
  try {
    const parsed = v.safeParse(status, JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Replaces the file in one step. */
export function writeStatus(file: string, value: CrawlStatus): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
