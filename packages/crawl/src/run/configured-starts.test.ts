import { expect, test } from 'vitest'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite } from '../testing/site-server.ts'

const PATHS = ['/docs/intro', '/docs/install', '/blog/new']
const PAGES = Object.fromEntries(['/', ...PATHS].map((path) => [path, docPage(path, `Text of ${path}.`, PATHS)]))

test('a start address that a configuration does not include has no records, and its links are followed', async () => {
  await using site = await serveSite(PAGES)
  using store = testStore()
  const included = (url: string): boolean => url.includes('/docs/')
  const expected = [
    '/: skipped outside (a start address: only its links were read)',
    '/blog/new: skipped outside',
    '/docs/install: indexed new',
    '/docs/intro: indexed new',
  ]
  const { verdicts } = await store.crawl(site.origin, { included })
  expect(verdictLines(verdicts, site.origin)).toEqual(expected)
  store.accept()
  const again = await store.crawl(site.origin, { included })
  expect(verdictLines(again.verdicts, site.origin)).toEqual(
    expected.map((line) => line.replace('new', 'unchanged').replace('/blog/unchanged', '/blog/new')),
  )
})

test('a start address that a configuration stops has no records, and its links are followed', async () => {
  await using site = await serveSite(PAGES)
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin, { stopped: (url) => url.endsWith('/') })
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: skipped stopped (a start address: only its links were read)',
    '/blog/new: indexed new',
    '/docs/install: indexed new',
    '/docs/intro: indexed new',
  ])
})

test('the patterns of a configuration are the only limits on the hosts of its start addresses', async () => {
  await using site = await serveSite(PAGES)
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin, {
    source: { kind: 'site', starts: [`${site.origin}/docs/intro`] },
    included: (url) => url.includes('/docs/'),
  })
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/blog/new: skipped outside',
    '/docs/install: indexed new',
    '/docs/intro: indexed new',
  ])
})
