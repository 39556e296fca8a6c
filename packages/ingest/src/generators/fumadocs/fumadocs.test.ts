import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { addressesOf, outlineOf } from '../../testing/outline.ts'

const packages = JSON.stringify({ dependencies: { 'fumadocs-core': '16.0.0' } })
const page = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nText.\n`
const json = (value: object): string => JSON.stringify(value)

describe('Fumadocs', () => {
  test('folders in parentheses have no part in addresses; other collections have their name', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'source.config.ts':
        "export const docs = defineDocs({ dir: 'content/docs' })\nexport const blog = defineCollections({ type: 'doc', dir: 'content/blog' })\nexport default defineConfig()",
      'src/lib/layout.shared.tsx': "export const baseOptions = () => ({ nav: { title: 'Harbour', url: '/' } })",
      'content/docs/(start)/index.mdx': page('Start', ''),
      'content/docs/(start)/a.mdx': '---\ntitle: A\n---\n[Start](/docs) [B](/docs/b)\n',
      'content/docs/b.mdx': page('B'),
      'content/blog/first.mdx': page('First post'),
    })
    expect(docs.title).toBe('Harbour')
    expect(addressesOf(docs)).toEqual([
      '/ docs/(start)/index.mdx', '/a docs/(start)/a.mdx', '/b docs/b.mdx', '/blog/first blog/first.mdx',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })
  test('each collection has the address of its loader', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'source.config.ts':
        "export const docs = defineDocs({ dir: './content/docs' })\nexport const next = defineDocs({ dir: './content/docs-next' })\nexport const posts = defineCollections({ type: 'doc', dir: './content/articles' })\nexport default defineConfig()",
      'lib/source.ts':
        "export const source = loader({ baseUrl: '/guide', source: docs.toFumadocsSource() })\nexport const sourceNext = loader({ baseUrl: '/guide/next', source: next.toFumadocsSource() })",
      'lib/posts.ts': "export const news = loader(toFumadocsSource(posts, []), { baseUrl: '/news/' })",
      'content/docs/a.mdx': '---\ntitle: A\n---\n[B](/guide/next/b) [C](/news/c) [A](/guide/a)\n',
      'content/docs-next/b.mdx': page('B'),
      'content/articles/c.mdx': page('C'),
    })
    expect(addressesOf(docs)).toEqual(['/a docs/a.mdx', '/news/c articles/c.mdx', '/next/b docs-next/b.mdx'])
    expect(docs.problems).toEqual([])
  })
  test('docs without a folder of their own are in the usual one, beside other collections', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'source.config.ts':
        "export const docs = defineDocs({ docs: { postprocess: {} } })\nexport const tips = defineDocs({ dir: 'content/tips' })\nexport default defineConfig()",
      'content/docs/a.mdx': page('A'),
      'content/tips/b.mdx': page('B'),
    })
    expect(addressesOf(docs)).toEqual(['/a docs/a.mdx', '/tips/b tips/b.mdx'])
  })
  test('meta.json: paths, separators, links, folders in place, the rest, exceptions, open folders', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'content/docs/meta.json': json({
        pages: [
          'index', '---[Rocket]First---', 'guide', '...flat', 'deep/index', '---Second---', '[Icon][Out](https://out.example)',
          'z...a', '!gone',
        ],
      }), // prettier-ignore
      'content/docs/index.mdx': page('Start'),
      'content/docs/guide/meta.json': json({ title: 'The guide', defaultOpen: true }),
      'content/docs/guide/index.mdx': page('Guide index'),
      'content/docs/guide/b.mdx': page('B'),
      'content/docs/guide/a.mdx': page('A'),
      'content/docs/flat/one.mdx': page('One'),
      'content/docs/deep/index.mdx': page('Deep'),
      'content/docs/x.mdx': page('X'),
      'content/docs/y.mdx': page('Y'),
      'content/docs/gone.mdx': page('Gone'),
    })
    expect(outlineOf(docs)).toEqual([
      'Start /', 'First', '  The guide /guide +', '    A /guide/a', '    B /guide/b', '  One /flat/one', '  Deep /deep',
      'Second', '  Out https://out.example', '  Y /y', '  X /x', '  Deep /deep',
    ]) // prettier-ignore
  })
  test('languages by ending', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'lib/i18n.ts': "export const i18n = { defaultLanguage: 'en', languages: ['en', 'fr'] }",
      'content/docs/meta.json': json({ pages: ['b', 'a'] }),
      'content/docs/meta.fr.json': json({ pages: ['a', '...'] }),
      'content/docs/a.mdx': page('A'),
      'content/docs/a.fr.mdx': page('A français'),
      'content/docs/b.mdx': page('B'),
      'content/docs/b.fr.mdx': page('B français'),
    })
    expect([outlineOf(docs), outlineOf(docs, 1)]).toEqual([
      ['B /b', 'A /a'],
      ['A français /fr/a', 'B français /fr/b'],
    ])
  })
  test('an address without a language whose heading only the translation has leads to the translation', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'lib/i18n.ts': "export const i18n = { defaultLanguage: 'en', languages: ['en', 'fr'] }",
      'content/docs/a.mdx': `${page('A')}\n## Use\n`,
      'content/blog/p.mdx': page('P'),
      'content/blog/p.fr.mdx': `${page('P français')}\n[x](/docs/a#emploi)\n`,
      'source.config.ts':
        "export const docs = defineDocs({ dir: 'content/docs' })\nexport const blog = defineDocs({ dir: 'content/blog' })",
      'content/docs/a.fr.mdx': `${page('A français')}\n## Emploi\n`,
      'content/docs/b.mdx': page('B'),
      'content/docs/b.fr.mdx': `${page('B français')}\n[x](/docs/a#emploi) [y](/docs/a#use) [z](/docs/a#gone)\n`,
    })
    const found = docs.pages.find(({ url }) => url === '/fr/b')
    const html = found === undefined ? '' : await renderArticle(docs, found)
    expect(Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href)).toEqual([
      '/fr/a#emploi',
      '/a#use',
      '/a#gone',
    ])
    expect(docs.problems.map(({ code }) => code)).toEqual(['broken-anchor'])
  })
})

test('a long title of all pages describes the site and is not its name', async () => {
  const titled = async (title: string): Promise<string> => {
    const docs = await readFiles({
      'source.config.ts':
        "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })",
      'app/layout.tsx': `export const metadata = { title: '${title}' }`,
      'package.json': '{ "name": "harbour" }',
      'content/docs/index.mdx': page('Harbour'),
      'content/docs/a.mdx': page('Why Harbour'),
    })
    return docs.title
  }
  expect(await titled('Harbour Docs')).toBe('Harbour Docs')
  expect(await titled('The fast and simple harbour for all your ships')).toBe('Harbour')
})

test('endings of files with translations are languages, also where a program computes their list', async () => {
  const docs = await readFiles({
    'package.json': '{"dependencies":{"fumadocs-core":"1","fumadocs-mdx":"1"}}',
    'lib/site/i18n.ts':
      'export const i18n = defineI18n({ defaultLanguage: "en", languages: Object.keys(translations) })\n',
    'content/docs/index.mdx': '# Home',
    'content/docs/index.cn.mdx': '# 首页',
    'content/docs/a.mdx': '# A',
    'content/docs/a.cn.mdx': '# 甲',
  })
  expect(docs.pages.map(({ url, lang }) => `${url} ${lang}`).toSorted()).toEqual([
    '/ en',
    '/a en',
    '/cn zh',
    '/cn/a zh',
  ])
})
