/** The third phase: learns the frame of the site from all pages, and makes the records of each in order of URL. */
import { createHash, hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { messageOf } from '@docent/ingest/message-of'
import { learnSite, type SiteReader } from '../extract/learn-site.ts'
import type { ExtractedPage } from '../result/extracted-page.ts'
import type { FetchedPage } from '../result/fetched-page.ts'
import type { RecordSet } from '../result/crawl-result.ts'
import type { TwinSource } from '../result/verdict.ts'
import type { StoredPage, StoredReading } from '../store/pages.ts'
import { judgeDate } from './dates.ts'
import { nameByLinks, scopeOf } from './name-by-links.ts'
import { progressOf } from './progress.ts'
import type { Run } from './run.ts'
import { fetchedPages } from './settle.ts'

/** Days for which a page that was not read keeps its records. */
const KEEP_DAYS = 7

const DAY = 86_400_000

/** Makes the candidate set. An interruption repeats the phase, which requests nothing. */
export async function extractPhase(run: Run): Promise<RecordSet> {
  const { frontier, sets, transaction } = run.store
  const { options } = run
  frontier.reopen()
  const report = progressOf(run, 'extract', frontier.count('page'))
  const { fingerprint, read } = readerOf(run)
  const set = sets.begin()
  for (const page of fetchedPages(run)) {
    options.signal?.throwIfAborted()
    const key = hash('sha256', [page.url, page.body, page.facts.twin ?? '', fingerprint, options.version].join(' '))
    const { reading } = page
    if (reading?.key !== key || !transaction(() => storeKnown(run, set, page, reading))) {
      const extracted = readOne(read, run, page)
      transaction(() => storePage(run, set, { page, key, extracted }))
    }
    report()
    // Other work of the process, such as searches, runs between pages.
    await turn()
  }
  nameByLinks(run, set, (url, records) => frontier.setChange(url, changeOf(run, url, records)))
  transaction(() => keepUnread(run, set))
  return sets.finish(set, new Date().toISOString())
}

/** The reader of the site. If no page changed since the last crawl, nothing is learnt again until a page must be read. */
function readerOf(run: Run): SiteReader {
  const { options, store } = run
  const digest = createHash('sha256').update(JSON.stringify([options.version, options.reading ?? {}]))
  for (const { url, body, facts } of fetchedPages(run)) digest.update(`${url} ${body} ${facts.twin ?? ''}\n`)
  const input = digest.digest('base64url')
  let learnt: SiteReader | undefined
  const learn = (): SiteReader => (learnt ??= learnSite(bodies(run), options.reading ?? {}))
  const fingerprint = store.learnt(input) ?? learn().fingerprint
  store.putLearnt(input, fingerprint)
  return { fingerprint, read: (page) => learn().read(page) }
}

function* bodies(run: Run): Generator<FetchedPage> {
  for (const page of fetchedPages(run)) yield toFetched(run, page)
}

/** The texts are read from the store when they are used: learning reads a sample of the pages only. */
function toFetched({ store: { pages } }: Run, { url, body, facts: { twin } }: StoredPage): FetchedPage {
  let html: string | undefined
  return {
    url,
    get html() {
      return (html ??= pages.body(body))
    },
    ...(twin !== undefined && { markdown: pages.body(twin) }),
  }
}

function readOne(read: (page: FetchedPage) => ExtractedPage, run: Run, page: StoredPage): ExtractedPage | string {
  try {
    return read(toFetched(run, page))
  } catch (error) {
    return messageOf(error)
  }
}

/** Takes the records of an unchanged page from the last crawl. Returns whether the store has them. */
function storeKnown(run: Run, set: number, page: StoredPage, reading: StoredReading): boolean {
  const { frontier, sets } = run.store
  const { url } = page
  const { title, layout, usesTwin, records } = reading
  if (records === '') {
    frontier.end(url, { state: 'skipped', reason: 'empty' })
    return true
  }
  const count = sets.addKnown(set, { url, title, layout, hash: records })
  if (count !== undefined)
    frontier.indexed(url, { records: count, layout, change: changeOf(run, url, records), ...factsOf(page, usesTwin) })
  return count !== undefined
}

function storePage(
  run: Run,
  set: number,
  { page, key, extracted }: { page: StoredPage; key: string; extracted: ExtractedPage | string },
): void {
  const { contentLinks, frontier, pages, sets } = run.store
  const { url } = page
  if (typeof extracted === 'string') {
    return frontier.end(url, { state: 'failed', reason: 'extraction', detail: extracted })
  }
  const { title, layout, records, usesTwin } = extracted
  const found = records.length === 0 ? '' : sets.addPage(set, { url, title, layout }, records)
  judgeDate(run, url, page.reading !== undefined && page.reading.own !== found)
  pages.putReading(url, { key, title, layout, usesTwin, linked: '', records: found, own: found })
  contentLinks.put(url, scopeOf(extracted.lang, extracted.version), extracted.links)
  if (found === '') frontier.end(url, { state: 'skipped', reason: 'empty' })
  else {
    const change = changeOf(run, url, found)
    frontier.indexed(url, { records: records.length, layout, change, ...factsOf(page, usesTwin) })
  }
}

/** The parts of a verdict that the page's answer decides. */
function factsOf({ facts }: StoredPage, usesTwin: boolean): { twin?: TwinSource; detail?: string } {
  const { leftOut, twinSource } = facts
  return { ...(usesTwin && twinSource && { twin: twinSource }), ...(leftOut && { detail: leftOut }) }
}

function changeOf({ store: { sets } }: Run, url: string, records: string): 'new' | 'changed' | 'unchanged' {
  const accepted = sets.of('accepted')
  const old = accepted && sets.pageOf(accepted.id, url)
  if (old === undefined) return 'new'
  return old.hash === records ? 'unchanged' : 'changed'
}

/** Pages that failed, and those that a limit left out, keep the records of the accepted set for some days. */
function keepUnread(run: Run, set: number): void {
  const { frontier, sets } = run.store
  const accepted = sets.of('accepted')
  if (accepted === undefined) return
  const now = Date.now()
  const until = new Date(now + (run.options.keepDays ?? KEEP_DAYS) * DAY).toISOString()
  for (const url of frontier.unread()) {
    const old = sets.pageOf(accepted.id, url)
    if (old === undefined || (old.keptUntil !== undefined && Date.parse(old.keptUntil) <= now)) continue
    const keptUntil = old.keptUntil ?? until
    sets.copyPage(set, accepted.id, url, keptUntil)
    frontier.keep(url, { records: old.records, until: keptUntil })
  }
}
