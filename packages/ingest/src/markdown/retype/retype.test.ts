import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles, readOne } from '../../testing/docs-folder.ts'

const FILES = {
  'retype.yml': 'input: .\nurl: docs.gears.example\nbranding:\n  title: Gears\ndata:\n  version: "3.2"\n',
  'guide/install.md': '---\nlabel: Set up\n---\n# Install\n',
  '_includes/parts/note.md': '---\nicon: x\n---\nA **note** of {{ version }}.\n\n',
  'static/a.js': 'one()\n  two()\n  three()\nfour()\n',
  'static/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
}

async function read(body: string): Promise<{ html: string; bare: string; codes: string[] }> {
  const { html, codes } = await readOne(`# T\n\n${body}\n`, FILES, 'page.md')
  const shown = html.replace(/^<h1[^>]*>T<\/h1>/, '').trim()
  return { html: shown, bare: shown.replaceAll(/<\/?span[^>]*>/g, ''), codes }
}

describe('blocks of Retype', () => {
  test.each([
    ['!!!\nText\n!!!', /^<div class="admonition" data-type="info" role="note"><p>Text<\/p><\/div>$/],
    [
      '!!!danger Take *care*\nText\n!!!',
      /data-type="danger"[^>]*><p class="admonition-title">Take <em>care<\/em><\/p><p>Text<\/p>/,
    ],
    [
      '!!!!\nOuter\n!!!tip\nInner\n!!!\n!!!!\nEnd',
      /<p>Outer<\/p><div class="admonition" data-type="tip"[^]*Inner<\/p><\/div><\/div>\s*<p>End<\/p>/,
    ],
    [
      '=== One\nA\n==- Two {#own .x}\nB\n===\nEnd',
      /^<details[^>]*open[^>]*><summary[^>]*>One<\/summary><p>A<\/p><\/details>\s*<details(?![^>]*open)[^>]*id="own"[^>]*><summary[^>]*>Two<\/summary><p>B<\/p><\/details>\s*<p>End<\/p>$/,
    ],
    [
      '>>> 12. First\nA\n>>> Second\nB\n>>>\nEnd',
      /^<div class="steps"><ol><li><p class="step-title">First<\/p><p>A<\/p><\/li><li><p class="step-title">Second<\/p><p>B<\/p><\/li><\/ol><\/div>\s*<p>End<\/p>$/,
    ],
    [
      '||| One\nA\n||| Two\nB\n|||',
      /<div class="card-grid"><div><p><strong>One<\/strong><\/p><p>A<\/p><\/div><div><p><strong>Two<\/strong>/,
    ],
    [':::sample { #box }\nText\n:::\nEnd', /^<p id="box">Text<\/p>\s*<p>End<\/p>$/],
  ])('%j', async (source, shown) => {
    const { html, codes } = await read(source)
    expect(html).toMatch(shown)
    expect(codes).toEqual([])
  })

  test('tabs with code inside steps, a link to a tab, and signs in code', async () => {
    const { html, bare, codes } = await read(
      '>>> Install\n\n  +++ :icon-code: npm\n  ```sh\n  npm i\n  +++ no tab\n  ```\n  +++ yarn\n  B\n  +++\n\n>>>\n\n[yarn](#yarn)',
    )
    expect(html.match(/<details class="tab"/g)).toHaveLength(2)
    expect(bare).toMatch(
      /<summary[^>]*>npm<\/summary>[^]*\+\+\+ no tab[^]*<summary[^>]*>yarn<\/summary><div class="tab-panel"><p>B<\/p>/,
    )
    expect(html).toMatch(/id="yarn"/)
    expect(codes).toEqual([])
  })

  test('a heading that is underlined, and a quote, are no blocks', async () => {
    const { html } = await read('Heading\n===\n\nText\n\n>>> \n\n+++\n\n|||')
    expect(html).toContain('<h2 id="heading">Heading</h2>')
    expect(html).not.toContain('class="steps"')
  })

  test('code of a file: its lines, title and language; titles and marked lines of fences', async () => {
    const { html, bare, codes } = await read(
      ':::code source="static/a.js" range="2-3" title="Part" :::\n\n```js #1,3 Code of it\none()\n```\n\n``` Only a title\nx\n```\n\n```js\nx\n```',
    )
    expect(bare).toMatch(/data-lang="js" data-title="Part"[^]*>two\(\)[^]*three\(\)/)
    expect(bare).not.toContain('four')
    expect(html).toMatch(/data-title="Code of it"[^]*data-title="Only a title"/)
    expect(html.match(/data-title=/g)).toHaveLength(3)
    expect(codes).toEqual([])
  })
})

describe('components in a line', () => {
  test.each([
    ['A [!badge NEW|danger] b', /^<p>A <span class="badge" data-type="danger">NEW<\/span> b<\/p>$/],
    [
      '[!badge text="A" variant="tip"](guide/install.md) b',
      /<a href="\/guide\/install"><span class="badge" data-type="tip">A<\/span><\/a> b/,
    ],
    [
      '| a |\n| --- |\n| [!badge A] `[!badge B]` |',
      /<td><span[^>]*>A<\/span> <code class="whole">\[!badge B\]<\/code><\/td>/,
    ],
    [
      'Go: [!button text="Set `up`" icon="x"](guide/install.md)',
      /<a [^>]*href="\/guide\/install"[^>]*>Set <code>up<\/code><\/a>|<a [^>]*href="\/guide\/install"[^>]*>Set `up`<\/a>/,
    ],
    ['[!ref](guide/install.md)', /href="\/guide\/install"[^>]*>[^]*Set up|href="\/guide\/install"[^>]*>[^]*Install/],
    ['[!file](static/a.js)', /<a href="[^"]*a\.js"[^>]*>a\.js<\/a>/],
    ['[[Install]] is :icon-star: here', /<a href="\/guide\/install">Install<\/a> is\s+here/],
    ['-![Alt|30x20](static/a.svg)', /^<p><img src="[^"]*a\.svg" alt="Alt"/],
  ])('%j', async (source, shown) => {
    const { html, codes } = await read(source)
    expect(html).toMatch(shown)
    expect(html).not.toMatch(/\[!(?!badge B)|:icon/)
    expect(codes).toEqual([])
  })
})

describe('templates', () => {
  test('files of `_includes`, in text and in code, and values of the project', async () => {
    const { html, bare, codes } = await read(
      '{{ include "parts/note" }}\n\n```md\n{{ include "parts/note" }}\n```\n\nVersion {{ version }}, {{ project.url }}.',
    )
    expect(html).toContain('<p>A <strong>note</strong> of 3.2.</p>')
    expect(bare).toMatch(/language-md">A \*\*note\*\* of 3\.2\./)
    expect(html).toContain('Version 3.2, docs.gears.example.')
    expect(codes).toEqual([])
  })

  test('what is written as an example stays, and loops over lists that are computed are left out', async () => {
    const { html, codes } = await read(
      '{%{\n```md\n{{ include "none" }}\n```\n}%}\n\n{{ for page in content.pages }}\n- {{ page.title }}\n{{ end }}\n\n{{ if x }}\nShown\n{{ end }}',
    )
    expect(html).toContain('{{ include "none" }}')
    expect(html).not.toContain('page.title')
    expect(html).toContain('<p>Shown</p>')
    expect(codes).toEqual(['expression:9'])
  })

  test('a missing file is a problem', async () => {
    expect((await read('{{ include "none" }}')).codes).toEqual(['broken-include:3'])
  })
})

test('links of all pages lead to panels by their titles, unless a heading has the name', async () => {
  const docs = await readFiles({
    'retype.yml': '',
    'a.md':
      '# A\n\n==- :icon-gear:&nbsp; Set up\nText.\n===\n\n## Wires\n\n==- Wires\nText.\n===\n\n==- Set up\nAgain.\n===\n',
    'b.md': '# B\n\n[set up](a.md#set-up) [wires](/a#wires)\n',
  })
  const html = await renderArticle(
    docs,
    docs.pages.find(({ url }) => url === '/a')!,
  ) // the page above
  expect(html.match(/id="[^"]*"/g)).toEqual(['id="a"', 'id="set-up"', 'id="wires"'])
  expect(html).toContain('>Set up</summary>')
  expect(docs.problems).toEqual([])
})

test('an included file includes those beside it', async () => {
  const docs = await readFiles({
    'retype.yml': '',
    'a.md': '# A\n\n{{ include "parts/outer" }}\n',
    '_includes/parts/outer.md': 'Outer.\n\n{{ include "inner" }}\n\n{{ include "top" }}\n',
    '_includes/parts/inner.md': 'Inner.\n',
    '_includes/inner.md': 'Not this one.\n',
    '_includes/top.md': 'Top.\n',
  })
  const html = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(html.match(/<p>.*<\/p>/g)).toEqual(['<p>Outer.</p>', '<p>Inner.</p>', '<p>Top.</p>'])
  expect(docs.problems).toEqual([])
})
