/** Numbers of a finished crawl, and its difference to the accepted set. */
import type { CrawlChanges, CrawlCounts, RecordSet, SetPage } from '../result/crawl-result.ts'
import type { FailReason, SkipReason } from '../result/verdict.ts'
import type { Frontier } from '../store/frontier.ts'

/** Numbers of addresses by verdict, and of records. */
export function countVerdicts(frontier: Frontier): CrawlCounts {
  const counts: CrawlCounts = {
    seen: 0,
    indexed: 0,
    records: 0,
    notRequested: frontier.countNotRequested(),
    skipped: {},
    failed: {},
  }
  for (const { state, reason, count, records } of frontier.tally()) {
    counts.seen += count
    if (state === 'indexed') {
      counts.indexed += count
      counts.records += records
    } else if (state === 'skipped') counts.skipped[reason as SkipReason] = count
    else if (state === 'failed') counts.failed[reason as FailReason] = count
  }
  return counts
}

/** Compares two sets page by page; both are read in order of URL, nothing is held in memory. */
export function compareSets(candidate: RecordSet, accepted: RecordSet | undefined): CrawlChanges {
  const changes: CrawlChanges = { added: 0, changed: 0, unchanged: 0, removed: 0, kept: 0 }
  const old = (accepted?.pages() ?? [])[Symbol.iterator]() as Iterator<SetPage>
  let there = old.next()
  for (const page of candidate.pages()) {
    while (there.done !== true && there.value.url < page.url) {
      changes.removed++
      there = old.next()
    }
    const before = there.done !== true && there.value.url === page.url ? there.value : undefined
    if (before !== undefined) there = old.next()
    if (page.keptUntil !== undefined) changes.kept++
    if (before === undefined) changes.added++
    else if (before.hash === page.hash) changes.unchanged++
    else changes.changed++
  }
  for (; there.done !== true; there = old.next()) changes.removed++
  return changes
}
