/**
 * Every parameter and setting of the wire that a search reads, by name: the answers without it and with it. Tests of
 * the server cover the parameters that only the server reads (`responseFields`, `clickAnalytics`, …).
 */
import { describe, expect, test } from 'vitest'
import { search, searchFacetValues, type SearchOptions } from './search.ts'
import { readRules } from './query/rules.ts'
import { readSynonyms } from './query/synonyms.ts'
import { buildIndex } from './segment/build-index.ts'
import { openIndex } from './segment/open-index.ts'
import type { IndexSettings, SearchParams, SearchRecord } from './wire.ts'
import type { SearchResponse } from './wire-answers.ts'

type Attributes = Record<string, unknown>

interface Case {
  /** The parameter, as the wire calls it. */
  name: string
  records: Attributes[]
  settings?: IndexSettings
  params?: SearchParams
  /** The value in the query, or with `as: 'setting'` in the settings. */
  value: unknown
  as?: 'setting'
  options?: SearchOptions
  /** The part of the answer that is compared; the objectIDs of the hits when absent. */
  see?: (answer: SearchResponse) => unknown
  without: unknown
  with: unknown
}

const ids = (answer: SearchResponse): string[] => answer.hits.map((hit) => hit.objectID)
const first = (answer: SearchResponse): Attributes => answer.hits[0] ?? {}
const titleOf = (part: '_highlightResult' | '_snippetResult', attribute = 'title') => {
  return (answer: SearchResponse): unknown =>
    (first(answer)[part] as Record<string, { value?: unknown }> | undefined)?.[attribute]?.value
}
const titles = (...list: string[]): Attributes[] => list.map((title) => ({ title }))

/** Three shops of two brands: for filters, facets, groups and pages. */
const SHOPS: Attributes[] = [
  { title: 'red shoe', brand: 'Acme', price: 10, tags: ['new', 'sale'], _tags: ['x'] },
  { title: 'blue shoe', brand: 'Bolt', price: 20, tags: ['sale'], _tags: ['y'] },
  { title: 'green shoe', brand: 'Acme', price: 30, tags: ['old'], _tags: ['x', 'y'] },
]
const SHOP_SETTINGS: IndexSettings = {
  searchableAttributes: ['title'],
  attributesForFaceting: ['searchable(brand)', 'price', 'tags'],
  attributeForDistinct: 'brand',
}
const shops = (rest: Pick<Case, 'name' | 'value' | 'without' | 'with'> & Partial<Case>): Case => ({
  records: SHOPS,
  settings: SHOP_SETTINGS,
  ...rest,
})

const SERVER_RULE = readRules([
  { objectID: 'r', conditions: [{ pattern: 'red', context: 'docs' }], consequence: { hide: [{ objectID: '0' }] } },
  { objectID: 's', conditions: [{ pattern: 'blue' }], consequence: { hide: [{ objectID: '1' }] } },
])

const CASES: Case[] = [
  // The query.
  shops({ name: 'query', value: 'blue', without: ['0', '1', '2'], with: ['1'] }),
  {
    name: 'queryType',
    records: titles('installation guide'),
    params: { query: 'inst gui', typoTolerance: false },
    value: 'prefixAll',
    without: [],
    with: ['0'],
  },
  {
    name: 'removeWordsIfNoResults',
    records: titles('install server', 'install'),
    params: { query: 'install nonsense' },
    value: 'lastWords',
    without: [],
    with: ['1', '0'],
  },
  {
    name: 'advancedSyntax',
    records: titles('big red car', 'red big car'),
    params: { query: '"big red"' },
    value: true,
    without: ['0', '1'],
    with: ['0'],
  },
  {
    name: 'advancedSyntaxFeatures',
    records: titles('big red car', 'red big car'),
    params: { query: '"big red"', advancedSyntax: true },
    value: ['excludeWords'],
    without: ['0'],
    with: ['0', '1'],
  },
  {
    name: 'optionalWords',
    records: titles('install server', 'install'),
    params: { query: 'install server ' },
    value: ['server'],
    without: ['0'],
    with: ['0', '1'],
  },
  {
    name: 'removeStopWords',
    records: titles('install server'),
    params: { query: 'how to install the server ' },
    value: ['en'],
    without: [],
    with: ['0'],
  },
  {
    name: 'ignorePlurals',
    records: titles('one class', 'two classes'),
    params: { query: 'classes ', typoTolerance: false },
    value: ['en', 'fr'],
    without: ['1'],
    with: ['0', '1'],
  },
  {
    name: 'queryLanguages',
    records: titles('one class', 'two classes'),
    params: { query: 'classes ', typoTolerance: false, ignorePlurals: true },
    value: ['fr'],
    without: ['0', '1'],
    with: ['1'],
  },
  {
    name: 'naturalLanguages',
    records: titles('install server'),
    params: { query: 'how to install the servers ', typoTolerance: false },
    value: ['en'],
    without: [],
    with: ['0'],
  },
  {
    name: 'synonyms',
    records: titles('kubernetes'),
    params: { query: 'k8s' },
    options: { synonyms: readSynonyms([{ objectID: '1', type: 'synonym', synonyms: ['k8s', 'kubernetes'] }]) },
    value: false,
    without: ['0'],
    with: [],
  },
  shops({
    name: 'enableRules',
    params: { query: 'blue' },
    options: { rules: SERVER_RULE },
    value: false,
    without: [],
    with: ['1'],
  }),
  shops({
    name: 'ruleContexts',
    params: { query: 'red' },
    options: { rules: SERVER_RULE },
    value: ['docs'],
    without: ['0'],
    with: [],
  }),

  // Typos.
  {
    name: 'typoTolerance',
    records: titles('server'),
    params: { query: 'sevrer' },
    value: false,
    without: ['0'],
    with: [],
  },
  {
    name: 'typoTolerance: min',
    records: titles('server', 'sevrer'),
    params: { query: 'sevrer' },
    value: 'min',
    without: ['1', '0'],
    with: ['1'],
  },
  {
    name: 'typoTolerance: strict',
    records: [
      { title: 'kubernetes', rank: 1 },
      { title: 'kuberentse', rank: 2 },
      { title: 'kuberentes', rank: 3 },
    ],
    settings: { searchableAttributes: ['title'], ranking: ['custom', 'typo'], customRanking: ['asc(rank)'] },
    params: { query: 'kuberentes' },
    value: 'strict',
    without: ['0', '1', '2'],
    with: ['2', '0', '1'],
  },
  {
    name: 'minWordSizefor1Typo',
    records: titles('server'),
    params: { query: 'sevrer' },
    value: 7,
    without: ['0'],
    with: [],
  },
  {
    name: 'minWordSizefor2Typos',
    records: titles('kubernetes'),
    params: { query: 'kubrenetse' },
    value: 12,
    without: ['0'],
    with: [],
  },
  {
    name: 'allowTyposOnNumericTokens',
    records: titles('12345'),
    params: { query: '12346' },
    value: false,
    without: ['0'],
    with: [],
  },
  {
    name: 'disableTypoToleranceOnAttributes',
    records: [{ title: 'server' }, { body: 'server' }],
    settings: { searchableAttributes: ['title', 'body'] },
    params: { query: 'sevrer' },
    value: ['title'],
    without: ['0', '1'],
    with: ['1'],
  },
  {
    name: 'disableTypoToleranceOnWords: case and accents are ignored',
    records: titles('caffe', 'cafx'),
    params: { query: 'cafe ' },
    value: ['Café'],
    as: 'setting',
    without: ['0', '1'],
    with: [],
  },
  {
    name: 'disableTypoToleranceOnWords: an identifier and its parts',
    records: titles('use efect', 'useeffet'),
    params: { query: 'useEffect ' },
    value: ['useEffect'],
    as: 'setting',
    without: ['0', '1'],
    with: [],
  },
  {
    name: 'removeWordsIfNoResults: queryAfterRemoval is absent if a record matches all words',
    records: titles('red shoe of mine', 'red hat'),
    settings: { searchableAttributes: ['title'], ranking: ['relevance'] },
    params: { query: 'red shoe ' },
    value: 'allOptional',
    see: (answer) => [ids(answer), answer.queryAfterRemoval],
    without: [['0'], undefined],
    with: [['0', '1'], undefined],
  },
  {
    name: 'removeWordsIfNoResults: queryAfterRemoval marks the removed words',
    records: titles('red shoe', 'red hat'),
    params: { query: 'red Tie ' },
    value: 'lastWords',
    see: (answer) => answer.queryAfterRemoval,
    without: undefined,
    with: 'red <em>Tie</em> ',
  },
  {
    name: 'disableTypoToleranceOnWords',
    as: 'setting',
    records: titles('server'),
    params: { query: 'sevrer' },
    value: ['sevrer'],
    without: ['0'],
    with: [],
  },
  {
    name: 'disablePrefixOnAttributes',
    as: 'setting',
    records: [{ title: 'server' }, { body: 'server' }],
    settings: { searchableAttributes: ['title', 'body'] },
    params: { query: 'serv', typoTolerance: false },
    value: ['title'],
    without: ['0', '1'],
    with: ['1'],
  },

  // Attributes and ranking.
  {
    name: 'searchableAttributes',
    as: 'setting',
    records: [{ body: 'red' }, { title: 'red' }],
    params: { query: 'red' },
    value: ['title', 'body'],
    without: ['0', '1'],
    with: ['1', '0'],
  },
  {
    name: 'searchableAttributes: unordered',
    as: 'setting',
    records: titles('a red car', 'red car'),
    params: { query: 'red' },
    settings: { searchableAttributes: ['title'], ranking: ['attribute'] },
    value: ['unordered(title)'],
    without: ['1', '0'],
    with: ['0', '1'],
  },
  {
    name: 'restrictSearchableAttributes',
    records: [{ body: 'red' }, { title: 'red' }],
    settings: { searchableAttributes: ['title', 'body'] },
    params: { query: 'red' },
    value: ['body'],
    without: ['1', '0'],
    with: ['0'],
  },
  {
    name: 'ranking',
    as: 'setting',
    records: [
      { title: 'red car', size: 1 },
      { title: 'car red', size: 2 },
    ],
    settings: { searchableAttributes: ['title'] },
    params: { query: 'red car' },
    value: ['desc(size)', 'proximity'],
    without: ['0', '1'],
    with: ['1', '0'],
  },
  {
    name: 'customRanking',
    as: 'setting',
    records: [
      { title: 'red', size: 1 },
      { title: 'red', size: 2 },
    ],
    params: { query: 'red' },
    value: ['desc(size)'],
    without: ['0', '1'],
    with: ['1', '0'],
  },
  {
    name: 'minProximity',
    records: titles('red fast car', 'red car'),
    settings: { searchableAttributes: ['unordered(title)'] },
    params: { query: 'red car' },
    value: 2,
    without: ['1', '0'],
    with: ['0', '1'],
  },
  {
    name: 'attributeCriteriaComputedByMinProximity',
    records: [
      { title: 'red one two three four five six seven eight car', body: 'red car' },
      { title: 'one red two three four five six seven eight car' },
    ],
    settings: { searchableAttributes: ['unordered(title)', 'body'], ranking: ['attribute'] },
    params: { query: 'red car' },
    value: true,
    without: ['0', '1'],
    with: ['1', '0'],
  },
  {
    name: 'exactOnSingleWordQuery',
    records: titles('red car', 'red'),
    settings: { searchableAttributes: ['title'], ranking: ['exact'] },
    params: { query: 'red' },
    value: 'none',
    without: ['1', '0'],
    with: ['0', '1'],
  },
  {
    name: 'exactOnSingleWordQuery: word',
    records: titles('reddish', 'red car', 'red'),
    settings: { searchableAttributes: ['title'], ranking: ['exact'] },
    params: { query: 'red' },
    value: 'word',
    without: ['2', '0', '1'],
    with: ['1', '2', '0'],
  },
  {
    name: 'alternativesAsExact',
    records: titles('a class', 'two classes'),
    settings: { searchableAttributes: ['title'], ranking: ['exact'] },
    params: { query: 'two classes', ignorePlurals: true, optionalWords: ['two'], getRankingInfo: true },
    value: [],
    see: (answer) => answer.hits.map((hit) => hit._rankingInfo?.nbExactWords),
    without: [2, 1],
    with: [2, 0],
  },
  {
    name: 'disableExactOnAttributes',
    records: [{ title: 'red car' }, { body: 'red car' }],
    settings: { searchableAttributes: ['title', 'body'], ranking: ['exact'] },
    params: { query: 'red car' },
    value: ['title'],
    without: ['0', '1'],
    with: ['1', '0'],
  },
  {
    name: 'getRankingInfo',
    records: titles('red car'),
    params: { query: 'red' },
    value: true,
    see: (answer) => [first(answer)['_rankingInfo'] !== undefined, answer.parsedQuery],
    without: [false, undefined],
    with: [true, 'red'],
  },

  // Filters.
  shops({ name: 'filters', value: 'brand:Acme AND price > 10', without: ['0', '1', '2'], with: ['2'] }),
  shops({ name: 'facetFilters', value: [['brand:bolt', 'tags:old']], without: ['0', '1', '2'], with: ['1', '2'] }),
  shops({ name: 'numericFilters', value: ['price:10 TO 20'], without: ['0', '1', '2'], with: ['0', '1'] }),
  shops({ name: 'tagFilters', value: ['x', '-y'], without: ['0', '1', '2'], with: ['0'] }),
  shops({
    name: 'optionalFilters',
    params: { query: 'shoe' },
    value: ['tags:old<score=2>', 'brand:Bolt'],
    without: ['0', '1', '2'],
    with: ['2', '1', '0'],
  }),
  shops({
    name: 'filters: scores',
    params: { query: 'shoe' },
    value: 'tags:new<score=1> OR tags:old<score=3> OR brand:Bolt<score=2>',
    without: ['0', '1', '2'],
    with: ['2', '1', '0'],
  }),
  shops({
    name: 'sumOrFiltersScores',
    params: { query: 'shoe', optionalFilters: [['tags:new<score=2>', 'tags:sale<score=2>', 'tags:old<score=3>']] },
    value: true,
    without: ['2', '0', '1'],
    with: ['0', '2', '1'],
  }),

  // Facets.
  shops({
    name: 'facets',
    value: ['brand'],
    see: (answer) => answer.facets,
    without: undefined,
    with: { brand: { Acme: 2, Bolt: 1 } },
  }),
  shops({
    name: 'attributesForFaceting',
    as: 'setting',
    params: { facets: ['*'] },
    value: ['filterOnly(brand)', 'tags'],
    see: (answer) => Object.keys(answer.facets ?? {}),
    without: ['brand', 'price', 'tags'],
    with: ['tags'],
  }),
  shops({
    name: 'maxValuesPerFacet',
    params: { facets: ['brand'] },
    value: 1,
    see: (answer) => answer.facets,
    without: { brand: { Acme: 2, Bolt: 1 } },
    with: { brand: { Acme: 2 } },
  }),
  shops({
    name: 'sortFacetValuesBy',
    params: { facets: ['tags'] },
    value: 'alpha',
    see: (answer) => Object.keys(answer.facets?.['tags'] ?? {}),
    without: ['sale', 'new', 'old'],
    with: ['new', 'old', 'sale'],
  }),
  shops({
    name: 'facetingAfterDistinct',
    params: { facets: ['brand'], distinct: true },
    value: true,
    see: (answer) => answer.facets,
    without: { brand: { Acme: 2, Bolt: 1 } },
    with: { brand: { Acme: 1, Bolt: 1 } },
  }),
  shops({
    name: 'attributesForFaceting: afterDistinct',
    as: 'setting',
    params: { facets: ['brand', 'tags'], distinct: true },
    value: ['afterDistinct(searchable(brand))', 'tags'],
    see: (answer) => answer.facets,
    without: { brand: { Acme: 2, Bolt: 1 }, tags: { sale: 2, new: 1, old: 1 } },
    with: { brand: { Acme: 1, Bolt: 1 }, tags: { sale: 2, new: 1, old: 1 } },
  }),

  // Groups and pages.
  shops({ name: 'distinct', value: 1, without: ['0', '1', '2'], with: ['0', '1'] }),
  shops({
    name: 'attributeForDistinct',
    params: { distinct: true },
    value: 'tags',
    without: ['0', '1'],
    with: ['0', '1', '2'],
  }),
  shops({ name: 'page', params: { hitsPerPage: 2 }, value: 1, without: ['0', '1'], with: ['2'] }),
  shops({ name: 'hitsPerPage', value: 2, without: ['0', '1', '2'], with: ['0', '1'] }),
  shops({ name: 'offset', params: { length: 1 }, value: 2, without: ['0', '1', '2'], with: ['2'] }),
  shops({ name: 'length', params: { offset: 1 }, value: 1, without: ['1', '2'], with: ['1'] }),
  shops({ name: 'paginationLimitedTo', as: 'setting', value: 2, without: ['0', '1', '2'], with: ['0', '1'] }),

  // The content of a hit.
  shops({
    name: 'attributesToRetrieve',
    params: { attributesToHighlight: [], hitsPerPage: 1 },
    value: ['price'],
    see: first,
    without: { ...SHOPS[0], objectID: '0' },
    with: { price: 10, objectID: '0' },
  }),
  shops({
    name: 'unretrievableAttributes',
    as: 'setting',
    value: ['price', 'title'],
    see: (answer) => [Object.keys(first(answer)).sort(), Object.keys(first(answer)['_highlightResult'] as object)],
    without: [['_highlightResult', '_tags', 'brand', 'objectID', 'price', 'tags', 'title'], ['title']],
    with: [['_highlightResult', '_tags', 'brand', 'objectID', 'tags'], []],
  }),
  shops({
    name: 'attributesToHighlight',
    params: { query: 'red' },
    value: ['brand'],
    see: (answer) => Object.keys(first(answer)['_highlightResult'] as object),
    without: ['title'],
    with: ['brand'],
  }),
  shops({
    name: 'attributesToSnippet',
    params: { query: 'red' },
    value: ['title:1'],
    see: titleOf('_snippetResult'),
    without: undefined,
    with: '<em>red</em>…',
  }),
  shops({
    name: 'highlightPreTag',
    params: { query: 'red' },
    value: '<b>',
    see: titleOf('_highlightResult'),
    without: '<em>red</em> shoe',
    with: '<b>red</em> shoe',
  }),
  shops({
    name: 'highlightPostTag',
    params: { query: 'red' },
    value: '</b>',
    see: titleOf('_highlightResult'),
    without: '<em>red</em> shoe',
    with: '<em>red</b> shoe',
  }),
  shops({
    name: 'snippetEllipsisText',
    params: { query: 'red', attributesToSnippet: ['title:1'] },
    value: '[…]',
    see: titleOf('_snippetResult'),
    without: '<em>red</em>…',
    with: '<em>red</em>[…]',
  }),
  {
    name: 'restrictHighlightAndSnippetArrays',
    records: [{ list: ['red', 'blue'] }],
    params: { query: 'red' },
    value: true,
    see: (answer) => (first(answer)['_highlightResult'] as { list: object[] }).list.length,
    without: 2,
    with: 1,
  },
  {
    name: 'replaceSynonymsInHighlight',
    records: titles('a house'),
    params: { query: 'home' },
    options: { synonyms: readSynonyms([{ objectID: '1', type: 'synonym', synonyms: ['home', 'house'] }]) },
    value: true,
    see: titleOf('_highlightResult'),
    without: 'a <em>house</em>',
    with: 'a <em>home</em>',
  },
  shops({
    name: 'renderingContent',
    as: 'setting',
    value: { facetOrdering: { facets: { order: ['brand'] } } },
    see: (answer) => answer.renderingContent,
    without: undefined,
    with: { facetOrdering: { facets: { order: ['brand'] } } },
  }),
]

function answer({ records, settings = {}, params = {}, options = {} }: Case): SearchResponse {
  const list = records.map((record, at) => ({ ...record, objectID: String(at) }) as SearchRecord)
  return search(openIndex(buildIndex(list, settings), settings), params, options)
}

function nameOf(each: Case): string {
  return each.name.replace(/:.*/, '')
}

describe('a parameter changes the answer', () => {
  test.each(CASES.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const { see = ids, value } = each
    const name = nameOf(each)
    expect(see(answer(each))).toEqual(each.without)
    const changed: Case =
      each.as === 'setting'
        ? { ...each, settings: { ...each.settings, [name]: value } }
        : { ...each, params: { ...each.params, [name]: value } }
    expect(see(answer(changed))).toEqual(each.with)
  })

  test('maxFacetHits', () => {
    const records = SHOPS.map((record, at) => ({ ...record, objectID: String(at) }) as SearchRecord)
    const index = openIndex(buildIndex(records, SHOP_SETTINGS), SHOP_SETTINGS)
    const values = (params: SearchParams): number => searchFacetValues(index, 'brand', '', params).facetHits.length
    expect([values({}), values({ maxFacetHits: 1 })]).toEqual([2, 1])
  })

  test('a parameter of the query overrides the setting', () => {
    const settings: IndexSettings = { ...SHOP_SETTINGS, hitsPerPage: 1 }
    const records = SHOPS.map((record, at) => ({ ...record, objectID: String(at) }) as SearchRecord)
    const index = openIndex(buildIndex(records, settings), settings)
    expect([search(index, {}).hits.length, search(index, { hitsPerPage: 2 }).hits.length]).toEqual([1, 2])
  })
})

/** Every index has the behaviour that these settings request: the answers are the same with and without them. */
describe('settings without effect', () => {
  const list = titles('useEffect', 'C++', 'tool_call', 'C', 'a+b').map(
    (record, at) => ({ ...record, objectID: String(at) }) as SearchRecord,
  )
  const find = (query: string, settings: IndexSettings): string[] =>
    ids(search(openIndex(buildIndex(list, settings), settings), { query }))

  test.each<[string, IndexSettings, string, string]>([
    ['camelCaseAttributes: parts of an identifier are found', { camelCaseAttributes: ['title'] }, 'effect', '0'],
    ['separatorsToIndex: symbols are found', { separatorsToIndex: '+#' }, 'c++', '1'],
    ['separatorsToIndex: a name with underscores is found whole', { separatorsToIndex: '_' }, 'tool_call', '2'],
  ])('%s', (_, settings, query, expected) => {
    expect(find(query, {})[0]).toBe(expected)
    expect(find(query, settings)).toEqual(find(query, {}))
  })
})

/** The parameters and settings that `wire.md` marks as must or should, except those that only the server reads. */
const EXPECTED = `
  query page hitsPerPage offset length attributesToRetrieve unretrievableAttributes attributesToHighlight
  attributesToSnippet highlightPreTag highlightPostTag snippetEllipsisText restrictHighlightAndSnippetArrays
  facets maxValuesPerFacet sortFacetValuesBy facetingAfterDistinct facetFilters filters numericFilters
  tagFilters optionalFilters sumOrFiltersScores distinct attributeForDistinct typoTolerance minWordSizefor1Typo
  minWordSizefor2Typos allowTyposOnNumericTokens disableTypoToleranceOnAttributes disableTypoToleranceOnWords
  advancedSyntax advancedSyntaxFeatures optionalWords removeWordsIfNoResults queryType ignorePlurals
  removeStopWords queryLanguages exactOnSingleWordQuery alternativesAsExact restrictSearchableAttributes
  minProximity attributeCriteriaComputedByMinProximity getRankingInfo ruleContexts enableRules synonyms
  searchableAttributes attributesForFaceting ranking customRanking paginationLimitedTo renderingContent
  disableExactOnAttributes disablePrefixOnAttributes replaceSynonymsInHighlight naturalLanguages
`

test('every parameter of the list has a case', () => {
  const tested = new Set(CASES.map(nameOf))
  const names = EXPECTED.trim().split(/\s+/)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !tested.has(name))).toEqual([])
})
