import { expect, test } from 'vitest'
import type { Docs, NavItem } from '../index.ts'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title}${item.url === undefined ? '' : ` ${item.url}`}`,
    ...outline(item.children, depth + 1),
  ])
}
const outlineOf = (docs: Docs): string[] => outline(docs.navigations[0]?.items ?? [])

async function page(source: string, others: Record<string, string> = {}): Promise<{ html: string; docs: Docs }> {
  const docs = await readFiles({ '_quarto.yml': 'project: { type: website }\n', 'page.qmd': source, ...others })
  const found = docs.pages.find(({ file }) => file === 'page.qmd')
  if (found === undefined) throw new Error('The page is missing.')
  return { html: await renderArticle(docs, found), docs }
}

const NOTEBOOK = {
  nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'raw', metadata: {}, source: '---\ntitle: The notebook\n---' },
    { cell_type: 'markdown', metadata: {}, source: ['# Part\n', '\n', 'Text ![i](attachment:a.png).'], attachments: { 'a.png': { 'image/png': 'iVBORw0KGgo=' } } },
    { cell_type: 'code', metadata: {}, source: 'print(1)', outputs: [{ output_type: 'stream', text: 'OUTPUT' }] },
    { cell_type: 'code', metadata: { tags: ['remove-cell'] }, source: 'secret()' },
  ],
} // prettier-ignore

test('a website has the title, sidebar and links of _quarto.yml', async () => {
  const docs = await readFiles({
    '_quarto.yml': 'project: { type: website, render: ["*.qmd", "guide/", "!guide/no.qmd"] }\nlang: de\nwebsite:\n  title: Site\n  navbar: { right: [{ icon: github, href: "https://github.com/x" }] }\n  sidebar:\n    contents:\n      - index.qmd\n      - section: Guide\n        contents: guide/*\n      - text: Out\n        href: https://x.org\n      - gone.qmd\n',
    'index.qmd': '---\ntitle: Start\n---\nHello', 'guide/a.qmd': '# A', 'guide/no.qmd': '# No', '_part.qmd': '# P', 'README.md': '# R',
  }) // prettier-ignore
  expect([docs.title, docs.lang, docs.generator.kind]).toEqual(['Site', 'de', 'quarto'])
  expect(docs.pages.map(({ url }) => url)).toEqual(['/', '/guide/a'])
  expect(outlineOf(docs)).toEqual(['Start /', 'Guide', '  A /guide/a', 'Out https://x.org'])
  expect(docs.links).toEqual([{ text: 'github', url: 'https://github.com/x' }])
  expect(docs.problems.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
    '_quarto.yml:13 missing-page',
  ])
})

test('addresses may have blanks; code and titles stay', async () => {
  const { html } = await page(
    '![](https://x.example/a b-c.png) ![](my pic.svg) [t](other.html "A title") `[a](b c)`\n',
    { 'my pic.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  )
  expect(html).toContain('src="https://x.example/a%20b-c.png"')
  expect(html).toContain('src="/my%20pic.svg"')
  expect(html).toContain('title="A title"')
  expect(html).toContain('[a](b c)</code>')
})

test('options of a cell over several lines are no code', async () => {
  const { html } = await page(
    '```{r}\n#| label: a\n#| fig-alt: |\n#|   A long text\n#|   in two lines.\n#| echo: true\n\nplot(1)\n```\n',
  )
  expect(html).toContain('plot')
  expect(html).not.toMatch(/#\||long text/)
})

test('a book of bookdown has the files of its folder, references, and the images of hidden cells', async () => {
  const docs = await readFiles({
    '_bookdown.yml': 'book_filename: book\n',
    'index.Rmd': '---\ntitle: A book\nsite: bookdown::bookdown_site\n---\n\n# Preface {-}\n\nSee \\@ref(two).\n',
    '02-two.Rmd':
      '# (PART) The part {-}\n\n# Two {#two}\n\n```{r, echo=FALSE, fig.cap="A plot"}\nknitr::include_graphics("images/a.svg")\n```\n\n```{r}\nprint(1)\n```\n',
    '01-one.Rmd': '# One\n\nText.',
    '_hidden.Rmd': '# Hidden',
    '03-end.Rmd': '# (APPENDIX) More {-}\n',
    '04-tools.Rmd': '# Tools\n',
    'images/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  expect([docs.generator, docs.title]).toEqual([{ kind: 'quarto', file: '_bookdown.yml' }, 'A book'])
  expect(outlineOf(docs)).toEqual([
    'A book /', 'One /01-one', 'The part', '  Two /02-two', 'More', '  Tools /04-tools',
  ]) // prettier-ignore
  const [home, , two] = docs.pages
  expect(home?.headings).toEqual([])
  expect(await renderArticle(docs, home!)).toContain('<a href="/02-two#two">Two</a>')
  const html = await renderArticle(docs, two!)
  expect(html).toContain('<img src="/images/a.svg" alt="A plot"')
  expect(html).toContain('language-r')
  expect(html).not.toContain('PART')
  expect(docs.problems).toEqual([])
})

test('a book has parts, chapters and appendices', async () => {
  const docs = await readFiles({
    '_quarto.yml': 'project: { type: book }\nbook:\n  title: Book\n  chapters:\n    - index.qmd\n    - part: One\n      chapters: [a.qmd]\n    - part: two.qmd\n      chapters: [b.ipynb]\n  appendices: [c.md]\n',
    'index.qmd': '# Preface', 'a.qmd': '# A', 'two.qmd': '# Two', 'b.ipynb': JSON.stringify(NOTEBOOK), 'c.md': '# C',
    'draft.qmd': '# No chapter',
  }) // prettier-ignore
  expect(docs.files.find(({ file }) => file === 'draft.qmd')?.reason).toBe('generator-rule')
  expect(outlineOf(docs)).toEqual([
    'Preface /',
    'One',
    '  A /a',
    'Two /two',
    '  The notebook /b',
    'Appendices',
    '  C /c',
  ])
})

test('callouts, tabsets, theorems and other divs', async () => {
  const { html, docs } = await page(
    '# T\n\n\\newpage\n\nA\\index{b!c|see {d}}, `\\index{kept}` \\newpages.\n\n::: {.callout-tip title="Own *title*" collapse="true"}\nBody\n:::\n\n::: callout-note\n## From heading\n\nText\n:::\n\n:::: {.columns}\n::: {.column width="40%" data-latex="{left}"}\nLeft\n:::\n::::\n\n::: {.panel-tabset}\n## One\n1\n\n## Two\n2\n:::\n\n::: {#thm-x}\n## Line\nThe line.\n:::\n\n::: {.content-visible when-format="pdf"}\nNever\n:::\n',
  )
  expect(html).toMatch(/<details[^>]*data-type="tip"[^>]*><summary[^>]*>Own <em>title<\/em>/)
  expect(html).toMatch(/data-type="note"[^>]*><p class="admonition-title">From heading<\/p>\s*<p>Text/)
  expect(html.match(/class="tab-label">(\w+)/g)).toEqual(['class="tab-label">One', 'class="tab-label">Two'])
  expect(html).toMatch(/<p>A, <code[^>]*>\\index\{kept\}<\/code> \\newpages\.<\/p>/)
  expect(html).toContain('Theorem (Line)')
  expect(html).toContain('Left')
  expect(html).not.toMatch(/Never|:::/)
  expect(docs.problems).toEqual([])
})

test('cells as code, with their options', async () => {
  const { html } = await page(
    '# T\n\n```{python}\n#| label: fig-a\n#| filename: "run.py"\nvisible()\n```\n\n```{r}\n#| echo: false\nhidden()\n```\n\n```{{python}}\nescaped()\n```\n\n```{=html}\n<b>raw</b>\n```\n\n```{=latex}\n\\never\n```\n\n```{.python filename="a.py"}\nplain()\n```\n',
  )
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toMatch(/run\.py\s*visible\(\)/)
  expect(text).toContain('escaped()')
  expect(text).toMatch(/a\.py\s*plain\(\)/)
  expect(html).toContain('<b>raw</b>')
  expect(text).not.toMatch(/hidden|never|label:/)
})

test('includes, variables, references and figures', async () => {
  const { html, docs } = await page(
    '# T\n\n{{< include _part.qmd >}}\n\nVersion {{< var version >}} of {{< meta website.title >}}, {{< kbd Ctrl-C >}}.\n\nSee @sec-deep and [-@fig-plot] and @tbl-none.\n\n![The plot](i.png){#fig-plot width=200}\n\nA [span]{.big}.',
    {
      '_quarto.yml': 'website: { title: Site }\n',
      '_variables.yml': 'version: 1.2\n',
      '_part.qmd': '---\nx: 1\n---\n::: {.callout-note}\nIncluded\n:::\n',
      'other.qmd': '# O\n\n## Deeper {#sec-deep}\n',
      'i.png': 'x',
    },
  )
  expect(html).toMatch(/data-type="note"[^]*Included/)
  expect(html).toContain('Version 1.2 of Site, <kbd>Ctrl</kbd>+<kbd>C</kbd>.')
  expect(html).toContain(
    '<a href="/other#sec-deep">Deeper</a> and <a href="#fig-plot">The plot</a> and <a>tbl-none</a>',
  )
  expect(html).toMatch(
    /<figure id="fig-plot"><img src="\/i.png" alt="The plot" width="200"[^>]*><figcaption>The plot<\/figcaption><\/figure>/,
  )
  expect(html).toContain('<span class="big">span</span>')
  expect(docs.problems).toEqual([])
})

test('values of the front matter count in included files and in addresses; divs in lists; Markdown in HTML', async () => {
  const { html, docs } = await page(
    '---\ntool:\n  name: other\n---\n# T\n\n{{< include _part.qmd >}}\n\n- ::: {.callout-note}\n  In a list\n  :::\n- - ::: deep\n    Deeper\n    :::\n\n<a href="other.qmd">\n![](i.png){width="77"}Shown\n</a>\n\n<pre>\n*raw*\n</pre>\n',
    {
      '_quarto.yml': 'website: { title: Site }\n',
      '_part.qmd':
        'See [{{< meta tool.name >}}](`{{< meta tool.name >}}`.qmd) and [it]({{< meta tool.name >}}.qmd), {{< meta none >}}.\n',
      'other.qmd': '# O\n',
      'i.png': 'x',
    },
  )
  expect(html).toContain('<a href="/other">it</a>, <code>none</code>')
  expect(html).toMatch(/<li>\s*<[^>]*data-type="note"[^]*In a list/)
  expect(html).not.toContain(':::')
  expect(html).toMatch(/<a href="\/other">[^]*<img src="\/i.png"[^]*Shown[^]*<\/a>/)
  expect(html).toContain('*raw*')
  expect(docs.problems.filter(({ code }) => code !== 'broken-link')).toEqual([])
})

test('a formula with an id, and code in a list of a list', async () => {
  const { html, docs } = await page(
    '# T\n\n$$\nx^2\n$$ {#eq-square}\n\nSee @eq-square.\n\n- - ``` markdown\n    ::: note\n    ```\n  - ::: deep\n    Deeper\n    :::\n',
  )
  expect(html).toMatch(/<math[^]*<\/math>[^]*<span id="eq-square"><\/span>/)
  expect(html).toContain('<a href="#eq-square">')
  expect(html).not.toContain('{#eq')
  expect(html).toContain('<p>Deeper</p>')
  expect(docs.problems).toEqual([])
})

test('a notebook is a page: text, code, images; a file that is none is a problem', async () => {
  const docs = await readFiles({
    'a.ipynb': JSON.stringify(NOTEBOOK),
    'b.ipynb': '{"nbformat": 3}',
    'c.ipynb': '{',
    'd.md': '[n](a.ipynb)',
  })
  const found = docs.pages.find(({ url }) => url === '/a')
  const html = found === undefined ? '' : await renderArticle(docs, found)
  expect(found?.title).toBe('The notebook')
  expect(html).toContain('src="data:image/png;base64,iVBORw0KGgo="')
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('print(1)')
  expect(html).not.toMatch(/OUTPUT|secret/)
  expect(docs.problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
    'b.ipynb unreadable-file',
    'c.ipynb unreadable-file',
  ])
})
