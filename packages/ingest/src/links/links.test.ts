/** Links and images as authors of other generators write them, over real folders. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Docs, groupProblems, pageMarkdown, readDocs, renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'
import { folderOf, putFiles } from '../testing/folder-of.ts'

const codesOf = (docs: Docs): string[] => docs.problems.map(({ file, line, code }) => `${file}:${line ?? ''} ${code}`)

async function articleOf(docs: Docs, url: string): Promise<string> {
  const page = docs.pages.find((one) => one.url === url)
  if (page === undefined)
    throw new Error(`There is no page ${url}; there are ${docs.pages.map((one) => one.url).join(', ')}.`)
  return renderArticle(docs, page)
}

test.each(['mailto', 'tel', 'sms', 'ftp', 'irc', 'geo', 'vscode', 'vscodium', 'cursor', 'obsidian', 'matrix'])(
  'a file whose name begins like the protocol %s is a file',
  async (name) => {
    const docs = await readFiles({
      'a.md': `# A\n\n[x](${name}s.md) [y](${name}) ![z](${name}.png) [out](${name}:x) [none](${name}none)\n`,
      [`${name}s.md`]: '# S',
      [`${name}/index.md`]: '# I',
      [`${name}.png`]: 'x',
    })
    const html = await articleOf(docs, '/a')
    for (const href of [`href="/${name}s"`, `href="/${name}"`, `src="/${name}.png"`, `href="${name}:x"`])
      expect(html).toContain(href)
    expect(codesOf(docs)).toEqual(['a.md:3 broken-link'])
  },
)

test('a path without a slash in front may be one from the folder of public files', async () => {
  const folder = folderOf({
    'docusaurus.config.js': 'export default { title: "S" }',
    'docs/deep/a.md': '# A\n\n<Shot src="img/own.png" />\n\n![b](img/b.png) ![c](./img/b.png)\n',
    'docs/deep/img/own.png': 'x',
    'static/img/own.png': 'y',
    'static/img/b.png': 'z',
  })
  const docs = await readDocs(folder)
  expect(docs.assets.map(({ url }) => url).filter((url) => url.endsWith('.png'))).toContain('/deep/img/own.png')
  expect(await articleOf(docs, '/deep/a')).toContain('src="/img/b.png" alt="b"')
  expect(codesOf(docs).filter((one) => one.endsWith('image'))).toEqual(['deep/a.md:5 missing-image'])
})

describe('files outside the docs folder', () => {
  const files = {
    'package.json': '{"name": "gears"}',
    'docs/index.md': '# Home\n\n![a](../assets/a.png) [license](../LICENSE)\n',
    'docs/guide/use.md': '# Use\n\n![a](../../assets/a.png)\n',
    'assets/a.png': 'x',
    LICENSE: 'free',
  }

  test('are published at a path of their own, whether the repository or its docs folder is named', async () => {
    const folder = folderOf(files)
    const [whole, inner] = [await readDocs(folder), await readDocs(join(folder, 'docs'))]
    expect(whole.assets).toEqual([
      { url: '/_docent/files/LICENSE', path: join(folder, 'LICENSE') },
      { url: '/_docent/files/assets/a.png', path: join(folder, 'assets/a.png') },
    ])
    expect(await articleOf(whole, '/guide/use')).toContain('src="/_docent/files/assets/a.png"')
    expect([inner.assets, inner.pages, codesOf(inner)]).toEqual([whole.assets, whole.pages, []])
  })

  test('of a repository are found from a docs folder anywhere below its `.git`', async () => {
    const { 'package.json': _, ...rest } = files
    const folder = folderOf({
      ...Object.fromEntries(
        Object.entries(rest).map(([name, text]) => [
          name.replace('docs/', 'site/text/').replace(/^(?=assets|LICENSE)/, 'site/'),
          text,
        ]),
      ),
      '.git/HEAD': 'ref: x\n',
    })
    const docs = await readDocs(join(folder, 'site/text'))
    expect(codesOf(docs)).toEqual([])
    expect(docs.assets.map(({ url }) => url)).toEqual([
      '/_docent/files/site/LICENSE',
      '/_docent/files/site/assets/a.png',
    ])
  })

  test('are not published from a folder that is no project', async () => {
    const { 'package.json': _, LICENSE: __, ...rest } = files
    const docs = await readDocs(join(folderOf(rest), 'docs'))
    expect(docs.assets).toEqual([])
    expect(codesOf(docs)).toEqual(
      ['guide/use.md:3 missing-image', 'index.md:3 missing-image', 'index.md:3 broken-link'].sort(),
    )
  })

  test('a path with "@/" leads to a folder around the docs', async () => {
    const folder = folderOf({
      'package.json': '{}',
      'content/docs/a.md': '# A\n\n[B](@/docs/b.md#part)\n',
      'content/docs/b.md': '# B\n\n## Part\n',
    })
    const docs = await readDocs(folder)
    expect(codesOf(docs)).toEqual([])
    expect(await articleOf(docs, '/a')).toContain('href="/b#part"')
  })

  test('a page that is named by its path in the repository is found', async () => {
    const folder = folderOf({
      LICENSE: 'free',
      'docs/index.md': '# Home\n',
      'docs/a/b.md': '# B\n\n[home](../../docs/index.md)\n',
    })
    const docs = await readDocs(join(folder, 'docs'))
    expect(codesOf(docs)).toEqual([])
    expect(await articleOf(docs, '/a/b')).toContain('<a href="/">home</a>')
  })
})

test('a link of a repository to a folder leads to its first page; a folder without pages has none', async () => {
  const docs = await readFiles({
    'README.md': '# P\n\n[guides](docs/Guides/) [deep](./docs/Guides/deep) [code](src/)\n',
    'docs/Guides/a.md': '# A\n',
    'docs/Guides/deep/b.md': '# B\n\n[up](..)\n',
    'src/a.ts': '1',
  })
  expect(
    await renderArticle(
      docs,
      docs.pages.find(({ url }) => url === '/')!,
    ),
  ).toMatch(
    // the README
    /href="\/Guides\/a"[^]*href="\/Guides\/deep\/b"/,
  )
  expect(docs.problems.map(({ code, file }) => `${code} ${file}`)).toEqual(['broken-link ../README.md'])
})

describe('symbolic links', () => {
  test('to folders of the project are followed, once and without cycles', async () => {
    const folder = folderOf({
      'package.json': '{}',
      'docs/index.md': '# Home\n\n[there](shared/page.md) ![a](shared/a.png)\n',
      'parts/page.md': '# Shared page\n\n![a](a.png)\n',
      'parts/a.png': 'x',
      'outside/secret.md': '# SECRET\n',
    })
    symlinkSync('../parts', join(folder, 'docs/shared'))
    symlinkSync('../parts', join(folder, 'docs/shared-too'))
    symlinkSync('..', join(folder, 'parts/up'))
    symlinkSync('/', join(folder, 'docs/root'))
    const docs = await readDocs(folder)
    expect(docs.pages.map(({ url }) => url)).toEqual(expect.arrayContaining(['/', '/shared/page']))
    expect(docs.assets.map(({ url }) => url)).toContain('/shared/a.png')
    expect(docs.files.filter(({ reason }) => reason === 'linked-folder').map(({ file }) => file)).toContain(
      'shared-too',
    )
    expect(codesOf(docs)).toContain('root: outside-folder')
  })
})

describe('folders that begin with a dot', () => {
  test('stay private, unless the recognised generator keeps its assets there', async () => {
    const docs = await readFiles({
      'docs/index.md': '# Home\n\n![a](.private/a.png)\n',
      'docs/.private/a.png': 'x',
      LICENSE: '',
    })
    expect(codesOf(docs)).toEqual(['index.md:3 private-file'])
    expect(docs.assets).toEqual([])
  })
})

describe('links from the top of a site', () => {
  test('below the path of the site on its host lead to its pages', async () => {
    const files = {
      'index.md': '# Home\n\n[use](/team/docs/guide/use#one) [home](/team/docs/)\n',
      'guide/use.md': '# Use\n\n## One\n',
    }
    const docs = await readFiles(files, { base: '/team/docs/' })
    expect(codesOf(docs)).toEqual([])
    expect(await readFiles(files).then(codesOf)).toEqual(['index.md:3 broken-link', 'index.md:3 broken-link'])
  })
})

describe('names with signs and other cases', () => {
  test('a page and a file whose names have signs of URLs have addresses that work', async () => {
    const docs = await readFiles({
      'index.md': '# Home\n\n[c](C%23.md) ![p](a%23b%20c.png)\n',
      'C#.md': '# C\n',
      'a#b c.png': 'x',
    })
    expect(docs.pages.map(({ url }) => url)).toContain('/C%23')
    expect(docs.assets.map(({ url }) => url)).toEqual(['/a%23b%20c.png'])
    expect(codesOf(docs)).toEqual([])
  })

  test('a link with another case leads to its target, and says so', async () => {
    const docs = await readFiles({
      'index.md': '# Home\n\n[use](Guide/USE.md)\n\n![logo](Logo.PNG)\n',
      'guide/use.md': '# Use\n',
      'logo.png': 'x',
    })
    expect(codesOf(docs)).toEqual(['index.md:3 wrong-case', 'index.md:5 wrong-case'])
    expect(docs.assets.map(({ url }) => url)).toEqual(['/logo.png'])
  })
})

test('a page changes when a missing image is added', async () => {
  const folder = folderOf({ 'index.md': '# Home\n\n![a](img/a.png)\n' })
  const before = await readDocs(folder)
  putFiles(folder, { 'img/a.png': 'x' })
  const after = await readDocs(folder, {}, before)
  expect(after.pages[0]?.hash).not.toBe(before.pages[0]?.hash)
  expect(after.assets.map(({ url }) => url)).toEqual(['/img/a.png'])
})

test('an anchor with the words of the title leads to the top of the page; dots are no hidden file', async () => {
  const docs = await readFiles({
    'a.md': '---\ntitle: List Meta\n---\n\n## Part\n\nText.\n',
    'b.md': '# B\n\n[a](a.md#list-meta) [b](a.md#list) [c](...)\n',
  })
  expect(docs.problems.map(({ code }) => code)).toEqual(['broken-anchor', 'broken-link'])
})

test('a bare path of an asset that is not beside the page is looked for from the docs folder', async () => {
  const docs = await readFiles({
    'a.md': '# A',
    'media/one.png': 'png',
    'deep/media/two.png': 'png',
    'deep/b.md':
      '# B\n\n<img src="media/one.png">\n\n![](media\\one.png)\n\n![](media/two.png)\n\n![](./media/one.png)\n',
  })
  const page = docs.pages.find(({ file }) => file === 'deep/b.md')!
  const html = await renderArticle(docs, page) // the page above
  expect(html.match(/src="[^"]*/g)).toEqual(['/media/one.png', '/media/one.png', '/deep/media/two.png', '/deep/media/one.png'].map((path) => `src="${path}`)) // prettier-ignore
  expect(docs.problems.map(({ message }) => message)).toEqual([
    'The image "./media/one.png" is missing; correct the path or add the file.',
  ])
})

test('a bare name of a file that is not beside the page is looked for in the docs folder', async () => {
  const docs = await readFiles({
    'api/store.md': '# Store\n\n## dispatch\n\nText.\n',
    'guide/deep/glossary.md': '# Glossary\n\n[Dispatch](api/store.md#dispatch), [not](./api/store.md)\n',
  })
  expect(docs.problems.map(({ message }) => message)).toEqual([
    'There is no page below "/guide/deep/api/", where the link "./api/store.md" leads; run the program that makes these pages first, or correct the link.',
  ])
})

test('a link to a file that every site makes for programs is right, on the site and in the Markdown of a page', async () => {
  const docs = await readFiles({
    'index.md': '# Home',
    'guide/a.md':
      '# A\n\n[map](/sitemap.xml) [robots](../robots.txt) [list](/llms.txt) [all](/llms-full.txt) [none](/other.txt)\n',
  })
  const html = await articleOf(docs, '/guide/a')
  for (const href of ['/sitemap.xml', '/robots.txt', '/llms.txt', '/llms-full.txt'])
    expect(html).toContain(`href="${href}"`)
  expect(codesOf(docs)).toEqual(['guide/a.md:3 broken-link'])
  const page = docs.pages.find(({ url }) => url === '/guide/a')!
  expect(pageMarkdown(docs, page, (path) => `https://docs.example.com/base${path}`)).toContain(
    '[list](https://docs.example.com/base/llms.txt)',
  )
})

test('several sites in one folder: paths from the top of one, its snippets and its hidden folder of pictures', async () => {
  const docs = await readFiles({
    'docs/one/docs.json': '{"name": "One", "navigation": {"pages": ["guide/a"]}}',
    'docs/one/guide/a.mdx':
      'import Part from "/snippets/part.mdx"\n\n# A\n\n[b](/guide/b#x) ![i](/img/i.png) [top](/two/c)\n\n<Part />\n',
    'docs/one/guide/b.mdx': '# B\n\n## X\n',
    'docs/one/snippets/part.mdx': 'The part.\n',
    'docs/one/img/i.png': 'x',
    'docs/two/docs.json': '{"name": "Two", "navigation": {"pages": ["c"]}}',
    'docs/two/c.mdx': '# C\n\n[none](/guide/b)\n',
  })
  const html = await articleOf(docs, '/one/guide/a')
  for (const one of ['href="/one/guide/b#x"', 'src="/one/img/i.png"', 'href="/two/c"', 'The part.'])
    expect(html).toContain(one)
  expect(codesOf(docs).filter((one) => !one.endsWith('other-site'))).toEqual(['two/c.mdx:3 broken-link'])
})

test('pictures of several sites of GitBook are those of the own site', async () => {
  const site = (name: string): Record<string, string> => ({
    [`packages/${name}/.gitbook.yaml`]: 'root: ./content/\n',
    [`packages/${name}/content/README.md`]: '# A\n\n![i](.gitbook/assets/i.png)\n',
    [`packages/${name}/content/SUMMARY.md`]: '* [A](README.md)\n',
    [`packages/${name}/content/.gitbook/assets/i.png`]: name,
  })
  const docs = await readFiles({ ...site('x'), ...site('y'), 'README.md': '# Docs\n' })
  const sources = await Promise.all(
    docs.pages.filter(({ file }) => /^packages.*README/.test(file)).map((page) => renderArticle(docs, page)),
  )
  expect(sources.map((html) => /src="([^"]*)"/.exec(html)?.[1])).toEqual([
    expect.stringContaining('/x/'),
    expect.stringContaining('/y/'),
  ])
  expect(codesOf(docs).filter((one) => !one.endsWith('other-site'))).toEqual([])
})

test('the address that a page has counts before one that another page had', async () => {
  const docs = await readFiles({
    'hugo.toml': '',
    'content/docs/2/guide/use.md': '---\ntitle: Use\n---\n[run](../../reference/run) [was](../../old/run)\n',
    'content/docs/2/reference/run.md': '---\ntitle: Run\n---\nNew.\n',
    'content/docs/1/run.md': '---\ntitle: Old run\naliases: [/docs/reference/run, /docs/old/run]\n---\nOld.\n',
  })
  const html = await articleOf(docs, '/docs/2/guide/use')
  expect(Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href)).toEqual([
    '/docs/2/reference/run',
    '/docs/1/run',
  ])
})

test('docsify resolves paths without a dot from the top of the site', async () => {
  const docs = await readFiles({
    'index.html': '<script>window.$docsify = { name: "S" }</script>',
    '_sidebar.md': '- [Home](/)\n',
    'README.md': '# S\n',
    'zh/guide/a.md': '# A\n\n[b](zh/client/b) [c](zh/client/b?id=part)\n',
    'zh/client/b.md': '# B\n\n## Part\n',
  })
  expect(await articleOf(docs, '/zh/guide/a')).toContain('href="/zh/client/b"')
  expect(codesOf(docs)).toEqual([])
})

test('links to a folder without any page are one cause, with the remedy for pages that a program makes', async () => {
  const docs = await readFiles({
    'a.md': '# A\n\n[x](/reference/api/x) [y](reference/api/y.md#z) [typo](guide/ab.md) [file](/reference/api/x.zip)\n',
    'guide/a.md': '# A\n',
  })
  expect(docs.problems.map(({ message }) => message)).toEqual([
    'There is no page below "/reference/api/", where the link "/reference/api/x" leads; run the program that makes these pages first, or correct the link.',
    'There is no page below "/reference/api/", where the link "reference/api/y.md#z" leads; run the program that makes these pages first, or correct the link.',
    'The link "guide/ab.md" leads to no page and no file; correct it.',
    'The link "/reference/api/x.zip" leads to no page and no file; correct it.',
  ])
})

test('a link to a page that the generator makes of a program names its file', async () => {
  const config = { 'docusaurus.config.js': 'export default { title: "S" }', 'docs/b.md': '# B\n' }
  const react = await readFiles({
    ...config,
    'docs/a.md': '# A\n\n[shop](/shop) [team](/about/team/#us) [top](/) [not](/shop/list) [part](/_part)\n',
    'src/pages/index.tsx': '',
    'src/pages/shop.jsx': '',
    'src/pages/_part.jsx': '',
    'src/pages/about/team/index.tsx': '',
  })
  expect(react.problems.map(({ message }) => message)).toEqual([
    'The link "/shop" leads to src/pages/shop.jsx, a page written as a program, which is not read; write this page in Markdown, or link to its address on another site.',
    'The link "/about/team/#us" leads to src/pages/about/team/index.tsx, a page written as a program, which is not read; write this page in Markdown, or link to its address on another site.',
    'The link "/shop/list" leads to no page and no file; correct it.',
    'The link "/_part" leads to no page and no file; correct it.',
  ])
  const next = await readFiles({
    'package.json': '{ "dependencies": { "fumadocs-core": "16.0.0" } }',
    'content/docs/a.mdx': '# A\n\n[shop](/shop) [list](/shop/x)\n',
    'src/app/(site)/shop/page.tsx': '',
    'src/app/shop/[id]/page.tsx': '',
  })
  expect(next.problems.map(({ message }) => message.split(',')[0])).toEqual([
    'The link "/shop" leads to src/app/(site)/shop/page.tsx',
    'The link "/shop/x" leads to no page and no file; correct it.',
  ])
})

test('addresses with one unknown scheme are one cause', async () => {
  const docs = await readFiles({ 'a.md': '# A\n\n[x](block://x) [y](BLOCK://y) [z](https:/.z.example/)\n' })
  expect(groupProblems(docs.problems).map(({ subject, count }) => `${subject} ${count}`)).toEqual([
    'block: 2',
    'https:/.z.example/ 1',
  ])
})

test('a picture that a component completes from the folder of pictures of an Astro project is found', async () => {
  const docs = await readFiles({
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'S' })] }",
    'src/content/docs/a.mdx': '---\ntitle: A\n---\n<Shot src="start/one.png" alt="One" />\n\n<Shot src="two.png" />\n',
    'src/assets/start/one.png': 'png',
  })
  expect(await articleOf(docs, '/a')).toMatch(/<img[^>]* src="[^"]*one\.png"/)
  expect(docs.problems.filter(({ code }) => code === 'missing-image').map(({ message }) => message)).toEqual([
    'The image "two.png" is missing; correct the path or add the file.',
  ])
})
