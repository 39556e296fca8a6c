import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { addressesOf, outlineOf } from '../../testing/outline.ts'

const config = (settings: string): string =>
  `import { defineConfig } from '@rspress/core'\nimport * as path from 'node:path'\nexport default defineConfig({ root: path.join(__dirname, 'docs'), ${settings} })`
const json = (value: unknown): string => JSON.stringify(value)

describe('Rspress', () => {
  test.each([
    ['an object', "{ root: 'manual', title: 'Harbour' }"],
    ['a function', "async () => ({ root: 'manual', title: 'Harbour' })"],
  ])("the part of Rstack's configuration for docs: %s", async (_, settings) => {
    const docs = await readFiles({
      'rstack.config.ts': `import { define } from 'rstack'\ndefine.app({ title: 'App' })\ndefine.doc(${settings})\n`,
      'manual/index.md': '# Home\n',
    })
    expect([docs.generator.kind, docs.title, addressesOf(docs)]).toEqual(['rspress', 'Harbour', ['/ index.md']])
  })
  test('an Rstack configuration without docs is no site', async () => {
    const docs = await readFiles({
      'rstack.config.ts': "import { define } from 'rstack'\ndefine.app({ title: 'App' })\n",
      'docs/index.md': '# Home\n',
    })
    expect(docs.generator.kind).toBe('plain')
  })
  test('languages: the default one has no folder in addresses; labels are translated', async () => {
    const docs = await readFiles({
      'rspress.config.ts': config(
        "title: 'Harbour', lang: 'en', logo: { light: '/light.svg', dark: '/dark.svg' }, locales: [{ lang: 'en', label: 'English' }, { lang: 'zh', label: '中文' }]",
      ),
      'i18n.json': json({ start: { en: 'Getting started', zh: '开始' } }),
      'docs/public/light.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'docs/public/dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'docs/en/index.md': '---\npageType: home\nhero: { name: Harbour }\n---\n',
      'docs/zh/index.md': '---\npageType: home\nhero: { name: Harbour }\n---\n',
      'docs/en/_nav.json': json([
        { text: 'Guide', link: '/guide/a' },
        { text: 'Forum', link: 'https://forum.example' },
      ]),
      'docs/zh/_nav.json': json([{ text: '指南', link: '/guide/a' }]),
      'docs/en/guide/_meta.json': json([{ type: 'dir-section-header', name: 'start', label: 'start' }, 'a']),
      'docs/zh/guide/_meta.json': json([{ type: 'dir', name: 'start', label: 'start', collapsed: true }, 'a']),
      'docs/en/guide/a.mdx': '# A\n\n[S](/en/guide/start/s) [S](/guide/start/s)\n',
      'docs/zh/guide/a.mdx': '# 甲\n\n[S](/guide/start/s) [English](/en/guide/start/s.mdx)\n',
      'docs/en/guide/start/s.mdx': '# S',
      'docs/zh/guide/start/s.mdx': '# 始',
      'docs/en/_part.mdx': 'part',
    })
    expect(docs.title).toBe('Harbour')
    expect(docs.links).toEqual([{ text: 'Forum', url: 'https://forum.example' }])
    expect(docs.files.filter(({ file }) => file.endsWith('_nav.json')).map(({ role }) => role)).toEqual([
      'configuration',
      'configuration',
    ])
    expect(docs.logo).toEqual({ light: '/light.svg', dark: '/dark.svg' })
    expect(addressesOf(docs)).toEqual([
      '/ en/index.md', '/guide/a en/guide/a.mdx', '/guide/start/s en/guide/start/s.mdx',
      '/zh zh/index.md', '/zh/guide/a zh/guide/a.mdx', '/zh/guide/start/s zh/guide/start/s.mdx',
    ]) // prettier-ignore
    expect([outlineOf(docs), outlineOf(docs, 1)]).toEqual([
      ['Guide', '  Getting started', '    S /guide/start/s', '  A /guide/a'],
      ['指南', '  开始 -', '    始 /zh/guide/start/s', '  甲 /zh/guide/a'],
    ])
    const translated = docs.pages.find(({ url }) => url === '/zh/guide/a')! // it was just written
    const html = await renderArticle(docs, translated)
    expect(html).toContain('<a href="/guide/start/s">English</a>')
    expect(html).toContain('<a href="/zh/guide/start/s">S</a>')
  })
  test('sections, dividers, links, groups of links; pages that the configuration excludes', async () => {
    const docs = await readFiles({
      'rspress.config.ts': config("route: { exclude: ['fragments/**/*'] }"),
      'docs/_meta.json': json([
        'index', { type: 'section-header', label: 'Basics' }, 'a', { type: 'divider' }, { type: 'file', name: 'b.mdx', label: 'Bee' },
        { type: 'custom-link', label: 'Out', link: 'https://out.example' },
        { type: 'custom-link', label: 'Links', items: [{ label: 'One', link: 'https://one.example' }] },
      ]), // prettier-ignore
      'docs/index.md': '# Start',
      'docs/a.mdx': '# A',
      'docs/b.mdx': '# B',
      'docs/fragments/x/y.mdx': 'part',
    })
    expect(outlineOf(docs)).toEqual([
      'Start /', 'Basics', '  A /a', 'Bee /b', 'Out https://out.example', 'Links', '  One https://one.example',
    ]) // prettier-ignore
    expect(docs.pages).toHaveLength(3)
  })
  test('an overview lists the pages below it, else those beside it', async () => {
    const docs = await readFiles({
      'rspress.config.ts': config(''),
      'docs/index.md': '# Start',
      'docs/api/_meta.json': json([
        { type: 'section-header', label: 'Top' },
        'index',
        'a',
        { type: 'dir', name: 'more' },
      ]),
      'docs/api/index.mdx': '---\noverview: true\ntitle: Overview\n---\nAll of it.\n',
      'docs/api/a.md': '# A',
      'docs/api/more/b.md': '# B',
      'docs/api/more/c.md': '# C',
    })
    const page = docs.pages.find(({ url }) => url === '/api')
    const html = page === undefined ? '' : await renderArticle(docs, page)
    expect(html).toContain(
      '<ul><li><a href="/api/a">A</a></li><li><strong>More</strong><ul><li><a href="/api/more/b">B</a></li><li><a href="/api/more/c">C</a></li></ul></li></ul>',
    )
  })
  test('versions: the default one has no folder in addresses', async () => {
    const docs = await readFiles({
      'rspress.config.ts': config("multiVersion: { default: 'v2', versions: ['v1', 'v2'] }"),
      'docs/v1/a.md': '# A1',
      'docs/v2/a.md': '# A2',
    })
    expect(addressesOf(docs)).toEqual(['/a v2/a.md', '/v1/a v1/a.md'])
  })
  test('a sidebar of the configuration', async () => {
    const docs = await readFiles({
      'rspress.config.ts': config(
        "themeConfig: { sidebar: { '/guide/': [{ text: 'Group', items: [{ text: 'Ay', link: '/guide/a' }] }] } }",
      ),
      'docs/guide/a.md': '# A',
    })
    expect(outlineOf(docs)).toEqual(['Group +', '  Ay /guide/a'])
  })
})

test('excluded patterns that name the folder of a language', async () => {
  const docs = await readFiles({
    'rspress.config.ts': config(
      "lang: 'en', locales: [{ lang: 'en' }, { lang: 'zh' }], route: { exclude: ['**/en/shared/**'] }",
    ),
    'docs/en/index.md': '# Start',
    'docs/en/shared/part.mdx': 'Part.',
    'docs/zh/index.md': '# 开始',
  })
  expect(docs.pages.map(({ file }) => file).filter((file) => file.includes('shared'))).toEqual([])
})

test('an image below an alias of the bundler is found in the folder of that name', async () => {
  const docs = await readFiles({
    'rspress.config.ts': config("lang: 'en', locales: [{ lang: 'en' }]"),
    'docs/public/a/b.png': 'x',
    'docs/en/index.md': '# A\n\n![](@public/a/b.png) ![](@docs/en/c.png) ![](@public/none.png)\n',
    'docs/en/c.png': 'x',
  })
  expect(docs.assets.map(({ url }) => url).sort()).toEqual(['/a/b.png', '/c.png'])
  expect(docs.problems.map(({ message }) => message.slice(0, 31))).toEqual(['The image "@public/none.png" is'])
})

test('a root that only a run of the configuration could give is the first folder with the navigation', async () => {
  const docs = await readFiles({
    'rspress.config.ts': "import { preset } from 'x'\nexport default preset({ docs: { rootDir: process.env.ROOT } })",
    'src/latest/_nav.json': json([{ text: 'Guide', link: '/guide/a' }]),
    'src/latest/index.md': '# Start\n',
    'src/latest/guide/a.md': '# A\n',
    'src/v1/_nav.json': json([{ text: 'Guide', link: '/guide/a' }]),
    'src/v1/index.md': '# Old\n',
  })
  expect(docs.generator.kind).toBe('rspress')
  expect(addressesOf(docs)).toEqual(['/ index.md', '/guide/a guide/a.md'])
})

test('a page shows the parts that it imports without an extension, and those in place of values that are not given', async () => {
  const docs = await readFiles({
    'rspress.config.ts': config(''),
    'docs/index.mdx': "import Part from '@docs/parts/part'\n\n# A\n\n{props.part || <Part />}\n",
    'docs/b.mdx': "import Part from './parts/part'\n\n# B\n\n{props.part ?? React.createElement(Part)}\n",
    'docs/parts/part.mdx': 'Install {props.name || "it"}.\n',
  })
  for (const url of ['/', '/b']) {
    const page = docs.pages.find((one) => one.url === url)! // it was just written
    expect(await renderArticle(docs, page)).toContain('<p>Install it.</p>')
  }
  expect(docs.problems).toEqual([])
})
