/** The third phase: learns the frame of the site from all pages, and makes the records of each in order of URL. */
import { setImmediate as turn } from 'node:timers/promises'
import { learnSite } from '../extract/learn-site.ts'
import type { ExtractedPage } from '../result/extracted-page.ts'
import type { FetchedPage } from '../result/fetched-page.ts'
import type { RecordSet } from '../result/crawl-result.ts'
import type { StoredPage } from '../store/pages.ts'
import { progressOf } from './progress.ts'
import type { Run } from './run.ts'
import { fetchedPages } from './settle.ts'

/** Days for which a page that failed keeps its records. */
const KEEP_DAYS = 7

const DAY = 86_400_000

/** Makes the candidate set. An interruption repeats the phase, which requests nothing. */
export async function extractPhase(run: Run): Promise<RecordSet> {
  const { frontier, sets, transaction } = run.store
  const { options } = run
  const report = progressOf(run, 'extract', frontier.count('page'))
  const reader = learnSite(bodies(run), options.reading ?? {})
  const set = sets.begin()
  for (const page of fetchedPages(run)) {
    options.signal?.throwIfAborted()
    const extracted = readOne(reader.read, run, page)
    transaction(() => storePage(run, set, page.url, extracted))
    report()
    // Other work of the process, such as searches, runs between pages.
    await turn()
  }
  transaction(() => keepFailed(run, set))
  return sets.finish(set, new Date().toISOString())
}

function* bodies(run: Run): Generator<FetchedPage> {
  for (const page of fetchedPages(run)) yield toFetched(run, page)
}

function toFetched({ store: { pages } }: Run, { url, body, facts }: StoredPage): FetchedPage {
  const html = pages.body(body)
  return { url, html, ...(facts.twin !== undefined && { markdown: pages.body(facts.twin) }) }
}

function readOne(read: (page: FetchedPage) => ExtractedPage, run: Run, page: StoredPage): ExtractedPage | string {
  try {
    return read(toFetched(run, page))
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown error'
  }
}

function storePage(run: Run, set: number, url: string, page: ExtractedPage | string): void {
  const { frontier, sets } = run.store
  if (typeof page === 'string') return frontier.end(url, { state: 'failed', reason: 'extraction', detail: page })
  const { title, layout, records } = page
  if (records.length === 0) return frontier.end(url, { state: 'skipped', reason: 'empty' })
  const hash = sets.addPage(set, { url, title, layout }, records)
  const accepted = sets.of('accepted')
  const old = accepted && sets.pageOf(accepted.id, url)
  const change = old === undefined ? 'new' : old.hash === hash ? 'unchanged' : 'changed'
  frontier.indexed(url, { records: records.length, layout, change })
}

/** Pages that failed keep the records of the accepted set for some days. */
function keepFailed(run: Run, set: number): void {
  const { frontier, sets } = run.store
  const accepted = sets.of('accepted')
  if (accepted === undefined) return
  const now = Date.now()
  const until = new Date(now + (run.options.keepDays ?? KEEP_DAYS) * DAY).toISOString()
  for (const url of frontier.failed()) {
    const old = sets.pageOf(accepted.id, url)
    if (old === undefined || (old.keptUntil !== undefined && Date.parse(old.keptUntil) <= now)) continue
    const keptUntil = old.keptUntil ?? until
    sets.copyPage(set, accepted.id, url, keptUntil)
    frontier.keep(url, { records: old.records, until: keptUntil })
  }
}
