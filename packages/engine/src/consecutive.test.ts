/**
 * Queries one after the other on one index: each is answered as if it were the first, although they share tables. The
 * bytes of an unreferenced index are garbage-collected.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readRules } from './query/rules.ts'
import { search, searchWritten } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { type Index, openIndex } from './segment/open-index.ts'
import { DOCS_SETTINGS } from './base/settings.ts'
import { propertyRuns, timeoutOf } from './testing/property-runs.ts'
import type { IndexSettings, SearchParams, SearchRecord } from './wire.ts'
import type { Rule } from './wire-rules.ts'

const TITLES = [
  'Install',
  'Install the gearbox',
  'Proxy',
  'Hooks',
  'Hooks of the proxy',
  'Gearbox',
  'Release notes',
  'Café',
]
const section = (title: string, at: number): SearchRecord => {
  const hierarchy = { lvl0: 'Docs', lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null }
  return {
    objectID: `o${at}`,
    url: `/${at}`,
    type: 'lvl1',
    hierarchy,
    content: `About ${title} and install`,
    tags: [title],
  }
}
const bytes = buildIndex(TITLES.map(section), DOCS_SETTINGS)
const wireSettings: IndexSettings = { ...DOCS_SETTINGS, ranking: ['typo', 'words', 'proximity', 'attribute', 'exact'] }

const rules: Rule[] = [
  {
    objectID: 'pin',
    conditions: [{ pattern: 'hooks', anchoring: 'contains' }],
    consequence: { promote: [{ objectID: 'o6', position: 0 }] },
  },
  {
    objectID: 'hide',
    conditions: [{ pattern: 'proxy', anchoring: 'contains' }],
    consequence: { hide: [{ objectID: 'o4' }] },
  },
]

const params: fc.Arbitrary<SearchParams> = fc.record(
  {
    query: fc.constantFrom(
      '',
      'install',
      'install the gearbox',
      'hooks',
      'hooks proxy',
      'proxi',
      'release',
      'cafe',
      'gearb',
      'nothing at all',
      'how do I install the gearbox',
      'what is a proxy',
      '"proxy release" hooks',
    ),
    getRankingInfo: fc.boolean(),
    filters: fc.constantFrom('tags:Hooks', 'NOT tags:Proxy', 'unknown:x'),
    facets: fc.constant(['tags', 'hierarchy.lvl0']),
    distinct: fc.boolean(),
    removeWordsIfNoResults: fc.constantFrom('none', 'allOptional', 'lastWords'),
  },
  { requiredKeys: ['query', 'getRankingInfo'] },
)

const written = (index: Index, each: SearchParams): unknown => {
  const { hits, ...rest } = searchWritten(index, each, { rules: readRules(rules) })
  return { ...rest, hits: new TextDecoder().decode(hits.json) }
}

const RUNS = propertyRuns(0.02)
test.each([DOCS_SETTINGS, wireSettings])('a query is answered as if it were the first', timeoutOf(RUNS), (settings) => {
  fc.assert(
    fc.property(fc.array(params, { minLength: 2, maxLength: 5 }), (queries) => {
      const used = openIndex(bytes.slice(), settings)
      for (const each of queries) {
        const fresh = openIndex(bytes.slice(), settings)
        expect(search(used, each, { rules: readRules(rules) })).toEqual(
          search(fresh, each, { rules: readRules(rules) }),
        )
        expect(written(used, each)).toEqual(written(fresh, each))
      }
    }),
    RUNS,
  )
})

describe('a pinned record that does not match', () => {
  test('has no points, neither of this query nor of the one before', () => {
    const index = openIndex(bytes.slice(), DOCS_SETTINGS)
    search(index, { query: 'release notes' })
    const { hits } = search(index, { query: 'hooks', getRankingInfo: true }, { rules: readRules(rules) })
    const [pinned, first] = hits.map(({ objectID, _rankingInfo }) => ({ objectID, info: _rankingInfo }))
    expect(pinned).toMatchObject({ objectID: 'o6', info: { promoted: true, words: 0 } })
    expect(pinned?.info?.relevance).toBeUndefined()
    expect(first?.info?.relevance?.['score']).toBeGreaterThan(0)
    expect(first?.info?.words).toBe(1)
  })
})

test('the bytes of an unreferenced index are garbage-collected after any query', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const queries: SearchParams[] = [{ query: 'hooks' }, { query: 'instal' }, { query: 'hooks', filters: 'unknown:x' }]
  const held = queries.map((query) => {
    const own = bytes.slice()
    const index = openIndex(own, DOCS_SETTINGS)
    searchWritten(index, query)
    search(index, { ...query, getRankingInfo: true, facets: ['*'] })
    searchWritten(index, { ...query, getRankingInfo: true })
    return new WeakRef(own.buffer)
  })
  await expect
    .poll(() => {
      collect()
      return held.map((each) => each.deref() === undefined)
    })
    .toEqual([true, true, true])
})
