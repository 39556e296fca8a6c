import { describe, expect, test } from 'vitest'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite } from '../testing/site-server.ts'

const HOME = docPage('Home', 'Welcome.', ['/a', '/private/b'])

describe('robots.txt', () => {
  test('excludes addresses before they are requested', async () => {
    await using site = await serveSite({
      '/': HOME,
      '/a': docPage('A', 'Text.'),
      '/private/b': docPage('B', 'Text.'),
      '/robots.txt': 'User-agent: *\nDisallow: /private/\nSitemap: /map.xml',
      '/map.xml': '<urlset><url><loc>/private/c</loc></url><url><loc>/a</loc></url></urlset>',
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/a: indexed new',
      '/private/b: skipped robots',
      '/private/c: skipped robots',
    ])
    expect(site.requests.filter((path) => path.startsWith('/private'))).toEqual([])
    const owner = await store.crawl(site.origin, { ignoreRobots: true })
    expect(verdictLines(owner.verdicts, site.origin)).toContain('/private/b: indexed new')
  })

  test('that answers with a server error denies everything, and no page loses its records', async () => {
    await using site = await serveSite({ '/': HOME, '/a': docPage('A', 'Text.') })
    using store = testStore()
    expect((await store.crawl(site.origin)).counts.indexed).toBe(2)
    store.accept()
    site.answers.set('/robots.txt', (_, response) => void response.writeHead(503, { 'retry-after': '0' }).end())
    const before = site.requests.length
    const { counts, verdicts, records, changes } = await store.crawl(site.origin)
    expect(counts).toMatchObject({ indexed: 0, failed: { status: 3 } })
    expect(verdicts[0]).toMatchObject({ detail: `${site.origin}/robots.txt: status 503`, keptRecords: 1 })
    expect(new Set(site.requests.slice(before))).toEqual(new Set(['/robots.txt']))
    expect(changes).toMatchObject({ removed: 0, kept: 2 })
    expect(records).toHaveLength(2)
  })
})

describe('a server that is overloaded', () => {
  test('is asked again after the time that it names', async () => {
    const refused = new Set<string>()
    await using site = await serveSite({
      '/': HOME,
      '*': ({ url = '' }, response) => {
        if (refused.has(url)) return void response.setHeader('content-type', 'text/html').end(docPage(url, 'Text.'))
        refused.add(url)
        return void response.writeHead(429, { 'retry-after': '0' }).end()
      },
    })
    using store = testStore()
    const { counts } = await store.crawl(site.origin)
    expect(counts).toMatchObject({ indexed: 3, failed: {} })
  })

  test('is left alone after 20 errors in a row, and its pages keep their records', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `/p${String(index).padStart(2, '0')}`)
    const storm = { now: false, count: 0 }
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', names),
      '*': ({ url = '' }, response) => {
        if (!names.includes(url)) return void response.writeHead(404).end()
        if (!storm.now) return void response.setHeader('content-type', 'text/html').end(docPage(url, `Text ${url}.`))
        storm.count++
        return void response.writeHead(storm.count % 2 === 0 ? 503 : 429, { 'retry-after': '0' }).end()
      },
    })
    using store = testStore()
    await store.crawl(site.origin)
    store.accept()
    storm.now = true
    const { counts, changes, records } = await store.crawl(site.origin)
    expect(storm.count).toBeLessThan(40)
    expect(counts).toMatchObject({ indexed: 1, failed: { status: 60 } })
    expect(changes).toMatchObject({ removed: 0, kept: 60, unchanged: 61 })
    expect(records).toHaveLength(61)
  })

  test('that asks for an hour is left for the next crawl', async () => {
    await using site = await serveSite({
      '/': HOME,
      '/a': (_, response) => void response.writeHead(503, { 'retry-after': '3600' }).end(),
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toContain('/a: failed status (status 503)')
    expect(site.requests.filter((path) => path === '/a')).toHaveLength(1)
  })
})

test('the crawler names itself and its owner', async () => {
  const agents = new Set<string | undefined>()
  await using site = await serveSite({
    '*': ({ headers }, response) => {
      agents.add(headers['user-agent'])
      response.writeHead(404).end()
    },
  })
  using store = testStore()
  await store.crawl(site.origin, { version: '1.2.3', contact: 'https://example.org/bot' })
  expect([...agents]).toEqual(['Docent/1.2.3 (+https://example.org/bot)'])
})

test('a page that failed does not lose the pages that only it links to', async () => {
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/a']),
    '/a': docPage('A', 'Text.', ['/b']),
    '/b': docPage('B', 'Text.', ['/c']),
    '/c': docPage('C', 'Text.'),
  })
  using store = testStore()
  await store.crawl(site.origin)
  store.accept()
  site.answers.set('/a', (_, response) => void response.writeHead(500, { 'retry-after': '0' }).end())
  const { verdicts, changes } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: indexed unchanged',
    '/a: failed status (status 500)',
    '/b: indexed unchanged',
    '/c: indexed unchanged',
  ])
  expect(changes).toMatchObject({ unchanged: 4, removed: 0, kept: 1 })
})

test('a sitemap that failed does not lose the pages that only it lists', async () => {
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.'),
    '/only': docPage('Only', 'Text.'),
    '/sitemap.xml': '<urlset><url><loc>/only</loc></url></urlset>',
  })
  using store = testStore()
  await store.crawl(site.origin)
  store.accept()
  site.answers.set('/sitemap.xml', (_, response) => void response.writeHead(502, { 'retry-after': '0' }).end())
  const { verdicts, notes } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual(['/: indexed unchanged', '/only: indexed unchanged'])
  expect(notes.join()).toContain('status 502')
  site.answers.set('/robots.txt', (_, response) => void response.writeHead(503, { 'retry-after': '0' }).end())
  expect((await store.crawl(site.origin)).changes).toMatchObject({ removed: 0, kept: 2 })
})

test('a page that failed keeps its records for the stated days, then loses them', async () => {
  await using site = await serveSite({ '/': HOME, '/a': docPage('A', 'Text.') })
  using store = testStore()
  await store.crawl(site.origin)
  store.accept()
  site.answers.set('/a', (_, response) => void response.writeHead(500, { 'retry-after': '0' }).end())
  const failed = await store.crawl(site.origin, { keepDays: 3 })
  const verdict = failed.verdicts.find(({ url }) => url.endsWith('/a'))
  expect(verdict).toMatchObject({ state: 'failed', reason: 'status', keptRecords: 1 })
  const days = verdict?.state === 'failed' ? (Date.parse(verdict.keptUntil ?? '') - Date.now()) / 86_400_000 : 0
  expect(Math.round(days)).toBe(3)
  store.accept()
  // The time is that of the first failure, not of the last.
  const again = await store.crawl(site.origin, { keepDays: 100 })
  expect(again.verdicts.find(({ url }) => url.endsWith('/a'))).toMatchObject({
    keptUntil: verdict?.state === 'failed' && verdict.keptUntil,
  })
  using other = testStore()
  site.answers.set('/a', docPage('A', 'Text.'))
  await other.crawl(site.origin)
  other.accept()
  site.answers.set('/a', (_, response) => void response.writeHead(500, { 'retry-after': '0' }).end())
  await other.crawl(site.origin, { keepDays: 0 })
  other.accept()
  expect((await other.crawl(site.origin)).changes).toMatchObject({ removed: 1, kept: 0 })
})
