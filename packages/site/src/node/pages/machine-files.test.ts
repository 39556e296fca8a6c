/** The files for programs, served by the real site. */
import { beforeAll, describe, expect, test } from 'vitest'
import { contentOf, SOURCES } from '../../testing/site-content.ts'
import { buildClient } from '../../build/build-client.ts'
import type { SiteContent } from '../content/site-content.ts'
import { FULL_LENGTH, LLMS_LENGTH } from './llms-files.ts'
import { SITEMAP_LENGTH } from './sitemap.ts'
import { createSite } from '../server/site.ts'
import type { SiteOptions } from '../content/site-options.ts'

beforeAll(async () => {
  await buildClient()
})

const CONTENT: SiteContent = { ...contentOf(SOURCES), readMarkdown: ({ title }) => `# ${title}\n\nText.\n` }

function get(path: string, options: Partial<SiteOptions> = {}, init: RequestInit = {}): Promise<Response> {
  const search = { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' }
  const site = createSite({ content: CONTENT, search, siteUrl: 'https://docs.example.com', ...options })
  return site.fetch(new Request(`http://127.0.0.1${path}`, init))
}

async function textOf(path: string, options: Partial<SiteOptions> = {}): Promise<string> {
  return (await get(path, options)).text()
}

describe('the Markdown of a page', () => {
  test('of the start page is index.md', async () => {
    expect(await textOf('/index.md')).toContain('# ')
    expect(await textOf('/docs/', { base: '/docs' })).toContain('type="text/markdown" href="/docs/index.md"')
  })

  test('is the answer to a request that accepts Markdown, and `vary` names that header', async () => {
    const response = await get('/guide/install', {}, { headers: { accept: 'text/markdown' } })
    const note = '> All pages of this documentation: [llms.txt](https://docs.example.com/llms.txt)'
    expect(await response.text()).toBe(`${note}\n\n# Install\n\nText.\n`)
    expect(response.headers.get('vary')).toContain('accept')
    expect((await get('/guide/install')).headers.get('vary')).toMatch(/^accept(,|$)/)
  })

  test.each([
    ['text/markdown, text/html;q=0.9', 'text/markdown'],
    ['text/html, text/markdown;q=0.5', 'text/html'],
    ['text/markdown;q=0, */*', 'text/html'],
    ['*/*', 'text/html'],
  ])('for %s the answer is %s', async (accept, type) => {
    const response = await get('/guide/install', {}, { headers: { accept } })
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
  })

  test('has headers with its page, the lists of pages and its tokens; the page has its Markdown', async () => {
    const lists =
      '<https://docs.example.com/docs/llms.txt>; rel="llms-txt", <https://docs.example.com/docs/llms-full.txt>; rel="llms-full-txt"'
    const { headers } = await get('/docs/guide/install.md', { base: '/docs' })
    expect(headers.get('link')).toBe(`<https://docs.example.com/docs/guide/install>; rel="canonical", ${lists}`)
    expect(headers.get('x-markdown-tokens')).toBe('35')
    const page = await get('/docs/guide/install', { base: '/docs' })
    expect(page.headers.get('link')).toBe(`</docs/guide/install.md>; rel="alternate"; type="text/markdown", ${lists}`)
    expect(await page.text()).toContain(
      '<p hidden>For language models, this page is also available as Markdown at /docs/guide/install.md.',
    )
  })
})

test('llms.txt has a line for each page, llms-full.txt the Markdown of all pages', async () => {
  const short = await textOf('/llms.txt', { base: '/docs' })
  expect(short).not.toContain('/docs/docs') // the base is not part of the content's paths
  const list = await textOf('/docs/llms.txt', { base: '/docs' })
  expect(list.split('\n')[0]).toBe('# Handbook')
  expect(list).toContain(
    '\n- [Install](https://docs.example.com/docs/guide/install.md): About Install (about 7 tokens)\n',
  )
  const full = await textOf('/llms-full.txt')
  expect(full.match(/^Source: /gm)).toHaveLength(SOURCES.length)
  expect(full).toContain('Source: https://docs.example.com/guide/install\n\n# Install\n\nText.\n')
})

test('a title stays one line and one link of llms.txt', async () => {
  const [first] = CONTENT.pages
  if (first === undefined) throw new Error('the content has pages')
  const page = { ...first, url: '/a)b', key: '/a)b', title: 'A](x)\n- [B](https://evil.example)', group: 'G\n# H' }
  const list = await textOf('/llms.txt', { content: { ...CONTENT, pages: [page] } })
  expect(list.split('\n').slice(2, 5)).toEqual([
    '## G # H',
    '',
    expect.stringContaining(
      String.raw`- [A\](x) - \[B\](https://evil.example)](https://docs.example.com/a%29b/index.md): `,
    ),
  ])
})

test('a long list is split by section, and the text of all pages into parts of whole pages', async () => {
  const [first] = CONTENT.pages
  if (first === undefined) throw new Error('the content has pages')
  const pages = Array.from({ length: 30 }, (_, n) => ({
    ...first,
    url: n === 0 ? '/' : `/p${n}`,
    key: n === 0 ? '/' : `/p${n}`,
    title: `Page ${n}`,
    group: n < 20 ? 'Guide' : 'Reference',
    description: 'word '.repeat(LLMS_LENGTH / 100),
    file: `p${n}.md`,
  }))
  const text = 'x'.repeat(FULL_LENGTH / 8)
  const content = { ...CONTENT, pages, readMarkdown: () => text }
  const main = await textOf('/llms.txt', { content })
  expect(main).toContain('- [Guide](https://docs.example.com/llms-1.txt): 20 pages\n')
  expect(main.length).toBeLessThan(LLMS_LENGTH)
  expect((await textOf('/llms-2.txt', { content })).match(/^- \[Page/gm)).toHaveLength(10)
  const parts = await Promise.all(
    ['/llms-full.txt', '/llms-full-2.txt', '/llms-full-3.txt', '/llms-full-4.txt'].map((path) =>
      textOf(path, { content }),
    ),
  )
  expect(parts.map((part) => part.match(/^Source: /gm)?.length)).toEqual([8, 8, 8, 6])
  expect(parts[1]).toMatch(/^# Handbook, part 2 of 4\n\nOther parts: https:\/\/docs\.example\.com\/llms-full\.txt /)
  for (const path of ['/llms-3.txt', '/llms-full-5.txt', '/llms-0.txt', '/llms-full-1.5.txt'])
    expect([path, (await get(path, { content })).status]).toEqual([path, 404])
})

test('the lists read the Markdown of each page once, also for requests at the same time and with other queries', async () => {
  let reads = 0
  const readMarkdown = (): string => {
    reads++
    return 'x'.repeat(FULL_LENGTH)
  }
  const [first] = CONTENT.pages
  if (first === undefined) throw new Error('the content has pages')
  const pages = Array.from({ length: 10 }, (_, n) => ({
    ...first,
    url: `/p${n}`,
    key: `/p${n}`,
    group: `Group ${n}`,
    description: 'x'.repeat(LLMS_LENGTH / 5),
  }))
  const search = { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' }
  const site = createSite({ content: { ...CONTENT, pages, readMarkdown }, search, siteUrl: 'https://docs.example.com' })
  const lists = ['/llms.txt', ...pages.map((_, at) => `/llms-${at + 1}.txt`), '/llms-2.txt?x', '/llms.txt?y']
  const answers = await Promise.all(lists.map((path) => site.fetch(new Request(`http://127.0.0.1${path}`))))
  expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200))
  expect(reads).toBe(10)
  for (const query of ['', '?x', '?y']) await site.fetch(new Request(`http://127.0.0.1/llms-full-3.txt${query}`))
  expect(reads).toBe(11)
})

test('a sitemap of more addresses than its format permits is in parts', async () => {
  const [first] = CONTENT.pages
  if (first === undefined) throw new Error('the content has pages')
  const pages = Array.from({ length: SITEMAP_LENGTH + 2 }, (_, n) => ({ ...first, url: `/p${n}`, key: `/p${n}` }))
  const options = { base: '/docs', content: { ...CONTENT, pages } }
  const addresses = async (path: string): Promise<string[]> =>
    (await textOf(path, options)).match(/(?<=<loc>https:\/\/docs\.example\.com\/docs)[^<]*/g) ?? []
  expect(await addresses('/docs/sitemap.xml')).toEqual(['/sitemap-1.xml', '/sitemap-2.xml'])
  expect(await addresses('/docs/sitemap-1.xml')).toEqual(pages.slice(0, SITEMAP_LENGTH).map(({ url }) => url))
  expect(await addresses('/docs/sitemap-2.xml')).toEqual(pages.slice(SITEMAP_LENGTH).map(({ url }) => url))
  for (const path of ['/docs/sitemap-0.xml', '/docs/sitemap-3.xml']) expect((await get(path, options)).status).toBe(404)
  expect((await get('/sitemap-1.xml')).status).toBe(404)
})

test('the sitemap lists public pages, their dates and their translations', async () => {
  const [first, second] = CONTENT.pages
  if (first === undefined || second === undefined) throw new Error('the content has pages')
  const japanese = { ...first, url: '/ja', lang: 'ja', file: 'ja.md' }
  const hidden = { ...second, frontMatter: { unlisted: true } }
  const content = { ...CONTENT, pages: [first, japanese, hidden], updated: new Map([[first.file, '2026-01-02']]) }
  const xml = await textOf('/sitemap.xml', { content })
  expect(xml.match(/<loc>[^<]*/g)).toEqual(['<loc>https://docs.example.com/', '<loc>https://docs.example.com/ja'])
  expect(xml).toContain('<lastmod>2026-01-02</lastmod>')
  expect(xml.match(/hreflang="ja" href="https:\/\/docs\.example\.com\/ja"/g)).toHaveLength(2)
})

describe('a site without a configured address', () => {
  const unnamed = (path: string): Promise<Response> => {
    const search = { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' }
    return createSite({ content: CONTENT, search, base: '/docs' }).fetch(new Request(`http://evil.example${path}`))
  }

  test.each(['/docs/llms.txt', '/docs/llms-full.txt', '/docs/robots.txt', '/docs/sitemap.xml', '/docs/guide/install'])(
    'does not use the host of the request: %s',
    async (path) => {
      expect(await (await unnamed(path)).text()).not.toContain('evil.example')
    },
  )

  test('has links without an origin, and no sitemap', async () => {
    expect(await (await unnamed('/docs/llms.txt')).text()).toContain('](/docs/guide/install.md)')
    expect(await (await unnamed('/docs/llms-full.txt')).text()).toContain('Source: /docs/guide/install\n')
    expect(await (await unnamed('/docs/robots.txt')).text()).toBe('User-agent: *\nAllow: /\n')
    const sitemap = await unnamed('/docs/sitemap.xml')
    expect(sitemap.status).toBe(404)
    expect(await sitemap.text()).toContain('set "siteUrl" in the configuration')
  })
})

test('a page has tags for link previews and crawlers, and a canonical address if the site has one', async () => {
  const html = await textOf('/docs/guide/install', { base: '/docs' })
  expect(html).toContain('<link rel="canonical" href="https://docs.example.com/docs/guide/install">')
  expect(html).toContain('<meta property="og:title" content="Install">')
  expect(html).toContain('<meta name="docsearch:language" content="en">')
  const search = { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' }
  const unnamed = await createSite({ content: CONTENT, search }).fetch(new Request('http://127.0.0.1/guide/install'))
  expect(await unnamed.text()).not.toContain('canonical')
})

describe('redirects', () => {
  test('old paths are redirected with their query', async () => {
    const response = await get('/docs/old/path/?a=1', { base: '/docs', redirects: { '/old/path': '/guide/install' } })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/docs/guide/install?a=1'])
  })

  test('a page declares its own old paths; an existing page precedes them', async () => {
    const pages = CONTENT.pages.map((page) =>
      page.url === '/guide/install' ? { ...page, aliases: ['/install', '/setup', '/guide/configure'] } : page,
    )
    const options = { content: { ...CONTENT, pages } }
    expect((await get('/install', options)).headers.get('location')).toBe('/guide/install')
    expect((await get('/setup', options)).headers.get('location')).toBe('/guide/install')
    expect((await get('/guide/configure', options)).status).toBe(200)
  })
})
