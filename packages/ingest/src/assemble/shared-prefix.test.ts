/** Links from the top with a prefix that no configuration names. */
import { describe, expect, test } from 'vitest'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

const NAMES = ['one', 'two', 'three', 'four', 'five', 'six']

/** A page that links to all, and the pages. */
const folder = (place: string, written: string, pages = NAMES): Record<string, string> => ({
  [`${place}all.md`]: `# All\n\n${NAMES.map((name) => `[x](${written}/guide/${name}#${name}) `).join('')}\n`,
  ...Object.fromEntries(pages.map((name) => [`${place}guide/${name}.md`, `# ${name}\n`])),
})

const targetsOf = async (files: Record<string, string>): Promise<string[]> =>
  (await readFiles(files)).problems.filter(({ code }) => code === 'broken-link').map(({ message }) => message)

describe('links from the top', () => {
  test('lead to the landing page of a site without a page there', async () => {
    const docs = await readFiles({ 'a.md': '# A\n\n[x](/) [y](/#z)\n', 'b/c.md': '# C\n\n[x](../)\n' })
    expect(docs.problems).toMatchObject([{ code: 'broken-anchor' }])
    expect(await renderArticle(docs, docs.pages[0]!)).toContain('<a href="/">x</a>') // a.md
  })

  test.each([
    ['have the prefix of the site that mounts the docs', folder('', '/handbook/4.x')],
    ['have not the folder of the docs in their repository', folder('packages/docs/en/', '')],
    ['have another name of the folder', folder('hand-docs/', '/hand/docs')],
    ['have several prefixes', { ...folder('', '/x/4.x'), ...folder('b/', '/y/b') }],
    ['lead to further pages that are there', { ...folder('', '/handbook', NAMES.slice(1)), 'one.md': '# One\n' }],
  ])('%s', async (_, files) => {
    expect(await targetsOf(files)).toHaveLength('one.md' in files ? 1 : 0)
  })

  test('are broken where the pages are in several places', async () => {
    expect(await targetsOf({ ...folder('one/', '/latest'), ...folder('two/', '/two') })).toHaveLength(6)
  })

  test('are broken where few of them lead to pages with a prefix', async () => {
    expect(await targetsOf(folder('', '/handbook', NAMES.slice(0, 3)))).toHaveLength(6)
    expect(await targetsOf(folder('', '/handbook', NAMES.slice(0, 4)))).toHaveLength(6)
  })
})
