import { expect, test } from 'vitest'
import { readFiles, readOne } from '../testing/docs-folder.ts'
import { outlineOf } from '../testing/outline.ts'

const CONFIG = `import { defineConfig } from 'vocs'
import { sidebar } from './sidebar'
export default defineConfig({
  title: 'Gears', basePath: '/team', baseUrl: 'https://gears.example', logoUrl: { light: '/light.svg', dark: '/dark.svg' },
  redirects: [{ source: '/old', destination: '/guide/install' }],
  topNav: [{ text: 'Code', link: 'https://code.example' }, { text: 'Guide', link: '/guide' }],
  sidebar,
})
`

const SIDEBAR = `export const sidebar = { '/': [
  { text: 'Start', link: '/' },
  { text: 'Guide', collapsed: true, items: [{ text: 'Install', link: '/guide/install' }] },
] }
`

test('pages are in docs/pages, with the sidebar, names and addresses of the configuration', async () => {
  const docs = await readFiles({
    'package.json': '{}',
    'vocs.config.tsx': CONFIG,
    'sidebar.ts': SIDEBAR,
    'README.md': '# Repository',
    'docs/pages/index.mdx': '# Gears\n\n[Old](/old)\n',
    'docs/pages/guide/install.mdx': '# Install\n\n![x](/light.svg)\n',
    'docs/pages/_components/part.mdx': '# Part\n',
    'docs/public/light.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'docs/public/dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  expect(docs.generator).toEqual({ kind: 'vocs', file: 'vocs.config.tsx' })
  expect([docs.title, docs.links]).toEqual(['Gears', [{ text: 'Code', url: 'https://code.example' }]])
  expect(docs.pages.map(({ url }) => url).toSorted()).toEqual(['/', '/guide/install'])
  expect(docs.pages.find(({ url }) => url === '/guide/install')?.aliases).toEqual(['/old'])
  expect(outlineOf(docs)).toEqual(['Start /', 'Guide -', '  Install /guide/install'])
  expect(docs.assets.map(({ url }) => url).toSorted()).toEqual(['/dark.svg', '/light.svg'])
  expect(docs.problems).toEqual([])
})

test.each([
  ['src/pages', {}],
  ['site/pages', { 'vocs.config.ts': "export default { rootDir: 'site' }" }],
  ['site/app/pages', { 'vocs.config.ts': "export default { rootDir: './site', srcDir: 'app' }" }],
  ['pages', { 'vocs.config.ts': "export default { rootDir: '.' }" }],
])('pages are found in %s', async (folder, more) => {
  const files = { 'package.json': '{"dependencies": {"vocs": "2"}}', ...more, [`${folder}/a/index.md`]: '# A' }
  const docs = await readFiles(files)
  expect([docs.generator.kind, ...docs.pages.map(({ url }) => url)]).toEqual(['vocs', '/a'])
})

test('brackets at the end of the title are the line below it', async () => {
  const body = '# Fast gears [The line [below](/x) `it`]\n\n```md\n# Code [kept]\n```\n\n## Part [one]\n'
  const simple = '# Fast gears [The line below]\n\n```md\n# Code [kept]\n```\n\n## Part [one]\n'
  const config = { 'vocs.config.ts': 'export default {}' }
  const { html, docs } = await readOne(simple, config, 'docs/pages/a.mdx')
  expect(docs.pages[0]?.title).toBe('Fast gears')
  expect(html).toMatch(/<h1[^>]*>Fast gears<\/h1>\s*<p>The line below<\/p>/)
  expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/# Code \[kept\][^]*Part \[one\]/)
  expect((await readOne(body, config, 'docs/pages/a.mdx')).docs.pages[0]?.title).toBe('Fast gears')
})

test('its containers: code groups with a preview, steps, callouts, tables of measurements', async () => {
  const source = `# A

::::code-group
<div data-title="Preview">
:::callout[Heads up]
Careful.
:::
</div>
\`\`\`ts [b.ts]
const b = 1 // [!code focus]
\`\`\`
::::

::::steps
### First
Do it.
### Second
Do more.
::::

:::benchmarks
| a | b |
|---|---|
| 1 | 2 |
:::

::: terminal
\`\`\`sh
npm i
\`\`\`
:::
`
  const { html, codes } = await readOne(source, { 'vocs.config.ts': 'export default {}' }, 'docs/pages/a.mdx')
  expect(codes).toEqual([])
  expect(html).toMatch(/<summary class="tab-label">Preview<\/summary>[^]*Heads up[^]*<summary class="tab-label">b\.ts</)
  expect(html).toMatch(/class="steps"[^]*First[^]*Second/)
  expect(html).toContain('<td>2</td>')
  expect(html).not.toContain('[!code')
})
