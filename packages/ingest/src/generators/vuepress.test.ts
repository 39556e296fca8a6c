import { describe, expect, test } from 'vitest'
import type { Docs, NavItem } from '../index.ts'
import { renderArticle } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title}${item.url === undefined ? '' : ` ${item.url}`}`,
    ...outline(item.children, depth + 1),
  ])
}
const outlineOf = (docs: Docs, index = 0): string[] => outline(docs.navigations[index]?.items ?? [])

const PAGES = {
  'README.md': '---\nhome: true\ntitle: Home\nheroImage: /logo.png\ntagline: The line\nactions:\n  - text: Start\n    link: /guide/a.html\n    type: primary\nfeatures:\n  - title: One\n    details: Two\n---\n',
  'guide/README.md': '# Guide page', 'guide/a.md': '# A', 'guide/b.md': '# B', 'reference/c.md': '# C',
  'zh/README.md': '# 主页', 'zh/guide/a.md': '# 甲', '.vuepress/public/logo.png': 'x',
} // prettier-ignore

describe('a site', () => {
  test('pages without a place take that of a computed part of a sidebar', async () => {
    const docs = await readFiles({
      '.vuepress/config.js':
        "module.exports = { themeConfig: { sidebar: ['/a.md', { text: 'Guide', prefix: '/guide/', children: names.map((name) => name + '.md') }, '/b.md'] } }",
      'a.md': '# A',
      'b.md': '# B',
      'guide/d.md': '# D',
      'guide/c.md': '# C',
    })
    expect(outlineOf(docs)).toEqual(['A /a', 'Guide', '  C /guide/c', '  D /guide/d', 'B /b'])
    expect(docs.problems).toMatchObject([{ code: 'navigation' }])
  })
  test('has the sidebars of its theme, one for each language, from the files that the configuration imports', async () => {
    const docs = await readFiles({
      ...PAGES,
      '.vuepress/config.ts': `import { defaultTheme } from '@vuepress/theme-default'
import { defineUserConfig } from 'vuepress'
import { sidebar } from './configs/index.js'
export default defineUserConfig({
  base: '/docs/', title: 'Name',
  locales: { '/': { lang: 'en-GB' }, '/zh/': { lang: 'zh-TW', title: '名' } },
  theme: defaultTheme({ repo: 'x/y', logo: '/logo.png', locales: {
    '/': { navbar: [{ text: 'Ref', children: ['/reference/c.md', { text: 'C', link: '/reference/c.html' }] }, { text: 'How', link: '/guide/' }, { text: 'Out', link: 'https://x.org' }], sidebar },
    '/zh/': { sidebar: ['/zh/guide/a.md'] },
  } }),
})`,
      '.vuepress/configs/index.ts': `import type { SidebarOptions } from '@vuepress/theme-default'
export const sidebar: SidebarOptions = { '/guide/': [{ text: 'Part', collapsible: true, children: ['README.md', '/guide/b.md', { text: 'Aye', link: 'a' }, 'gone.md'] }, 'a.md'], '/reference/': 'heading' }`,
    })
    expect(docs.generator).toEqual({ kind: 'vuepress', file: '.vuepress/config.ts' })
    expect([docs.title, docs.lang]).toEqual(['Name', 'en-GB'])
    expect(outlineOf(docs)).toEqual([
      'C /reference/c',
      'How',
      '  Part',
      '    Guide page /guide',
      '    B /guide/b',
      '    Aye /guide/a',
      '  A /guide/a',
    ])
    expect(docs.navigations[1]?.lang).toBe('zh-TW')
    expect(outlineOf(docs, 1)).toEqual(['甲 /zh/guide/a'])
    expect(docs.links).toEqual([
      { text: 'Out', url: 'https://x.org' },
      { text: 'GitHub', url: 'https://github.com/x/y' },
    ])
    expect(docs.problems.map(({ code, message }) => `${code} ${message.slice(0, 9)}`)).toEqual([
      'missing-page "gone.md"',
    ])
  })

  test('of version 1 has themeConfig with relative links', async () => {
    const docs = await readFiles({
      ...PAGES,
      '.vuepress/config.js': "module.exports = { title: 'Old', themeConfig: { nav: [{ text: 'G', link: '/guide/' }], sidebar: [{ title: 'Group', path: '/guide/', collapsable: false, children: [['/guide/a', 'First'], '/guide/b'] }] } }",
    }) // prettier-ignore
    expect(docs.title).toBe('Old')
    expect(outlineOf(docs)).toEqual(['Group /guide', '  First /guide/a', '  B /guide/b'])
  })

  test('has the head of its start page, with the name of the site, and permanent addresses', async () => {
    const docs = await readFiles({
      ...PAGES,
      '.vuepress/config.js': "export default { title: 'Name' }",
      'x.md': '---\npermalink: /other/place.html\n---\n# X',
      '_y.md': '# Y',
    })
    expect(docs.pages.find(({ url }) => url === '/')?.home).toEqual({
      title: 'Name', text: '', tagline: 'The line', image: '/logo.png',
      actions: [{ text: 'Start', url: '/guide/a', primary: true }], features: [{ title: 'One', details: 'Two' }],
    }) // prettier-ignore
    expect(docs.pages.map(({ url }) => url)).toEqual(expect.arrayContaining(['/other/place', '/_y']))
    expect(docs.problems).toEqual([])
  })
})

test('tabs, groups of code, includes and containers', async () => {
  const source = `# T

::: code-tabs#shell
@tab npm

\`\`\`bash
npm i
\`\`\`

@tab:active *pnpm*#own
\`\`\`bash
pnpm i
\`\`\`

:::

:::: code-group
::: code-group-item FOO
\`\`\`js
foo
\`\`\`
:::
::::

::: tabs
@tab One
Text of one.

::: tip
Inside
:::

@tab Two
Text of two.
:::

@[code{2-3} js{1}:no-line-numbers](./a.js)

<!-- @include: ./part.md#region -->

<!-- @include(./part.md{1}) -->

::: center
In the middle
:::

<Badge type="tip" text="new" />`
  const docs = await readFiles({
    '.vuepress/config.js': 'export default {}', 'page.md': source, 'a.js': 'one\ntwo\nthree\nfour\n',
    'part.md': 'First line.\n<!-- #region region -->\nIn **region**.\n<!-- #endregion region -->\n',
  }) // prettier-ignore
  const found = docs.pages.find(({ file }) => file === 'page.md')
  const html = found === undefined ? '' : await renderArticle(docs, found)
  expect(Array.from(html.matchAll(/class="tab-label">(.*?)<\/summary>/g), ([, label]) => label)).toEqual([
    'npm',
    '<em>pnpm</em>',
    'FOO',
    'One',
    'Two',
  ])
  expect(html).toContain('data-sync="shell"')
  expect(html).toMatch(/Text of one\.[^]*data-type="tip"[^]*Inside[^]*tab-label">Two[^]*Text of two\./)
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toMatch(/two\s+three/)
  expect(text).not.toMatch(/four|@tab|@include|@\[/)
  expect(html).toContain('In <strong>region</strong>.')
  expect(text).toContain('First line.')
  expect(docs.problems).toEqual([])
})

test('videos as plugins of markdown-it write them', async () => {
  const docs = await readFiles({
    '.vuepress/config.js': 'module.exports = {}',
    'README.md': '# T\n\n@[youtube](J-drqD2UebM)\n',
  })
  expect(await renderArticle(docs, docs.pages[0]!)).toContain('https://www.youtube.com/watch?v=J-drqD2UebM') // the page above
  expect(docs.problems).toEqual([])
})

test('other embeds are links, and a range of lines has a hyphen', async () => {
  const docs = await readFiles({
    '.vuepress/config.js': 'module.exports = {}',
    'README.md':
      '# T\n\n@[codepen preview](user/pen)\n\n@[codesandbox](5wyzu)\n\n@[caniuse](css-grid)\n\n<!-- @include: ./part.md{2-} -->\n',
    'part.md': 'One.\n\nTwo.\n',
  })
  const html = await renderArticle(
    docs,
    docs.pages.find(({ url }) => url === '/')!,
  ) // it was just written
  expect(Array.from(html.matchAll(/href="(https:[^"]*)"[^>]*>([^<]*)/g), ([, ...parts]) => parts.join(' '))).toEqual([
    'https://codepen.io/user/pen/pen CodePen: user/pen',
    'https://codesandbox.io/s/5wyzu CodeSandbox: 5wyzu',
    'https://caniuse.com/css-grid Can I use: css-grid',
  ])
  expect(html).toMatch(/<p>Two\.<\/p>/)
  expect(html).not.toContain('One.')
  expect(docs.problems).toEqual([])
})

test('a page that only leads elsewhere is an old address of its target', async () => {
  const docs = await readFiles({
    '.vuepress/config.ts': 'export default {}',
    'README.md': '# Home\n\n[one](./guide/old.md#part) [two](/first.html)\n',
    'guide/old.md': '---\nredirectTo: new.html\n---\n',
    'guide/new.md': '---\nredirectFrom: /first.html\n---\n# New\n\n## Part\n',
    'guide/out.md': '---\nredirectTo: https://x.y/\n---\n',
  })
  expect(docs.pages.map(({ url, aliases }) => [url, aliases])).toEqual([
    ['/', undefined],
    ['/guide/new', ['/first.html', '/guide/old', '/guide/old.html', '/guide/new.html']],
  ])
  const html = await renderArticle(docs, docs.pages[0]!)
  expect(Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href)).toEqual(['/guide/new#part', '/guide/new'])
  expect(docs.problems).toEqual([])
})

test('links and images of an included file lead from its own folder', async () => {
  const docs = await readFiles({
    '.vuepress/config.ts': 'export default {}',
    'guide/deep/page.md': '# Page\n\n<!-- @include: @part.snippet.md -->\n',
    'snippets/part.snippet.md':
      'See [b](../b.md), ![i](./i.png) and `[c](../c.md)`.\n\n<!-- @include: ./more/two.md -->\n',
    'snippets/more/two.md': '[b again](../../b.md)\n',
    'snippets/i.png': 'image',
    'b.md': '# B\n',
  })
  const page = docs.pages.find(({ file }) => file === 'guide/deep/page.md')!
  const html = await renderArticle(docs, page)
  expect(html).toMatch(/href="\/b(?:\.html)?">b<\/a>[^]*src="\/snippets\/i\.png"[^]*href="\/b(?:\.html)?">b again/)
  expect(html).toContain('[c](../c.md)')
  expect(docs.problems).toEqual([])
})

test('an included file cannot hold the marks of containers', async () => {
  const files = { 'page.md': '# T\n\n<!-- @include(./part.md) -->', 'part.md': 'A \uE0000\uE001 b' }
  const docs = await readFiles({ '.vuepress/config.js': 'export default {}', ...files })
  const found = docs.pages.find(({ file }) => file === 'page.md')
  expect(found === undefined ? '' : await renderArticle(docs, found)).toContain('<p>A 0 b</p>')
})

test('an include of a name after `@`, which a program of the configuration resolves, is a file of a folder at the top', async () => {
  const docs = await readFiles({
    '.vuepress/config.ts': "export default { title: 'Name' }",
    'README.md': '# T\n\n<!-- @include: @footer.snippet.md -->\n',
    'guide/a.md': '# A\n\n<!-- @include: @footer.snippet.md -->\n\n<!-- @include: @config.md -->\n',
    'snippets/footer.snippet.md': 'Read on.\n',
    '.private/config.md': 'Secret\n',
  })
  for (const page of docs.pages.filter(({ file }) => !file.includes('snippet')))
    expect(await renderArticle(docs, page)).toContain('<p>Read on.</p>')
  expect(docs.problems.map(({ code }) => code)).toEqual(['broken-include'])
})
