import { expect, test } from 'vitest'
import { readFiles } from '../testing/docs-folder.ts'
import { makeRecords } from './record.ts'

test('a page has one more record with its name in the sidebar, where that is not its title', async () => {
  const docs = await readFiles({
    'mkdocs.yml':
      'site_name: Gears\nnav:\n  - Home: index.md\n  - Storage:\n      - Storage: store/index.md\n      - Disks: store/disks.md\n',
    'docs/index.md': '# Gears\n\nStart here.\n',
    'docs/store/index.md': '# Overview\n\nWhere records are.\n',
    'docs/store/disks.md': '# Choosing disks\n\nFast ones.\n',
  })
  const of = (url: string): unknown =>
    docs.records
      .filter((record) => record.url === url)
      .map(({ hierarchy, content }) => [hierarchy.lvl0, hierarchy.lvl1, content])
  expect(of('/store')).toEqual([
    ['Storage', 'Overview', 'Where records are.'],
    ['Storage', 'Storage', null],
  ])
  expect(of('/store/disks')).toEqual([
    ['Storage', 'Choosing disks', 'Fast ones.'],
    ['Storage', 'Disks', null],
  ])
  const ids = docs.records.map(({ objectID }) => objectID)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a page without text has no text by its name in the sidebar', async () => {
  const docs = await readFiles({
    'a.md': '---\nsidebar_label: Parts\n---\n# All parts\n',
    'index.md': '# Home\n\nText.\n',
  })
  const records = docs.records.filter(({ url }) => url === '/a')
  expect(records.map(({ hierarchy, content, weight }) => [hierarchy.lvl1, content, weight.pageRank])).toEqual([
    ['All parts', null, -1],
    ['Parts', null, -1],
  ])
})

test('pages without text have a lower rank than all others', async () => {
  const docs = await readFiles({
    'a.md': '# Gears\n',
    'b.md': '# Gears too\n\nText.\n',
    'c.md': '# Gears\n\n## Only code\n\n```\nx\n```\n',
    'index.md': '# Home\n\nText.\n',
  })
  const ranks = Object.fromEntries(docs.records.map(({ url, weight }) => [url, weight.pageRank]))
  expect(ranks).toEqual({ '/': 0, '/a': -1, '/b': 0, '/c': 0, '/c#only-code': 0 })
})

test('sections with the same anchor have records of their own', () => {
  const page = { url: '/a', title: 'A', label: 'A', group: 'Docs', lang: 'en', tags: [] }
  const section = (text: string): { level: number; text: string; anchor: string; pieces: [] } => ({
    level: text === '' ? 1 : 2,
    text,
    anchor: '',
    pieces: [],
  })
  const ids = makeRecords(page, [section(''), section('Use'), section('Oil')]).map(({ objectID }) => objectID)
  expect(new Set(ids).size).toBe(3)
})
