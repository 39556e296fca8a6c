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
