/** Columns of attributes that the settings do not name: their cost, their cache, and that a deadline stops them. */
import { describe, expect, test } from 'vitest'

import { search } from '../search.ts'
import type { SearchParams, SearchRecord } from '../wire.ts'
import { buildDelta } from './build-delta.ts'
import { buildIndex } from './build-index.ts'
import { cachedColumnBytes, COLUMN_CACHE_BYTES } from './column-cache.ts'
import { type Index, openDelta, openIndex } from './open-index.ts'

const SETTINGS = { searchableAttributes: ['title'] }
const opened = (records: SearchRecord[]): Index => openIndex(buildIndex(records, SETTINGS), SETTINGS)
const recordOf = (at: number, more: object = {}): SearchRecord =>
  ({
    objectID: `o${at}`,
    title: `page ${at}`,
    content: `text of ${at}`,
    nested: { level: at % 7 },
    ...more,
  }) as SearchRecord
const records = (count: number, more?: (at: number) => object): SearchRecord[] =>
  Array.from({ length: count }, (_, at) => recordOf(at, more?.(at)))

/** Number of deadline checks of a search. */
function checksOf(index: Index, params: SearchParams): number {
  let count = 0
  search(index, { hitsPerPage: 0, ...params }, { shouldStop: () => ++count < 0 })
  return count
}

describe('a path without values', () => {
  const small = opened(records(100))
  const large = opened(records(3200))
  const base = opened(records(3200))
  const delta = openDelta(
    base,
    buildDelta(base, { added: [], replaced: [recordOf(7, { title: 'new' })], deleted: ['o8'] }, SETTINGS),
  )

  test.each([
    ['an attribute', 'unknown'],
    ['a path below one', 'unknown.deep'],
    ['the name of a method', 'constructor'],
  ])('%s reads no record and uses no memory', (_, attribute) => {
    const before = cachedColumnBytes()
    for (const filter of [`${attribute}:x`, `NOT ${attribute}:x`, `${attribute} > 1`]) {
      expect(checksOf(large, { filters: filter })).toBe(checksOf(small, { filters: filter }))
      expect(checksOf(delta, { filters: filter })).toBe(checksOf(small, { filters: filter }))
      expect(search(large, { filters: filter }).nbHits).toBe(filter.startsWith('NOT') ? 3200 : 0)
      expect(search(delta, { filters: filter }).nbHits).toBe(filter.startsWith('NOT') ? 3199 : 0)
    }
    expect(cachedColumnBytes()).toBe(before)
  })

  test('any number of paths below texts and objects reads the records once', () => {
    const [first, second] = [checksOf(large, { filters: 'content.x0:a' }), checksOf(large, { filters: 'content.x1:a' })]
    expect(first).toBeGreaterThan(100)
    expect(second).toBeLessThan(10)
    checksOf(large, { filters: 'nested.x0:a' })
    const before = cachedColumnBytes()
    for (let at = 1; at < 500; at++) expect(checksOf(large, { filters: `nested.x${at}:a` })).toBeLessThan(10)
    expect(cachedColumnBytes()).toBe(before)
    expect(search(large, { filters: 'nested.level:3' }).nbHits).toBe(457)
  })
})

describe('a deadline', () => {
  test('stops the collection of a column, and the next search continues it', () => {
    const index = opened(records(3200))
    const whole = checksOf(opened(records(3200)), { filters: 'nested.level = 3' })
    let searches = 0
    let nbHits: number | undefined
    while (nbHits === undefined && searches < 100) {
      searches++
      let left = Math.ceil(whole / 8)
      try {
        nbHits = search(index, { filters: 'nested.level = 3' }, { shouldStop: () => left-- <= 0 }).nbHits
      } catch (error) {
        expect(error).toMatchObject({ code: 'search_stopped' })
      }
    }
    expect(nbHits).toBe(457)
    expect(searches).toBeGreaterThan(4)
    expect(searches).toBeLessThan(20)
  })
})

test('columns of any number of attributes stay below the ceiling, with correct answers', { tags: 'long' }, () => {
  const attributes = Array.from({ length: 120 }, (_, at) => `a${at}`)
  const index = opened(
    records(500, (at) => Object.fromEntries(attributes.map((name) => [name, `${name}-${at}-${'x'.repeat(700)}`]))),
  )
  let most = 0
  for (const round of [1, 2]) {
    for (const name of attributes) {
      const { nbHits } = search(index, { facetFilters: [`${name}:${name}-${round}-${'x'.repeat(700)}`] })
      expect(nbHits).toBe(1)
      most = Math.max(most, cachedColumnBytes())
    }
  }
  expect(most).toBeLessThanOrEqual(COLUMN_CACHE_BYTES)
  // The cache was full.
  expect(most).toBeGreaterThan(COLUMN_CACHE_BYTES * 0.9)
  // The last columns are cached, the first ones are not.
  expect(checksOf(index, { facetFilters: ['a119:x'] })).toBeLessThan(10)
  expect(checksOf(index, { facetFilters: ['a0:x'] })).toBeGreaterThan(10)
})

test('the columns of a collected index no longer count', () => {
  // Columns of indexes without references, enough to fill the cache twice.
  for (let at = 0; at < 30; at++) {
    const index = opened(
      records(500, (each) =>
        Object.fromEntries([0, 1, 2, 3].map((a) => [`b${a}`, `${a}-${each}-${'y'.repeat(2000)}`])),
      ),
    )
    for (const name of ['b0', 'b1', 'b2', 'b3']) expect(search(index, { filters: `${name}:none` }).nbHits).toBe(0)
    expect(cachedColumnBytes()).toBeLessThanOrEqual(COLUMN_CACHE_BYTES)
  }
})
