/**
 * The reasons for which an address has no records. A closed list: `docs/reference/crawl.md` prints it.
 * Skipped by intent: the site or the configuration excludes the address. Failed: a page may be there that could not be read.
 */
export const SKIP_REASONS = {
  robots: 'robots.txt excludes it',
  noindex: 'the page asks not to be indexed',
  outside: 'it is outside the start addresses',
  stopped: 'a stop pattern excludes it',
  duplicate: 'another address has the same page',
  redirect: 'it redirects to another address',
  empty: 'it has no text',
  'not-html': 'it is no HTML page; JSON that is sent as HTML too',
  gone: 'the server has no such page (404, 410)',
  limit: 'a limit of the crawl was reached before it',
} as const

/** Clauses that reports print after the address. */
export const FAIL_REASONS = {
  status: 'the server answered with an error',
  'too-large': 'it is larger than the limit',
  'too-slow': 'it took longer than the limit',
  network: 'the connection failed',
  address: 'its host has no public address',
  redirects: 'it redirects too often or in a circle',
  encoding: 'its bytes cannot be decoded',
  cut: 'its HTML has no end tag, which its last answer had',
  'needs-browser': 'it has no text without JavaScript, and no Chromium was found',
  extraction: 'its text could not be extracted',
} as const

/**
 * The way by which the Markdown twin of a page was found: `link`: the page names it; `llms.txt`: the list of pages names twins; `file`:
 * it is beside the page (`/guide.md`); `accept`: the page's own address, requested as `text/markdown`.
 */
export type TwinSource = 'link' | 'llms.txt' | 'file' | 'accept'

/** A key of `SKIP_REASONS`. */
export type SkipReason = keyof typeof SKIP_REASONS

/** A key of `FAIL_REASONS`. */
export type FailReason = keyof typeof FAIL_REASONS

/** The outcome for a page with records. */
export interface IndexedPage {
  state: 'indexed'
  records: number
  layout: string
  change: 'new' | 'changed' | 'unchanged'
  /** The text is that of the page's Markdown twin. */
  twin?: TwinSource
  /** The parts of the page that its records lack, because of ceilings. */
  detail?: string
}

/** The records of the last successful fetch that stay for some days, because the page could not be read; absent for none. */
interface KeptRecords {
  keptRecords?: number
  /** ISO 8601. */
  keptUntil?: string
}

/** The outcome for one address. Every address that a crawl has seen has exactly one. */
export type Verdict = {
  /** Absolute, normalised, without a fragment. */
  url: string
  /**
   * Where the address was found first: `start`, `list`, `sitemap`, `llms.txt`, `index` (the index that serves, or a folder),
   * or the address of the page that links to it.
   */
  from: string
  /**
   * ISO 8601, the last request of the page. Present if this crawl made none, because the page has the same date in the sitemap as
   * then; the verdict is that of the answer of then.
   */
  requested?: string
} & (
  | IndexedPage
  /** `detail`: the target of a redirect, the address that has the same page, a status. A page after a limit keeps its records. */
  | ({ state: 'skipped'; reason: SkipReason; detail?: string } & KeptRecords)
  | ({ state: 'failed'; reason: FailReason; detail?: string } & KeptRecords)
)
