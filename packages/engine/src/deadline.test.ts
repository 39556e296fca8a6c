/**
 * The number of checks of the deadline grows with the input: an input four times as large has at least twice as many
 * checks. So no loop over input runs without a check.
 */
import { describe, expect, test } from 'vitest'

import { readRules } from './query/rules.ts'
import { readSynonyms } from './query/synonyms.ts'
import { search, searchFacetValues, type SearchOptions } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { type Index, openIndex } from './segment/open-index.ts'
import { suggest } from './suggest.ts'
import type { IndexSettings, SearchParams, SearchRecord } from './wire.ts'
import type { Rule, Synonym } from './wire-rules.ts'

const SETTINGS: IndexSettings = {
  searchableAttributes: ['title', 'content'],
  attributesForFaceting: Array.from({ length: 80 }, (_, at) => `searchable(f${at})`),
  advancedSyntax: true,
}
const opened = (count: number): Index => {
  const records = Array.from({ length: count }, (_, at) => ({
    objectID: `o${at}`,
    title: `title ${at}`,
    content: 'a b a b one two three four five six seven eight nine ten',
    f0: `value ${at}`,
    unnamed: { level: at },
  }))
  return openIndex(buildIndex(records as unknown as SearchRecord[], SETTINGS), SETTINGS)
}
const index = opened(500)
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const list = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))
const query = (count: number): string => list(count, (at) => WORDS[at % WORDS.length]).join(' ')
const rules = (count: number, rule: (at: number) => Omit<Rule, 'objectID'>): SearchOptions => ({
  rules: readRules(list(count, (at) => ({ objectID: `r${at}`, ...rule(at) }) as Rule)),
})

type SearchOfSize = (size: number) => (options: SearchOptions) => unknown
const searching = (
  params: (size: number) => SearchParams,
  more: (size: number) => SearchOptions = () => ({}),
  of: Index = index,
): SearchOfSize => {
  return (size) => (options) => search(of, { hitsPerPage: 0, ...params(size) }, { ...more(size), ...options })
}
const oneRecord = (content: string): Index =>
  openIndex(buildIndex([{ objectID: 'a', content } as unknown as SearchRecord], SETTINGS), SETTINGS)
/** `aa aaa aaaa …` */
const runs = oneRecord(list(40, (at) => 'a'.repeat(at + 1)).join(' '))
const refrain = oneRecord('a b '.repeat(100))

/** A growing part of the input: its name, a size (four times the size is within the limits), and the search. */
const families: [name: string, size: number, searchOfSize: SearchOfSize][] = [
  ['words of a query', 7, searching((size) => ({ query: query(size + 1) }))],
  ['words one typo apart', 7, searching((size) => ({ query: query(size).replaceAll('e', 'x') }))],
  ['letters of words written as one', 10, searching((size) => ({ query: `${'a'.repeat(size)} ` }), undefined, runs)],
  ['words of a phrase', 30, searching((size) => ({ query: `"${'a b '.repeat(size / 2)}"` }), undefined, refrain)],
  ['exclusions', 10, searching((size) => ({ query: list(size, (at) => `-${WORDS[at % 10]}`).join(' ') }))],
  ['filters', 16, searching((size) => ({ facetFilters: list(size, (at) => `f0:value ${at}`) }))],
  ['filters joined by OR', 16, searching((size) => ({ filters: list(size, (at) => `f0:${at}`).join(' OR ') }))],
  ['numeric filters', 16, searching((size) => ({ numericFilters: [list(size, (at) => `unnamed.level = ${at}`)] }))],
  ['optional filters', 16, searching((size) => ({ optionalFilters: list(size, (at) => `f0:value ${at}`) }))],
  ['facets', 20, searching((size) => ({ facets: list(size, (at) => `f${at}`) }))],
  ['hits', 50, searching((size) => ({ hitsPerPage: size }))],
  [
    'hits with ranking information',
    50,
    searching((size) => ({ query: 'one two', hitsPerPage: size, getRankingInfo: true })),
  ],
  [
    'synonyms of a word',
    50,
    searching(
      () => ({ query: 'one' }),
      (size) => ({
        synonyms: readSynonyms([
          { objectID: 's', type: 'synonym', synonyms: list(size, (at) => (at === 0 ? 'one' : `word${at}`)) } as Synonym,
        ]),
      }),
    ),
  ],
  [
    'rules',
    50,
    searching(
      () => ({ query: 'one' }),
      (size) => rules(size, () => ({ conditions: [{ pattern: 'never' }], consequence: {} })),
    ),
  ],
  [
    'conditions of a rule with filters',
    50,
    searching(
      () => ({ query: 'one', filters: 'f0:a' }),
      (size) => rules(1, () => ({ conditions: list(size, (at) => ({ filters: `f0:${at}` })), consequence: {} })),
    ),
  ],
  [
    'words of a query, with a rule with alternatives',
    7,
    searching(
      (size) => ({ query: query(size + 1) }),
      () =>
        rules(1, () => ({
          conditions: [{ pattern: 'never', anchoring: 'contains', alternatives: true }],
          consequence: {},
        })),
    ),
  ],
  [
    'edits of a rule',
    50,
    searching(
      () => ({ query: 'one' }),
      (size) => rules(1, () => ({ consequence: { params: { query: { remove: list(size, (at) => `never${at}`) } } } })),
    ),
  ],
  [
    'pins of a rule',
    50,
    searching(
      () => ({ query: 'one' }),
      (size) =>
        rules(1, () => ({ consequence: { promote: list(size, (at) => ({ objectID: `o${at}`, position: at })) } })),
    ),
  ],
  [
    'values of a searched facet',
    50,
    (size) => {
      const own = opened(size)
      return (options) => searchFacetValues(own, 'f0', 'nothing', {}, options)
    },
  ],
  [
    'records of a column',
    100,
    (size) => {
      const own = opened(size)
      return (options) => search(own, { filters: 'unnamed.level = 3', hitsPerPage: 0 }, options)
    },
  ],
  [
    'words of suggestions',
    2,
    (size) => (options) => suggest(index, { query: list(size, (at) => `qq${at}`).join(' ') }, options),
  ],
]

describe('the number of checks grows with the number of', () => {
  test.each(families)('%s', (_, size, searchOfSize) => {
    const checksOf = (count: number): number => {
      let found = 0
      searchOfSize(count)({ shouldStop: () => ++found < 0 })
      return found
    }
    // Checks that do not depend on the size are left out.
    checksOf(1)
    const fixed = checksOf(1)
    const [small, large] = [checksOf(size) - fixed, checksOf(size * 4) - fixed]
    expect(small).toBeGreaterThan(0)
    expect(large).toBeGreaterThanOrEqual(small * 2)
    // Each of these checks can end the search.
    for (const last of [0, Math.floor(large / 2), large + fixed - 1]) {
      let left = last
      expect(() => searchOfSize(size * 4)({ shouldStop: () => left-- <= 0 })).toThrow(
        expect.objectContaining({ code: 'search_stopped' }),
      )
    }
  })
})
