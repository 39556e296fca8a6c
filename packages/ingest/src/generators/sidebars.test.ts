import { describe, expect, test } from 'vitest'
import { groupProblems } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'
import { outlineOf, problemsOf } from '../testing/outline.ts'

describe('VitePress', () => {
  const pages = {
    'index.md': '---\nhero: { name: Home }\n---\n',
    'guide/index.md': '# Start',
    'guide/b.md': '# B page',
    'guide/a.md': '# A page',
    'config/index.md': '# Configuring',
    'config/server.md': '# Server',
    'blog.md': '# Blog',
  }
  const config = (theme: string): string =>
    `import { defineConfig, type DefaultTheme } from 'vitepress'\nconst more: DefaultTheme.SidebarItem[] = []\nexport default defineConfig({ title: 'T', themeConfig: {\n${theme}\n} })`

  test('one list: names, closed groups, a base, links to other sites and to sections', async () => {
    const sidebar = `sidebar: [
      { text: 'First', items: [{ text: 'Bee', link: '/guide/b.html' }, { link: '/guide/' }, ...more] },
      { text: 'Closed', collapsed: true, base: '/config/', items: [{ text: 'S', link: 'server' }] },
      { text: 'Out', link: 'https://x.y' }, { text: 'Part', link: '/guide/a#x' },
    ],`
    const docs = await readFiles({ ...pages, '.vitepress/config.mts': config(sidebar) })
    expect(outlineOf(docs)).toEqual([
      'First +', '  Bee /guide/b', '  Start /guide', 'Closed -', '  S /config/server', 'Out https://x.y', 'Part /guide/a#x',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
    expect(docs.pages.map(({ url }) => url).slice(0, 4)).toEqual(['/guide/b', '/guide', '/config/server', '/guide/a'])
    expect(docs.pages.find(({ url }) => url === '/guide/b')).toMatchObject({ label: 'Bee', group: 'First' })
  })
  test('a list for each path: sections with the names and the order of the nav', async () => {
    const theme = `nav: [{ text: 'Config', link: '/config/' }, { text: 'More', items: [{ text: 'The guide', link: '/guide/b' }] }],
    sidebar: {
      '/guide/': [{ text: 'Basics', items: [{ text: 'A', link: '/guide/a' }] }, { text: 'Deep', items: [{ text: 'B', link: '/guide/b' }] }],
      '/config/': { base: '/config', items: [{ text: 'Options', items: [{ text: 'Server', link: 'server' }] }] },
      '/nothing/': [{ text: 'N', items: [{ text: 'N', link: '/nothing/n' }] }],
    }`
    const docs = await readFiles({ ...pages, '.vitepress/config/index.js': config(theme).replace(', type DefaultTheme', '').replace(': DefaultTheme.SidebarItem[]', '') }) // prettier-ignore
    expect(outlineOf(docs)).toEqual([
      'Config', '  Server /config/server', 'The guide', '  Basics +', '    A /guide/a', '  Deep +', '    B /guide/b',
    ]) // prettier-ignore
  })
  test('pages without a place take that of a computed part, the rest is as written', async () => {
    const docs = await readFiles({
      ...pages,
      '.vitepress/config.mts': config(`sidebar: [
        { text: 'First', items: [{ text: 'Bee', link: '/guide/b.html' }, ...made()] },
        { text: 'Options', items: optionItems(more) },
      ],`),
    })
    expect(outlineOf(docs).slice(0, 7)).toEqual([
      'First +', '  Bee /guide/b', '  Start /guide', '  A page /guide/a', 'Options +', '  Blog /blog', '  Config',
    ]) // prettier-ignore
    expect(docs.problems.map(({ code, line, also }) => [code, line, also?.length])).toEqual([['navigation', 5, 1]])
  })
  test('a section of which all is computed has the pages of its folder', async () => {
    const theme = `sidebar: {
      '/guide/': [{ text: 'Basics', items: [{ text: 'A', link: '/guide/a' }] }, { text: 'More', items: made() }],
      '/config/': [...made()],
    }`
    const docs = await readFiles({ ...pages, '.vitepress/config.mts': config(theme) })
    expect(outlineOf(docs)).toEqual([
      'Start', '  Basics +', '    A /guide/a', '  More +', '    Start /guide', '    B page /guide/b', 'Configuring',
      '  Configuring /config', '  Server /config/server',
    ]) // prettier-ignore
  })
  test('the list of the whole site has the place of the first link of the nav that no other list holds', async () => {
    const docs = await readFiles({
      '.vitepress/config.ts': `export default { themeConfig: {
        nav: [{ text: 'Docs', link: '/docs/' }, { text: 'Examples', link: '/examples/' }],
        sidebar: {
          '/examples/': [{ text: 'All', items: [{ text: 'E', link: '/examples/e' }] }],
          '/': [{ text: 'Concepts', items: [{ text: 'A', link: '/docs/a' }] }],
        } } }`,
      'index.md': '# Start',
      'docs/a.md': '# A',
      'examples/e.md': '# E',
    })
    expect(outlineOf(docs).filter((line) => !line.startsWith(' '))).toEqual(['Concepts +', 'Examples'])
  })
  test('external links of the nav are links of the header', async () => {
    const nav = `nav: [{ text: 'Guide', link: '/guide/' }, { text: 'Forum', link: 'https://forum.example' },
      { text: 'More', items: [{ text: 'Far', link: 'https://far.example' }] },
      { text: 'Bad', link: 'javascript:x()' }, more],`
    const docs = await readFiles({ ...pages, '.vitepress/config.mts': config(nav) })
    expect(docs.links).toEqual([{ text: 'Forum', url: 'https://forum.example' }])
    expect(docs.problems).toEqual([])
  })
  test('the title is that of the configuration, in the default language', async () => {
    expect((await readFiles({ ...pages, '.vitepress/config.mts': config('') })).title).toBe('T')
    const root =
      "const name = 'Rooted'\nexport default { title: 'T', locales: { root: { title: name }, ja: { title: 'J' } } }"
    expect((await readFiles({ ...pages, '.vitepress/config.ts': root })).title).toBe('Rooted')
  })
  test('each language has its own sidebar, from its own file', async () => {
    const docs = await readFiles({
      'a.md': '# A',
      'b.md': '# B',
      'ja/a.md': '# あ',
      'ja/b.md': '# い',
      '.vitepress/config/index.ts':
        "import ja from './ja'\nexport default { locales: { root: { themeConfig: { sidebar: [{ text: 'Bee', link: '/b' }] } }, ja } }",
      '.vitepress/config/ja.ts':
        "import { defineAdditionalConfig } from 'vitepress'\nconst sidebar = () => [{ text: 'ビー', link: '/ja/b' }]\nexport default defineAdditionalConfig({ themeConfig: { sidebar: sidebar() } })",
    })
    expect([outlineOf(docs), outlineOf(docs, 1)]).toEqual([['Bee /b'], ['ビー /ja/b']])
    expect(docs.problems).toEqual([])
  })
  test('a part that is not a literal is a problem with its line, and has the order of its folder', async () => {
    const theme = `sidebar: {
      '/guide/': generate('guide'),
      '/config/': [{ text: 'Server', link: '/config/server' }, { text: 'Gone', link: '/config/gone' }],
    }`
    const docs = await readFiles({ ...pages, '.vitepress/config.ts': config(theme) })
    expect(outlineOf(docs)).toEqual([
      'Start', '  Start /guide', '  A page /guide/a', '  B page /guide/b', 'Server /config/server',
    ]) // prettier-ignore
    expect(problemsOf(docs)).toEqual(['.vitepress/config.ts:5 navigation', '.vitepress/config.ts:6 missing-page'])
  })
  test('entries of a folder without any page are one cause', async () => {
    const theme = `sidebar: [{ text: 'A', link: '/guide/a' }, { text: 'X', link: '/made/x' }, { text: 'Y', link: '/made/y' }, { text: 'Z', link: '/guide/z' }]`
    const docs = await readFiles({ ...pages, '.vitepress/config.ts': config(theme) })
    expect(groupProblems(docs.problems).map(({ subject, count }) => `${subject} ${count}`)).toEqual([
      '/made/ 2',
      '/guide/z 1',
    ])
  })
  test('a configuration that is invalid or has no sidebar does not change the order', async () => {
    const docs = await readFiles({ ...pages, '.vitepress/config.js': 'export default {\n  a: ]' })
    expect(problemsOf(docs)).toEqual(['.vitepress/config.js:2 navigation'])
    const other = await readFiles({ ...pages, '.vitepress/config.js': 'export default { title: "T" }' })
    expect(outlineOf(other)).toEqual(outlineOf(docs))
    expect(other.problems).toEqual([])
  })
  test('a base that is the beginning of names; an item with a base has it for its own link', async () => {
    const theme = `sidebar: [{ text: 'C', base: '/config/ser', items: [{ text: 'S', link: 'ver' }] }, { base: '/guide/', text: 'G', link: 'a', items: [{ text: 'B', link: 'b' }] }]`
    const docs = await readFiles({ ...pages, '.vitepress/config.mts': config(theme) })
    expect(outlineOf(docs)).toEqual(['C +', '  S /config/server', 'G /guide/a +', '  B /guide/b'])
    expect(docs.problems).toEqual([])
  })
  test('the pages of a folder take the place of a part that a program computes', async () => {
    const theme = `sidebar: [
      { text: 'Options', link: '/config/server' },
      { text: 'All', items: [{ text: 'Overview', link: '/guide/' }, ...Object.keys(commands).map((name) => ({ text: name, link: name }))] },
    ],`
    const docs = await readFiles({ ...pages, '.vitepress/config.mts': config(theme) })
    expect(outlineOf(docs)).toEqual([
      'Options /config/server',
      'All +',
      '  Overview /guide',
      '  A page /guide/a',
      '  B page /guide/b',
    ])
    expect(problemsOf(docs)).toEqual(['.vitepress/config.mts:6 navigation'])
  })
  test('each language has a configuration beside its pages, also where a rewrite moves them', async () => {
    const beside = (base: string, text: string): string =>
      `import { defineAdditionalConfig } from 'vitepress'\nexport default defineAdditionalConfig({ themeConfig: { nav: [{ text: 'Forum', link: 'https://forum.example' }], sidebar: { '${base}/guide/': { base: '${base}/guide/', items: list() } } } })\nfunction list() { return [{ text: '${text}', link: 'b' }, { link: 'a' }] }`
    const files = {
      '.vitepress/config.ts':
        "export default { rewrites: { 'en/:rest*': ':rest*' }, locales: { root: { lang: 'en' }, es: { lang: 'es' } } }",
      'es/config.ts': beside('/es', 'Bé'),
      'es/guide/a.md': '# A',
      'es/guide/b.md': '# B',
      'en/guide/a.md': '# A',
      'en/guide/b.md': '# B',
    }
    for (const root of ['config.mts', 'en/config.js']) {
      const docs = await readFiles({ ...files, [root]: beside('', 'Bee') })
      expect(docs.problems).toEqual([])
      expect(outlineOf(docs)).toEqual(['Bee /guide/b', 'A /guide/a'])
      expect(docs.navigations[1]?.items.map(({ title }) => title)).toEqual(['Bé', 'A'])
      expect(docs.links).toEqual([{ text: 'Forum', url: 'https://forum.example' }])
      expect(docs.files.find(({ file }) => file === root)?.role).toBe('configuration')
    }
  })
  test('the configuration is beside the docs folder; an order in the folder has precedence', async () => {
    const files = {
      '.vitepress/config.ts':
        "export default { srcDir: 'src', themeConfig: { sidebar: [{ text: 'Bee', link: '/b' }] } }",
      'src/a.md': '# A',
      'src/b.md': '# B',
    }
    expect(outlineOf(await readFiles(files))).toEqual(['Bee /b'])
    expect(outlineOf(await readFiles(files, {}, 'src'))).toEqual(['Bee /b'])
    expect(outlineOf(await readFiles({ ...files, 'src/.pages': 'nav:\n  - a.md\n  - ...\n' }))).toEqual([
      'A /a',
      'B /b',
    ])
  })
})

describe('Starlight', () => {
  const config = (sidebar: string): string =>
    `// @ts-check\nimport { defineConfig } from 'astro/config'\nimport starlight from '@astrojs/starlight'\nexport default defineConfig({ integrations: [other(), starlight({ title: 'S', sidebar: ${sidebar} })] })`
  const pages = {
    'src/content/docs/index.mdx': '---\ntitle: Home\nhero: { tagline: x }\n---\n',
    'src/content/docs/start.md': '---\ntitle: Getting started\nsidebar: { label: Start }\n---\n',
    'src/content/docs/guides/b.md': '---\ntitle: B\nsidebar: { order: 1 }\n---\n',
    'src/content/docs/guides/a.md': '---\ntitle: A\n---\n',
    'src/content/docs/de/index.mdx': '---\ntitle: Heim\nhero: { tagline: x }\n---\n',
    'src/content/docs/de/start.md': '---\ntitle: Erste Schritte\n---\n',
    'src/content/docs/de/guides/a.md': '---\ntitle: Ah\n---\n',
  }
  test('the title is that of the configuration, one text or one for each language', async () => {
    expect((await readFiles({ ...pages, 'astro.config.mjs': config('[]') })).title).toBe('S')
    const several = config('[]').replace("'S'", "{ en: 'Harbour', de: 'Hafen' }")
    expect((await readFiles({ ...pages, 'astro.config.mjs': several })).title).toBe('Harbour')
  })
  test('slugs, links, folders and translations', async () => {
    const sidebar = `[
      'start',
      { label: 'Go', translations: { de: 'Los' }, items: [{ slug: 'guides/b' }, { label: 'Aaa', link: '/guides/a/' }, { label: 'Out', link: 'https://x.y' }] },
      { label: 'Guides', translations: { de: 'Anleitungen' }, collapsed: true, autogenerate: { directory: 'guides' } },
      { label: 'All', items: [{ autogenerate: { directory: 'guides' } }] },
    ]`
    const docs = await readFiles({ ...pages, 'astro.config.mjs': config(sidebar) })
    expect(outlineOf(docs)).toEqual([
      'Start /start', 'Go +', '  B /guides/b', '  Aaa /guides/a', '  Out https://x.y',
      'Guides -', '  B /guides/b', '  A /guides/a', 'All +', '  B /guides/b', '  A /guides/a',
    ]) // prettier-ignore
    expect(outlineOf(docs, 1)).toEqual([
      'Erste Schritte /de/start', 'Los +', '  Aaa /de/guides/a', '  Out https://x.y',
      'Anleitungen -', '  Ah /de/guides/a', 'All +', '  Ah /de/guides/a',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
    expect(docs.sources.map((file) => file.split('/').at(-1))).toEqual(['astro.config.mjs'])
  })
  test('a group that a plugin computes is left out of the others, which the pages without a place follow', async () => {
    const sidebar = "[{ label: 'Guides', items: ['guides/a', typeGroup] },\n...openAPISidebarGroups, 'start']"
    const docs = await readFiles({ ...pages, 'astro.config.mjs': config(sidebar) })
    expect(outlineOf(docs)).toEqual(['Guides +', '  A /guides/a', 'Start /start', 'Guides', '  B /guides/b'])
    expect(outlineOf(docs, 1)).toEqual(['Guides +', '  Ah /de/guides/a', 'Erste Schritte /de/start'])
    const lines = docs.problems.flatMap(({ line, also = [] }) => [line, ...also])
    expect([docs.problems.map(({ code }) => code), [...new Set(lines)]]).toEqual([['navigation'], [4, 5]])
  })
  test('a missing page and a computed sidebar are problems of a file above the docs folder', async () => {
    const gone = await readFiles({ ...pages, 'astro.config.ts': config("['start',\n'gone']") })
    expect(problemsOf(gone)).toEqual(['../../../astro.config.ts:5 missing-page'])
    const computed = await readFiles({ ...pages, 'astro.config.ts': config('[\n...makeSidebar()]') })
    expect(problemsOf(computed)).toEqual(['../../../astro.config.ts:5 navigation'])
    expect(outlineOf(computed)).toContain('Guides')
  })
})

describe('Docusaurus', () => {
  const pages = {
    'docusaurus.config.js':
      "module.exports = { themeConfig: { navbar: { items: [{ type: 'docSidebar', sidebarId: 'api', label: 'The API' }, { to: '/docs/x', label: 'In' }, { href: 'https://code.example', label: 'Code' }] } } }",
    'docs/01-intro.md': '# Intro',
    'docs/guide/02-b.md': '---\nid: bee\n---\n# B',
    'docs/guide/01-a.md': '---\nsidebar_label: Ay\n---\n# A',
    'docs/api/x.md': '# X',
  }
  test('documents, categories, short forms, links and folders', async () => {
    const sidebars = `/** @type {import('@docusaurus/plugin-content-docs').SidebarsConfig} */
      const sidebars = { docs: [
        'intro',
        { type: 'category', label: 'Guide', collapsed: false, link: { type: 'doc', id: 'guide/a' }, items: [{ type: 'doc', id: 'guide/bee', label: 'Bee' }] },
        { Short: ['guide/a', { type: 'ref', id: 'guide/bee' }] },
        { type: 'category', label: 'Auto', items: [{ type: 'autogenerated', dirName: 'guide' }], link: { type: 'generated-index' } },
        { type: 'link', label: 'Out', href: 'https://x.y' }, { type: 'link', label: 'In', href: '/docs/api/x' }, { type: 'html', value: '<hr>' },
      ] }
      export default sidebars`
    const docs = await readFiles({ ...pages, 'sidebars.js': sidebars })
    expect(outlineOf(docs)).toEqual([
      'Intro /intro', 'Guide /guide/a +', '  Bee /guide/bee', 'Short -', '  Ay /guide/a', '  B /guide/bee',
      'Auto /category/auto -', '  Ay /guide/a', '  B /guide/bee', 'Out https://x.y', 'In /api/x',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })
  test('the title is that of the configuration', async () => {
    const named = "const name = 'Quay'\nexport default { title: name, themeConfig: { navbar: { title: 'Not this' } } }"
    const { title } = await readFiles({ ...pages, 'docusaurus.config.js': named, 'sidebars.js': 'export default {}' })
    expect(title).toBe('Quay')
  })
  test('several sidebars are sections; a version has its own sidebars', async () => {
    const docs = await readFiles({
      ...pages,
      'versions.json': '["1.0"]',
      'versioned_docs/version-1.0/intro.md': '# Old',
      'versioned_docs/version-1.0/more.md': '# More',
      'versioned_sidebars/version-1.0-sidebars.json': '{ "docs": { "Old": ["more", "intro"] } }',
      'sidebars.ts':
        "import type { SidebarsConfig } from 'x'\nexport default { mySidebar: ['intro', 'gone'], api: { API: ['api/x'] } } satisfies SidebarsConfig",
    })
    expect(docs.navigations.map(({ version }) => version)).toEqual(['1.0', 'next'])
    expect(docs.links).toEqual([{ text: 'Code', url: 'https://code.example' }])
    expect(outlineOf(docs)).toEqual(['Old -', '  More /more', '  Old /intro'])
    expect(outlineOf(docs, 1)).toEqual([
      'My', '  Intro /next/intro', 'The API', '  API -', '    X /next/api/x',
    ]) // prettier-ignore
    expect(problemsOf(docs)).toEqual(['../sidebars.ts:2 missing-page'])
  })
})

test('Starlight: locales count without case, as addresses do', async () => {
  const docs = await readFiles({
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'S', locales: { root: { label: 'English', lang: 'en' }, 'pt-br': { label: 'Português', lang: 'pt-BR' } } })] }\n",
    'src/content/docs/index.md': '---\ntitle: Start\n---\nText.\n',
    'src/content/docs/a.md': '---\ntitle: A\n---\nText.\n',
    'src/content/docs/pt-BR/a.md': '---\ntitle: Ah\n---\nTexto.\n',
  })
  expect(docs.pages.map(({ url, lang }) => `${url} ${lang}`)).toEqual(['/ en', '/a en', '/pt-br/a pt-BR'])
  expect(docs.navigations.map(({ lang, items }) => [lang, items.length])).toEqual([
    ['en', 2],
    ['pt-BR', 1],
  ])
})
