import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { buildIndex, DOCS_SETTINGS, type DocRecord, openIndex, search } from '@docent/engine'
import { makeRecords } from '@docent/ingest/records'

import type { EarlierAnswers, RecordSet, SetPage } from '../result/crawl-result.ts'
import { comparePages } from './compare-pages.ts'
import { holdReasons, textOf } from './hold-reasons.ts'
import { knownItems } from './known-items.ts'
import { type GuardedRun, judge } from './guard.ts'
import { compareRanks, ranksOf } from './relevance.ts'
import { isSmallChange, samplePages } from './sample-pages.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

const site = 'https://docs.example/en'

/** A page with its group. */
interface Page extends SetPage {
  group: string
}

const page = (path: string, fields: Partial<Page> = {}): Page => ({
  url: `${site}${path}`,
  title: path,
  layout: 'structure',
  group: 'Guide',
  records: 10,
  hash: path,
  ...fields,
})
const pages = (count: number, folder = '/guide'): Page[] =>
  Array.from({ length: count }, (_, i) => page(`${folder}/p${String(i).padStart(3, '0')}`))

/** The records of a page: a lead, and sections with these headings. */
const recordsOf = ({ url, title, group }: Page, headings: string[] = [], text = '') =>
  makeRecords({ url, title, label: title, group, lang: 'en', version: undefined, tags: [] }, [
    { level: 1, text: title, anchor: '', pieces: text === '' ? [] : [{ kind: 'content', text }] },
    ...headings.map((heading, i) => ({ level: 2, text: heading, anchor: `s${i}`, pieces: [] })),
  ])

/** A set of pages. */
function setOf(list: Page[], records = (one: Page) => recordsOf(one)): Pick<RecordSet, 'pages' | 'recordsOf'> {
  const byUrl = new Map(list.map((one) => [one.url, one]))
  const read = (url: string) => {
    const one = byUrl.get(url)
    return one === undefined ? [] : records(one)
  }
  return { pages: () => list, recordsOf: read }
}

const compare = (before: Page[], after: Page[]) => comparePages(setOf(before), setOf(after))
const reasons = (before: Page[], after: Page[]): string[] =>
  holdReasons({ comparison: compare(before, after), failed: [], read: after.length }).map(({ kind }) => kind)

describe('sizes', () => {
  const before = pages(100)

  test('equal sets have no difference and are not held', () => {
    expect(compare(before, before.toReversed())).toMatchObject({
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

  test('a decline over several crawls is held, though each of them lost little', () => {
    const largest = {
      pages: { created: '2026-03-01T00:00:00Z', count: 100 },
      records: { created: '2026-03-01T00:00:00Z', count: 1000 },
    }
    const reasonsFor = (count: number) =>
      holdReasons({
        comparison: compare(before.slice(0, 92), before.slice(0, count)),
        failed: [],
        read: count,
        largest,
      })
    expect(reasonsFor(90)).toEqual([])
    expect(reasonsFor(89).map(textOf)).toEqual([
      'The pages fell over several crawls from 100 (2026-03-01) to 89, by more than 10 %.',
      'The records fell over several crawls from 1,000 (2026-03-01) to 890, by more than 10 %.',
    ])
  })

  test('pages that keep their address and lose their sections are held', () => {
    const after = before.map((one) => ({ ...one, records: 2, hash: 'cut' }))
    expect(reasons(before, after)).toEqual(['shrunk'])
  })

  test('a crawl without any page is held: 4,500 records never become none', () => {
    expect(reasons(before, [])).toEqual(['shrunk', 'shrunk', 'moved', 'section'])
  })

  test('a site that grows is not held', () => {
    expect(reasons(before, [...before, ...pages(900, '/api')])).toEqual([])
  })

  test('the first reason by size names pages that are missing', () => {
    const texts = holdReasons({ comparison: compare(before, before.slice(11)), failed: [], read: 89 }).map(textOf)
    expect(texts).toEqual([
      [
        'The pages fall from 100 to 89, by more than 10 %. Pages that are missing:',
        ...before.slice(0, 10).map(({ url }) => url),
      ].join('\n'),
      'The records fall from 1,000 to 890, by more than 10 %.',
    ])
  })
})

describe('sections', () => {
  const large = pages(200)

  test('a folder of three pages that is gone is held, though it is 1.5 % of the site', () => {
    const before = [...large, ...pages(3, '/api')]
    const comparison = compare(before, large)
    expect(comparison.lostSections).toEqual([{ by: 'path', name: 'api', pages: 3 }])
    const texts = holdReasons({ comparison, failed: [], read: 200 }).map(textOf)
    expect(texts).toEqual(['All 3 pages below /api are gone.'])
  })

  test('two pages are no section', () => expect(reasons([...large, ...pages(2, '/api')], large)).toEqual([]))

  test('a sidebar group that is gone is held; one that got another name is not', () => {
    const group = ['/guide/x', '/guide/y', '/guide/z'].map((path) => page(path, { group: 'Tutorial' }))
    const renamed = group.map((one) => ({ ...one, group: 'Tutorials', hash: 'renamed' }))
    expect(compare([...large, ...group], large).lostSections).toEqual([{ by: 'group', name: 'Tutorial', pages: 3 }])
    expect(compare([...large, ...group], [...large, ...renamed]).lostSections).toEqual([])
  })

  test('a crawl that reaches the pages of another language instead is held, though it has as many', () => {
    const moved = large.map((one) => ({ ...one, url: one.url.replace('/en/', '/de/') }))
    expect(reasons(large, moved)).toEqual(['moved'])
    expect(reasons(large, [...large.slice(100), ...moved.slice(0, 100)])).toEqual([])
  })
})

describe('failures', () => {
  const comparison = compare(pages(90), pages(90))

  test('a run is held when more than 10 % of its pages failed', () => {
    const failed = pages(11, '/failed').map(({ url }) => url)
    expect(holdReasons({ comparison, failed: failed.slice(1), read: 100 })).toEqual([])
    expect(holdReasons({ comparison, failed, read: 101 }).map(({ kind }) => kind)).toEqual(['failures'])
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
      propertyRuns(),
    )
  })

  test('the reason names queries and pages, the largest losses first', () => {
    const relevance = compareRanks(items, first, [2, ...ranks(6, 0).slice(1)])
    const comparison = compare(pages(1), pages(1))
    const [reason] = holdReasons({ comparison, failed: [], read: 1, relevance })
    const lines = reason === undefined ? [] : textOf(reason).split('\n')
    expect(lines[0]).toMatch(/of 100 queries .* falls from 1\.000 to 0\.945, and 5 no longer/)
    expect(lines[1]).toBe('"page 1": /p1 rank 1 before, not found now')
    expect(lines.at(-1)).toBe('"page 0": /p0 rank 1 before, rank 2 now')
  })
})

describe('the pages to search', () => {
  const before = pages(5000)

  test('one changed page of 5,000 is a small change; 2 % is the limit', () => {
    const change = (count: number): Page[] => before.map((one, i) => (i < count ? { ...one, hash: 'new' } : one))
    const isSmall = (count: number): boolean => isSmallChange(compare(before, change(count)))
    expect([isSmall(1), isSmall(100), isSmall(101)]).toEqual([true, true, false])
  })

  test('small changes of several crawls are together no small change', () => {
    const one = compare(before, [{ ...page('/guide/p000'), hash: 'new' }, ...before.slice(1)])
    expect([isSmallChange(one, 99), isSmallChange(one, 100)]).toEqual([true, false])
    expect(isSmallChange(compare(before, before), 100)).toBe(true)
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

describe('a judgement', () => {
  const names = ['Audio buses', 'Particle systems', 'Tile maps', 'Input events', 'Save games', 'Shader language']
  const site = Array.from({ length: 60 }, (_, i) =>
    page(`/guide/p${i}`, { title: `${names[i % 6]} ${i}`, hash: 'old' }),
  )
  const headings = ({ url }: Page): string[] => [`Why ${url.slice(-2)} matters`, `Options of ${url.slice(-2)}`]
  const sound = (one: Page): DocRecord[] => recordsOf(one, headings(one), `About ${one.title.toLowerCase()}.`)

  const judged = (after: ReturnType<typeof setOf>, other: Partial<GuardedRun> = {}) => {
    let searches = 0
    const openSearch = (records: DocRecord[]) => {
      searches++
      const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
      return (query: string): string[] => [
        ...new Set(search(index, { query, hitsPerPage: 30 }).hits.map((hit) => String(hit['url_without_anchor']))),
      ]
    }
    const run = {
      before: setOf(site, sound),
      after,
      linkTexts: () => [],
      failed: [],
      read: site.length,
      openSearch,
      ...other,
    }
    return judge(run).then((judgement) => ({ ...judgement, searches }))
  }
  const rebuilt = site.map((one) => ({ ...one, hash: 'new' }))

  test('a rebuilt site with the same texts is accepted, and answers as before', async () => {
    const { reasons: held, relevance, searches } = await judged(setOf(rebuilt, sound))
    expect(held).toEqual([])
    expect(relevance).toMatchObject({ worse: [], lost: 0 })
    expect(relevance?.before).toBeGreaterThan(0.95)
    expect([relevance?.queries, searches]).toEqual([120, 2])
  })

  test('one changed page of 60 is compared by its size only', async () => {
    const one = site.map((each, i) => (i === 7 ? { ...each, hash: 'new' } : each))
    expect(await judged(setOf(one, sound))).toMatchObject({ reasons: [], searches: 0 })
  })

  test('a redesign after which every page has the name of the site as its title is held', async () => {
    const after = setOf(rebuilt, (one) => recordsOf({ ...one, title: 'Our docs' }, headings(one), 'Text.'))
    const { reasons: held } = await judged(after)
    expect(held.map(({ kind }) => kind)).toEqual(['relevance'])
    expect(held.map(textOf).join('\n')).toMatch(/"Audio buses \d+": https:\/\/docs.example\/en\/guide\/p\d+ rank 1/)
  })

  test('a crawl that lost the headings of all pages, and has as many records, is held', async () => {
    const after = setOf(rebuilt, (one) => recordsOf(one, ['Section', 'Section'], 'Text.'))
    expect((await judged(after)).reasons.map(({ kind }) => kind)).toEqual(['relevance'])
  })

  describe('of a slow decline', () => {
    /** The site after some crawls: in each of them two more pages of 60 lose their titles and headings. */
    const declined = (crawls: number) => {
      const pages = site.map((one, at) => ({ ...one, hash: at < crawls * 2 ? 'declined' : 'old' }))
      return setOf(pages, (one) =>
        one.hash === 'declined' ? recordsOf({ ...one, title: 'Our docs' }, ['Section'], 'Text.') : sound(one),
      )
    }
    const step = (crawls: number, measured: EarlierAnswers['measured']) =>
      judged(declined(crawls), { before: declined(crawls - 1), earlier: { measured, uncompared: 0 } })

    test('no crawl is held beside the one before it', async () => {
      for (const crawls of [1, 2, 3, 4]) expect((await step(crawls, [])).reasons).toEqual([])
    })

    test('the fourth crawl is held beside the answers that were kept, and the reason names the day', async () => {
      const first = await step(1, [])
      expect(first.answers?.every(({ rank }) => rank > 0)).toBe(true)
      const measured = [{ created: '2026-03-01T06:00:00Z', answers: first.answers ?? [] }]
      const second = await step(2, measured)
      expect(second.reasons).toEqual([])
      measured.push({ created: '2026-03-02T06:00:00Z', answers: second.answers ?? [] })
      expect((await step(3, measured)).reasons).toEqual([])
      const fourth = await step(4, measured)
      expect(fourth.reasons.map(textOf)[0]).toMatch(
        /^The answers became worse over several crawls, since 2026-03-01: of 120 queries .*, and 16 no longer/,
      )
    })

    test('pages that are gone are no worse answers', async () => {
      const { answers } = await step(1, [])
      const left = setOf(site.slice(5), sound)
      const earlier = { measured: [{ created: '', answers: answers ?? [] }], uncompared: 0 }
      expect((await judged(left, { earlier })).reasons).toEqual([])
    })
  })
})
