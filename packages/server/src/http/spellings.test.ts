/**
 * Old spellings of parameters have the same answer as canonical ones; parameters that change facet values.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'

const text = (title: string, more: object = {}) => ({ title, content: '', ...more })
const RECORDS = [
  text('Install the server', {
    lang: 'en',
    size: 1,
    page: '/a',
    content: 'You install the server on a machine that has a disk and a network and much else besides.',
    tags: ['linux', 'server'],
  }),
  text('Configure the server', { lang: 'en', size: 2, page: '/a', _tags: ['howto'] }),
  text('Server einrichten', { lang: 'de', size: 3, page: '/b', content: 'Install it.' }),
  text('Installation', { lang: 'en', size: 4, page: '/c' }),
  text('instal', { lang: 'fr', size: 5, page: '/d' }),
  text('Version 1234', { lang: 'fr', size: 6, page: '/e' }),
  text('Servers of the house', { lang: 'en', size: 7, page: '/f' }),
  text('The server far away from where to install', { lang: 'en', size: 8, page: '/g' }),
  text('Author', { lang: 'en', size: 9, page: '/h', content: 'install' }),
  ...['Alpha', 'Beta'].map((title, i) => text(`${title} only`, { lang: 'it', size: 20 + i, page: '/i' })),
].map((record, i) => ({ objectID: String(i), ...record }))

const SETTINGS = {
  searchableAttributes: ['title', 'content', 'tags'],
  attributesForFaceting: ['searchable(lang)', 'size', 'page'],
  attributeForDistinct: 'page',
  customRanking: ['desc(size)'],
}

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
  await server.backend.waitForTask((await server.backend.replaceRecords('p', RECORDS, SETTINGS)).taskID)
})
afterAll(() => server.close())

/** Status and answer, without the fields that always differ. */
async function ask(params: object): Promise<unknown> {
  const response = await server.post('/1/indexes/p/query', params)
  const {
    params: _,
    processingTimeMS: _1,
    serverTimeMS: _2,
    ...answer
  } = (await response.json()) as Record<string, unknown>
  return [response.status, answer]
}

test.for<[name: string, changed: object, common: object]>([
  ['maxFacetHits', { maxFacetHits: 1 }, {}],
  ['sortFacetValuesBy', { sortFacetValuesBy: 'alpha' }, {}],
  ['facetQuery', { facetQuery: 'f' }, {}],
  ['query', { query: 'server' }, {}],
  ['filters', { filters: 'size>6' }, {}],
])('%s changes the values of a facet', async ([, changed, common]) => {
  const values = async (body: object): Promise<unknown> => {
    const response = await server.post('/1/indexes/p/facets/lang/query', body)
    return ((await response.json()) as { facetHits: unknown }).facetHits
  }
  expect(await values({ ...common, ...changed })).not.toEqual(await values(common))
})

test.for<[spelling: string, spelled: unknown, canonical: object]>([
  [
    'a params string',
    { params: 'query=server&facets=%5B%22lang%22%5D&hitsPerPage=1' },
    { query: 'server', facets: ['lang'], hitsPerPage: 1 },
  ],
  [
    'flat parameters and a params string',
    { query: 'server', params: 'query=x&hitsPerPage=1' },
    { query: 'server', hitsPerPage: 1 },
  ],
  [
    'lists as text',
    { facets: 'lang,size', attributesToRetrieve: 'title' },
    { facets: ['lang', 'size'], attributesToRetrieve: ['title'] },
  ],
  [
    'numbers and booleans as text',
    { hitsPerPage: '2', distinct: 'true', getRankingInfo: '1' },
    { hitsPerPage: 2, distinct: true, getRankingInfo: true },
  ],
  ['old numeric filters, AND', { numericFilters: 'size>2,size<6' }, { numericFilters: ['size>2', 'size<6'] }],
  ['old numeric filters, OR', { numericFilters: '(size=2,size>6)' }, { numericFilters: [['size=2', 'size>6']] }],
  ['an old range', { numericFilters: 'size:2 to 4' }, { numericFilters: ['size:2 TO 4'] }],
  [
    'facet filters as text',
    { facetFilters: 'lang:en,(size:1,size:2)' },
    { facetFilters: ['lang:en', ['size:1', 'size:2']] },
  ],
  [
    'facet filters as JSON text',
    { facetFilters: '[["lang:de","lang:fr"]]' },
    { facetFilters: [['lang:de', 'lang:fr']] },
  ],
  ['an excluded facet value', { facetFilters: ['lang:-en'] }, { filters: 'NOT lang:en' }],
  ['tags as text', { tagFilters: 'howto' }, { tagFilters: ['howto'] }],
  ['null as an absent value', { query: 'server', filters: null }, { query: 'server' }],
])('%s: the answer is that of the canonical spelling', async ([, spelled, canonical]) => {
  const [status, answer] = (await ask(spelled as object)) as [number, Record<string, unknown>]
  const [, expected] = (await ask(canonical)) as [number, Record<string, unknown>]
  expect(status).toBe(200)
  expect(answer).toEqual(expected)
})
