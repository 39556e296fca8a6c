/**
 * One run: waits for the deployed build, crawls, compares the new records with the served ones, and writes them if nothing is
 * against it. Its outcome, verdicts and reasons are in the data folder.
 */

import {
  type Acceptance,
  crawl,
  type CrawlChanges,
  type CrawlCounts,
  type CrawlOptions,
  type CrawlResult,
  judge,
  openCrawlSets,
  shrinkReasons,
  StoreBusyError,
  textOf,
  type Verdict,
} from '@docent/crawl'
import { DOCS_SETTINGS, type IndexSettings } from '@docent/engine'

import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { ConfigParts } from './config-parts.ts'
import type { CrawledIndex } from './crawled-index.ts'
import { type CrawlPlace, makeCrawlPlace } from './crawl-place.ts'
import { failureLines } from './crawl-report.ts'
import { failuresAfter, type LastRun, readStatus, writeStatus } from './crawl-status.ts'
import { openSearch } from './open-search.ts'
import { writeVerdicts } from './verdict-files.ts'
import { type AwaitedText, waitForText } from './wait-for.ts'
import { writeSet } from './write-set.ts'

/** A run to make. */
export interface Run {
  index: string
  /** The crawled site, for people. */
  source: string
  place: CrawlPlace
  options: Omit<CrawlOptions, 'store'>
  waitFor?: AwaitedText | undefined
  /** Is called when the awaited build is served. */
  onServed?: () => void
  /** Settings that the operator or a configuration gives. */
  settings?: IndexSettings | undefined
  /** Synonyms and rules of a configuration. */
  parts?: ConfigParts | undefined
  /** Opens the index when it is needed, after the crawl. */
  open: () => Promise<{ index: CrawledIndex; close: () => Promise<void> }>
  /** An error of the index with a remedy; other errors unchanged. */
  explained: (error: unknown, target: string) => unknown
}

/** The outcome of a run. */
export interface RunResult {
  last: LastRun
  /** Absent if nothing could be crawled. */
  counts?: CrawlCounts
  changes?: CrawlChanges
  /** Number of records that were written or deleted. */
  written: number
  /** Records of the index after the run; absent if it was not opened for writing. */
  entries?: number
  /** Whether every page of the site is in the index: as it is now, or with the records of an earlier crawl. */
  hasAllPages: boolean
  notes: string[]
}

/** Makes a run. Faults of the site and of the index are outcomes. @throws UsageError, StoreBusyError, the reason of the options' `signal`. */
export async function runCrawl(run: Run): Promise<RunResult> {
  const started = new Date().toISOString()
  makeCrawlPlace(run.place)
  try {
    if (run.waitFor) {
      await waitForText(run.waitFor, run.options)
      run.onServed?.()
    }
    const result = await crawl({ ...run.options, store: run.place.store })
    try {
      await writeVerdicts(run.place, result.verdicts)
      return await finish(run, result, started)
    } finally {
      result.close()
    }
  } catch (error) {
    run.options.signal?.throwIfAborted()
    if (error instanceof UsageError || error instanceof StoreBusyError) throw error
    const reasons = [messageOf(error)]
    return { last: report(run, { outcome: 'failed', started, reasons }), written: 0, hasAllPages: false, notes: [] }
  }
}

/** Compares and writes the crawled set. */
async function finish(run: Run, result: CrawlResult, started: string): Promise<RunResult> {
  const { counts, changes, notes } = result
  const facts = { started, pages: counts.indexed, records: counts.records, failedPages: sumOf(counts.failed) }
  const common = { counts, changes, notes }
  if (counts.indexed === 0 && changes.kept === 0) {
    const reasons = ['No page could be indexed.', ...failureLines(result.verdicts())]
    return { ...common, last: report(run, { ...facts, outcome: 'failed', reasons }), written: 0, hasAllPages: false }
  }
  const { index, close } = await run.open()
  try {
    const { reasons, acceptance } = await judgement(run, result, index)
    if (reasons.length > 0)
      return { ...common, last: report(run, { ...facts, outcome: 'held', reasons }), written: 0, hasAllPages: false }
    const {
      served,
      written,
      notes: refusals,
    } = await writeSet(index, {
      before: result.accepted,
      after: result.candidate,
      served: readStatus(run.place.status)?.served,
      settings: run.settings,
      parts: run.parts,
      firstSettings: DOCS_SETTINGS,
    })
    // An unchanged set keeps the one before it, so that `--rollback` still leads to other records.
    if (result.accepted === undefined || isChanged(changes)) acceptCandidate(run.place, acceptance)
    const missing = missingPages(result.verdicts())
    const hasAllPages = missing === 0 && result.outcome === 'complete'
    const outcome = hasAllPages && facts.failedPages === 0 ? 'complete' : 'incomplete'
    const limit = result.outcome === 'limit' ? ['A limit of pages or time ended the crawl before its end.'] : []
    const last = report(run, { ...facts, outcome, reasons: [...limit, ...failureLines(result.verdicts())] }, served)
    return {
      ...common,
      notes: [...notes, ...refusals],
      last,
      written,
      ...(served && { entries: served.entries }),
      hasAllPages,
    }
  } catch (error) {
    throw run.explained(error, index.target)
  } finally {
    await close()
  }
}

/** The reasons against the crawled set, as sentences; none if it may replace the served one, and then the facts to accept it with. */
async function judgement(
  run: Run,
  result: CrawlResult,
  index: CrawledIndex,
): Promise<{ reasons: string[]; acceptance?: Acceptance }> {
  const { accepted, candidate, changes, counts, largest, earlier, verdicts, linkTexts } = result
  if (accepted === undefined) {
    const state = await index.state()
    if (state === undefined) return { reasons: [] }
    const before = { pages: 0, records: state.entries }
    const after = { pages: counts.indexed, records: counts.records }
    return { reasons: shrinkReasons(before, after, []).map(textOf) }
  }
  const failed = Array.from(verdicts()).filter((verdict) => verdict.state === 'failed')
  // The reason names the first ones: pages that readers know come before addresses that never had records.
  const named = failed.toSorted((a, b) => Number(b.keptRecords !== undefined) - Number(a.keptRecords !== undefined))
  const settings = run.settings ?? DOCS_SETTINGS
  const { reasons, answers } = await judge({
    before: accepted,
    after: candidate,
    largest,
    earlier,
    linkTexts,
    failed: named.map(({ url }) => url),
    read: counts.indexed + failed.length,
    openSearch: (records) => openSearch(records, settings),
  })
  const { added, changed, removed } = changes
  return { reasons: reasons.map(textOf), acceptance: { changed: added + changed + removed, answers } }
}

const isChanged = ({ added, changed, removed, kept }: CrawlChanges): boolean => added + changed + removed + kept > 0

function acceptCandidate({ store }: CrawlPlace, acceptance: Acceptance | undefined): void {
  const sets = openCrawlSets(store)
  try {
    sets.accept(acceptance)
  } finally {
    sets.close()
  }
}

/** Number of failed pages that keep no records. */
function missingPages(verdicts: Iterable<Verdict>): number {
  let missing = 0
  for (const verdict of verdicts) if (verdict.state === 'failed' && verdict.keptRecords === undefined) missing++
  return missing
}

const sumOf = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0)

/** Writes the outcome into the status file. @param served the index after a write. */
function report(
  { index, source, place }: Run,
  facts: Pick<LastRun, 'outcome' | 'started' | 'reasons'> & Partial<LastRun>,
  served?: Awaited<ReturnType<typeof writeSet>>['served'],
): LastRun {
  const last = { pages: 0, records: 0, failedPages: 0, ...facts, at: new Date().toISOString() }
  const isServed = last.outcome === 'complete' || last.outcome === 'incomplete'
  const before = readStatus(place.status)
  writeStatus(place.status, {
    ...before,
    index,
    source,
    last,
    failures: failuresAfter(before, last),
    ...(isServed && { currentSince: last.started, served }),
  })
  return last
}
