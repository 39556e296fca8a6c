import { describe, expect, test } from 'vitest'

import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { openIndex } from './segment/open-index.ts'
import { DOCS_SETTINGS } from './settings.ts'
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
const index = openIndex(
  buildIndex(
    [
      page('Installation', 'Install the gearbox with one command.', '2'),
      page('Configuration', 'Every option of the gearbox and its proxy.', '2', 10),
      page('Authentication', 'Tokens and passwords.', '1'),
    ],
    settings,
  ),
  settings,
)

describe('proposals for a query without hits', () => {
  test('a word that is further off than a search forgives is corrected', () => {
    expect(search(index, { query: 'authntcaton' }).nbHits).toBe(0)
    expect(suggest(index, { query: 'authntcaton' })[0]).toEqual({ query: 'authentication', kind: 'spelling' })
  })

  test('words that nothing has are left out', () => {
    expect(search(index, { query: 'gearbox xylophone' }).nbHits).toBe(0)
    expect(suggest(index, { query: 'gearbox xylophone' })[0]).toEqual({ query: 'gearbox', kind: 'relaxed' })
  })

  test('the pages that stand first, where nothing else helps', () => {
    const proposals = suggest(index, { query: 'qqqqqq' })
    expect(proposals[0]).toEqual({ query: 'Configuration', kind: 'popular' })
    expect(proposals).toHaveLength(3)
  })

  test.each(['authntcaton', 'gearbox xylophone', 'qqqqqq', 'a b c d e f g h i j', '"', '-x -y', 'プロキシ'])(
    'each of them finds something inside the filters: %s',
    (query) => {
      for (const facetFilters of [[], ['version:2']]) {
        for (const proposal of suggest(index, { query, facetFilters })) {
          expect(search(index, { query: proposal.query, facetFilters }).nbHits).toBeGreaterThan(0)
        }
      }
    },
  )

  test('nothing for more than a search box takes', () => {
    expect(suggest(index, { query: 'a'.repeat(65) })).toEqual([])
    expect(suggest(index, { query: 'authntcaton '.repeat(40) })).toEqual([])
  })

  test('nothing, where the filters leave nothing', () => {
    expect(suggest(index, { query: 'gearbox', facetFilters: ['version:9'] })).toEqual([])
  })
})
