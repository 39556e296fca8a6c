/**
 * Compares searches on a cluster with the same searches of the engine over its own index: counts, facets, records, highlights and
 * snippets are equal. With few candidates the cluster computes most counts; with many, the engine does.
 */
import {
  buildIndex,
  DOCS_SETTINGS,
  openIndex,
  readRules,
  readSynonyms,
  search,
  searchFacetValues,
  type IndexSettings,
  type Rule,
  type SearchParams,
  type SearchRecord,
  type SearchResponse,
  type Synonym,
} from '@docent/engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster } from '../http/cluster.ts'
import { matchingIds } from '../state/generation.ts'
import { browseOnCluster } from './browse.ts'
import { documentOf } from '../records/document.ts'
import { createIndexBody } from '../records/mapping.ts'
import { type SearchableIndex, searchOnCluster } from './search.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'
import { vocabularyWith } from '../../../engine/src/testing/vocabulary.ts'
import { readTerms } from './term-lists.ts'
import { withOpenSearch } from '../testing/shared-cluster.ts'

let cluster: Cluster = openCluster({ nodes: [] })
/** Prefix of the names of all indexes of the test. */
const PREFIX = `c-test-${process.pid}`
let count = 0

interface Pair {
  index: SearchableIndex
  embedded: (params: SearchParams) => SearchResponse
  facetValues: (facet: string, facetQuery: string, params: SearchParams) => unknown
}

/** Indexes the records in the cluster and in the engine. */
async function indexBoth(
  records: readonly SearchRecord[],
  settings: IndexSettings,
  parts: { synonyms?: Synonym[]; rules?: Rule[]; shards?: number } = {},
): Promise<Pair> {
  const target = `${PREFIX}-${count++}`
  await cluster.request('PUT', `/${target}`, {
    body: createIndexBody(settings, { shards: parts.shards ?? 1, replicas: 0 }),
  })
  const lines = records.flatMap((record, at) => [
    { index: {} },
    documentOf(record, settings, { task: 1, position: records.length - at }),
  ])
  const { errors } = (await cluster.request('POST', `/${target}/_bulk`, {
    body: lines,
    query: { refresh: true },
    timeoutMs: 60_000,
  })) as { errors: boolean }
  expect(errors).toBe(false)
  const engine = openIndex(buildIndex(records, settings), settings)
  const options = {
    synonyms: parts.synonyms && readSynonyms(parts.synonyms),
    rules: parts.rules && readRules(parts.rules),
    now: 0,
  }
  const index: SearchableIndex = {
    name: 'test',
    target,
    settings,
    synonyms: parts.synonyms as SearchableIndex['synonyms'],
    rules: parts.rules as unknown as SearchableIndex['rules'],
    terms: { ...(await readTerms(cluster, { target, lastTask: 1 })), isWhole: true },
    lastTask: 1,
    settingsKey: '1',
  }
  return {
    index,
    embedded: (params) => search(engine, params, options),
    facetValues: (facet, facetQuery, params) =>
      searchFacetValues(engine, facet, facetQuery, params, { synonyms: options.synonyms }),
  }
}

/** The answers to all queries, without the fields that depend on time. */
async function askAll(
  { index }: Pair,
  queries: readonly SearchParams[],
  candidates?: number,
): Promise<SearchResponse[]> {
  const requests = queries.map((params) => ({ index, request: { ...params, indexName: 'test' } }))
  const answers = await searchOnCluster(cluster, requests, {
    now: 0,
    deadlineMs: 60_000,
    ...(candidates && { candidates }),
  })
  return answers.map((answer) => ({ ...(answer as SearchResponse), processingTimeMS: 0 }))
}

const idsOf = ({ hits }: SearchResponse): string[] => hits.map((hit) => hit.objectID).sort()

const decorationsOf = ({ hits }: SearchResponse): Map<string, unknown> =>
  new Map(hits.map((hit) => [hit.objectID, [hit._highlightResult, hit._snippetResult]]))

const textOf = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))

const recordsOf = (word: fc.Arbitrary<string>): fc.Arbitrary<SearchRecord[]> =>
  fc
    .array(
      fc.record(
        {
          title: textOf(word),
          body: textOf(word),
          tags: fc.array(fc.constantFrom('x', 'Y', 'z'), { maxLength: 3 }),
          price: fc.integer({ min: -2, max: 3 }),
          page: fc.constantFrom('p', 'q', 'r', 's'),
          popularity: fc.integer({ min: 0, max: 3 }),
        },
        { requiredKeys: ['title', 'body', 'tags'] },
      ),
      { minLength: 5, maxLength: 40 },
    )
    .map((rows) => rows.map((row, at): SearchRecord => ({ objectID: `r${at}`, ...row })))

/**
 * Whether a word occurs twice in the query. Then a heading with the same letters in other words counts as equal to the query; the
 * engine looks for one among all records, the cluster only among the candidates.
 */
const hasWordTwice = ({ query = '' }: SearchParams): boolean => {
  const words = query.trim().split(' ')
  return new Set(words).size < words.length
}

/**
 * Whether a word may be split: the engine highlights its halves in all records if they are adjacent in any record; the cluster only
 * if they are adjacent in a candidate.
 */
const mayBeTakenApart = ({ query = '' }: SearchParams, records: readonly SearchRecord[]): boolean => {
  const words = new Set(
    JSON.stringify(records)
      .toLowerCase()
      .match(/\p{L}+/gu),
  )
  const typed = query.toLowerCase().match(/\p{L}+/gu) ?? []
  return typed.some((word) =>
    Array.from(word).some((_, at) => words.has(word.slice(0, at)) && words.has(word.slice(at))),
  )
}

/**
 * The groups of an answer whose hits are ordered by `relevance`. The engine counts a record with two forms of a word twice, the
 * cluster once, so the first of two similar records in a group may differ.
 */
const groupsOf = ({ hits }: SearchResponse): string[] =>
  hits.map((hit) => (typeof hit['page'] === 'string' ? hit['page'] : hit.objectID)).sort()

/** Words unchanged, cut short, and with a letter removed. */
const typedOf = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: word },
    fc.tuple(word, fc.nat({ max: 9 })).map(([each, cut]) => each.slice(0, Math.max(1, each.length - (cut % 3)))),
    fc.tuple(word, fc.nat({ max: 9 })).map(([each, at]) => {
      return each.slice(0, at % each.length) + each.slice((at % each.length) + 1)
    }),
  )

const queryOf = (word: fc.Arbitrary<string>): fc.Arbitrary<SearchParams> =>
  fc.record({
    query: fc
      .tuple(fc.array(typedOf(word), { maxLength: 3 }), fc.constantFrom('', ' '))
      .map(([words, end]) => words.join(' ') + end),
    filters: fc.constantFrom(
      '',
      '',
      'tags:x',
      'tags:y OR tags:z',
      'NOT tags:x',
      'price > 0',
      'price:-1 TO 2 AND page:q',
      'NOT price != 1',
      'objectID:r3',
    ),
    distinct: fc.constantFrom(0, 0, 1, 2),
    facets: fc.constantFrom<string[][]>([], ['*'], ['tags', 'price']),
    removeWordsIfNoResults: fc.constantFrom(
      'none' as const,
      'allOptional' as const,
      'lastWords' as const,
      'firstWords' as const,
    ),
    ignorePlurals: fc.boolean(),
    queryLanguages: fc.constantFrom<string[][]>([], [], ['de', 'en']),
    typoTolerance: fc.constantFrom(true, true, false),
    optionalWords: fc.constantFrom<string[][]>([], ['use'], ['file read']),
    restrictSearchableAttributes: fc.constantFrom<string[][]>([], [], ['title'], ['body']),
  })

/** Records, queries, and the number of shards. */
const cases = vocabularyWith(
  'running',
  'runs',
  'container',
  'containers',
  'kubernetes',
  'the',
  'for',
  'Seite',
  'Seiten',
).chain((word) =>
  fc.tuple(recordsOf(word), fc.array(queryOf(word), { minLength: 30, maxLength: 30 }), fc.constantFrom(1, 3)),
)

/** Two cases in `npm test -- --all`, because each fills an index and sends 60 searches. A failure prints its seed. */
const CASES = { ...propertyRuns(2 / 8_000), endOnFailure: true }

const SETTINGS: IndexSettings = {
  searchableAttributes: ['title', 'body'],
  attributesForFaceting: ['searchable(tags)', 'price', 'page'],
  attributeForDistinct: 'page',
  customRanking: ['desc(popularity)'],
  attributesToSnippet: ['body:3'],
}

withOpenSearch('a search on a cluster', (shared) => {
  beforeAll(() => {
    cluster = openCluster({ nodes: shared.nodes.map(({ url }) => url) })
  })

  afterAll(async () => {
    await cluster.request('DELETE', `/${PREFIX}-*`, { timeoutMs: 60_000 })
    cluster.close()
  })

  test.each([[[] as string[]], [['filters', 'relevance', 'custom']]])(
    'any records, queries and filters have the answers of the engine with the ranking %j',
    { timeout: 600_000 },
    async (ranking) => {
      await fc.assert(
        fc.asyncProperty(cases, async ([rows, asked, shards]) => {
          const settings = ranking.length > 0 ? { ...SETTINGS, ranking } : SETTINGS
          const pair = await indexBoth(rows, settings, { shards })
          const whole = asked.map((params) => ({ ...params, hitsPerPage: 1000 }))
          const expected = whole.map((params) => pair.embedded(params))
          for (const candidates of [1000, 4]) {
            const answers = await askAll(pair, whole, candidates)
            for (const [at, answer] of answers.entries()) {
              if (candidates < 1000 && hasWordTwice(whole[at] ?? {})) continue
              const wanted = expected[at] as SearchResponse
              const shown = JSON.stringify({ candidates, params: whole[at], rows })
              expect([answer.nbHits, answer.facets, answer.facets_stats], shown).toEqual([
                wanted.nbHits,
                wanted.facets,
                wanted.facets_stats,
              ])
              const isGrouped = Number(whole[at]?.distinct ?? 0) > 0
              if (isGrouped && candidates < 1000) continue
              const shownBy = isGrouped && ranking.includes('relevance') ? groupsOf : idsOf
              expect(shownBy(answer), shown).toEqual(shownBy(wanted))
              if (candidates < 1000 || shownBy === groupsOf || mayBeTakenApart(whole[at] ?? {}, rows)) continue
              expect(decorationsOf(answer), shown).toEqual(decorationsOf(wanted))
            }
          }
        }),
        CASES,
      )
    },
  )

  test('a heading with the words of the query in another order counts as equal to the query', async () => {
    const titles = [...Array.from({ length: 6 }, (_, at) => `readfile cb container ${at} readfile`), 'cb readfile']
    const records = [
      ...titles.map((title, at): SearchRecord => ({ objectID: `r${at}`, title, body: '' })),
      { objectID: 'other', title: 'cb runs', body: '' },
    ]
    const pair = await indexBoth(records, { ...SETTINGS, ranking: ['filters', 'relevance', 'custom'] })
    const params: SearchParams = { query: 'readfile cb ', removeWordsIfNoResults: 'allOptional', hitsPerPage: 100 }
    const [answer] = await askAll(pair, [params], 4)
    expect(pair.embedded(params).nbHits).toBe(7)
    expect(answer?.nbHits).toBe(7)
  })

  const PAGES = Array.from({ length: 60 }, (_, at): SearchRecord => ({
    objectID: `p${at}`,
    title: at % 10 === 0 ? 'Install guide' : `Section ${at}`,
    body: `install the tool ${at % 3 === 0 ? 'quickly' : 'slowly'} ${'and then again '.repeat(at % 5)}`,
    page: `page${at % 25}`,
    tags: [at % 2 === 0 ? 'even' : 'odd', `n${at % 7}`],
    price: at,
    popularity: at % 4,
  }))

  test('synonyms, corrections and rules have the same effect as in the engine', async () => {
    const synonyms: Synonym[] = [
      { objectID: '1', type: 'synonym', synonyms: ['k8s', 'container orchestration'] },
      { objectID: '2', type: 'oneWaySynonym', input: 'shrimp', synonyms: ['install'] },
      { objectID: '3', type: 'altCorrection1', word: 'tule', corrections: ['tool'] },
    ]
    const rules: Rule[] = [
      {
        objectID: 'pin',
        conditions: [{ pattern: 'guide', anchoring: 'contains' }],
        consequence: {
          promote: [
            { objectID: 'k', position: 1 },
            { objectID: 'p7', position: 0 },
          ],
          hide: [{ objectID: 'p10' }],
        },
      },
      {
        objectID: 'filter',
        conditions: [{ pattern: 'cheap', anchoring: 'contains' }],
        consequence: {
          params: { filters: 'price < 9', query: { remove: ['cheap'] } },
          promote: [{ objectID: 'p50', position: 0 }],
          filterPromotes: true,
          userData: { seen: true },
        },
      },
    ]
    const records = [...PAGES, { objectID: 'k', title: 'Container orchestration', body: 'pods', page: 'k', tags: [] }]
    const pair = await indexBoth(records, SETTINGS, { synonyms, rules })
    const asked: SearchParams[] = [
      { query: 'k8s' },
      { query: 'shrimp slowly' },
      { query: 'tule' },
      { query: 'tule', typoTolerance: false },
      { query: 'shrimp', synonyms: false },
      { query: 'guide' },
      { query: 'guide', distinct: true, hitsPerPage: 3, page: 1 },
      { query: 'cheap install', facets: ['tags'] },
      { query: 'guide', enableRules: false, getRankingInfo: false },
    ]
    for (const candidates of [1000, 8]) {
      const answers = await askAll(pair, asked, candidates)
      for (const [at, answer] of answers.entries()) {
        const { hits, params: _params, ...wanted } = pair.embedded(asked[at] ?? {})
        const { hits: given, params: _given, index: _index, ...others } = answer
        expect(others, JSON.stringify(asked[at])).toEqual(wanted)
        if (candidates === 1000) expect(given, JSON.stringify(asked[at])).toEqual(hits)
      }
    }
  })

  test('phrases, excluded words and filters with scores have the same effect as in the engine', async () => {
    const pair = await indexBoth(PAGES, { ...SETTINGS, advancedSyntax: true, ranking: ['filters', 'typo', 'custom'] })
    const asked: SearchParams[] = [
      { query: '"the tool"' },
      { query: '"tool the"' },
      { query: 'install -slowly' },
      { query: 'install -"the tool quickly"' },
      { query: 'install', optionalFilters: ['tags:n3', 'page:page4<score=5>'], hitsPerPage: 8 },
      { query: '', optionalFilters: ['tags:-even'], hitsPerPage: 8 },
      { query: '', filters: 'tags:n1<score=3> OR tags:n2<score=7>', hitsPerPage: 20 },
      { query: '', filters: 'tags:n1<score=3> OR tags:odd<score=7>', sumOrFiltersScores: true, hitsPerPage: 5 },
      { query: 'install', facets: ['tags', 'price'], maxValuesPerFacet: 3, sortFacetValuesBy: 'alpha' },
    ]
    for (const candidates of [1000, 20]) {
      const answers = await askAll(pair, asked, candidates)
      for (const [at, answer] of answers.entries()) {
        const wanted = pair.embedded(asked[at] ?? {})
        const shown = JSON.stringify([candidates, asked[at]])
        expect([answer.nbHits, answer.facets], shown).toEqual([wanted.nbHits, wanted.facets])
        expect(
          answer.hits.map((hit) => hit.objectID),
          shown,
        ).toEqual(wanted.hits.map((hit) => hit.objectID))
      }
    }
  })

  test.each<[string, SearchParams, number]>([
    ['records', { query: 'install' }, 60],
    ['groups', { query: 'install', distinct: true }, 25],
    ['groups of two', { query: 'install', distinct: 2 }, 25],
    ['everything in groups', { query: '', distinct: true }, 25],
  ])('pages beyond the candidates have each of the %s once', async (_what, params, nbHits) => {
    const pair = await indexBoth(PAGES, SETTINGS)
    const pages = Array.from({ length: Math.ceil(nbHits / 4) }, (_, page) => ({ ...params, page, hitsPerPage: 4 }))
    const answers = await askAll(pair, pages, 12)
    const expected = pages.flatMap((each) => pair.embedded(each).hits.map((hit) => hit.objectID))
    const shown = answers.flatMap(({ hits }) => hits.map((hit) => hit.objectID))
    expect(shown.length).toBe(new Set(shown).size)
    if (params.distinct === undefined) expect(shown.sort()).toEqual(expected.sort())
    const groups = new Set(shown.map((objectID) => Number(objectID.slice(1)) % 25))
    expect(groups.size).toBe(25)
    for (const [page, answer] of answers.entries()) {
      expect([answer.nbHits, answer.page, answer.nbPages]).toEqual([nbHits, page, Math.ceil(nbHits / 4)])
    }
  })

  test('groups by an attribute of the query are counted by its values; a record without one is a group', async () => {
    const records = PAGES.map(({ page, ...record }, at) => (at < 55 ? { ...record, page } : record))
    const pair = await indexBoth(records, { ...SETTINGS, attributeForDistinct: null })
    const params: SearchParams = { query: 'install', distinct: true, attributeForDistinct: 'page' }
    expect(pair.embedded(params).nbHits).toBe(25 + 5)
    const [answer] = await askAll(pair, [params], 12)
    expect(answer?.nbHits).toBe(25 + 5)
  })

  test('a page without text is after one with text, which may be in a section that is no candidate', async () => {
    const pageOf = (at: number, lvl1: string, content: string): SearchRecord[] => {
      const url = `/page-${at}`
      const hierarchy = { lvl0: null, lvl1, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null }
      return [
        { objectID: `${at}`, url, hierarchy, content: '' },
        ...(content === '' ? [] : [{ objectID: `${at}s`, url: `${url}#s`, hierarchy, content }]),
      ]
    }
    const records = Array.from({ length: 12 }, (_, at) =>
      pageOf(at, `Deploy ${at}`, at % 3 === 0 ? '' : 'Words.'),
    ).flat()
    const pair = await indexBoth(records, DOCS_SETTINGS)
    const params: SearchParams = { query: 'deploy ', distinct: false, hitsPerPage: 30 }
    for (const candidates of [1000, 12]) {
      const [answer] = await askAll(pair, [params], candidates)
      const leads = answer?.hits.map(({ objectID }) => objectID).filter((id) => !id.endsWith('s')) ?? []
      const isBare = leads.map((id) => Number(id) % 3 === 0)
      expect(isBare.length).toBeGreaterThanOrEqual(candidates === 12 ? 8 : 12)
      expect(isBare).toEqual(isBare.toSorted((a, b) => Number(a) - Number(b)))
      expect(isBare).toContain(true)
    }
  })

  test('a question is judged by whole pages, whose sections may be no candidates, and later pages repeat no hit', async () => {
    const sectionsOf = (page: string, title: string, contents: readonly string[]): SearchRecord[] =>
      contents.map((content, at) => {
        const hierarchy = { lvl0: null, lvl1: title, lvl2: at === 0 ? null : `Part ${at}`, lvl3: null, lvl4: null }
        const url = at === 0 ? `/${page}` : `/${page}#s${at}`
        return { objectID: `${page}-${at}`, url, hierarchy: { ...hierarchy, lvl5: null, lvl6: null }, content }
      })
    const filler = 'Each part of the text has some other words. '
    const about = Array.from({ length: 30 }, () => filler + 'The proxy reads its file, and the proxy tells the proxy.')
    const records = [
      ...sectionsOf('about', 'Networks', ['Read how to install a proxy on a node.', ...about]),
      ...Array.from({ length: 12 }, (_, at) =>
        sectionsOf(`other-${at}`, 'Nodes', ['Install a proxy: a proxy is quick to install.', filler, filler]),
      ).flat(),
    ]
    const pair = await indexBoth(records, DOCS_SETTINGS)
    const query = 'how do I install a proxy'
    const [wholly] = await askAll(pair, [{ query, distinct: false }], 1_000)
    expect(wholly?.hits[0]?.objectID).toBe('about-0')
    const [answer] = await askAll(pair, [{ query, distinct: false }], 13)
    expect(answer?.hits[0]?.objectID).toBe('about-0')
    expect(answer?.nbHits).toBe(wholly?.nbHits)

    for (const distinct of [false, true]) {
      const seen: string[] = []
      for (let page = 0; page < 12; page++) {
        const [hits] = await askAll(pair, [{ query, distinct, hitsPerPage: 5, page }], 13)
        seen.push(...(hits?.hits.map(({ objectID }) => objectID) ?? []))
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBe(wholly?.nbHits)
    }
  })

  test('searches for facet values have the results of the engine', async () => {
    const pair = await indexBoth(PAGES, SETTINGS)
    for (const [facetQuery, params] of [
      ['n', {}],
      ['EV', { query: 'quickly' }],
      ['', { maxFacetHits: 2 }],
    ] as const) {
      const request = { ...params, indexName: 'test', type: 'facet' as const, facet: 'tags', facetQuery }
      const [answer] = await searchOnCluster(cluster, [{ index: pair.index, request }], { now: 0, deadlineMs: 60_000 })
      expect({ ...answer, processingTimeMS: 0 }).toEqual(pair.facetValues('tags', facetQuery, params))
    }
    const refused = { indexName: 'test', type: 'facet' as const, facet: 'price', facetQuery: '' }
    await expect(
      searchOnCluster(cluster, [{ index: pair.index, request: refused }], { now: 0, deadlineMs: 60_000 }),
    ).rejects.toThrow('searchable(price)')
  })

  test('browsing and deletion by filters return every record once', async () => {
    const pair = await indexBoth(PAGES, { ...SETTINGS, distinct: true, paginationLimitedTo: 5 })
    const filtered = { filters: 'tags:even AND price >= 10' }
    const wanted = PAGES.filter((_, at) => at % 2 === 0 && at >= 10)
    const seen: SearchRecord[] = []
    for (let offset = 0; offset < wanted.length; offset += 7) {
      const { records, nbHits } = await browseOnCluster(cluster, pair.index, filtered, offset, 7)
      expect(nbHits).toBe(wanted.length)
      seen.push(...records)
    }
    const byID = (a: SearchRecord, b: SearchRecord): number => (a.objectID < b.objectID ? -1 : 1)
    expect(seen.sort(byID)).toEqual(wanted.toSorted(byID))
    const ids: string[] = []
    for await (const objectID of matchingIds(cluster, pair.index.target, filtered)) ids.push(objectID)
    expect(ids.sort()).toEqual(wanted.map(({ objectID }) => objectID).sort())
  })

  test('with stopIfEnoughMatches the later queries of a list are answered without hits', async () => {
    const pair = await indexBoth(PAGES, SETTINGS)
    const queries = ['install', 'guide'].map((query) => ({
      index: pair.index,
      request: { indexName: 'test', query, hitsPerPage: 5 },
    }))
    const answers = await searchOnCluster(cluster, queries, {
      strategy: 'stopIfEnoughMatches',
      now: 0,
      deadlineMs: 60_000,
    })
    expect(answers.map((answer) => 'hits' in answer && answer.hits.length)).toEqual([5, 0])
  })

  test('a query without hits has suggestions that have hits', async () => {
    const records = ['Container runtime', 'Pod security'].map((lvl1, at): SearchRecord => {
      return { objectID: `d${at}`, hierarchy: { lvl0: 'Docs', lvl1 }, content: 'kubelet networking', url: `/${at}` }
    })
    const settings: IndexSettings = { searchableAttributes: ['hierarchy.lvl1', 'content'], typoTolerance: false }
    const pair = await indexBoth(records, settings)
    const answers = await askAll(pair, [{ query: 'contianer' }, { query: 'kubelet zzzzzz' }, { query: 'zzzzzz' }])
    expect(answers.map(({ suggestions }) => suggestions?.slice(0, 1))).toEqual([
      [{ query: 'container', kind: 'spelling' }],
      [{ query: 'kubelet', kind: 'relaxed' }],
      [{ query: 'Container runtime', kind: 'popular' }],
    ])
  })
})
