/** The appearance options on pages, with the real server-rendering bundle. */
import { beforeAll, expect, test } from 'vitest'
import { contentOf, SOURCES } from '../../testing/site-content.ts'
import { buildClient } from '../../build/build-client.ts'
import { createSite } from './site.ts'
import type { SiteOptions } from '../content/site-options.ts'

beforeAll(async () => {
  await buildClient()
})

async function fetchFrom(options: Partial<SiteOptions>, path: string): Promise<Response> {
  const search = { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' }
  const site = createSite({ content: contentOf(SOURCES), search, ...options })
  return site.fetch(new Request(`http://127.0.0.1${path}`))
}

async function htmlOf(options: Partial<SiteOptions>, path = '/guide/install'): Promise<string> {
  return (await fetchFrom(options, path)).text()
}

test('without options a page has only the site’s style sheet, and no header links or article foot', async () => {
  const html = await htmlOf({})
  expect(html.match(/rel="stylesheet"/g)).toHaveLength(1)
  expect(html).not.toContain('header-link')
  expect(html).not.toContain('article-foot')
})

test('hue and style sheet are one file, loaded last and cached forever', async () => {
  const appearance = { hue: 290, css: 'main { color: red }' }
  const html = await htmlOf({ appearance })
  const [, own] = /site-[^"]+\.css">\s*<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? []
  const sheet = await fetchFrom({ appearance }, own ?? '')
  expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  expect(await sheet.text()).toBe(':root{--hue:290}\nmain { color: red }')
})

test('a page has the logo, the header links with icons, and the footer', async () => {
  const html = await htmlOf({
    base: '/docs',
    appearance: {
      logo: { light: '/logo.svg', dark: '/logo-dark.svg' },
      links: [{ text: 'Code', url: 'https://example.com/?a=1&b=2', icon: 'code' }, { text: 'Blog', url: '/blog' }],
      footer: 'A & B',
    },
  }, '/docs/guide/install') // prettier-ignore
  expect(html).toContain('<img class="logo" src="/docs/logo.svg" alt="" data-only="light"/>')
  expect(html).toContain('src="/docs/logo-dark.svg" alt="" data-only="dark"')
  expect(html).toMatch(/href="https:\/\/example\.com\/\?a=1&amp;b=2"[^>]*><svg[^>]*><path d="m16 18 6-6-6-6"/)
  expect(html).toContain('href="/docs/blog"')
  expect(html).toContain('<p>A &amp; B</p>')
})

test('the header links of the docs are used unless the configuration has others', async () => {
  const content = { ...contentOf(SOURCES), links: [{ text: 'Forum', url: 'https://forum.example' }] }
  expect(await htmlOf({ content })).toContain('href="https://forum.example"')
  expect(await htmlOf({ content, appearance: { links: [] } })).not.toContain('forum.example')
})

test('a page shows a link to its source and the date of its last change', async () => {
  const content = contentOf(SOURCES)
  const page = content.pages.find(({ url }) => url === '/guide/install')
  const html = await htmlOf({
    content: { ...content, updated: new Map([[page?.file ?? '', '2026-02-03T23:30:00Z']]) },
    editUrl: 'https://example.com/edit/{file}',
  })
  expect(html).toContain(`href="https://example.com/edit/${page?.file}"`)
  expect(html).toContain('<time dateTime="2026-02-03T23:30:00Z">Feb 3, 2026</time>')
})
