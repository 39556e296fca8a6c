import { describe, expect, test } from 'vitest'
import type { SlugStyle } from '../folder/page-syntax.ts'
import { mkdocsSlugs } from '../generators/slug-settings.ts'
import { readFiles, readOne } from '../testing/docs-folder.ts'
import { looseAnchor, pageIds, slugOf } from './slug.ts'

/** Splits a row of the table below. */
const cells = (row: string): string[] => row.split('|').map((cell) => cell.trim())

// prettier-ignore
const TITLES = cells("What's new in 2.0? | C++ & C# | 2. Install    | Über uns | 見出し 1 | 🎉 Release notes | foo_bar -- baz | A/B: test (x) | <Tag> and __init__")

/** Ids that the generators themselves gave the titles, or that follow from their sources where these are not JavaScript or Python. */
// prettier-ignore
const EXPECTED: Record<SlugStyle, string> = {
  docsify:           'whats-new-in-20    | c--c     | _2-install    | Über-uns | 見出し-1 | -release-notes   | foo_bar----baz | ab-test-x     | -and-__init__',
  'docsify-4':       'what39s-new-in-20  | c-amp-c  | _2-install    | Über-uns | 見出し-1 | 🎉-release-notes | foo_bar-baz    | ab-test-x     | lttaggt-and-__init__',
  docutils:          'what-s-new-in-2-0  | c-c      | install       | uber-uns |          | release-notes    | foo-bar-baz    | a-b-test-x    | tag-and-init',
  gitbook:           'whats-new-in-2.0   | c-and-c  | id-2.-install | über-uns | 見出し-1 | release-notes    | foo_bar-baz    | a-b-test-x    | tag-and-__init__',
  github:            'whats-new-in-20    | c--c     | 2-install     | über-uns | 見出し-1 | -release-notes   | foo_bar----baz | ab-test-x     | tag-and-__init__',
  hexo:              'What-s-new-in-2-0  | C-C      | 2-Install     | Uber-uns | 見出し-1 | 🎉-Release-notes | foo-bar-baz    | A-B-test-x    | Tag-and-init',
  hugo:              'whats-new-in-20    | c--c     | 2-install     | über-uns | 見出し-1 | -release-notes   | foo_bar----baz | ab-test-x     | tag-and-__init__',
  'hugo-ascii':      'whats-new-in-20    | c--c     | 2-install     | uber-uns | -1       | -release-notes   | foo_bar----baz | ab-test-x     | tag-and-__init__',
  'hugo-blackfriday':'what-s-new-in-2-0  | c-c      | 2-install     | über-uns | 見出し-1 | release-notes    | foo-bar-baz    | a-b-test-x    | tag-and-init',
  kramdown:          'whats-new-in-20    | c--c     | install       | ber-uns  |          | release-notes    | foobar----baz  | ab-test-x     | tag-and-init',
  'kramdown-gfm':    'whats-new-in-20    | c--c     | 2-install     | über-uns | 見出し-1 | -release-notes   | foo_bar----baz | ab-test-x     | tag-and-__init__',
  mdbook:            'whats-new-in-20    | c--c     | 2-install     | über-uns | 見出し-1 | -release-notes   | foo_bar----baz | ab-test-x     | tag-and-__init__',
  mdc:               'whats-new-in-20    | c-c      | _2-install    | über-uns | 見出し-1 | release-notes    | foo_bar-baz    | ab-test-x     | tag-and-__init__',
  'mdit-vue':        'what-s-new-in-2-0  | c-c      | _2-install    | uber-uns | 見出し-1 | 🎉-release-notes | foo-bar-baz    | a-b-test-x    | tag-and-init',
  'mdit-vue-case':   'What-s-new-in-2-0  | C-C      | _2-Install    | Uber-uns | 見出し-1 | 🎉-Release-notes | foo-bar-baz    | A-B-test-x    | Tag-and-init',
  'mdit-vue-open':   'What-s-new-in-2-0- | C-C-     | _2-Install    | Uber-uns | 見出し-1 | 🎉-Release-notes | foo-bar-baz    | A-B-test-x-   | -Tag-and-init-',
  mintlify:          'what-s-new-in-2-0  | c++-&-c# | 2-install     | über-uns | 見出し-1 | -release-notes   | foo_bar-baz    | a/b-test-x    | <tag>-and-__init__',
  pandoc:            'whats-new-in-2.0   | c-c      | install       | über-uns | 見出し-1 | release-notes    | foo_bar----baz | ab-test-x     | tag-and-__init__',
  pymdownx:          'whats-new-in-20    | c--c     | 2-install     | über-uns | 見出し-1 | -release-notes   | foo_bar----baz | ab-test-x     | and-__init__',
  'pymdownx-case':   'Whats-new-in-20    | C--C     | 2-Install     | Über-uns | 見出し-1 | -Release-notes   | foo_bar----baz | AB-test-x     | and-__init__',
  python:            'whats-new-in-20    | c-c      | 2-install     | uber-uns | 1        | release-notes    | foo_bar-baz    | ab-test-x     | tag-and-__init__',
  'python-unicode':  'whats-new-in-20    | c-c      | 2-install     | über-uns | 見出し-1 | release-notes    | foo_bar-baz    | ab-test-x     | tag-and-__init__',
}

test.each(Object.keys(EXPECTED) as SlugStyle[])('slugs of the style %s', (style) => {
  expect(TITLES.map((title) => slugOf(style, title))).toEqual(cells(EXPECTED[style]))
})

test.each([
  // Anchors that GitBook's editor wrote into links.
  ['4.2. Deploy servers on Kubernetes', 'id-4.2.-deploy-servers-on-kubernetes'],
  ['Environment Variable(s)', 'environment-variable-s'],
  ['Video #2: Guide: Vue.js (Part 2)', 'video-2-guide-vue.js-part-2'],
  ['DDD & CQRS', 'ddd-and-cqrs'],
  ['Release 4.6.0', 'release-4.6.0'],
  ['Export Account - Non Operator/Administrator', 'export-account-non-operator-administrator'],
])('the id of “%s” is GitBook’s', (title, id) => {
  expect(slugOf('gitbook', title)).toBe(id)
})

describe('repeated headings', () => {
  const idsOf = (style: SlugStyle, ...titles: string[]): string[] => {
    const ids = pageIds(style, new Set())
    return titles.map((title) => ids.make(title))
  }
  test.each<[SlugStyle, string[]]>([
    ['github', ['note', 'note-1', 'note-2']],
    ['python', ['note', 'note_1', 'note_2']],
    ['docutils', ['note', 'id1', 'id2']],
    ['mintlify', ['note', 'note-2', 'note-3']],
  ])('are counted in the style %s', (style, expected) => {
    expect(idsOf(style, 'Note', 'Note', 'Note')).toEqual(expected)
  })

  test('a counted id is no id that another heading has', () => {
    expect(idsOf('github', 'Note', 'Note 1', 'Note')).toEqual(['note', 'note-1', 'note-2'])
    expect(idsOf('python', 'Note_1', 'Note', 'Note', 'Note_1')).toEqual(['note_1', 'note', 'note_2', 'note_3'])
  })

  test('headings without letters have ids too', () => {
    expect(idsOf('github', '!!!', '???')).toEqual(['section', 'section-1'])
    expect(idsOf('hugo', '!!!', '???')).toEqual(['heading', 'heading-1'])
    expect(idsOf('python', '!!!', '???')).toEqual(['_1', '_2'])
  })
})

test('the ids of pages and records are those of the recognised generator', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: Handbook\n',
    'docs/index.md': '# Start\n\n## One thing\n\nText.\n\n## One thing\n\nText.\n',
  })
  expect(docs.pages[0]?.headings.map(({ id }) => id)).toEqual(['one-thing', 'one-thing_1'])
  expect(docs.records.map(({ anchor }) => anchor)).toEqual(['', 'one-thing', 'one-thing_1'])
})

describe('slugify of mkdocs.yml', () => {
  const settings = (value: string): string =>
    `markdown_extensions:\n  - toc:\n      permalink: true\n      slugify: ${value}\n`
  test.each<[string, SlugStyle]>([
    ['!!python/object/apply:pymdownx.slugs.slugify\n        kwds:\n          case: lower', 'pymdownx'],
    ['!!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}', 'pymdownx'],
    ['!!python/object/apply:pymdownx.slugs.slugify {}', 'pymdownx-case'],
    ['!!python/name:pymdownx.slugs.uslugify', 'pymdownx'],
    ['!!python/name:markdown.extensions.toc.slugify_unicode', 'python-unicode'],
    ['!!python/name:constructor', 'python'],
  ])('%s', (value, expected) => {
    expect(mkdocsSlugs(settings(value))).toBe(expected)
  })
  test('is Python-Markdown’s by default', () => {
    expect(mkdocsSlugs('site_name: Handbook\n')).toBe('python')
  })
  test('is that of the table of contents, not that of tabs', () => {
    const tabs = '  - pymdownx.tabbed:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify\n'
    expect(mkdocsSlugs(`markdown_extensions:\n${tabs}  - toc:\n      permalink: true\n`)).toBe('python')
    expect(mkdocsSlugs(`${settings('!!python/name:pymdownx.slugs.uslugify')}${tabs}`)).toBe('pymdownx')
    expect(mkdocsSlugs(`markdown_extensions:\n  - toc:\n      permalink: true\n${tabs}`)).toBe('python')
  })
})

/** Ids without the letters of their headings: pymdownx and docsify 5 take `<Tag>` for a tag, docsify 4 keeps the letters of entities. */
const OTHER_LETTERS = new Set(['and-__init__', '-and-__init__', 'what39s-new-in-20', 'c-amp-c', 'lttaggt-and-__init__'])

describe('links to headings', () => {
  test.each(['#simple_requests', '#Simple-Requests', '#simple--requests', '#simple%20requests', '#simplerequests'])(
    '%s leads to the heading "Simple requests"',
    async (anchor) => {
      const { html, codes } = await readOne(`# Page\n\n[there](${anchor})\n\n## Simple requests\n`)
      expect(html).toContain('<a href="#simple-requests">there</a>')
      expect(codes).toEqual([])
    },
  )

  test('anchors in the styles of other generators lead to their heading', async () => {
    const anchors = new Set(
      TITLES.flatMap((title) => Object.keys(EXPECTED).map((style) => slugOf(style as SlugStyle, title))),
    )
    const links = [...anchors]
      .filter((id) => id !== '' && !OTHER_LETTERS.has(id))
      .map((id) => `- [x](<#${encodeURIComponent(id)}>)`)
    const headings = TITLES.map((title) => `## ${title.replaceAll(/[<_]/g, String.raw`\$&`)}`)
    const { codes } = await readOne(`# Page\n\n${links.join('\n')}\n\n${headings.join('\n\n')}\n`)
    expect(codes).toEqual([])
  })

  test('the letters and digits of an anchor decide, without accents', () => {
    expect(looseAnchor('Über-uns_2')).toBe('uberuns2')
  })
})

describe('ids that authors set', () => {
  test.each([
    ['## Usage {#use}', 'page.md'],
    ['## Usage {#use}', 'page.mdx'],
    ['## Usage { #use .wide }', 'page.md'],
    ['## Usage {/*use*/}', 'page.md'],
    ['## Usage {/*use*/}', 'page.mdx'],
    ['## Usage {/* #use */}', 'page.mdx'],
    ['## Usage \\{#use}', 'page.mdx'],
  ])('%s in %s', async (heading, name) => {
    const { docs, html } = await readOne(`# Page\n\n${heading}\n\nText.\n`, {}, name)
    expect(docs.pages[0]?.headings).toEqual([{ level: 2, text: 'Usage', id: 'use' }])
    expect(html).not.toContain('*/')
  })

  test.each([
    ['# ![logo](x.svg) Title {#own}', 'Title'],
    ['## ![logo](x.svg) Title {#own}', 'Title'],
    ['## ![logo](x.svg) {#own}', ''],
    ['## ![](x.svg) {#own}', ''],
    ['## <img src="x.svg" alt="logo"> Title {#own}', 'Title'],
    ['## Title ![logo](x.svg) {#own}', 'Title'],
  ])('after an image: %s', async (heading, title) => {
    const { html, codes } = await readOne(`${heading}\n\n[here](#own)\n\n## Next\n`, { 'x.svg': '<svg/>' })
    expect(html).toContain(' id="own">')
    expect(html.replaceAll(/<[^>]*>/g, '').trimStart()).toMatch(new RegExp(`^(?:page\\s*)?${title}\\s*here`, 'i'))
    expect(codes).toEqual([])
  })

  test.each(['seite', '页面', 'a-–-b', 'i18n.key'])('the letters of any script: %s', async (id) => {
    const { docs } = await readOne(`# Page\n\n## Usage {#${id} .wide}\n`)
    expect(docs.pages[0]?.headings).toEqual([{ level: 2, text: 'Usage', id }])
  })

  test('attributes without an id are removed', async () => {
    const { docs } = await readOne('# Page\n\n## Usage { data-search-exclude }\n')
    expect(docs.pages[0]?.headings).toEqual([{ level: 2, text: 'Usage', id: 'usage' }])
  })
})

test('a heading without text, of which editors leave some behind, is not shown', async () => {
  const { html } = await readOne('# Page\n\nText.\n\n##\n\n## ![A](https://x.example/a.png)\n\n### <!-- later -->\n')
  expect(html.match(/<h\d/g)).toEqual(['<h1', '<h2'])
})

// The ids that VitePress 1.6 and 2.0 make.
test.each([
  ['## A Promise&lt;Locale&gt; &amp; b', 'a-promise-lt-locale-gt-amp-b'],
  ['## Emoji :tada: x', 'emoji-x'],
  ['## Title <Badge type="info">custom element</Badge>', 'title-custom-element'],
  ['## A <Badge text="beta" /> b', 'a-b'],
  ['## Code `a<b>` :unknown: 🎉', 'code-a-b-unknown-🎉'],
  ['## Link [text](https://a.b) & more {.cls}', 'link-text-more'],
])('VitePress: the heading %s has the id %s', async (heading, id) => {
  const docs = await readFiles({ '.vitepress/config.ts': 'export default {}', 'a.md': `# A\n\n${heading}\n` })
  expect(docs.pages[0]?.headings.map((each) => each.id)).toEqual([id])
})

// The ids that Hugo 0.168 and kramdown 2.4 with its GFM parser make.
test.each([
  ['hugo', '## _em_ and *em*, `_code_`', 'em-and-em-_code_'],
  ['hugo', '## ![Alt](a.png) Picture', 'alt-picture'],
  ['hugo', '## A &amp; b :tada: ##', 'a--b-tada'],
  ['hugo', '## Auto https://example.com/x', 'auto'],
  ['hugo', '## Classes {.small}', 'classes'],
  ['hugo', '## [text](https://example.com)', 'text'],
  ['hugo', '## A <b>c</b> x&copy;y', 'a-c-xy'],
  ['hugo', '## a--b <https://e.example/x> [l](k)', 'ab--l'],
  ['hugo', '## İçerik', 'içerik'],
  ['kramdown-gfm', '## Title <a name="x"></a>', 'title-'],
  ['kramdown-gfm', '## ![Alt](a.png) Picture', '-picture'],
  ['kramdown-gfm', '## _em_ and `_code_` -- dash', 'em-and-_code_--dash'],
  ['kramdown-gfm', '## Party :tada: foo<br>bar', 'party-tada-foobar'],
])('%s: the heading %s has the id %s', async (style, heading, id) => {
  const docs = await readFiles({
    [style === 'hugo' ? 'hugo.toml' : '_config.yml']: style === 'hugo' ? 'title = "T"' : 'title: T\ntheme: minima\n',
    [style === 'hugo' ? 'content/a.md' : 'a.md']: `---\ntitle: A\n---\n\n${heading}\n\nText.\n`,
  })
  expect(docs.pages.find(({ title }) => title === 'A')?.headings.map((each) => each.id)).toEqual([id])
})

test('VitePress: ids between the signs that the site sets for attributes', async () => {
  const docs = await readFiles({
    '.vitepress/config.ts':
      "import { defineConfig } from 'vitepress'\nimport { shared } from './shared'\nexport default defineConfig({ ...shared, title: 'S' })",
    '.vitepress/shared.ts':
      "import { defineConfig } from 'vitepress'\nimport { slugify } from 'x'\nexport const shared = defineConfig({ markdown: { config(md) { md.use(y) }, attrs: { leftDelimiter: '%{', rightDelimiter: '}%' }, anchor: { slugify } } })",
    'a.md': '# 页 %{#page}%\n\n## 树 %{#tree}%\n\nText.\n',
  })
  expect(docs.pages[0]?.title).toBe('页')
  expect(docs.pages[0]?.headings).toEqual([{ level: 2, text: '树', id: 'tree' }])
})
