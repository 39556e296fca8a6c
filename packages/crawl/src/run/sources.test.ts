import { readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import type { Resolver } from '../net/connect.ts'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite, type Answer } from '../testing/site-server.ts'
import type { CrawlOptions } from './crawl-options.ts'
import { SourceError } from './crawl.ts'

const urlset = (...paths: string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`
const bytes =
  (type: string, body: Buffer): Answer =>
  (_, response) =>
    void response.setHeader('content-type', type).end(body)

describe('a sitemap as the source', () => {
  test('may be an index of gzip files; its pages are crawled, their links are not', async () => {
    await using site = await serveSite({
      '/sitemap.xml':
        '<sitemapindex><sitemap><loc>/one.xml.gz</loc></sitemap><sitemap><loc>/two.xml</loc></sitemap></sitemapindex>',
      '/one.xml.gz': bytes('application/gzip', gzipSync(urlset('/a', '/b'))),
      '/two.xml': bytes('text/html', gzipSync(urlset('/c'))),
      '/a': docPage('A', 'Text.', ['/not-listed']),
      '/b': docPage('B', 'Text.'),
      '/c': docPage('C', 'Text.'),
    })
    using store = testStore()
    const source = { kind: 'sitemap', sitemaps: [`${site.origin}/sitemap.xml`] } as const
    const { verdicts } = await store.crawl(site.origin, { source })
    expect(verdictLines(verdicts, site.origin)).toEqual(['/a: indexed new', '/b: indexed new', '/c: indexed new'])
    expect(verdicts.map(({ from }) => from)).toEqual(['sitemap', 'sitemap', 'sitemap'])
  })

  test('that is a gzip bomb or names itself ends with a note', async () => {
    await using site = await serveSite({
      '/sitemap.xml':
        '<sitemapindex><sitemap><loc>/bomb.xml.gz</loc></sitemap><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>',
      '/bomb.xml.gz': bytes('application/gzip', gzipSync(Buffer.alloc(80 * 1024 * 1024, 0x20))),
    })
    using store = testStore()
    const source = { kind: 'sitemap', sitemaps: [`${site.origin}/sitemap.xml`] } as const
    const { notes, counts } = await store.crawl(site.origin, { source })
    expect(counts.seen).toBe(0)
    expect(notes.join()).toContain(
      'bomb.xml.gz could not be read: it has more than 52428800 bytes when it is decompressed',
    )
  })
})

test('pages that only the data of a menu names are found, also when the page is unchanged', async () => {
  const script = (src: string): string => `<script src="${src}"></script>`
  const nodes = {
    extras: [{ id: 'readme', headers: [{ id: 'Use', anchor: 'use' }] }],
    modules: [{ id: 'Gears.Axle', nested: true }, { id: '\uD800' }],
  }
  await using site = await serveSite({
    '/': docPage('Gears', 'Text.', [], script('menudata.js') + script('dist/sidebar_items-1F.js')),
    '/menudata.js':
      'var menudata={children:[{text:"Parts",url:"parts.html#a"},{text:"Shop",url:"https://shop.example/x.html"}]}',
    '/dist/sidebar_items-1F.js': `sidebarNodes=${JSON.stringify(nodes)}`,
    '/parts.html': docPage('Parts', 'Text.', [], script('menudata.js')),
    '/readme.html': docPage('Read me', 'Text.'),
    '/Gears.Axle.html': docPage('Axle', 'Text.'),
  })
  using store = testStore()
  const lines = async (): Promise<string[]> =>
    (await store.crawl(site.origin)).verdicts.map(({ url, state }) => `${url.replace(site.origin, '')} ${state}`)
  const expected = [
    '/ indexed',
    '/%EF%BF%BD.html skipped',
    '/Gears.Axle.html indexed',
    '/parts.html indexed',
    '/readme.html indexed',
    'https://shop.example/x.html skipped',
  ]
  expect(await lines()).toEqual(expected)
  expect(await lines()).toEqual(expected)
  expect(site.requests.filter((path) => path === '/menudata.js')).toHaveLength(2)
})

test('pages that only the menus of DocFX name are found; the menus are no pages', async () => {
  const menus = (site: string): string =>
    `<meta property="docfx:navrel" content="${site}toc.html"><meta name="docfx:tocrel" content="toc.html">`
  await using site = await serveSite({
    '/': docPage('Gears', 'Text.', [], menus('')),
    '/toc.html': '<ul><li><a href="api/Gears.html" name="api/toc.html" title="Reference">Reference</a></li></ul>',
    '/api/toc.html':
      '<ul><li><a href="Gears.html">Gears</a><ul><li><a href="Gears.Axle-1.html">Axle</a></li></ul></li></ul>',
    '/api/Gears.html': docPage('Namespace Gears', 'Text.', [], menus('../')),
    '/api/Gears.Axle-1.html': docPage('Class Axle', 'Text.', [], menus('../')),
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: indexed new',
    '/api/Gears.Axle-1.html: indexed new',
    '/api/Gears.html: indexed new',
  ])
})

describe('the sitemaps of a site', () => {
  test('that name another host only were made for another address of the site', async () => {
    const urlset = (urls: readonly string[]): string =>
      `<urlset>${urls.map((one) => `<url><loc>${one}</loc></url>`).join('')}</urlset>`
    await using site = await serveSite({
      '/sitemap.xml': urlset(['https://preview.example.org/', 'https://preview.example.org/unlinked?a=b']),
      '/': docPage('Home', 'Welcome.'),
      '/unlinked?a=b': docPage('Unlinked', 'Text.'),
    })
    using store = testStore()
    const { verdicts, notes } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual(['/: indexed new', '/unlinked?a=b: indexed new'])
    const { host } = new URL(site.origin)
    expect(notes).toEqual([
      `The sitemap ${site.origin}/sitemap.xml lists addresses of preview.example.org only; they were read as addresses of ${host}.`,
    ])
    site.answers.set('/sitemap.xml', urlset(['https://preview.example.org/', `${site.origin}/`]))
    using other = testStore()
    const { verdicts: mixed } = await other.crawl(site.origin)
    expect(verdictLines(mixed, site.origin)).toEqual([
      '/: indexed new',
      'https://preview.example.org/: skipped outside',
    ])
  })

  const map = urlset('/docs/a', '/docs/old', '/blog', 'https://other.example/x').replace(
    '</url>',
    '<xhtml:link rel="alternate" hreflang="de" href="/docs/de/a"/></url>',
  )
  async function crawled(options: Partial<CrawlOptions>): Promise<string[]> {
    await using site = await serveSite({
      '/sitemap.xml': map,
      '/docs/': docPage('Home', 'Welcome.', ['/docs/stopped', '/news']),
      '*': ({ url = '' }, response) =>
        void response.setHeader('content-type', 'text/html').end(docPage(url, `Text of ${url}.`)),
    })
    using store = testStore()
    const source = { kind: 'site', starts: [`${site.origin}/docs/`], sitemaps: [`${site.origin}/sitemap.xml`] } as const
    const { verdicts } = await store.crawl(site.origin, {
      source,
      stopped: (url) => /old|stopped/.test(url),
      ...options,
    })
    return verdictLines(verdicts, site.origin)
  }
  const rest = [
    '/docs/: indexed new',
    '/docs/a: indexed new',
    '/docs/stopped: skipped stopped',
    '/news: skipped outside',
  ]

  test('add pages within the addresses to crawl', async () => {
    expect((await crawled({})).toSorted()).toEqual(
      [
        ...rest,
        '/blog: skipped outside',
        '/docs/old: skipped stopped',
        'https://other.example/x: skipped outside',
      ].toSorted(),
    )
  })

  test('are crawled whole where the options say so, on the hosts of the site', async () => {
    expect((await crawled({ wholeSitemaps: true })).toSorted()).toEqual(
      [...rest, '/blog: indexed new', '/docs/old: indexed new', 'https://other.example/x: skipped outside'].toSorted(),
    )
  })

  test('add the translations that they name where the options say so', async () => {
    expect(await crawled({ sitemapAlternates: true })).toContain('/docs/de/a: indexed new')
  })
})

test('a list of addresses is crawled as it is', async () => {
  await using site = await serveSite({ '/a': docPage('A', 'Text.', ['/b']), '/b': docPage('B', 'Text.') })
  using store = testStore()
  const source = { kind: 'list', urls: [`${site.origin}/a`, `${site.origin}/a#top`, `${site.origin}/x`] } as const
  const { verdicts } = await store.crawl(site.origin, { source })
  expect(verdictLines(verdicts, site.origin)).toEqual(['/a: indexed new', '/x: skipped gone (status 404)'])
})

test('pages of llms.txt are found, and their Markdown twins are read once', async () => {
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.'),
    '/llms.txt': '# Docs\n\n- [Guide](/guide.md): how to begin\n',
    '/guide': docPage('Guide', 'How to begin.'),
    '/guide.md': '# Guide\n\nHow to begin.\n',
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual(['/: indexed new', '/guide: indexed new'])
  expect(verdicts[1]?.from).toBe('llms.txt')
  expect(site.requests.filter((path) => path === '/guide.md')).toHaveLength(1)
})

describe('a built folder', () => {
  const url = 'https://docs.example/manual/'

  test('is crawled without a server, by links, sitemap and files', async () => {
    const folder = folderOf({
      'index.html': docPage('Home', 'Welcome.', [
        'guide',
        'index.html',
        'guide/index.html?v=2',
        'install.html',
        'missing',
        '../outside',
        'image.png',
      ]),
      'guide/index.html': docPage('Guide', 'How to begin.', ['/manual/clean']),
      'install.html': docPage('Install', 'Commands.'),
      'clean.html': docPage('Clean', 'Linked without its extension.'),
      'unlinked/page.html': docPage('Unlinked', 'No page links here.'),
      '404.html': docPage('Not found', 'Nothing.'),
      '.private/secret.html': docPage('Secret', 'Hidden.'),
      'sitemap.xml': urlset(`${url}install.html`),
      'image.png': 'PNG',
    })
    symlinkSync('/etc', join(folder, 'etc'))
    using store = testStore()
    const source = { kind: 'folder', folder: folder, url } as const
    const { verdicts, records } = await store.crawl('', { source, allowPrivate: false })
    expect(verdictLines(verdicts, 'https://docs.example')).toEqual([
      '/manual/: indexed new',
      '/manual/clean: indexed new',
      '/manual/guide: skipped redirect (/manual/guide/)',
      '/manual/guide/: indexed new',
      '/manual/image.png: skipped not-html (.png)',
      '/manual/install.html: indexed new',
      '/manual/missing: skipped gone (the folder has no such file)',
      '/manual/unlinked/page.html: indexed new',
      '/outside: skipped outside',
    ])
    expect(records.map((record) => record.url)).toContain(`${url}guide/`)
  })

  test('has the addresses of its links, also where llms.txt lists Markdown twins', async () => {
    const folder = folderOf({
      'index.html': docPage('Home', 'Welcome.', ['guide.html']),
      'guide.html': docPage('Guide', 'How to begin.'),
      'guide.md': '# Guide\n\nHow to begin.\n',
      'llms.txt': '- [Guide](guide.md)\n',
    })
    using store = testStore()
    const { verdicts } = await store.crawl('', { source: { kind: 'folder', folder: folder, url } })
    expect(verdictLines(verdicts, 'https://docs.example')).toEqual([
      '/manual/: indexed new',
      '/manual/guide.html: indexed new',
    ])
  })

  test('has one address for a file, whatever query its links have', async () => {
    const versions = Array.from({ length: 3 }, (_, index) => `a.html?v=${index}`)
    const folder = folderOf({
      'index.html': docPage('Home', 'Welcome.', [...versions, `a.html?state=${'x'.repeat(3000)}`, '?lang=de']),
      'a.html': docPage('A', 'Text.'),
    })
    using store = testStore()
    const { verdicts } = await store.crawl('', { source: { kind: 'folder', folder: folder, url } })
    expect(verdictLines(verdicts, 'https://docs.example')).toEqual([
      '/manual/: indexed new',
      '/manual/a.html: indexed new',
    ])
  })

  test('has no records of the pages for missing addresses', async () => {
    const missing = Object.fromEntries(
      ['404.html', '__404error.html', 'de/404.html', '404/index.html'].map((name) => [
        name,
        docPage('404', 'Not found.'),
      ]),
    )
    const folder = folderOf({
      ...missing,
      'index.html': docPage('Home', 'Welcome.'),
      'errors/404.html': docPage('404', 'A status.'),
    })
    using store = testStore()
    const { verdicts } = await store.crawl('', { source: { kind: 'folder', folder: folder, url } })
    expect(verdicts.map((one) => one.url)).toEqual([url, `${url}errors/404.html`])
  })

  test('is never left', async () => {
    const folder = folderOf({
      'site/index.html': docPage('Home', 'Welcome.', ['..%2fsecret.html', '%2e%2e/secret.html', 'link.html']),
      'secret.html': docPage('Secret', 'Outside.'),
    })
    symlinkSync(join(folder, 'secret.html'), join(folder, 'site', 'link.html'))
    using store = testStore()
    const source = { kind: 'folder', folder: join(folder, 'site'), url: 'https://docs.example/' } as const
    const { verdicts } = await store.crawl('', { source })
    expect(verdicts.filter(({ state }) => state === 'indexed').map((one) => one.url)).toEqual(['https://docs.example/'])
  })

  test('is read again only where it changed', async () => {
    const folder = folderOf({ 'index.html': docPage('Home', 'Welcome.', ['a.html']), 'a.html': docPage('A', 'Text.') })
    using store = testStore()
    const source = { kind: 'folder', folder: folder, url } as const
    await store.crawl('', { source })
    store.accept()
    writeFileSync(join(folder, 'a.html'), docPage('A', 'Another text.'))
    expect((await store.crawl('', { source })).changes).toMatchObject({ changed: 1, unchanged: 1 })
  })
})

test('a login is in no file of the store, no verdict and no record', async () => {
  const secret = 'correct-horse-battery'
  await using site = await serveSite({
    '*': ({ headers, url = '' }, response) => {
      if (headers.authorization === undefined) return void response.writeHead(401).end()
      return void response.setHeader('content-type', 'text/html').end(docPage(url, 'Members only.', ['/a', '/b']))
    },
  })
  using store = testStore()
  const login = { kind: 'basic', user: 'reader', password: secret } as const
  const without = await store.crawl(site.origin)
  expect(verdictLines(without.verdicts, site.origin)).toEqual(['/: failed status (status 401)'])
  const starts = [site.origin.replace('//', `//reader:${secret}@`)]
  const result = await store.crawl(site.origin, { login, source: { kind: 'site', starts } })
  expect(result.counts.indexed).toBe(3)
  expect(JSON.stringify(result)).not.toContain(secret)
  const encoded = Buffer.from(`reader:${secret}`).toString('base64')
  for (const name of readdirSync(dirname(store.file))) {
    const content = readFileSync(join(dirname(store.file), name))
    expect([secret, encoded].filter((text) => content.includes(text))).toEqual([])
  }
})

test('a login does not follow a redirect to another host', async () => {
  const cookies: unknown[] = []
  await using other = await serveSite({
    '*': ({ headers }, response) => {
      cookies.push(headers.cookie)
      response.setHeader('content-type', 'text/html').end(docPage('Other', 'Text.'))
    },
  })
  await using site = await serveSite({
    '/': (_, response) => void response.writeHead(302, { location: `${other.origin}/` }).end(),
  })
  using store = testStore()
  await store.crawl(site.origin, { login: { kind: 'cookie', value: 'session=1' } })
  expect(cookies.length).toBeGreaterThan(0)
  expect(new Set(cookies)).toEqual(new Set([undefined]))
})

test('without permission, a site with a private address has the verdict that says so', async () => {
  await using site = await serveSite({ '*': docPage('Internal', 'Secret.') })
  using store = testStore()
  const start = `http://docs.example:${new URL(site.origin).port}/`
  const resolver: Resolver = async () => [{ address: '127.0.0.1', family: 4 }]
  const { verdicts } = await store.crawl(
    '',
    { source: { kind: 'site', starts: [start] }, allowPrivate: false },
    resolver,
  )
  expect(verdicts).toMatchObject([
    { state: 'failed', reason: 'address', detail: expect.stringContaining('which is not public') as string },
  ])
  expect(site.requests).toEqual([])
})

test('a start that is no address is named', async () => {
  using store = testStore()
  const source = { kind: 'site', starts: ['docs.example'] } as const
  await expect(store.crawl('', { source })).rejects.toThrow(
    new SourceError('"docs.example" is no http or https address; write it with https://.'),
  )
})
