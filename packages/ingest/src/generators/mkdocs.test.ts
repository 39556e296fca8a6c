import { describe, expect, test } from 'vitest'
import type { Docs, NavItem } from '../index.ts'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title}${item.url === undefined ? '' : ` ${item.url}`}`,
    ...outline(item.children, depth + 1),
  ])
}
const outlineOf = (docs: Docs, index = 0): string[] => outline(docs.navigations[index]?.items ?? [])
const codes = (docs: Docs): string[] => docs.problems.map(({ file, line, code }) => `${file}:${line ?? ''} ${code}`)

async function page(source: string, others: Record<string, string> = {}): Promise<{ html: string; docs: Docs }> {
  const docs = await readFiles({ 'mkdocs.yml': 'site_name: S\n', 'docs/page.md': source, ...others })
  const found = docs.pages.find(({ file }) => file === 'page.md')
  if (found === undefined) throw new Error('The page is missing.')
  return { html: await renderArticle(docs, found), docs }
}

describe('posts of the blog', () => {
  const posts = {
    'docs/index.md': '# Start',
    'docs/blog/index.md': '# Blog',
    'docs/blog/posts/a.md': '---\ndate: 2024-01-31\n---\n# What’s new: one & two',
    'docs/blog/posts/2024/b.md': '---\ndate:\n  created: 2024-02-01\nslug: own.name\n---\n# B',
    'docs/blog/posts/undated.md': '# Undated',
  }
  const urls = async (plugins: string): Promise<string[]> =>
    (await readFiles({ ...posts, 'mkdocs.yml': `site_name: S\nplugins:\n  - search\n${plugins}` })).pages
      .map(({ url }) => url)
      .sort()

  test('have addresses by date and title', async () => {
    expect(await urls('  - blog\n')).toEqual([
      '/',
      '/blog',
      '/blog/2024/01/31/whats-new-one--two',
      '/blog/2024/02/01/own.name',
      '/blog/posts/undated',
    ])
  })

  test('have those of their files without the plugin', async () => {
    expect(await urls('')).toContain('/blog/posts/a')
  })
})

describe('the configuration', () => {
  const pages = {
    'docs/index.md': '# Start',
    'docs/a/index.md': '# Section A',
    'docs/a/b.md': '# B',
    'docs/c.md': '# C',
  }

  test('sections without a title have that of their index page, and no blank groups remain', async () => {
    const docs = await readFiles({
      ...pages,
      'mkdocs.yml': 'site_name: S\nnav:\n  - index.md\n  - "": [a/index.md, a/b.md]\n  - "": [c.md]\n',
    })
    expect(outlineOf(docs)).toEqual(['Start /', 'Section A /a', '  B /a/b', 'C /c'])
    expect(docs.records.find(({ url }) => url === '/a/b')?.hierarchy.lvl0).toBe('Section A')
  })

  test('HTML in the titles of the nav, which themes render, is no text of the sidebar', async () => {
    const docs = await readFiles({
      ...pages,
      'mkdocs.yml':
        "site_name: S\nnav:\n  - '<span class=\"x\">Govern <img src=\"https://x.org/a.svg\" alt=\"Logo\"></span>': index.md\n  - 'Q&amp;A <b>now</b>':\n      - 'List<T>': c.md\n      - '<i></i>': a/b.md\n",
    })
    expect(outlineOf(docs)).toEqual(['Govern /', 'Q&A now', '  List<T> /c', '  B /a/b'])
  })

  test('with navigation.indexes, an index page is the page of its section', async () => {
    const nav = 'nav:\n  - Part:\n    - a/index.md\n    - a/b.md\n  - c.md\n  - index.md\n'
    const plain = await readFiles({ ...pages, 'mkdocs.yml': `site_name: S\n${nav}` })
    expect(outlineOf(plain).slice(0, 3)).toEqual(['Part', '  Section A /a', '  B /a/b'])
    const merged = await readFiles({
      ...pages,
      'mkdocs.yml': `site_name: S\ntheme: { name: material, features: [navigation.indexes] }\n${nav}`,
    })
    expect(outlineOf(merged).slice(0, 2)).toEqual(['Part /a', '  B /a/b'])
    expect(merged.generator.theme).toBe('Material')
  })

  test('inherits, excludes files, and has drafts', async () => {
    const docs = await readFiles({
      ...pages,
      'base.yml': 'site_name: Base\nrepo_url: https://github.com/x/y\ntheme: { language: de, logo: img/logo.svg }\n',
      'mkdocs.yml': 'INHERIT: base.yml\nsite_url: https://x.org/docs/\nexclude_docs: |\n  old/\n  !old/keep.md\ndraft_docs: c.md\n',
      'docs/old/x.md': '# X', 'docs/old/keep.md': '# Keep', 'docs/img/logo.svg': '<svg/>',
    }) // prettier-ignore
    expect([docs.title, docs.lang, docs.logo?.light]).toEqual(['Base', 'de', '/img/logo.svg'])
    expect(docs.pages.map(({ file }) => file).toSorted()).toEqual(['a/b.md', 'a/index.md', 'index.md', 'old/keep.md'])
    expect(docs.links).toEqual([{ text: 'github', url: 'https://github.com/x/y' }])
  })

  test('of Zensical is a table', async () => {
    const docs = await readFiles({
      ...pages,
      'zensical.toml':
        '[project]\nsite_name = "Z"\nnav = [{ "Home" = "index.md" }, "c.md", { "Part" = ["a/b.md", "a/index.md"] }]\n',
    })
    expect([docs.title, docs.generator]).toEqual(['Z', { kind: 'mkdocs', file: 'zensical.toml', theme: 'Zensical' }])
    expect(outlineOf(docs)).toEqual(['Home /', 'C /c', 'Part', '  B /a/b', '  Section A /a'])
  })

  test('files that are appended to each page define links and abbreviations', async () => {
    const docs = await readFiles({
      'mkdocs.yml':
        'site_name: S\nmarkdown_extensions:\n  - abbr\n  - pymdownx.snippets:\n      base_path: [docs, parts]\n      auto_append: [refs.md, none.md]\n',
      'docs/index.md': '# S\n\nSee [the site][site] in HTML.',
      'parts/refs.md': '[site]: https://site.example\n\n*[HTML]: Hypertext Markup Language\n',
    })
    const html = await renderArticle(docs, docs.pages[0]!) // the page above
    expect(html).toContain('<a href="https://site.example"')
    expect(html).toContain('<abbr title="Hypertext Markup Language">HTML</abbr>')
    expect(docs.problems).toEqual([])
    // Watched with all files of its folder.
    expect(docs.sources.some((path) => path.endsWith('/parts'))).toBe(true)
  })

  test('of Zensical may be YAML', async () => {
    const docs = await readFiles({ ...pages, 'zensical.yml': 'site_name: Z\nnav: [c.md]\n' })
    expect([docs.title, docs.generator]).toEqual(['Z', { kind: 'mkdocs', file: 'zensical.yml', theme: 'Zensical' }])
    expect(outlineOf(docs)[0]).toBe('C /c')
  })

  test('literate-nav: lists of folders, patterns, other sites', async () => {
    const docs = await readFiles({
      ...pages,
      'mkdocs.yml': 'site_name: S\nplugins:\n  - literate-nav\n',
      'docs/SUMMARY.md': '* [Home](index.md)\n* [The part](a/)\n* [Out](https://x.org)\n* Group\n    * [](c.md)\n* *.md\n',
      'docs/a/SUMMARY.md': '* [Only](b.md)\n* [Gone](gone.md)\n', 'docs/d.md': '# D',
    }) // prettier-ignore
    expect(outlineOf(docs)).toEqual([
      'Home /',
      'The part',
      '  Only /a/b',
      'Out https://x.org',
      'Group',
      '  C /c',
      'D /d',
    ])
    expect(docs.pages.some(({ file }) => file.includes('SUMMARY'))).toBe(false)
    expect(codes(docs)).toContain('a/SUMMARY.md:2 missing-page')
  })
  test('literate-nav: folders in the nav of mkdocs.yml have the lists of their own index pages', async () => {
    const docs = await readFiles({
      'mkdocs.yml':
        'site_name: S\nnav:\n  - Home: index.md\n  - Manual: manual/\n  - More:\n      - x.md\n      - Deep: deep/\nplugins:\n  - literate-nav: { nav_file: README.md, implicit_index: true }\n',
      'docs/index.md': '# Start',
      'docs/manual/README.md': '# The manual\n\nWords.\n\n- [Two](two.md)\n- [One](one.md)\n',
      'docs/manual/one.md': '# One',
      'docs/manual/two.md': '# Two',
      'docs/x.md': '# X',
      'docs/deep/b.md': '# B',
      'docs/deep/a.md': '# A',
    })
    expect(outlineOf(docs)).toEqual([
      'Home /', 'Manual', '  The manual /manual', '  Two /manual/two', '  One /manual/one', 'More', '  X /x', '  Deep',
      '    A /deep/a', '    B /deep/b',
    ]) // prettier-ignore
    expect(codes(docs)).toEqual([])
  })

  describe('languages of the plugin i18n', () => {
    const yml = (structure: string): string =>
      `site_name: S\nnav:\n  - Start: index.md\n  - c.md\nplugins:\n  - i18n:\n      docs_structure: ${structure}\n      languages:\n        - { locale: en, default: true, name: English }\n        - { locale: fr, name: Français }\n`

    test.each([
      [
        'in folders',
        {
          'mkdocs.yml': yml('folder'),
          'docs/en/index.md': '# S',
          'docs/en/c.md': '# C',
          'docs/fr/index.md': '# F',
          'docs/fr/c.md': '# Cé',
        },
      ],
      [
        'in folders, with the pages of the default language outside them',
        {
          'mkdocs.yml': yml('folder'),
          'docs/index.md': '# S',
          'docs/c.md': '# C',
          'docs/fr/index.md': '# F',
          'docs/fr/c.md': '# Cé',
          'docs/pt/c.md': '# Not built',
        },
      ],
      [
        'in names',
        {
          'mkdocs.yml': yml('suffix'),
          'docs/index.md': '# S',
          'docs/c.en.md': '# C',
          'docs/index.fr.md': '# F',
          'docs/c.fr.md': '# Cé',
        },
      ],
    ])('%s', async (_, files) => {
      const docs = await readFiles(files)
      expect(docs.pages.map(({ url, lang }) => `${lang} ${url}`).toSorted()).toEqual([
        'en /',
        'en /c',
        'fr /fr',
        'fr /fr/c',
      ])
      expect(outlineOf(docs)).toEqual(['Start /', 'C /c'])
      expect(outlineOf(docs, 1)).toEqual(['Start /fr', 'Cé /fr/c'])
      expect(docs.navigations.map(({ lang, url }) => `${lang} ${url}`)).toEqual(['en /', 'fr /fr'])
      expect(docs.problems).toEqual([])
    })
  })
})

describe('pymdownx', () => {
  test('blocks with titles, options and nesting', async () => {
    const { html, docs } = await page(
      '# T\n\n//// note | A *title*\n\n/// details | More\n    type: warning\n    open: true\n\nInside\n///\n\n////\n\n/// tab | One\n1\n///\n/// tab | Two\n2\n///\n/// tab | Other\n    new: true\n3\n///\n\n/// admonition | Own\n    type: tip\nText\n///\n\n/// html | div.wrap\nIn **HTML**\n///\n\n/// define\nTerm\n\n- Meaning\n///\n\n```\ncode\n```\n/// caption\nA *caption*\n///\n\n```md\n/// note\n///\n```\n',
    )
    expect(html).toMatch(
      /data-type="note"[^>]*><p class="admonition-title">A <em>title<\/em><\/p>\s*<details[^>]*data-type="warning"[^>]*open/,
    )
    expect(html.match(/<div class="tabs"/g)).toHaveLength(2)
    expect(html).toMatch(/data-type="tip"[^>]*><p class="admonition-title">Own/)
    expect(html).toContain('In <strong>HTML</strong>')
    expect(html).toMatch(/<dl><dt>Term<\/dt><dd>/)
    expect(html).toMatch(/<figure><figure class="code"[^]*<figcaption>A <em>caption<\/em><\/figcaption><\/figure>/)
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('/// note')
    expect(docs.problems).toEqual([])
  })

  test('a block that is never closed ends with the page', async () => {
    const { html, docs } = await page('# T\n\n/// note\n\nText\n')
    expect(html).toContain('Text')
    expect(codes(docs)).toEqual(['page.md:3 unclosed-container'])
  })

  test('objects of mkdocstrings show their names, and references find them on other pages', async () => {
    const { html, docs } = await page(
      '# T\n\n::: pkg.Class\n    options:\n      show_source: false\n\nText after, see [`other`][pkg.other], [the class][pkg.Class], [pkg.other][] and [unknown][x.y].\n',
      { 'docs/api.md': '# API\n\n::: pkg.other\n\nMore.' },
    )
    expect(html).toMatch(/<code[^>]*id="pkg.Class"[^>]*>pkg.Class<\/code>/)
    expect(html).toMatch(
      /<a href="\/api#pkg.other"><code[^>]*>other<\/code><\/a>, <a href="#pkg.Class">the class<\/a>, <a href="\/api#pkg.other">pkg.other<\/a> and <a>unknown<\/a>/,
    )
    expect(html).not.toMatch(/options|admonition/)
    expect(docs.problems).toEqual([])
  })

  test('includes of code and of Markdown', async () => {
    const { html, docs } = await page('# T\n\n{* ../src/a.py ln[2:4] hl[3] *}\n\n{! part.md !}\n', {
      'src/a.py': 'one\ntwo\nthree\nfour\nfive\n',
      'docs/part.md': '/// tip\nIncluded\n///\n',
    })
    const text = html.replaceAll(/<[^>]*>/g, '')
    expect(text).toMatch(/two\s+three\s+four/)
    expect(text).not.toMatch(/one|five/)
    expect(html).toMatch(/class="line highlighted"[^>]*>three/)
    expect(html).toMatch(/data-type="tip"/)
    expect(docs.problems).toEqual([])
  })

  test('snippets are named from the folders of `base_path`; a hidden one is read inside the docs only', async () => {
    const docs = await readFiles({
      'mkdocs.yml':
        'site_name: S\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [docs/.snippets, .secrets, docs/.snippets/.deep, parts]\n',
      'docs/guide/page.md':
        '# T\n\n```ts\n--8<-- "code/a.ts::2"\n```\n\n--8<-- "b.md"\n\n--8<-- "token.txt"\n\n--8<-- "deep.txt"\n\n```\n--8<-- "https://a.example/x.ts:1:2"\n```\n',
      'docs/.snippets/code/a.ts': 'one\ntwo\nthree\n',
      'docs/.snippets/.deep/deep.txt': 'hidden',
      '.secrets/token.txt': 'secret',
      'parts/b.md': 'Part\n',
    })
    const html = await renderArticle(docs, docs.pages[0]!) // the page above
    const text = html.replaceAll(/<[^>]*>/g, '')
    expect(text).toMatch(/one\s+two\s+Part\s+https:\/\/a.example\/x.ts/)
    expect(text).not.toMatch(/three|secret|hidden/)
    expect(docs.problems.map(({ code, line, message }) => [code, line, /"(.*?)"/.exec(message)?.[1]])).toEqual([
      ['broken-include', 9, 'token.txt'],
      ['broken-include', 11, 'deep.txt'],
      ['broken-include', 14, 'https://a.example/x.ts:1:2'],
    ])
  })

  test('pipes in code in tables', async () => {
    const docs = await readFiles({
      'mkdocs.yml': 'site_name: S\n',
      'docs/index.md': '# S\n\n| a | b |\n|---|---|\n| ```x(`a|b`)``` | `c\\|d` ` | e |\n\n{***"item", "steps"***}\n',
    })
    const html = await renderArticle(docs, docs.pages[0]!) // the page above
    expect(docs.problems).toEqual([])
    expect(html).toContain('<td><code>x(`a|b`)</code></td><td><code>c|d</code> `</td>')
  })
  test('CriticMarkup, and definitions with one blank', async () => {
    const { html } = await page(
      '# T\n\nSome {++new++}, {--old--}, {==marked==}{>>a remark<<} and {~~x~>y~~}; `{++code++}`.\n\nTerm\n: Meaning\n',
    )
    expect(html).toContain('<ins>new</ins>, <del>old</del>, <mark>marked</mark>(a remark) and <del>x</del><ins>y</ins>')
    expect(html).toContain('{++code++}')
    expect(html).toMatch(/<dt>Term<\/dt><dd>/)
  })

  test('templates that the macros plugin includes with names, whose folder may be computed', async () => {
    const { html, docs } = await page(
      '{% set shared = "both" %}\n\n{% with id="x", url="deep/pic.svg", description="A picture" %}\n{% include "img.html" %}\n{% endwith %}\n\n{% include "note.md" %}\n\n```\n{{ shared }} {{ unknown }}\n```\n\n{% raw %}\n{{ kept }}\n{% endraw %}\n',
      {
        'mkdocs.yml': 'site_name: S\nplugins:\n  - macros:\n      include_dir: _includes\n',
        '_includes/img.html':
          "{% if 'http' in url %}\n{% set from = url %}\n{% else %}\n{% set from = config.assets_dir + '/images/' + url %}\n{% endif %}\n\n<figure>\n    {% if id %}\n    <!-- Opens it -->\n    <a href=\"#{{ id }}\" id=\"{{ id }}\">\n    {% elif from %}\n    <a href='{{ from }}'>\n    {% endif %}\n        <img src='{{ from }}' alt='{{ description }}'\n        {% if maxwidth or maxheight %}style='max-width: {{ maxwidth }}'{% endif %}\n        >\n    </a>\n    <a href='#_' class='overlay'><img src='{{ from }}' alt=''></a>\n</figure>\n",
        '_includes/note.md': 'For {{ shared }}.\n',
        'docs/assets/images/deep/pic.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
    )
    expect(html).toContain('<img src="/assets/images/deep/pic.svg" alt="A picture"')
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(html).toContain('For both.')
    expect(html).not.toMatch(/max-width|&lt;|{%/)
    expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/both \{\{ unknown \}\}[^]*\{\{ kept \}\}/)
    expect(docs.problems).toEqual([])
  })

  test('values of `extra` for the macros plugin', async () => {
    const yml = 'site_name: S\nplugins: [search, macros]\nextra:\n  version: "1.2"\n  unit: { price: 3 }\n'
    const { html } = await page(
      '# T {{ version }}\n\nCosts {{ unit.price }} at {{ config.site_name }}.\n\n```\n{{ version }}\n```\n',
      { 'mkdocs.yml': yml },
    )
    const text = html.replaceAll(/<[^>]*>/g, '')
    expect(text).toContain('T 1.2')
    expect(text).toContain('Costs 3 at S.')
    expect(text.match(/1\.2/g)).toHaveLength(2)
  })
})

test('without a nav: pages by the names of their files, then folders', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: S\n',
    'docs/index.md': '# Start',
    'docs/zoo.md': '# A zoo',
    'docs/bar.md': '# Z bar',
    'docs/area/b.md': '# First of b',
    'docs/area/a.md': '# Second of a',
  })
  expect(docs.navigations[0]?.items.map(({ title }) => title)).toEqual(['Start', 'Z bar', 'A zoo', 'Area'])
  expect(docs.navigations[0]?.items[3]?.children.map(({ title }) => title)).toEqual(['Second of a', 'First of b'])
})

test('ProperDocs has the settings of MkDocs', async () => {
  const docs = await readFiles({
    'properdocs.yml': 'site_name: Harbour\nnav: [index.md, Guide: a.md]\n',
    'docs/index.md': '# Start',
    'docs/a.md': '# A\n\n!!! note\n    Text\n',
  })
  expect([docs.title, docs.generator.file]).toEqual(['Harbour', 'properdocs.yml'])
  expect(docs.navigations[0]?.items.map(({ title }) => title)).toEqual(['Start', 'Guide'])
})

test('of configurations with other names, the one with the most settings', async () => {
  const docs = await readFiles({
    'mkdocs-common.yml': 'site_name: Harbour\n',
    'mkdocs-offline.yml': 'INHERIT: mkdocs-common.yml\nplugins: [offline]\n',
    'mkdocs-online.yml': 'INHERIT: mkdocs-common.yml\nsite_url: https://x.example/\nnav: [a.md]\n',
    'docs/index.md': '# Start',
    'docs/a.md': '# A',
  })
  expect([docs.title, docs.generator.file]).toEqual(['Harbour', 'mkdocs-online.yml'])
})

test.each([
  [
    'white',
    '<svg><style>.a{fill:#FFFFFF;}</style><path class="a" d="M0 0"/></svg>',
    { light: '/logo.svg', isWhite: true },
  ],
  ['white on black', '<svg><path d="M0 0"/><path fill="#fff" d="M0 0"/></svg>', { light: '/logo.svg' }],
])('a logo that is %s', async (_, drawing, logo) => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: S\ntheme: { name: material, logo: logo.svg }\n',
    'docs/index.md': '# Start',
    'docs/logo.svg': drawing,
  })
  expect(docs.logo).toEqual(logo)
})

test('a page that includes a file of its own name has that of the project', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: S\n',
    'README.md': '# Harbour\n\nWelcome.\n',
    'docs/README.md': '--8<-- "README.md"\n',
  })
  expect(docs.pages.map(({ title }) => title)).toEqual(['Harbour'])
  expect(docs.problems).toEqual([])
})

test('include-markdown names files from the docs folder, or from the page with dots in front', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: S\nplugins: [include-markdown]\n',
    'docs/index.md': '# Start',
    'docs/parts/a.md': '---\ntitle: A\n---\nShared *text*, [start](../index.md).\n',
    'README.md': '# Read me\n\n<!-- from -->\n## Use\n\nIt.\n<!-- to -->\nRest\n',
    'docs/guide/b.md':
      '# B\n\n{% include-markdown "parts/a.md" %}\n\n{%\n  include-markdown "../../README.md"\n  start="<!-- from -->"\n  end="<!-- to -->"\n  heading-offset=1\n%}\n',
  })
  const html = await renderArticle(
    docs,
    docs.pages.find(({ file }) => file === 'guide/b.md')!,
  ) // the page above
  expect(html).toContain('<p>Shared <em>text</em>, <a href="/">start</a>.</p>')
  expect(html).toContain('<h3 id="use">')
  expect(html).not.toContain('Rest')
  expect(docs.problems).toEqual([])
})

test('tags of the plugin include-markdown: parts, links of the included file, lower headings, files of code', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: S\nplugins: [include-markdown]\n',
    'README.md': '# Harbour\n<!--start-->\nSee `[x](y)`.\n\n## Use\n\nText.\n<!--end-->\nNot this.\n',
    'a.py': 'print(1)\nprint(2)\n',
    'docs/index.md':
      '# Start\n\n{%\n  include-markdown "../README.md"\n  start="<!--start-->"\n  end=\'<!--end-->\'\n  heading-offset=1\n%}\n\n1.  {% include-markdown "sub/part.md" %}\n1.  Two\n\n```py\n{% include "../a.py" end="print(2)" %}\n```\n\n{% include-markdown "gone.md" %}\n',
    'docs/sub/part.md': '---\ntitle: P\n---\nPart, [guide](../guide.md).\n\nMore.\n',
    'docs/guide.md': '# Guide\n',
  })
  const page = docs.pages.find(({ url }) => url === '/')! // index.md
  const html = await renderArticle(docs, page)
  expect(html).toContain('See <code>[x](y)</code>')
  expect(page.headings).toEqual([{ level: 3, text: 'Use', id: 'use' }])
  expect(html).toMatch(/<li>\s*<p>Part, <a href="\/guide">guide<\/a>\.<\/p>\s*<p>More\.<\/p>\s*<\/li>\s*<li>/)
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('print(1)')
  expect(html).not.toMatch(/Not this|\{%|print\(2\)/)
  expect(docs.problems.map(({ code, line }) => `${code}:${line}`)).toEqual(['broken-include:17'])
})

test('without the plugin, its tags are examples', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: S\n',
    'docs/index.md': '# A\n\n```html\n{% include "base.html" %}\n```\n',
  })
  expect(docs.problems).toEqual([])
  expect(await renderArticle(docs, docs.pages[0]!)).toContain('{% include') // the page above
})

describe('a project for each language', () => {
  const guide = (title: string): string => `# ${title}\n\n[Start](index.md)\n`
  test('is one site, with the sidebar of each', async () => {
    const docs = await readFiles({
      'README.md': '# Code',
      'docs/en/mkdocs.yml':
        'site_name: Boats\nsite_url: https://s.example/\nnav:\n  - Home: index.md\n  - Guide: guide.md\n',
      'docs/en/docs/index.md': '# Boats',
      'docs/en/docs/guide.md': guide('Guide'),
      'docs/de/mkdocs.yml': 'INHERIT: ../en/mkdocs.yml\n',
      'docs/de/docs/index.md': '# Boote',
      'docs/de/docs/guide.md': guide('Anleitung'),
      'docs/fr/mkdocs.yml': 'site_name: Bateaux\nnav:\n  - Accueil: index.md\n  - Le guide: guide.md\n',
      'docs/fr/docs/index.md': '# Bateaux',
      'docs/fr/docs/guide.md': guide('Guide'),
    })
    expect(docs.title).toBe('Boats')
    expect(docs.pages.map(({ url, lang, key }) => `${lang} ${url} ${key}`).toSorted()).toEqual([
      'de /de /', 'de /de/guide /guide', 'en / /', 'en /guide /guide', 'fr /fr /', 'fr /fr/guide /guide',
    ]) // prettier-ignore
    expect(docs.navigations.map(({ lang, items }) => `${lang}: ${items.map(({ title, url }) => `${title} ${url}`).join(', ')}`)).toEqual([
      'en: Home /, Guide /guide', 'de: Home /de, Guide /de/guide', 'fr: Accueil /fr, Le guide /fr/guide',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })
  test('may have its configuration beside the folder with the pages', async () => {
    const docs = await readFiles({
      'README.md': '# Code',
      'config/en/mkdocs.yml': 'site_name: Boats\ndocs_dir: ../../docs/en\n',
      'config/ja/mkdocs.yml': 'site_name: Boats\ndocs_dir: ../../docs/ja\n',
      'docs/en/index.md': '# Boats',
      'docs/en/a.md': '# A',
      'docs/ja/index.md': '# ボート',
    })
    expect(docs.generator.kind).toBe('mkdocs')
    expect(docs.pages.map(({ url, lang }) => `${lang} ${url}`).toSorted()).toEqual(['en /', 'en /a', 'ja /ja'])
    expect(docs.problems).toEqual([])
  })
})

test('targets of links may have blanks', async () => {
  const source =
    '# Page\n\n[Other](An other page.md), [its part](An other page.md#part "The part"), ![](a b.png)\n\n`[no](a b.md)` [x] (a b)\n'
  const { html, docs } = await page(source, {
    'docs/An other page.md': '# Other\n\n## Part\n',
    'docs/a b.png': '',
  })
  expect(html).toContain('<a href="/An%20other%20page">Other</a>')
  expect(html).toContain('href="/An%20other%20page#part" title="The part"')
  expect(html).toContain('[no](a b.md)</code> [x] (a b)')
  expect(html).toMatch(/<img[^>]* src="[^"]*a%20b\.png"/)
  expect(codes(docs)).toEqual([])
})

test('metadata may be lines of keys and values', async () => {
  const { html, docs } = await page('Title: The page\nauthors: A\n    B\n\nText: no metadata.\n', {
    'docs/other.md': 'Note: a paragraph.\n',
  })
  const found = docs.pages.find(({ file }) => file === 'page.md')
  expect([found?.title, found?.frontMatter.authors]).toEqual(['The page', 'A B'])
  expect(html).not.toContain('authors')
  expect(html).toContain('<p>Text: no metadata.</p>')
  expect(
    await renderArticle(
      docs,
      docs.pages.find(({ file }) => file === 'other.md')!,
    ),
  ).toContain('a paragraph') // see above
})

test('redirects of the plugin are old addresses', async () => {
  const docs = await readFiles({
    'mkdocs.yml':
      'site_name: S\nplugins:\n  - search\n  - redirects:\n      redirect_maps:\n        old/index.md: new/page.md\n        gone.md: new/page.md#part\n        away.md: https://x.example/\n',
    'docs/index.md': '# Start\n\n[old](/gone/)\n',
    'docs/new/page.md': '# New\n\n## Part\n',
  })
  expect(docs.pages.find(({ url }) => url === '/new/page')?.aliases).toEqual(['/old', '/gone'])
  expect(codes(docs)).toEqual([])
})

test('titles of fences may have code', async () => {
  const { html } = await page('# Page\n\n``` title="Change `name`"\nrun\n```\n\n## After\n\nA `b "c` d` e.\n')
  expect(html).toContain('Change name')
  expect(html).toContain('<h2 id="after">')
})

test('definitions may be in other blocks, and further from their colon', async () => {
  const source = `# Page

??? info "More"

    \`One\`
    : First.

    \`Two\`
    : Second.

Term

:    Text

     with more.

A paragraph.

    code
    : no definition
`
  const { html } = await page(source)
  expect(html.match(/<dt>/g)).toHaveLength(3)
  expect(html).toContain('First.')
  expect(html).toContain(': no definition')
})

test('marks over several paragraphs, raised text, and languages of code in a line', async () => {
  const { html } = await page('# Page\n\n{==\n\nOne **two**.\n\n==}\n\nA^T^A `#!python range()` `#!/bin/sh x`\n')
  expect(html).not.toMatch(/\{==|==\}/)
  expect(html).toContain('A<sup>T</sup>A <code>range()</code> <code class="whole">#!/bin/sh x</code>')
})

test('the order without a list is that of the names of files', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: S\n',
    'docs/index.md': '# Start',
    'docs/10-ten.md': '# Ten',
    'docs/2-two.md': '# Two',
    'docs/tool.md': '# Tool',
    'docs/tool-gui.md': '# Window',
    'docs/Zed.md': '# Zed',
    'docs/a/b.md': '# B',
  })
  expect(outlineOf(docs)).toEqual([
    'Start /',
    'Ten /10-ten',
    'Two /2-two',
    'Zed /Zed',
    'Window /tool-gui',
    'Tool /tool',
    'A',
    '  B /a/b',
  ])
})

test('titles of .pages may have HTML, and an index page in one is the page of its group', async () => {
  const files = {
    'docs/.pages': 'nav:\n  - <b>Games</b>:\n      - First: one\n  - Help: help\n',
    'docs/one/README.md': '# The first game',
    'docs/one/.pages': 'nav:\n  - README.md\n  - FAQ: faq.md\n  - ...\n',
    'docs/one/faq.md': '# Questions',
    'docs/one/start.md': '# Begin',
    'docs/help/a.md': '# A',
  }
  const config = 'site_name: S\nplugins: [awesome-pages]\ntheme:\n  name: material\n'
  const outlineWith = async (more: string): Promise<string[]> =>
    outlineOf(await readFiles({ ...files, 'mkdocs.yml': config + more }))
  expect(await outlineWith('  features: [navigation.indexes]\n')).toEqual(
    ['Games', '  First /one', '    FAQ /one/faq', '    Begin /one/start', 'Help', '  A /help/a'],
  ) // prettier-ignore
  expect(await outlineWith('')).toContain('    The first game /one')
})

test('a rule in an item of a grid is a rule, and makes no heading of the text above', async () => {
  const docs = await readFiles({
    'mkdocs.yml': 'site_name: T\n',
    'docs/a.md': '# A\n\n<div class="grid cards" markdown>\n\n-   __One__\n\n    ---\n\n    Text.\n\n</div>\n',
  })
  expect(docs.pages.map(({ headings }) => headings)).toEqual([[]])
})
