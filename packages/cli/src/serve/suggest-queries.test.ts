import type { DocRecord } from '@docent/engine'
import { expect, test } from 'vitest'

import { suggestQueries } from './suggest-queries.ts'

const section = (heading: string): DocRecord => ({
  objectID: heading,
  hierarchy: { lvl0: 'Guide', lvl1: 'Page', lvl2: heading, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
  content: null,
  type: 'lvl2',
  url: `/page#${heading}`,
  url_without_anchor: '/page',
  anchor: heading,
  lang: 'en',
  language: 'en',
  weight: { pageRank: 0, level: 80, position: 0 },
})

const records = ['Introduction to everything that there is', 'Deployment', '--host', 'Environment variables'].map(
  section,
)

test('a symbol, an unfinished word and some words, each of another section', async () => {
  const answers = new Map([
    ['--host', '/page#--host'],
    ['deploy', '/page#Deployment'],
    ['environment variables', '/page#Environment variables'],
  ])
  const firstHit = async (query: string): Promise<string | undefined> => answers.get(query)
  expect(await suggestQueries(records, firstHit)).toEqual(['--host', 'deploy', 'environment variables'])
})

test('a query whose section does not rank first is not suggested', async () => {
  expect(await suggestQueries(records, async () => '/other')).toEqual([])
})

test('docs without headings have no suggestions', async () => {
  expect(await suggestQueries([], async () => undefined)).toEqual([])
})
