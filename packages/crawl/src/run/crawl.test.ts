import { expect, test } from 'vitest'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite } from '../testing/site-server.ts'

test('a site is crawled by its links, and every address has one verdict', async () => {
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/guide/', '/missing', 'https://elsewhere.example/', '/logo.png', '/hidden']),
    '/guide/': docPage('Guide', 'How to begin.', ['setup', '/']),
    '/guide/setup': docPage('Setup', 'Install the package.'),
    '/hidden': docPage('Hidden', 'Not in search.', [], '<meta name="robots" content="noindex">'),
  })
  using store = testStore()
  const { verdicts, records, counts, outcome } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: indexed new',
    '/guide/: indexed new',
    '/guide/setup: indexed new',
    '/hidden: skipped noindex',
    '/logo.png: skipped not-html (.png)',
    '/missing: skipped gone (status 404)',
    'https://elsewhere.example/: skipped outside',
  ])
  expect(verdicts.find(({ url }) => url.endsWith('/setup'))?.from).toBe(`${site.origin}/guide/`)
  expect(records.map(({ url, content }) => `${url} ${content}`.replace(site.origin, ''))).toEqual([
    '/ Welcome.',
    '/guide/ How to begin.',
    '/guide/setup Install the package.',
  ])
  expect(counts).toMatchObject({ seen: 7, indexed: 3, records: 3, skipped: { outside: 1, gone: 1, noindex: 1 } })
  expect(outcome).toBe('complete')
})

test('only pages below the start are crawled', async () => {
  await using site = await serveSite({
    '/docs': docPage('Docs', 'Text.', ['/docs/a', '/blog/', '/docsearch']),
    '/docs/a': docPage('A', 'More text.'),
    '/blog/': docPage('Blog', 'News.'),
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin, { source: { kind: 'site', starts: [`${site.origin}/docs`] } })
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/blog/: skipped outside',
    '/docs: indexed new',
    '/docs/a: indexed new',
    '/docsearch: skipped outside',
  ])
})

test('two crawls of an unchanged site have byte-identical records and verdicts, whatever arrives first', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `/p${index}`)
  let delays = 0
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', names),
    '*': (request, response) => {
      const page = docPage(`Page ${request.url}`, `Text of ${request.url}.`, [...names, `${request.url}x`.slice(0, 6)])
      setTimeout(() => response.setHeader('content-type', 'text/html').end(page), (delays++ * 7) % 23)
    },
  })
  const crawls = []
  for (const run of [1, 2, 3]) {
    using store = testStore()
    delays = run * 5
    const { verdicts, records, counts } = await store.crawl(site.origin, { limits: { pages: 30 } })
    crawls.push(JSON.stringify({ verdicts, records, counts }))
  }
  expect(crawls[1]).toBe(crawls[0])
  expect(crawls[2]).toBe(crawls[0])
})

test('pages that are new, changed, unchanged and removed since the accepted set are counted', async () => {
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/a', '/b', '/c']),
    '/a': docPage('A', 'First.'),
    '/b': docPage('B', 'Second.'),
    '/c': docPage('C', 'Third.'),
  })
  using store = testStore()
  expect((await store.crawl(site.origin)).changes).toMatchObject({ added: 4, changed: 0, unchanged: 0 })
  store.accept()
  site.answers.set('/a', docPage('A', 'First, edited.'))
  site.answers.delete('/b')
  const { verdicts, changes } = await store.crawl(site.origin)
  expect(changes).toEqual({ added: 0, changed: 1, unchanged: 2, removed: 1, kept: 0 })
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: indexed unchanged',
    '/a: indexed changed',
    '/b: skipped gone (status 404)',
    '/c: indexed unchanged',
  ])
})
