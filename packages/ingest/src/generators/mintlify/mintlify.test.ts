import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { addressesOf, outlineOf, problemsOf } from '../../testing/outline.ts'

const page = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nText.\n`
const json = (value: object): string => JSON.stringify(value, null, 2)

describe('Mintlify', () => {
  test('pages: the folder without snippets, ignored files and those of .mintignore; readme is no index', async () => {
    const docs = await readFiles({
      'docs.json': json({ name: 'Harbour', navigation: { pages: ['index'] } }),
      'index.mdx': page('Welcome'),
      'move/index.mdx': page('Move'),
      'move/readme.mdx': page('From Readme'),
      'README.md': '# Repository',
      'snippets/part.mdx': 'Part.',
      'drafts/a.mdx': page('Draft'),
      'guide/b.draft.mdx': page('Draft B'),
      '.mintignore': '# notes\ndrafts/\n*.draft.mdx\n',
    })
    expect(docs.generator).toEqual({ kind: 'mintlify', file: 'docs.json' })
    expect(docs.title).toBe('Harbour')
    expect(addressesOf(docs)).toEqual(['/ index.mdx', '/move move/index.mdx', '/move/readme move/readme.mdx'])
  })
  test.each(['docs.json', 'mint.json', 'parts.json'])('thousands of levels in %s are no settings', async (name) => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const docs = await readFiles({
      'docs.json': json({ name: 'Harbour', a: { $ref: 'parts.json' } }),
      [name]: deep,
      'index.mdx': page('Welcome'),
    })
    expect(docs.pages.map(({ title }) => title)).toEqual(['Welcome'])
  })
  test('tabs, anchors, groups with a root page, nested groups, hidden parts, links', async () => {
    const docs = await readFiles({
      'docs.json': json({
        name: 'Harbour',
        logo: { light: '/logo/light.svg', dark: '/logo/dark.svg' },
        navbar: {
          links: [
            { label: 'Forum', href: 'https://forum.example' },
            { label: 'Inside', href: '/b' },
          ],
        },
        navigation: {
          tabs: [
            {
              tab: 'Guides',
              groups: [
                { group: 'Start', pages: ['index', { group: 'Deep', root: 'deep/index', pages: ['/deep/a.mdx'] }] },
                { group: 'Secret', hidden: true, pages: ['secret'] },
              ],
            },
            {
              tab: 'Reference',
              anchors: [
                { anchor: 'One', expanded: true, pages: ['b'] },
                { anchor: 'Two', pages: ['c'] },
              ],
            },
            { tab: 'Status', href: 'https://status.example' },
          ],
        },
      }),
      'index.mdx': page('Welcome', 'sidebarTitle: Hello\n'),
      'deep/index.mdx': page('Deep index'),
      'deep/a.mdx': page('A'),
      'b.mdx': page('B'),
      'c.mdx': page('C'),
      'secret.mdx': page('Secret'),
      'hidden.mdx': page('Hidden', 'hidden: true\n'),
      'logo/light.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'logo/dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
    expect(outlineOf(docs)).toEqual([
      'Guides', '  Start', '    Hello /', '    Deep /deep', '      A /deep/a',
      'Reference', '  One +', '    B /b', '  Two', '    C /c', 'Status https://status.example',
    ]) // prettier-ignore
    expect(docs.logo).toEqual({ light: '/logo/light.svg', dark: '/logo/dark.svg', hasName: true })
    expect(docs.links).toEqual([{ text: 'Forum', url: 'https://forum.example' }])
    expect(docs.pages.find(({ url }) => url === '/b')?.group).toBe('Reference')
    expect(docs.records.some((record) => record.url.startsWith('/hidden'))).toBe(false)
    expect(docs.problems).toEqual([])
  })
  test('languages in files of their own, and versions in folders', async () => {
    const docs = await readFiles({
      'docs.json': json({
        name: 'Harbour',
        navigation: {
          languages: [
            {
              language: 'en',
              versions: [
                { version: '2', pages: ['index', 'a'] },
                { version: '1', pages: ['v1/a'] },
              ],
            },
            { $ref: './lang/ja.json', language: 'jp' },
          ],
        },
      }),
      'lang/ja.json': json({ language: 'xx', groups: [{ group: 'ガイド', pages: ['ja/index', 'ja/gone'] }] }),
      'index.mdx': page('Welcome'),
      'a.mdx': page('A'),
      'v1/a.mdx': page('Old A'),
      'ja/index.mdx': page('ようこそ'),
    })
    expect(docs.navigations.map(({ lang, version, url }) => [lang, version, url])).toEqual([
      ['en', undefined, '/'],
      ['ja', undefined, '/ja'],
      ['en', '1', '/v1/a'],
    ])
    expect(outlineOf(docs, 1)).toEqual(['ガイド', '  ようこそ /ja'])
    expect(problemsOf(docs)).toEqual(['lang/ja.json:8 missing-page'])
  })
  test('the first version is the default one; operations without a file are in no folder', async () => {
    const docs = await readFiles({
      'docs.json': json({
        navigation: {
          versions: [
            { version: '2', pages: ['v2/a', { group: 'Calls', pages: ['GET /users'] }] },
            { version: '1', pages: ['v1/a'] },
            { version: '0', pages: ['v0/a'] },
          ],
        },
      }),
      'v0/a.mdx': page('First'),
      'v1/a.mdx': page('Old'),
      'v2/a.mdx': page('A'),
    })
    expect(docs.navigations.map(({ version, url }) => [version, url])).toEqual([
      ['2', '/v2/a'],
      ['1', '/v1/a'],
      ['0', '/v0/a'],
    ])
  })
  test('versions below a tab, beside a tab without versions', async () => {
    const docs = await readFiles({
      'docs.json': json({
        navigation: {
          tabs: [
            {
              tab: 'SDK',
              versions: [
                { version: '2.0', pages: ['v2/start', 'v2/use'] },
                { version: '1.0', pages: ['v1/start'] },
              ],
            },
            {
              tab: 'API',
              versions: [
                { version: '2.0', groups: [{ group: 'Calls', pages: ['api/v2/list'] }] },
                { version: '1.0', groups: [{ group: 'Calls', pages: ['api/v1/list'] }] },
              ],
            },
            { tab: 'Blog', pages: ['blog/a', 'blog/b'] },
          ],
        },
      }),
      ...Object.fromEntries(
        ['v2/start', 'v2/use', 'v1/start', 'api/v2/list', 'api/v1/list', 'blog/a', 'blog/b', 'index'].map((name) => [
          `${name}.mdx`,
          page(name),
        ]),
      ),
    })
    expect(docs.navigations.map(({ version }) => version)).toEqual([undefined, '1.0'])
    expect(outlineOf(docs)).toEqual([
      'SDK', '  v2/start /v2/start', '  v2/use /v2/use', 'API', '  Calls', '    api/v2/list /api/v2/list',
      'Blog', '  blog/a /blog/a', '  blog/b /blog/b',
    ]) // prettier-ignore
    expect(outlineOf(docs, 1)).toEqual(['SDK', '  v1/start /v1/start', 'API', '  Calls', '    api/v1/list /api/v1/list']) // prettier-ignore
  })
  test('redirects are old addresses of their pages; the others are one problem', async () => {
    const docs = await readFiles({
      'docs.json': json({
        navigation: { pages: ['index', 'a'] },
        redirects: [
          { source: '/old', destination: '/a#part' },
          { source: '/x/:slug*', destination: '/a' },
          { source: '/far', destination: 'https://far.example' },
        ],
      }),
      'index.mdx': page('Welcome'),
      'a.mdx': page('A'),
    })
    expect(docs.pages.find(({ url }) => url === '/a')?.aliases).toEqual(['/old'])
    expect(docs.problems.map(({ code, message }) => `${code}: ${message.slice(0, 26)}`)).toEqual([
      'bad-address: 2 of 3 redirects are left ',
    ])
  })
  test('a redirect with a wildcard at its end is one for each page below its target, and links may use it', async () => {
    const docs = await readFiles({
      'docs.json': json({
        navigation: { pages: ['index', 'v2/a', 'v2/deep/b'] },
        redirects: [
          { source: '/latest/:slug*', destination: '/v2/:slug*' },
          { source: '/new/:page', destination: '/v2/:page' },
          { source: '/latest/a', destination: '/index' },
          { source: '/older', destination: '/latest/deep/b' },
          { source: '/gone/:slug*', destination: '/nothing/:slug*' },
        ],
      }),
      'index.mdx': '---\ntitle: Welcome\n---\n\n[B](/latest/deep/b#part) [A](/new/a)\n',
      'v2/a.mdx': page('A'),
      'v2/deep/b.mdx': '---\ntitle: B\n---\n\n## Part\n',
    })
    expect(Object.fromEntries(docs.pages.map(({ url, aliases }) => [url, aliases]))).toEqual({
      '/': ['/latest/a'],
      '/v2/a': ['/new/a'],
      '/v2/deep/b': ['/latest/deep/b', '/older'],
    })
    expect(docs.problems.map(({ message }) => message.slice(0, 25))).toEqual(['1 of 5 redirects are left'])
  })
  test('mint.json: tabs by the beginnings of paths', async () => {
    const docs = await readFiles({
      'mint.json': json({
        name: 'Old',
        tabs: [{ name: 'API', url: 'api' }],
        navigation: [
          { group: 'Start', pages: ['index'] },
          { group: 'Calls', pages: ['api/a', 'GET /users'] },
        ],
      }),
      'index.mdx': page('Welcome'),
      'api/a.mdx': page('A'),
    })
    expect(outlineOf(docs)).toEqual(['Documentation', '  Start', '    Welcome /', 'API', '  Calls', '    A /api/a'])
    expect(problemsOf(docs)).toEqual(['mint.json:20 navigation'])
  })
})

test('the description is shown below the title and is searched', async () => {
  const docs = await readFiles({
    'docs.json': json({ name: 'Harbour', navigation: { pages: ['index', 'a'] } }),
    'index.mdx': '---\ntitle: Welcome\ndescription: All about *ships*.\n---\n\nText.\n',
    'b.mdx': '---\ntitle: B\ndescription: As in [Harbour](https://x.example) and more.\n---\n\nText.\n',
    'a.mdx': '---\ntitle: A\ndescription: The same.\n---\n\nThe same.\n',
  })
  const html = await Promise.all(docs.pages.map((page) => renderArticle(docs, page)))
  expect(html[0]).toMatch(/<p>All about \*ships\*\.<\/p>\s*<p>Text\.<\/p>/)
  expect(html[1]?.match(/The same/g)).toHaveLength(1)
  expect(docs.records.find(({ url }) => url === '/')?.content).toContain('All about')
  expect(html[2]).toMatch(/As in <a href="https:\/\/x.example"[^>]*>Harbour<\/a> and more/)
  expect(docs.pages[2]?.description).toBe('As in Harbour and more.')
})
