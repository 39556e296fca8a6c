import { describe, expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { readEvents } from './read-events.ts'
import { echoParams, readMultiSearch, readSearchParams } from './read-search.ts'

describe('different spellings have one canonical form', () => {
  const canonical = { query: 'a b', hitsPerPage: 5, facets: ['lang', 'version'], facetFilters: ['lang:en'] }

  test.each<[string, Record<string, unknown>]>([
    ['flat', canonical],
    ['numbers and lists as text', { ...canonical, hitsPerPage: '5', facets: 'lang,version', facetFilters: 'lang:en' }],
    ['lists as JSON text', { ...canonical, facets: '["lang","version"]', facetFilters: '["lang:en"]' }],
    [
      'a params string',
      { params: 'query=a+b&hitsPerPage=5&facets=%5B%22lang%22%2C%22version%22%5D&facetFilters=lang:en' },
    ],
    [
      'a params string and a flat query',
      { query: 'a b', params: 'hitsPerPage=5&facets=lang,version&facetFilters=lang%3Aen' },
    ],
    ['params as an object', { params: canonical }],
    ['flat parameters take precedence over params', { ...canonical, params: 'query=other&hitsPerPage=9' }],
    ['null as an absent value', { ...canonical, page: null }],
  ])('%s', (_, input) => expect(readSearchParams(input)).toEqual(canonical))

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['hitsPerPage 0', { hitsPerPage: 0 }, { hitsPerPage: 0 }],
    ['facets as one text', { facets: 'lang' }, { facets: ['lang'] }],
    ['an empty list as text', { facets: '' }, { facets: [] }],
    ['old AND', { numericFilters: 'n=6,n=10' }, { numericFilters: ['n=6', 'n=10'] }],
    ['old OR', { numericFilters: '(n=6,n>40)' }, { numericFilters: [['n=6', 'n>40']] }],
    ['old range', { numericFilters: 'n:11 to 46' }, { numericFilters: ['n:11 TO 46'] }],
    ['old tags', { tagFilters: 't3,(t1,t2)' }, { tagFilters: ['t3', ['t1', 't2']] }],
    [
      'deeper nesting as one OR',
      { facetFilters: [['a:1', ['b:2', ['c:3']]]] },
      { facetFilters: [['a:1', 'b:2', 'c:3']] },
    ],
    [
      'booleans as numbers',
      { advancedSyntax: 1, clickAnalytics: '0' },
      { advancedSyntax: true, clickAnalytics: false },
    ],
    ['a search by place that is off', { aroundLatLngViaIP: 'false' }, { aroundLatLngViaIP: false }],
    ['an empty place', { aroundLatLng: '', insideBoundingBox: [] }, { aroundLatLng: '', insideBoundingBox: [] }],
    ['distinct stays a number', { distinct: '2' }, { distinct: 2 }],
    ['distinct is clamped', { distinct: 5 }, { distinct: 4 }],
    ['distinct as a boolean', { distinct: 'true' }, { distinct: true }],
    ['a mode', { typoTolerance: 'min' }, { typoTolerance: 'min' }],
    ['a lone surrogate', { query: 'a\ud800' }, { query: 'a\ufffd' }],
    ['ignored parameters are removed', { analytics: false, userToken: 'x', percentileComputation: true }, {}],
  ])('%s', (_, input, expected) => expect(readSearchParams(input)).toEqual(expected))
})

describe('refusals', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ hitPerPage: 5 }, 'Unknown parameter: hitPerPage'],
    [{ params: 'foo=1' }, 'Unknown parameter: foo'],
    [JSON.parse('{"__proto__": 1}') as Record<string, unknown>, 'Unknown parameter: __proto__'],
    [{ hitsPerPage: 'many' }, 'Invalid value for "hitsPerPage" parameter, expected integer between 0 and 1000'],
    [{ page: -1 }, 'Invalid value for "page" parameter'],
    [{ facets: [1] }, 'Invalid value for "facets" parameter'],
    [{ queryType: 'all' }, 'Invalid value for "queryType" parameter'],
    [{ facetFilters: { a: 1 } }, 'Invalid value for "facetFilters" parameter'],
    [{ aroundLatLng: '48,2' }, 'expected nothing: this server does not search by place'],
    [{ insideBoundingBox: [[48, 2, 49, 3]] }, 'expected nothing: this server does not search by place'],
  ])('%j', (input, message) => expect(() => readSearchParams(input)).toThrow(message))

  test('old filters with many open brackets are read in linear time', () => {
    const opened = (n: number): string => `${'a'.repeat(10)}${'('.repeat(n)}`
    expect(() => readSearchParams({ facetFilters: opened(200_000) })).toThrow('of at most 1024 bytes each')
    expect(readSearchParams({ facetFilters: ' (a:1, b:2 ),c:(3),( d:4' })).toEqual({
      facetFilters: [['a:1', 'b:2'], 'c:(3)', ['d:4']],
    })
  })

  test('deeply nested lists are read without recursion', () => {
    const nested = '['.repeat(50_000) + ']'.repeat(50_000)
    expect(readSearchParams({ facetFilters: nested })).toEqual({ facetFilters: [[]] })
  })
})

describe('limits accept one below and their value, and refuse one above', () => {
  const { queryBytes, filtersBytes, hitsPerPage, filterClauses, listEntries, entryBytes, queriesPerRequest } = LIMITS
  const { maxValuesPerFacet, maxFacetHits } = LIMITS
  const times = (n: number): string[] => Array.from({ length: n }, (_, i) => `a:${i}`)
  const asParams = (make: (n: number) => Record<string, unknown>) => (n: number) => readSearchParams(make(n))

  test.each<[string, number, (n: number) => unknown]>([
    ['query', queryBytes, asParams((n) => ({ query: 'x'.repeat(n) }))],
    ['query in bytes', queryBytes / 4, asParams((n) => ({ query: '😀'.repeat(n) }))],
    ['filters', filtersBytes, asParams((n) => ({ filters: 'x'.repeat(n) }))],
    ['hitsPerPage', hitsPerPage, asParams((n) => ({ hitsPerPage: n }))],
    ['length', hitsPerPage, asParams((n) => ({ length: n }))],
    ['maxValuesPerFacet', maxValuesPerFacet, asParams((n) => ({ maxValuesPerFacet: n }))],
    ['maxFacetHits', maxFacetHits, asParams((n) => ({ maxFacetHits: n }))],
    ['filter clauses', filterClauses, asParams((n) => ({ facetFilters: times(n) }))],
    ['filter clauses in a group', filterClauses, asParams((n) => ({ facetFilters: [times(n)] }))],
    ['empty filter groups', filterClauses, asParams((n) => ({ facetFilters: times(n).map(() => []) }))],
    ['repeated field names', listEntries, asParams((n) => ({ responseFields: times(n).map(() => 'hits') }))],
    ['list entries', listEntries, asParams((n) => ({ facets: times(n) }))],
    ['bytes of a filter', entryBytes, asParams((n) => ({ facetFilters: [[`a:${'x'.repeat(n - 2)}`]] }))],
    [
      'bytes of a list entry',
      entryBytes,
      asParams((n) => ({ optionalWords: ['é'.repeat(Math.floor(n / 2)) + 'x'.repeat(n % 2)] })),
    ],
    ['queries', queriesPerRequest, (n) => readMultiSearch({ requests: times(n).map(() => ({ indexName: 'docs' })) })],
  ])('%s', (_, limit, read) => {
    expect(() => read(limit - 1)).not.toThrow()
    expect(() => read(limit)).not.toThrow()
    expect(() => read(limit + 1)).toThrow(expect.objectContaining({ status: 400 }) as Error)
  })
})

describe('the first wrong entry of a list, or one too many, ends its check, since a list as large as a body holds up other requests', () => {
  const listed = (entry: unknown): unknown[] => Array.from({ length: 120_000 }, () => entry)
  const cases: [string, unknown][] = [
    'facetFilters',
    'tagFilters',
    'numericFilters',
    'facets',
    'ignorePlurals',
  ].flatMap((name) => [0, {}, [0], 'a=1', ['a=1']].map((entry): [string, unknown] => [name, entry]))
  const cpuOf = (work: () => void): number => {
    const before = process.threadCpuUsage()
    for (let time = 0; time < 3; time++) work()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  test.each(cases)('%s of %j', (name, entry) => {
    const text = JSON.stringify(listed(entry))
    const parsed = cpuOf(() => void JSON.parse(text))
    const refused = cpuOf(() => expect(() => readSearchParams({ [name]: JSON.parse(text) })).toThrow())
    expect(refused).toBeLessThan(parsed * 8 + 20_000)
  })

  test('of events', () => {
    const text = JSON.stringify(listed(0))
    const parsed = cpuOf(() => void JSON.parse(text))
    const refused = cpuOf(() => expect(() => readEvents({ events: JSON.parse(text) })).toThrow())
    expect(refused).toBeLessThan(parsed * 8 + 20_000)
  })
})

test('a multi-query is read as canonical requests, also facet queries', () => {
  const body = {
    requests: [
      { indexName: 'docs', query: 'a', params: 'hitsPerPage=3' },
      { indexName: 'docs', type: 'facet', facet: 'lang', params: 'facetQuery=e' },
    ],
    strategy: 'stopIfEnoughMatches',
  }
  expect(readMultiSearch(body)).toEqual({
    strategy: 'stopIfEnoughMatches',
    requests: [
      { indexName: 'docs', query: 'a', hitsPerPage: 3 },
      { indexName: 'docs', type: 'facet', facet: 'lang', facetQuery: 'e' },
    ],
  })
})

test('the echo of parameters can be parsed again', () => {
  const params = { query: 'a&b c', hitsPerPage: 3, facets: ['x,y'], facetFilters: ['a:1', ['b:"2"', 'c:3']] }
  expect(echoParams(params)).toContain('query=a%26b+c')
  expect(readSearchParams({ params: echoParams(params) })).toEqual(params)
})
