import { expect, test } from 'vitest'
import { readFiles } from '../testing/docs-folder.ts'

test('a page is found by its name in the sidebar, where the title does not have it', async () => {
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
  expect(of('/store')).toEqual([['Storage', 'Overview', 'Storage\nWhere records are.']])
  // The title has the name.
  expect(of('/store/disks')).toEqual([['Storage', 'Choosing disks', 'Fast ones.']])
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
