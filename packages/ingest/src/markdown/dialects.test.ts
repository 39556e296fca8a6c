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
  test('alerts, with their own title or the type as title', async () => {
    const { html, text } = await readOne('> [!NOTE]\n> One.\n\n> [!WARNING] Mind\n> Two.\n')
    expect(html).toContain(
      '<div class="admonition" data-type="note" role="note"><p class="admonition-title">Note</p><p>One.</p></div>',
    )
    expect(html).toContain('data-type="warning" role="note"><p class="admonition-title">Mind</p><p>Two.</p>')
    expect(text).not.toContain('[!')
  })
  test('short code that a browser could break stays on one line', async () => {
    const { html } = await readOne('`--host` `host` `a`{.b} `a/b`{.c} `npm run a-command-that-is-long`')
    expect(html).toContain('<code class="whole">--host</code> <code>host</code> <code class="b">a</code>')
    expect(html).toContain('<code class="c whole">a/b</code> <code>npm run a-command-that-is-long</code>')
  })
  test('emoji, and text between colons that is none', async () => {
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
  test('the closing line may be indented behind a list, as formatters leave it', async () => {
    const { html, codes } = await readOne('::: info\n\n- a\n- b\n  :::\n\nafter\n')
    expect(html).toMatch(/<\/ul><\/div>\s*<p>after<\/p>/)
    expect(codes).toEqual([])
  })
  test('one that is never closed, or not known, is a problem and loses no text', async () => {
    const { text, codes } = await readOne('::: tip\nfirst\n\n::: wobble\nsecond\n')
    expect(text).toContain('first')
    expect(text).toContain('second')
    expect(codes).toEqual(['unclosed-container:1', 'unclosed-container:4', 'unknown-container:4'])
  })
  test('code is left alone', async () => {
    const { html, codes } = await readOne('```md\n::: tip\nx\n:::\n!!! note\n=== "a"\n```\n')
    expect(html).not.toContain('admonition')
    expect(codes).toEqual([])
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
  test('foldable ones; an empty title means none', async () => {
    const { html } = await read('??? tip\n    closed\n\n???+ info "I"\n    open\n\n!!! note ""\n    bare\n')
    expect(html).toContain(
      '<details class="admonition" data-type="tip"><summary class="admonition-title">Tip</summary><p>closed</p></details>',
    )
    expect(html).toContain(
      '<details class="admonition" data-type="info" open><summary class="admonition-title">I</summary>',
    )
    expect(html).toContain('<div class="admonition" data-type="note" role="note"><p>bare</p></div>')
  })
  test('tabs that follow each other are one group; a sign begins the next', async () => {
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
    expect(html).toContain('class="md-button"')
    expect(html).toContain('<mark>hot</mark>')
    expect(html).toContain('<span class="keys"><kbd>Ctrl</kbd>+<kbd>C</kbd></span>')
    expect(html).toContain('<abbr title="Hypertext">HTML</abbr>')
    expect(html).toMatch(/<div class="grid">\s*<p><strong>bold<\/strong><\/p>\s*<\/div>/)
    expect(html).toContain('<p class="annotate">end</p>')
    expect(text).toBe('Go hot Ctrl+C HTML\nbold\nend')
    expect(codes).toEqual([])
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
  test('a heading or a term that is a comment with a name has the name, and links find it', async () => {
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
  test('an include never leaves the project', async () => {
    const { codes, html } = await read('# P\n\n{{#include ../../../../../../etc/passwd}}\n', {})
    expect(codes).toEqual(['outside-folder:3'])
    expect(html).not.toContain('root')
  })
  test('an include that includes itself ends', async () => {
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

describe('VitePress and MDX', () => {
  test('code groups take their labels from the blocks', async () => {
    const { html } = await readOne('::: code-group\n\n```sh [npm]\nnpm i\n```\n\n```sh [pnpm]\npnpm i\n```\n\n:::\n')
    expect(html).toContain(
      '<div class="tabs code-group"><details class="tab" open name="tabs-1"><summary class="tab-label">npm</summary>',
    )
    expect(html).not.toContain('data-title')
  })
  test('scripts, styles and expressions are never shown nor run; literals are', async () => {
    const { html, text, codes } = await readOne(
      '<script setup>\nimport x from "y"\n</script>\n\nA {{ b }} {{ \'c\' }}.\n\n<style>p { color: red }</style>\n',
    )
    expect(html).not.toMatch(/script|color|import/)
    expect(text).toBe('A c.')
    expect(codes).toEqual(['expression:5'])
  })
  test('tabs, cards, steps, badges and asides, in Markdown and in MDX', async () => {
    const source = `# T

<Tabs syncKey="os">
<TabItem label="Mac">

mac **b**

</TabItem>
<TabItem label="Win">win *x*</TabItem>
</Tabs>

<CardGrid>
<Card title="Fast">Very.</Card>
<LinkCard title="Go" href="https://a.b" description="There" />
</CardGrid>

<Steps>

1. One

</Steps>

<Aside type="tip" title="Hm">aside</Aside>

New <Badge text="v2" variant="tip" /> here
`
    for (const name of ['page.md', 'page.mdx']) {
      const { html, text, codes } = await readOne(source, {}, name)
      expect(html).toMatch(
        /<div class="tabs" data-sync="os"><details class="tab" open name="tabs-1"><summary class="tab-label">Mac<\/summary>/,
      )
      expect(html).toContain('<p>win <em>x</em></p>')
      expect(html).toMatch(
        /<div class="card-grid"><div class="card"><p class="card-title">Fast<\/p><div class="card-body"><p>Very.<\/p>/,
      )
      expect(html).toMatch(
        /<a class="card link-card" href="https:\/\/a\.b"[^>]*><span class="card-title">Go<\/span><span class="card-description">There<\/span><\/a>/,
      )
      expect(html).toMatch(/<div class="steps"><ol>/)
      expect(html).toContain('<p class="admonition-title">Hm</p>')
      expect(html).toContain('<span class="badge" data-type="tip">v2</span>')
      expect(text).toBe('Mac\nmac b\nWin\nwin x\nFast\nVery.\nGo\nThere\nOne\nHm\naside\nNew v2 here')
      expect(codes).toEqual([])
    }
  })
  test('what is wrong many times on a page is one problem that names the lines', async () => {
    const { docs } = await readOne('# T\n\n<Odd />\n\n<Odd />\n\n<Other />\n\n<Odd />\n', {}, 'page.mdx')
    expect(docs.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '3: <Odd> is not known here; its text is kept, the rest is left out. Also in lines 5, 9.',
      '7: <Other> is not known here; its text is kept, the rest is left out.',
    ])
  })
  test('MDX: imports and expressions are dropped, unknown components keep their text', async () => {
    const { html, text, codes } = await readOne(
      'import X from "./x"\n\nexport const a = 1\n\n# T {#own}\n\n<X>kept {a + 1} {/* note */}</X>\n',
      {},
      'page.mdx',
    )
    expect(html).toContain('<h1 id="own">T</h1>')
    expect(text).toBe('kept')
    expect(codes).toEqual(['expression:7', 'unknown-component:7'])
  })
  test.each(['{', '<a b={', '{"', 'a <a b={ ', '{}', '<X a', '<A/> ', '`<`'])(
    'twenty thousand times %s is read as Markdown, with a problem',
    async (unit) => {
      const { text, codes } = await readOne(`# T\n\n${unit.repeat(20_000)}\n\nlast words\n`, {}, 'page.mdx')
      expect(text).toContain('last words')
      expect(codes).toContain('mdx-syntax:3')
    },
  )
  test('braces that are closed, or stand in code, are no problem however many there are', async () => {
    const source = `# T\n\n${'`a={` and <Badge text={"b"} />\n\n'.repeat(300)}\`\`\`jsx\n${'<a b={\n'.repeat(200)}\`\`\`\n`
    expect((await readOne(source, {}, 'page.mdx')).codes).toEqual([])
  })
  test('three thousand tags are no problem', async () => {
    const { text, codes } = await readOne(`# T\n\n${'<Badge>a</Badge>\n'.repeat(1500)}\n{/* a */}\n`, {}, 'page.mdx')
    expect(text).not.toContain('{')
    expect(codes).toEqual([])
  })
  test('MDX that does not parse is read as Markdown', async () => {
    const { text, codes } = await readOne('# T\n\nA { brace\n\n<Tabs>\n', {}, 'page.mdx')
    expect(text).toContain('A { brace')
    expect(codes).toEqual(['mdx-syntax:3', 'unclosed-container:5'])
  })
  test('tags that are none are shown as they are written', async () => {
    const { html, text, codes } = await readOne('An Array<string> or Vec<T>.')
    expect(html).toContain('Array&#x3C;string> or Vec&#x3C;T>')
    expect(text).toBe('An Array<string> or Vec<T>.')
    expect(codes).toEqual(['unknown-tag:1', 'unknown-tag:1'])
  })
})

describe('HTML', () => {
  test('is kept from an allow-list', async () => {
    const { html } = await readOne(
      '<p onclick="x()" style="color:red" class="c">a <kbd>K</kbd><script>evil()</script></p>\n\n<iframe src="https://x"></iframe>\n\n[j](javascript:alert(1)) <a href="java&#10;script:alert(1)">k</a> <img src=x onerror=alert(1)>\n',
    )
    expect(html).toContain('<p class="c">a <kbd>K</kbd></p>')
    expect(html).not.toMatch(/onclick|style=|evil|iframe|javascript|script:|onerror/)
  })
  test('headings in HTML are sections; comments are nothing', async () => {
    const { docs, text } = await readOne(
      '# T\n\n<!-- no -->\n\n<h2 id="mine">An <em>HTML</em> heading</h2>\n\ntext <!-- no --> end\n',
    )
    expect(docs.records.map((record) => [record.type, record.anchor, record.hierarchy.lvl2])).toEqual([
      ['lvl1', '', null],
      ['lvl2', 'mine', 'An HTML heading'],
    ])
    expect(text.trim()).toBe('text end')
  })
  test('components behind a dot, and tabs that a list names', async () => {
    const source = `# T

<Tabs items={['npm', "pnpm"]}>
<Tabs.Tab>

one

</Tabs.Tab>
<Tabs.Tab>

two

</Tabs.Tab>
</Tabs>

<Cards>
<Cards.Card title="Go" href="https://a.b" />
</Cards>

<Accordions>
<Accordion title="Why">Because.</Accordion>
</Accordions>
`
    const { html, codes } = await readOne(source, {}, 'page.mdx')
    expect(html.match(/(?<=tab-label">)\w+/g)).toEqual(['npm', 'pnpm'])
    expect(html).toContain('<div class="card-grid"><a class="card link-card" href="https://a.b"')
    expect(html).toContain('<summary class="admonition-title">Why</summary>')
    expect(codes).toEqual([])
  })
  test('a table of contents in the text', async () => {
    const { html, text } = await readOne('# T\n\n[[toc]]\n\n## A\n\n### B\n\n## C\n')
    expect(html).toContain(
      '<ul class="toc"><li><a href="#a">A</a><ul><li><a href="#b">B</a></li></ul></li><li><a href="#c">C</a></li></ul>',
    )
    expect(text.trim()).toBe('')
  })
})

test('of the fields of a form only checkboxes are drawn', async () => {
  const { html } = await readOne('<p><input v-model="a"> <input type="radio"> <input type="checkbox"></p>\n')
  expect(html.match(/<input[^>]*>/g)).toEqual(['<input type="checkbox" disabled>'])
})

describe('code blocks', () => {
  test.each(['```js @ts-expect-error=[3]\nx\n```', '```js /a[^(]/\nx\n```', '```js [ ]\nx\n```'])(
    'brackets that are no title: %s',
    async (source) => {
      expect((await readOne(source)).html).not.toContain('data-title="')
    },
  )
  test('title, lines to mark, line numbers, words, notes', async () => {
    const { html, docs } = await readOne(
      '```ts {1} title="a.ts" showLineNumbers "two"\nconst one = two\nlet b // [!code ++]\n```\n',
    )
    expect(html).toContain(
      '<figure class="code" data-lang="ts" data-title="a.ts" data-numbers=""><figcaption class="code-title">a.ts</figcaption><pre tabindex="0">',
    )
    expect(html).toContain('<span class="line highlighted" data-line="1"><span class="t-keyword">const</span>')
    expect(html).toContain('<mark class="marked">two</mark>')
    expect(html).toContain('<span class="line diff-add" data-line="2">')
    expect(html).not.toContain('[!code')
    expect(docs.records[0]!.code).toBe('const one = two\nlet b')
  })
  test.each([
    ['``` { .sh .no-copy }\nx\n```', 'sh'],
    ['```py hl_lines="1" linenums="1"\nx\n```', 'py'],
    ['```js{1}\nx\n```', 'js'],
    ['```rust,ignore\nx\n```', 'rust'],
    ['```diff lang="js"\n+x\n```', 'js'],
    ['```mermaid\ngraph\n```', 'mermaid'],
    ['```no-such-language\nx\n```', 'no-such-language'],
    ['    x', 'text'],
    ['``` title="A title"\nx\n```', 'text'],
  ])('%s', async (source, lang) => {
    const { html } = await readOne(source)
    expect(html).toContain(`data-lang="${lang}"`)
    expect(html).toContain(`<code class="language-${lang}">`)
    expect(html).not.toContain('style=')
  })
})
