/** A missing file is noticed when it is added, wherever it is and however many of its folders are missing. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

import { folderOf, putFiles } from '../../../ingest/src/testing/folder-of.ts'
import { type Served, serveFolder } from './serve-folder.ts'
import { watchMissing } from './watch-missing.ts'

let served: Served | undefined
let folder = ''
afterEach(async () => {
  await served?.close()
  served = undefined
})

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const put = (path: string, content: string | Buffer): void => putFiles(folder, { [path]: content })

/** Serves the files, adds another one, and returns the page that browsers load then. */
async function pageAfter(files: Record<string, string>, added: string, content: string | Buffer): Promise<string> {
  folder = folderOf(files)
  served = await serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
  const response = await fetch(`${served.url}_docent/live`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  put(added, content)
  await reader?.read()
  await reader?.cancel()
  return (await fetch(`${served.url}a`)).text()
}

test.each([
  ['in the docs folder', {}, 'docs/a.md', 'img/x.png', 'docs/img/x.png'],
  ['in another folder of the project', { 'assets/other.png': '' }, 'docs/a.md', '../assets/x.png', 'assets/x.png'],
  ['in a new folder of the project', {}, 'docs/a.md', '../new/deep/x.png', 'new/deep/x.png'],
  ['in VuePress’ public folder', { 'docs/.vuepress/public/y.png': '' }, 'docs/a.md', '/x.png', 'docs/.vuepress/public/x.png'],
  ['in a new public folder of VitePress', {}, 'docs/a.md', '/x.png', 'docs/.vitepress/public/x.png'],
  ['in a new static folder of Docusaurus', { 'docusaurus.config.js': 'export default {}' }, 'docs/a.md', '/img/x.png', 'static/img/x.png'],
  ['in GitBook’s assets', { '.gitbook.yaml': 'root: ./docs/\n', 'docs/SUMMARY.md': '# S\n\n* [Alpha](a.md)\n' }, 'docs/a.md', '.gitbook/assets/x.png', 'docs/.gitbook/assets/x.png'],
  ['in the public folder of Starlight', { 'astro.config.mjs': 'import "@astrojs/starlight"' }, 'src/content/docs/a.md', '/x.png', 'public/x.png'],
] as const)('a picture %s', { tags: 'long' }, async (_, more, page, url, path) => {
  const files = { 'README.md': '# Read me', ...more, [page]: `# Alpha\n\n![x](${url})\n` }
  const html = await pageAfter(files, path, PICTURE)
  const src = /<article[^]*?<img src="([^"]+)"/.exec(html)?.[1] ?? ''
  const response = await fetch(new URL(src, served?.url))
  expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(join(folder, path)))
}) // prettier-ignore

test('an included file outside the docs folder', { tags: 'long' }, async () => {
  const files = { 'README.md': '# R', 'docs/a.md': '# Alpha\n\n<!--@include: ../parts/p.md-->\n', 'docs/b.md': '# B' }
  expect(await pageAfter(files, 'parts/p.md', 'Added later.')).toContain('Added later.')
})

test('a file that exists but is not taken is reported once, so that readings end', () => {
  folder = folderOf()
  put('x.png', PICTURE)
  let reports = 0
  const watcher = watchMissing(() => reports++)
  watcher.expect([join(folder, 'x.png'), join(folder, 'y.png')])
  watcher.expect([join(folder, 'x.png'), join(folder, 'y.png')])
  watcher.close()
  expect(reports).toBe(1)
})
