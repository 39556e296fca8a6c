/**
 * A page with every component of the table: each is drawn once as its construct, with its title, text and content, and
 * no syntax is left. In MDX and in Markdown.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Construct, Role } from '../../result/construct.ts'
import { readOne } from '../../testing/docs-folder.ts'
import { keyOf } from './lookup.ts'
import { ROWS, type TableRow } from './rows.ts'
import { attributesOf } from './use.ts'

const NAMED = ROWS.flatMap((row) => row.names.split(' ').map((name) => ({ name, row })))

/** A tag of a construct, and its HTML. In both, `TITLE`, `TEXT` and `BODY` are words of their own for each component. */
interface Sample {
  roles: Partial<Record<Role, string>>
  body?: string
  /** Must match exactly once. */
  html: RegExp
}

const code = '\n\n```js\nBODY\n```\n\n'
const BODY = '\n\nBODY **strong**\n\n'

const SAMPLES: Record<Construct, Sample> = {
  badge: { roles: { title: '"TITLE"' }, html: /<span class="badge" data-type="\w+">TITLE<\/span>/g },
  button: { roles: { href: '"/x"' }, body: 'BODY', html: /<a class="button"[^>]* href="\/x"[^>]*>BODY<\/a>/g },
  callout: {
    roles: { title: '"TITLE"' },
    body: BODY,
    html: /<div class="admonition" data-type="\w+" role="note"><p class="admonition-title">TITLE<\/p>\s*<p>BODY <strong>/g,
  },
  card: {
    roles: { title: '"TITLE"', href: '"/x"' },
    body: 'BODY',
    html: /<a class="card link-card" href="\/x"><span class="card-title">TITLE<\/span><span class="card-description">BODY<\/span><\/a>/g,
  },
  'card-grid': { roles: {}, body: BODY, html: /<div class="card-grid">\s*<p>BODY/g },
  code: {
    roles: { text: '{`BODY\nTEXT`}', title: '"TITLE"' },
    html: /data-title="TITLE"[^]*<span class="line" data-line="2">/g,
  },
  'code-group': { roles: {}, body: code, html: /<div class="tabs code-group"><details class="tab"[^]*BODY/g },
  column: { roles: {}, body: BODY, html: /<div>\s*<p>BODY/g },
  content: { roles: {}, body: BODY, html: /<p>BODY <strong>/g },
  details: {
    roles: { title: '"TITLE"' },
    body: BODY,
    html: /<details class="admonition" data-type="details"><summary class="admonition-title">TITLE<\/summary>\s*<p>BODY/g,
  },
  embed: { roles: { src: '"https://a.b/v"' }, html: /<a href="https:\/\/a\.b\/v"/g },
  field: {
    roles: { title: '"TITLE"', type: '"TEXT"' },
    body: BODY,
    html: /<div class="field" id="param-title\d+"><p class="field-head"><strong><code[^>]*>TITLE<\/code><\/strong> <span class="field-type">TEXT<\/span>[^]*BODY/g,
  },
  fields: {
    roles: { items: "{{ TITLE: { type: 'TEXT', description: 'BODY' } }}" },
    html: /<div class="field"[^>]*><p class="field-head"><strong><code[^>]*>TITLE<\/code><\/strong> <span class="field-type">TEXT/g,
  },
  file: { roles: { title: '"TITLE"' }, html: /<li>TITLE<\/li>/g },
  'file-tree': { roles: {}, body: '\n\n- BODY\n  - TEXT\n\n', html: /<div class="file-tree">\s*<ul>\s*<li class="directory">BODY/g },
  folder: { roles: { title: '"TITLE"' }, body: '', html: /<li class="directory">TITLE<\/li>/g },
  frame: { roles: { title: '"TITLE"' }, body: BODY, html: /<figure class="frame">[^]*BODY[^]*<figcaption class="listing-caption">TITLE</g },
  image: { roles: { src: '"/a.png"', title: '"TITLE"' }, html: /<img src="\/a\.png" alt="TITLE"/g },
  key: { roles: { title: '"TITLE"' }, html: /<kbd>TITLE<\/kbd>/g },
  link: { roles: { href: '"/x"', title: '"TITLE"' }, html: /<a href="(?:https:\/\/github\.com)?[^"]*"[^>]*>(?:TITLE|\/x)<\/a>/g },
  listing: { roles: { title: '"TITLE"', group: '"1-1"' }, body: code, html: /<figure class="listing">[^]*BODY[^]*Listing 1-1: TITLE/g },
  nothing: { roles: {}, html: /(?!)/g },
  pages: { roles: {}, html: /<div class="card-grid">/g },
  packages: { roles: { text: '"BODY"' }, html: /<div class="tabs code-group" data-sync="packages">(?:<details[^]*?BODY[^]*?){4}/g },
  step: { roles: { title: '"TITLE"' }, body: BODY, html: /<div class="step"><p class="step-title">TITLE<\/p>\s*<p>BODY/g },
  steps: { roles: {}, body: '\n\n1. BODY\n\n', html: /<div class="steps">\s*<ol>\s*<li>BODY/g },
  swatch: { roles: { title: '"TITLE"', src: '"#fff"' }, html: /<p class="swatch"><svg[^]*?<\/svg> <code[^>]*>#fff<\/code> TITLE<\/p>/g },
  tab: { roles: { title: '"TITLE"' }, body: BODY, html: /<summary class="tab-label">TITLE<\/summary><div class="tab-panel">\s*<p>BODY/g },
  tabs: { roles: {}, body: '\n\n<Tab title="TITLE">BODY</Tab>\n\n', html: /<div class="tabs"><details class="tab"[^>]*><summary class="tab-label">TITLE</g },
  toc: { roles: {}, html: /<ul class="toc">/g },
  tooltip: { roles: { text: '"TITLE"' }, body: 'BODY', html: /<abbr title="TITLE">BODY<\/abbr>/g },
  update: { roles: { title: '"TITLE"', text: '"TEXT"' }, body: BODY, html: /<h2 id="title\d+">TITLE<\/h2>[^]*<span class="field-type">TEXT<\/span>[^]*BODY/g },
} // prettier-ignore

/** The words of a component. */
function numbered(text: string, at: number): string {
  return text.replaceAll(/TITLE|TEXT|BODY/g, (word) => `${word}${at}`)
}

function tagOf(name: string, row: TableRow, at: number): string {
  const { roles, body } = SAMPLES[row.as]
  const attributes = Object.entries(roles).flatMap(([role, value]) => {
    const [attribute] = attributesOf(row, role as Role)
    return attribute === undefined ? [] : [` ${attribute}=${value}`]
  })
  const tag = `<${name}${[...new Set(attributes)].join('')}`
  return numbered(body === undefined ? `${tag} />` : `${tag}>${body}</${name}>`, at)
}

/** A link whose title is also its address has one attribute for both. */
function expected({ as }: TableRow, at: number): RegExp {
  const { source } = SAMPLES[as].html
  return new RegExp(numbered(source, at), 'g')
}

test.each([
  ['docs/page.mdx', 'docs/docusaurus.config.js'],
  ['docs/page.md', 'docusaurus.config.js'],
  ['docs/page.md', 'README.txt'],
])('every component of the table is drawn once: %s beside %s', async (file, other) => {
  const isMdx = other !== 'README.txt'
  // Markdown's HTML has no values in braces.
  const used = NAMED.filter(({ row }) => isMdx || (row.as !== 'code' && row.as !== 'fields'))
  const sections = used.map(({ name, row }, at) => `<p>begin ${at}</p>\n\n${tagOf(name, row, at)}\n`)
  const module = isMdx ? "import X from 'y'\n\nexport const Z = 1\n\n" : ''
  const source = `${module}# T\n\n${sections.join('\n')}\n<p>begin ${used.length}</p>\n`
  const { html, docs } = await readOne(source, { 'docs/a.png': 'x', 'docs/x.md': '# X', [other]: '' }, file)
  const wrong: string[] = []
  for (const [at, { name, row }] of used.entries()) {
    const own = html.slice(html.indexOf(`<p>begin ${at}</p>`), html.indexOf(`<p>begin ${at + 1}</p>`))
    const found = own.match(expected(row, at))?.length ?? 0
    if (found !== (row.as === 'nothing' ? 0 : 1)) wrong.push(`<${name}> as ${row.as}, ${found} times: ${own}`)
  }
  expect(wrong).toEqual([])
  const outsideCode = html.replaceAll(/<pre[^]*?<\/pre>/g, '')
  expect(outsideCode).not.toMatch(/&#x3C;\/?\w|^import |export const|\{[/`]/m)
  const classes = new Set([...outsideCode.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const description = readFileSync(new URL('../../article/article.md', import.meta.url), 'utf8')
  expect([...classes].filter((name) => !description.includes(name))).toEqual([])
  expect(docs.problems.filter(({ code }) => /component|expression|mdx|unclosed|tag/.test(code))).toEqual([])
})

test('no name is in the table twice', () => {
  const names = NAMED.map(({ name }) => keyOf(name))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
