/** The attribute `linked_as` of records, over real folders. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Docs, readDocs } from '../index.ts'
import { folderOf } from '../testing/folder-of.ts'

const textsOf = ({ records }: Docs): Record<string, string[]> =>
  Object.fromEntries(records.flatMap(({ url, linked_as: texts }) => (texts === undefined ? [] : [[url, texts]])))

const live = '# Live updates\n\nText.\n\n## On a network\n\nText.\n'

test('records have the texts of links in other pages: inline, by reference, and to a section', async () => {
  const folder = folderOf({
    'live.md': `${live}\n[hot swap](live.md)\n`,
    'a.md': '# A\n\n[hot reload](live.md), [live](live.md), [here](live.md), [remote](live.md#on-a-network)\n',
    'b.md': '# B\n\n[Hot reload][l] and [watch mode][l], ![picture](live.md)\n\n[l]: live.md#no-heading\n',
  })
  expect(textsOf(await readDocs(folder))).toEqual({
    '/live': ['Hot reload', 'watch mode'],
    '/live#on-a-network': ['remote'],
  })
})

test('only the first record of a section has them', async () => {
  const long = `# Live\n\n${'word '.repeat(900)}\n\n${'word '.repeat(900)}\n`
  const folder = folderOf({
    'live.md': `---\nsidebar_label: Preview\n---\n${long}`,
    'a.md': '# A\n\n[hot reload](live.md)\n',
  })
  const { records } = await readDocs(folder)
  const ofPage = records.filter(({ url }) => url === '/live')
  expect(ofPage.map(({ linked_as: texts }) => texts)).toEqual([['hot reload'], undefined, undefined])
})

test('links of another language do not count', async () => {
  const folder = folderOf({
    'en/live.md': live,
    'en/a.md': '# A\n\n[hot reload](live.md)\n',
    'de/live.md': live,
    'de/a.md': '# A\n\n[sofort](../en/live.md)\n',
  })
  expect(textsOf(await readDocs(folder))).toEqual({ '/en/live': ['hot reload'] })
})

test('a page without a change receives the new text of a link to it', async () => {
  const folder = folderOf({ 'live.md': live, 'a.md': '# A\n\n[hot reload](live.md)\n' })
  const before = await readDocs(folder)
  writeFileSync(join(folder, 'a.md'), '# A\n\nNow it is [watch mode](live.md).\n')
  expect(textsOf(await readDocs(folder, {}, before))).toEqual({ '/live': ['watch mode'] })
})
