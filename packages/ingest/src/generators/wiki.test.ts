import { expect, test } from 'vitest'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'
import { addressesOf, outlineOf } from '../testing/outline.ts'

const PAGES = {
  'Home.md': 'Welcome.',
  'Install-Guide.md': '[home](Home) [[Home]]',
  'README.md': 'Read me.',
  'sub/Deep-Page.md': '## A part\n',
}

test('a wiki begins with Home.md and has the order of its sidebar', async () => {
  const docs = await readFiles({
    ...PAGES,
    '_Sidebar.md':
      '### Start\n\n* [[Home]]\n* [[Install it|Install Guide]]\n* [Deep](https://github.com/o/r/wiki/Deep-Page#a-part)\n* [Out](https://a.example/)\n',
    '_Footer.md': 'The footer.',
  })
  expect(docs.generator).toEqual({ kind: 'wiki', file: '_Sidebar.md' })
  expect(addressesOf(docs).sort()).toEqual([
    '/ Home.md', '/Install-Guide Install-Guide.md', '/README README.md', '/sub/Deep-Page sub/Deep-Page.md',
  ]) // prettier-ignore
  expect(outlineOf(docs)).toEqual([
    'Start', '  Home /', '  Install it /Install-Guide', '  Deep /sub/Deep-Page#a-part', '  Out https://a.example/',
  ]) // prettier-ignore
  expect(docs.problems).toEqual([])
})

test('links of a wiki name pages of any folder, with the text first, and pictures', async () => {
  const docs = await readFiles({
    ...PAGES,
    'Home.md':
      '[[Install Guide]], [[the part|Deep Page#A part]], [z](Install-Guide), [[images/a.svg|alt=A picture|width=30px]], [[Not there]], [[out|https://x.example/a]]',
    '_Footer.md': 'The footer.',
    'images/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  const home = docs.pages.find(({ url }) => url === '/')
  if (home === undefined) throw new Error('The page is missing.')
  expect(await renderArticle(docs, home)).toBe(
    '<h1>Home</h1><p><a href="/Install-Guide">Install Guide</a>, <a href="/sub/Deep-Page#a-part">the part</a>, <a href="/Install-Guide">z</a>, <img src="/images/a.svg" alt="A picture" width="30" loading="lazy" decoding="async">, <span>[[Not there]]</span>, <a href="https://x.example/a" rel="noopener" data-external="">out</a></p>',
  )
})

test('Home.md alone makes no wiki, and a wiki beside docs is not chosen', async () => {
  expect((await readFiles({ 'Home.md': '# Home', 'a.md': '# A' })).generator.kind).toBe('plain')
  const docs = await readFiles({ 'docs/a.md': '# A', 'wiki/Home.md': '# Home', 'wiki/_Sidebar.md': '[[Home]]' })
  expect(docs.pages.map(({ file }) => file)).toEqual(['a.md'])
})
