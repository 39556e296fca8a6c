/** The addresses of the present crawl: those that wait, and the verdicts of the others. */
import type { DatabaseSync } from 'node:sqlite'
import type { Ending } from '../result/ending.ts'
import type { FailReason, SkipReason, TwinSource, Verdict } from '../result/verdict.ts'

/** An address that waits for its request. */
export interface Waiting {
  url: string
  /** Links between it and a start or sitemap. */
  depth: number
  /** Redirects that led to it. */
  hops: number
}

/** An address as it was found. */
export interface Found extends Waiting {
  /** `start`, `list`, `sitemap`, `llms.txt`, `index` (pages of the accepted set, files of a folder), or the address of the page that links to it. */
  source: string
  /** A sitemap, a list or the user names it. */
  listed: boolean
  /** Its date in the sitemap. */
  lastmod?: string
}

/** Addresses of one crawl. A trap cannot fill the disk: further ones are counted by the caller. */
export const MAX_ADDRESSES = 1_000_000

/** Addresses whose depth is in memory (10 MB): the links of a sidebar, which all pages of a site repeat. */
const MAX_REMEMBERED = 50_000

/** The frontier. All methods are synchronous and cheap; callers group them in transactions. */
export interface Frontier {
  /**
   * Adds an address. One that is known and waits at the same depth gets the source that is first in order, so that
   * verdicts do not depend on the order of arrival.
   */
  add: (found: Found, ending?: Ending) => void
  has: (url: string) => boolean
  /** Whether an address was added at a smaller depth, as far as it is remembered; adding it again changes nothing. */
  knows: (url: string, depth: number) => boolean
  /** The smallest depth at which addresses wait. */
  nextDepth: () => number | undefined
  hostsAt: (depth: number) => string[]
  /** Waiting addresses of a host and depth after an address, in order, at most 200. */
  waiting: (depth: number, host: string, after: string) => Waiting[]
  /** Addresses of a path with a query that were requested in this crawl, at most 50. */
  requestedVariants: (path: string) => number
  /** The first start address and the first other addresses, in order of URL. */
  firstPages: (count: number) => string[]
  isStart: (url: string) => boolean
  /** Named by the user, a sitemap or a list. */
  isListed: (url: string) => boolean
  /** The date of an address in the sitemaps; the greatest text of several. */
  lastmodOf: (url: string) => string | undefined
  /** The page was not requested by this crawl. @param requested ISO 8601, the last request. */
  notRequested: (url: string, requested: string) => void
  /** Number of pages that were not requested. */
  countNotRequested: () => number
  isOpenPage: (url: string) => boolean
  isIndexed: (url: string) => boolean
  /** The target of an address that redirects. */
  redirectOf: (url: string) => string | undefined
  /** Pages without a verdict, in order; verdicts may be set while they are read. */
  openPages: () => Iterable<string>
  end: (url: string, ending: Ending) => void
  /** The address is requested again. */
  wait: (url: string) => void
  /** Pages that an interrupted extraction ended are read again. It ends empty pages without a detail, answers have one. */
  reopen: () => void
  /** The address is a page, to be read in the extraction phase. */
  isPage: (url: string) => void
  indexed: (url: string, outcome: Omit<Extract<Verdict, { state: 'indexed' }>, 'url' | 'from' | 'state'>) => void
  /** Corrects the change of an indexed page. */
  setChange: (url: string, change: 'new' | 'changed' | 'unchanged') => void
  /** Indexed pages, in order; verdicts may be set while they are read. */
  indexedPages: () => Iterable<string>
  keep: (url: string, kept: { records: number; until: string }) => void
  /** Ends all waiting addresses. */
  endWaiting: (ending: Ending) => number
  count: (state: string) => number
  total: () => number
  /** Addresses by state and reason. */
  tally: () => { state: string; reason: string | null; count: number; records: number }[]
  endings: (state: 'skipped' | 'failed', reason: SkipReason | FailReason) => Iterable<{ url: string; detail: string }>
  /** Addresses that failed, and those that a limit left out. */
  unread: () => string[]
  verdicts: () => Iterable<Verdict>
  clear: () => void
}

/** Opens the table of addresses. */
export function openFrontier(database: DatabaseSync): Frontier {
  const add = database.prepare(`
    INSERT INTO address (url, source, host, depth, hops, listed, state, reason, detail, lastmod) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET listed = max(listed, excluded.listed),
      lastmod = nullif(max(coalesce(lastmod, ''), coalesce(excluded.lastmod, '')), ''),
      source = CASE WHEN state = 'waiting' AND depth = excluded.depth AND source LIKE 'http%' THEN min(source, excluded.source) ELSE source END
`)
  const has = database.prepare('SELECT 1 FROM address WHERE url = ?')
  const next = database.prepare(`SELECT min(depth) AS depth FROM address WHERE state = 'waiting'`)
  const hosts = database.prepare(
    `SELECT DISTINCT host FROM address WHERE state = 'waiting' AND depth = ? ORDER BY host`,
  )
  const waiting = database.prepare(`
    SELECT url, depth, hops FROM address WHERE state = 'waiting' AND depth = ? AND host = ? AND url > ? ORDER BY url LIMIT 200`)
  const variants = database.prepare(`
    SELECT count(*) AS n FROM (SELECT 1 FROM address WHERE url > ?1 || '?' AND url < ?1 || '@'
      AND state <> 'waiting' AND reason IS NOT 'limit' LIMIT 50)`)
  const firstPages = database.prepare(
    `SELECT url FROM address WHERE state = 'waiting' ORDER BY source <> 'start', url LIMIT ?`,
  )
  const start = database.prepare(`SELECT 1 FROM address WHERE url = ? AND source = 'start'`)
  const stateOf = database.prepare('SELECT state, reason, detail, listed, lastmod FROM address WHERE url = ?')
  const notRequested = database.prepare('UPDATE address SET requested = ? WHERE url = ?')
  const inState = database.prepare('SELECT url FROM address WHERE state = ? AND url > ? ORDER BY url LIMIT 200')
  function* urlsIn(state: string): Generator<string> {
    for (let after = ''; ;) {
      const urls = inState.all(state, after).map((row) => String(row['url']))
      yield* urls
      const last = urls.at(-1)
      if (last === undefined) return
      after = last
    }
  }
  const setChange = database.prepare('UPDATE address SET change = ? WHERE url = ?')
  const end = database.prepare('UPDATE address SET state = ?, reason = ?, detail = ? WHERE url = ?')
  const indexed = database.prepare(
    `UPDATE address SET state = 'indexed', records = ?, layout = ?, change = ?, twin = ?, reason = NULL, detail = ? WHERE url = ?`,
  )
  const keep = database.prepare('UPDATE address SET kept_records = ?, kept_until = ? WHERE url = ?')
  const endWaiting = database.prepare(`UPDATE address SET state = ?, reason = ?, detail = ? WHERE state = 'waiting'`)
  const count = database.prepare('SELECT count(*) AS n FROM address WHERE state = ?')
  const total = database.prepare('SELECT count(*) AS n FROM address')
  const tally = database.prepare(`
    SELECT state, reason, count(*) AS count, coalesce(sum(records), 0) AS records FROM address GROUP BY state, reason`)
  let size = Number(total.get()?.['n'] ?? 0)
  const unread = database.prepare(`SELECT url FROM address WHERE state = 'failed' OR reason = 'limit' ORDER BY url`)
  const depths = new Map<string, number>()
  const number = (row: Record<string, unknown> | undefined): number => Number(row?.['n'] ?? 0)
  return {
    add({ url, source, depth, hops, listed, lastmod }, ending) {
      const known = stateOf.get(url)
      // Most links lead to addresses that are known.
      if (known !== undefined && known['state'] !== 'waiting' && !listed) return
      if (known === undefined) size++
      if (depths.size >= MAX_REMEMBERED) depths.clear()
      depths.set(url, Math.min(depth, depths.get(url) ?? depth))
      const host = new URL(url).host
      const state = ending?.state ?? 'waiting'
      const { reason = null, detail = null } = ending ?? {}
      add.run(url, source, host, depth, hops, listed ? 1 : 0, state, reason, detail, lastmod ?? null)
    },
    knows: (url, depth) => (depths.get(url) ?? depth) < depth,
    has: (url) => has.get(url) !== undefined,
    nextDepth: () => (next.get()?.['depth'] as number | null | undefined) ?? undefined,
    hostsAt: (depth) => hosts.all(depth).map((row) => String(row['host'])),
    waiting: (depth, host, after) => waiting.all(depth, host, after) as unknown as Waiting[],
    requestedVariants: (path) => number(variants.get(path)),
    firstPages: (most) => firstPages.all(most).map((row) => String(row['url'])),
    isStart: (url) => start.get(url) !== undefined,
    isListed: (url) => stateOf.get(url)?.['listed'] === 1,
    lastmodOf: (url) => (stateOf.get(url)?.['lastmod'] as string | null | undefined) ?? undefined,
    notRequested: (url, requested) => void notRequested.run(requested, url),
    countNotRequested: () =>
      number(database.prepare('SELECT count(*) AS n FROM address WHERE requested IS NOT NULL').get()),
    isOpenPage: (url) => stateOf.get(url)?.['state'] === 'page',
    isIndexed: (url) => stateOf.get(url)?.['state'] === 'indexed',
    redirectOf(url) {
      const row = stateOf.get(url)
      return row?.['reason'] === 'redirect' ? String(row['detail']) : undefined
    },
    openPages: () => urlsIn('page'),
    indexedPages: () => urlsIn('indexed'),
    setChange: (url, change) => void setChange.run(change, url),
    end: (url, { state, reason, detail }) => void end.run(state, reason, detail ?? null, url),
    wait: (url) => void end.run('waiting', null, null, url),
    reopen() {
      depths.clear()
      database.exec(`
        UPDATE address SET state = 'page', reason = NULL, detail = NULL, records = NULL, layout = NULL, change = NULL,
          twin = NULL
        WHERE state = 'indexed' OR reason = 'extraction' OR (reason = 'empty' AND detail IS NULL)`)
    },
    isPage: (url) => void end.run('page', null, null, url),
    indexed: (url, { records, layout, change, twin, detail }) =>
      void indexed.run(records, layout, change, twin ?? null, detail ?? null, url),
    keep: (url, { records, until }) => void keep.run(records, until, url),
    endWaiting: ({ state, reason, detail }) => Number(endWaiting.run(state, reason, detail ?? null).changes),
    count: (state) => number(count.get(state)),
    total: () => size,
    tally: () => tally.all() as ReturnType<Frontier['tally']>,
    endings: function* (state, reason) {
      for (const row of database
        .prepare('SELECT url, detail FROM address WHERE state = ? AND reason = ? ORDER BY url')
        .iterate(state, reason))
        yield { url: String(row['url']), detail: String(row['detail']) }
    },
    unread: () => unread.all().map((row) => String(row['url'])),
    verdicts: function* () {
      for (const row of database
        .prepare(`SELECT * FROM address WHERE state NOT IN ('waiting', 'page') ORDER BY url`)
        .iterate())
        yield toVerdict(row)
    },
    clear() {
      database.exec('DELETE FROM address')
      size = 0
      depths.clear()
    },
  }
}

function toVerdict(row: Record<string, unknown>): Verdict {
  const requested = row['requested'] === null ? {} : { requested: String(row['requested']) }
  const at = { url: String(row['url']), from: String(row['source']), ...requested }
  const detail = row['detail'] === null ? {} : { detail: String(row['detail']) }
  if (row['state'] === 'indexed') {
    const change = row['change'] as 'new' | 'changed' | 'unchanged'
    const twin = row['twin'] === null ? {} : { twin: row['twin'] as TwinSource }
    const [records, layout] = [Number(row['records']), String(row['layout'])]
    return { ...at, state: 'indexed', records, layout, change, ...twin, ...detail }
  }
  const kept =
    row['kept_until'] === null ? {} : { keptRecords: Number(row['kept_records']), keptUntil: String(row['kept_until']) }
  if (row['state'] === 'skipped')
    return { ...at, state: 'skipped', reason: row['reason'] as SkipReason, ...detail, ...kept }
  return { ...at, state: 'failed', reason: row['reason'] as FailReason, ...detail, ...kept }
}
