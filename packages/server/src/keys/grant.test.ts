import { filtersOf } from '@docent/engine'
import { expect, test } from 'vitest'
import { ServerError } from '../wire/errors.ts'
import { narrowParams } from './grant.ts'

test('filters of a key and of a query both apply, whatever quotes the query has', () => {
  const forced = { filters: 'owner:me OR owner:"t\'Hooft"' }
  for (const filters of ["lang:'", 'lang:"', `lang:'"`])
    expect(filtersOf(narrowParams({ filters }, forced))).toEqual([...filtersOf(forced), ...filtersOf({ filters })])
})

test.each([`NOT owner:'t-Hooft`, `owner:O"Brien`, `owner:"it's" OR owner:'`])(
  'filters of a key with an unclosed quote are refused, since a quote of the query would close it: %s',
  (filters) => {
    const narrow = (): object => narrowParams({ filters: "lang:'" }, { filters })
    expect(narrow).toThrow(ServerError)
    expect(narrow).toThrow(/^The filters of the key have a quote at character \d+ that is not closed/)
  },
)

test('the refusal of a filter does not show those of the key, which its holder may not know', () => {
  const narrow = (): object => narrowParams({ filters: 'lang:en) OR (lang:de' }, { filters: 'customer:secret' })
  expect(narrow).toThrow(ServerError)
  expect(narrow).toThrow(/^filters: (?!.*secret)/)
})

test('a forced size of a page holds in the other spelling of a page too', () => {
  const asked = { query: 'x', offset: 0, length: 1000, hitsPerPage: 50 }
  expect(narrowParams(asked, { hitsPerPage: 2 })).toEqual({ query: 'x', hitsPerPage: 2 })
  expect(narrowParams(asked, { page: 0 })).toEqual({ query: 'x', hitsPerPage: 50, page: 0 })
  expect(narrowParams(asked, { filters: 'a:b' })).toEqual({ ...asked, filters: 'a:b' })
  expect(narrowParams({ page: 3 }, { offset: 0, length: 5 })).toEqual({ page: 3, offset: 0, length: 5 })
})
