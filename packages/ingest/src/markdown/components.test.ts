import { describe, expect, test } from 'vitest'
import { join } from 'node:path'
import { type ComponentRow, readDocs, renderArticle } from '../index.ts'
import { readFiles, readOne } from '../testing/docs-folder.ts'
import { folderOf } from '../testing/folder-of.ts'

describe('VitePress and MDX', () => {
  test('the end of a container also ends the one around it that has none', async () => {
    const { html, docs } = await readOne(
      '::: warning\nCareful:\n\n::: code-group\n\n```sh [npm]\nnpm i\n```\n\n:::\n\nAfter.\n\n::: tip\n::: info\nInner.\n:::\nOuter.\n:::\n',
    )
    expect(html).toMatch(/<\/div>\s*<\/div>\s*<p>After\.<\/p>/)
    expect(html).toMatch(/data-type="tip"[^]*data-type="info"[^]*Inner\.<\/p><\/div>\s*<p>Outer\.<\/p>\s*<\/div>/)
    expect(docs.problems).toEqual([])
  })
  test('tabs of a project are known by their names', async () => {
    const { html, docs } = await readOne(
      '<SyntaxTabs>\n\n<SyntaxTab fluent>\n\nOne.\n\n</SyntaxTab>\n<SyntaxTab label="Tuple">\n\nTwo.\n\n</SyntaxTab>\n\n</SyntaxTabs>\n',
      { 'astro.config.mjs': 'import starlight from "@astrojs/starlight"', 'src/content/docs/x.md': '# X' },
      'src/content/docs/page.mdx',
    )
    expect(html).toMatch(/class="tabs"[^]*tab-label">fluent<[^]*One\.[^]*tab-label">Tuple<[^]*Two\./)
    expect(docs.problems).toEqual([])
  })
  test('links may name the id of an unknown component', async () => {
    const { html, docs } = await readOne(
      'See [it](#body-limit).\n\n| a |\n|---|\n| <Entry id="body-limit">BodyLimit</Entry> |\n',
      { 'docusaurus.config.js': 'export default {}', 'docs/x.md': '# X' },
      'docs/page.mdx',
    )
    expect(html).toContain('<td><span id="body-limit">BodyLimit</span></td>')
    expect(docs.problems.map(({ code }) => code)).toEqual(['unknown-component'])
  })
  test('`<<<` shows a file outside code, in lists too', async () => {
    const { html, codes } = await readOne(
      '# T\n\n```md\n<<< @/gone.js\n<<< EOF\n```\n\n- one\n\n  <<< @/x.js{1 ts} [X]\n\nafter\n\n<!-- @include: @/part.md -->\n',
      {
        '.vitepress/config.js': 'export default {}',
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
        'x.js': 'const shown = 1\n',
        'part.md': 'Included.\n',
        'src/x.js': '',
      },
    )
    expect(html).toContain('<p>Included.</p>')
    expect(html).toContain('@/gone.js')
    expect(html).toMatch(/<li>[^]*data-title="X"[^]*shown[^]*<\/li>[^]*after/)
    expect(codes).toEqual([])
  })
  test('directives in a line are links or texts, in MDX too', async () => {
    const { html, docs } = await readOne(
      'Text :a[*Sponsors*]{.big href="/x" } and :abbr[MDX]{title="y"}; `:a[b]{c}` and time 10:30.\n\n:badge[New]{.x}\n',
      { 'astro.config.mjs': 'import starlight from "@astrojs/starlight"', 'src/content/docs/x.md': '# X' },
      'src/content/docs/page.mdx',
    )
    expect(html).toContain('<p>New</p>')
    expect(html).toContain(':a[b]{c}')
    expect(docs.problems).toEqual([])
  })
  test('the content of a template is shown, and one without an end hides nothing', async () => {
    const { html } = await readOne('<template data-island>\n<p>Inside</p>\n\nText.\n\n## After\n')
    expect(html).toMatch(/Inside[^]*<p>Text\.<\/p>[^]*After/)
  })
  test('slots of a component of tabs are tabs', async () => {
    const { html, docs } = await readOne(
      "<Tab :names=\"['Bun', 'Node']\" :tabs=\"['bun', 'node']\">\n\n<template v-slot:bun>\n\nOf **bun**.\n\n</template>\n\n<template #node>\n\nOf node.\n\n</template>\n\n</Tab>\n",
      { '.vitepress/config.ts': 'export default {}' },
    )
    expect(html).toMatch(/tab-label">Bun<[^]*<strong>bun<\/strong>[^]*tab-label">Node<[^]*Of node/)
    expect(docs.problems).toEqual([])
  })
  test('the tag of a component over several lines, with Markdown inside', async () => {
    const { html, docs } = await readOne(
      'Text.\n\n<Card\n\ttitle="A card > all"\n\t:names="[\'a\', \'b\']"\n>\n\n**Inside.**\n\n</Card>\n\nAfter.\n',
    )
    expect(html).toContain('A card > all')
    expect(html).toContain('<strong>Inside.</strong>')
    expect(html).not.toMatch(/&#x3C;|&lt;/)
    expect(docs.problems).toEqual([])
  })
  test('a list of a hundred properties is a table, with the HTML of their texts', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, at) =>
        `  {\n    'name': 'p${at}',\n    'description': '<p>The <code>${at}</code>.</p>\\n',\n    'type': '\\'x\\''\n  },\n`,
    )
    const { html } = await readOne(`# T\n\n<PropsTable :data="[\n${rows.join('')}]" />\n`)
    expect(html).toMatch(/<td>p99<\/td><td>The <code>99<\/code>\.<\/td><td>'x'<\/td>/)
  })
  test('code groups take their labels from the blocks', async () => {
    const { html } = await readOne('::: code-group\n\n```sh [npm]\nnpm i\n```\n\n```sh [pnpm]\npnpm i\n```\n\n:::\n')
    expect(html).toContain(
      '<div class="tabs code-group"><details class="tab" open name="tabs-1"><summary class="tab-label">npm</summary>',
    )
    expect(html).not.toContain('data-title')
  })
  test('a badge and a link without text of its own are no part of a title', async () => {
    const { html, docs } = await readOne(
      '# Feeds <SourceCode href="https://x.y/feeds" /> <Badge text="New" />\n\nText.\n',
      {},
      'page.mdx',
    )
    expect(docs.pages[0]?.title).toBe('Feeds')
    expect(html).toMatch(/<h1[^>]*>Feeds <a [^>]*>[^]*badge/)
  })
  test('previews and programs of demo plugins are their content with the title as caption', async () => {
    const { html, codes } = await readOne(
      '# T\n\n::: preview A *title*\n\nShown.\n\n:::\n\n::: normal-demo\n\n```js\nx()\n```\n\n:::\n',
    )
    expect(html).toContain('<figcaption class="listing-caption">A <em>title</em></figcaption>')
    expect(html).toContain('<p>Shown.</p>')
    expect(html).not.toContain('admonition')
    expect(codes).toEqual([])
  })
  test('frames of a theme are their content, and commands of npm are tabs of package managers', async () => {
    const { html, codes } = await readOne(
      '# T\n\n:::npm-to\n\n```sh\nnpm run dev\n```\n\n:::\n\n::: window A\nShown.\n:::\n',
    )
    expect(html).toMatch(/class="tabs code-group"[^]*pnpm[^]*<figcaption class="listing-caption">A<\/figcaption>/)
    expect(codes).toEqual([])
  })
  test('scripts and styles are not shown; literals of templates are, and other templates stay text', async () => {
    const { html, text, codes } = await readOne(
      '<script setup>\nimport x from "y"\n</script>\n\nA {{ b }} {{ \'c\' }}.\n\n<style>p { color: red }</style>\n',
    )
    expect(html).not.toMatch(/script|color|import/)
    expect(text).toBe('A {{ b }} c.')
    expect(codes).toEqual([])
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
  test('a fault that occurs several times on a page is one problem with all of its lines', async () => {
    const { docs } = await readOne('# T\n\n<Odd />\n\n<Odd />\n\n<Other />\n\n<Odd />\n', {}, 'page.mdx')
    expect(docs.problems).toMatchObject([
      { line: 3, message: expect.stringMatching(/^<Odd> /), also: [5, 9] },
      { line: 7, message: expect.stringMatching(/^<Other> /) },
    ])
  })
  test('MDX: module code is not shown, expressions of constants are; unknown components keep their text', async () => {
    const { html, text, codes } = await readOne(
      'import X from "./x"\n\nexport const a = 1\n\n# T {#own}\n\n<X>kept {a + 1} {/* note */}</X>\n',
      {},
      'page.mdx',
    )
    expect(html).toContain('<h1 id="own">T</h1>')
    expect(text).toBe('kept 2')
    expect(codes).toEqual(['unknown-component:7'])
  })

  test('a heading as a tag over several lines contains no paragraph', async () => {
    const card = 'export const Card = ({ title }) => (\n  <div>\n    <h3>\n      {title}\n    </h3>\n  </div>\n)'
    const { html } = await readOne(`# T\n\n${card}\n\n<Card title="Own" />\n`, {}, 'page.mdx')
    expect(html).toContain('<h3 id="own">Own</h3>')
  })
  test.each(['{', '<a b={', '{"', 'a <a b={ ', '{}', '<X a', '<A/> ', '`<`'])(
    'twenty thousand times %s is read as Markdown, with a problem',
    async (unit) => {
      const { text, codes } = await readOne(`# T\n\n${unit.repeat(20_000)}\n\nlast words\n`, {}, 'page.mdx')
      expect(text).toContain('last words')
      expect(codes).toContain('mdx-syntax:3')
    },
  )
  test('any number of braces that are closed or in code is no problem', async () => {
    const source = `# T\n\n${'`a={` and <Badge text={"b"} />\n\n'.repeat(300)}\`\`\`jsx\n${'<a b={\n'.repeat(200)}\`\`\`\n`
    expect((await readOne(source, {}, 'page.mdx')).codes).toEqual([])
  })
  test('three thousand tags are no problem', async () => {
    const { text, codes } = await readOne(`# T\n\n${'<Badge>a</Badge>\n'.repeat(1500)}\n{/* a */}\n`, {}, 'page.mdx')
    expect(text).not.toContain('{')
    expect(codes).toEqual([])
  })
  test('a sign that begins no tag is text in MDX, and the components around it are read', async () => {
    const { html, codes } = await readOne(
      '# T\n\n<Tabs\nitems={["A"]}>\n<Tab>\n\n日 List<[Item](#t)>, x <5 and <https://x.example/a>\n\n</Tab>\n</Tabs>\n',
      {},
      'page.mdx',
    )
    expect(html).toMatch(
      /tab-label">A<[^]*日 List&#x3C;<a href="#t">Item<\/a>>, x &#x3C;5 and <a href="https:\/\/x.example\/a"/,
    )
    expect(codes).toEqual(['mdx-syntax:7'])
  })
  test('a sign that begins no tag is text in MDX after emphasis beside Chinese, too', async () => {
    const source =
      '# T\n\n<Tabs\nitems={["A"]}>\n<Tab>\n\n**中文。**后 a <5 和 <https://x.example/a>\n\n</Tab>\n</Tabs>\n'
    const { html, codes } = await readOne(source, {}, 'page.mdx')
    expect(html).toMatch(/tab-label">A<[^]*<strong>中文。<\/strong>后 a &#x3C;5 和 <a href="https:\/\/x.example\/a"/)
    expect(codes).toEqual(['mdx-syntax:7'])
  })
  test('MDX that does not parse is read as Markdown', async () => {
    const { text, codes } = await readOne('# T\n\nA { brace\n\n<Tabs>\n', {}, 'page.mdx')
    expect(text).toContain('A { brace')
    expect(codes).toEqual(['mdx-syntax:3', 'unclosed-container:5'])
  })
  test('text like tags is shown as written', async () => {
    const { html, text, codes } = await readOne('An Array<string> or Vec<T>.')
    expect(html).toContain('Array&#x3C;string> or Vec&#x3C;T>')
    expect(text).toBe('An Array<string> or Vec<T>.')
    expect(codes).toEqual(['unknown-tag:1', 'unknown-tag:1'])
  })
})

describe('HTML', () => {
  test('is filtered by an allow-list', async () => {
    const { html } = await readOne(
      '<p onclick="x()" style="color:red" class="c">a <kbd>K</kbd><script>evil()</script></p>\n\n<iframe src="https://x"></iframe>\n\n[j](javascript:alert(1)) <a href="java&#10;script:alert(1)">k</a> <img src=x onerror=alert(1)>\n',
    )
    expect(html).toContain('<p class="c">a <kbd>K</kbd></p>')
    expect(html).not.toMatch(/onclick|style=|evil|iframe|javascript|script:|onerror/)
  })
  test('a comment at the beginning of a line of code stays in MDX', async () => {
    const { html } = await readOne('# T\n\n```html\n<!-- a note -->\n<b>\n```\n\n<!-- gone -->\n', {}, 'page.mdx')
    expect(html).toContain('a note')
    expect(html).not.toContain('gone')
  })
  test('headings in HTML are sections; comments are removed', async () => {
    const { docs, text } = await readOne(
      '# T\n\n<!-- no -->\n\n<h2 id="mine">An <em>HTML</em> heading</h2>\n\ntext <!-- no --> end\n',
    )
    expect(docs.records.map((record) => [record.type, record.anchor, record.hierarchy.lvl2])).toEqual([
      ['lvl1', '', null],
      ['lvl2', 'mine', 'An HTML heading'],
    ])
    expect(text.trim()).toBe('text end')
  })
  test('components with a dot in the name, and tabs named by a list', async () => {
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

test('only checkboxes of form fields are rendered', async () => {
  const { html } = await readOne('<p><input v-model="a"> <input type="radio"> <input type="checkbox"></p>\n')
  expect(html.match(/<input[^>]*>/g)).toEqual(['<input type="checkbox" disabled>'])
})

describe('code blocks', () => {
  test.each(['```js @ts-expect-error=[3]\nx\n```', '```js /a[^(]/\nx\n```', '```js [ ]\nx\n```'])(
    'brackets without a title: %s',
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

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a block, a component or an admonition named %s is unknown, and keeps its content',
  async (name) => {
    const { html } = await readOne(`# A\n\n:::${name} Title\nInside.\n:::\n\n<${name}>kept</${name}>\n`)
    expect(html).toContain('Inside.')
    expect(html).toContain('kept')
  },
)

test('HTML that its parser cannot read is shown as text', async () => {
  const { html } = await readOne(
    '# A\n\n<math>\n\nText.\n\n</table>\n\n<a href="https://example.com">x</a><img src="x.png" alt="y">\n',
  )
  expect(html).toContain('Text.')
})

test("a project's own rows come before the table, for the article, the cache and a running server", async () => {
  const folder = folderOf({
    'docs/a.mdx': '# A\n\n<BlogCard heading="One" address="/b">Text.</BlogCard>\n\n<Note>n</Note>\n',
    'docs/b.md': '# B\n',
  })
  const cache = { file: join(folder, 'kept/parsed.bin'), version: '1' }
  const rows: Record<string, ComponentRow> = {
    BlogCard: { as: 'card', title: 'heading', href: 'address' },
    note: { as: 'callout', is: 'danger' },
  }
  const before = await readDocs(join(folder, 'docs'), { cache })
  expect(before.problems.map(({ code }) => code)).toEqual(['unknown-component'])
  for (const previous of [undefined, before]) {
    const docs = await readDocs(join(folder, 'docs'), { cache, components: rows }, previous)
    const html = await renderArticle(docs, docs.pages[0]!) // two pages
    expect(html).toContain(
      '<a class="card link-card" href="/b"><span class="card-title">One</span><span class="card-description">Text.</span></a>',
    )
    expect(html).toContain('data-type="danger"')
    expect(docs.problems).toEqual([])
    expect(docs.pages[0]!.hash).not.toBe(before.pages[0]!.hash)
  }
})

test('images of one appearance, as components, GitHub and Tailwind mark them', async () => {
  const { html } = await readOne(
    `# T\n\n<ThemedImage alt="n" sources={{ light: '/a.png', dark: '/b.png' }} />\n\n![](a.png#gh-dark-mode-only) ![](a.png#only-light)\n\n<img className="block dark:hidden" src="/a.png" />\n\n<img className="hidden dark:block" src="/b.png" />\n\n![](a.png)\n`,
    { 'a.png': 'x', 'b.png': 'x' },
    'page.mdx',
  )
  const marks = [...html.matchAll(/<img [^>]*?src="\/([ab])[^>]*?(?:data-only="(\w+)"[^>]*)?>/g)].map(
    ([, file, only]) => `${file} ${only}`,
  )
  expect(marks).toEqual(['a light', 'b dark', 'a dark', 'a light', 'a light', 'b dark', 'a undefined'])
})

test('an unknown component keeps its content, title, description, link, image and lists', async () => {
  const { html, docs } = await readOne(
    `# T\n\n<Post title="A *b*" summary="c" description="d" url="/page" cover="/a.png" tags={['x', 'y']} size="big">\n\nBody.\n\n</Post>\n\nSee <Term name="one">two</Term>, <Ref to="/page">three</Ref>, <Version of="3.2" />, <Pic src="/a.png" /> and <Odd size="4" />, <StarIcon />.\n\n<Menu links={[{ label: 'Go', href: '/page', description: 'there' }, 'plain', { nothing: true }]} />\n`,
    { 'a.png': 'x' },
    'page.mdx',
  )
  expect(html).toContain(
    '<p><img src="/a.png" alt="A *b*" loading="lazy" decoding="async"></p>\n<p><a href="/page"><strong>A <em>b</em></strong></a></p>\n<p>d</p>\n<p>Body.</p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>',
  )
  expect(html).toContain(
    'See two (one), <a href="/page">three</a>, 3.2, <img src="/a.png" alt="" loading="lazy" decoding="async"> and <code>Odd</code>, .',
  )
  expect(html).toContain('<li><a href="/page">Go</a>: there</li>\n<li>plain</li>\n</ul>')
  expect(docs.problems.map(({ message }) => message.replace(/; .*/, ''))).toEqual([
    '<Post> is not known here and is shown by its title, description, image, link, lists and content alone',
    '<Term> is not known here and is shown by its title and content alone',
    '<Ref> is not known here and is shown by its link and content alone',
    '<Version> is not known here and is shown by its title alone',
    '<Pic> is not known here and is shown by its image alone',
    '<Odd> is not known here and has no text, so its name is shown',
    '<Menu> is not known here and is shown by its lists alone',
  ])
})

test('an unknown component of an API reference shows its request', async () => {
  const { html, text } = await readOne(
    '# T\n\n<ApiCall path="/things/<id>/move_all" method="post">\n\nMoves them.\n\n</ApiCall>\n\n<Route endpoint="/b" />\n\n<Part path="./c.md">\n\nOther.\n\n</Part>\n',
    {},
    'page.mdx',
  )
  expect(html).toContain('<code>POST /things/&#x3C;id>/move_all</code>')
  expect(html).toContain('<code class="whole">/b</code>')
  expect(html).not.toContain('c.md')
  expect(text).toContain('POST /things/<id>/move_all')
})

test('lists that select the parts of an unknown component are no text', async () => {
  const { html } = await readOne(
    "<Demo ignore={['modelValue']} hide={['class']} points={['Fast']} />\n",
    {},
    'page.mdx',
  )
  expect(html).toContain('Fast')
  expect(html).not.toMatch(/modelValue|class<|>class/)
})

test('an unknown component with an image for each appearance shows the light one', async () => {
  const source = "import a from './a.png'\nimport b from './b.png'\n\n<Both darkSrc={b} lightSrc={a} alt=\"Pool\" />\n"
  const { html } = await readOne(source, { 'a.png': 'x', 'b.png': 'x' }, 'page.mdx')
  expect(html).toContain('<img src="/a.png" alt="Pool"')
})

test('an unknown component keeps commands for package managers as tabs, texts of several lines as code, and themed images', async () => {
  const { html, docs } = await readOne(
    '# T\n\n<CommandTabs npm="npm install it\n    npm run it" cargo="cargo add it" size="4" />\n\n<Variants imports={`\n    import a\n      b\n  `} settings={`\n    c: d,\n    e\n  `} />\n\n<Zoomable sources={{ light: "/a.png", dark: "/b.png" }} alt="Shown" />\n\n<Drawn svg={`<svg>\n</svg>`} />\n',
    { 'a.png': 'x', 'b.png': 'x' },
    'page.mdx',
  )
  const shown = html.replaceAll(/<[^>]*>/g, '')
  expect(shown).toMatch(/npm\s*npm install it\nnpm run it\s*cargo\s*cargo add it/)
  expect(html).toContain('class="tabs code-group"')
  expect(shown).toMatch(/import a\n {2}b\s*c: d,\ne/)
  expect(html).toContain('<img src="/a.png" alt="Shown"')
  expect(docs.problems.map(({ message }) => message.replace(/; .*/, ''))).toEqual([
    '<CommandTabs> is not known here and is shown by its code alone',
    '<Variants> is not known here and is shown by its code alone',
    '<Zoomable> is not known here and is shown by its image alone',
    '<Drawn> is not known here and is shown by its title alone',
  ])
})

test('an unknown component shows all of its images, also those of lists, but no other form of one', async () => {
  const { html, docs } = await readOne(
    `# T\n\n<SideBySide before="/a.png" after="/b.png" darkAfter="/c.png" />\n\n<Gallery items={['a.png', 'b.png']} />\n\n<Shots list={[{ src: '/a.png', title: 'First' }, { image: '/b.png', description: 'Second' }]} />\n\n<Team members={[{ avatar: '/a.png', name: 'Mo' }]} />\n\nSee <Pic one="/a.png" two="/b.png" />.\n`,
    { 'a.png': 'x', 'b.png': 'x', 'c.png': 'x' },
    'page.mdx',
  )
  const shown = html.replaceAll(/<img src="([^"]*)"[^>]*>/g, '[$1]').replaceAll(/<[^>]*>/g, '')
  expect(shown.split('\n').filter((line) => line !== '')).toEqual([
    'T', '[/a.png]', '[/b.png]', '[/a.png]', '[/b.png]', '[/a.png] First', '[/b.png] Second', 'Mo', 'See [/a.png].',
  ]) // prettier-ignore
  expect(docs.problems.map(({ message }) => message.replace(/; .*/, ''))[0]).toBe(
    '<SideBySide> is not known here and is shown by its images alone',
  )
})

test('a tag with a dot that is shown as text keeps its dot', async () => {
  const { text } = await readOne('# T\n\nIt is "<Site.Title> Authors" there.\n')
  expect(text).toContain('"<Site.Title> Authors"')
})

test('parameters: name, place, type, marks and default, and an id for links', async () => {
  const { html, text, codes } = await readOne(
    '# T\n\n[to it](#param-page-size)\n\n<ParamField query="page_size" type="integer" required deprecated default="10">\n  The *size*.\n  <Expandable title="more">\n    <ResponseField name="inner" type="string" />\n  </Expandable>\n</ParamField>\n\n<ResponseField name="page_size" default={{ a: [1, 2] }} post={[\'new\']} />\n',
    {},
    'page.mdx',
  )
  expect(html).toContain(
    '<div class="field" id="param-page-size"><p class="field-head"><strong><code>page_size</code></strong> <span class="field-type">integer</span> <span class="field-type">query</span> <span class="badge" data-type="danger">required</span> <span class="badge" data-type="warning">deprecated</span> <span class="field-type">Default: <code>10</code></span></p><p>The <em>size</em>.</p>',
  )
  expect(html).toContain('<div class="field" id="param-inner">')
  expect(html.match(/id="param-page-size"/g)).toHaveLength(1)
  expect(html).toContain(
    '<span class="field-type">new</span> <span class="field-type">Default: <code class="whole">a: 1, 2</code></span>',
  )
  expect(text).toContain('page_size integer query required deprecated Default: 10\nThe size.')
  expect(codes).toEqual([])
})

test('file trees from lists and from components', async () => {
  const list = await readOne(
    '# T\n\n<FileTree>\n\n- src/\n- **a.js** a *note*\n- b\n  - c.js\n\n</FileTree>\n',
    {},
    'page.mdx',
  )
  expect(list.html.replaceAll('\n', '')).toContain(
    '<div class="file-tree"><ul><li class="directory">src/</li><li><strong>a.js</strong> a <em>note</em></li><li class="directory">b<ul><li>c.js</li></ul></li></ul></div>',
  )
  const parts = await readOne(
    '# T\n\n<Tree>\n  <Tree.Folder name="b" defaultOpen>\n    <Tree.File name="c.js" highlight />\n  </Tree.Folder>\n  <Tree.File name="d.js" />\n</Tree>\n',
    {},
    'page.mdx',
  )
  expect(parts.html).toContain(
    '<div class="file-tree"><ul><li class="directory">b<ul><li><strong>c.js</strong></li></ul></li><li>d.js</li></ul></div>',
  )
})

test('the classes that Fumadocs has for steps, and HTML blocks of MDX', async () => {
  const { html } = await readOne(
    '# T\n\n<div className="fd-steps">\n<div className="fd-step">\n\n### One\n\na\n\n</div>\n</div>\n',
    {},
    'page.mdx',
  )
  expect(html).toMatch(
    /<div class="steps"><ol><li><div class="heading" data-level="3">[^]*<p>a<\/p><\/li><\/ol><\/div>/,
  )
})

test('steps from components and from headings', async () => {
  for (const source of [
    '<Steps>\n<Step title="One">\n\na\n\n</Step>\n<Step title="Two">b</Step>\n</Steps>',
    '<Steps>\n\n### One\n\na\n\n### Two\n\nb\n\n</Steps>',
  ]) {
    const { html } = await readOne(`# T\n\n${source}\n`, {}, 'page.mdx')
    expect(html.match(/<div class="steps"><ol>(.*)<\/ol><\/div>/s)?.[1]?.match(/<li>/g)).toHaveLength(2)
    expect(html).toMatch(/One[^]*<p>a<\/p>[^]*<li>[^]*Two[^]*<p>b<\/p>/)
  }
})

test('lists of the pages below a page are cards in the order of the sidebar', async () => {
  const files = {
    'guide/index.mdx': '# Guide\n\n<DocCardList />\n',
    'guide/b.md': '---\ndescription: About B.\nsidebar_position: 1\n---\n# B\n',
    'guide/a.md': '# A\n',
    'index.md': '# Home\n',
  }
  const docs = await readFiles(files)
  const page = docs.pages.find(({ url }) => url === '/guide')!
  expect(await renderArticle(docs, page)).toContain(
    '<div class="card-grid"><a class="card link-card" href="/guide/b"><span class="card-title">B</span><span class="card-description">About B.</span></a><a class="card link-card" href="/guide/a"><span class="card-title">A</span></a></div>',
  )
  const changed = await readFiles({ ...files, 'guide/a.md': '# Other\n' })
  expect(changed.pages.find(({ url }) => url === '/guide')!.hash).not.toBe(page.hash)
})

describe('a component that is given one object for its texts', () => {
  const item = `item={{ type: 'link', icon: '⚓', label: 'Moor', href: 'https://x.example/moor', description: 'How to moor.' }}`
  test.each([
    ['a card', `<DocCard ${item} />`, 'class="card link-card"'],
    ['one that is not known', `<HarbourCard ${item} />`, '<strong>Moor</strong>'],
  ])('is shown by them: %s', async (_, source, part) => {
    const { html, text } = await readOne(`# T\n\n${source}\n`, {}, 'page.mdx')
    expect(html).toContain(part)
    expect(html).toContain('href="https://x.example/moor"')
    expect(text).toMatch(/Moor\s+How to moor\./)
  })
  test.each([
    ['has a title of its own', `<HarbourCard title="Own" ${item} />`, 'Own'],
    [
      'has two objects',
      `<HarbourCard name="Own" a={{ label: 'A', href: '/a' }} b={{ label: 'B', href: '/b' }} />`,
      'Own',
    ],
    ['is given an image', `<HarbourCard text="Own" image={{ label: 'A', width: 3 }} />`, 'Own'],
  ])('keeps its own texts where it %s', async (_, source, shown) => {
    expect((await readOne(`# T\n\n${source}\n`, {}, 'page.mdx')).text).toBe(shown)
  })
})

test('content for coding agents is not shown to readers', async () => {
  const { text } = await readOne(
    '# T\n\n<Visibility for="humans">\n\nseen\n\n</Visibility>\n\n<Visibility for="agents">\n\nhidden\n\n</Visibility>\n',
    {},
    'page.mdx',
  )
  expect(text).toBe('seen')
})

test('attributes of an unknown component in a heading are shown, and are no part of its text and id', async () => {
  const { html, docs } = await readOne(
    '# A\n\n## output.minify <DocBadge text="output.minify" href="https://docs.example/minify" />\n\nText.\n',
    {},
    'page.mdx',
  )
  expect(docs.pages[0]?.headings).toEqual([{ level: 2, text: 'output.minify', id: 'outputminify' }])
  expect(html).toContain('href="https://docs.example/minify"')
})

test('the attribute of an unknown component that repeats its heading is shown once', async () => {
  const { html } = await readOne('# A\n\n## output.minify <DocBadge text="output.minify" />\n\nText.\n', {}, 'page.mdx')
  expect(html).toMatch(/<h2[^>]*>output\.minify ?<\/h2>/)
})
