import { describe, expect, test } from 'vitest'
import { type Docs, type NavItem, renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title} ${item.url ?? '-'}`,
    ...outline(item.children, depth + 1),
  ])
}

const SUMMARY = `# Table of contents

* [Home](README.md)

## Group

* [Long title](guide/README.md "Short")
  * [First](guide/First-Page.md)
* [Out](https://x.y)
`
const PAGES = { 'README.md': '# Home', 'guide/README.md': '# Guide', 'guide/First-Page.md': '# First' }

describe('recognition', () => {
  test('by .gitbook.yaml, whose root and summary count', async () => {
    const docs = await readFiles({
      '.gitbook.yaml': 'root: ./docs/\nstructure: { summary: LIST.md }\nredirects:\n  old/place: guide/First-Page.md\n',
      'docs/LIST.md': SUMMARY,
      ...Object.fromEntries(Object.entries(PAGES).map(([path, text]) => [`docs/${path}`, text])),
      'docs/unlisted.md': '# Unlisted',
    })
    expect(docs.generator).toEqual({ kind: 'gitbook', file: '.gitbook.yaml' })
    expect(docs.pages.map(({ url }) => url)).toEqual(['/', '/guide', '/guide/first-page'])
    expect(docs.pages[2]?.aliases).toEqual(['/old/place'])
  })
  test('by blocks beside a SUMMARY.md; otherwise it is an mdBook', async () => {
    const kindOf = async (text: string): Promise<string> =>
      (await readFiles({ ...PAGES, 'SUMMARY.md': SUMMARY, 'README.md': text })).generator.kind
    expect(await kindOf('# Home\n\n{% hint style="info" %}\nx\n{% endhint %}\n')).toBe('gitbook')
    expect(await kindOf('# Home\n')).toBe('mdbook')
  })
})

test('the sidebar is the summary, with groups and short titles', async () => {
  const docs = await readFiles({ ...PAGES, '.gitbook.yaml': '', 'SUMMARY.md': SUMMARY })
  expect(outline(docs.navigations[0]!.items)).toEqual([
    'Home /',
    'Group -',
    '  Short /guide',
    '    First /guide/first-page',
    '  Out https://x.y',
  ])
  expect(docs.pages.find(({ url }) => url === '/guide')).toMatchObject({ title: 'Guide', group: 'Group' })
})

describe('ids', () => {
  const read = (files: Record<string, string>): Promise<Docs> =>
    readFiles({
      'SUMMARY.md': '* [Home](README.md)\n',
      'README.md':
        '# Home\n\n## 1. Set up\n\n[a](#id-1.-set-up) [b](#1-set-up) [c](#more-and-less)\n\n<details>\n\n<summary>More &#x26; <strong>less</strong></summary>\n\nText.\n\n</details>\n\n```html\n<details>\n\n<summary>Code</summary>\n```\n',
      ...files,
    })

  test('of headings and expandable blocks are those of gitbook.com', async () => {
    const docs = await read({ '.gitbook.yaml': '' })
    const html = await renderArticle(docs, docs.pages[0]!) // the page above
    expect(html.match(/(?<= id=")[^"]*/g)).toEqual(['home', 'id-1.-set-up', 'more-and-less'])
    expect(docs.problems).toEqual([])
  })

  test.each<Record<string, string>>([
    { 'book.json': '{}' },
    { 'package.json': '{ "devDependencies": { "honkit": "1" } }' },
  ])('of headings are those of HonKit, where it builds the book: %o', async (files) => {
    const docs = await read(files)
    const html = await renderArticle(docs, docs.pages[0]!) // the page above
    expect(html.match(/(?<= id=")[^"]*/g)).toEqual(['home', '1-set-up'])
    expect(docs.problems.map(({ message }) => message)).toEqual([
      'The link "#more-and-less" leads to a page that has no heading "#more-and-less"; correct the part after "#".',
    ])
  })
})

test('images of .gitbook/assets are published, wherever their path leads', async () => {
  const docs = await readFiles({
    '.gitbook.yaml': '',
    'README.md': '# Home\n\n![a](.gitbook/assets/a%20b.png) ![b](/.gitbook/assets/b.png)',
    'guide/README.md': '# Guide\n\n![a](../.gitbook/assets/b.png)\n\n<img src="../../.gitbook/assets/b.png" alt="">',
    '.gitbook/assets/a b.png': 'x',
    '.gitbook/assets/b.png': 'x',
    '.gitbook/vars.yaml': 'secret: 1',
  })
  expect(docs.problems).toEqual([])
  expect(docs.assets).toHaveLength(2)
})

describe('several spaces', () => {
  const image = 'image bytes'
  const FILES = {
    'README.md': '# Of the repository',
    'docs/README.md': '# Docs\n\n![One](.gitbook/assets/image.png)\n',
    'docs/SUMMARY.md': '# Table\n\n* [Docs](README.md)\n* [Deep](deep/page.md "Deep page")\n',
    'docs/deep/page.md': '# Deep\n\n![Two](../.gitbook/assets/two.png)\n',
    'docs/deep/unlisted.md': '# Unlisted',
    'docs/.gitbook/assets/image.png': image,
    'docs/.gitbook/assets/two.png': image,
    'api-guide/README.md': '# API\n\n![Other](.gitbook/assets/image.png)\n',
    'api-guide/SUMMARY.md': '# Table\n\n* [Start](README.md)\n',
    'api-guide/.gitbook/assets/image.png': `${image} of its own`,
  }
  test('each folder with a SUMMARY.md is a group; each page has the images of its own space', async () => {
    const docs = await readFiles({ ...FILES, '.gitbook.yaml': '' })
    expect(outline(docs.navigations[0]?.items ?? [])).toEqual([
      'API guide -', '  Start /api-guide', 'Docs -', '  Docs /docs', '  Deep page /docs/deep/page',
    ]) // prettier-ignore
    expect(docs.assets.map(({ url }) => url).sort()).toEqual([
      '/_docent/files/api-guide/_gitbook/assets/image.png',
      '/_docent/files/docs/_gitbook/assets/image.png',
      '/_docent/files/docs/_gitbook/assets/two.png',
    ])
    expect(docs.problems).toEqual([])
  })
  test('docs.yaml names them, in its order', async () => {
    const docs = await readFiles({
      ...FILES,
      '.gitbook.yaml': '',
      'docs.yaml': `site:
  title: Harbour
  structure:
    - type: section
      title: Handbook
      children:
        - { type: space, title: English, content: { directory: ./docs } }
        - { type: space, title: Other, content: { directory: null } }
    - type: section-group
      title: More
      children:
        - type: section
          title: Reference
          children: [{ type: space, title: Space, content: { directory: ./api-guide } }]
`,
    })
    expect(docs.title).toBe('Harbour')
    expect(outline(docs.navigations[0]?.items ?? []).filter((line) => !line.startsWith(' '))).toEqual([
      'Handbook -', 'Reference -',
    ]) // prettier-ignore
  })
})

test.each([
  ['a program', { 'book.js': 'module.exports = { root: "./docs", title: "Book", plugins: [] }\n' }, 'docs/'],
  ['a package', { 'package.json': '{ "devDependencies": { "honkit": "6" } }' }, ''],
])('HonKit is recognised by %s', async (_, files: Record<string, string>, folder) => {
  const docs = await readFiles({
    ...files,
    [`${folder}SUMMARY.md`]: '# Summary\n\n- [Start](README.md)\n- [Part](part.md)\n',
    [`${folder}README.md`]: '# Start\n',
    [`${folder}part.md`]: '# Part\n',
    [`${folder}unlisted.md`]: '# Unlisted\n',
  })
  expect(docs.generator.kind).toBe('gitbook')
  expect(docs.pages.map(({ url }) => url)).toEqual(['/', '/part'])
})
