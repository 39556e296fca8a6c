/**
 * The dates that sitemaps have for pages. A page whose date is the one of its last request needs no further request, if the
 * site's dates have proved right: pages that changed had other dates than before. A date is compared as a text only, so neither
 * clocks nor time zones matter. Once a day each page is requested all the same, which finds a date that did not change
 * with its page; then no date of the site is believed until new changes prove them right.
 */
import type { StoredPage } from '../store/pages.ts'
import type { Run } from './run.ts'

/**
 * A date is believed when the page had it at requests this long (ms) apart: pages with dates of days change several times a day,
 * and caches serve the earlier page for some time. It is also the time for which a request holds.
 */
const DAY = 86_400_000

/** Changes of pages, each with a new date, from which the dates of a site are believed. */
const PROOFS = 3

/** Whether the dates of the site are believed in this crawl. */
export const areProved = ({ store }: Run): boolean => store.state().proofs >= PROOFS

/** The time of the last request of a page that needs none now; `undefined` for a page to request. */
export function heldSince({ store }: Run, url: string, known: StoredPage | undefined): number | undefined {
  // A page that scripts fill changes with its data.
  if (known === undefined || known.facts.needsBrowser) return undefined
  const visit = store.visits.get(url)
  if (visit === undefined || visit.lastmod !== store.frontier.lastmodOf(url)) return undefined
  return isSettled(visit) && Date.now() - visit.requested < DAY ? visit.requested : undefined
}

/** Keeps the date of a page that was requested. @param isNew it was received with another text. */
export function keepDate({ store, options }: Run, url: string, known: StoredPage | undefined, isNew: boolean): void {
  const { frontier, visits } = store
  const lastmod = frontier.lastmodOf(url)
  if (lastmod === undefined) return visits.remove(url)
  const before = visits.get(url)
  const requested = Date.now()
  const isSame = before?.lastmod === lastmod
  const { version, needsBrowser } = known?.facts ?? {}
  const evidence = isNew && version === options.version && needsBrowser === false ? judge() : undefined
  visits.put(url, { requested, lastmod, since: isSame ? before.since : requested, ...(evidence && { evidence }) })

  function judge(): 'proof' | 'doubt' | undefined {
    if (before === undefined) return undefined
    if (!isSame) return 'proof'
    return isSettled(before) ? 'doubt' : undefined
  }
}

/** Judges the date of a page whose own text was read again. @param isChanged it differs from the text of the last crawl. */
export function judgeDate({ store, note }: Run, url: string, isChanged: boolean): void {
  const visit = store.visits.get(url)
  if (visit?.evidence === undefined) return
  const { evidence, ...rest } = visit
  store.visits.put(url, rest)
  if (!isChanged) return
  const { proofs, doubts } = store.state()
  if (evidence === 'proof') return store.update({ proofs: proofs + 1 })
  if (proofs >= PROOFS)
    note(
      `${url} changed, but not its date in the sitemap: the dates are not used until three changes prove them right.`,
    )
  store.update({ doubts: doubts + 1 })
}

const isSettled = ({ requested, since }: { requested: number; since: number }): boolean => requested - since >= DAY
