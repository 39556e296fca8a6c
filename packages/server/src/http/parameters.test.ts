/**
 * Every parameter and setting of the wire, by name, as text over HTTP: supported ones change the answer; ignored ones are accepted,
 * change nothing and are documented as ignored; the others are refused. The types of the provider's clients are the complete list
 * of names. The effect of each parameter is tested in the engine.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROVIDER_PARAMETERS, PROVIDER_SETTINGS } from '../testing/provider-names.ts'
import { SEARCH_PARAMETERS } from '../wire/search-parameters.ts'
import { SETTING_ALIASES, SETTING_PARAMETERS, UNSETTABLE_NAMES } from '../wire/setting-parameters.ts'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer

const SETTINGS = {
  searchableAttributes: ['title', 'body', 'list', 'unordered(note)'],
  attributesForFaceting: ['searchable(lang)', 'size', 'tags'],
  attributeForDistinct: 'lang',
}
const RECORDS = [
  {
    objectID: '1',
    title: 'Install the server',
    body: 'on Linux with one file and more words than a snippet has room for',
    lang: 'en',
    size: 1,
    tags: ['a', 'b'],
    _tags: ['x'],
    list: ['server', 'client'],
  },
  { objectID: '2', title: 'Installation of servers 12345', body: 'A server', lang: 'en', size: 2, tags: ['b'] },
  { objectID: '3', title: 'Server einrichten', body: 'die Datei', lang: 'de', size: 3, tags: ['b'] },
  { objectID: '4', title: 'Daemon', body: 'of the server', lang: 'de', size: 3, tags: ['c'] },
  { objectID: '5', note: 'zebra crossing' },
  { objectID: '6', note: 'zebra' },
  { objectID: '7', title: 'yak', body: 'yak shed' },
  { objectID: '8', title: 'my big yak shed' },
]

/** Sends a write with the admin key and waits for its task. */
async function write(method: 'POST' | 'PUT', path: string, body: unknown): Promise<void> {
  const response = await fetch(server.urlOf(path, server.adminKey), { method, body: JSON.stringify(body) })
  expect(response.status).toBeLessThan(300)
  await server.backend.waitForTask(((await response.json()) as { taskID: number }).taskID)
}

beforeAll(async () => {
  server = await startApiServer()
  await server.backend.waitForTask((await server.backend.replaceRecords('wire', RECORDS, SETTINGS)).taskID)
  await write('POST', '/1/indexes/wire/synonyms/batch', [
    { objectID: 's', type: 'onewaysynonym', input: 'setup', synonyms: ['install'] },
  ])
  await write('POST', '/1/indexes/wire/rules/batch', [
    { objectID: 'always', condition: { pattern: 'datei' }, consequence: { hide: [{ objectID: '3' }] } },
    { objectID: 'here', conditions: [{ context: 'here' }], consequence: { userData: { seen: true } } },
  ])
})
afterAll(() => server.close())

async function ask(params: Record<string, string>, key?: string): Promise<object> {
  const response = await server.post(
    '/1/indexes/wire/query',
    { params: new URLSearchParams(params).toString() },
    {},
    key,
  )
  const { processingTimeMS: _, params: _echo, ...answer } = (await response.json()) as Record<string, unknown>
  expect([response.status, answer['message']]).toEqual([200, undefined])
  return answer
}

/** Supported parameters: name, the query that it is added to, and its value as text. */
const SUPPORTED: [string, Record<string, string>, string][] = [
  ['query', {}, 'daemon'],
  ['page', { hitsPerPage: '1' }, '1'],
  ['hitsPerPage', {}, '0'],
  ['offset', { length: '1' }, '1'],
  ['length', { offset: '0' }, '1'],
  ['attributesToRetrieve', {}, 'title,-body'],
  ['attributesToHighlight', {}, '[]'],
  ['attributesToSnippet', {}, '["body:3"]'],
  ['highlightPreTag', { query: 'server' }, '<mark>'],
  ['highlightPostTag', { query: 'server' }, '</mark>'],
  ['snippetEllipsisText', { query: 'file', attributesToSnippet: 'body:3' }, '[...]'],
  ['restrictHighlightAndSnippetArrays', { query: 'client', attributesToHighlight: 'list' }, 'true'],
  ['facets', {}, 'lang'],
  ['maxValuesPerFacet', { facets: '*' }, '1'],
  ['sortFacetValuesBy', { facets: 'tags' }, 'alpha'],
  ['facetingAfterDistinct', { facets: 'tags', distinct: '1' }, '1'],
  ['facetFilters', {}, '[["lang:de","tags:a"],"size:-3"]'],
  ['filters', {}, 'lang:de OR tags:a'],
  ['numericFilters', {}, 'size>1,size<3'],
  ['tagFilters', {}, 'x'],
  ['optionalFilters', { query: 'server' }, '["lang:de<score=3>"]'],
  ['sumOrFiltersScores', { query: 'server', optionalFilters: '[["tags:a<score=1>","tags:b<score=2>"]]' }, 'true'],
  ['distinct', {}, 'true'],
  ['attributeForDistinct', { distinct: 'true' }, 'size'],
  ['typoTolerance', { query: 'einrichtne' }, 'false'],
  ['minWordSizefor1Typo', { query: 'sevrer' }, '9'],
  ['minWordSizefor2Typos', { query: 'einrcihtne' }, '12'],
  ['allowTyposOnNumericTokens', { query: '12346' }, 'false'],
  ['disableTypoToleranceOnAttributes', { query: 'einrichtne' }, 'title'],
  ['queryType', { query: 'inst serv', typoTolerance: 'false' }, 'prefixAll'],
  ['removeWordsIfNoResults', { query: 'daemon nonsense' }, 'allOptional'],
  ['advancedSyntax', { query: 'server -install' }, 'true'],
  ['advancedSyntaxFeatures', { query: 'server -install', advancedSyntax: 'true' }, 'exactPhrase'],
  ['optionalWords', { query: 'daemon nonsense' }, 'nonsense'],
  ['ignorePlurals', { query: 'daemons ', typoTolerance: 'false' }, '["en"]'],
  ['removeStopWords', { query: 'how to install ', typoTolerance: 'false' }, 'true'],
  ['queryLanguages', { query: 'daemons ', typoTolerance: 'false', ignorePlurals: 'true' }, 'fr'],
  ['naturalLanguages', { query: 'daemons ', typoTolerance: 'false' }, 'en'],
  ['exactOnSingleWordQuery', { query: 'zebra' }, 'none'],
  ['alternativesAsExact', { query: 'setup server', getRankingInfo: 'true' }, '[]'],
  ['disableExactOnAttributes', { query: 'the server', getRankingInfo: 'true' }, 'title'],
  ['restrictSearchableAttributes', { query: 'server' }, 'body'],
  ['minProximity', { query: 'install server', getRankingInfo: 'true' }, '7'],
  ['attributeCriteriaComputedByMinProximity', { query: 'yak shed' }, 'true'],
  ['getRankingInfo', {}, 'true'],
  ['responseFields', {}, 'hits,nbHits'],
  ['clickAnalytics', {}, 'true'],
  ['synonyms', { query: 'setup' }, 'false'],
  ['replaceSynonymsInHighlight', { query: 'setup' }, 'true'],
  ['enableRules', { query: 'datei' }, 'false'],
  ['ruleContexts', {}, 'here,there'],
  ['renderingContent', {}, '{"widgets":{"banners":[]}}'],
]

/** Ignored parameters, with a value. */
const IGNORED: [string, string][] = [
  ['analytics', 'false'],
  ['analyticsTags', 'a,b'],
  ['userToken', 'someone'],
  ['enablePersonalization', 'true'],
  ['personalizationImpact', '20'],
  ['enableABTest', 'false'],
  ['enableReRanking', 'false'],
  ['reRankingApplyFilter', 'lang:en'],
  ['percentileComputation', 'false'],
  ['similarQuery', 'server'],
  ['decompoundQuery', 'false'],
  ['keepDiacriticsOnCharacters', 'ø'],
  ['customNormalization', '{}'],
  ['camelCaseAttributes', 'title'],
  ['separatorsToIndex', '+#'],
  ['relevancyStrictness', '50'],
  ['mode', 'keywordSearch'],
  ['semanticSearch', '{}'],
  ['extensions', '{}'],
  ['explain', '[]'],
  ['referers', 'x'],
  ['userData', '{}'],
  ['attributeCriteriaComputedBy', 'x'],
  ['indexLanguages', 'ja'],
  ['nbHits', '5'],
  ['cursor', 'x'],
  ['getVersion', '2'],
  ['ranking', '["custom"]'],
  ['customRanking', '["desc(size)"]'],
]

/** Refused parameters, with a value. */
const REFUSED: [string, string][] = [
  ['aroundLatLng', '1,2'],
  ['aroundLatLngViaIP', 'true'],
  ['aroundRadius', '10'],
  ['aroundPrecision', '10'],
  ['minimumAroundRadius', '10'],
  ['insideBoundingBox', '[[1,2,3,4]]'],
  ['insidePolygon', '[[1,2,3,4,5,6]]'],
]

/** Supported settings that are not parameters, as `SUPPORTED`. */
const SUPPORTED_SETTINGS: [string, Record<string, string>, unknown][] = [
  ['searchableAttributes', { query: 'zebra' }, 'title'],
  ['attributesForFaceting', { facets: '*' }, 'lang'],
  ['unretrievableAttributes', {}, 'title'],
  ['ranking', {}, ['desc(size)']],
  ['customRanking', {}, ['desc(size)']],
  ['disableTypoToleranceOnWords', { query: 'einrichtne' }, 'einrichtne'],
  ['disablePrefixOnAttributes', { query: 'inst', typoTolerance: 'false' }, 'title'],
  ['paginationLimitedTo', {}, '1'],
]

/** Ignored settings that are not parameters, with a value. */
const OTHER_IGNORED_SETTINGS: [string, string][] = [
  ['attributesToTransliterate', 'title'],
  ['decompoundedAttributes', 'title'],
  ['numericAttributesForFiltering', 'size'],
  ['numericAttributesToIndex', 'size'],
  ['allowCompressionOfIntegerArray', 'true'],
]

const isSetting = ([name]: readonly [string, ...unknown[]]): boolean => SETTING_PARAMETERS.has(name)
const SET: [string, Record<string, string>, unknown][] = [...SUPPORTED.filter(isSetting), ...SUPPORTED_SETTINGS]
/** `ranking` and `customRanking` are ignored in queries, but supported as settings. */
const IGNORED_SETTINGS = [...IGNORED.filter(isSetting), ...OTHER_IGNORED_SETTINGS].filter(
  ([name]) => !/^(?:r|customR)anking$/.test(name),
)

const setOne = (name: string, value: unknown): Promise<void> =>
  write('PUT', '/1/indexes/wire/settings', { [name]: value })

describe('a supported parameter changes the answer', () => {
  test.each(SUPPORTED)('%s', async (name, base, value) => {
    // Compared as text, since the order of the values of a facet matters.
    expect(JSON.stringify(await ask({ ...base, [name]: value }))).not.toBe(JSON.stringify(await ask(base)))
  })

  test.each(SUPPORTED)('%s of a key', async (name, base, value) => {
    const { value: key } = await server.newKey({ queryParameters: new URLSearchParams({ [name]: value }).toString() })
    // The answer echoes the query of the request. The ID of a query is random.
    const comparable = ({ queryID, ...answer }: { queryID?: string }): object => ({
      ...answer,
      query: '',
      hasID: queryID !== undefined,
    })
    expect(comparable(await ask(base, key))).toEqual(comparable(await ask({ ...base, [name]: value })))
  })

  test('maxFacetHits', async () => {
    const values = async (maxFacetHits: number): Promise<number> => {
      const response = await server.post('/1/indexes/wire/facets/lang/query', { facetQuery: '', maxFacetHits })
      return ((await response.json()) as { facetHits: unknown[] }).facetHits.length
    }
    expect([await values(10), await values(1)]).toEqual([2, 1])
  })
})

describe('an ignored parameter is accepted', () => {
  test.each(IGNORED)('%s', async (name, value) => {
    const base = { query: 'server' }
    expect(await ask({ ...base, [name]: value })).toEqual(await ask(base))
  })
})

test.each(REFUSED)('%s is refused in one sentence, also as a parameter of a rule or a key', async (name, value) => {
  const params = { [name]: value }
  const expected = value === 'true' ? 'false' : 'nothing'
  const sentence = `Invalid value for "${name}" parameter, expected ${expected}: this server does not search by place`
  const answers = [
    await server.query(params),
    await server.query({ params: new URLSearchParams(params).toString() }),
    await server.post('/1/indexes/*/queries', { requests: [{ indexName: 'docs', ...params }] }),
    await server.post('/1/keys', { acl: ['search'], queryParameters: `${name}=${value}` }, {}, server.adminKey),
  ]
  for (const answer of answers) expect(await refusal(answer)).toEqual([400, sentence])
  const rule = { objectID: 'geo', consequence: { params } }
  expect((await server.post('/1/indexes/wire/rules/batch', [rule], {}, server.adminKey)).status).toBe(400)
})

describe('a supported setting changes the answer', () => {
  test.each(SET)('%s', async (name, base, value) => {
    const before = JSON.stringify(await ask(base))
    const own = (SETTINGS as Record<string, unknown>)[name] ?? null
    await setOne(name, value)
    const after = JSON.stringify(await ask(base))
    await setOne(name, own)
    expect(after).not.toBe(before)
    expect(JSON.stringify(await ask(base))).toBe(before)
  })

  test('maxFacetHits', async () => {
    const values = async (): Promise<number> => {
      const response = await server.post('/1/indexes/wire/facets/lang/query', { facetQuery: '' })
      return ((await response.json()) as { facetHits: unknown[] }).facetHits.length
    }
    await setOne('maxFacetHits', 1)
    expect(await values()).toBe(1)
    await setOne('maxFacetHits', null)
    expect(await values()).toBe(2)
  })

  test('replicas', async () => {
    await setOne('replicas', ['wire_replica'])
    const response = await server.post('/1/indexes/wire_replica/query', { query: 'zebra' })
    expect(await response.json()).toMatchObject({ nbHits: 2, index: 'wire_replica' })
    await setOne('replicas', null)
  })
})

describe('an ignored setting is stored and returned', () => {
  test.each(IGNORED_SETTINGS)('%s', async (name, value) => {
    const before = await ask({ query: 'server' })
    await setOne(name, value)
    const response = await fetch(server.urlOf('/1/indexes/wire/settings', server.adminKey))
    const kept = ((await response.json()) as Record<string, unknown>)[name]
    expect([kept].flat()).toEqual([value])
    expect(await ask({ query: 'server' })).toEqual(before)
    await setOne(name, null)
  })
})

test('every parameter and setting of the server and of the provider’s clients is tested above', () => {
  const namesOf = (...lists: (readonly [string, ...unknown[]])[][]): Set<string> =>
    new Set(lists.flat().map(([name]) => name))
  const parameters = namesOf(SUPPORTED, IGNORED, REFUSED, [['maxFacetHits']])
  const asked = [...SEARCH_PARAMETERS.keys(), ...PROVIDER_PARAMETERS]
  expect(asked.filter((name) => !parameters.has(name))).toEqual([])
  const settings = namesOf(SET, IGNORED_SETTINGS, [['maxFacetHits'], ['replicas']])
  const names = PROVIDER_SETTINGS.filter((name) => !UNSETTABLE_NAMES.has(name))
  const set = [...SETTING_PARAMETERS.keys(), ...names.map((name) => SETTING_ALIASES.get(name) ?? name)]
  expect(set.filter((name) => !settings.has(name))).toEqual([])
})

test('ignored and refused parameters and settings are documented as such', () => {
  const page = readFileSync(new URL('../../../../docs/reference/parameters.md', import.meta.url), 'utf8')
  const sections = new Map(page.split(/^## /m).map((section) => [section.slice(0, section.indexOf('\n')), section]))
  const expectIn = (names: Iterable<string>, ...titles: string[]): void => {
    const text = titles.map((title) => sections.get(title) ?? '').join()
    expect([...names].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  }
  const taken = [...IGNORED, ...IGNORED_SETTINGS].map(([name]) => name)
  expectIn([...taken, ...UNSETTABLE_NAMES], 'Settings that are not needed', 'Parameters that are accepted and ignored')
  expectIn(
    REFUSED.map(([name]) => name),
    'Parameters that are refused',
  )
  expectIn(SETTING_ALIASES.keys(), 'Older names')
})

describe('fields of an answer', () => {
  test('with unknown names are refused', async () => {
    expect(await refusal(await server.query({ responseFields: ['hits', 'nonsense'] }))).toEqual([
      400,
      expect.stringContaining('Invalid value for "responseFields" parameter'),
    ])
  })

  test('are those of the settings if the query names none', async () => {
    await write('PUT', '/1/indexes/fields/settings', { responseFields: ['nbHits'] })
    const query = async (params: object): Promise<unknown> =>
      (await server.post('/1/indexes/fields/query', params)).json()
    expect(await query({})).toEqual({ nbHits: 0 })
    expect(await query({ responseFields: ['page'] })).toEqual({ page: 0 })
  })
})

test('unretrievable attributes are returned with the right to see them, and with the admin key', async () => {
  await write('PUT', '/1/indexes/secret/settings', { unretrievableAttributes: ['size'] })
  await write('PUT', '/1/indexes/secret/s', { size: 7 })
  const privileged = await server.newKey({ acl: ['search', 'browse', 'seeUnretrievableAttributes'] })
  const ordinary = await server.newKey({ acl: ['search', 'browse'] })
  const sizes = async (key: string): Promise<unknown[]> => {
    const bodies = await Promise.all(
      [
        server.post('/1/indexes/secret/query', {}, {}, key),
        server.post('/1/indexes/secret/browse', {}, {}, key),
        server.post('/1/indexes/*/objects', { requests: [{ indexName: 'secret', objectID: 's' }] }, {}, key),
        fetch(server.urlOf('/1/indexes/secret/s', key)),
      ].map(async (response) => (await response).json() as Promise<Record<string, object[]> & { size?: number }>),
    )
    return bodies
      .map((body) => (body['hits'] ?? body['results'] ?? [body])[0])
      .map((hit) => (hit as { size?: number }).size)
  }
  expect(await sizes(privileged.value)).toEqual([7, 7, 7, 7])
  expect(await sizes(server.adminKey)).toEqual([7, 7, 7, 7])
  expect(await sizes(ordinary.value)).toEqual([undefined, undefined, undefined, undefined])
  const asked = await server.query({ unretrievableAttributes: [] })
  expect(await refusal(asked)).toEqual([400, 'Unknown parameter: unretrievableAttributes'])
})
