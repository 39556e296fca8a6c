/** Random Markdown and configurations: pieces of every construct, nested, cut and repeated. */

import { PAYLOADS } from '../e2e/hostile.ts'
import type { Random } from './random.ts'
import { randomText, randomValue } from './values.ts'

/** Pieces of the Markdown of several generators. */
const PIECES: readonly string[] = [
  '# Title',
  '## Heading {#id}',
  '### `code` in *heading* [link](x.md)',
  'Setext\n======',
  'A paragraph with **bold**, *em*, `code`, ~~gone~~ and a [link](./other.md#part "title").',
  '![image](../image.png){width=10}',
  '[reference][ref]\n\n[ref]: https://example.com "Title"',
  '> quote\n> > deeper',
  '- one\n  - two\n    1. three\n- [ ] task\n- [x] done',
  '```js {1,3-4} title="a.js" /const/\nconst a = 1\n```',
  '~~~diff\n+ a\n- b\n~~~',
  '    indented code',
  '| a | b |\n|---|:-:|\n| 1 | `\\|` |',
  ':::tip Title\nInside.\n:::',
  '::::details\n:::warning\nx\n:::\n::::',
  '!!! note "Title"\n    Text\n\n??? tip\n    More',
  '=== "Tab A"\n\n    a\n\n=== "Tab B"\n\n    b',
  '> [!NOTE]\n> Text',
  '{% hint style="info" %}\nText\n{% endhint %}',
  '{{< tabs >}}\n{{% tab name="A" %}}x{{% /tab %}}\n{{< /tabs >}}',
  '<Tabs>\n<TabItem value="a" label="A">\n\nText\n\n</TabItem>\n</Tabs>',
  '<details><summary>More</summary>\n\nText\n\n</details>',
  '<div class="x" style="color:red" id="y">text <b>bold</b></div>',
  '<!-- comment -->',
  '<!--@include: ./index.md-->',
  '<<< ./index.md{1,2}',
  '{{#include index.md:1:3}}',
  '--8<-- "index.md"',
  "import X from './x.mdx'\n\n<X a={1} {...b} />",
  '{1 + 1} {/* comment */}',
  '$a^2 + \\frac{1}{2}$ and\n\n$$\n\\begin{matrix} a & b \\\\ c & d \\end{matrix}\n$$',
  '```mermaid\ngraph TD; A-->B\n```',
  'Footnote[^1].\n\n[^1]: Text of it.',
  ':smile: and @user and #12 and https://example.com/?a=b&c=d',
  'Term\n: Definition',
  '***\n\n---\n\n___',
  '\\*escaped\\* &amp; &#x41; &nbsp;',
  '<a href="https://example.com">x</a><br/><img src="x.png" alt="y">',
  '[[wiki link|text]] ![[embed]]',
]

const FRONT: readonly ((random: Random) => string)[] = [
  (random) => `title: ${JSON.stringify(randomText(random))}`,
  (random) => `title: ${randomText(random)}`,
  (random) => `slug: ${JSON.stringify(randomText(random))}`,
  (random) => `aliases: ${JSON.stringify(randomValue(random))}`,
  (random) => `tags: ${JSON.stringify(randomValue(random))}`,
  (random) => `sidebar_position: ${JSON.stringify(randomValue(random, 1))}`,
  (random) => `${JSON.stringify(randomText(random))}: ${JSON.stringify(randomValue(random))}`,
  () => 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]',
  () => 'hero:\n  name: x\n  actions:\n    - text: go\n      link: /x',
  () => 'draft: maybe',
  () => '? [complex]\n: key',
  () => '!!js/function "x"',
  () => '- not\n- a map',
  () => 'layout: home\nfeatures: 3',
]

/** A page: sometimes front matter, then pieces that are nested, cut, repeated or hostile. */
export function randomPage(random: Random): string {
  const parts: string[] = []
  for (let more = random.int(10); more >= 0; more--) parts.push(bend(random, piece(random)))
  const body = parts.join(random.chance(0.8) ? '\n\n' : '\n')
  return random.chance(0.4) ? `${frontMatter(random)}${body}` : body
}

function piece(random: Random): string {
  const kind = random.int(10)
  if (kind === 0) return random.pick(PAYLOADS)
  if (kind === 1) return `[x](${random.pick(PAYLOADS)} "${random.pick(PAYLOADS)}")`
  if (kind === 2) return randomText(random)
  return random.pick(PIECES)
}

function bend(random: Random, text: string): string {
  const kind = random.int(12)
  if (kind === 0) return text.slice(0, random.int(text.length + 1))
  if (kind === 1) return text.slice(random.int(text.length + 1))
  if (kind === 2) return indent(text, random.pick(['    ', '\t', '  ', '> ', '- ', '1. ']))
  if (kind === 3) return text.repeat(1 + random.int(20))
  if (kind === 4) return `${piece(random).split('\n')[0]} ${text}`
  if (kind === 5) return text.replaceAll('\n', '\r\n')
  if (kind === 6) {
    const at = random.int(text.length + 1)
    return text.slice(0, at) + randomText(random) + text.slice(at)
  }
  if (kind === 7) return `<${random.pick(TAGS)}>\n\n${text}\n\n</${random.pick(TAGS)}>`
  if (kind === 8) return `:::${random.pick(['tip', 'x', ''])}\n${text}`
  return text
}

const TAGS = ['div', 'Tabs', 'details', 'p', 'svg', 'table', 'a', 'script', 'Card', 'template', 'math']

const indent = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => by + line)
    .join('\n')

function frontMatter(random: Random): string {
  const lines = Array.from({ length: random.int(4) }, () => random.pick(FRONT)(random)).join('\n')
  const fence = random.chance(0.1) ? '+++' : '---'
  const end = random.chance(0.95) ? `${fence}\n` : ''
  return `${fence}\n${lines}\n${end}`
}

const CONFIGURATIONS: readonly [name: string, text: string][] = [
  ['docent.config.json', '{"title":"X","redirects":{"/a":"/b"},"links":[{"text":"a","url":"/b"}],"hue":20}'],
  ['mkdocs.yml', 'site_name: X\nnav:\n  - Home: index.md\n  - Guide:\n      - guide/page-9.md\ndocs_dir: .'],
  ['book.toml', '[book]\ntitle = "X"\nsrc = "."'],
  ['hugo.toml', 'title = "X"\n[menu]\n[[menu.main]]\nname = "a"'],
  ['_config.yml', 'title: X\nbaseurl: /x'],
  [
    '.vitepress/config.mts',
    "export default { title: 'X', themeConfig: { sidebar: [{ text: 'a', link: '/guide/' }] } }",
  ],
  ['docusaurus.config.js', "module.exports = { title: 'X', presets: [['classic', { docs: { path: '.' } }]] }"],
  ['sidebars.js', "module.exports = { docs: ['index', { type: 'category', label: 'A', items: ['guide/page-9'] }] }"],
  ['astro.config.mjs', "export default defineConfig({ integrations: [starlight({ title: 'X', sidebar: [] })] })"],
  ['_category_.json', '{"label":"A","position":1}'],
  ['guide/_category_.yml', 'label: A\nposition: 2'],
]

/** The name of a configuration file of a generator or of Docent, and a text that is often invalid. */
export function randomConfiguration(random: Random): [name: string, text: string] {
  const [name, text] = random.pick(CONFIGURATIONS)
  const bent = random.chance(0.3) ? text : bend(random, text)
  if (name === 'docent.config.json' && random.chance(0.5)) return [name, JSON.stringify(randomValue(random, 4)) ?? '']
  return [name, bent]
}
