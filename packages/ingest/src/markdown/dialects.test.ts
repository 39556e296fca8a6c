import { describe, expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

describe('GitHub', () => {
  test('tables, task lists, footnotes', async () => {
    const { html, text } = await readOne(
      '# T\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n- [x] done\n\nA[^n]\n\n[^n]: Foot.\n',
    )
    expect(html).toContain(
      '<div class="table" tabindex="0"><table><thead><tr><th>a</th><th align="center">b</th></tr></thead>',
    )
    expect(html).toContain('<input type="checkbox" checked disabled aria-label="done">')
    expect(html).toContain('data-footnote-ref')
    expect(text).toBe('a b\n1 2\ndone\nA\nFoot.')
  })
  test('a block of Markdown behind a summary, without a blank line', async () => {
    const { html } = await readOne(
      '# T\n\n<details><summary>S</summary>\n## Head\n\ntext\n\n</details>\n\n<details>\n<summary>S</summary>\n- a\n- b\n</details>\n\n```html\n<summary>S</summary>\n- c\n```\n\n<summary>S</summary>\n*raw*\n',
    )
    expect(html).toContain('<h2 id="head">Head</h2>')
    expect(html).toMatch(/<summary>S<\/summary>\s*<ul>\s*<li>a<\/li>/)
    expect(html).toContain('- c')
    expect(html).toContain('*raw*')
  })
  test('a bare address ends with its cell', async () => {
    const { html } = await readOne('| a | b |\n|---|---|\n|https://a.example/x#y|see www.b.example|\n')
    expect(html).toContain('>https://a.example/x#y</a></td><td>see <a href="http://www.b.example"')
    expect(html).toContain('>www.b.example</a></td>')
  })
  test('alerts, with their own title or the type as title', async () => {
    const { html, text } = await readOne('> [!NOTE]\n> One.\n\n> [!WARNING] Mind\n> Two.\n')
    expect(html).toContain(
      '<div class="admonition" data-type="note" role="note"><p class="admonition-title">Note</p><p>One.</p></div>',
    )
    expect(html).toContain('data-type="warning" role="note"><p class="admonition-title">Mind</p><p>Two.</p>')
    expect(text).not.toContain('[!')
  })
  test('a title of an alert has its marks, and is the whole first line', async () => {
    const { html } = await readOne(
      '> [!tip] In *the view*, see [it](#x)\n> Two **words**.\n\n> [!note]- `Code` alone\n\n> [!NOTE]  \n> Broken\n',
    )
    expect(html).toContain(
      '<p class="admonition-title">In <em>the view</em>, see <a href="#x">it</a></p><p>Two <strong>words</strong>.</p></div>',
    )
    expect(html).toContain('<p class="admonition-title"><code>Code</code> alone</p></div>')
    expect(html).toContain('<p class="admonition-title">Note</p><p>Broken</p>')
  })
  test('short inline code stays on one line', async () => {
    const { html } = await readOne('`--host` `host` `a`{.b} `a/b`{.c} `npm run a-command-that-is-long`')
    expect(html).toContain('<code class="whole">--host</code> <code>host</code> <code class="b">a</code>')
    expect(html).toContain('<code class="c whole">a/b</code> <code>npm run a-command-that-is-long</code>')
  })
  test('emoji, and other text between colons', async () => {
    const { text } = await readOne('Done :tada: at 10:30:15, std::io::Read.')
    expect(text).toBe('Done 🎉 at 10:30:15, std::io::Read.')
  })
})

describe('containers with colons', () => {
  test.each([
    ['::: tip\nx\n:::', 'tip', 'Tip'],
    ['::: warning Look *out*\nx\n:::', 'warning', 'Look <em>out</em>'],
    [':::note[With [link](#a)]{icon="heart"}\nx\n:::', 'note', 'With <a href="#a">link</a>'],
    [':::caution\nx\n:::', 'caution', 'Caution'],
    [':::caution x :::', 'caution', 'Caution'],
    ['::: tip[In short] x :::\n\n:::note\ny\n:::', 'tip', 'In short'],
  ])('%s', async (source, type, title) => {
    const { html, text } = await readOne(`# T {#a}\n\n${source}\n`)
    expect(html).toContain(
      `<div class="admonition" data-type="${type}" role="note"><p class="admonition-title">${title}</p><p>x</p></div>`,
    )
    expect(text).not.toContain(':::')
  })
  test('nested, in a list, in a quote, and without blank lines around', async () => {
    const { html, codes } = await readOne(
      ':::: details More\n::: info\nin\n:::\n::::\n\n- item\n\n  ::: tip\n  list\n  :::\n- next\n\n> ::: tip\n> quote\n> :::\n',
    )
    expect(html).toContain('<summary class="admonition-title">More</summary><div class="admonition" data-type="info"')
    expect(html).toMatch(/<li>\s*<p>item<\/p>\s*<div class="admonition" data-type="tip"[^]*?list[^]*?<\/li>/)
    expect(html).toMatch(/<blockquote>\s*<div class="admonition" data-type="tip"/)
    expect(codes).toEqual([])
  })
  test('the closing line may be indented after a list, as formatters write it', async () => {
    const { html, codes } = await readOne('::: info\n\n- a\n- b\n  :::\n\nafter\n')
    expect(html).toMatch(/<\/ul><\/div>\s*<p>after<\/p>/)
    expect(codes).toEqual([])
  })
  test('attributes at the end of a title are those of the container', async () => {
    const { html, text } = await readOne('# T\n\n::: tip In short {#short}\nx\n:::\n\n[to it](#short)\n')
    expect(text).not.toContain('{#short}')
    expect(html).toContain('<div class="admonition" data-type="tip" role="note" id="short">')
  })
  test('an unclosed or unknown container is a problem and keeps its text', async () => {
    const { text, codes } = await readOne('::: tip\nfirst\n\n::: wobble\nsecond\n')
    expect(text).toContain('first')
    expect(text).toContain('second')
    expect(codes).toEqual(['unclosed-container:1', 'unclosed-container:4', 'unknown-container:4'])
  })
  test('code is unchanged', async () => {
    const { html, codes } = await readOne('```md\n::: tip\nx\n:::\n!!! note\n=== "a"\n```\n')
    expect(html).not.toContain('admonition')
    expect(codes).toEqual([])
  })
})

describe("Pandoc's attributes in a plain folder", () => {
  test('divs and spans', async () => {
    const { html, codes } = await readOne(
      '# T\n\nA [small *text*]{#sid .smallcaps} and [x]{.mark}, [there](#sid), `[y]{.z}`.\n\n::: {.note #n1}\nInside.\n:::\n\n::::: {.columns}\n::: {.column width="50%"}\nLeft.\n:::\n:::::\n',
    )
    expect(html).toMatch(/<span id="sid" class="smallcaps">small <em>text<\/em><\/span> and <mark>x<\/mark>/)
    expect(html).toMatch(/class="admonition" data-type="note" role="note" id="n1"/)
    expect(html).toContain('<p>Left.</p>')
    expect(html.replace('[y]{.z}', '')).not.toMatch(/:::|\{[.#]/)
    expect(codes).toEqual([])
  })

  test('R Markdown has cells and theorems of bookdown', async () => {
    const { html } = await readOne(
      '# T\n\n```{r cars, echo=FALSE}\nplot(cars)\n```\n\n::: {.theorem #pyth name="Pythagoras"}\nInside.\n:::\n',
      {},
      'page.Rmd',
    )
    expect(html).not.toContain('plot')
    expect(html).toContain('Theorem (Pythagoras)')
  })
})

describe('MkDocs', () => {
  const mkdocs = { 'mkdocs.yml': 'site_name: S\n' }
  const read = (source: string, others: Record<string, string> = {}) =>
    readOne(source, { ...mkdocs, ...others }, 'docs/page.md')

  test('admonitions with indented bodies, in lists and in each other', async () => {
    const { html, codes } = await read(
      '!!! note "T *t*"\n    para\n\n    - a\n\n        !!! tip\n            inner\n\nafter\n',
    )
    expect(html).toContain('<p class="admonition-title">T <em>t</em></p><p>para</p>')
    expect(html).toMatch(/<p>a<\/p>\s*<div class="admonition" data-type="tip"[^]*inner[^]*<p>after<\/p>/)
    expect(codes).toEqual([])
  })
  test('collapsible admonitions; an empty title means no title', async () => {
    const { html } = await read('??? tip\n    closed\n\n???+ info "I"\n    open\n\n!!! note ""\n    bare\n')
    expect(html).toContain(
      '<details class="admonition" data-type="tip"><summary class="admonition-title">Tip</summary><p>closed</p></details>',
    )
    expect(html).toContain(
      '<details class="admonition" data-type="info" open><summary class="admonition-title">I</summary>',
    )
    expect(html).toContain('<div class="admonition" data-type="note" role="note"><p>bare</p></div>')
  })
  test('adjacent tabs are one group; a sign starts the next group', async () => {
    const { html, text } = await read(
      '=== "A"\n    aa\n\n=== "B"\n    ```js\n    === "no"\n    ```\n\n===! "C"\n    cc\n',
    )
    expect(html.match(/<div class="tabs">/g)).toHaveLength(2)
    expect(html).toContain(
      '<details class="tab" open name="tabs-1"><summary class="tab-label">A</summary><div class="tab-panel"><p>aa</p></div></details>',
    )
    expect(text).toBe('A\naa\nB\nC\ncc')
  })
  test('attribute lists, icons, keys, marks, abbreviations, Markdown in HTML', async () => {
    const source =
      '[Go](https://a.b){ .md-button target=_blank } :material-star:{ .x } ==hot== ++ctrl+c++ HTML\n\n*[HTML]: Hypertext\n\n<div class="grid" markdown>\n  **bold**\n</div>\n\nend\n{ .annotate }\n'
    const { html, text, codes } = await read(source)
    expect(html).toContain('class="button" data-variant="secondary"')
    expect(html).toContain('<mark>hot</mark>')
    expect(html).toContain('<span class="keys"><kbd>Ctrl</kbd>+<kbd>C</kbd></span>')
    expect(html).toContain('<abbr title="Hypertext">HTML</abbr>')
    expect(html).toMatch(/<div class="grid">\s*<p><strong>bold<\/strong><\/p>\s*<\/div>/)
    expect(html).toContain('<p class="annotate">end</p>')
    expect(text).toBe('Go hot Ctrl+C HTML\nbold\nend')
    expect(codes).toEqual([])
  })
  test('an object of mkdocstrings in a heading is the heading’s text and id', async () => {
    const { docs, text } = await read('# T\n\n## ::: tool.Box\n    options:\n        show_root: true\n\nAfter\n')
    expect(docs.pages[0]!.headings).toEqual([{ level: 2, text: 'tool.Box', id: 'tool.Box' }])
    expect(text.trim()).toBe('After')
  })
  test('definition lists, with and without terms, hold blocks', async () => {
    const { html, text } = await read(
      'Term\n\n:   One\n    two\n\n    === "A"\n\n        aa\n\nOther\n:   Three\n\n# H\n\n<!-- md:option -->\n\n:   Alone\n',
    )
    expect(html).toMatch(
      /<dl><dt>Term<\/dt><dd><p>One\s+two<\/p><div class="tabs">[^]*?<\/dd><dt>Other<\/dt><dd><p>Three<\/p><\/dd><\/dl>/,
    )
    expect(html).toContain('<dl><dd><p>Alone</p></dd></dl>')
    expect(text).toContain('aa')
  })
  test('a definition may begin with an admonition or with code', async () => {
    const { html } = await read(':   !!! note\n\n        one\n\n:   ```js\n    two\n    ```\n')
    expect(html).toMatch(/<dd><div class="admonition" data-type="note" role="note">[^]*<p>one<\/p><\/div><\/dd>/)
    expect(html).toMatch(/<dd><figure class="code" data-lang="js">/)
  })
  test('a heading or term that is a named comment has that name, and links find it', async () => {
    const { html, docs, codes } = await read(
      '# T\n\nSee [`enabled`][config.enabled].\n\n#### <!-- md:setting config.enabled -->\n\n<!-- md:version 1.0 --> <!-- md:flag x -->\n\n<!-- md:option type:note -->\n\n:   A note\n\n## <!-- a comment -->\n\n```html\n# <!-- md:setting x -->\n```\n',
    )
    expect(docs.pages[0]!.headings).toEqual([{ level: 4, text: 'config.enabled', id: 'config.enabled' }])
    expect(html).toContain('<a href="#config.enabled"><code>enabled</code></a>')
    expect(html).toContain('<dl><dt><code>type:note</code></dt><dd><p>A note</p></dd></dl>')
    expect(codes).toEqual([])
  })
  test('a heading keeps the id that its author gave', async () => {
    const { docs } = await read('# T\n\n## Sponsors only :material-star: { #own .cls }\n')
    expect(docs.pages[0]!.headings).toEqual([{ level: 2, text: 'Sponsors only', id: 'own' }])
  })
  test('snippets, also in code and by part; a missing one is a problem', async () => {
    const { html, text, codes } = await read(
      '--8<-- "part.md"\n\n```py\n--8<-- "a.py:one"\n```\n\n--8<-- "none.md"\n',
      {
        'part.md': 'Included *text*.\n',
        'a.py': 'x\n# --8<-- [start:one]\nprint(1)\n# --8<-- [end:one]\n',
      },
    )
    expect(text).toContain('Included text.')
    expect(html).toContain('print')
    expect(html).not.toContain('8&#x3C;')
    expect(codes).toEqual(['broken-include:7'])
  })
  test('definitions of links within a paragraph; the last one of a label counts', async () => {
    const { html } = await read(
      '# T\n\n- Item.\n\n    [One][a]{ .button }\n    [a]: https://a.example\n\nText [two][B].\n[B]: https://old.example "Old"\n[b]: https://b.example (New)\n\n[Note]: no address\n\n```\nCode\n[a]: https://code.example\n```\n',
    )
    expect(html).toContain('href="https://a.example"')
    expect(html).toContain('href="https://b.example"')
    expect(html).not.toContain('old.example')
    expect(html).toContain('[Note]: no address')
    expect(html).toContain('code.example')
    expect(html.match(/\]:/g)).toHaveLength(2)
  })
  test.each([
    ['2', 'LB LC LD'],
    ['2:3', 'LB LC'],
    [':2', 'LA LB'],
    ['1:1,3', 'LA LC LD'],
  ])('a snippet of the lines %s', async (range, lines) => {
    const { html } = await read(`\`\`\`\n--8<-- "a.txt:${range}"\n\`\`\`\n`, { 'a.txt': 'LA\nLB\nLC\nLD\n' })
    expect(html.match(/L[A-D]/g)?.join(' ')).toBe(lines)
  })
})

describe('mdBook', () => {
  const read = (source: string, others: Record<string, string>) =>
    readOne(
      source,
      { 'book.toml': '[book]\ntitle = "B"\n', 'src/SUMMARY.md': '- [P](page.md)\n', ...others },
      'src/page.md',
    )

  test('includes with anchors and lines; hidden lines of Rust are hidden', async () => {
    const { html, docs } = await read(
      '# P\n\n```rust\n{{#rustdoc_include ../code/a.rs:here}}\n# hidden();\n```\n\n```text\n{{#include ../code/a.rs:1:2}}\n```\n',
      {
        'code/a.rs': 'one\ntwo\n// ANCHOR: here\nlet three = 3;\n// ANCHOR_END: here\n',
      },
    )
    expect(html).toContain('three')
    expect(html).not.toContain('hidden')
    expect(docs.records[0]!.code).toBe('let three = 3;\none\ntwo')
    expect(docs.problems).toEqual([])
  })
  test('tabs of mdbook-tabs; their marks in code are text', async () => {
    const { html, codes } = await read(
      '# P\n\n{{#tabs global="os" }}\n{{#tab name="Rust tool" }}\nUse *this*.\n{{#endtab }}\n{{#tab name="Other" }}\n- a\n{{#endtab }}\n{{#endtabs }}\n\n```text\n{{#tabs }}\n```\n',
      {},
    )
    expect(html).toContain('<summary class="tab-label">Rust tool</summary>')
    expect(html).toContain('Use <em>this</em>.')
    expect(html.match(/class="tab-label"/g)).toHaveLength(2)
    expect(html.match(/\{\{#/g)).toHaveLength(1)
    expect(codes).toEqual([])
  })
  test('an include never leaves the project', async () => {
    const { codes, html } = await read('# P\n\n{{#include ../../../../../../etc/passwd}}\n', {})
    expect(codes).toEqual(['outside-folder:3'])
    expect(html).not.toContain('root')
  })
  test('a recursive include ends', async () => {
    const { codes } = await read('# P\n\n{{#include a.md}}\n', { 'src/a.md': 'again\n{{#include a.md}}\n' })
    expect(codes).toContain('broken-include:3')
  })
  test('listings', async () => {
    const { html, text } = await read(
      '# P\n\n<Listing number="1-1" file-name="main.rs" caption="A `main`">\n\n```rust\nfn main() {}\n```\n\n</Listing>\n',
      {},
    )
    expect(html).toContain('<figure class="listing"><figure class="code" data-lang="rust" data-title="main.rs">')
    expect(html).toContain('<figcaption class="listing-caption">Listing 1-1: A <code>main</code></figcaption>')
    expect(text).toBe('Listing 1-1: A main')
  })
})

test('MkDocs: admonitions without a blank after their sign, and details without a type', async () => {
  const page =
    '# A\n\n!!!Tip\n    First.\n\n???+note "More"\n    Second.\n\n??? "Untyped"\n    Third.\n\n```\n!!!code\n```\n'
  const { html } = await readOne(page, { 'mkdocs.yml': 'site_name: S\n' }, 'docs/a.md')
  expect(html).toMatch(
    /data-type="tip"[^]*First\.[^]*<details[^>]* open[^]*More[^]*Second\.[^]*<details[^]*Untyped[^]*Third\./,
  )
  expect(html).not.toMatch(/!!!Tip|\?\?\?/)
  expect(html).toContain('!!!code')
})

test('Jekyll and MkDocs: an HTML block with blank lines and indented tags is no code', async () => {
  const block =
    '<div class="cards">\n\n    <div class="card">\n      <p>First</p>\n\n      <a href="https://a.example">Link</a>\n    </div>\n\n    <div>Second</div>\n</div>\n\nText.\n\n    code <b>\n'
  const others = { '_config.yml': 'title: S\ntheme: just-the-docs\n' }
  for (const { html } of [
    await readOne(`---\ntitle: T\n---\n${block}`, others, 'page.md'),
    await readOne(`# T\n\n${block}`, { 'mkdocs.yml': 'site_name: S\n' }, 'docs/page.md'),
  ]) {
    expect(html.match(/<pre/g)).toHaveLength(1)
    expect(html).toMatch(/<p>First<\/p>[^]*<a href="https:\/\/a.example"[^>]*>Link<\/a>[^]*Second/)
  }
})

test('the head of a document in MDX is no text', async () => {
  const { html, docs } = await readOne(
    '<head>\n  <title>Other | Title</title>\n  <meta name="description" content="x" />\n</head>\n\n# T\n\nText.\n',
    {},
    'page.mdx',
  )
  expect(html).not.toContain('Other')
  expect(docs.problems).toEqual([])
})

test('MkDocs: HTML in tabs and lists is a part of a text with Markdown, and a block at the left margin is none', async () => {
  const tab = '=== "One"\n\n    <div class="x">\n    [go](b.md){ .md-button }\n    *now*\n    </div>\n'
  const { html } = await readOne(
    `# T\n\n${tab}\n- item\n\n    <div>\n    **bold**\n    </div>\n\n<div class="y">\n    <div>\n    *raw*\n    </div>\n</div>\n`,
    { 'mkdocs.yml': 'site_name: S\ndocs_dir: .\n', 'b.md': '# B\n' },
    'page.md',
  )
  expect(html).toMatch(/<div class="x">\s*<p><a [^>]*href="\/b"[^>]*>go<\/a>\s*<em>now<\/em><\/p>\s*<\/div>/)
  expect(html).toContain('<strong>bold</strong>')
  expect(html).toMatch(/<div class="y">\s*<div>\s*\*raw\*/)
})

test('MkDocs: an element in a list that begins with another one stays HTML, so nothing in it is code', async () => {
  const nested =
    '    <div class="outer">\n      <p>a</p>\n      <div class="inner">\n        <div>\n          <b>b</b>\n        </div>\n      </div>\n    </div>\n'
  const { html } = await readOne(
    `# T\n\n1.  Item\n\n${nested}\n    <div>\n    **bold**\n    </div>\n`,
    { 'mkdocs.yml': 'site_name: S\ndocs_dir: .\n' },
    'page.md',
  )
  expect(html).not.toContain('<pre')
  expect(html).toMatch(/<div class="outer">\s*<p>a<\/p>\s*<div class="inner">\s*<div>\s*<b>b<\/b>/)
  expect(html).toContain('<strong>bold</strong>')
})
