import { describe, expect, test } from 'vitest'

import { type Baseline, compare } from './baseline.ts'
import { comparisonReport } from './comparison-report.ts'
import type { Rank } from './score.ts'

const rank = (query: string, page: number, { set = 'links', section = page } = {}): Rank => ({
  query: { id: query, set, query, targets: [`/${query}#x`], pageTargets: [`/${query}`] },
  page,
  section,
  found: 10,
  first: page === 1 ? `/${query}` : '/other',
})
const baselineOf = (ranks: Rank[]): Baseline =>
  ranks.map(({ query, page, section, found }) => ({
    id: query.id,
    set: query.set,
    query: query.query,
    page,
    section,
    found,
  }))
const since = (before: Rank[], after: Rank[], tolerance = 0) => compare(baselineOf(before), after, tolerance)

describe('a regression', () => {
  test('is a lower MRR@10 of a set, even if the total is higher', () => {
    const before = [rank('a', 1, { set: 'titles' }), rank('b', 2), rank('c', 2)]
    const after = [rank('a', 2, { set: 'titles' }), rank('b', 1), rank('c', 1)]
    const comparison = since(before, after)
    expect(comparison.rows.map(({ name, isRegression }) => [name, isRegression])).toEqual([
      ['titles', true],
      ['links', false],
      ['all', false],
      ['macro', false],
    ])
    expect(comparison.isRegression).toBe(true)
  })

  test('is not an unchanged result in another order of the queries', () => {
    const ranks = [rank('a', 3), rank('b', 7), rank('c', 9), rank('d', 6)]
    expect(since(ranks, ranks.toReversed())).toMatchObject({ isRegression: false, worse: [], better: [] })
  })

  test('is not a loss within the tolerance', () => {
    const [before, after] = [
      [rank('a', 1), rank('b', 1)],
      [rank('a', 1), rank('b', 2)],
    ]
    expect(since(before, after, 0.25).isRegression).toBe(false)
    expect(since(before, after, 0.24).isRegression).toBe(true)
  })

  test('is not an added query that fails', () => {
    const comparison = since([rank('a', 1)], [rank('a', 1), rank('b', 0)])
    expect(comparison).toMatchObject({ isRegression: false, added: 1, removed: 0 })
  })
})

test('queries are listed by their loss or gain', () => {
  const before = [rank('a', 1), rank('b', 1), rank('c', 0), rank('d', 4), rank('e', 2)]
  const after = [rank('a', 2), rank('b', 0), rank('c', 3), rank('d', 1), rank('e', 2)]
  const { worse, better } = since(before, after)
  expect(worse.map(({ query }) => query.query)).toEqual(['b', 'a'])
  expect(better.map(({ query }) => query.query)).toEqual(['d', 'c'])
})

test('if the page has the same rank, the rank of the section decides', () => {
  const { worse, isRegression } = since([rank('a', 1, { section: 1 })], [rank('a', 1, { section: 3 })])
  expect(worse).toHaveLength(1)
  expect(isRegression).toBe(false)
})

test('a baseline of another file of queries is refused', () => {
  expect(() => since([rank('a', 1)], [rank('b', 1)])).toThrow(/no query in common/)
})

test('the report names the changed queries, the new first hits, and the regressions', () => {
  const before = [rank('a', 1), rank('b', 0, { set: 'titles' }), rank('gone', 1)]
  const report = comparisonReport(since(before, [rank('a', 0), rank('b', 1, { set: 'titles' })]), 0)
  expect(report).toMatch(/^links +1 +-1\.000 .*regression$/m)
  expect(report).toMatch(/^titles +1 +\+1\.000/m)
  expect(report).toMatch(/Worse \(1\)\n {2}"a" {2}page 1 → not found {2}wanted \/a, first is \/other/)
  expect(report).toMatch(/Better \(1\)\n {2}"b" {2}page not found → 1 {2}wanted \/b$/m)
  expect(report).toMatch(/0 new .* 1 only in the baseline/)
  expect(report).toMatch(/Regression: MRR@10 fell by more than 0 in links\.$/)
})
