import { expect, test } from 'vitest'

import { compare } from './baseline.ts'
import { markdownReport } from './markdown-report.ts'
import type { Rank } from './score.ts'

const rank = (query: string, page: number): Rank => ({
  query: { id: query, set: 'links', query, targets: [`/${query}`], pageTargets: [`/${query}`] },
  page,
  section: page,
  found: 10,
  first: page === 1 ? `/${query}` : '/other',
})
const since = (before: Rank[], after: Rank[]) =>
  markdownReport(
    after,
    compare(
      before.map(({ query, page, section, found }) => ({
        id: query.id,
        set: query.set,
        query: query.query,
        page,
        section,
        found,
      })),
      after,
      0,
    ),
  )

test('figures with their differences, and the queries that changed', () => {
  expect(since([rank('a', 1), rank('b', 0)], [rank('a', 3), rank('b', 5)])).toBe(
    [
      '### Search relevance: MRR@10 fell in ` all `',
      '',
      '| set | queries | hit@1 | hit@5 | MRR@10 | nothing found |',
      '| --- | --- | --- | --- | --- | --- |',
      '| ` all ` | 2 | 0.000 (-0.500) | 1.000 (+0.500) | 0.267 (-0.233) | 0.000 |',
      '',
      '**Worse (1)**',
      '',
      '| query | wanted | rank | first now |',
      '| --- | --- | --- | --- |',
      '| ` a ` | ` /a ` | page 1 → 3 | ` /other ` |',
      '',
      '**Better (1)**',
      '',
      '| query | wanted | rank | first now |',
      '| --- | --- | --- | --- |',
      '| ` b ` | ` /b ` | page not found → 5 | ` /other ` |',
      '',
    ].join('\n'),
  )
})

test('without a change, and without a baseline, there are figures alone', () => {
  expect(since([rank('a', 1)], [rank('a', 1)])).toMatch(/^### Search relevance: unchanged\n/)
  expect(markdownReport([rank('a', 1)], undefined)).toMatch(/^### Search relevance\n/)
})

test('a query is text: neither mentions, markup nor cells are made of it', () => {
  const evil = 'a`b``|@team\n<img src=x>'
  const report = since([rank(evil, 1)], [rank(evil, 2)])
  expect(report).toContain('| ``` a`b``\\|@team <img src=x> ``` |')
  expect(report.split('\n').filter((line) => line.includes('@team'))).toHaveLength(1)
})
