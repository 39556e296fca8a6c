import { expect, test } from 'vitest'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'
import { outlineOf } from '../testing/outline.ts'

test('pages, permalinks, navigation and tags', async () => {
  const docs = await readFiles({
    'eleventy.config.js':
      'export default function (config) { config.addPlugin(x) }\nexport const config = { dir: { input: "src" } }\n',
    'README.md': '# Repository',
    'src/index.md': '---\ntitle: Home\neleventyNavigation: { key: Home, order: 1 }\n---\nHello.',
    'src/_includes/note.html': 'Included {{ shown }}.',
    'src/docs/a.md':
      '---\ntitle: The first\neleventyNavigation: { key: First, parent: Docs }\n---\n{# hidden #}\n\nText {% raw %}`{{ x }}`{% endraw %}.\n\n{% callout "warn" %}\n**Kept.**\n{% endcallout %}\n\n{% set shown = "text" %}\n{% include "note.html" %}\n',
    'src/docs/index.md':
      '---\ntitle: Docs\npermalink: /manual/\neleventyNavigation: { key: Docs, order: 2 }\n---\nText.',
    'src/gone.md': '---\npermalink: false\n---\n# Gone',
  })
  expect(docs.generator).toEqual({ kind: 'eleventy', file: 'eleventy.config.js' })
  expect(docs.pages.map(({ url }) => url)).toEqual(['/', '/manual', '/docs/a'])
  expect(outlineOf(docs)).toEqual(['Home /', 'Docs /manual', '  First /docs/a'])
  const html = await renderArticle(docs, docs.pages[2]!)
  expect(html).toContain('<p>Text <code class="whole">{{ x }}</code>.</p>')
  expect(html).toContain('<strong>Kept.</strong>')
  expect(html).toContain('Included text.')
  expect(html).not.toMatch(/\{%|hidden/)
})

test('a named text is shown by the output of an included template of Nunjucks, else at its place', async () => {
  const docs = await readFiles({
    'eleventy.config.js': 'export default function () {}',
    '_includes/snippets/config.njk':
      '{# uses code #}\n<b>{% uid %}</b>{%- if code %}{{ code | highlight("js") | safe }}{% endif %}{{ code | toCjs | highlight("js") | safe }}',
    'index.md':
      '# A\n\n{% set code %}\nexport default function (x) {\n  x.add("README.md")\n}\n{% endset %}\n{% include "snippets/config.njk" %}\n\nText.\n\n{% set other %}\nKept text.\n{% endset %}\n\n{%- set data %}{% raw %}\nlet b = {{ x }}\n{% endraw %}{%- endset %}\n{{ data | highlight("ts") | safe }}\n',
  })

  const html = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(html.match(/<figure class="code" data-lang="js"/g)).toHaveLength(1)
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('x.add("README.md")')
  expect(html).toContain('<p>Kept text.</p>')
  expect(html).toMatch(/data-lang="ts"[^]*let[^]*b[^]*\{\{/)
})

test('imports of macros are no text', async () => {
  const docs = await readFiles({
    'eleventy.config.js': 'export default function () {}',
    'a.md': '{%- from "parts/tabs.html" import tabs %}\n{% import "parts/box.html" as box %}\n\n# A\n\nText.\n',
  })
  expect(docs.problems).toEqual([])
  expect(docs.records.map(({ content }) => content)).toEqual(['Text.'])
})

test('names of the navigation may have tags of HTML', async () => {
  const page = (key: string): string => `---\neleventyNavigation:\n  key: '${key}'\n---\n# A\n`
  const docs = await readFiles({
    'eleventy.config.js': 'export default function () {}',
    'a.md': page('<i class="fa-solid fa-film"></i>Render'),
    'b.md': page('<code>&lt;is-land&gt;</code>'),
  })
  expect(outlineOf(docs)).toEqual(['Render /a', '<is-land> /b'])
})

test('comments of several lines are no text; an unclosed one, and one in code, stay', async () => {
  const docs = await readFiles({
    'eleventy.config.js': 'export default function () {}',
    'a.md':
      '# A\n\n{# To do\n\n#### Hidden\n\n{% callout %}Hidden{% endcallout %}\n#}\n\nText.\n\n```txt\n{# shown\n#}\n```\n\n<table><tbody>\n<tr><td>One</td></tr>\n{# <tr>\n<td>Hidden</td>\n</tr> #}\n</tbody></table>\n\n{# open\n\nLast.\n',
  })
  const html = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(html).not.toContain('Hidden')
  expect(html).toContain('<p>Text.</p>')
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('{# shown\n#}')
  expect(html).toContain('<td>One</td>')
  expect(html).toContain('{# open')
  expect(html).toContain('Last.')
})

test('data of folders is front matter of their pages, and permalinks name parts of paths', async () => {
  const docs = await readFiles({
    'eleventy.config.js': 'export default { dir: { input: "src" } }',
    'src/index.md': '# Home\n\n[Post](/blog/first-post/)',
    'src/blog/blog.json': '{ "permalink": "/blog/{{ page.fileSlug }}/" }',
    'src/blog/2024-05-01-first-post.md': '# First',
    'src/blog/own.md': '---\npermalink: /mine/\n---\n# Own',
    'src/blog/old/old.11tydata.js': 'export default { permalink: "/archive{{ page.filePathStem | url }}/" }',
    'src/blog/old/a.md': '# A',
    'src/notes/notes.11tydata.json': '{ "permalink": false }',
    'src/notes/b.md': '# B',
    'src/tags/tags.json': '{ "permalink": "/t/{{ title | slugify }}.html" }',
    'src/tags/c.md': '---\ntitle: Two Words\n---\nText.',
    'src/computed/computed.json': '{ "permalink": "/{{ section.name }}/" }',
    'src/computed/d.md': '# D',
  })
  expect(docs.pages.map(({ url }) => url).sort()).toEqual([
    '/',
    '/archive/blog/old/a',
    '/blog/first-post',
    '/computed/d',
    '/mine',
    '/t/two-words',
  ])
  expect(docs.problems).toEqual([])
  expect(docs.files.filter(({ file }) => /\.json$|data\./.test(file)).map(({ role }) => role)).toEqual(
    Array.from({ length: 5 }, () => 'configuration'),
  )
})
