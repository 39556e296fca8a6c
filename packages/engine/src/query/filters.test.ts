/** The spellings of filters, each with the conditions that it means: by hand, without the engine's own parser. */
import { describe, expect, test } from 'vitest'

import type { SearchParams } from '../wire.ts'
import type { Condition } from './parse-filters.ts'
import { filtersOf, scoredFilters } from './read-filters.ts'

const value = (attribute: string, text: string, more: Partial<Condition> = {}): Condition =>
  ({ kind: 'value', attribute, value: text, negated: false, score: 1, ...more }) as Condition
const compare = (attribute: string, operator: string, number: number, negated = false): Condition =>
  ({ kind: 'compare', attribute, operator, number, negated, score: 1 }) as Condition
const range = (attribute: string, low: number, high: number, negated = false): Condition => ({
  kind: 'range',
  attribute,
  low,
  high,
  negated,
  score: 1,
})

describe('filters', () => {
  const table: [string, Condition[][]][] = [
    ['', []],
    ['a:b', [[value('a', 'b')]]],
    ['a:b AND c:d', [[value('a', 'b')], [value('c', 'd')]]],
    ['(a:b OR c:d) AND NOT e:f', [[value('a', 'b'), value('c', 'd')], [value('e', 'f', { negated: true })]]],
    ['a:"b c"', [[value('a', 'b c')]]],
    [`a:'it\\'s "so"'`, [[value('a', `it's "so"`)]]],
    ['"my attribute":"x:y"', [[value('my attribute', 'x:y')]]],
    ['url:https://x/y', [[value('url', 'https://x/y')]]],
    [`name:O'Brien`, [[value('name', `O'Brien`)]]],
    ['a:"open', [[value('a', '"open')]]],
    ['guide', [[value('_tags', 'guide')]]],
    ['a:b<score=3> OR a:c<score=5>', [[value('a', 'b', { score: 3 }), value('a', 'c', { score: 5 })]]],
    ['n<5', [[compare('n', '<', 5)]]],
    ['n >= -1.5', [[compare('n', '>=', -1.5)]]],
    ['NOT n != 2', [[compare('n', '!=', 2, true)]]],
    ['n:1 TO 2', [[range('n', 1, 2)]]],
    ['NOT n: 1 TO 2', [[range('n', 1, 2, true)]]],
  ]
  test.each(table)('%s', (filters, groups) => expect(filtersOf({ filters })).toEqual(groups))

  test.each([
    ['a:', 'expected a value at the end'],
    ['(a:b', 'expected OR or a closing bracket at the end'],
    ['a:b c:d', 'expected AND, OR or the end at character 5 ("c")'],
    ['n < x', 'expected a number at character 5 ("x")'],
    ['a:b OR n < 1', 'cannot be mixed in one OR'],
    ['a:b<score=65536>', "A filter's score must be from 0 to 65535"],
  ])('%s: %s', (filters, message) => expect(() => filtersOf({ filters })).toThrow(message))
})

describe('lists', () => {
  const table: [SearchParams, Condition[][]][] = [
    [
      { facetFilters: ['a:b', ['c:d', 'e:-f']] },
      [[value('a', 'b')], [value('c', 'd'), value('e', 'f', { negated: true })]],
    ],
    [{ facetFilters: [['a:\\-b']] }, [[value('a', '-b')]]],
    [{ facetFilters: ['a:b:c'] }, [[value('a', 'b:c')]]],
    [{ facetFilters: ['a:b<score=2>'] }, [[value('a', 'b', { score: 2 })]]],
    [{ facetFilters: [[]] }, []],
    [{ tagFilters: ['x', '-y'] }, [[value('_tags', 'x')], [value('_tags', 'y', { negated: true })]]],
    [
      { numericFilters: ['n<5', ['n  >=  -1.5e3', 'n = 7']] },
      [[compare('n', '<', 5)], [compare('n', '>=', -1500), compare('n', '=', 7)]],
    ],
    [
      { numericFilters: ['n!=1', 'n<=2', 'n>3'] },
      [[compare('n', '!=', 1)], [compare('n', '<=', 2)], [compare('n', '>', 3)]],
    ],
    [{ numericFilters: ['n:1 TO 2', ' n : -1.5 to  7 '] }, [[range('n', 1, 2)], [range('n', -1.5, 7)]]],
    [
      { numericFilters: ['a<b = 3', 'a:b:1 TO 2', 'a = b=4', 'a:b<3'] },
      [[compare('a<b', '=', 3)], [range('a:b', 1, 2)], [compare('a = b', '=', 4)], [compare('a:b', '<', 3)]],
    ],
  ]
  test.each(table)('%j', (params, groups) => expect(filtersOf(params)).toEqual(groups))

  test.each([
    [{ facetFilters: ['a'] }, '"a" in facetFilters is not a filter; write it as attribute:value.'],
    [{ facetFilters: [':a'] }, '":a" in facetFilters is not a filter'],
    [{ numericFilters: ['n'] }, '"n" in numericFilters is not a filter; write it as attribute < 5.'],
    [{ numericFilters: ['< 5'] }, '"< 5" in numericFilters is not a filter'],
    [{ numericFilters: ['n < five'] }, '"n < five" in numericFilters is not a filter'],
    [{ numericFilters: [': 1 TO 2'] }, '": 1 TO 2" in numericFilters is not a filter'],
    [{ numericFilters: ['n < 5 6'] }, '"n < 5 6" in numericFilters is not a filter'],
  ])('%j: %s', (params, message) => expect(() => filtersOf(params)).toThrow(message))

  test('an optional filter that is negated takes its score away', () => {
    const optionalFilters = ['a:b<score=2>', 'a:-c', '-a:d<score=3>']
    expect(scoredFilters({ optionalFilters }).groups).toEqual([
      [value('a', 'b', { score: 2 })],
      [value('a', 'c', { score: -1 })],
      [value('a', 'd', { score: -3 })],
    ])
  })
})
