import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { addressesOf, outlineOf } from '../../testing/outline.ts'

const config = (settings: string): string =>
  `// @ts-check\nimport { themes } from 'prism-react-renderer'\nconst config = { title: 'Harbour', themeConfig: { navbar: { logo: { src: 'img/logo.svg' }, items: [
    { to: '/blog', label: 'News' }, { docsPluginId: 'community', label: 'People' } ] }, prism: { theme: themes.github } }, ${settings} }\nexport default config\n`

describe('Docusaurus', () => {
  test('addresses: numbers, ids, index pages, slugs; patterns of files that are no pages', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config(
        "baseUrl: '/harbour/', presets: [['classic', { docs: { path: 'content', routeBasePath: '/', exclude: ['**/drafts/**'] } }]]",
      ),
      'content/01-start.md': '# Start\n\n[Own](/harbour/guide/own) [File](02-guide/3.5-notes.md)\n',
      'content/02-guide/README.md': '# Guide',
      'content/02-guide/02-a.md': '---\nid: own\n---\n# A',
      'content/02-guide/2021-11-foo.md': '# Date',
      'content/02-guide/3.5-notes.md': '# Version',
      'content/03-same/same.md': '# Same',
      'content/_kept.md': '# Kept',
      'content/02-guide/api_names.md': '# Names',
      'content/drafts/x.md': '# Draft',
      'static/img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
    expect(docs.title).toBe('Harbour')
    expect(docs.logo).toEqual({ light: '/img/logo.svg' })
    expect(addressesOf(docs)).toEqual([
      '/_kept _kept.md', '/guide 02-guide/README.md', '/guide/2021-11-foo 02-guide/2021-11-foo.md',
      '/guide/3.5-notes 02-guide/3.5-notes.md',
      '/guide/api_names 02-guide/api_names.md', '/guide/own 02-guide/02-a.md', '/same 03-same/same.md', '/start 01-start.md',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })
  test('elements for the head of the document are no text, in Markdown and in MDX', async () => {
    const head =
      '<head>\n  <title>Own words</title>\n\n  <meta\n    name="description"\n    content="Words"\n  />\n</head>\n'
    const docs = await readFiles({
      'docusaurus.config.js': config("presets: [['classic', {}]]"),
      'docs/a.md': `# A\n\n${head}\nText\n\n\`\`\`html\n<head>\nkept\n</head>\n\`\`\`\n`,
      'docs/b.mdx': `# B\n\n${head}\nText\n`,
      'docs/c.md': '# C\n\n<head>\n\nNever closed.\n',
    })
    expect(docs.problems).toEqual([])
    expect(docs.records.map(({ content }) => content)).toEqual(['Text', 'Text', 'Never closed.'])
    expect(await renderArticle(docs, docs.pages[0]!)).toContain('kept') // docs/a.md
  })

  test('the title of the front matter is the heading of a page; a later `#` is a section', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config("presets: [['classic', {}]]"),
      'docs/list.mdx': "---\ntitle: FlatList\n---\nimport X from 'x'\n\nShows lists.\n\n# Reference\n\nAll props.\n",
      'docs/own.mdx': "---\ntitle: In the sidebar\n---\nimport X from 'x'\n\n# In the page\n\nText\n",
    })
    const [list, own] = docs.pages
    expect(await renderArticle(docs, list!)).toMatch(
      /^<h1>FlatList<\/h1>\n?<p>Shows lists.<\/p>[^]*<h2 id="reference">/,
    )
    expect(docs.records.map(({ hierarchy: { lvl1, lvl2 }, content }) => [lvl1, lvl2, content])).toContainEqual([
      'FlatList', 'Reference', 'All props.',
    ]) // prettier-ignore
    expect(await renderArticle(docs, own!)).toMatch(/^<h1 id="in-the-page">In the page<\/h1>/)
  })
  test('a folder with the name of a language is a category: languages are in the configuration', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config("presets: [['classic', {}]]"),
      'docs/index.md': '# Start',
      'docs/ha/index.md': '# High availability',
    })
    expect(docs.pages.map(({ url, lang }) => [url, lang])).toEqual([['/', 'en'], ['/ha', 'en']]) // prettier-ignore
  })

  describe('with its docs beside the folder of the site', () => {
    const files = {
      '.git/HEAD': 'ref: refs/heads/main\n',
      'docs/a.md': '# A\n\n[B](b.md)\n',
      'docs/b.md': '# B',
      'website/docusaurus.config.js': config("url: 'https://x.org', baseUrl: '/', presets: [['classic', { docs: { path: '../docs' } }]]"),
      'website/versions.json': '["1.0"]',
      'website/versioned_docs/version-1.0/a.md': '# Old A',
      'website/README.md': '# How to build the site',
      'secret/c.md': '# C',
    } // prettier-ignore
    const pages = ['/a ../website/versioned_docs/version-1.0/a.md', '/next/a a.md', '/next/b b.md']

    test.each(['', 'website', 'docs'])('has the same pages where "%s" is named', async (inner) => {
      const docs = await readFiles(files, {}, inner)
      expect(docs.generator.kind).toBe('docusaurus')
      expect(addressesOf(docs)).toEqual(pages)
      expect(docs.problems).toEqual([])
    })

    test('reads nothing outside the named folder or its repository, and names the folder around both', async () => {
      const outside = {
        ...files,
        'website/.git/HEAD': '',
        'website/docusaurus.config.js': config("presets: [['classic', { docs: { path: '../secret' } }]]"),
      }
      await expect(readFiles(outside, {}, 'website')).rejects.toThrow(
        /^docusaurus\.config\.js has its pages in "[^"]*secret", which is outside "[^"]*website" and only read from a folder around both; name "[^"]*"\.$/,
      )
    })
  })
  test('further docs plugins, the blog and pages are beside the docs', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config(`presets: [['@docusaurus/preset-classic', { docs: { sidebarPath: require.resolve('./sidebars.js') } }]],
        plugins: [['@docusaurus/plugin-content-docs', { id: 'community', path: 'community', routeBasePath: 'community', sidebarPath: './sidebarsCommunity.js', numberPrefixParser: false }]]`),
      'sidebars.js': "module.exports = { docs: ['a'] }",
      'sidebarsCommunity.js': "module.exports = { people: ['01-team', { type: 'link', label: 'Out', href: 'https://out.example' }] }",
      'docs/a.md': '# A\n\n[Docs](/docs/a) [Team](/community/01-team) [Post](/blog/welcome) [Site](@site/docs/a.md)\n',
      'community/01-team.md': '# Team',
      'blog/2021-08-26-welcome/index.md': '---\nslug: welcome\n---\n# Welcome\n\n<!-- truncate -->\n\nMore.\n',
      'blog/2022-01-02-second.md': '# Second',
      'src/pages/about.md': '# About',
    }) // prettier-ignore
    expect(addressesOf(docs)).toEqual([
      '/a a.md', '/about ../src/pages/about.md', '/blog/2022/01/02/second ../blog/2022-01-02-second.md',
      '/blog/welcome ../blog/2021-08-26-welcome/index.md', '/community/01-team ../community/01-team.md',
    ]) // prettier-ignore
    expect(outlineOf(docs)).toEqual([
      'A /a', 'People', '  Team /community/01-team', '  Out https://out.example',
      'News -', '  Second /blog/2022/01/02/second', '  Welcome /blog/welcome',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })
  test('versions of further docs plugins are beside the main ones of the same names, others alone', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config(`presets: ['classic'], plugins: [
        ['@docusaurus/plugin-content-docs', { id: 'sdk', path: 'sdk', routeBasePath: 'sdk', lastVersion: 'current' }],
        ['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'api' }]]`),
      'sidebars.js': "module.exports = { docs: ['a'] }",
      'versions.json': '["2.0", "1.0"]',
      'docs/a.md': '# Next A',
      'versioned_docs/version-2.0/a.md': '# New A',
      'versioned_docs/version-1.0/a.md': '# Old A',
      'sdk_versions.json': '["1.0", "0.1"]',
      'sdk/b.md': '# B',
      'sdk_versioned_docs/version-1.0/b.md': '# Old B\n\n[C](c.md)\n',
      'sdk_versioned_docs/version-1.0/c.md': '# Old C',
      'sdk_versioned_sidebars/version-1.0-sidebars.json': '{ "x": ["c", { "type": "category", "label": "More", "items": ["b"] }] }',
      'sdk_versioned_docs/version-0.1/b.md': '# First B',
      'sdk_versioned_docs/version-0.0/b.md': '# Not listed',
      'api/d.md': '# Next D',
      'api_versioned_docs/version-5/d.md': '# D',
      'api_versioned_sidebars/version-5-sidebars.json': '{ "y": [{ "type": "category", "label": "Calls", "items": ["d"] }] }',
    }) // prettier-ignore
    expect(docs.pages.map(({ url, version, key }) => `${url} ${version ?? ''} ${key}`).sort()).toEqual([
      '/0.1/sdk/b 0.1 /sdk/b', '/1.0/a 1.0 /a', '/1.0/sdk/b 1.0 /sdk/b', '/1.0/sdk/c 1.0 /sdk/c', '/a 2.0 /a', '/api/d 2.0 /api/d',
      '/next/a next /a', '/next/api/d next /api/d', '/sdk/b 2.0 /sdk/b',
    ]) // prettier-ignore
    expect(docs.pages.find(({ url }) => url === '/1.0/sdk/c')?.aliases).toEqual(['/sdk/1.0/c'])
    expect(outlineOf(docs)).toEqual(['New A /a', 'Sdk', '  B /sdk/b', 'Api', '  Calls -', '    D /api/d'])
    expect(outlineOf(docs, 1)).toEqual([
      'Old A /1.0/a', 'Sdk', '  Old C /1.0/sdk/c', '  More -', '    Old B /1.0/sdk/b',
    ]) // prettier-ignore
    expect(docs.navigations.map(({ version, beside }) => [version, beside])).toEqual([
      ['2.0', undefined], ['1.0', undefined], ['next', undefined], ['0.1', true],
    ]) // prettier-ignore
    expect(docs.files.filter(({ role }) => role === 'left-out')).toEqual([
      { file: '../sdk_versioned_docs/version-0.0/b.md', role: 'left-out', reason: 'generator-rule' },
    ])
    expect(docs.problems).toEqual([])
  })
  describe('publishes the versions of its settings', () => {
    const files = {
      'versions.json': '["2.0", "1.0"]',
      'docs/a.md': '# Next A',
      'versioned_docs/version-2.0/a.md': '# New A',
      'versioned_docs/version-1.0/a.md': '# Old A',
    }
    test.each([
      ['none', '', '/a 2.0, /1.0/a 1.0, /next/a next'],
      ['includeCurrentVersion', 'includeCurrentVersion: false', '/a 2.0, /1.0/a 1.0'],
      ['onlyIncludeVersions', "onlyIncludeVersions: ['current', '1.0']", '/a 1.0, /next/a next'],
      ['lastVersion', "lastVersion: '1.0'", '/a 1.0, /2.0/a 2.0, /next/a next'],
      ['lastVersion of the docs folder', "lastVersion: 'current'", '/a current, /2.0/a 2.0, /1.0/a 1.0'],
      ['paths', "versions: { current: { path: 'dev' }, '2.0': { path: 'latest' } }", '/latest/a 2.0, /1.0/a 1.0, /dev/a next'],
      ['disableVersioning', 'disableVersioning: true', '/a '],
    ])('%s', async (_, settings, expected) => {
      const docs = await readFiles({
        ...files,
        'docusaurus.config.js': config(`presets: [['classic', { docs: { ${settings} } }]]`),
      })
      const found = docs.pages.map(({ url, version }) => `${url} ${version ?? ''}`)
      expect(found.sort()).toEqual(expected.split(', ').sort())
    })
  }) // prettier-ignore
  test('the default language has no folder; Markdown is MDX', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config("i18n: { defaultLocale: 'fr', locales: ['fr', 'en'] }"),
      'docs/a.md': '# Un\n\nexport const x = 1\n\n{/* note */}\n\nTexte.\n',
      'blog/2024-01-02-un.md': '# Nouvelle',
      'i18n/en/docusaurus-plugin-content-docs/current/a.md': '# One',
      'i18n/en/docusaurus-plugin-content-blog/2024-01-02-un.md': '# News',
      'i18n/en/docusaurus-plugin-content-pages/about.md': '# About',
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md': '# Un',
    })
    expect(docs.lang).toBe('fr')
    expect(addressesOf(docs).map((one) => one.split(' ')[0])).toEqual([
      '/a', '/blog/2024/01/02/un', '/en/a', '/en/about', '/en/blog/2024/01/02/un',
    ]) // prettier-ignore
    expect(docs.pages.find(({ url }) => url === '/en/blog/2024/01/02/un')?.key).toBe('/blog/2024/01/02/un')
    expect(docs.records.map(({ content }) => content).join(' ')).not.toMatch(/note|export/)
  })
  test('a link may name a file from the folder of the site', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config(
        "presets: ['classic'], plugins: [['@docusaurus/plugin-content-docs', { id: 'sdk', path: 'source/sdk', routeBasePath: 'kit' }]]",
      ),
      'docs/a.md': '# A',
      'source/sdk/b.md': '# B',
      'source/sdk/c/d.md': '# D\n\n[B](source/sdk/b.md)\n',
    })
    expect(docs.problems).toEqual([])
  })
  test('translations into the default language replace the docs, which are shown where one is missing', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config("i18n: { defaultLocale: 'en', locales: ['zh-Hans', 'en'] }"),
      'sidebars.js': "module.exports = { docs: ['a', 'b'] }",
      'docs/a.md': '# 甲\n\n[B](./b.md)\n',
      'docs/b.md': '# 乙\n\n[A](./a.md)\n',
      'i18n/en/docusaurus-plugin-content-docs/current/a.md': '# A\n\n[B](./b.md)\n',
    })
    expect(outlineOf(docs)).toEqual(['A /a', '乙 /b'])
    expect(outlineOf(docs, 1)).toEqual(['甲 /zh-Hans/a'])
    expect(docs.problems).toEqual([])
  })
  test('docs that all languages have in translation are left out', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config("i18n: { defaultLocale: 'en', locales: ['zh-Hans', 'en'] }"),
      'docs/a.md': '# 甲',
      'i18n/en/docusaurus-plugin-content-docs/current/a.md': '# A',
      'i18n/zh-Hans/docusaurus-plugin-content-docs/current/a.md': '# 译',
    })
    expect(docs.pages.map(({ url, title }) => `${url} ${title}`)).toEqual(['/a A', '/zh-Hans/a 译'])
    expect(docs.files.filter(({ role }) => role === 'left-out')).toEqual([
      { file: 'a.md', role: 'left-out', reason: 'generator-rule' },
    ])
  })
  test('names of the sidebar and the navbar are translated', async () => {
    const translations = 'i18n/fr/docusaurus-plugin-content-docs'
    const docs = await readFiles({
      'docusaurus.config.js': config("i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }"),
      'sidebars.js': "module.exports = { docs: [{ type: 'category', label: 'Guide', items: ['a', { type: 'link', label: 'Out', href: 'https://x.y' }] }] }",
      'docs/a.md': '# A',
      'blog/2024-01-02-x.md': '# X',
      [`${translations}/current/a.md`]: '# Un',
      'i18n/fr/docusaurus-plugin-content-blog/2024-01-02-x.md': '# X fr',
      [`${translations}/current.json`]: '{ "sidebar.docs.category.Guide": { "message": "Le guide" }, "sidebar.docs.link.Out": { "message": "Dehors" } }',
      'i18n/fr/docusaurus-theme-classic/navbar.json': '{ "item.label.News": { "message": "Nouvelles" } }',
    }) // prettier-ignore
    expect(outlineOf(docs, 1)).toEqual([
      'Le guide -', '  Un /fr/a', '  Dehors https://x.y', 'Nouvelles -', '  X fr /fr/blog/2024/01/02/x',
    ]) // prettier-ignore
  })
  test('with the setting `format: detect`, only .mdx files are MDX', async () => {
    const docs = await readFiles({
      'docusaurus.config.js': config("markdown: { format: 'detect' }"),
      'docs/a.md': '# A\n\nA <code>{ message: string; }</code> is shown.\n\n<Tabs>\n',
      'docs/b.mdx': '# B\n\nexport const x = 1\n\n{/* note */}\n\nText.\n',
    })
    expect(docs.problems.filter(({ code }) => code === 'mdx-syntax')).toEqual([])
    expect(docs.records.map(({ content }) => content).join(' ')).toMatch(
      /^A \{ message: string; \} is shown\.[^]*Text\.$/,
    )
  })
})

test('old addresses of the redirects plugin lead to their pages, whichever route the docs have', async () => {
  const redirects =
    "[{ from: '/docs/old', to: '/docs/guide/a' }, { from: ['/start', '/begin'], to: '/docs/b#part' }, { from: '/out', to: 'https://x.example/' }]"
  const docs = await readFiles({
    'docusaurus.config.js': `const redirects = require('./redirects')\nmodule.exports = { title: 'T', baseUrl: '/harbour/', plugins: ['image', ['@docusaurus/plugin-client-redirects', { redirects, createRedirects(path) { return path } }]] }`,
    'redirects.js': `module.exports = ${redirects}`,
    'docs/guide/a.md': '# A\n\n[Old](/docs/old) [Begin](/begin)\n',
    'docs/b.md': '# B\n\n## Part\n',
  })
  const aliases = docs.pages.map(({ url, aliases = [] }) => `${url} ${aliases.join(' ')}`)
  expect(aliases).toEqual(expect.arrayContaining([expect.stringMatching(/^\/b .*\/start \/begin/)]))
  expect(aliases).toEqual(expect.arrayContaining([expect.stringMatching(/^\/guide\/a .*\/docs\/old/)]))
  // Sites answer old addresses with their own pages alone.
  expect(docs.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('"/out" to "https://x.example/"'),
  ])
})

test('links with the protocol of paths lead to files of the host; links of a sidebar keep their anchors', async () => {
  const docs = await readFiles({
    'docusaurus.config.js': "module.exports = { title: 'T', presets: [['classic', { docs: { routeBasePath: '/' } }]] }",
    'sidebars.js':
      "module.exports = { docs: ['a', { type: 'link', label: 'Part', href: '/b#part' }, { type: 'link', label: 'In', href: 'pathname:///b' }] }",
    'static/x.pdf': 'pdf',
    'docs/a.md':
      '# A\n\n[api](pathname:///api/v6/Model.html#save) [file](pathname:///x.pdf) [page](pathname:///b#part) [host](pathname://x.example/a)\n',
    'docs/b.md': '# B\n\n## Part\n',
  })
  const html = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(html.match(/(?<=<a href=")[^"]*(?=">)/g)).toEqual(['/api/v6/Model.html#save', '/x.pdf', '/b#part'])
  expect(docs.problems.map(({ message }) => message)).toEqual([
    'The link "pathname://x.example/a" has an address that browsers run or do not know; it is left out.',
  ])
  expect(outlineOf(docs)).toEqual(['A /a', 'Part /b#part', 'In /b'])
})
