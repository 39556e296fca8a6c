import { describe, expect, test } from 'vitest'

import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { openIndex } from './segment/open-index.ts'
import { DOCS_SETTINGS } from './base/settings.ts'
import { suggest } from './suggest.ts'
import type { SearchRecord } from './wire.ts'

const page = (title: string, content: string, version: string, pageRank = 0): SearchRecord =>
  ({
    objectID: title,
    url: `/${title}`,
    type: 'lvl1',
    hierarchy: { lvl0: 'Guides', lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
    content,
    version,
    weight: { pageRank, level: 90, position: 0 },
  }) as unknown as SearchRecord

const settings = { ...DOCS_SETTINGS, removeWordsIfNoResults: 'none' as const }
const PAGES = [
  page('Installation', 'Install the gearbox with one command.', '2'),
  page('Configuration', 'Every option of the gearbox and its proxy.', '2', 10),
  page('Authentication', 'Tokens and passwords.', '1'),
]
const index = openIndex(buildIndex(PAGES, settings), settings)

describe('suggestions for a query without hits', () => {
  test('a word with more typos than a search tolerates is corrected', () => {
    expect(search(index, { query: 'authntcaton' }).nbHits).toBe(0)
    expect(suggest(index, { query: 'authntcaton' })[0]).toEqual({ query: 'authentication', kind: 'spelling' })
  })

  test('words in no record are left out', () => {
    expect(search(index, { query: 'gearbox xylophone' }).nbHits).toBe(0)
    expect(suggest(index, { query: 'gearbox xylophone' })[0]).toEqual({ query: 'gearbox', kind: 'relaxed' })
  })

  test('the pages that rank first, if there is no other suggestion', () => {
    const proposals = suggest(index, { query: 'qqqqqq' })
    expect(proposals[0]).toEqual({ query: 'Configuration', kind: 'popular' })
    expect(proposals).toHaveLength(3)
  })

  /** Whether a page has every word of a query, by its text and not by a search. */
  const found = (query: string, version?: string): boolean =>
    PAGES.some((one) => {
      const text = JSON.stringify([one['hierarchy'], one['content']]).toLowerCase()
      return (
        (version === undefined || one['version'] === version) && query.split(' ').every((word) => text.includes(word))
      )
    })

  test.each([
    ['authntcaton', 1, 0],
    ['gearbox xylophone', 1, 1],
    ['gaerbox passwrods', 1, 1],
    ['qqqqqq', 3, 2],
    ['a b c d e f g h i j', 1, 1],
    ['"', 3, 2],
    ['プロキシ', 3, 2],
  ])('each of them is in a page inside the filters: %s', (query, everywhere, inVersion) => {
    const all = suggest(index, { query }).map((proposal) => proposal.query.toLowerCase())
    expect(all.length).toBeGreaterThanOrEqual(everywhere)
    expect(all.filter((proposal) => !found(proposal))).toEqual([])
    const inside = suggest(index, { query, facetFilters: ['version:2'] }).map((proposal) =>
      proposal.query.toLowerCase(),
    )
    expect(inside.length).toBeGreaterThanOrEqual(inVersion)
    expect(inside.filter((proposal) => !found(proposal, '2'))).toEqual([])
  })

  test('nothing for a query longer than a search box', () => {
    expect(suggest(index, { query: 'a'.repeat(65) })).toEqual([])
    expect(suggest(index, { query: 'authntcaton '.repeat(40) })).toEqual([])
  })

  test('nothing if no record matches the filters', () => {
    expect(suggest(index, { query: 'gearbox', facetFilters: ['version:9'] })).toEqual([])
  })
})
