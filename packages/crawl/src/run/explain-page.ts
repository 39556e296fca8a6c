/** Explains one page of a stored crawl: its verdict, and its text as the extraction reads it beside the other pages of the site. */
import { learnSite } from '../extract/learn-site.ts'
import type { ReadOptions } from '../extract/read-options.ts'
import type { ExtractedPage } from '../result/extracted-page.ts'
import type { FetchedPage } from '../result/fetched-page.ts'
import type { Verdict } from '../result/verdict.ts'
import { type CrawlStore, openStoreUnlocked } from '../store/store.ts'

/** A page of the last crawl. */
export interface ExplainedPage {
  verdict: Verdict
  /** Absent for a page that was not received. */
  extracted?: ExtractedPage
}

/** Explains the page at an address; `undefined` if the last crawl has no verdict for it. */
export function explainPage(file: string, url: string, reading: ReadOptions = {}): ExplainedPage | undefined {
  const store = openStoreUnlocked(file)
  try {
    const verdict = verdictOf(store, url)
    if (verdict === undefined) return undefined
    const page = pageOf(store, url)
    return { verdict, ...(page && { extracted: learnSite(indexedPages(store), reading).read(page) }) }
  } finally {
    store.close()
  }
}

function verdictOf({ frontier }: CrawlStore, url: string): Verdict | undefined {
  for (const verdict of frontier.verdicts()) if (verdict.url === url) return verdict
  return undefined
}

function* indexedPages(store: CrawlStore): Generator<FetchedPage> {
  for (const { url, state } of store.frontier.verdicts()) {
    const page = state === 'indexed' ? pageOf(store, url) : undefined
    if (page !== undefined) yield page
  }
}

function pageOf({ pages }: CrawlStore, url: string): FetchedPage | undefined {
  const page = pages.get(url)
  if (page === undefined) return undefined
  const { twin } = page.facts
  return { url, html: pages.body(page.body), ...(twin !== undefined && { markdown: pages.body(twin) }) }
}
