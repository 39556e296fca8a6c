/**
 * Searches on a cluster beside the same searches of the engine over an index of its own: the same counts, facets, records,
 * highlights and snippets. With a handful of candidates most of the counting is the cluster's; with many, the engine's.
 */
import { buildIndex, openIndex, readRules, readSynonyms, search, searchFacetValues } from '@docent/engine'
import type { IndexSettings, Rule, SearchParams, SearchRecord, SearchResponse, Synonym } from '@docent/engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'
import { documentOf } from './document.ts'
import { createIndexBody } from './mapping.ts'
import { type SearchableIndex, searchOnCluster } from './search.ts'
import { withOpenSearch } from '../testing/opensearch/shared-cluster.ts'

let cluster: Cluster = openCluster({ nodes: [] })
const made: string[] = []
let count = 0

interface Pair {
  index: SearchableIndex
  embedded: (params: SearchParams) => SearchResponse
  facetValues: (facet: string, facetQuery: string, params: SearchParams) => unknown
}

/** The same records in both. */
async function indexBoth(
  records: readonly SearchRecord[],
  settings: IndexSettings,
  parts: { synonyms?: Synonym[]; rules?: Rule[] } = {},
): Promise<Pair> {
  const target = `c-test-${process.pid}-${count++}`
  made.push(target)
  await cluster.request('PUT', `/${target}`, { body: createIndexBody(settings, { shards: 1, replicas: 0 }) })
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
    version: '1',
  }
  return {
    index,
    embedded: (params) => search(engine, params, options),
    facetValues: (facet, facetQuery, params) =>
      searchFacetValues(engine, facet, facetQuery, params, { synonyms: options.synonyms }),
  }
}

/** The answers to all queries, without what depends on time. */
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

const WORDS = [
  'use',
  'user',
  'users',
  'effect',
  'useEffect',
  'read',
  'file',
  'files',
  'readfile',
  'fs.readFile',
  'C++',
  'c',
  '--host',
  'host',
  '容器',
  '容',
  'réseau',
  '=>',
  'terminate',
  'termination',
  'running',
  'runs',
  'container',
  'containers',
  'kubernetes',
]

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '))

const records = fc
  .array(
    fc.record(
      {
        title: text,
        body: text,
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

/** Words as they are, unfinished, and with a letter too few. */
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  fc
    .tuple(fc.constantFrom(...WORDS), fc.nat({ max: 9 }))
    .map(([each, cut]) => each.slice(0, Math.max(1, each.length - (cut % 3)))),
  fc
    .tuple(fc.constantFrom(...WORDS), fc.nat({ max: 9 }))
    .map(([each, at]) => each.slice(0, at % each.length) + each.slice((at % each.length) + 1)),
)

const queries = fc.record({
  query: fc
    .tuple(fc.array(word, { maxLength: 3 }), fc.constantFrom('', ' '))
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
  typoTolerance: fc.constantFrom(true, true, false),
  optionalWords: fc.constantFrom<string[][]>([], ['use'], ['file read']),
  restrictSearchableAttributes: fc.constantFrom<string[][]>([], [], ['title'], ['body']),
})

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
    for (const target of made) await cluster.request('DELETE', `/${target}`)
    cluster.close()
  })

  test.each([[[] as string[]], [['filters', 'relevance', 'custom']]])(
    'for any records, queries and filters: ranking %j',
    { timeout: 600_000 },
    async (ranking) => {
      await fc.assert(
        fc.asyncProperty(records, fc.array(queries, { minLength: 30, maxLength: 30 }), async (rows, asked) => {
          const settings = ranking.length > 0 ? { ...SETTINGS, ranking } : SETTINGS
          const pair = await indexBoth(rows, settings)
          const whole = asked.map((params) => ({ ...params, hitsPerPage: 1000 }))
          const expected = whole.map((params) => pair.embedded(params))
          for (const candidates of [1000, 4]) {
            const answers = await askAll(pair, whole, candidates)
            for (const [at, answer] of answers.entries()) {
              const wanted = expected[at] as SearchResponse
              const shown = JSON.stringify({ candidates, params: whole[at], rows })
              expect([answer.nbHits, answer.facets, answer.facets_stats], shown).toEqual([
                wanted.nbHits,
                wanted.facets,
                wanted.facets_stats,
              ])
              if ((whole[at]?.distinct ?? 0) === 0 || candidates === 1000) {
                expect(idsOf(answer), shown).toEqual(idsOf(wanted))
                if (candidates === 1000) expect(decorationsOf(answer), shown).toEqual(decorationsOf(wanted))
              }
            }
          }
        }),
        { numRuns: Number(process.env['DOCENT_PROPERTY_RUNS'] ?? 3), endOnFailure: true },
      )
    },
  )
})
