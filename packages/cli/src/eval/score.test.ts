import { expect, test } from 'vitest'

import type { EvalQuery } from './queries.ts'
import { rankOf, score, scoreTable } from './score.ts'

const query = (targets: string[], set = 'links'): EvalQuery => ({
  id: '1',
  set,
  query: 'q',
  targets,
  pageTargets: targets.map((url) => url.replace(/#.*/, '')),
})

test('a page stands where its first hit stands', () => {
  const rank = rankOf(query(['/b#two']), ['/a#one', '/a#two', '/b', '/b#two'])
  expect(rank).toMatchObject({ page: 2, section: 4, found: 4 })
})

test('what is not found has rank 0 and counts as a miss', () => {
  const ranks = [rankOf(query(['/b']), []), rankOf(query(['/a']), ['/a'])]
  expect(score(ranks)).toEqual({ queries: 2, hit1: 0.5, hit5: 0.5, mrr10: 0.5, zeroResults: 0.5 })
})

test('the reciprocal rank counts within the first ten pages', () => {
  const urls = Array.from({ length: 11 }, (_, n) => `/p${n + 1}`)
  expect(score([rankOf(query(['/p4']), urls)]).mrr10).toBe(0.25)
  expect(score([rankOf(query(['/p10']), urls)]).mrr10).toBe(0.1)
  expect(score([rankOf(query(['/p11']), urls)]).mrr10).toBe(0)
})

test('the section is scored only over queries whose answer is a section', () => {
  const ranks = [
    rankOf(query(['/a']), ['/a']),
    rankOf(query(['/a#x']), ['/a', '/a#x']),
    rankOf(query(['/a#y']), ['/a#y']),
  ]
  expect(score(ranks).section1).toBe(0.5)
})

test('the table has a row for each set and one for all', () => {
  const table = scoreTable([rankOf(query(['/a'], 'links'), ['/a']), rankOf(query(['/b'], 'typo1'), ['/a'])])
  expect(table.split('\n').map((row) => row.split(/\s+/).slice(0, 3))).toEqual([
    ['set', 'queries', 'hit@1'],
    ['links', '1', '1.000'],
    ['typo1', '1', '0.000'],
    ['all', '2', '0.500'],
  ])
})
