import { buildIndex, DOCS_SETTINGS, openIndex, search } from '@docent/engine'
import { expect, test } from 'vitest'
import { readFiles } from '../testing/docs-folder.ts'

const PAGES = ['index', 'glazing', 'firing', 'drying']
const pages = (folder: string): [path: string, text: string][] =>
  PAGES.map((page) => [`${folder}/${page}.md`, `# ${page === 'index' ? 'Kiln' : page}\n\nAll about ${page} in a kiln.`])

test('versions below a section of a folder are in its records, and the newest one comes first', async () => {
  const {
    pages: read,
    navigations,
    records,
  } = await readFiles({
    'index.md': '# Pottery',
    'wheel/centering.md': '# Centering',
    ...Object.fromEntries([...pages('kiln/v9.1'), ...pages('kiln/v10.0'), ...pages('kiln/next')]),
  })
  const versions = Object.fromEntries(records.map(({ url, version }) => [url, version]))
  expect(versions).toMatchObject({
    '/kiln/v9.1/firing': '9.1',
    '/kiln/v10.0/firing': '10.0',
    '/kiln/next/firing': 'next',
  })
  expect(versions['/wheel/centering']).toBeUndefined()
  // One sidebar has all of them, since other sections have no versions.
  expect(read.map(({ version }) => version)).toEqual(read.map(() => undefined))
  expect(navigations).toHaveLength(1)

  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  expect(search(index, { query: 'firing' }).hits.map((hit) => hit['url'])).toEqual([
    '/kiln/v10.0/firing',
    '/kiln/next/firing',
    '/kiln/v9.1/firing',
  ])
})

test('the only version of an API is none of the docs', async () => {
  const { records } = await readFiles(Object.fromEntries([...pages('api/v1'), ...pages('guide')]))
  expect(records.filter(({ version }) => version !== undefined)).toEqual([])
})

test('older versions in a folder of their own have theirs beside those at the top', async () => {
  const { records } = await readFiles(
    Object.fromEntries(['2.0', '3.0', 'archive/1.0', 'archive/1.1'].flatMap((folder) => pages(folder))),
  )
  expect(new Set(records.map(({ version }) => version))).toEqual(new Set(['2.0', '3.0', '1.0', '1.1']))
})

test('versions by the folders at the top are those of the pages, and folders below are none', async () => {
  const { records } = await readFiles(
    Object.fromEntries(['1.0', '2.0'].flatMap((top) => [...pages(`${top}/api/v1`), ...pages(`${top}/api/v2`)])),
  )
  expect(new Set(records.map(({ version }) => version))).toEqual(new Set(['1.0', '2.0']))
})
