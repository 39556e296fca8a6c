import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Docs, readDocs, renderArticle } from '../index.ts'
import { sourceSet } from '../links/source-set.ts'
import { readFiles } from '../testing/docs-folder.ts'
import { folderOf } from '../testing/folder-of.ts'
import { propertyRuns, timeoutOf } from '../../../engine/src/testing/property-runs.ts'

const RUNS = propertyRuns(0.05)

/** Files that are left out, hidden ones apart, with their reasons. */
const leftOut = ({ files }: Docs): string[] =>
  files.flatMap(({ file, reason }) => (reason === undefined || reason === 'hidden' ? [] : `${file} ${reason}`))

async function published(files: Record<string, string>, inner = ''): Promise<{ urls: string[]; left: string[] }> {
  const docs = await readFiles(files, {}, inner)
  return { urls: docs.assets.map(({ url }) => url), left: leftOut(docs) }
}

describe('folders that are published unchanged', () => {
  const loose = { CNAME: 'x', 'deep/a.bin': 'x', '.hidden': 'x' }
  const below = (folder: string): Record<string, string> =>
    Object.fromEntries(Object.entries(loose).map(([name, text]) => [`${folder}/${name}`, text]))
  test.each([
    ['VitePress', 'docs/public', { 'docs/a.md': '# A' }],
    ['VitePress, hidden', 'docs/.vitepress/public', { 'docs/a.md': '# A' }],
    ['VuePress', 'docs/.vuepress/public', { 'docs/a.md': '# A' }],
    ['Docusaurus', 'static', { 'docs/a.md': '# A', 'docusaurus.config.js': 'export default {}' }],
    ['Starlight', 'public', { 'src/content/docs/a.md': '# A' }],
    ['Nuxt Content and Nextra', 'public', { 'content/a.md': '# A' }],
    ['Hugo', 'static', { 'content/en/docs/a.md': '# A', 'content/en/b.md': '# B' }],
  ] as const)('%s: %s', async (_, folder, files) => {
    expect((await published({ ...files, ...below(folder) })).urls).toEqual(['/CNAME', '/deep/a.bin'])
  })

  test.each([
    ['any other docs folder', 'public', { 'docs/a.md': '# A' }],
    ['MkDocs', 'docs/files', { 'docs/a.md': '# A', 'mkdocs.yml': 'site_name: x' }],
    ['mdBook', 'src/files', { 'src/a.md': '# A', 'book.toml': '[book]' }],
  ] as const)('nothing of %s, unless a page refers to it', async (_, folder, files) => {
    expect((await published({ ...files, ...below(folder) })).urls).toEqual([])
  })

  test('the output folder of a build is not published, and its pages are ignored', async () => {
    const files = { 'a.md': '# A', 'public/.docent-site': '', 'public/a.md': '# A', 'public/x.html': 'x' }
    const docs = await readFiles(files)
    expect([docs.assets, leftOut(docs), docs.pages.map(({ url }) => url)]).toEqual([[], ['public/ closed'], ['/a']])
  })
})

test('unreferenced files are left out, except included files and configurations that are read', async () => {
  const { urls, left } = await published({
    'docs/a.md': '# A\n\n![x](x.png)\n\n<<< ./code.ts\n',
    'docs/x.png': '',
    'docs/code.ts': 'const a = 1',
    'docs/_category_.json': '{}',
    'docs/docent.config.json': '{}',
    'docs/credentials.json': '{}',
    'docs/b/dump.csv': '',
  })
  expect(urls).toEqual(['/x.png'])
  expect(left).toEqual(['b/dump.csv not-linked', 'credentials.json not-linked', 'docent.config.json not-linked'])
})

test('files that the sidebar, a landing page or the configuration refers to are published', async () => {
  const files = {
    'index.md': '---\nhero:\n  name: X\n  image: /hero.png\n  actions: [{ text: Get, link: /get.zip }]\n---\n',
    '.nav.yml': 'nav:\n  - index.md\n  - API: /api.json\n',
    ...Object.fromEntries(['hero.png', 'get.zip', 'logo.svg', 'lonely.png'].map((name) => [name, 'x'])),
  }
  const docs = await readFiles(files, { references: ['/logo.svg', '/not-there.svg', 'https://example.com/x.svg'] })
  expect(docs.assets.map(({ url }) => url)).toEqual(['/get.zip', '/hero.png', '/logo.svg'])
  expect(leftOut(docs)).toEqual(['lonely.png not-linked'])
})

test('a symbolic link to a file of the project is followed; any other is a problem and not read', async () => {
  const folder = folderOf({
    'in/docs/index.md': '# Home\n\n![a](a.png) ![b](b.png) ![c](folder/c.png) [d](d.txt)\n',
    'in/README.md': '# Read me\n',
    'in/a.png': 'x',
    'in/.env': 'SECRET',
    'out/b.png': 'SECRET',
    'out/c.png': 'SECRET',
    'out/secret.md': '# SECRET\n',
  })
  for (const [link, target] of [
    ['a.png', '../a.png'],
    ['b.png', '../../out/b.png'],
    ['folder', '../../out'],
    ['d.txt', '../.env'],
    ['readme-too.md', '../README.md'],
    ['secret.md', '../../out/secret.md'],
  ] as const)
    symlinkSync(target, join(folder, 'in/docs', link))
  try {
    const docs = await readDocs(join(folder, 'in'))
    expect(docs.pages.map(({ url }) => url)).toEqual(['/', '/readme-too'])
    expect(docs.assets).toEqual([{ url: '/a.png', path: join(folder, 'in/a.png') }])
    expect(JSON.stringify(docs.records)).not.toContain('SECRET')
    expect(docs.problems.map(({ file, line, code }) => `${file}:${line ?? ''} ${code}`)).toEqual([
      'b.png: outside-folder',
      'd.txt: private-file',
      'folder: outside-folder',
      'index.md:3 missing-image',
      'index.md:3 missing-image',
      'index.md:3 private-file',
      'secret.md: outside-folder',
    ])
    // The docs folder of a project gives the same site; without the file that tells the project, the targets are outside.
    const inner = await readDocs(join(folder, 'in/docs'))
    expect([inner.assets, inner.pages, inner.problems]).toEqual([docs.assets, docs.pages, docs.problems])
    rmSync(join(folder, 'in/README.md'))
    const alone = await readDocs(join(folder, 'in/docs'))
    expect([alone.assets, alone.pages.map(({ url }) => url)]).toEqual([[], ['/']])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('closed folders are never read; a closed folder that contains the pages is refused', async () => {
  const folder = folderOf({
    'index.md': '# A\n\n![k](data/k.png)\n\n<<< ./data/server.json\n',
    'data/server.json': 'SECRET',
    'data/k.png': 'SECRET',
    'data/page.md': '# SECRET',
    'site/old.md': '# SECRET',
  })
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs/x.md'), '# X\n')
  try {
    const docs = await readDocs(folder, { closed: [join(folder, 'data'), join(folder, 'site')] })
    expect(JSON.stringify([docs.records, docs.assets, docs.files])).not.toMatch(/SECRET|server|k\.png/)
    expect(docs.problems.map(({ line, code }) => [line, code])).toEqual([
      [3, 'private-file'],
      [5, 'private-file'],
    ])
    await expect(readDocs(folder, { closed: [folder] })).rejects.toThrow('holds the pages')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every file that an article links to or shows is published', { tags: 'long', ...timeoutOf(RUNS) }, async () => {
  const name = fc.constantFrom('a.png', 'b c.png', 'd%.png', 'e?.txt', 'f#.zip', 'ü.mp4', 'sub/g.png', '../beside.png')
  const href = name.map((one) => one.split('/').map(encodeURIComponent).join('/'))
  const construct = fc.constantFrom<(url: string, other: string) => string>(
    (url) => `![x](${url})`,
    (url) => `[x](${url})`,
    (url) => `[x][r]\n\n[r]: ${url}`,
    (url) => `<img src="${url}">`,
    (url) => `<IMG SRC='${url}'>`,
    (url) => `<img\nsrc=${url}>`,
    (url, other) => `<img srcset="${url} 1x,${other} 2x" src="${other}">`,
    (url, other) => `<picture><source srcset="${url}, ${other} 2x"><img src="${other}"></picture>`,
    (url, other) => `<video src="${url}" poster="${other}"></video>`,
    (url, other) => `<video><source src="${url}"><track src="${other}"></video>`,
    (url) => `<audio src="${url}"></audio>`,
    (url) => `<a href="${url}" download>x</a>`,
    (url) => `<details><summary>x</summary>\n\n![x](${url})\n\n</details>`,
    (url) => `::: tip\n![x](${url})\n:::`,
    (url) => `<Card title="x" href="${url}">\n\n![x](${url})\n\n</Card>`,
    (url) => `| a |\n|-|\n| ![x](${url}) |`,
    (url) => `Text[^1].\n\n[^1]: ![x](${url})`,
  )
  const files = Object.fromEntries(
    ['a.png', 'b c.png', 'd%.png', 'e?.txt', 'f#.zip', 'ü.mp4', 'sub/g.png', '../beside.png'].map((one) => [
      join('p/docs', one),
      'x',
    ]),
  )
  let seen = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(construct, href, href), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('page.md', 'page.mdx'),
      async (parts, page) => {
        const source = `# T\n\n${parts.map(([make, url, other]) => make(url, other)).join('\n\n')}\n`
        const folder = folderOf({ ...files, [`p/docs/${page}`]: source })
        try {
          const docs = await readDocs(join(folder, 'p'))
          const html = await renderArticle(docs, docs.pages[0]!)
          const offered = new Set(docs.assets.map(({ url }) => decodeURIComponent(url)))
          for (const [, attribute, value] of html.matchAll(/\s(src|href|poster|srcset)="([^"]*)"/g)) {
            const text = value!.replaceAll('&#x26;', '&')
            const urls = attribute === 'srcset' ? sourceSet(text).map(({ url }) => url) : [text]
            for (const url of urls) {
              if (!url.startsWith('/')) continue
              seen++
              expect([source, decodeURIComponent(url), offered.has(decodeURIComponent(url))]).toEqual([
                source,
                decodeURIComponent(url),
                true,
              ])
            }
          }
        } finally {
          rmSync(folder, { recursive: true })
        }
      },
    ),
    RUNS,
  )
  expect(seen).toBeGreaterThan(300)
})
