import { describe, expect, test } from 'vitest'
import type { Docs, NavItem } from '../index.ts'
import { renderArticle } from '../index.ts'
import { readFiles, readOne } from '../testing/docs-folder.ts'

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title}${item.url === undefined ? '' : ` ${item.url}`}`,
    ...outline(item.children, depth + 1),
  ])
}
const outlineOf = (docs: Docs): string[] => outline(docs.navigations[0]?.items ?? [])
const codes = (docs: Docs): string[] => docs.problems.map(({ file, line, code }) => `${file}:${line} ${code}`)

/** The article of a page of a small site. */
async function page(source: string, others: Record<string, string> = {}): Promise<{ html: string; docs: Docs }> {
  const docs = await readFiles({ 'conf.py': 'project = "P"\n', 'page.md': source, ...others })
  const found = docs.pages.find(({ file }) => file === 'page.md')
  if (found === undefined) throw new Error('The page is missing.')
  return { html: await renderArticle(docs, found), docs }
}

const text = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('a project', () => {
  const files = {
    'conf.py': 'project = "Example documentation"\nexclude_patterns = ["_build", "parts/*"]\nlanguage = "de"\n',
    'index.md': '# Home\n\n```{toctree}\n:hidden:\n:caption: Guides\n\nguide/index\nOther name <plain.md>\n```\n\n:::{toctree}\n:glob:\nmore/*\nself\nhttps://x.org\nmissing\n:::\n',
    'guide/index.md': '# Guide\n\n```{toctree}\nfirst\n../_notes\n```\n',
    'guide/first.md': '# First',
    'plain.md': '# Plain',
    'more/b.md': '# B',
    'more/a.md': '# A',
    '_notes.md': '# Notes',
    'parts/part.md': 'A part.',
    '_static/x.md': 'Static.',
  } // prettier-ignore

  test('is recognised by conf.py, whose literals give title, language and excluded files', async () => {
    const docs = await readFiles(files)
    expect(docs.generator).toEqual({ kind: 'sphinx', file: 'conf.py' })
    expect([docs.title, docs.lang]).toEqual(['Example', 'de'])
    expect(docs.pages.map(({ file }) => file).sort()).toEqual(
      ['_notes.md', 'guide/first.md', 'guide/index.md', 'index.md', 'more/a.md', 'more/b.md', 'plain.md'],
    ) // prettier-ignore
  })

  test('substitutions are read beside ones that the program computes', async () => {
    const docs = await readFiles({
      'conf.py': 'project = "P"\nmyst_substitutions = {\n    "day": now(),\n    "least": "12",\n}\n',
      'index.md': '# Home\n\n:Least: {{ least }}\n:Day: {{ day }}\n',
    })
    const html = await renderArticle(docs, docs.pages[0]!) // the folder has one page
    expect(text(html)).toBe('Home Least : 12 Day : {{ day }}')
    expect(html).toContain('<li><strong>Day</strong>')
  })

  test('substitutions may be in a file of YAML that conf.py loads', async () => {
    const docs = await readFiles({
      'conf.py':
        'import yaml\nwith open("./words.yaml", "r") as fd:\n    myst_substitutions = yaml.safe_load(fd.read())\n',
      'words.yaml': 'short: a *short* text\n',
      'index.md': '# Home\n\n{{short}}\n',
    })
    const [home] = docs.pages
    expect(await renderArticle(docs, home!)).toContain('a <em>short</em> text') // the folder has one page
  })

  test('has the sidebar of its toctrees: captions, titles, patterns, lists inside pages', async () => {
    const docs = await readFiles(files)
    expect(outlineOf(docs)).toEqual([
      'Guides', '  Guide /guide', '    First /guide/first', '    Notes /_notes', '  Other name /plain',
      'A /more/a', 'B /more/b', 'Home /', 'https://x.org https://x.org',
    ]) // prettier-ignore
    expect(codes(docs)).toEqual(['index.md:16 broken-link', 'index.md:16 missing-page'])
  })

  test('may have its first page in reStructuredText', async () => {
    const docs = await readFiles({
      'docs/source/conf.py': 'project = "P"',
      'docs/source/index.rst': 'Title\n=====\n\n.. toctree::\n   :caption: Part\n\n   a\n   Named <b>\n\nText\n',
      'docs/source/b.md': '# B',
      'docs/source/a.md': '# A',
    })
    expect(outlineOf(docs)).toEqual(['Part', '  A /a', '  Named /b'])
  })

  test('of Jupyter Book has its title and its list of pages', async () => {
    const docs = await readFiles({
      '_config.yml': 'title: The book\nparse:\n  myst_substitutions:\n    x: Value\n',
      '_toc.yml': 'format: jb-book\nroot: intro\nparts:\n  - caption: One\n    chapters:\n      - file: a\n        sections:\n          - file: b\n  - chapters:\n      - url: https://x.org\n        title: Out\n      - glob: c*\n',
      'intro.md': '# Intro {{ x }}', 'a.md': '# A', 'b.md': '# B', 'c1.md': '# C1',
    }) // prettier-ignore
    expect(docs.title).toBe('The book')
    expect(docs.pages.map(({ title }) => title)).toContain('Intro Value')
    expect(outlineOf(docs)).toEqual(['One', '  A /a', '    B /b', 'Out https://x.org', 'C1 /c1'])
  })

  test('of mystmd has the list of myst.yml, and titles of admonitions', async () => {
    const docs = await readFiles({
      'myst.yml': 'version: 1\nproject:\n  title: Tools\n  exclude: [old/**]\n  toc:\n    - file: index.md\n    - title: Group\n      children:\n        - pattern: "g/*.md"\n',
      'index.md': '# Start\n\n```{note} Read this\nText.\n```', 'g/a.md': '# A', 'old/x.md': '# X',
    }) // prettier-ignore
    expect([docs.title, docs.generator.kind]).toEqual(['Tools', 'myst'])
    expect(outlineOf(docs)).toEqual(['Start /', 'Group', '  A /g/a'])
    expect(text(await renderArticle(docs, docs.pages[0]!))).toBe('Start Read this Text.') // it has pages
  })
})

describe('directives', () => {
  test('admonitions in fences and colons, nested by length, with options', async () => {
    const { html, docs } = await page(
      '# T\n\n````{note}\n:class: dropdown\n\nOuter.\n\n```{warning} Inner *text*.\n```\n````\n\n:::{admonition} Own title\n:class: tip\n:name: mine\nBody\n:::\n\n```{versionadded} 1.2\nNew.\n```\n\nSee [](#mine) and {ref}`here <mine>`.',
    )
    expect(html).toMatch(
      /<details[^>]*data-type="note"><summary[^>]*>Note<\/summary><p>Outer\.<\/p>\s*<div[^>]*data-type="warning"/,
    )
    expect(html).toContain('<em>text</em>')
    expect(html).toMatch(/id="mine"[^>]*><p class="admonition-title">Own title/)
    expect(text(html)).toContain('Added in version 1.2 New.')
    expect(html).toContain('<a href="#mine">here</a>')
    expect(docs.problems).toEqual([])
  })

  test('in lists, in quotes, and as examples in code', async () => {
    const { html } = await page(
      '# T\n\n- item\n\n  ```{tip}\n  In a list.\n  ```\n- next\n\n> :::{note}\n> Quoted.\n> :::\n\n````md\n```{note}\nCode.\n```\n````\n\n    ```{note}\n    Indented.\n    ```\n',
    )
    expect(html).toMatch(/<li>\s*<p>item<\/p>\s*<div[^>]*data-type="tip"[^]*?In a list[^]*?<\/li>/)
    expect(html).toMatch(/<blockquote>\s*<div[^>]*data-type="note"[^]*?Quoted/)
    expect(text(html)).toContain('```{note} Code. ```')
    expect(text(html)).toContain('```{note} Indented. ```')
  })

  test('an unknown directive whose content begins with another one has Markdown, and a container may have a class', async () => {
    const { html } = await page('# T\n\n````{our-example}\n```{tip}\nShown.\n```\n````\n\n:::bg-primary\nText.\n:::\n')
    expect(html).toMatch(/data-type="tip"[^]*Shown/)
    expect(html).toContain('<p>Text.</p>')
    expect(html).not.toMatch(/bg-primary<|Bg-primary/)
  })

  test('tabs, cards, dropdowns and grids of sphinx-design', async () => {
    const { html, docs } = await page(
      '# T\n\n::::{tab-set}\n:::{tab-item} One\n:sync: a\nFirst\n:::\n:::{tab-item} Two\nSecond\n:::\n::::\n\n::::{grid} 2\n:::{grid-item-card} Title\n:link: other\n:link-type: doc\nText\n+++\nFoot\n:::\n::::\n\n```{dropdown} More\n:open:\nInside\n```\n',
      { 'other.md': '# Other' },
    )
    expect(html.match(/class="tab-label">(\w+)/g)).toEqual(['class="tab-label">One', 'class="tab-label">Two'])
    expect(html).toContain('<p class="card-title"><a href="/other">Title</a></p>')
    expect(html).toMatch(/<details[^>]*open[^>]*><summary[^>]*>More/)
    expect(docs.problems).toEqual([])
  })

  test('code with captions, marked lines and files', async () => {
    const { html, docs } = await page(
      '# T\n\n```{code-block} python\n:caption: Run it\n:emphasize-lines: 2\n\na = 1\nb = 2\n```\n\n```{literalinclude} x.py\n:lines: 2-3\n:language: python\n```\n\n```{code-cell} ipython3\n---\ntags: [remove-input]\n---\nhidden()\n```\n',
      { 'x.py': 'one\ntwo\nthree\nfour\n' },
    )
    expect(text(html)).toContain('Run it')
    expect(html).toMatch(/class="line highlighted"[^>]*>(?:<[^>]+>)*b/)
    expect(text(html)).toMatch(/two\s+three/)
    expect(text(html)).not.toMatch(/four|hidden/)
    expect(docs.problems).toEqual([])
  })

  test('a caption of several lines is one title', async () => {
    const { html } = await page(
      '# T\n\n```{code-block} python\n---\ncaption: |\n  First part\n  second part\nemphasize-lines: 1\n---\na = 1\n```\n',
    )
    expect(html).toContain('data-title="First part second part"')
    expect(html.match(/class="line[ "]/g)).toHaveLength(1)
  })

  test('an unknown directive is shown by its lines as code, and without lines by its argument', async () => {
    const { html, docs } = await page(
      '# T\n\n```{widget}\n:file: a.py\n```\n\n```{widget} box.One "1"\n:file: a.py\n```\n\n```{widget} two\nkept\n```\n',
    )
    expect(html.match(/<figure class="code"/g)).toHaveLength(1)
    expect(text(html)).toMatch(/box\.One "1"[\s\S]*\{widget\} two[\s\S]*kept/)
    expect(docs.problems).toMatchObject([{ code: 'unknown-container', line: 3, also: [7] }])
  })

  test('an example of syntax is shown by its result', async () => {
    const { html, docs } = await page('# T\n\n````{syntax-example}\n- *one*\n````\n')
    expect(html).toMatch(/<li>\s*<em>one<\/em>/)
    expect(docs.problems).toEqual([])
  })

  test('includes with parts, other links and lower headings', async () => {
    const { html, docs } = await page('# T\n\n```{include} parts/part.txt\n:start-after: "<!-- from -->"\n:heading-offset: 1\n:relative-images:\n```\n', {
      'parts/part.txt': 'Not.\n<!-- from -->\n# Part\n\n![i](i.png)\n\n```{note}\nIncluded.\n```\n', 'parts/i.png': 'x',
    }) // prettier-ignore
    expect(html).toContain('<h2 id="part">')
    expect(html).toContain('src="/parts/i.png"')
    expect(text(html)).toContain('Note Included.')
    expect(docs.problems).toEqual([])
  })

  test('options of a directive may be indented, by any number of blanks', async () => {
    const { html, docs } = await page('# T\n\n```{include} part.txt\n    :start-after: <!-- from -->\n    :end-before: <!-- to -->\n```\n', {
      'part.txt': 'Before.\n<!-- from -->\nWithin.\n<!-- to -->\nAfter.\n',
    }) // prettier-ignore
    expect(text(html)).toBe('T Within.')
    expect(docs.problems).toEqual([])
  })

  test('an object of a domain of the project has its content as Markdown, and its options as a list', async () => {
    const { html, docs } = await page(
      '# T\n\n```{config:option} core.mode group\n:type: "string"\n:shortdesc: "The `mode` of it"\n:no-index:\nOne of *two*.\n```\n\n```{config:option} core.name group\n:type: "string"\n```\n',
    )
    expect(html).toContain('<dt id="core.mode"><code class="whole">core.mode group</code></dt>')
    expect(html).toMatch(/<dd>[^]*One of <em>two<\/em>\.[^]*<li><strong>type<\/strong>: string<\/li>/)
    expect(html).toMatch(/<strong>shortdesc<\/strong>: The <code>mode<\/code> of it/)
    expect(text(html)).toMatch(/core\.name group type : string$/)
    expect(docs.problems).toEqual([])
  })

  test('images, figures with captions, and tables', async () => {
    const { html, docs } = await page(
      '# T\n\n```{image} i.png\n:alt: An image\n:width: 200px\n```\n\n```{figure} i.png\n:name: fig\nThe *caption*.\n\nLegend.\n```\n\n```{list-table} Rows\n:header-rows: 1\n\n* - A\n  - B\n* - 1\n  - `2`\n```\n\n```{csv-table}\n:header: "X", "Y"\n\n"a, b", **c**\n```\n\nSee {numref}`fig`.',
      { 'i.png': 'x' },
    )
    expect(html).toMatch(/<img src="\/i.png" alt="An image" width="200"/)
    expect(html).toMatch(/<figure id="fig"[^>]*>[^]*<figcaption>The <em>caption<\/em>\.<div><p>Legend/)
    expect(html).toMatch(/<caption>Rows<\/caption><thead><tr><th>A<\/th><th>B<\/th>/)
    expect(html).toMatch(/<th>X<\/th><th>Y<\/th>[^]*<td>a, b<\/td><td><strong>c<\/strong>/)
    expect(html).toContain('<a href="#fig">The caption.Legend.</a>')
    expect(docs.problems).toEqual([])
  })

  test('a link to a label with a colon has the text of its heading', async () => {
    const { html } = await page(
      '# T\n\nSee [](part:one), <https://x.example> and [](mailto:a@x.example).\n\n(part:one)=\n## First part\n',
    )
    expect(html).toContain('See <a href="/page#first-part">First part</a>, <a href="https://x.example"')
    expect(html).toContain('href="mailto:a@x.example"')
  })
  test('a formula with a label stays in its list or quote', async () => {
    const { html } = await page(
      '# T\n\n- $$\n  x\n  $$ (one)\n- next\n\n> $$\n> y\n> $$ (two)\n\n{eq}`one` {eq}`two`\n',
    )
    expect(html).toMatch(/<li>\s*<div class="math"[^]*<span id="one"><\/span>\s*<\/li>\s*<li>/)
    expect(html).toMatch(/<blockquote>\s*<div class="math"[^]*<span id="two"><\/span>\s*<\/blockquote>/)
  })
  test('formulas with labels, glossaries, signatures, and what is made from code', async () => {
    const { html, docs } = await page(
      '# T\n\n```{math}\n:label: eq\na &= b \\\\\nc &= d\n```\n\n$$\nx^2\n$$ (second)\n\n```{glossary}\nThe term\n  Its meaning.\n\nOther\n  Another.\n```\n\n```{glossary}\nThird\n: Another.\n```\n\n```{py:function} pkg.run(a, b)\nRuns it.\n```\n\n```{autofunction} pkg.other\n```\n\nUse {term}`the term`, {term}`more <Other>`, {py:func}`pkg.run`, {py:func}`x.unknown`, {eq}`eq` and {eq}`second`.',
    )
    expect(html.match(/<math/g)?.length).toBe(2)
    expect(html).toContain('href="#term-the-term"')
    expect(html).toContain('<a href="#term-other">more</a>')
    expect(html).toMatch(/<a href="#pkg.run"><code[^>]*>pkg.run<\/code><\/a>/)
    expect(html).toMatch(/<a><code[^>]*>x.unknown<\/code><\/a>/)
    expect(text(html)).toContain('pkg.other')
    expect(docs.problems).toEqual([])
  })

  test('a shown toctree is a list of links, and unknown directives keep their content', async () => {
    const { html, docs } = await page(
      '# T\n\n```{toctree}\nother\n```\n\n:::{our-own} Title\nBody *text*.\n:::\n\n```{ditaa}\n+--+\n```\n',
      { 'other.md': '# The other' },
    )
    expect(html).toContain('<a href="/other">The other</a>')
    expect(html).toContain('<strong>Title</strong>')
    expect(html).toContain('<em>text</em>')
    expect(text(html)).toContain('{ditaa} +--+')
    expect(codes(docs)).toEqual(['page.md:7 unknown-container'])
  })
})

describe('roles and references', () => {
  test('a label with a colon is no address of another protocol', async () => {
    const docs = await readFiles({
      'conf.py': "extensions = ['myst_parser']\n",
      'index.md': '# Start\n\n[How to](howto:install), [run](javascript:alert)\n',
      'how.md': '# How\n\n(howto:install)=\n\n## Install it\n\nText.\n',
    })
    expect(
      await renderArticle(
        docs,
        docs.pages.find(({ url }) => url === '/')!,
      ),
    ).toContain('href="/how#install-it"')
    expect(docs.problems.map(({ code }) => code)).toEqual(['broken-link'])
  })
  test('labels lead to headings of any page, and show their titles', async () => {
    const { html, docs } = await page('# T\n\n{ref}`far/away`, [](#far/away), [named](far/away), [](other.md), {doc}`other`, <project:other.md#deep>, {ref}`Words <far/away>`', {
      'other.md': '# The other\n\n(far/away)=\n(second)=\n## Deep\n',
    }) // prettier-ignore
    expect(html.match(/<a[^>]*>[^<]*<\/a>/g)).toEqual([
      '<a href="/other#deep">Deep</a>', '<a href="/other#deep">Deep</a>', '<a href="/other#deep">named</a>',
      '<a href="/other">The other</a>', '<a href="/other">The other</a>', '<a href="/other#deep">Deep</a>',
      '<a href="/other#deep">Words</a>',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })

  test('a label of the same page shows the title, as one of another page does', async () => {
    const { html, docs } = await page('# T\n\n{ref}`the-part`, [](#the-part)\n\n(the-part)=\n## A part\n')
    expect(html.match(/<a href[^>]*>[^<]*<\/a>/g)).toEqual([
      '<a href="#a-part">A part</a>',
      '<a href="#a-part">A part</a>',
    ])
    expect(docs.problems).toEqual([])
  })

  test('a new title of the target changes the page that shows it', async () => {
    const hashOf = async (title: string): Promise<string | undefined> => {
      const { docs } = await page('# T\n\n[](other.md)', { 'other.md': `# ${title}` })
      return docs.pages.find(({ file }) => file === 'page.md')?.hash
    }
    expect(await hashOf('One')).toBe(await hashOf('One'))
    expect(await hashOf('One')).not.toBe(await hashOf('Two'))
  })

  test('roles of text', async () => {
    const { html } = await page(
      '# T\n\nH{sub}`2`O, {kbd}`Ctrl+C`, {abbr}`CSS (Cascading)`, {math}`a^2`, {guilabel}`OK`, {menuselection}`A --> B`, {download}`f <i.zip>`, {pep}`8`, {octicon}`x`, {unknown}`text`, [a `span`]{#own .big}.',
      { 'i.zip': 'x' },
    )
    expect(html).toContain('H<sub>2</sub>O')
    expect(html).toContain('<kbd>Ctrl</kbd>+<kbd>C</kbd>')
    expect(html).toContain('<abbr title="Cascading">CSS</abbr>')
    expect(html).toContain('<math')
    expect(html).toContain('A ‣ B')
    expect(html).toContain('href="https://peps.python.org/pep-0008/"')
    expect(html).toMatch(/<span id="own" class="big">a <code[^>]*>span<\/code><\/span>/)
    expect(text(html)).toContain('text')
  })

  test('methods of texts in substitutions', async () => {
    const { html, codes } = await readOne(
      `---\nmyst:\n  substitutions:\n    k: "1.2"\n---\n# T\n\n- {{ '\`a-NAME\`'.replace('NAME', k) }}: {{ k }}\n- {{ "[v{}](https://x.y/{})".format(k, rel) }} {{ "b-N".replace("N", other) }}\n`,
      { 'conf.py': 'extensions = ["myst_parser"]\n' },
      'page.md',
    )
    expect(html.replaceAll(/ (?:class|rel|data-external)="[^"]*"/g, '')).toContain(
      '<li><code>a-1.2</code>: 1.2</li>\n<li><a href="https://x.y/rel">v1.2</a> b-N</li>',
    )
    expect(codes).toEqual([])
  })
  test('substitutions that grow without end are left out', async () => {
    const value = 'x'.repeat(50_000)
    const { codes } = await readOne(
      `---\nmyst:\n  substitutions:\n    k: "${value}"\n---\n# T\n\n{{ '${value}'.replace('x', k).replace('x', k) }}\n`,
      { 'conf.py': 'extensions = ["myst_parser"]\n', 'other.md': '# Other\n' },
      'page.md',
    )
    expect(codes.join()).toContain('too-costly')
  })
  test('substitutions, comments, block breaks, fields and definitions', async () => {
    const { html, docs } = await page(
      '---\nmyst:\n  substitutions:\n    key: "*value*"\n    block: |\n      ```{tip}\n      {{ key }}\n      ```\n---\n# T\n\nIn {{ key }} and {{ other }}.\n\n% A comment.\n+++ {"a": 1}\n\n{{ block }}\n\n:Field: Its text\n\nTerm\n: First line\n  goes on.\n\n  Second.\n: Also.\n\nAfter [issue](gh:12).',
      {
        'conf.py':
          'project="P"\nmyst_substitutions = {"other": "set"}\nmyst_url_schemes = {"gh": {"url": "https://x.org/{{path}}"}}\n',
      },
    )
    expect(text(html)).toBe(
      'T In value and set. Tip value Field : Its text Term First line goes on. Second. Also. After issue .',
    )
    expect(html).toMatch(/<dt[^>]*>Term<\/dt><dd>[^]*<\/dd><dd>/)
    expect(html).toContain('href="https://x.org/12"')
    expect(docs.problems).toEqual([])
  })

  test('references to other projects are text, and named once', async () => {
    const { html, docs } = await page('# T\n\n[Sphinx](inv:sphinx#a) and <inv:sphinx#b.c>.')
    expect(text(html)).toBe('T Sphinx and b.c.')
    expect(codes(docs)).toEqual(['page.md:3 broken-link'])
  })

  test('roles name objects of the projects of intersphinx_mapping, which are text', async () => {
    const { html, docs } = await page('# T\n\n(a:b)=\n## Own\n\n{doc}`other:index`, {ref}`one <other:x-y>` and {ref}`a:b`.', {
      'conf.py': 'if True:\n    intersphinx_mapping = {\n        "other": ("https://other.example/", None),\n    }\n',
    }) // prettier-ignore
    expect(text(html)).toContain('index, one and Own .')
    expect(codes(docs)).toEqual(['page.md:6 broken-link'])
  })
})

test('a cell whose output is a named figure has its name and caption', async () => {
  const { html, docs } = await page(
    '# T\n\n```{code-cell} python\n---\nmystnb:\n  figure:\n    caption: Growth of towns\n    name: fr_fig2\n---\nplot()\n```\n\nSee {numref}`fr_fig2`.\n',
  )
  expect(codes(docs)).toEqual([])
  expect(text(html)).toContain('Growth of towns')
  expect(html).toMatch(/id="fr-fig2"[^]*href="#fr-fig2"/)
})

test('links of mystmd that name an article, an identifier or an object of another project', async () => {
  const { html, docs } = await page(
    '# T\n\n[A system](wiki:Unix), <doi:10.1000/x_1>, [](wiki:Met_Office), [array](xref:tools#pkg.Array).\n',
    { 'myst.yml': 'version: 1\n', 'conf.py': '' },
  )
  expect(html).toMatch(/href="https:\/\/en\.wikipedia\.org\/wiki\/Unix"[^>]*>A system</)
  expect(html).toMatch(/href="https:\/\/doi\.org\/10\.1000\/x_1"[^>]*>10\.1000\/x_1</)
  expect(html).toContain('>Met Office</a>')
  expect(text(html)).toContain('array')
  expect(codes(docs)).toEqual([])
})

test('options beside the name of a directive are read as those below it', async () => {
  const { html, docs } = await page(
    '# T\n\n:::{tip icon=false} Time to learn\n20 minutes\n:::\n\n:::{seealso .dropdown #more open=true}\nRules.\n:::\n\nGo [there](#more).\n',
    { 'myst.yml': 'version: 1\n', 'conf.py': '' },
  )
  expect(text(html)).not.toContain(':::')
  expect(html).toContain('Time to learn')
  expect(html).toMatch(/<details[^>]*open[^>]*>/)
  expect(html).toContain('href="#more"')
  expect(codes(docs)).toEqual([])
})

test('MyST: a comment over several lines with a fence in it ends there; fields of reStructuredText are no options', async () => {
  const docs = await readFiles({
    'conf.py': 'extensions = ["myst_parser"]\n',
    'index.md':
      '# T\n\n<!-- ```{note}\nhidden\n``` -->\n\n```{note}\nshown\n```\n\n```{eval-rst}\n:Author: Jane\n:Version: 1\n\nText.\n```\n',
  })
  const html = await renderArticle(docs, docs.pages[0]!)
  expect(html).not.toContain('hidden')
  expect(html).toMatch(/data-type="note"[^]*shown/)
  expect(docs.records.map(({ content, code }) => `${content ?? ''} ${code ?? ''}`).join(' ')).toMatch(
    /:Author: Jane[^]*Text\./,
  )
})

test('a link whose text is its target keeps its text; a role shows no dot before a name', async () => {
  const { html } = await page(
    '# Page\n\nAvoid [limits](limits), see {class}`.Runner` and [](limits).\n\n(limits)=\n## All about limits\n',
  )
  expect(text(html)).toContain('Avoid limits , see Runner and All about limits .')
})

test('a parsed literal shows the text of its links', async () => {
  const { html } = await page('# Page\n\n```{parsed-literal}\n  [POST /a/:b](other) with **force**\n- <c>\n```\n', {
    'other.md': '# O',
  })
  expect(text(html)).toContain('POST /a/:b with force - &#x3C;c>')
})
