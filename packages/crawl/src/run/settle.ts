/** Verdicts that depend on several pages, decided when all pages are there: circles of redirects, canonical addresses, copies. */
import type { Frontier } from '../store/frontier.ts'
import type { StoredPage } from '../store/pages.ts'
import { languageRank, statedLanguage } from './language-folder.ts'
import type { Run } from './run.ts'
import { endVariants } from './variants.ts'

/**
 * Share and number of pages from which one canonical address is a mistake of the site's template. Versions of one page
 * are fewer.
 */
const MISTAKE_SHARE = 0.1
const MISTAKE_COUNT = 20

/** Decides the verdicts. The result depends on the fetched pages only, never on the order of their arrival. */
export function settle(run: Run): void {
  run.store.transaction(() => {
    endCircles(run)
    endCanonicalised(run)
    endCopies(run)
    endVariants(run, fetchedPages(run))
  })
}

/** Redirects that lead to themselves or never end. */
function endCircles({ store: { frontier }, limits }: Run): void {
  const targets = new Map([...frontier.endings('skipped', 'redirect')].map(({ url, detail }) => [url, detail]))
  for (const start of targets.keys()) {
    let at: string | undefined = start
    for (let hops = 0; hops <= limits.redirects && at !== undefined; hops++) at = targets.get(at)
    if (at === undefined) continue
    const detail = `it leads to ${targets.get(start)} and on in a circle or more than ${limits.redirects} times`
    frontier.end(start, { state: 'failed', reason: 'redirects', detail })
  }
}

/** Pages that name another page, which is there, as their canonical address. */
function endCanonicalised(run: Run): void {
  const { frontier } = run.store
  const named = new Map<string, string>()
  const counts = new Map<string, number>()
  let total = 0
  for (const { url, facts } of fetchedPages(run)) {
    total++
    const { canonical } = facts
    if (canonical === undefined || canonical === url) continue
    named.set(url, canonical)
    counts.set(canonical, (counts.get(canonical) ?? 0) + 1)
  }
  const mistakes = [...counts].filter(([, count]) => count > MISTAKE_COUNT && count > total * MISTAKE_SHARE)
  for (const [url, count] of mistakes) {
    run.note(`${count} of ${total} pages name ${url} as their canonical address; this was ignored as a mistake.`)
    counts.delete(url)
  }
  for (const [url, canonical] of named) {
    if (!counts.has(canonical)) continue
    const target = finalCanonical(canonical, named, frontier)
    if (target !== undefined && target !== url) {
      frontier.end(url, { state: 'skipped', reason: 'duplicate', detail: target })
    }
  }
}

/** The page at the end of a chain of canonical addresses and redirects; none for a circle and for a missing page. */
function finalCanonical(first: string, named: ReadonlyMap<string, string>, frontier: Frontier): string | undefined {
  let at = first
  for (let steps = 0; steps < 5; steps++) {
    const next = named.get(at) ?? frontier.redirectOf(at)
    if (next === undefined) return frontier.isOpenPage(at) ? at : undefined
    at = next
  }
  return undefined
}

/** Pages with byte-identical text. The one with the best address stays. */
function endCopies(run: Run): void {
  const { frontier, pages } = run.store
  const shared = pages.sharedBodies()
  if (shared.size === 0) return
  const addresses = new Map<string, { url: string; canonical: string | undefined }[]>()
  for (const { url, body, facts } of fetchedPages(run)) {
    if (!shared.has(body)) continue
    const own = addresses.get(body) ?? []
    own.push({ url, canonical: facts.canonical })
    addresses.set(body, own)
  }
  for (const [body, own] of addresses) {
    if (own.length === 1) continue
    const language = statedLanguage(pages.body(body))
    const [best, ...copies] = own
      .map(({ url, canonical }) => ({
        url,
        rank: rankOf({ url, canonical, language, listed: frontier.isListed(url) }),
      }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    for (const { url } of copies) frontier.end(url, { state: 'skipped', reason: 'duplicate', detail: best?.url ?? '' })
  }
}

/** An address of a page that has several. `language`: the one that the page states, or empty. */
interface Copy {
  url: string
  canonical: string | undefined
  language: string
  listed: boolean
}

/** Order of addresses with the same page: canonical, listed by a sitemap, in the folder of its language, without a query, short, alphabetical. */
function rankOf({ url, canonical, language, listed }: Copy): string {
  const length = String(url.length).padStart(5, '0')
  const folder = languageRank(url, language)
  return [canonical === url ? 0 : 1, listed ? 0 : 1, folder, url.includes('?') ? 1 : 0, length, url].join(' ')
}

/** The pages of this crawl that have no verdict yet, in order of URL. */
export function* fetchedPages({ store: { frontier, pages } }: Run): Generator<StoredPage> {
  for (const url of frontier.openPages()) {
    const page = pages.get(url)
    if (page !== undefined) yield page
  }
}
