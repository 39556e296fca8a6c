import { describe, expect, test } from 'vitest'

import type { EvalQuery } from './queries.ts'
import { macroScore, rankOf, score, scoreSets } from './score.ts'
import { scoreTable } from './score-table.ts'

const query = (targets: string[], set = 'links', variant?: string): EvalQuery => ({
  id: '1',
  set,
  ...(variant && { variant }),
  query: 'q',
  targets,
  pageTargets: targets.map((url) => url.replace(/#.*/, '')),
})
const found = (...urls: string[]) => urls.map((url) => ({ url }))
const right = (set: string, variant?: string) => rankOf(query(['/a'], set, variant), found('/a'))
const wrong = (set: string, variant?: string) => rankOf(query(['/b'], set, variant), found('/a'))

describe('a rank', () => {
  test('of a page is the rank of its first hit', () => {
    const rank = rankOf(query(['/b#two']), found('/a#one', '/a#two', '/b', '/b#two'))
    expect(rank).toMatchObject({ page: 2, section: 4, found: 4, first: '/a#one' })
  })

  test('uses the page that a hit names, if it names one', () => {
    const rank = rankOf(query(['/b']), [
      { url: '/a/1', page: '/a' },
      { url: '/a/2', page: '/a' },
      { url: '/b', page: '/b' },
    ])
    expect(rank.page).toBe(2)
  })

  test('does not depend on the host and the base path', () => {
    const wanted = query(['/guide/install#linux'])
    const urls = found('https://docs.example/next/guide/start', 'https://docs.example/next/guide/install/#linux')
    expect(rankOf(wanted, urls, '/next/')).toMatchObject({ page: 2, section: 2 })
  })
})

describe('the figures', () => {
  test('a page without a hit has rank 0 and counts as a miss', () => {
    const ranks = [rankOf(query(['/b']), []), right('links')]
    expect(score(ranks)).toEqual({ queries: 2, hit1: 0.5, hit5: 0.5, mrr10: 0.5, zeroResults: 0.5 })
  })

  test('the reciprocal rank counts within the first ten pages', () => {
    const urls = found(...Array.from({ length: 11 }, (_, n) => `/p${n + 1}`))
    expect(score([rankOf(query(['/p4']), urls)]).mrr10).toBe(0.25)
    expect(score([rankOf(query(['/p10']), urls)]).mrr10).toBe(0.1)
    expect(score([rankOf(query(['/p11']), urls)]).mrr10).toBe(0)
  })

  test('the section is scored only over queries whose answer is a section', () => {
    const ranks = [
      rankOf(query(['/a']), found('/a')),
      rankOf(query(['/a#x']), found('/a', '/a#x')),
      rankOf(query(['/a#y']), found('/a#y')),
    ]
    expect(score(ranks).section1).toBe(0.5)
  })

  test('each set weighs the same in the macro figures, its variants together', () => {
    const ranks = [
      right('a'),
      right('a'),
      right('a'),
      right('b', 'x'),
      wrong('b', 'x'),
      wrong('b', 'y'),
      wrong('b', 'y'),
    ]
    expect([...scoreSets(ranks).keys()]).toEqual(['a', 'b-x', 'b-y'])
    expect(macroScore(ranks).mrr10).toBe((1 + 0.25) / 2)
    expect(score(ranks).mrr10).toBe(4 / 7)
  })
})

describe('the table', () => {
  const columns = (table: string) => table.split('\n').map((row) => row.split(/\s+/).slice(0, 3))

  test('has a row for each set, for all queries, and for the mean of the sets', () => {
    expect(columns(scoreTable([right('links'), right('links'), right('links'), wrong('typo1')]))).toEqual([
      ['set', 'queries', 'hit@1'],
      ['links', '3', '1.000'],
      ['typo1', '1', '0.000'],
      ['all', '4', '0.750'],
      ['macro', '4', '0.500'],
    ])
  })

  test('of one set has one row', () => {
    expect(columns(scoreTable([right('links')])).map(([name]) => name)).toEqual(['set', 'all'])
  })
})
