import { expect, test } from 'vitest'
import { readFiles, readOne } from '../testing/docs-folder.ts'
import { renderArticle } from '../index.ts'

const PICTURE = { 'a.png': 'x', 'b.png': 'x' }

test('an imported Markdown file is shown in place, with its props, children, headings and own imports', async () => {
  const { html, docs, codes, text } = await readOne(
    'import Part from "./parts/_part.mdx"\n\n# T\n\nBefore.\n\n<Part name="World">\n\nthe *child*\n\n</Part>\n',
    {
      'parts/_part.mdx':
        '---\nx: 1\n---\nimport pic from "./p.png"\n\n## Of {props.name}\n\nHi **{props.name}**, [up](../page.mdx) ![](./p.png)\n\n<img src={pic} alt="b" />\n\n:::tip\n{props.children}\n:::\n{props.none}\n',
      'parts/p.png': 'x',
    },
    'page.mdx',
  )
  expect(docs.pages[0]!.headings).toEqual([{ level: 2, text: 'Of World', id: 'of-world' }])
  expect(html).toContain('Hi <strong>World</strong>, <a href="/page">up</a> <img src="/parts/p.png"')
  expect(html).toContain('<img src="/parts/p.png" alt="b"')
  expect(html).toMatch(/<div class="admonition" data-type="tip"[^]*the <em>child<\/em>/)
  expect(text).toContain('Before.')
  expect(codes).toEqual([])
})

test('a partial in a sentence, in Markdown of a folder that reads it as MDX, and in an invalid page', async () => {
  const docs = await readFiles({
    'docusaurus.config.js': 'export default {}',
    'docs/_name.mdx': 'The **Product**',
    'docs/a.mdx': "import Name from './_name.mdx'\n\n# A\n\nUse <Name /> now.\n",
    'docs/b.md': "import Name from '@site/docs/_name.mdx';\n\n# B\n\nUse <Name/> now.\n",
    'docs/c.mdx':
      "import Name from './_name.mdx'\nexport const table = {\n  a: 1,\n\n  b: 2,\n}\n\n# C\n\na { brace {/* note */} and `{/* code */}`\n\n<Name />\n",
  })
  const html = await Promise.all(docs.pages.map((page) => renderArticle(docs, page)))
  expect(html[0]).toContain('Use The <strong>Product</strong> now.')
  expect(html[1]).toContain('Use The <strong>Product</strong> now.')
  expect(html[2]).toMatch(/a \{ brace\s+and <code class="whole">\{\/\* code \*\/\}<\/code>/)
  expect(html[2]).toContain('<p>The <strong>Product</strong></p>')
  expect(html.join('')).not.toMatch(/import |export const|b: 2|note/)
  expect(docs.problems.map(({ file, code }) => `${file} ${code}`)).toEqual(['c.mdx mdx-syntax'])
})

test('a partial that is missing, or includes itself, is a problem, and reading ends', async () => {
  const { codes, html } = await readOne(
    "import Gone from './_gone.mdx'\nimport Loop from './_loop.mdx'\n\n# T\n\n<Gone />\n\n<Loop />\n\nlast\n",
    { '_loop.mdx': "import Loop from './_loop.mdx'\n\nround\n\n<Loop />\n" },
    'page.mdx',
  )
  expect(codes).toEqual(['broken-include:6', 'broken-include:8'])
  expect(html).toContain('<p>last</p>')
})

test('snippets of Mintlify: by import, by name, with constants', async () => {
  const docs = await readFiles({
    'docs.json': '{"name": "X"}',
    'snippets/word.mdx': 'My word is {word}.',
    'snippets/values.mdx': "export const company = 'Acme'\n\nText.",
    'page.mdx':
      'import Word from \'/snippets/word.mdx\'\nimport { company } from \'/snippets/values.mdx\'\n\n# T\n\n<Word word="bananas" />\n\n<Snippet file="word.mdx" word="kiwis" />\n\nBy {company}.\n',
  })
  const page = docs.pages.find(({ file }) => file === 'page.mdx')!
  const html = await renderArticle(docs, page)
  expect(html).toContain('<p>My word is bananas.</p>\n<p>My word is kiwis.</p>\n<p>By Acme.</p>')
})

test('snippets of older versions of Mintlify are in _snippets', async () => {
  const { html, codes } = await readOne(
    '# T\n\n<Snippet file="word.mdx" />\n',
    { 'docs.json': '{"name": "X", "navigation": { "pages": ["page"] } }', '_snippets/word.mdx': 'My word.' },
    'page.mdx',
  )
  expect(html).toContain('<p>My word.</p>')
  expect(codes).toEqual([])
})

test.each([
  ['an import', "import pic from './a.png'", '<Image src={pic} alt="n" />'],
  [
    'an import of Astro',
    "import { Image } from 'astro:assets'\nimport pic from './a.png'",
    '<img src={pic.src} alt="n" />',
  ],
  ['require', '', "<img src={require('./a.png').default} alt='n' />"],
  ['useBaseUrl', "import useBaseUrl from '@docusaurus/useBaseUrl'", "<img src={useBaseUrl('/a.png')} alt='n' />"],
  ['a URL', '', "<img src={new URL('./a.png', import.meta.url).href} alt='n' />"],
  ['a constant', "export const pic = '/a.png'", '<img src={pic} alt={`n`} />'],
  ['a themed image', '', "<ThemedImage alt='n' sources={{ light: '/a.png', dark: '/b.png' }} />"],
])('an image by %s', async (_, code, tag) => {
  const { html, codes } = await readOne(`${code}\n\n# T\n\nIt is ${tag} here.\n\n${tag}\n`, PICTURE, 'page.mdx')
  expect(html.match(/<img src="\/a\.png" alt="n"/g)).toHaveLength(2)
  expect(codes).toEqual([])
})

test("Vue's bound attributes and constants of the script", async () => {
  const { html, codes } = await readOne(
    `<script setup lang="ts">\nimport pic from './a.png'\nconst version: string = '3.2'\nconst members = [{ name: 'Ann', title: 'Lead', links: [] }]\n</script>\n\n# T\n\nVersion {{ version }} <Badge :text="'new'" v-bind:type="'tip'" />\n\n<img :src="pic" alt="n">\n\n<img :src="withBase('/a.png')" alt="m">\n\n<VPTeamMembers size="small" :members="members" />\n\n<VPTeamPageTitle>\n  <template #title>Our team</template>\n</VPTeamPageTitle>\n`,
    PICTURE,
  )
  expect(html).toContain('Version 3.2 <span class="badge" data-type="tip">new</span>')
  expect(html).toContain('<img src="/a.png" alt="n"')
  expect(html).toContain('<img src="/a.png" alt="m"')
  expect(html).toContain('<div class="card"><p class="card-title">Ann</p>')
  expect(html).toContain('Our team')
  expect(codes).toEqual([])
})

test('files as text in a block of code, data files, and the front matter', async () => {
  const { html, codes } = await readOne(
    `---\ntitle: T\nsince: 2024\n---\nimport CodeBlock from '@theme/CodeBlock'\nimport code from '!!raw-loader!./x.ts'\nimport other from './x.ts?raw'\nimport data from './data.json'\n\n<CodeBlock language="ts" title="x.ts">{code}</CodeBlock>\n\n<Code code={other} lang="ts" />\n\n{data.versions[0]} since {frontMatter.since}\n`,
    { 'x.ts': 'const a = 1\n\nlet b\n', 'data.json': '{"versions": ["3.2"]}' },
    'page.mdx',
  )
  expect(html.match(/<code class="language-ts">/g)).toHaveLength(2)
  expect(html).toContain('data-title="x.ts"')
  expect(html).toContain('data-line="3"')
  expect(html).toContain('3.2 since 2024')
  expect(codes).toEqual([])
})

test.each(['page.md', 'page.mdx'])('comments set the ids of headings and are hidden: %s', async (name) => {
  const { docs, html } = await readOne(
    '# T\n\n## Usage {/*usage-it*/}\n\n## Two {/* #two */}\n\nA {/* b */} c `{/* d */}`.\n',
    {},
    name,
  )
  expect(docs.pages[0]!.headings.map(({ text, id }) => [text, id])).toEqual([
    ['Usage', 'usage-it'],
    ['Two', 'two'],
  ])
  expect(html).toMatch(/A\s+c <code class="whole">\{\/\* d \*\/\}<\/code>/)
})

test('a sentence that begins with import or export is text; statements over several lines are code', async () => {
  const { text, codes } = await readOne(
    "import the file first.\n\nexport default settings to a file.\n\nexport const Mark = ({ children }) => (\n  <b>\n\n    {children} don't\n  </b>\n);\n\nimport {\n  A,\n  B,\n} from 'c'\nText.\n",
    { 'docusaurus.config.js': 'export default {}' },
    'docs/page.md',
  )
  expect(text).toBe('import the file first.\nexport default settings to a file.\nText.')
  expect(codes.filter((code) => !code.startsWith('mdx-syntax'))).toEqual([])
})

test('an expression that cannot be read leaves no gap in a sentence', async () => {
  const { html, codes } = await readOne('# T\n\nUp to {limits.max} items {cond && <b>x</b>}.\n', {}, 'page.mdx')
  expect(html).toContain('Up to <code>limits.max</code> items .')
  expect(codes).toEqual(['expression:3', 'expression:3'])
})

test('names that objects inherit are no values, and values that grow without end are none', async () => {
  const { html } = await readOne(
    `export const a = ['x', 'x']\nexport const b = [a, a, a, a, a, a, a, a]\nexport const c = [b, b, b, b, b, b, b, b]\nexport const d = [c, c, c, c, c, c, c, c]\nexport const e = [d, d, d, d, d, d, d, d]\nexport const f = [e, e, e, e, e, e, e, e]\nexport const g = [f, f, f, f, f, f, f, f]\n\n# T\n\nSee {constructor.name} {toString} {g}\n`,
    {},
    'page.mdx',
  )
  expect(html).toContain('<code>constructor.name</code> <code>toString</code> <code>g</code>')
})

test('tags with a dot in Markdown, and the same text in code', async () => {
  const { html, codes } = await readOne(
    '# T\n\n<Cards.Card title="A">b</Cards.Card>\n\n`<Cards.Card>`\n\n```\n<Cards.Card>\n```\n',
  )
  expect(html).toContain('<p class="card-title">A</p>')
  expect(html.match(/&#x3C;Cards\.Card>/g)).toHaveLength(2)
  expect(codes).toEqual([])
})

test('components that only return JSX are shown with the attributes of their tags', async () => {
  const { html, codes } = await readOne(
    `import { Hello } from '/snippets/hello.mdx'

export const Mark = ({ children, color }) => (
  <mark style={{ background: color }}>

    {children}
  </mark>
);
export function Block(props) {
  return <Note title={props.title}>It is {props.title}.</Note>
}
export const Loop = () => <Loop />
export const Counted = () => {
  const [count] = useState(0)
  return <p>{count}</p>
}

# T

This is <Mark color="red">*green*</Mark> text, <Hello name="you" />.

<Block title="A" />

<Loop />

<Counted />
`,
    { 'snippets/hello.mdx': 'export const Hello = ({ name }) => <b>Hello {name}</b>\n\nText.\n' },
    'page.mdx',
  )
  expect(html).toMatch(/This is <mark>\s*<em>green<\/em>\s*<\/mark> text, <b>Hello you<\/b>\./)
  expect(html).toMatch(/<p class="admonition-title">A<\/p><p>It is A\.<\/p>/)
  expect(codes.sort()).toEqual(['unknown-component:24', 'unknown-component:26'])
})

test('JSX in expressions and attributes is shown: of functions, with the names around it, and in templates', async () => {
  const { html, codes } = await readOne(
    [
      'export const v = "1.2"',
      '',
      '# T',
      '',
      '<BrowserOnly>{() => <div>Hello *x* {v}</div>}</BrowserOnly>',
      '',
      '<Release render={(one) => (',
      '<CodeBlock className="language-sh">',
      '{`run q:${one.name} \\\\',
      '  next`}',
      '</CodeBlock>',
      ')} title={<b>Head</b>} icon={<Icon />} />',
      '',
      'In {<b>line {v}</b>} here.',
      '',
      '{(() => <p>no</p>)()}',
    ].join('\n'),
    {},
    'page.mdx',
  )
  expect(html).toMatch(/<div>\s*(?:<p>)?Hello <em>x<\/em> 1\.2/)
  expect(html).toContain('<strong>Head</strong>')
  expect(html).toContain('In <b>line 1.2</b> here.')
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toMatch(/run q:\$\{one\.name\} \\\n\s*next/)
  expect(text).not.toContain('no')
  expect(codes).toEqual(['unknown-component:7', 'expression:16'])
})

test('JSX for each entry of a list that the page names', async () => {
  const { html, codes } = await readOne(
    [
      'export const items = [{ name: "One", id: "a" }, { name: "Two", id: "b", tags: ["x", "y"] }]',
      '',
      '# T',
      '',
      '<ul>',
      '  {items.map((item, index) => (',
      '    <li key={index}>{index} **{item.name}** {item.tags?.map(tag => <b>{tag}</b>)}</li>',
      '  ))}',
      '</ul>',
      '',
      'In {items.map(({ id: key, none }) => <i>{key}{none}</i>)} line.',
      '',
      '{unknown.map((one) => <p>{one}</p>)}',
    ].join('\n'),
    {},
    'page.mdx',
  )
  expect(html).toMatch(/<li>0 <strong>One<\/strong>\s*<\/li>\s*<li>1 <strong>Two<\/strong> <b>x<\/b><b>y<\/b><\/li>/)
  expect(html).toContain('In <i>a</i><i>b</i> line.')
  expect(codes).toEqual(['expression:13'])
})

test('a list with more entries than a page may have parts is not shown, and the page stays', async () => {
  const { html, codes } = await readOne(
    `export const items = ${JSON.stringify(Array.from({ length: 301 }, (_, at) => at))}\n\n# T\n\n{items.map((one) => <p>{one}</p>)}\n`,
    {},
    'page.mdx',
  )
  expect(html).toContain('<h1 id="t">T</h1>')
  expect(codes).toEqual(['expression:5'])
})

test('JSX of a function in a Markdown file of Docusaurus', async () => {
  const { html, codes } = await readOne(
    '# T\n\n<BrowserOnly>\n  {() => <p>Hello</p>}\n</BrowserOnly>\n\nIn `{() => x}` and f {() => y}.\n',
    { 'docusaurus.config.js': 'export default {}' },
    'docs/page.md',
  )
  expect(html).toContain('<p>Hello</p>')
  expect(html).toMatch(/<code[^>]*>\{\(\) => x\}<\/code>/)
  expect(codes).toEqual(['expression:7'])
})

test('a Markdown file of Docusaurus with an HTML tag whose only expression is an attribute is MDX', async () => {
  const { html, codes } = await readOne(
    "# T\n\n<img src={require('@site/static/a.png').default} />\n",
    {
      'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { path: 'docs' } }]] }",
      'static/a.png': 'x',
    },
    'docs/page.md',
  )
  expect(html).toMatch(/<img src="[^"]*a\.png"/)
  expect(codes).toEqual([])
})

test('JSX of a list that is written out, in a component of the page', async () => {
  const docs = await readFiles({
    'a.mdx': `# T

export const Ports = () => (
  <section>
    {[
      { label: "North [old]", description: 'It\\'s "deep"', href: 'https://x.example/north' },
      { label: 'South', description: "Shallow", href: 'https://x.example/south' },
    ].map((item, at) => (
      <PortCard key={at} item={item} />
    ))}
  </section>
)

<Ports />

{['a', 'b'].map((one) => <b>{one}</b>)}
`,
  })
  const html = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(html).toMatch(/href="https:\/\/x.example\/north"[^]*North \[old\][^]*It.s .deep.[^]*South[^]*Shallow/)
  expect(html).toMatch(/<b><p>a<\/p><\/b>\s*<b><p>b<\/p><\/b>/)
})

test('a partial of VitePress shows the content of its tag in its slot, and its own text without content', async () => {
  const docs = await readFiles({
    '.vitepress/config.ts': 'export default {}',
    'a.md':
      "<script setup>\nimport Part from './parts/part.md'\n</script>\n\n# A\n\n<Part>\n\n```js\ngiven()\n```\n\n</Part>\n\nBetween.\n\n<Part />\n\nEnd.\n",
    'parts/part.md': 'Before.\n\n<slot>Nothing given.</slot>\n\nAfter <slot name="other">kept</slot>.\n',
  })
  const page = docs.pages.find(({ url }) => url === '/a')!
  const text = (await renderArticle(docs, page)).replaceAll(/<[^>]*>/g, '')
  expect(text.split('\n').filter((line) => line.trim() !== '')).toEqual([
    'A', 'Before.', 'given()', 'After kept.', 'Between.', 'Before.', 'Nothing given.', 'After kept.', 'End.',
  ]) // prettier-ignore
})

test('a heading of a landing page stays below the title of its head', async () => {
  const docs = await readFiles({
    '.vitepress/config.ts': 'export default { title: "T" }',
    'index.md': '---\nlayout: home\nhero:\n  name: Gears\n---\n\n## Prices\n\nText.\n',
  })
  expect(docs.pages[0]?.title).toBe('Gears')
  expect(docs.pages[0]?.headings.map(({ id, level }) => `${id} ${level}`)).toEqual(['prices 2'])
})

test('code and words in a template keep unknown values as they are written; addresses and classes are left out', async () => {
  const { html, codes } = await readOne(
    '# T\n\n<Code lang="sh" code={`\ncurl -O app@${version}\nrun app\n`} />\n\n<Card title={`Version ${version}`} href={`/x/${version}`} className={`a ${b}`}>\n\nText\n\n</Card>\n',
    {},
    'page.mdx',
  )
  expect(html.replaceAll(/<[^>]+>/g, '')).toMatch(/curl -O app@\$\{version\}\s*run app/)
  expect(html).toContain('Version ${version}')
  expect(html).not.toMatch(/\/x\/|\$\{b\}/)
  expect(codes).toEqual([])
})
