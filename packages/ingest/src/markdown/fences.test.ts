import { describe, expect, test } from 'vitest'
import { readFiles, readOne } from '../testing/docs-folder.ts'
import { renderArticle } from '../index.ts'
import { readCodeInfo } from './code-info.ts'

const dependencies = (...names: string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) })

async function articleOf(files: Record<string, string>): Promise<string> {
  const docs = await readFiles(files)
  const [page] = docs.pages
  if (page === undefined) throw new Error('There is no page.')
  const html = await renderArticle(docs, page)
  return html.replaceAll(/<span[^>]*>|<\/span>/g, '')
}

const labels = (html: string): string[] =>
  Array.from(html.matchAll(/<summary class="tab-label">([^<]*)/g), ([, label]) => label ?? '')

describe('Fumadocs', () => {
  const read = (source: string): Promise<string> =>
    articleOf({ 'package.json': dependencies('fumadocs-core'), 'content/docs/index.mdx': source })

  test('adjacent blocks with `tab` are tabs; a block between them ends the group', async () => {
    const html = await read(
      '```ts tab="One" title="a.ts"\none\n```\n\n```ts tab="Two"\ntwo\n```\n\n```ts\nalone\n```\n\n```ts tab="Three"\nthree\n```\n',
    )
    expect(labels(html)).toEqual(['One', 'Two', 'Three'])
    expect(html.match(/<div class="tabs"/g)).toHaveLength(2)
    expect(html).toContain('<figcaption class="code-title">a.ts</figcaption>')
    expect(html).not.toContain('tab=')
  })
  test('commands of npm, and lists of packages, are written for each package manager', async () => {
    const html = await read('```npm\nnpm i -D a b\nnpx c\n```\n\n```package-install\nd\n```\n')
    expect(labels(html)).toEqual(['npm', 'pnpm', 'yarn', 'bun', 'npm', 'pnpm', 'yarn', 'bun'])
    expect(html).toContain('yarn add --dev a b\nyarn dlx c')
    expect(html).toContain('bun add d')
  })
  test('a command of npm in a tab has tabs for the package managers', async () => {
    const html = await read('```npm tab="One"\nnpm i a\n```\n\n```npm tab="Two"\nnpm i b\n```\n')
    expect(labels(html)).toEqual(['One', 'npm', 'pnpm', 'yarn', 'bun', 'Two', 'npm', 'pnpm', 'yarn', 'bun'])
    expect(html).toContain('pnpm add b')
  })
  test('code of Twoslash without its commands; languages of code in a line', async () => {
    const html = await read(
      'Call `x(){:ts}`.\n\n```ts twoslash\n// @noErrors\nimport a from "a"\n// ---cut---\na()\n// ^?\n```\n',
    )
    expect(html).toContain('<code>x()</code>')
    expect(html).toMatch(/>a\(\)\n<\/code>/)
  })
})

test('Mintlify: words before the options are the title; `lines` numbers the lines', async () => {
  const html = await articleOf({
    'docs.json': '{ "navigation": { "pages": ["index"] } }',
    'index.mdx':
      '```js src/my file.js {1} lines wrap icon="x"\na\n```\n\n<CodeGroup>\n\n```js One wrap\na\n```\n\n```js two.js {1}\nb\n```\n\n</CodeGroup>\n',
  })
  expect(html).toContain('<figcaption class="code-title">src/my file.js</figcaption>')
  expect(html).toMatch(/data-numbers[^>]*data-wrap/)
  expect(labels(html)).toEqual(['One', 'two.js'])
})

test.each([
  ['with its configuration', { 'docusaurus.config.js': 'export default { title: "T" }' }],
  ['without it, as in docs that another repository builds', {}],
])('Docusaurus: npm2yarn, %s', async (_, files) => {
  const html = await articleOf({
    ...files,
    'docs/a.md': '```bash npm2yarn\nnpm install --save x\nnpm run build\n```\n',
  })
  expect(html).toContain('pnpm add x\npnpm build')
  expect(html).not.toContain('npm2yarn')
})

test('a title without quotes ends at the next blank', () => {
  const titleOf = (meta: string): string | undefined => readCodeInfo('js', meta, 'a').title
  expect(titleOf('title=rspack.config.cjs {2}')).toBe('rspack.config.cjs')
  expect(titleOf('{1} filename=src/a.ts')).toBe('src/a.ts')
  expect(titleOf('title={name} subtitle=x')).toBeUndefined()
})

test('Starlight: the name of a file in the first comment is the title', async () => {
  const html = await articleOf({
    'astro.config.mjs': 'import starlight from "@astrojs/starlight"',
    'src/content/docs/a.md': '```js\n// src/a.mjs\n\nexport {}\n```\n\n```js\n// See a.mjs for more\nb\n```\n',
  })
  expect(html).toContain('<figcaption class="code-title">src/a.mjs</figcaption>')
  expect(html).toContain('See a.mjs')
})

describe('Options of a fence', () => {
  const marksOf = (meta: string, code = 'a\nb\nc'): Record<number, string[]> =>
    Object.fromEntries([...readCodeInfo('ts', meta, code).marks].map(([line, marks]) => [line, [...marks]]))

  test('numbers of other options mark no lines', () => {
    expect(marksOf('showLineNumbers{5} startLineNumber={2} collapse={1-2} {3}')).toEqual({ 3: ['highlighted'] })
    expect(marksOf('ins={1} del={2} focus={3}')).toEqual({ 1: ['diff-add'], 2: ['diff-remove'], 3: ['focused'] })
    expect(readCodeInfo('ts', 'ins="new" del=\'old\' mark="word" title="no"', 'a').words).toEqual([
      'new',
      'old',
      'word',
    ])
  })
  test('a note on a line of its own is for the lines after it; several notes, words, escaped notes', () => {
    const info = readCodeInfo(
      'ts',
      '',
      '// [!code ++:2]\na\nb\nc // [!code focus] [!code highlight]\nd // why [!code --]\n// [!code word:foo]\nfoo // [!!code ++]',
    )
    expect(info.code).toBe('a\nb\nc\nd // why\nfoo // [!code ++]')
    expect(Object.fromEntries([...info.marks].map(([line, marks]) => [line, [...marks]]))).toEqual({
      1: ['diff-add'], 2: ['diff-add'], 3: ['focused', 'highlighted'], 4: ['diff-remove'],
    }) // prettier-ignore
    expect(info.words).toEqual(['foo'])
  })
})

describe('Included files', () => {
  test('Fumadocs: Markdown without front matter, a section of it, code with its options, tags over several lines', async () => {
    const html = await articleOf({
      'package.json': dependencies('fumadocs-core'),
      'content/docs/index.mdx': `<include>./part.mdx</include>

<include>part.mdx#two</include>

<include cwd lang="js" meta='title="shown.js"'>
  code/x.ts
</include>

\`\`\`mdx
<include>./part.mdx</include>
\`\`\`
`,
      'content/docs/part.mdx':
        '---\ntitle: Part\n---\n\nFirst words.\n\n## Two\n\nSecond words.\n\n## Three\n\nThird.\n',
      'code/x.ts': 'const x = 1\n',
    })
    expect(html.match(/First words/g)).toHaveLength(1)
    expect(html.match(/Second words/g)).toHaveLength(2)
    expect(html).toContain('<figcaption class="code-title">shown.js</figcaption>')
    expect(html).toContain('const x = 1')
    expect(html).toContain('&#x3C;include>./part.mdx')
  })
  test('Rspress: the file of a fence, outside of examples', async () => {
    const html = await articleOf({
      'package.json': dependencies('@rspress/core'),
      'docs/index.mdx': '# T\n\n```ts file="./x.ts" title="x"\n```\n\n````mdx\n```ts file="./x.ts"\n```\n````\n',
      'docs/x.ts': 'const x = 1\n',
    })
    expect(html.match(/const x = 1/g)).toHaveLength(1)
    expect(html).toContain('file="./x.ts"')
  })
})

describe('diagrams of PlantUML without a fence', () => {
  test.each(['page.md', 'page.mdx'])('are code: %s', async (name) => {
    const { html, text, codes } = await readOne('# T\n\n@startuml\nA -> {B} : *x*\n@enduml\n\nText.\n', {}, name)
    expect(html).toMatch(/data-lang="plantuml"[^]*@startuml[^]*@enduml[^]*<p>Text\.<\/p>/)
    expect(text).toContain('Text.')
    expect(codes).toEqual([])
  })
  test('a line without an end, and one in code, stay', async () => {
    const { html } = await readOne('@startuml is a line.\n\n```\n@startuml\n@enduml\n```\n')
    expect(html).toContain('<p>@startuml is a line.</p>')
    expect(html).not.toContain('plantuml"')
  })
})

test('the colours of a terminal are no part of the code', async () => {
  const escape = String.fromCharCode(27)
  const docs = await readFiles({ 'a.md': `# A\n\n\`\`\`ansi\n${escape}[1;32mdone${escape}[0m in 2 s [0m]\n\`\`\`\n` })
  expect(JSON.stringify(docs.records)).toContain('"done in 2 s [0m]"')
  expect(await renderArticle(docs, docs.pages[0]!)).toContain('>done in 2 s [0m]</span>') // the page above
})
