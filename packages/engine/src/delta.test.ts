/**
 * A base and a delta answer like an index that is built of the same records.
 *
 * A case builds four indexes, so there are 50 times fewer cases than in other property tests. A failure prints its
 * seed.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EngineError } from './base/errors.ts'
import { readRules } from './query/rules.ts'
import { readSynonyms } from './query/synonyms.ts'
import { search, searchFacetValues, type SearchOptions } from './search.ts'
import { buildDelta, type Changes } from './segment/build-delta.ts'
import { buildIndex } from './segment/build-index.ts'
import { type Index, openDelta, openIndex } from './segment/open-index.ts'
import { pageSizesOf } from './segment/pages.ts'
import { DOCS_SETTINGS } from './base/settings.ts'
import { propertyRuns, timeoutOf } from './testing/property-runs.ts'
import type { FilterList, IndexSettings, RemoveWordsIfNoResults, SearchParams, SearchRecord } from './wire.ts'

const RUNS = propertyRuns(1 / 50)

const word = fc.constantFrom(
  'use',
  'user',
  'users',
  'useEffect',
  'use_effect',
  'effect',
  'fs.readFile',
  'readfile',
  'read',
  'file',
  'C++',
  '--host',
  'host',
  '容器',
  '运行',
  '容',
  'terminate',
  'termination',
  'reseau',
  'ab',
  'abc',
  'abcd',
  'bcda',
  '=>',
)
/** Few words per case, so that records share them. */
const words = fc.uniqueArray(word, { minLength: 2, maxLength: 8 }).map((some) => fc.constantFrom(...some))

type Body = Record<string, unknown>

const bodyOf = (each: fc.Arbitrary<string>): fc.Arbitrary<Body> => {
  const text = fc.array(each, { maxLength: 5 }).map((list) => list.join(' '))
  const heading = fc.array(each, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
  return fc.record(
    {
      hierarchy: fc.record({
        lvl0: fc.constant('Guide'),
        lvl1: heading,
        lvl2: fc.option(heading),
        lvl3: fc.option(heading, { freq: 1 }),
      }),
      content: text,
      code: text,
      url: fc.constantFrom('/a', '/a#x', '/b', '/b#x', '/c#y', '/d'),
      tags: fc.array(fc.constantFrom('x', 'y', 'z', 'äöü'), { maxLength: 3 }),
      lang: fc.constantFrom('en', 'de'),
      weight: fc.record({ pageRank: fc.integer({ min: 0, max: 2 }), level: fc.integer({ min: 0, max: 3 }) }),
    },
    { requiredKeys: ['hierarchy', 'content'] },
  )
}

interface Step {
  kind: 'put' | 'delete'
  id: number
  body: Body
}

const scene = words.chain((each) => {
  const body = bodyOf(each)
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('put' as const, 'put' as const, 'delete' as const),
    id: fc.integer({ min: 0, max: 11 }),
    body,
  })
  return fc.record({
    base: fc.array(body, { maxLength: 9 }),
    steps: fc.array(step, { maxLength: 8 }),
    typed: fc
      .tuple(fc.array(each, { maxLength: 4 }), fc.constantFrom('', ' '), fc.constantFrom('', '', '', '"', '-'))
      .map(([list, end, mark]) => (mark === '"' ? `"${list.join(' ')}"` : mark + list.join(' ') + end)),
  })
})

/** The records after the steps, in order: an addition is first, a replacement keeps its place. */
function applySteps(base: SearchRecord[], steps: Step[]): { records: SearchRecord[]; changes: Changes } {
  let records = base.slice()
  const inPlace = new Set(base.map((record) => record.objectID))
  for (const { kind, id, body } of steps) {
    const objectID = String(id)
    const at = records.findIndex((record) => record.objectID === objectID)
    const record = { objectID, ...body } as SearchRecord
    if (kind === 'put' && at >= 0) records = records.with(at, record)
    else if (kind === 'put') records = [record, ...records]
    else records = records.filter((each) => each.objectID !== objectID)
    if (kind === 'delete') inPlace.delete(objectID)
  }
  const changed = new Set(steps.map((step) => String(step.id)))
  const live = records.filter((record) => changed.has(record.objectID))
  return {
    records,
    changes: {
      added: live.filter((record) => !inPlace.has(record.objectID)),
      replaced: live.filter((record) => inPlace.has(record.objectID)),
      deleted: [...changed].filter((objectID) => !records.some((record) => record.objectID === objectID)),
    },
  }
}

function withDelta(base: SearchRecord[], changes: Changes, settings: IndexSettings): Index {
  const index = openIndex(buildIndex(base, settings), settings)
  return openDelta(index, buildDelta(index, changes, settings))
}

const extra = fc.record(
  {
    distinct: fc.constantFrom(0, 1, 2, true),
    removeWordsIfNoResults: fc.constantFrom<RemoveWordsIfNoResults[]>('none', 'allOptional', 'lastWords', 'firstWords'),
    facetingAfterDistinct: fc.boolean(),
    page: fc.integer({ min: 0, max: 1 }),
    hitsPerPage: fc.integer({ min: 1, max: 20 }),
    filters: fc.constantFrom('tags:x', 'NOT tags:x', 'weight.level > 1', 'lang:en OR tags:y'),
    optionalFilters: fc.constantFrom<FilterList[]>(['lang:en'], ['tags:x<score=3>'], ['lang:-de']),
    restrictSearchableAttributes: fc.constantFrom<string[][]>(['content'], ['hierarchy']),
    attributeForDistinct: fc.constantFrom('lang', 'url', 'weight.level'),
    sortFacetValuesBy: fc.constantFrom('count' as const, 'alpha' as const),
  },
  { requiredKeys: [] },
)

const WIRE: IndexSettings = {
  ...DOCS_SETTINGS,
  ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'],
  attributeForDistinct: 'lang',
}

const SYNONYMS_AND_RULES: SearchOptions = {
  synonyms: readSynonyms([
    { objectID: '1', type: 'synonym', synonyms: ['user', 'host'] },
    { objectID: '2', type: 'oneWaySynonym', input: 'effect', synonyms: ['read file', 'terminate'] },
    { objectID: '3', type: 'altCorrection1', word: 'use', corrections: ['abc'] },
  ]),
  rules: readRules([
    { objectID: '1', consequence: { promote: [{ objectID: '3', position: 1 }], hide: [{ objectID: '4' }] } },
  ]),
}

describe('a base and a delta answer like one index of the same records', () => {
  test.each([
    ['relevance', { ...DOCS_SETTINGS } as IndexSettings],
    ["the wire's criteria", WIRE],
    ['an attribute to sort by', { ...DOCS_SETTINGS, ranking: ['asc(weight.level)', 'desc(lang)'] } as IndexSettings],
  ])('in order, counts, facets, groups and marks, ranked by %s', timeoutOf(RUNS), (_, given) => {
    const settings = { ...given, attributesForFaceting: ['searchable(tags)', 'lang', 'weight.level'] }
    fc.assert(
      fc.property(scene, extra, fc.boolean(), ({ base, steps, typed }, more, withRules) => {
        const before = base.map((body, at) => ({ objectID: String(at), ...body })) as SearchRecord[]
        const { records, changes } = applySteps(before, steps)
        const index = withDelta(before, changes, settings)
        const fresh = openIndex(buildIndex(records, settings), settings)
        const params: SearchParams = {
          query: typed,
          facets: ['*'],
          getRankingInfo: true,
          attributesToRetrieve: ['*'],
          ...more,
        }
        const options = withRules ? SYNONYMS_AND_RULES : {}
        expect(search(index, params, options)).toEqual(search(fresh, params, options))
        expect(searchFacetValues(index, 'tags', '', { query: typed })).toEqual(
          searchFacetValues(fresh, 'tags', '', { query: typed }),
        )
        const sizes = (each: Index): number[] => [...pageSizesOf(each)].filter((size) => size > 0).sort()
        expect(sizes(index)).toEqual(sizes(fresh))
        // The base is unchanged.
        const old = openIndex(buildIndex(before, settings), settings)
        expect(search(index.delta?.base ?? index, params)).toEqual(search(old, params))
      }),
      RUNS,
    )
  })
})

describe('a delta', () => {
  const settings = DOCS_SETTINGS as IndexSettings
  const record = (objectID: string, content: string): SearchRecord => {
    return { objectID, url: `/${objectID}`, hierarchy: { lvl0: 'Guide', lvl1: `Page ${objectID}` }, content }
  }
  const records = Array.from({ length: 40 }, (_, at) => record(String(at), `alpha number${at}`))
  const base = openIndex(buildIndex(records, settings), settings)
  const changes: Changes = { added: [record('new', 'beta')], replaced: [record('7', 'gamma')], deleted: ['8', 'none'] }

  function codeOf(action: () => unknown): string {
    try {
      action()
    } catch (error) {
      if (error instanceof EngineError) return error.code
      throw error
    }
    return 'none'
  }

  test('is the same for the same base and changes', () => {
    expect(Buffer.from(buildDelta(base, changes, settings)).equals(buildDelta(base, changes, settings))).toBe(true)
  })

  test('of one record is small beside its base', () => {
    const many = Array.from({ length: 2000 }, (_, at) => record(String(at), `alpha number${at}`))
    const bytes = buildIndex(many, settings)
    const one = buildDelta(
      openIndex(bytes, settings),
      { added: [], replaced: [record('7', 'x')], deleted: [] },
      settings,
    )
    expect(one.length).toBeLessThan(bytes.length / 100)
  })

  test('is refused over another base, even one that differs in a letter', () => {
    const bytes = buildDelta(base, changes, settings)
    const other = openIndex(buildIndex(records.with(3, record('3', 'alpha numbed3')), settings), settings)
    expect(codeOf(() => openDelta(other, bytes))).toBe('index_base')
    expect(codeOf(() => openDelta(openDelta(base, bytes), bytes))).toBe('index_base')
    expect(codeOf(() => openIndex(bytes))).toBe('index_base')
    expect(codeOf(() => openDelta(base, buildIndex(records, settings)))).toBe('index_base')
  })

  test('with changes that the base cannot hold is refused', () => {
    const build = (more: Partial<Changes>, by = settings): string =>
      codeOf(() => buildDelta(base, { added: [], replaced: [], deleted: [], ...more }, by))
    expect(build({ replaced: [record('unknown', 'x')] })).toBe('index_base')
    const everything = { searchableAttributes: [] }
    expect(build({ added: [{ ...record('9', 'x'), note: 'a text that had no field' }] }, everything)).toBe('index_base')
  })

  test('with any one byte changed is refused before it gives a wrong answer', () => {
    const bytes = buildDelta(base, changes, settings)
    const answers = (delta: Uint8Array): string => {
      const index = openDelta(base, delta)
      return JSON.stringify(['', 'beta', 'gamma', 'number8'].map((query) => search(index, { query, facets: ['*'] })))
    }
    const expected = answers(bytes)
    const undetected: number[] = []
    for (let at = 0; at < bytes.length; at++) {
      const broken = bytes.with(at, (bytes[at] as number) ^ 0x81)
      if (!codeOf(() => expect(answers(broken)).toBe(expected)).startsWith('index_')) undetected.push(at)
    }
    expect(undetected).toEqual([])
  })

  test('hides deleted records from phrases, exclusions and split words', () => {
    const index = openDelta(base, buildDelta(base, changes, settings))
    const ids = (query: string): string[] => search(index, { query }).hits.map((hit) => hit.objectID)
    expect(search(index, { query: '"alpha number8"', removeWordsIfNoResults: 'none' }).hits).toEqual([])
    expect(ids('alphanumber8')).not.toContain('8')
    expect(ids('number7')).not.toContain('7')
    expect(ids('-"alpha"')).toEqual(['new', '7'])
  })

  test('counts the changed sections below a section in its size', () => {
    const under = (objectID: string, lvl2: string, lvl3: string | null, content: string): SearchRecord => {
      return { objectID, url: `/page#${objectID}`, hierarchy: { lvl0: 'Guide', lvl1: 'Page', lvl2, lvl3 }, content }
    }
    const long = 'word '.repeat(100)
    const some = [
      under('a', 'alpha', null, ''),
      under('a1', 'alpha', 'one', long),
      under('a2', 'alpha', 'two', ''),
      under('b', 'alpha', null, 'word'),
      under('b1', 'alpha', 'three', 'word'),
    ]
    const changed = [under('a1', 'alpha', 'one', ''), under('b1', 'alpha', 'three', long)]
    const index = withDelta(some, { added: [], replaced: changed, deleted: ['a2'] }, settings)
    const fresh = openIndex(
      buildIndex([some[0], changed[0], some[3], changed[1]] as SearchRecord[], settings),
      settings,
    )
    const params = { query: 'alpha', getRankingInfo: true }
    expect(search(fresh, params).hits[0]?.objectID).toBe('b')
    expect(search(index, params)).toEqual(search(fresh, params))
  })

  test('gives the same points to the last digit, at the border of two rounded ones', () => {
    const titled = (objectID: string, lvl1: string): SearchRecord => {
      return { objectID, url: `/${objectID}`, hierarchy: { lvl0: 'Guide', lvl1, lvl2: 'part' }, content: '' }
    }
    const some = [titled('a', 'use'), titled('b', 'effect')]
    const params = { query: 'useEffect', getRankingInfo: true }
    const fresh = search(openIndex(buildIndex(some, settings), settings), params)
    expect(search(withDelta([], { added: some, replaced: [], deleted: [] }, settings), params)).toEqual(fresh)
  })

  test('does not count hidden records in the weight of split words', () => {
    const texts = [...Array.from({ length: 6 }, () => 'number one'), 'seven', 'seven']
    const some = texts.map((text, at) => record(String(at), text))
    const index = withDelta(some, { added: [], replaced: [], deleted: ['0', '1', '2', '3', '4'] }, settings)
    const fresh = openIndex(buildIndex(some.slice(5), settings), settings)
    for (const each of [index, fresh]) {
      const { hits } = search(each, { query: 'numberone seven ' })
      expect(hits.map((hit) => hit.objectID)).toEqual(['5', '6', '7'])
    }
  })
})
