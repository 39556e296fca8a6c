import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { comparePages } from './compare-pages.ts'
import { holdReasons, linesOf } from './hold-reasons.ts'
import { keepRecords } from './kept-pages.ts'
import { knownItems } from './known-items.ts'
import type { PageSummary } from './page-summary.ts'
import { compareRanks, ranksOf } from './relevance.ts'
import { isSmallChange, samplePages } from './sample-pages.ts'

const site = 'https://docs.example/en'
const page = (path: string, fields: Partial<PageSummary> = {}): PageSummary => ({
  url: `${site}${path}`,
  group: 'Guide',
  records: 10,
  hash: path,
  ...fields,
})
const pages = (count: number, folder = '/guide'): PageSummary[] =>
  Array.from({ length: count }, (_, i) => page(`${folder}/p${String(i).padStart(3, '0')}`))
const reasons = (before: PageSummary[], after: PageSummary[]): string[] =>
  holdReasons({ comparison: comparePages(before, after), failed: [], read: after.length }).map(({ kind }) => kind)

describe('sizes', () => {
  const before = pages(100)

  test('equal sets have no difference and are not held', () => {
    expect(comparePages(before, before.toReversed())).toMatchObject({
      added: [],
      changed: [],
      removed: [],
      lostSections: [],
    })
    expect(reasons(before, before)).toEqual([])
  })

  test('a loss of 10 % of the pages is accepted, a loss of 11 % is held', () => {
    expect(reasons(before, before.slice(10))).toEqual([])
    expect(reasons(before, before.slice(11))).toEqual(['shrunk', 'shrunk'])
  })

  test('pages that keep their address and lose their sections are held', () => {
    const after = before.map((one) => ({ ...one, records: 2, hash: 'cut' }))
    expect(reasons(before, after)).toEqual(['shrunk'])
  })

  test('a crawl without any page is held: 4,500 records never become none', () => {
    expect(reasons(before, [])).toEqual(['shrunk', 'shrunk', 'moved'])
  })

  test('a site that grows is not held', () => {
    expect(reasons(before, [...before, ...pages(900, '/api')])).toEqual([])
  })

  test('the reason names pages that are missing', () => {
    const [reason] = holdReasons({ comparison: comparePages(before, before.slice(11)), failed: [], read: 89 })
    expect(reason && linesOf(reason)).toEqual([
      'The pages fall from 100 to 89, by more than 10 %. Pages that are missing:',
      ...before.slice(0, 10).map(({ url }) => url),
    ])
  })
})

describe('sections', () => {
  const large = pages(200)

  test('a folder of three pages that is gone is held, though it is 1.5 % of the site', () => {
    const before = [...large, ...pages(3, '/api')]
    const comparison = comparePages(before, large)
    expect(comparison.lostSections).toEqual([{ by: 'path', name: 'api', pages: 3 }])
    const lines = holdReasons({ comparison, failed: [], read: 200 }).flatMap(linesOf)
    expect(lines).toEqual(['All 3 pages below /api are gone.'])
  })

  test('two pages are no section', () => expect(reasons([...large, ...pages(2, '/api')], large)).toEqual([]))

  test('a sidebar group that is gone is held; one that got another name is not', () => {
    const group = ['/guide/x', '/guide/y', '/guide/z'].map((path) => page(path, { group: 'Tutorial' }))
    const renamed = group.map((one) => ({ ...one, group: 'Tutorials', hash: 'renamed' }))
    expect(comparePages([...large, ...group], large).lostSections).toEqual([
      { by: 'group', name: 'Tutorial', pages: 3 },
    ])
    expect(comparePages([...large, ...group], [...large, ...renamed]).lostSections).toEqual([])
  })

  test('a crawl that reaches the pages of another language instead is held, though it has as many', () => {
    const moved = large.map((one) => ({ ...one, url: one.url.replace('/en/', '/de/') }))
    expect(reasons(large, moved)).toEqual(['moved'])
    expect(reasons(large, [...large.slice(100), ...moved.slice(0, 100)])).toEqual([])
  })
})

describe('failures', () => {
  const comparison = comparePages(pages(90), pages(90))

  test('a run is held when more than 10 % of its pages failed', () => {
    const failed = pages(11, '/failed').map(({ url }) => url)
    expect(holdReasons({ comparison, failed: failed.slice(1), read: 100 })).toEqual([])
    expect(holdReasons({ comparison, failed, read: 101 }).map(({ kind }) => kind)).toEqual(['failures'])
  })

  test('a failed page keeps its records for seven days after its first failure', () => {
    const verdict = { url: `${site}/a`, from: 'sitemap', state: 'failed', reason: 'too-slow' } as const
    const first = new Date('2026-03-01T00:00:00Z')
    expect(keepRecords(verdict, { records: 4 }, first)).toEqual({
      ...verdict,
      keptRecords: 4,
      keptUntil: '2026-03-08T00:00:00.000Z',
    })
    const failsSince = first.toISOString()
    const at = (day: string): unknown => keepRecords(verdict, { records: 4, failsSince }, new Date(day))
    expect(at('2026-03-07T23:00:00Z')).toMatchObject({ keptUntil: '2026-03-08T00:00:00.000Z' })
    expect(at('2026-03-08T00:00:00Z')).toEqual(verdict)
  })

  test('a page that was never read keeps nothing', () => {
    const verdict = { url: `${site}/a`, from: 'sitemap', state: 'failed', reason: 'status' } as const
    expect(keepRecords(verdict, undefined, new Date())).toEqual(verdict)
  })
})

describe('known-item queries', () => {
  const named = (url: string, title: string, headings: string[] = [], linkTexts: string[] = []) => ({
    url,
    title,
    headings,
    linkTexts,
  })

  test('they are titles, headings and texts of links, one of a kind for a page', () => {
    const items = knownItems([named('/a', 'Install', ['On Linux', 'On Windows'], ['the installer'])])
    expect(items.map(({ from }) => from).toSorted()).toEqual(['heading', 'link', 'title'])
  })

  test('a name of several pages is no query, in any case', () => {
    const items = knownItems([named('/a', 'Overview'), named('/b', 'overview'), named('/c', 'Storage')])
    expect(items.map(({ query }) => query)).toEqual(['Storage'])
  })

  test('the sample is the same for any order of pages, and a new page does not replace most of it', () => {
    const all = Array.from({ length: 500 }, (_, i) => named(`/p${i}`, `Page number ${i}`))
    const items = knownItems(all, 100)
    expect(knownItems(all.toReversed(), 100)).toEqual(items)
    const queries = new Set(items.map(({ query }) => query))
    const later = knownItems([...all, named('/new', 'A new page')], 100)
    expect(later.filter(({ query }) => queries.has(query)).length).toBeGreaterThanOrEqual(99)
  })
})

describe('relevance', () => {
  const items = Array.from({ length: 100 }, (_, i) => ({ query: `page ${i}`, url: `/p${i}`, from: 'title' }) as const)
  const ranks = (worse: number, rank: number): number[] => items.map((_, i) => (i < worse ? rank : 1))
  const first = ranks(0, 1)

  test('the rank is that of the page among the first ten', async () => {
    const search = (query: string): string[] => [...Array(Number(query)).fill('/other'), '/p']
    const asked = ['0', '9', '10'].map((query) => ({ query, url: '/p', from: 'title' }) as const)
    expect(await ranksOf(asked, search)).toEqual([1, 10, 0])
  })

  test('5 lost queries of 100 are accepted, 6 are held', () => {
    expect(compareRanks(items, first, ranks(5, 0))).toMatchObject({ isHeld: false, lost: 5 })
    expect(compareRanks(items, first, ranks(6, 0))).toMatchObject({ isHeld: true, lost: 6 })
  })

  test('pages that fall behind others are held, though they are found', () => {
    expect(compareRanks(items, first, ranks(20, 2))).toMatchObject({ isHeld: true, lost: 0, after: 0.9 })
  })

  test('one new title on a small site holds nothing', () => {
    expect(compareRanks(items.slice(0, 8), first.slice(0, 8), [0, ...first.slice(1, 8)]).isHeld).toBe(false)
  })

  test('an index that answers better is never held', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 100 }), (before) => {
        const better = before.map((rank) => (rank === 0 ? 10 : Math.max(1, rank - 1)))
        expect(compareRanks(items.slice(0, before.length), before, better).isHeld).toBe(false)
      }),
    )
  })

  test('the reason names queries and pages, the largest losses first', () => {
    const relevance = compareRanks(items, first, [2, ...ranks(6, 0).slice(1)])
    const comparison = comparePages(pages(1), pages(1))
    const [reason] = holdReasons({ comparison, failed: [], read: 1, relevance })
    const lines = reason === undefined ? [] : linesOf(reason)
    expect(lines[0]).toMatch(/of 100 queries .* falls from 1\.000 to 0\.945, and 5 no longer/)
    expect(lines[1]).toBe('"page 1": /p1 rank 1 before, not found now')
    expect(lines.at(-1)).toBe('"page 0": /p0 rank 1 before, rank 2 now')
  })
})

describe('the pages to search', () => {
  const before = pages(5000)

  test('one changed page of 5,000 is a small change; 2 % is the limit', () => {
    const change = (count: number): PageSummary[] => before.map((one, i) => (i < count ? { ...one, hash: 'new' } : one))
    const isSmall = (count: number): boolean => isSmallChange(comparePages(before, change(count)))
    expect([isSmall(1), isSmall(100), isSmall(101)]).toEqual([true, true, false])
  })

  test('a small site is searched as a whole', () => {
    const small = pages(50)
    expect(samplePages(small, small).size).toBe(50)
  })

  test('of a large site changed pages come first, and the number of records is bounded', () => {
    const after = before.map((one, i) => (i % 100 === 0 ? { ...one, hash: 'new' } : one))
    const sample = samplePages(before, after)
    expect(sample.size).toBe(1000)
    expect(after.filter(({ url, hash }) => hash === 'new' && sample.has(url))).toHaveLength(50)
  })

  test('a rebuilt site fills half of the sample with changed pages, and the rest is the same in each run', () => {
    const after = before.map((one) => ({ ...one, hash: 'new' }))
    expect(samplePages(before, after)).toEqual(samplePages(before.toReversed(), after.toReversed()))
    expect(samplePages(before, after).size).toBe(1000)
  })
})
