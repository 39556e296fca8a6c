import { describe, expect, test } from 'vitest'
import { search } from '../search.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import type { IndexSettings, SearchParams, SearchRecord } from '../wire.ts'
import type { SearchResponse } from '../wire-answers.ts'
import type { Rule, RuleCondition, Synonym } from '../wire-rules.ts'
import { readRules } from './rules.ts'
import { readSynonyms } from './synonyms.ts'

const SETTINGS: IndexSettings = {
  searchableAttributes: ['title'],
  attributesForFaceting: ['lang'],
  attributeForDistinct: 'page',
  ignorePlurals: true,
}
const RECORDS: SearchRecord[] = [
  { objectID: 'a', title: 'Install the server', lang: 'en', page: 'p' },
  { objectID: 'b', title: 'Configure the server', lang: 'en', page: 'p' },
  { objectID: 'c', title: 'Server einrichten', lang: 'de', page: 'q' },
  { objectID: 'd', title: 'Start', lang: 'en', page: 'r' },
]
const index = openIndex(buildIndex(RECORDS, SETTINGS), SETTINGS)

const rule = (consequence: Rule['consequence'], condition?: RuleCondition, rest: Partial<Rule> = {}): Rule => ({
  objectID: 'rule',
  consequence,
  ...(condition && { conditions: [condition] }),
  ...rest,
})

function ask(rules: Rule[], params: SearchParams, now?: number, synonyms: Synonym[] = []): SearchResponse {
  return search(index, params, {
    rules: readRules(rules),
    synonyms: readSynonyms(synonyms),
    ...(now !== undefined && { now }),
  })
}

const find = (rules: Rule[], query: string, params: SearchParams = {}): string[] =>
  ask(rules, { query, ...params }).hits.map((hit) => hit.objectID)

/** Whether a rule with this condition applies. */
const applies = (condition: RuleCondition, query: string, params: SearchParams = {}, synonyms?: Synonym[]): boolean =>
  ask([rule({ userData: 1 }, condition)], { query, ...params }, undefined, synonyms).appliedRules !== undefined

describe('conditions', () => {
  test.each<[RuleCondition, string[], string[]]>([
    [{ pattern: 'the server', anchoring: 'is' }, ['the server', 'The  SERVER '], ['the', 'the server now']],
    [{ pattern: 'server', anchoring: 'startsWith' }, ['server', 'server one'], ['the server', 'servers', '']],
    [{ pattern: 'server', anchoring: 'endsWith' }, ['server', 'the server'], ['server one', 'myserver']],
    [{ pattern: 'a b', anchoring: 'contains' }, ['a b', 'x a b y'], ['a x b', 'b a', 'xa b']],
    [{ pattern: 'docker-compose', anchoring: 'is' }, ['docker compose', 'dockercompose'], ['docker']],
    [{ pattern: 'C++', anchoring: 'is' }, ['c++'], ['c']],
    [{ pattern: '', anchoring: 'is' }, ['', ' '], ['a']],
    [{ pattern: 'server' }, ['server'], ['the server']],
  ])('%j', (condition, fitting, others) => {
    for (const query of fitting) expect([query, applies(condition, query)]).toEqual([query, true])
    for (const query of others) expect([query, applies(condition, query)]).toEqual([query, false])
  })

  test('alternatives are plurals, typos and synonyms of the pattern', () => {
    const synonyms: Synonym[] = [{ objectID: '1', type: 'synonym', synonyms: ['server', 'host machine'] }]
    const plain: RuleCondition = { pattern: 'server', anchoring: 'contains' }
    for (const query of ['my servers', 'my sevrer', 'my host machine']) {
      expect(applies(plain, query, {}, synonyms)).toBe(false)
      expect(applies({ ...plain, alternatives: true }, query, {}, synonyms)).toBe(true)
    }
    expect(applies({ ...plain, alternatives: true }, 'my cat', {}, synonyms)).toBe(false)
    expect(applies({ ...plain, alternatives: true }, 'sevrer', { typoTolerance: false }, synonyms)).toBe(false)
  })

  test('typos of a pattern have the limits of a search: numbers, short words, strict words', () => {
    const fits = (pattern: string, query: string, settings: IndexSettings = {}): boolean =>
      applies({ pattern, alternatives: true }, query, settings as SearchParams)
    expect(fits('port 8080', 'port 8081')).toBe(true)
    expect(fits('port 8080', 'port 8081', { allowTyposOnNumericTokens: false })).toBe(false)
    expect(fits('cat', 'cot')).toBe(false)
    expect(fits('cat', 'cot', { minWordSizefor1Typo: 3 })).toBe(true)
    expect(fits('server', 'sevrer', { disableTypoToleranceOnWords: ['Sevrer'] })).toBe(false)
    expect(fits('server', 'sevrer', { disableTypoToleranceOnWords: ['host'] })).toBe(true)
  })

  test('a context must be named by the query', () => {
    const condition = { context: 'mobile' }
    expect(applies(condition, 'x')).toBe(false)
    expect(applies(condition, 'x', { ruleContexts: ['web', 'mobile'] })).toBe(true)
  })

  test('filters must be among those of the query, in any syntax', () => {
    const condition = { filters: 'lang:en' }
    expect(applies(condition, 'x')).toBe(false)
    expect(applies(condition, 'x', { facetFilters: ['lang:en', 'page:p'] })).toBe(true)
    expect(applies(condition, 'x', { filters: 'lang:en OR lang:de' })).toBe(false)
  })

  test('one of several conditions is enough, none means always', () => {
    const two = rule({ userData: 1 }, undefined, { conditions: [{ pattern: 'a' }, { pattern: 'b' }] })
    expect(['a', 'b', 'c'].map((query) => ask([two], { query }).userData)).toEqual([[1], [1], undefined])
    for (const none of [undefined, []])
      expect(ask([rule({ userData: 2 }, undefined, none && { conditions: none })], {}).userData).toEqual([2])
    expect(applies({}, 'anything')).toBe(true)
  })

  test('a rule that is disabled or outside its validity has no effect', () => {
    const at = (now: number | undefined, rest: Partial<Rule>): unknown =>
      ask([rule({ userData: 1 }, undefined, rest)], {}, now).userData
    expect(at(undefined, { enabled: false })).toBeUndefined()
    const validity = [
      { from: 10, until: 20 },
      { from: 30, until: 40 },
    ]
    expect([9_999, 10_000, 20_000, 25_000, 40_000].map((now) => at(now, { validity }))).toEqual([
      undefined,
      [1],
      [1],
      undefined,
      [1],
    ])
    expect(at(undefined, { validity })).toBeUndefined()
    expect([9_999, 10_000].map((now) => at(now, { validity: [{ from: 10 }] }))).toEqual([undefined, [1]])
    expect([10_000, 10_001].map((now) => at(now, { validity: [{ until: 10 }] }))).toEqual([[1], undefined])
    expect(at(undefined, { validity: [{}] })).toBeUndefined()
  })

  test('enableRules: false disables rules', () => {
    expect(find([rule({ hide: [{ objectID: 'a' }] })], 'server', { enableRules: false })).toContain('a')
  })
})

describe('consequences', () => {
  test('records are pinned, even if they do not match', () => {
    expect(find([], 'server')).toEqual(['c', 'a', 'b'])
    expect(find([rule({ promote: [{ objectID: 'd', position: 0 }] })], 'server')).toEqual(['d', 'c', 'a', 'b'])
    expect(find([rule({ promote: [{ objectIDs: ['b', 'd'], position: 1 }] })], 'server')).toEqual(['c', 'b', 'd', 'a'])
    expect(find([rule({ promote: [{ objectID: 'd', position: 9 }] })], 'server')).toEqual(['c', 'a', 'b', 'd'])
    expect(find([rule({ promote: [{ objectID: 'gone', position: 0 }] })], 'server')).toEqual(['c', 'a', 'b'])
  })

  test('pins apply across pages and groups, and are counted', () => {
    const promote = rule({ promote: [{ objectID: 'd', position: 1 }] })
    const pages = [0, 1].map((page) => ask([promote], { query: 'server', page, hitsPerPage: 2, facets: ['lang'] }))
    expect(pages.map((answer) => answer.hits.map((hit) => hit.objectID))).toEqual([
      ['c', 'd'],
      ['a', 'b'],
    ])
    expect(pages[0]).toMatchObject({ nbHits: 4, facets: { lang: { en: 3, de: 1 } } })
    expect(find([promote], 'server', { distinct: true })).toEqual(['c', 'd', 'a'])
    const [, pinned] = ask([promote], { query: 'server', getRankingInfo: true }).hits
    expect(pinned?._rankingInfo?.promoted).toBe(true)
  })

  test('with filterPromotes only records that match the filters are pinned', () => {
    const promote = [{ objectID: 'd', position: 0 }]
    const params = { filters: 'lang:de' }
    expect(find([rule({ promote })], 'server', params)).toEqual(['d', 'c'])
    expect(find([rule({ promote, filterPromotes: true })], 'server', params)).toEqual(['c'])
  })

  test('hidden records are in neither hits nor counts', () => {
    const hide = rule({ hide: [{ objectID: 'c' }], promote: [{ objectID: 'c', position: 0 }] })
    expect(ask([hide], { query: 'server', facets: ['lang'] })).toMatchObject({ nbHits: 2, facets: { lang: { en: 2 } } })
    expect(find([hide], '')).toEqual(['a', 'b', 'd'])
  })

  test.each<[unknown, string, string]>([
    ['install', 'anything', 'install'],
    [{ remove: ['please'] }, 'please install', 'install'],
    [{ edits: [{ type: 'remove', delete: 'how to' }] }, 'how to install', 'install'],
    [{ edits: [{ type: 'replace', delete: 'set up', insert: 'install' }] }, 'set up server ', 'install server '],
    [{ edits: [{ type: 'replace', delete: 'setUp', insert: 'install' }] }, 'the SetUp', 'the install'],
  ])('the query is edited: %j', (query, typed, expected) => {
    const answer = ask([rule({ params: { query: query as string } })], { query: typed })
    expect(answer).toMatchObject({ query: typed, parsedQuery: expected, appliedRules: [{ objectID: 'rule' }] })
    expect(answer.hits[0]?.objectID).toBe('a')
  })

  test('filters are added, optional filters change the order, other parameters are replaced', () => {
    const params = { filters: 'lang:en', facetFilters: ['page:p'] }
    expect(find([rule({ params })], 'server', { filters: 'page:p' })).toEqual(['a', 'b'])
    expect(find([rule({ params: { optionalFilters: ['lang:en'] } })], 'server')).toEqual(['a', 'b', 'c'])
    expect(find([rule({ params: { hitsPerPage: 1 } })], 'server', { hitsPerPage: 2 })).toEqual(['c'])
  })

  test('renderingContent has the redirect and other content of the first rule that sets them', () => {
    const banner = { widgets: { banners: [] } }
    const rules = [
      rule({ params: { renderingContent: banner } }),
      rule({ redirect: { url: '/first' } }),
      rule({ redirect: { url: '/second' } }),
    ]
    expect(ask(rules, {}).renderingContent).toEqual({ ...banner, redirect: { url: '/first' } })
  })

  test('of conflicting rules the first one applies', () => {
    const rules = [
      rule({ params: { query: 'install', hitsPerPage: 1 }, promote: [{ objectID: 'd', position: 0 }] }),
      rule({ params: { query: 'nothing', hitsPerPage: 5 }, promote: [{ objectID: 'd', position: 1 }] }),
    ]
    const answer = ask(rules, { query: 'x' })
    expect(answer.hits.map((hit) => hit.objectID)).toEqual(['d'])
    expect(answer).toMatchObject({ parsedQuery: 'install', hitsPerPage: 1, nbHits: 2 })
    expect(answer.appliedRules).toHaveLength(2)
  })

  test('an error of the filters of the query does not quote those of a rule', () => {
    const rules = [rule({ params: { filters: 'lang:secret' } })]
    for (const filters of ['(', 'a:1 OR b > 2', '<score=99999>', "lang:'en", 'a:1<score=99999>']) {
      const failure = (): unknown => ask(rules, { query: 'server', filters })
      try {
        failure()
      } catch (error) {
        expect(String(error)).not.toContain('secret')
      }
    }
    expect(() => ask(rules, { query: 'server', filters: 'lang:en AND' })).toThrow(/at the end in: lang:en AND$/)
  })

  test('the older `condition` counts', () => {
    const older = { ...rule({ params: { hitsPerPage: 1 } }), condition: { pattern: 'start' } }
    expect([find([older], 'server').length, find([older], 'start').length]).toEqual([3, 1])
  })

  test('fixedParams are not changed, and fixed filters apply to promoted records', () => {
    const consequence = {
      params: { hitsPerPage: 4, query: 'start', facetFilters: ['page:p'] },
      promote: [{ objectID: 'c', position: 0 }],
    }
    const fixed = { filters: 'lang:en', hitsPerPage: 1, fixedParams: ['filters', 'hitsPerPage'] }
    expect(ask([rule(consequence)], { query: 'server', ...fixed })).toMatchObject({ hitsPerPage: 1, nbHits: 0 })
    const { query: _, ...params } = consequence.params
    expect(find([rule({ ...consequence, params })], 'server', { ...fixed, hitsPerPage: 9 })).toEqual(['a', 'b'])
    expect(find([rule({ ...consequence, params })], 'server', { filters: 'lang:en' })).toEqual(['c', 'a', 'b'])
  })

  test('maxHitsPerQuery limits the hits of rules', () => {
    const rules = [rule({ params: { hitsPerPage: 3 } })]
    expect(ask(rules, { query: 'server', maxHitsPerQuery: 2 })).toMatchObject({ hitsPerPage: 2, nbPages: 2, nbHits: 3 })
    expect(find(rules, 'server', { maxHitsPerQuery: 2, page: 1 })).toHaveLength(1)
    const byLength = [rule({ params: { offset: 1, length: 2 } })]
    expect(ask(byLength, { query: 'server', maxHitsPerQuery: 1 })).toMatchObject({ offset: 1, length: 1 })
    expect(find(byLength, 'server', { maxHitsPerQuery: 1 })).toHaveLength(1)
  })

  test('a rule without a consequence is ignored', () => {
    expect(ask([{ objectID: 'r' } as Rule], {}).appliedRules).toBeUndefined()
  })
})

describe('edits', () => {
  const edited = (query: string, edits: object[]): string => {
    const rules = readRules([{ objectID: 'r', consequence: { params: { query: { edits } } } } as Rule])
    return String(rules.apply({ query }, {}).params.query)
  }
  const table: [query: string, edits: object[], after: string][] = [
    ['one two  three', [{ type: 'remove', delete: 'two' }], 'one three'],
    ['one two two three', [{ type: 'remove', delete: 'two' }], 'one three'],
    ['type  script now', [{ type: 'replace', delete: 'TypeScript', insert: 'ts' }], 'ts now'],
    ['TypeScript now', [{ type: 'replace', delete: 'type script', insert: 'ts' }], 'ts now'],
    ['a b a b c', [{ type: 'replace', delete: 'a b', insert: 'x y' }], 'x y x y c'],
    ['a a b', [{ type: 'replace', delete: 'a b', insert: 'x' }], 'a x'],
    ['c and C++', [{ type: 'remove', delete: 'C++' }], 'c and '],
    ['a => b', [{ type: 'remove', delete: '=>' }], 'a b'],
    ['run a => b', [{ type: 'replace', delete: 'a => b', insert: 'lambda' }], 'run lambda'],
    [
      'one',
      [
        { type: 'replace', delete: 'one', insert: 'two' },
        { type: 'replace', delete: 'two', insert: 'three' },
      ],
      'three',
    ],
    [
      'one',
      [
        { type: 'remove', delete: '' },
        { type: 'remove', delete: ' , ' },
      ],
      'one',
    ],
  ]
  test.each(table)('%s: %j', (query, edits, after) => expect(edited(query, edits)).toBe(after))

  test('a query that edits lengthen is cut at the limit of queries, after each edit', () => {
    const grow = { type: 'replace', delete: 'a', insert: 'a '.repeat(250).trim() }
    expect(
      edited(
        'a',
        Array.from({ length: 8 }, () => grow),
      ),
    ).toBe('a '.repeat(256))
    // No character is cut in two.
    expect(edited('a', [{ type: 'replace', delete: 'a', insert: '語'.repeat(200) }])).toBe('語'.repeat(170))
    expect(
      ask(
        [rule({ params: { query: { edits: [{ type: 'replace', delete: 'install', insert: '語'.repeat(170) }] } } })],
        { query: 'install the server' },
      ).hits,
    ).toEqual([])
  })

  test('each edit checks the deadline', () => {
    const query = 'w '.repeat(252)
    const rules = readRules([
      {
        objectID: 'r',
        consequence: { params: { query: { remove: Array.from({ length: 500 }, (_, at) => `x${at}`) } } },
      } as Rule,
    ])
    let checks = 0
    rules.apply({ query }, { shouldStop: () => ++checks < 0 })
    expect(checks).toBeGreaterThanOrEqual(500)
    expect(() => rules.apply({ query }, { shouldStop: () => true })).toThrow(
      expect.objectContaining({ code: 'search_stopped' }),
    )
  })

  test('conditions and their alternatives check the deadline', () => {
    const rule = (at: number): Rule =>
      ({
        objectID: `r${at}`,
        conditions: [{ pattern: `never${at}`, anchoring: 'contains', alternatives: true }],
        consequence: {},
      }) as Rule
    const rules = readRules(Array.from({ length: 100 }, (_, at) => rule(at)))
    let checks = 0
    rules.apply({ query: 'w '.repeat(32) }, { shouldStop: () => ++checks < 0 })
    expect(checks).toBeGreaterThanOrEqual(100 * 528)
  })
})
