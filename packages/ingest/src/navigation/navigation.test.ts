import { describe, expect, test } from 'vitest'
import type { Docs, NavItem } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

/** `Title url` for each line, indented by depth. */
function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title}${item.url === undefined ? '' : ` ${item.url}`}`,
    ...outline(item.children, depth + 1),
  ])
}

const withFolder = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

describe('the order of a folder', () => {
  test('positions, numbers, the folder’s own page, titles', async () => {
    const docs = await readFiles({
      'index.md': '# Home',
      'zebra.md': '---\nsidebar_position: 1\n---\n# Zebra',
      'apple.md': '# Apple',
      '02-two.md': '# Two',
      '10-ten.md': '# Ten',
      'getting-started/index.md': '# Start',
      'getting-started/b.md': '---\nsidebar_label: Bee\n---\n# B long',
      'api/x.md': '# X',
      'api/_category_.json': '{"label": "Reference", "position": 2}',
    })
    expect(outline(docs.navigations[0]!.items)).toEqual([
      'Home /', 'Zebra /zebra', 'Reference', '  X /api/x', 'Two /02-two', 'Ten /10-ten', 'Apple /apple', 'Getting started /getting-started', '  Bee /getting-started/b',
    ]) // prettier-ignore
    expect(docs.pages.find((page) => page.url === '/api/x')!.group).toBe('Reference')
    expect(docs.records.every((record) => record.hierarchy.lvl0 !== '')).toBe(true)
  })
  test('a folder with an index page has its title, its place and its address', async () => {
    const docs = await readFiles({
      'om/index.md': '---\nweight: 1\n---\n# OpenMetrics',
      'om/spec.md': '# The spec',
      'about.md': '# About',
      'concepts/README.md': '# Concepts',
      'concepts/deep/a.md': '# A',
    })
    expect(outline(docs.navigations[0]!.items)).toEqual([
      'OpenMetrics /om', '  The spec /om/spec', 'About /about', 'Concepts /concepts', '  Deep', '    A /concepts/deep/a',
    ]) // prettier-ignore
    const lvl0 = (url: string): string | null | undefined =>
      docs.records.find((record) => record.url === url)?.hierarchy.lvl0
    expect([lvl0('/om'), lvl0('/om/spec')]).toEqual(['OpenMetrics', 'OpenMetrics'])
  })
  test('pages under the name of the project have the title of their next heading', async () => {
    const docs = await readFiles({
      'README.md': '# Tool',
      'guide/index.md': '<h1 align="center">Tool</h1>\n\n## Guide',
      'guide/use.md': '<h1 align="center">Tool</h1>\n\n## Using it\n\n### Part',
      'guide/plain.md': '# Tool',
    })
    expect(outline(docs.navigations[0]!.items)).toEqual([
      'Tool /',
      'Guide /guide',
      '  Tool /guide/plain',
      '  Using it /guide/use',
    ])
  })
  test('code in titles has no backticks in titles, sidebar and records', async () => {
    const docs = await readFiles({
      'a.md': '---\ntitle: "The `run` command"\n---\nText',
      'b.md': '---\nsidebar_label: "`b`"\n---\n# Use `b` well',
    })
    expect(outline(docs.navigations[0]!.items)).toEqual(['b /b', 'The run command /a'])
    expect(docs.pages.map(({ title, label }) => `${title}: ${label}`)).toEqual([
      'Use b well: b',
      'The run command: The run command',
    ])
    expect(docs.records.map(({ hierarchy }) => hierarchy.lvl1)).toEqual(['Use b well', 'b', 'The run command'])
  })
  test.each(['weight', 'order', 'nav_order'])('the front matter key %s', async (key) => {
    const docs = await readFiles({ 'a.md': `---\n${key}: 2\n---\n# A`, 'b.md': `---\n${key}: 1\n---\n# B` })
    expect(docs.pages.map((page) => page.url)).toEqual(['/b', '/a'])
  })
})

test('icons of pages and folders; names of other icon sets are left out', async () => {
  const docs = await readFiles({
    'a.md': '---\nicon: lightning\n---\n# A',
    'b.md': '---\nicon: material/rocket\n---\n# B',
    'c/index.md': '---\nicon: code\n---\n# C',
    'c/d.md': '# D',
    'e/f.md': '# F',
    'e/_category_.json': '{"label": "E", "icon": "cube"}',
  })
  const icons = (items: NavItem[]): string[] =>
    items.flatMap(({ title, icon, children }) => [`${title} ${icon ?? '-'}`, ...icons(children)])
  expect(icons(docs.navigations[0]!.items)).toEqual(['A lightning', 'B -', 'C code', 'D -', 'E cube', 'F -'])
})

describe('the order in files of generators', () => {
  const pages = {
    'index.md': '# Home',
    'a.md': '# A',
    'b.md': '# B',
    'guide/index.md': '# Guide',
    'guide/one.md': '# One',
    'guide/two.md': '# Two',
  }
  const read = async (files: Record<string, string>): Promise<string[]> => {
    const docs = await readFiles({ ...pages, ...files })
    return [...outline(docs.navigations[0]!.items), ...docs.problems.map(({ file, code }) => `${code} ${file}`)]
  }

  test('.pages of awesome-pages: order, titles, groups, links, the rest', async () => {
    expect(
      await read({
        '.pages': 'nav:\n  - Start: index.md\n  - guide\n  - More:\n    - b.md\n    - Out: https://x.y\n  - ...\n',
        'guide/.pages': 'title: The guide\nnav:\n  - two.md\n  - one.md\n',
      }),
    ).toEqual([
      'Start /', 'The guide', '  Two /guide/two', '  One /guide/one', 'More', '  B /b', '  Out https://x.y', 'A /a',
      'unlisted-page guide/index.md',
    ]) // prettier-ignore
  })
  test('.nav.yml of awesome-nav: patterns, sections, sorting, ignored and hidden paths, the rest of inner folders', async () => {
    const nav = (text: string, others: Record<string, string> = {}): Promise<string[]> =>
      read({ '.nav.yml': text, ...others })
    const guide = ['Guide /guide', '  One /guide/one', '  Two /guide/two']
    expect(await nav('nav:\n  - b.md\n  - "*"\n')).toEqual(['B /b', 'Home /', 'A /a', ...guide])
    expect(await nav('nav:\n  - "*/"\n  - More:\n    - glob: "@(a|b).md"\n  - index.md\n')).toEqual([
      ...guide, 'More', '  A /a', '  B /b', 'Home /',
    ]) // prettier-ignore
    expect(await nav('nav:\n  - guide/two.md\n  - "**/*.md"\n')).toEqual([
      'Two /guide/two', 'Home /', 'A /a', 'B /b', 'Guide /guide', 'One /guide/one',
    ]) // prettier-ignore
    expect(await nav('sort: { direction: desc, sections: first }\nignore: "a.md"\n')).toEqual([
      'Home /', 'Guide /guide', '  Two /guide/two', '  One /guide/one', 'B /b',
    ]) // prettier-ignore
    expect(await nav('append_unmatched: true\n', { 'guide/.nav.yml': 'nav:\n  - two.md\n' })).toEqual([
      'Home /',
      'A /a',
      'B /b',
      'Guide',
      '  Two /guide/two',
      '  Guide /guide',
      '  One /guide/one',
    ])
    expect(await nav('', { 'guide/.nav.yml': 'hide: true\n' })).toEqual(['Home /', 'A /a', 'B /b'])
  })
  test('_meta.json of Nextra: unnamed entries come last', async () => {
    const meta = { b: 'Bee', '-- x': { type: 'separator', title: 'Part' }, guide: { title: 'Manual' }, a: { display: 'hidden' }, '-- y': { type: 'separator' }, out: { title: 'Out', href: 'https://x.y' } } // prettier-ignore
    expect(await read({ '_meta.json': JSON.stringify(meta), 'guide/_meta.json': '{"two": "Second"}' })).toEqual([
      'Bee /b', 'Part', '  Manual', '    Second /guide/two', '    Guide /guide', '    One /guide/one', 'Out https://x.y', 'Home /',
    ]) // prettier-ignore
  })
  test('_meta.js and _meta.ts of Nextra are read and not run', async () => {
    const meta = "import type { MetaRecord } from 'nextra'\nconst rest: MetaRecord = { a: 'Ay' }\nexport default { b: { title: 'Bee' }, ...rest, 'guide': 'Manual' } satisfies MetaRecord" // prettier-ignore
    expect(await read({ '_meta.ts': meta, 'guide/_meta.js': 'export default {\n two: "Second", }' })).toEqual([
      'Bee /b', 'Ay /a', 'Manual', '  Second /guide/two', '  Guide /guide', '  One /guide/one', 'Home /',
    ]) // prettier-ignore
    const faults = await read({ '_meta.js': '\nexport default build()', 'guide/_meta.js': 'export default {' })
    expect(faults.slice(-2)).toEqual(['navigation _meta.js', 'navigation guide/_meta.js'])
  })
  test('meta.json of Fumadocs: names, a folder opened, links, the rest', async () => {
    const meta = { pages: ['index', '---More---', '...guide', '[Out](https://x.y)', '...'] }
    expect(await read({ 'meta.json': JSON.stringify(meta), 'guide/meta.json': '{"title": "G", "pages": ["two"]}' })).toEqual([
      'Home /', 'More', '  Two /guide/two', '  Out https://x.y', '  A /a', '  B /b', 'unlisted-page guide/index.md', 'unlisted-page guide/one.md',
    ]) // prettier-ignore
  })
  test('a language has the order of its own folder; an invalid order file is ignored', async () => {
    const docs = await readFiles({
      ...pages,
      'ja/a.md': '# あ',
      'ja/b.md': '# い',
      'ja/_meta.json': '{"b": "ビー"}',
      'meta.json': '[1, 2',
    })
    expect(outline(docs.navigations[1]!.items)).toEqual(['ビー /ja/b', 'あ /ja/a'])
    expect(outline(docs.navigations[0]!.items)[0]).toBe('Home /')
  })
})

test('links of SUMMARY.md and of a nav to sections keep their anchors; the page has the name of its own link', async () => {
  const pages = { 'README.md': '# Home', 'a.md': '# A\n\n## Two words\n' }
  const summary = '# Summary\n\n* [Home](README.md)\n* [Words](a.md#two-words)\n* [The A](a.md)\n'
  const book = await readFiles({ 'SUMMARY.md': summary, ...pages })
  expect(outline(book.navigations[0]!.items)).toEqual(['Home /', 'Words /a#two-words', 'The A /a'])
  expect(book.pages.find(({ url }) => url === '/a')!.label).toBe('The A')
  const nav = 'site_name: S\nnav:\n  - README.md\n  - Words: a.md#two-words\n  - The A: a.md\n'
  const mkdocs = await readFiles({ 'mkdocs.yml': nav, ...withFolder('docs', pages) })
  expect(outline(mkdocs.navigations[0]!.items)).toEqual(['Home /', 'Words /a#two-words', 'The A /a'])
  expect(mkdocs.problems).toEqual([])
})

test('SUMMARY.md: parts, nested chapters, drafts, missing files', async () => {
  const summary =
    '# Summary\n\n[Intro](intro.md)\n\n# Part\n\n- [A](a.md)\n  - [B](b.md)\n- [Draft]()\n- [Gone](gone.md)\n\n---\n\n[End](end.md)\n'
  const docs = await readFiles({
    'SUMMARY.md': summary,
    'intro.md': '# I',
    'a.md': '# A',
    'b.md': '# B',
    'end.md': '# E',
    'more.md': '# M',
  })
  expect(outline(docs.navigations[0]!.items)).toEqual([
    'Intro /intro',
    'Part',
    '  A /a',
    '    B /b',
    '  Draft',
    '  Gone',
    'End /end',
  ])
  expect(docs.pages.map((page) => [page.url, page.group])).toEqual(
    [
      ['/intro', 'Summary'],
      ['/a', 'Part'],
      ['/b', 'Part'],
      ['/end', 'Summary'],
      ['/more', 'Summary'],
    ].map(([url, group]) => [url, group === 'Summary' ? docs.title : group]),
  )
  expect(docs.problems.map(({ file, line, code }) => `${file}:${line ?? ''} ${code}`)).toEqual([
    'SUMMARY.md:10 missing-page',
    'more.md: unlisted-page',
  ])
})

test('mkdocs.yml: nav, names, links, tags of Python', async () => {
  const yml =
    'site_name: Site\nextra:\n  x: !ENV Y\nmarkdown_extensions:\n  - a: !!python/name:b.c\nnot_in_nav: |\n  /hidden/*.md\nnav:\n  - Home: index.md\n  - Group:\n    - a.md\n    - Out: https://x.y\n    - Gone: gone.md\n'
  const docs = await readFiles({
    'mkdocs.yml': yml,
    'docs/index.md': '# H',
    'docs/a.md': '# A title',
    'docs/hidden/h.md': '# X',
  })
  expect(docs.title).toBe('Site')
  expect(outline(docs.navigations[0]!.items)).toEqual(['Home /', 'Group', '  A title /a', '  Out https://x.y'])
  expect(docs.problems.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
    '../mkdocs.yml:13 missing-page',
  ])
})

describe('languages and versions', () => {
  test('language folders that mirror the rest have their own navigation', async () => {
    const docs = await readFiles({
      'index.md': '# Home',
      'guide/a.md': '# A',
      'ja/index.md': '# ホーム',
      'ja/guide/a.md': '# あ',
      'pt-br/guide/a.md': '# A [x](/guide/a)',
      'is/this.md': '# Is',
    })
    expect(docs.navigations.map(({ lang, url }) => [lang, url])).toEqual([
      ['en', '/'],
      ['ja', '/ja'],
      ['pt-BR', '/pt-br/guide/a'],
    ])
    const page = docs.pages.find(({ url }) => url === '/ja/guide/a')!
    expect([page.lang, page.key]).toEqual(['ja', '/guide/a'])
    expect(docs.records.find((record) => record.url === '/ja/guide/a')).toMatchObject({ lang: 'ja', language: 'ja' })
    expect(docs.pages.find(({ url }) => url === '/is/this')!.lang).toBe('en')
  })
  test('version folders, and languages in them', async () => {
    const docs = await readFiles({ 'v1/en/a.md': '# A', 'v1/de/a.md': '# A', 'v2/en/a.md': '# A', 'v2/de/a.md': '# A' })
    expect(docs.pages.map(({ url, version, lang, key }) => [url, version, lang, key])).toContainEqual([
      '/v2/de/a',
      '2',
      'de',
      '/a',
    ])
    expect(docs.navigations).toHaveLength(4)
    expect(docs.records.find((record) => record.url === '/v1/en/a')).toMatchObject({
      version: '1',
      docusaurus_tag: 'docs-default-1',
    })
  })
  describe('Docusaurus keeps versions and translations beside its docs', () => {
    const files = {
      'docusaurus.config.js': '',
      'versions.json': '["10.0", "9.0"]',
      'docs/a.md': '# A',
      'versioned_docs/version-10.0/a.md': '# New',
      'versioned_docs/version-9.0/a.md': '# Old',
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md': '# Fr',
      'i18n/fr/docusaurus-plugin-content-docs/version-10.0/a.md': '# Fr',
    }
    const places = (docs: Docs): string[] =>
      docs.pages.map(({ url, lang, version }) => `${url} ${lang} ${version ?? ''}`)

    test('the newest version of versions.json is the default, the docs folder the next one', async () => {
      const docs = await readFiles(files)
      expect(places(docs)).toEqual([
        '/a en 10.0',
        '/fr/a fr 10.0',
        '/9.0/a en 9.0',
        '/next/a en next',
        '/fr/next/a fr next',
      ])
      expect(docs.navigations.map(({ lang, version }) => `${lang} ${version}`)).toEqual([
        'en 10.0',
        'fr 10.0',
        'en 9.0',
        'en next',
        'fr next',
      ])
      expect(docs.records.map(({ url, version, docusaurus_tag }) => [url, version, docusaurus_tag])).toContainEqual([
        '/next/a',
        'next',
        'docs-default-current',
      ])
      expect(docs.records.every(({ version }) => version !== undefined)).toBe(true)
    })
    test('with lastVersion "current" the docs folder is the default', async () => {
      const docs = await readFiles({ ...files, 'docusaurus.config.js': "docs: { lastVersion: 'current' }" })
      expect(places(docs).slice(0, 3)).toEqual(['/a en current', '/fr/a fr current', '/10.0/a en 10.0'])
    })
    test('without versions.json the folder names give the versions, by number', async () => {
      const { 'versions.json': _, ...others } = files
      expect(places(await readFiles(others))[0]).toBe('/a en 10.0')
    })
  })
  test('the first page of a language without pages in its sidebar is not its page for missing ones', async () => {
    const docs = await readFiles({
      'index.md': '# Home',
      '404.md': '# Not found',
      'guide.md': '# Guide',
      'da/404.md': '# Ikke fundet',
      'da/index.md': '---\nlayout: home\nhero:\n  name: Hjem\n---\n',
    })
    expect(docs.navigations.map(({ lang, url }) => [lang, url])).toEqual([
      ['en', '/'],
      ['da', '/da'],
    ])
  })
  test('a language is detected by its script', async () => {
    expect((await readFiles({ 'a.md': '# これは日本語のページです' })).lang).toBe('ja')
    expect((await readFiles({ 'a.md': '# Это страница на русском языке' })).lang).toBe('ru')
    expect((await readFiles({ 'a.md': '# A page, with 一 word' })).lang).toBe('en')
  })
})

test('a file with the order of a folder that cannot be parsed is a problem with its line', async () => {
  const docs = await readFiles({
    'a.md': '# A',
    '_category_.json': '{\n  "label": "A"\n  "position": [\n',
    constructor: '{}',
  })
  expect(docs.problems).toEqual([
    { file: '_category_.json', line: 3, code: 'navigation', message: expect.stringContaining('cannot be read (') },
  ])
})

test.each([
  ['SUMMARY.md', {}],
  ['_sidebar.md', { 'index.html': '<script src="//cdn.example/docsify.js"></script>', '.nojekyll': '' }],
  [
    'SUMMARY.md',
    { 'mkdocs.yml': 'site_name: S\nplugins: [literate-nav: { nav_file: SUMMARY.md }]\n', 'docs/a.md': '# A' },
  ],
])('%s: a list on which the parser would take minutes is named and not read: %j', async (name, files) => {
  const list = `# L\n\n- [A](a.md)\n- ${'*a_ '.repeat(30_000)}\n`
  const place = 'docs/a.md' in files ? `docs/${name}` : name
  const docs = await readFiles({ 'a.md': '# A\n', ...files, [place]: list })
  expect(docs.problems).toContainEqual(
    expect.objectContaining({ code: 'too-costly', file: expect.stringMatching(name), line: 3 }),
  )
  expect(docs.pages.some(({ title }) => title === 'A')).toBe(true)
})

test('a page that has the name of a list and is too costly for the parser is shown as text', async () => {
  const docs = await readFiles({ 'toc.md': `- [A](a.md)\n- ${'*a_ '.repeat(30_000)}\n`, 'a.md': '# A\n' })
  expect(docs.pages.map(({ url }) => url)).toContain('/toc')
})

test('a file with the order of a folder that is nested too deep is not parsed: that would take minutes', async () => {
  const docs = await readFiles({ 'a.md': '# A', '_category_.yml': `label: ${'{'.repeat(500)}` })
  expect(docs.problems).toEqual([
    { file: '_category_.yml', line: 1, code: 'navigation', message: expect.stringContaining('more than 100 levels') },
  ])
})
