import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { testStore, type TestStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite, type SiteServer } from '../testing/site-server.ts'

const HOUR = 3_600_000

/** Pages with their dates in a sitemap. */
type Pages = Record<string, { text: string; lastmod?: string; links?: string[]; head?: string }>

const sitemap = (origin: string, pages: Pages): string =>
  `<urlset>${Object.entries(pages)
    .map(
      ([path, { lastmod }]) =>
        `<url><loc>${origin}${path}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`,
    )
    .join('')}</urlset>`

/** Puts the pages on the site. */
function publish(site: SiteServer, pages: Pages): void {
  for (const [path, { text, links, head }] of Object.entries(pages))
    site.answers.set(path, docPage(`Page ${path}`, text, links, head))
  site.answers.set('/sitemap.xml', sitemap(site.origin, pages))
}

/** As if the crawls so far had been made earlier. */
function wait(store: TestStore, hours: number): void {
  const database = new DatabaseSync(store.file)
  database.prepare('UPDATE visit SET requested = requested - ?1, since = since - ?1').run(hours * HOUR)
  database.close()
}

/** Crawls after some hours; returns the requested pages and the result. */
async function crawlAfter(hours: number, { site, store }: { site: SiteServer; store: TestStore }, options = {}) {
  if (hours > 0) wait(store, hours)
  site.requests.length = 0
  const result = await store.crawl(site.origin, options)
  store.accept()
  const pages = site.requests.filter((path) => !/[.](?:xml|txt|md)$/.test(path)).toSorted()
  return { ...result, pages }
}

const PAGES: Pages = {
  '/': { text: 'Welcome.', lastmod: '2026-01-01' },
  '/a': { text: 'First.', lastmod: '2026-01-02' },
  '/b': { text: 'First.', lastmod: '2026-01-03', links: ['/linked'] },
  '/c': { text: 'First.', lastmod: '2026-01-04T10:00:00+01:00' },
  '/undated': { text: 'Text.' },
}
const CHANGED: Pages = {
  ...PAGES,
  '/a': { text: 'Second.', lastmod: '2026-02-01' },
  '/b': { text: 'Second.', lastmod: '2026-02-01', links: ['/linked'] },
  '/c': { text: 'Second.', lastmod: '2026-02-02' },
}
const LINKED = { '/linked': docPage('Linked', 'Text.') }

/** A site whose three changes had new dates, and whose pages have had their dates for longer than a day. */
async function provedSite(site: SiteServer, store: TestStore): Promise<void> {
  publish(site, PAGES)
  await crawlAfter(0, { site, store })
  publish(site, CHANGED)
  await crawlAfter(6, { site, store })
  await crawlAfter(25, { site, store })
}

describe('pages with the date of their last request', () => {
  test('are not requested when three changes have proved the dates of the site right', async () => {
    await using site = await serveSite(LINKED)
    using store = testStore()
    await provedSite(site, store)
    const { pages, verdicts, counts, changes } = await crawlAfter(6, { site, store })
    // `/linked` and `/undated` have no date.
    expect(pages).toEqual(['/linked', '/undated'])
    expect(counts).toMatchObject({ indexed: 6, notRequested: 4 })
    expect(changes).toMatchObject({ unchanged: 6 })
    const stated = verdicts.filter(({ requested }) => requested !== undefined)
    expect(stated.map(({ url }) => url.slice(site.origin.length))).toEqual(['/', '/a', '/b', '/c'])
    for (const { requested = '' } of stated) expect(Date.now() - Date.parse(requested)).toBeGreaterThanOrEqual(6 * HOUR)
  })

  test('are requested without such a proof, however old their dates are', async () => {
    await using site = await serveSite(LINKED)
    using store = testStore()
    publish(site, PAGES)
    for (const hours of [0, 25, 25]) await crawlAfter(hours, { site, store })
    expect((await crawlAfter(1, { site, store })).counts.notRequested).toBe(0)
  })

  test('are requested until a day has passed with this date: a date of a day hides its later changes', async () => {
    await using site = await serveSite(LINKED)
    using store = testStore()
    await provedSite(site, store)
    publish(site, { ...CHANGED, '/a': { text: 'Third.', lastmod: '2026-02-03' } })
    expect((await crawlAfter(6, { site, store })).pages).toEqual(['/a', '/linked', '/undated'])
    publish(site, { ...CHANGED, '/a': { text: 'Fourth, on the same day.', lastmod: '2026-02-03' } })
    const later = await crawlAfter(6, { site, store })
    expect(later.pages).toContain('/a')
    expect(later.changes.changed).toBe(1)
    expect(later.notes).toEqual([])
  })

  test('are requested once a day', async () => {
    await using site = await serveSite(LINKED)
    using store = testStore()
    await provedSite(site, store)
    await crawlAfter(12, { site, store })
    expect((await crawlAfter(12, { site, store })).pages).toEqual(['/', '/a', '/b', '/c', '/linked', '/undated'])
  })

  test('end to be believed when a page changes without its date, which the daily request finds', async () => {
    await using site = await serveSite(LINKED)
    using store = testStore()
    await provedSite(site, store)
    const lying = { ...CHANGED, '/a': { text: 'Changed.', lastmod: '2026-02-01' } }
    publish(site, lying)
    expect((await crawlAfter(6, { site, store })).changes.changed).toBe(0)
    const found = await crawlAfter(20, { site, store })
    expect(found.changes.changed).toBe(1)
    expect(found.notes.join()).toContain('/a changed, but not its date in the sitemap')
    expect((await crawlAfter(1, { site, store })).counts.notRequested).toBe(0)
    const right: Pages = Object.fromEntries(
      Object.entries(lying).map(([path, page]) => [path, { ...page, text: `New ${path}`, lastmod: '2026-03-01' }]),
    )
    publish(site, right)
    await crawlAfter(1, { site, store })
    await crawlAfter(25, { site, store })
    expect((await crawlAfter(1, { site, store })).counts.notRequested).toBe(5)
  })

  test('a changed script of all pages is no change of a page', async () => {
    await using site = await serveSite(LINKED)
    using store = testStore()
    await provedSite(site, store)
    const rebuilt = Object.fromEntries(
      Object.entries(CHANGED).map(([path, page]) => [path, { ...page, head: '<script src="/app.3f2a.js"></script>' }]),
    )
    publish(site, rebuilt)
    const daily = await crawlAfter(25, { site, store })
    expect([daily.changes.changed, daily.notes]).toEqual([0, []])
    expect((await crawlAfter(1, { site, store })).counts.notRequested).toBe(4)
  })

  test('are requested after a failure, and by a crawl that starts over', async () => {
    await using site = await serveSite(LINKED)
    using store = testStore()
    await provedSite(site, store)
    const page = site.answers.get('/a') ?? ''
    site.answers.set('/a', (_, response) => void response.writeHead(403).end())
    await crawlAfter(24, { site, store })
    site.answers.set('/a', page)
    const { pages, verdicts } = await crawlAfter(1, { site, store })
    expect(pages).toContain('/a')
    expect(verdictLines(verdicts, site.origin)).toContain('/a: indexed unchanged')
    expect((await crawlAfter(1, { site, store }, { fresh: true })).counts.notRequested).toBe(0)
  })
})
