import { describe, expect, test } from 'vitest'
import { readFiles } from '../../testing/docs-folder.ts'
import { addressesOf, outlineOf, problemsOf } from '../../testing/outline.ts'

const config = (options = '', next = ''): string =>
  `import nextra from 'nextra'\nconst withNextra = nextra({ ${options} })\nexport default withNextra({ ${next} })\n`
const packages = JSON.stringify({ dependencies: { nextra: '4.0.0', next: '15.0.0' } })

describe('Nextra', () => {
  test('content with a base path beside pages of the app router; groups and private folders', async () => {
    const docs = await readFiles({
      'next.config.mjs': config("contentDirBasePath: '/docs'"),
      'content/index.mdx': '# Welcome',
      'content/guide/a.mdx': '# A\n\n![Picture](/img/a.svg)\n',
      'content/docs/deep.mdx': '# Deep',
      'public/img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'app/(site)/about/page.mdx': '# About',
      'app/(site)/about/old.mdx': '# Old',
      'app/_parts/page.mdx': '# Part',
      'app/layout.jsx': "export const metadata = { title: { default: 'Harbour', template: '%s – Harbour' } }",
    })
    expect(docs.generator).toEqual({ kind: 'nextra', file: 'next.config.mjs' })
    expect(docs.title).toBe('Harbour')
    expect(addressesOf(docs)).toEqual([
      '/about app/(site)/about/page.mdx', '/docs content/index.mdx', '/docs/docs/deep content/docs/deep.mdx',
      '/docs/guide/a content/guide/a.mdx',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })
  test('_meta files: titles with JSX, separators, hidden pages, children in place, menus, links, the rest by name', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'pages/_meta.tsx': `import { Icon } from './icons'
export default {
  '*': { theme: { toc: false } },
  guide: (
    <b className="x">
      <Icon height="20" /> The guide
    </b>
  ),
  '###': { type: 'separator', title: 'More' },
  secret: { display: 'hidden' },
  flat: { display: 'children' },
  menu: { title: 'Menu', type: 'menu', items: { home: { title: 'Home', href: 'https://home.example' }, b: 'Bee' } },
  out: { title: 'Out', href: 'https://out.example' },
} satisfies Meta
`,
      'pages/index.mdx': '# Start',
      'pages/guide/index.mdx': '---\nasIndexPage: true\nsidebarTitle: Guides\n---\n# All guides',
      'pages/guide/z.mdx': '# Zed',
      'pages/guide/_meta.json': '{ "z": "Z page" }',
      'pages/flat/one.mdx': '# One',
      'pages/secret.mdx': '# Secret',
      'pages/b.mdx': '# B',
      'pages/a.mdx': '# A',
      'pages/_app.mdx': 'frame',
    })
    expect(outlineOf(docs)).toEqual([
      'Start /', 'The guide /guide', '  Z page /guide/z', 'More', '  One /flat/one', '  Menu',
      '    Home https://home.example', '    Bee /b', '  Out https://out.example', 'A /a',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
  })
  test('_meta.global has the contents of all folders', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'src/app/_meta.global.ts': `export default { docs: { type: 'page', title: 'Documentation', items: {
        index: 'Overview', guide: { items: { b: '', a: 'Ay' } } } } }`,
      'src/app/docs/page.mdx': '# Docs',
      'src/app/docs/guide/page.mdx': '# Guide',
      'src/app/docs/guide/a/page.mdx': '# A',
      'src/app/docs/guide/b/page.md': '# B',
    })
    expect(outlineOf(docs)).toEqual([
      'Documentation', '  Overview /docs', '  Guide /docs/guide', '    B /docs/guide/b', '    Ay /docs/guide/a',
    ]) // prettier-ignore
  })
  test('languages by folder and by ending', async () => {
    const i18n = config('', "i18n: { locales: ['en', 'zh-CN'], defaultLocale: 'en' }")
    const folders = await readFiles({
      'next.config.js': i18n,
      'content/en/index.mdx': '# Start',
      'content/zh-CN/index.mdx': '# 开始',
      'content/zh-CN/_meta.js': "export default { index: '首页' }",
    })
    expect(addressesOf(folders)).toEqual(['/en en/index.mdx', '/zh-CN zh-CN/index.mdx'])
    expect(outlineOf(folders, 1)).toEqual(['首页 /zh-CN'])
    const endings = await readFiles({
      'next.config.js': i18n,
      'pages/a.en.mdx': '# A',
      'pages/a.zh-CN.mdx': '# 甲',
      'pages/_meta.zh-CN.json': '{ "a": "甲乙" }',
    })
    expect(addressesOf(endings)).toEqual(['/a a.en.mdx', '/zh-CN/a a.zh-CN.mdx'])
    expect(endings.navigations.map(({ lang }) => lang)).toEqual(['en', 'zh-CN'])
  })
  test('a computed _meta file is a problem with its line', async () => {
    const docs = await readFiles({
      'package.json': packages,
      'content/_meta.js': '\nexport default generate()\n',
      'content/index.mdx': '# Start',
    })
    expect(problemsOf(docs)).toEqual(['_meta.js:2 navigation'])
  })
})
