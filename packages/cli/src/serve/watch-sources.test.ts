/** The dev server follows every file that the site depends on, not only pages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

import { folderOf, putFiles } from '../../../ingest/src/testing/folder-of.ts'
import { type Served, serveFolder } from './serve-folder.ts'

/** Loads a page. */
type Load = () => Promise<string>

let served: Served | undefined
let folder = ''
afterEach(() => served?.close())

const put = (path: string, text: string): void => putFiles(folder, { [path]: text })

/**
 * Serves the files. The returned function saves one of them, waits for the message that makes browsers reload, and resolves with a
 * function that loads the page. A file may be read while it is empty, so a second message may follow.
 */
async function serve(files: Record<string, string>): Promise<(path: string, text: string) => Promise<Load>> {
  folder = folderOf(files)
  served = await serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
  const { url } = served
  return async (path, text) => {
    const response = await fetch(`${url}_docent/live`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    put(path, text)
    await reader?.read()
    await reader?.cancel()
    return async () => (await fetch(`${url}a`)).text()
  }
}

const PAGES = { 'a.md': '# Alpha', 'b.md': '# Beta' }
/** The names in the sidebar. */
const names = (html: string): string[] => {
  const [sidebar = ''] = /<div class="sidebar"[^]*?<\/nav>/.exec(html) ?? []
  return [...sidebar.matchAll(/class="nav-link"[^>]*>([^<]*)</g)].map((found) => found[1] ?? '')
}

test.each([
  ['.pages', {}, '.pages', 'nav:\n  - b.md\n  - a.md\n'],
  ['_meta.json', {}, '_meta.json', '{ "b": "Beta", "a": "Alpha" }'],
  ['_meta.js', {}, '_meta.js', 'export default { b: "Beta", a: "Alpha" }'],
  ['SUMMARY.md', {}, 'SUMMARY.md', '# Summary\n\n- [Beta](b.md)\n- [Alpha](a.md)\n'],
  ['VitePress’ configuration', { '.vitepress/config.ts': 'export default { themeConfig: { sidebar: [{ link: "/a" }] } }' }, '.vitepress/config.ts', 'export default { themeConfig: { sidebar: [{ link: "/b" }, { link: "/a" }] } }'],
] as const)('a save of %s is seen', { tags: 'long' }, async (_, more, path, text) => {
  const save = await serve({ ...PAGES, ...more })
  const load = await save(path, text)
  await expect.poll(async () => names(await load())).toEqual(['Beta', 'Alpha'])
}) // prettier-ignore

test.each([
  ['_category_.json', { 'docusaurus.config.js': '', 'docs/g/b.md': '# Beta', 'docs/g/_category_.json': '{"position": 9}', 'docs/a.md': '---\nsidebar_position: 2\n---\n# Alpha' }, 'docs/g/_category_.json', '{"position": 1}'],
  ['docs.json', { 'docs.json': '{"$schema": "https://mintlify.com/docs.json", "navigation": {"pages": ["a", "b"]}}', 'a.mdx': '# Alpha', 'b.mdx': '# Beta' }, 'docs.json', '{"$schema": "https://mintlify.com/docs.json", "navigation": {"pages": ["b", "a"]}}'],
  ['docsify’s _sidebar.md', { 'index.html': '<script>window.$docsify = { loadSidebar: true }</script>', '_sidebar.md': '- [Alpha](a.md)\n- [Beta](b.md)\n', 'README.md': '# Home', ...PAGES }, '_sidebar.md', '- [Beta](b.md)\n- [Alpha](a.md)\n'],
  ['the file of a version, in Fern', { 'fern/docs.yml': 'versions: [{ display-name: One, path: one.yml }]', 'fern/one.yml': 'navigation: [{ page: Alpha, path: a.mdx }, { page: Beta, path: b.mdx }]', 'fern/a.mdx': 'Text.', 'fern/b.mdx': 'Text.' }, 'fern/one.yml', 'navigation: [{ page: Beta, path: b.mdx }, { page: Alpha, path: a.mdx }]'],
  ['Fumadocs’ meta.json', { 'package.json': '{"dependencies": {"fumadocs-core": "15"}}', 'content/docs/a.mdx': '# Alpha', 'content/docs/b.mdx': '# Beta', 'content/docs/meta.json': '{"pages": ["a", "b"]}' }, 'content/docs/meta.json', '{"pages": ["b", "a"]}'],
  ['GitBook’s SUMMARY.md', { '.gitbook.yaml': 'root: ./\n', 'SUMMARY.md': '* [Alpha](a.md)\n* [Beta](b.md)\n', ...PAGES }, 'SUMMARY.md', '* [Beta](b.md)\n* [Alpha](a.md)\n'],
  ['a sidebar that the configuration imports', { '.vitepress/config.ts': 'import s from "./order.ts"\nexport default { themeConfig: { sidebar: s } }', '.vitepress/order.ts': 'export default [{ link: "/a" }]', ...PAGES }, '.vitepress/order.ts', 'export default [{ link: "/b" }, { link: "/a" }]'],
] as const)('a save of %s, of a generator, is seen', { tags: 'long' }, async (_, files, path, text) => {
  const save = await serve(files)
  const load = await save(path, text)
  await expect.poll(async () => names(await load())).toEqual(['Beta', 'Alpha'])
}) // prettier-ignore

test.each([
  ['a partial outside the docs folder', 'parts/p.md', 'docs/a.md', '<!--@include: ../parts/p.md-->'],
  ['a partial in the docs folder', 'docs/_p.md', 'docs/a.md', '<!--@include: ./_p.md-->'],
  ['included code of the project', 'src/code.ts', 'docs/a.md', '<<< @/../src/code.ts'],
] as const)('a save of %s is seen', { tags: 'long' }, async (_, part, page, include) => {
  const save = await serve({ 'README.md': '# R', [part]: 'const old = 1', [page]: `# Alpha\n\n${include}\n` })
  await expect.poll(await save(part, 'const fresh = 2')).toContain('fresh')
})

test('a save of mkdocs.yml, beside the docs folder, is detected', async () => {
  const save = await serve({
    'mkdocs.yml': 'nav:\n  - a.md\n  - b.md\n',
    'docs/a.md': '# Alpha',
    'docs/b.md': '# Beta',
  })
  const load = await save('mkdocs.yml', 'nav:\n  - b.md\n  - a.md\n')
  await expect.poll(async () => names(await load())).toEqual(['Beta', 'Alpha'])
})

test('a save of docent.config changes title, links and style', { tags: 'long' }, async () => {
  const save = await serve({ ...PAGES, 'docent.config.ts': 'export default { title: "Old" }' })
  const load = await save(
    'docent.config.ts',
    'export default { title: "New title", hue: 20, links: [{ text: "Code", url: "https://code.example" }] }',
  )
  await expect.poll(load).toContain('New title</title>')
  const html = await load()
  expect(html).toContain('https://code.example')
  expect(html).toMatch(/static\/custom-\w+\.css/)
})

test('a new version of Docusaurus is detected', { tags: 'long' }, async () => {
  const save = await serve({
    'docusaurus.config.js': '',
    'docs/a.md': '# Alpha',
    'versions.json': '[]',
    'versioned_docs/version-1.0/a.md': '# One',
  })
  await expect.poll(await save('versions.json', '["1.0"]')).toContain('>One</h1>')
})

test('a save of hugo.toml changes the title', { tags: 'long' }, async () => {
  const save = await serve({ 'hugo.toml': 'title = "Old"', 'content/_index.md': '# Home', 'content/a.md': '# Alpha' })
  await expect.poll(await save('hugo.toml', 'title = "New title"')).toContain('New title</title>')
})

test('a search before the first page request waits for the index', async () => {
  folder = folderOf()
  for (const [path, text] of Object.entries(PAGES)) put(path, text)
  let asked: Promise<Response> | undefined
  served = await serveFolder(
    folder,
    { mode: 'dev', host: '127.0.0.1', port: 0 },
    {
      onListening({ url }) {
        const { searchKey } = JSON.parse(readFileSync(join(folder, '.docent/dev/server.json'), 'utf8'))
        asked = fetch(`${url}1/indexes/docs/query`, {
          method: 'POST',
          headers: { 'x-algolia-application-id': 'docent', 'x-algolia-api-key': searchKey },
          body: JSON.stringify({ query: 'alpha' }),
        })
      },
    },
  )
  const answer = await asked
  expect(await answer?.json()).toMatchObject({ nbHits: 1 })
})
