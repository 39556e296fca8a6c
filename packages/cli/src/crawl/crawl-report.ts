/** The texts of a crawl: its progress, and its result with the counts by reason. */

import {
  type CrawlChanges,
  type CrawlCounts,
  type CrawlProgress,
  FAIL_REASONS,
  SKIP_REASONS,
  type Verdict,
} from '@docent/crawl'

import { count, plural } from '../terminal/plural.ts'
import { visible } from '../terminal/terminal.ts'

/** Number of failed pages that are listed. */
const FAILURES_SHOWN = 10

/** The state of a running crawl as one line. */
export function progressLine({ phase, done, failed, queued, rate, secondsLeft }: CrawlProgress): string {
  const left = secondsLeft < 90 ? `${Math.ceil(secondsLeft)} s` : `${Math.ceil(secondsLeft / 60)} min`
  const facts = [
    `${count(done)} ${phase === 'fetch' ? 'addresses done' : 'pages read'}`,
    `${rate.toFixed(1)} a second`,
    `${count(queued)} queued`,
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(queued > 0 ? [`about ${left} left`] : []),
  ]
  return facts.join(', ')
}

/** The counts of a crawl: indexed pages and their changes, then skipped and failed addresses by reason. */
export function countLines(counts: CrawlCounts, changes: CrawlChanges): string[] {
  const { seen, indexed, records, notRequested, skipped, failed } = counts
  const { added, changed, unchanged, removed, kept } = changes
  const keeps = kept > 0 ? `, ${plural(kept, 'unread page')} with earlier records` : ''
  return [
    `Addresses ${count(seen)}`,
    `Indexed   ${plural(indexed, 'page')}, ${plural(records, 'record')}: ${count(added)} new, ${count(changed)} changed, ${count(unchanged)} unchanged, ${count(removed)} gone${keeps}`,
    ...(notRequested > 0
      ? [
          `          ${plural(notRequested, 'page')} not requested: requested in the last day, with the same date in the sitemap`,
        ]
      : []),
    ...reasonLines('Skipped', skipped, SKIP_REASONS),
    ...reasonLines('Failed', failed, FAIL_REASONS),
  ]
}

function reasonLines<Reason extends string>(
  title: string,
  counts: Partial<Record<Reason, number>>,
  texts: Readonly<Record<Reason, string>>,
): string[] {
  // Keys of a closed list.
  const rows = (Object.entries(counts) as [Reason, number][]).filter(([, number]) => number > 0)
  const sum = rows.reduce((total, [, number]) => total + number, 0)
  return [
    `${title.padEnd(9)} ${count(sum)}`,
    ...rows
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, number]) => `  ${count(number).padStart(6)}  ${reason}: ${texts[reason]}`),
  ]
}

/** The failed pages, at most ten, with the records that they keep. */
export function failureLines(verdicts: Iterable<Verdict>): string[] {
  const lines: string[] = []
  let rest = 0
  for (const verdict of verdicts) {
    if (verdict.state !== 'failed') continue
    if (lines.length === FAILURES_SHOWN) rest++
    else {
      const { url, reason, detail, keptRecords, keptUntil } = verdict
      const keeps =
        keptRecords === undefined ? 'not in the index' : `keeps its records until ${keptUntil?.slice(0, 10) ?? ''}`
      lines.push(`${visible(url)}  ${visible(detail ?? FAIL_REASONS[reason])}; ${keeps}`)
    }
  }
  return rest === 0 ? lines : [...lines, `… and ${count(rest)} more: --verdicts`]
}
