import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { byName, counting, defaultOf, inside, onPage, type Scope, sumCounts, unfiltered } from './filters.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

describe('the order of values', () => {
  test.each([
    [
      ['1.9', '1.10', '2.0'],
      ['2.0', '1.10', '1.9'],
    ],
    [
      ['v1', 'next', 'v10', 'v2', 'latest'],
      ['v10', 'v2', 'v1', 'latest', 'next'],
    ],
    [
      ['Chapter 10', 'Appendix', 'Chapter 2', 'Deploy'],
      ['Appendix', 'Chapter 2', 'Chapter 10', 'Deploy'],
    ],
    [
      ['d', 'c1', 'b', 'd'],
      ['b', 'c1', 'd', 'd'],
    ],
  ])('%j', (values, sorted) => {
    expect([...values].sort(byName)).toEqual(sorted)
  })

  test('is a total order', () => {
    const value = fc.oneof(
      fc.constantFrom('1', '1.0', 'v2', '2.0-beta', 'd', 'c1', 'b', 'Chapter 2', 'latest', 'é', ''),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(Math.sign(byName(a, b)) + Math.sign(byName(b, a))).toBe(0)
        if (byName(a, b) <= 0 && byName(b, c) <= 0) expect(byName(a, c)).toBeLessThanOrEqual(0)
      }),
      propertyRuns(2),
    )
  })
})

/** An index with a default version, and one without versions. */
const scope = (filters: Scope['filters'] = {}): Scope => ({
  indices: [
    { name: 'docs', searchParameters: { facetFilters: ['version:2', 'lang:en'] } },
    { name: 'blog', searchParameters: { facetFilters: ['lang:en'] } },
  ],
  facets: [{ key: 'version' }],
  filters,
})
const filtersOf = (indices: ReturnType<typeof inside>) =>
  indices.map(({ searchParameters }) => searchParameters?.facetFilters)

describe('requests inside the filters', () => {
  test('keep the defaults of each index without a choice of the reader, and count the unfiltered facets', () => {
    expect(filtersOf(inside(scope()))).toEqual([['version:2', 'lang:en'], ['lang:en']])
    expect(inside(scope()).map(({ searchParameters }) => searchParameters?.facets)).toEqual([[], ['version']])
  })

  test('have the chosen value instead of the default', () => {
    expect(filtersOf(inside(scope({ version: '1' })))).toEqual([
      ['lang:en', 'version:1'],
      ['lang:en', 'version:1'],
    ])
  })

  test('have no filter for a facet with the choice "all"', () => {
    expect(filtersOf(inside(scope({ version: '' })))).toEqual([['lang:en'], ['lang:en']])
  })
})

test('the values of a filtered facet are counted without its own filter, in the indices with that filter', () => {
  expect(counting(scope())).toEqual([
    { name: 'docs', searchParameters: { hitsPerPage: 0, facets: ['version'], facetFilters: ['lang:en'] } },
  ])
  expect(counting(scope({ version: '' }))).toEqual([])
})

test('hits outside the filters are requested from the filtered indices, without filters by facets', () => {
  expect(unfiltered(scope())).toEqual([{ name: 'docs', searchParameters: { facets: [], facetFilters: ['lang:en'] } }])
})

test('the sections of a page are requested by the filters and its address', () => {
  expect(filtersOf(onPage(inside(scope()), '/a'))).toEqual([
    ['version:2', 'lang:en', 'url_without_anchor:/a'],
    ['lang:en', 'url_without_anchor:/a'],
  ])
})

describe('the default of a facet', () => {
  test.each<[filters: Scope['indices'][number]['searchParameters'], value: string]>([
    [{ facetFilters: ['lang:en', 'version:2'] }, '2'],
    // A host may pass a plain string, which the type does not name.
    [{ facetFilters: 'version:a:b' as unknown as string[] }, 'a:b'],
    [{ facetFilters: [['version:1', 'version:2']] }, '1, 2'],
    [{ facetFilters: [['version:1', 'lang:en']] }, ''],
    [{}, ''],
    [undefined, ''],
  ])('%j: %j', (searchParameters, value) => {
    const index = { name: 'docs', ...(searchParameters && { searchParameters }) }
    expect(defaultOf([index], { key: 'version' })).toBe(value)
  })
})

test('counts of several answers are added; invalid counts are ignored', () => {
  const counted = [
    { facets: { version: { 1: 2, 2: 3 } } },
    { facets: { version: { 2: 4 }, lang: { en: 'x' } } },
    { facets: null },
  ]
  expect(sumCounts(counted)).toEqual({ version: { 1: 2, 2: 7 }, lang: { en: 0 } })
})

test('a language is no value beside its only region, with which its records have both', () => {
  const lang = { 'en-US': 4, en: 4, 'pt-BR': 3, 'pt-PT': 1, pt: 2, de: 5 }
  expect(sumCounts([{ facets: { lang, version: { 1: 4, '1-beta': 4 } } }])).toEqual({
    lang: { 'en-US': 4, 'pt-BR': 3, 'pt-PT': 1, pt: 2, de: 5 },
    version: { 1: 4, '1-beta': 4 },
  })
})
