import { describe, expect, test } from 'vitest'

import { DOCS_SETTINGS } from '../base/settings.ts'
import { search } from '../search.ts'
import { buildDelta } from '../segment/build-delta.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openDelta, openIndex } from '../segment/open-index.ts'
import type { SearchRecord } from '../wire.ts'
import { agesOf } from './version-losses.ts'

describe('the number of newer versions', () => {
  const table: [names: string[], ages: number[]][] = [
    [
      ['1.0', '10.0', '2.0'],
      [2, 0, 1],
    ],
    [
      ['v1', 'version-2', ''],
      [2, 1, 0],
    ],
    [
      ['2.0', '2.0-SNAPSHOT', '1.9'],
      [0, 1, 2],
    ],
    [
      ['2.x', '2.1', '1.x'],
      [0, 1, 2],
    ],
    [
      ['2024-01', '2023-12'],
      [0, 1],
    ],
    // Readers have the newest release.
    [
      ['1', '2', 'next', '3.0.0-rc1'],
      [2, 0, 1, 1],
    ],
    [
      ['1', 'latest', 'stable', 'current', ''],
      [1, 0, 0, 0, 0],
    ],
    [
      ['main', ''],
      [1, 0],
    ],
    // A section without versions beside one with several.
    [
      ['main', '', '2.0', '1.0'],
      [2, 0, 1, 3],
    ],
    [['next'], [0]],
    [
      ['sunrise-2', 'sunrise-1', '2-unstable'],
      [0, 2, 1],
    ],
  ]
  test.each(table)('%j', (names, ages) => {
    expect(agesOf(names)).toEqual(ages)
  })
})

describe('of a section in several versions', () => {
  const record = (version: string | undefined, content: string): SearchRecord => ({
    objectID: String(version),
    url: `/${version}/install`,
    type: 'lvl1',
    hierarchy: { lvl0: null, lvl1: 'Install', lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
    content,
    ...(version !== undefined && { version }),
  })
  const indexOf = (records: SearchRecord[]): ReturnType<typeof openIndex> =>
    openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  const versionsFor = (query: string, ...texts: [version: string | undefined, content: string][]): string[] =>
    search(indexOf(texts.map((each) => record(...each))), { query }).hits.map(({ objectID }) => objectID)
  const text = 'Set the proxy of the client before you install it.'

  test('the newest version comes first, also if an older one has a word more often', () => {
    expect(versionsFor('proxy', ['1', text], ['2', text], ['10', text])).toEqual(['10', '2', '1'])
    expect(versionsFor('install', ['1', `${text} Then install it again.`], ['2', text])).toEqual(['2', '1'])
    expect(versionsFor('proxy', ['2', text], [undefined, text])).toEqual(['undefined', '2'])
    expect(versionsFor('proxy', ['next', text], ['2', text], ['1', text])).toEqual(['2', 'next', '1'])
  })

  test('a section that only an older version has is found', () => {
    expect(versionsFor('mirror', ['1', 'Use a mirror.'], ['2', 'Use a proxy.'])).toEqual(['1'])
  })

  test('a version that a delta adds is the newest, one whose records it deletes counts no longer', () => {
    const base = indexOf([record('1', text), record('3', text)])
    const changes = { added: [record('2', text)], replaced: [], deleted: ['3'] }
    const index = openDelta(base, buildDelta(base, changes, DOCS_SETTINGS), DOCS_SETTINGS)
    const { hits } = search(index, { query: 'proxy', getRankingInfo: true })
    const same = search(indexOf([record('2', text), record('1', text)]), { query: 'proxy', getRankingInfo: true })
    expect(hits.map(({ objectID }) => objectID)).toEqual(['2', '1'])
    expect(hits.map((hit) => hit._rankingInfo?.relevance)).toEqual(same.hits.map((hit) => hit._rankingInfo?.relevance))
  })
})
