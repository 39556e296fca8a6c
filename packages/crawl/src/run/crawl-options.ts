/** The parameters of a crawl. */
import type { ReadOptions } from '../extract/read-options.ts'
import type { Login } from '../result/login.ts'

/** The pages to crawl. All addresses are absolute http or https addresses. */
export type CrawlSource =
  /** Pages below the start addresses, found by sitemaps (those of robots.txt as well), `llms.txt` and links. */
  | { kind: 'site'; starts: readonly string[]; sitemaps?: readonly string[] }
  /** The pages that the sitemaps list; no links are followed. */
  | { kind: 'sitemap'; sitemaps: readonly string[] }
  /** These pages; no links are followed. */
  | { kind: 'list'; urls: readonly string[] }
  /** The HTML files of a built site, without a server. `url`: the address at which the folder is published. */
  | { kind: 'folder'; folder: string; url: string }

/** The limits of one crawl; each has a default in `DEFAULT_LIMITS`. */
export interface CrawlLimits {
  /** Pages that are requested. */
  pages: number
  /** Duration of the fetch phase. */
  minutes: number
  /** Links between a page and its start address or sitemap. */
  depth: number
  /** Decompressed bytes of one page. */
  bytes: number
  /** Redirects of one address. */
  redirects: number
  /** Seconds for one page, from the request to the last byte. */
  seconds: number
}

/** The documented defaults (`docs/reference/crawl.md`). */
export const DEFAULT_LIMITS: CrawlLimits = {
  pages: 10_000,
  minutes: 60,
  depth: 20,
  bytes: 10 * 1024 * 1024,
  redirects: 5,
  seconds: 30,
}

/** State of a running crawl, reported at most once for each page. */
export interface CrawlProgress {
  phase: 'fetch' | 'extract'
  /** Addresses with an outcome: fetched, skipped or failed; in the extraction phase, pages read. */
  done: number
  failed: number
  /** Addresses that are known and not done. */
  queued: number
  /** Pages per second since the start of the phase. */
  rate: number
  /** At that rate; more pages may be found. */
  secondsLeft: number
}

/** Parameters of `crawl`. */
export interface CrawlOptions {
  source: CrawlSource
  /** Path of the store, a SQLite file that the crawl creates; it holds the state between runs. */
  store: string
  /** Product version for the user agent. */
  version: string
  /** Address or e-mail for owners of crawled sites; part of the user agent. */
  contact?: string
  limits?: Partial<CrawlLimits>
  /** Requests per second and host, fixed. Default: 2 at the start, adapting between 1 and 4. */
  rate?: number
  /** Also connect to addresses of private networks and of this machine. */
  allowPrivate?: boolean
  /** For owners of a site: robots.txt neither excludes addresses nor delays requests. */
  ignoreRobots?: boolean
  login?: Login
  /** Start over: forget an interrupted run, and request every page without a condition. */
  fresh?: boolean
  /** Addresses that a configuration excludes or includes, by predicates on the normalised address. */
  stopped?: (url: string) => boolean
  included?: (url: string) => boolean
  /** Pages that sitemaps list are crawled, on the hosts of the source, though `stopped`, `included` or its paths exclude them. */
  wholeSitemaps?: boolean
  /** Translations that an entry of a sitemap names are crawled too. */
  sitemapAlternates?: boolean
  /** Parameters of the extraction: name of the site, language, selectors of a configuration. */
  reading?: ReadOptions
  /** Days for which a page that failed keeps its records. Default 7. */
  keepDays?: number
  /** Render pages without text in this Chromium; absent: such pages get the verdict `needs-browser`. */
  chromium?: string
  /** Ends the crawl; the next one continues it. */
  signal?: AbortSignal
  onProgress?: (progress: CrawlProgress) => void
}
