/** Languages, addresses and settings of VitePress and Starlight. */
import { describe, expect, test } from 'vitest'
import { readFiles } from '../testing/docs-folder.ts'
import { addressesOf } from '../testing/outline.ts'

test('notes at the top of a repository do not hide the site two folders below', async () => {
  const docs = await readFiles({
    LICENSE: '',
    'README.md': '# Harbour',
    'LOCALIZING.md': '# How to help with other languages',
    'site/docs/.vitepress/config.ts': "export default { title: 'Harbour' }",
    'site/docs/index.md': '# Start',
    'site/docs/guide/a.md': '# A',
  })
  expect([docs.generator.kind, addressesOf(docs)]).toEqual(['vitepress', ['/ index.md', '/guide/a guide/a.md']])
})

test('sites of the packages of a repository, in the folders of their sources, are named', async () => {
  const site = (title: string): string => `export default { title: '${title}' }`
  const files = {
    LICENSE: '',
    'package.json': '{}',
    'docs/gears/package.json': '{}',
    'docs/gears/src/.vuepress/config.ts': site('Gears'),
    'docs/gears/src/README.md': '# Gears',
    'packages/gears/index.ts': '',
  }
  const one = await readFiles(files)
  expect([one.generator.kind, addressesOf(one)]).toEqual(['vuepress', ['/ README.md']])
  const two = await readFiles({
    ...files,
    'docs/wheels/package.json': '{}',
    'docs/wheels/src/.vuepress/config.ts': site('Wheels'),
    'docs/wheels/src/README.md': '# Wheels',
  })
  expect(two.problems.map(({ code }) => code)).toEqual(['other-site'])
})

describe('VitePress', () => {
  test('ids of headings by a function that leaves parts of the rule of VuePress out', async () => {
    const idOf = async (steps: string): Promise<string | undefined> => {
      const docs = await readFiles({
        '.vitepress/config/index.ts': "import { shared } from './shared'\nexport default { ...shared, title: 'T' }",
        '.vitepress/config/shared.ts': `import { slug } from 'slugs'
const rSpecial = /[\\s~?]+/g
export const slugify = (str: string): string => str.normalize('NFKD').replace(rSpecial, '-')${steps}
export const shared = { markdown: { anchor: { slugify${steps === '' ? ': slug' : ''} } } }`,
        'a.md': '# A\n\n## What is New?\n',
      })
      return `${docs.pages[0]?.headings[0]?.id} ${docs.problems.map(({ file, code }) => `${file} ${code}`).join()}`
    }
    expect(await idOf(".replace(/\\-{2,}/g, '-').replace(/^\\-+|\\-+$/g, '')")).toBe('What-is-New ')
    expect(await idOf(".replace(/^(\\d)/, '_$1')")).toBe('What-is-New- ')
    expect(await idOf('.toLowerCase()')).toBe('what-is-new ')
    expect(await idOf('')).toBe('what-is-new .vitepress/config/shared.ts expression')
  })
  test('base, files without page, rewrites, languages by their configuration, logo', async () => {
    const docs = await readFiles({
      '.vitepress/config.ts': `export default {
        title: 'Harbour', base: '/harbour/', srcExclude: ['**/README.md', 'drafts/**', '@(notes|plans)/[ab]?.md'],
        rewrites: { 'packages/:pkg/docs/:page*': ':pkg/:page*', 'old/a.md': 'new/a.md' },
        locales: { root: { lang: 'en-GB' }, jp: { lang: 'ja' } }, themeConfig: { logo: '/logo.svg' },
      }`,
      'index.md': '# Start\n\n[New](/harbour/new/a) [Boat](packages/boat/docs/guide/b.md)\n',
      'README.md': '# Readme',
      'drafts/x.md': '# Draft',
      'plans/b1.md': '# Plan',
      'packages/boat/docs/guide/b.md': '# B',
      'old/a.md': '# A',
      'users/[id].md': '# {{ $params.id }}',
      'jp/only.md': '# だけ',
      'public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
    expect(docs.lang).toBe('en-GB')
    expect(docs.logo).toEqual({ light: '/logo.svg' })
    expect(addressesOf(docs)).toEqual([
      '/ index.md', '/boat/guide/b packages/boat/docs/guide/b.md', '/jp/only jp/only.md', '/new/a old/a.md',
    ]) // prettier-ignore
    expect(docs.navigations.map(({ lang }) => lang)).toEqual(['en-GB', 'ja'])
    expect(docs.files.filter(({ role, reason }) => role === 'left-out' && reason !== 'hidden').map(({ file, reason }) => `${file} ${reason}`)).toEqual([
      'README.md generator-rule', 'drafts/x.md generator-rule', 'plans/b1.md generator-rule', 'users/[id].md template',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })
})

test('VitePress needs no configuration: a script of the package starts it, in a folder or here', async () => {
  const scripts = (dev: string): string => JSON.stringify({ scripts: { dev }, devDependencies: { vitepress: '2.0.0' } })
  const pages = { 'index.md': '# Start\n', 'config.md': '# Config\n\n## build.outDir\n' }
  const below = Object.fromEntries(Object.entries(pages).map(([name, text]) => [`manual/${name}`, text]))
  const folders: Record<string, string>[] = [
    { 'package.json': scripts('vitepress dev --port 80'), ...pages },
    { 'package.json': scripts('vitepress'), 'src/index.md': pages['index.md'], 'src/config.md': pages['config.md'] },
    { 'package.json': scripts('tsc && vitepress build manual'), 'README.md': '# Code\n', ...below },
  ]
  for (const files of folders) {
    const docs = await readFiles(files)
    expect(docs.generator.kind).toBe('vitepress')
    expect(docs.pages.map(({ url }) => url)).toEqual(['/', '/config'])
    expect(docs.pages[1]?.headings.map(({ id }) => id)).toContain('build-outdir')
  }
  expect((await readFiles({ 'package.json': scripts('vite'), ...pages })).generator.kind).toBe('plain')
})

test('the README of a repository that is its docs folder does not displace the index page', async () => {
  const docs = await readFiles({
    '.vitepress/config.ts': `export default { title: 'Harbour' }`,
    'README.md': '# The repository\n',
    'index.md': '---\nlayout: home\nhero:\n  name: Harbour\n---\n',
  })
  expect(addressesOf(docs)).toEqual(['/ index.md', '/README README.md'])
  expect(docs.problems).toEqual([])
})

describe('Starlight', () => {
  test('slugs of names, languages by their configuration, links, redirects', async () => {
    const docs = await readFiles({
      'astro.config.mjs': `import starlight from '@astrojs/starlight'
        export default { base: '/b', redirects: { '/old': '/guides/my-guide' }, integrations: [starlight({
          title: 'Harbour', defaultLocale: 'root', locales: { root: { label: 'English', lang: 'en' }, br: { lang: 'pt-BR' } },
          social: [{ icon: 'github', label: 'Code', href: 'https://code.example' }] })] }`,
      'src/content/docs/index.mdx': '---\ntitle: Start\n---\n[Guide](/b/guides/my-guide/) [Old](/old)\n',
      'src/content/docs/guides/My Guide.md': '---\ntitle: G\n---\n',
      'src/content/docs/guides/moved.md': '---\ntitle: M\nslug: elsewhere\n---\n',
      'src/content/docs/br/index.md': '---\ntitle: Início\n---\n',
    })
    expect(addressesOf(docs)).toEqual([
      '/ index.mdx', '/br br/index.md', '/elsewhere guides/moved.md', '/guides/my-guide guides/My Guide.md',
    ]) // prettier-ignore
    expect(docs.navigations.map(({ lang }) => lang)).toEqual(['en', 'pt-BR'])
    expect(docs.links).toEqual([{ text: 'Code', url: 'https://code.example' }])
    expect(docs.pages.find(({ url }) => url === '/guides/my-guide')?.aliases).toEqual(['/old'])
    expect(docs.problems).toEqual([])
  })
})

const BOOK = '[book]\ntitle = "Book"\n'
test.each([
  ['the one with the most pages', ['guide', 'reference'], '/a reference/src/a.md'],
  ['the English one of languages', ['docs/en', 'docs/fr'], '/a docs/en/src/a.md'],
])(
  'of two books in a repository, %s is read, and the other one is named',
  async (_, [first = '', second = ''], page) => {
    const docs = await readFiles({
    '.git/HEAD': '',
    [`${first}/book.toml`]: BOOK, [`${first}/src/SUMMARY.md`]: '- [A](a.md)', [`${first}/src/a.md`]: '# A',
    [`${second}/book.toml`]: BOOK, [`${second}/src/SUMMARY.md`]: '- [A](a.md)\n- [B](b.md)', [`${second}/src/a.md`]: '# A', [`${second}/src/b.md`]: '# B',
  }) // prettier-ignore
    const folder = page.slice(3, -'/a.md'.length)
    const other = folder === `${first}/src` ? second : first
    expect(docs.folder.endsWith(folder)).toBe(true)
    expect(docs.problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      `other-site There are several sites in this folder, and "${folder}" is read; to read another one, name its folder: "${other}".`,
    ])
  },
)

test('a theme of Hugo with the configuration of a site and no pages: those of the project below it', async () => {
  const docs = await readFiles({
    'hugo.toml': "title = 'Theme'\n",
    'theme.toml': "name = 'T'\n",
    'layouts/index.html': '',
    'exampleSite/hugo.toml': "title = 'Example'\n",
    'exampleSite/content/_index.md': '---\ntitle: Start\n---\n',
  })
  expect(docs.title).toBe('Example')
  expect(docs.pages.map(({ url }) => url)).toEqual(['/'])
})

describe('src/content/docs without a trace of Starlight', () => {
  const pages = { 'src/content/docs/My Page.md': '---\ntitle: Mine\n---\n', 'src/content/docs/_part.md': '# Part\n' }
  test.each([
    ['nothing else', {}, ''],
    ['a site of Astro', { 'package.json': '{"dependencies": {"astro": "6.0.0"}}', 'astro.config.mjs': 'export default {}' }, ''],
    ['a site of Next.js', { 'package.json': '{"dependencies": {"next": "16.0.0"}}', 'next.config.mjs': 'export default {}' }, ''],
    ['the docs folder named', { 'package.json': '{"dependencies": {"gatsby": "5.0.0"}}' }, 'src/content/docs'],
  ])('is a plain folder: %s', async (_, more, inner) => {
    const docs = await readFiles({ 'README.md': '# R', ...more, ...pages }, {}, inner)
    expect(docs.generator).toEqual({ kind: 'plain' })
    expect(docs.pages.map(({ url }) => url)).toContain('/My%20Page')
    expect(docs.pages.map(({ url }) => url)).toContain('/_part')
  }) // prettier-ignore
  test.each(['website', 'apps/docs'])('in %s of a repository', async (project) => {
    const files = Object.entries({ ...pages, 'package.json': '{}' }).map(([path, text]) => [`${project}/${path}`, text])
    const docs = await readFiles({ 'README.md': '# R', 'package.json': '{}', ...Object.fromEntries(files) })
    expect(docs.generator).toEqual({ kind: 'plain' })
    expect(docs.pages.map(({ url }) => url)).toContain('/My%20Page')
  })
  test.each([
    ['a dependency', { 'package.json': '{"devDependencies": {"@astrojs/starlight": "1.0.0"}}' }],
    ['the integration', { 'astro.config.mts': 'import docs from "@astrojs/starlight"\nexport default { integrations: [docs({})] }' }],
    ['the loader of its pages', { 'src/content.config.ts': 'import { docsLoader } from "@astrojs/starlight/loaders"\n' }],
  ])('Starlight is recognised by %s', async (_, more) => {
    const docs = await readFiles({ ...more, ...pages })
    expect(docs.generator.kind).toBe('starlight')
    expect(docs.pages.map(({ url }) => url)).toEqual(['/my-page'])
  }) // prettier-ignore
})

test('a Next.js project with _meta files is Nextra, also with pages in src/content/docs', async () => {
  const docs = await readFiles({
    'package.json': JSON.stringify({ dependencies: { next: '16.0.0', 'own-components': '1.0.0' } }),
    'next.config.ts': "import { withGuild } from 'own-components/next.config'\nexport default withGuild({})\n",
    'src/app/layout.tsx': '',
    'src/content/docs/_meta.ts': "export default { index: 'Start' }\n",
    'src/content/docs/index.mdx': '# Docs\n',
    'src/content/tutorial/one.mdx': '# One\n',
  })
  expect(docs.generator.kind).toBe('nextra')
  expect(docs.pages.map(({ url }) => url)).toEqual(['/docs', '/tutorial/one'])
})

test('a repository with one project two folders below it; with several, none is chosen', async () => {
  const files = {
    'README.md': '# Repository',
    'packages/core/index.js': '',
    'packages/site/mkdocs.yml': 'site_name: Deep\n',
    'packages/site/docs/index.md': '# Start',
  }
  expect((await readFiles(files)).title).toBe('Deep')
  const second = {
    ...files,
    'packages/other/mkdocs.yml': 'site_name: Other\n',
    'packages/other/docs/index.md': '# Other',
  }
  expect((await readFiles(second)).generator.kind).toBe('plain')
})

describe('the repository of a program with a note at its top', () => {
  const program = { 'go.mod': 'module x', 'README.md': '# Tool', 'VISION.md': '# Vision', 'vendor/modules.txt': '' }

  test('has its docs in docs/, the note is a page, and vendored files are none', async () => {
    const docs = await readFiles({
      ...program,
      'docs/a.md': '# A',
      'docs/b.md': '# B\n\n[Vision](../VISION.md)',
      'vendor/x/README.md': '# Vendored',
      'internal/notes.md': '# Internal',
    })
    expect(addressesOf(docs)).toEqual(['/ ../README.md', '/VISION ../VISION.md', '/a a.md', '/b b.md'])
    expect(docs.problems).toEqual([])
  })

  test('has its docs in the project of a generator', async () => {
    const docs = await readFiles({
      ...program,
      'site/hugo.toml': "title = 'Tool'\n",
      'site/content/_index.md': '---\ntitle: Start\n---\n',
      'site/content/a.md': '---\ntitle: A\n---\n',
    })
    expect(docs.generator.kind).toBe('hugo')
    expect(addressesOf(docs)).toEqual(['/ _index.md', '/a a.md'])
  })
})

test('folders of installed packages and of caches have no pages', async () => {
  const docs = await readFiles({
    'a.md': '# A',
    'vendor/b.md': '# B',
    'lib/vendor/modules.txt': '',
    'lib/vendor/x/c.md': '# C',
    'php/vendor/autoload.php': '',
    'php/vendor/d.md': '# D',
    'env/pyvenv.cfg': '',
    'env/lib/e.md': '# E',
    'target/CACHEDIR.TAG': '',
    'target/f.md': '# F',
  })
  expect(addressesOf(docs)).toEqual(['/a a.md', '/vendor/b vendor/b.md'])
  expect(docs.files.flatMap(({ file, reason }) => (reason === 'hidden' ? file : []))).toEqual([
    'env/',
    'lib/vendor/',
    'php/vendor/',
    'target/',
  ])
})

test("Jekyll's configuration for the theme of a README does not hide the site below it", async () => {
  const readme = { '_config.yml': 'theme: jekyll-theme-cayman\n', 'README.md': '# Code\n' }
  const hugo = { 'site/hugo.toml': 'title = "Harbour"\n', 'site/content/docs/a.md': '---\ntitle: A\n---\n' }
  expect((await readFiles({ ...readme, ...hugo })).generator.kind).toBe('hugo')
  const posts = { '_posts/2020-01-02-x.md': '---\ntitle: X\n---\n' }
  expect((await readFiles({ ...readme, ...hugo, ...posts })).generator.kind).toBe('jekyll')
  expect((await readFiles({ ...readme, 'docs/a.md': '# A\n' })).generator.kind).toBe('jekyll')
})

test('redirects of an mdBook are old addresses of its pages', async () => {
  const docs = await readFiles({
    'book.toml':
      '[output.html.redirect]\n"/guide/old.html" = "../new/a.html"\n"/b.html" = "new/a.html#part"\n"/c.html#part" = "new/a.html"\n"/out.html" = "https://x.example/"\n',
    'src/SUMMARY.md': '- [A](new/a.md)\n',
    'src/new/a.md': '# A\n\n## Part\n',
  })
  expect(docs.pages.map(({ url, aliases }) => [url, aliases])).toEqual([
    ['/new/a', ['/guide/old.html', '/b.html', '/new/a.html']],
  ])
})

test('docs without a title in a folder of a general name have the name of the folder around it', async () => {
  for (const name of ['book', 'docs', 'website/docs'])
    expect((await readFiles({ [`gears/${name}/src/a.md`]: '# A\n' }, undefined, `gears/${name}/src`)).title).toBe(
      'gears',
    )
})
