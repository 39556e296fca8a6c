/** The website over HTTP, with the real server-rendering bundle. */
import { rmSync, writeFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { contentOf, SOURCES } from '../../testing/site-content.ts'
import { buildClient } from '../../build/build-client.ts'
import type { SiteContent } from '../content/site-content.ts'
import type { PageData, PageState } from '../../shared/page-data.ts'
import { createSite, type Site } from './site.ts'
import type { SiteOptions } from '../content/site-options.ts'

const ORIGIN = 'http://127.0.0.1'
const folder = folderOf()

beforeAll(async () => {
  await buildClient()
})

function siteOf(content: Partial<SiteContent> = {}, options: Partial<SiteOptions> = {}): Site {
  return createSite({
    content: { ...contentOf(SOURCES), ...content },
    search: { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' },
    ...options,
  })
}

function get(site: Site, path: string, init: RequestInit = {}): Promise<Response> {
  return site.fetch(new Request(ORIGIN + path, init))
}

async function stateOf(response: Response): Promise<PageState> {
  const [, json = ''] = /id="docent:state">(.*?)<\/script>/s.exec(await response.text()) ?? []
  return JSON.parse(json) as PageState
}

describe('a page', () => {
  test('is complete HTML: title, article, sidebar with the page marked, previous and next', async () => {
    const response = await get(siteOf(), '/guide/install')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<title>Install · Handbook</title>')
    expect(html).toContain('<h1>Install</h1>')
    expect(html).toMatch(/href="\/guide\/install" aria-current="page"/)
    expect(html).toMatch(/rel="prev" href="\/"/)
    expect(html).toMatch(/rel="next" href="\/guide\/configure"/)
    expect(html).not.toMatch(/\sstyle="/)
  })

  test('has no table of contents if all its headings are deeper than the table', async () => {
    const { pages } = contentOf(SOURCES)
    const contentsAt = async (level: number): Promise<boolean> => {
      const deep = pages.map((page) => ({ ...page, headings: [{ id: 'a', text: 'A', level }] }))
      return (await (await get(siteOf({ pages: deep }), '/guide/install')).text()).includes('class="contents"')
    }
    expect(await contentsAt(3)).toBe(true)
    expect(await contentsAt(4)).toBe(false)
  })

  test('is made once for each encoding until the content changes, but again after a failure', async () => {
    const made: string[] = []
    let fails = true
    const renderArticle = async ({ url }: { url: string }): Promise<string> => {
      made.push(url)
      if (fails) throw new Error('It failed.')
      return '<h1>Install</h1>'
    }
    const site = siteOf({ renderArticle })
    const ask = async (encoding: string): Promise<number> =>
      (await get(site, '/guide/install', { headers: { 'accept-encoding': encoding } })).status
    expect(await ask('br')).toBe(500)
    fails = false
    for (const encoding of ['br', 'gzip', 'br', 'gzip', 'gzip']) expect(await ask(encoding)).toBe(200)
    expect(made).toHaveLength(3)
    const renamed = contentOf(SOURCES)
    site.update({ ...renamed, title: 'Renamed', renderArticle })
    expect(await (await get(site, '/guide/install')).text()).toContain('Renamed')
    expect(made).toHaveLength(4)
  })

  test('has one address: a slash or the name of its file at the end is redirected, but never to another site', async () => {
    const site = siteOf()
    const response = await get(site, '/guide/install/?q=1')
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe('/guide/install?q=1')
    expect((await get(site, '//evil.example/')).status).toBe(404)
    for (const path of ['/guide/install/index.html', '/index.html'])
      expect((await get(site, path)).headers.get('location')).toBe(path.replace(/\/index\.html$/, '') || '/')
    expect((await get(site, '/guide/none/index.html')).status).toBe(404)
  })

  test('whose rendering fails is answered with 500, reported to the operator, and tried again', async () => {
    const errors: unknown[] = []
    let broken = true
    const site = siteOf(
      {
        async renderArticle() {
          if (broken) throw new Error('no grammar')
          return '<h1>Fine</h1>'
        },
      },
      { onError: (error, path) => errors.push([String(error), path]) },
    )
    const response = await get(site, '/guide/install')
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('This page could not be shown')
    expect(errors).toEqual([['Error: no grammar', '/guide/install']])
    broken = false
    expect((await get(site, '/guide/install')).status).toBe(200)
  })

  test('answers HEAD and a known tag without a body; other methods are refused', async () => {
    const site = siteOf()
    const etag = (await get(site, '/')).headers.get('etag') ?? ''
    expect((await get(site, '/', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(await (await get(site, '/', { method: 'HEAD' })).text()).toBe('')
    expect((await get(site, '/', { method: 'POST' })).status).toBe(405)
  })

  test('in another language has links to its counterparts', async () => {
    const content = contentOf(SOURCES)
    const [first] = content.pages
    const [navigation] = content.navigations
    if (!first || !navigation) throw new TypeError('The docs of the test have pages.')
    const site = siteOf({
      pages: [...content.pages, { ...first, url: '/ja', lang: 'ja' }],
      navigations: [navigation, { lang: 'ja', url: '/ja', items: [{ title: 'はじめに', url: '/ja', children: [] }] }],
      renderArticle: async () => '<h1>…</h1>',
    })
    const html = await (await get(site, '/ja')).text()
    expect(html).toContain('<html lang="ja" dir="ltr">')
    expect((await stateOf(await get(site, '/ja'))).page.alternates).toEqual([
      { lang: 'en', url: '/', search: '/search' },
      { lang: 'ja', url: '/ja', search: '/ja/search' },
    ])
    // Search engines learn the counterparts of a page, not the start pages that replace missing ones.
    const published = siteOf(
      {
        pages: [...content.pages, { ...first, url: '/ja', lang: 'ja' }],
        navigations: [navigation, { lang: 'ja', url: '/ja', items: [] }],
      },
      { siteUrl: 'https://docs.example.com' },
    )
    const languagesOf = async (path: string) =>
      [...(await (await get(published, path)).text()).matchAll(/hreflang="(\w+)" href="([^"]+)"/g)].map(([, ...of]) =>
        of.join(' '),
      )
    expect(await languagesOf('/')).toEqual(['en https://docs.example.com/', 'ja https://docs.example.com/ja'])
    expect(await languagesOf('/guide/install')).toEqual([])
    // A page without a counterpart leads to the start of the language.
    expect((await stateOf(await get(site, '/guide/install'))).page.alternates[1]).toMatchObject({
      lang: 'ja',
      url: '/ja',
    })
    expect((await stateOf(await get(site, '/ja/missing'))).page.lang).toBe('ja')
    // Each language has its own search page.
    const { page } = await stateOf(await get(site, '/ja/search?q=あ&page=2'))
    expect(page).toMatchObject({ kind: 'search', lang: 'ja', url: '/ja/search', search: { query: 'あ', page: 2 } })
    expect(page.alternates.map(({ url }) => url)).toEqual(['/search', '/ja/search'])
  })
})

test('a version that has only sections beside the main docs is offered on its own pages and their counterparts', async () => {
  const content = contentOf(SOURCES)
  const [first, second] = content.pages
  const [navigation] = content.navigations
  if (!first || !second || !navigation) throw new TypeError('The docs of the test have pages.')
  const old = { ...second, url: `/1.0${second.url}`, version: '1.0' }
  const site = siteOf({
    pages: [...content.pages, old],
    navigations: [navigation, { lang: 'en', version: '1.0', beside: true, url: old.url, items: [] }],
  })
  const versionsOn = async (path: string): Promise<(string | undefined)[]> =>
    (await stateOf(await get(site, path))).page.alternates.map(({ version }) => version)
  expect(await versionsOn(first.url)).toEqual([undefined])
  expect(await versionsOn(second.url)).toEqual([undefined, '1.0'])
  expect(await versionsOn(old.url)).toEqual([undefined, '1.0'])
  expect(await versionsOn('/1.0/search')).toEqual([undefined, '1.0'])
  expect(await versionsOn('/search')).toEqual([undefined])
})

describe('the search page', () => {
  test('has the query of its address in form and title, cut at the limit, as text', async () => {
    const response = await get(siteOf(), `/search?q=${encodeURIComponent('"><b>')}${'x'.repeat(80)}&page=-1`)
    const html = await response.clone().text()
    expect(response.status).toBe(200)
    expect(html).toContain(`<title>&#34;&#62;&#60;b&#62;${'x'.repeat(59)} · Search · Handbook</title>`)
    expect(html).not.toContain('"><b>')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect((await stateOf(response)).page.search).toEqual({ query: `"><b>${'x'.repeat(59)}`, page: 1 })
  })

  test('is reserved: a page of the docs at its path is not shown there; its page-data has no query', async () => {
    const content = contentOf([...SOURCES, { url: '/search', title: 'Mine', body: '' }])
    const site = siteOf({ pages: content.pages })
    const { site: info, page } = await stateOf(await get(site, '/search'))
    expect(page.kind).toBe('search')
    const data = (await (await get(site, `/_docent/data/${info.build}/search.json?q=x`)).json()) as PageData
    expect(data).toMatchObject({ kind: 'search', title: 'Search' })
    expect(data.search).toBeUndefined()
  })
})

describe('page-data', () => {
  test('is the article and its frame’s data, without the sidebar, cached forever', async () => {
    const site = siteOf()
    const { site: info } = await stateOf(await get(site, '/'))
    const response = await get(site, `/_docent/data/${info.build}/guide/install.json`)
    const data = (await response.json()) as PageData
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(data).toMatchObject({ kind: 'page', url: '/guide/install', title: 'Install', build: info.build })
    expect(data.article).toContain('<h1>Install</h1>')
    expect(data.headings.map(({ id }) => id)).toEqual(['first', 'second', 'third'])
    expect(JSON.stringify(data)).not.toContain('items')
    const root = await get(site, `/_docent/data/${info.build}/index.json`)
    expect(((await root.json()) as PageData).url).toBe('/')
  })

  test('of a missing page is JSON with status 404; of another build, or of a file, it is text', async () => {
    const asset = join(folder, 'data.csv')
    writeFileSync(asset, 'a,b\n')
    const site = siteOf({ assets: [{ url: '/data.csv', path: asset }] })
    const { site: info } = await stateOf(await get(site, '/'))
    const missing = await get(site, `/_docent/data/${info.build}/nowhere.json`)
    expect(missing.status).toBe(404)
    expect(((await missing.json()) as PageData).kind).toBe('not-found')
    for (const path of ['/_docent/data/other/guide/install.json', `/_docent/data/${info.build}/data.csv.json`]) {
      const response = await get(site, path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('text/plain')
    }
  })

  test('has a new build when any page changes, and the same build otherwise', async () => {
    const site = siteOf()
    const before = (await stateOf(await get(site, '/'))).site.build
    site.update(contentOf(SOURCES))
    expect((await stateOf(await get(site, '/'))).site.build).toBe(before)
    site.update(contentOf(SOURCES.map((source) => ({ ...source, body: `${source.body}.` }))))
    expect((await stateOf(await get(site, '/'))).site.build).not.toBe(before)
  })
})

describe('files', () => {
  test('of the site are cached forever; no other files are reachable at their path', async () => {
    const site = siteOf()
    const [, boot = ''] = /src="([^"]*boot-[^"]*)"/.exec(await (await get(site, '/')).text()) ?? []
    const response = await get(site, boot, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    for (const path of ['..%2Fbuilt.json', '%2e%2e/built.json', '', 'none.js']) {
      expect((await get(site, `/_docent/static/${path}`)).status, path).toBe(404)
    }
  })

  test('of the docs are served with ranges, in a sandbox without scripts', async () => {
    const path = join(folder, 'picture.svg')
    writeFileSync(path, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const site = siteOf({ assets: [{ url: '/pictures/a b.svg', path }] })
    const response = await get(site, '/pictures/a%20b.svg')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(await response.text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const part = await get(site, '/pictures/a%20b.svg', { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, '<svg'])
    const etag = response.headers.get('etag') ?? ''
    expect((await get(site, '/pictures/a%20b.svg', { headers: { 'if-none-match': etag } })).status).toBe(304)
    rmSync(path)
    expect((await get(site, '/pictures/a%20b.svg')).status).toBe(404)
  })

  test('of the docs are sent whole to a browser that has a part of an earlier file', async () => {
    const path = join(folder, 'film.mp4')
    writeFileSync(path, 'first cut')
    const site = siteOf({ assets: [{ url: '/film.mp4', path }] })
    const part = async (tag: string): Promise<unknown[]> => {
      const response = await get(site, '/film.mp4', { headers: { range: 'bytes=0-4', 'if-range': tag } })
      return [response.status, await response.text()]
    }
    const tag = (await get(site, '/film.mp4')).headers.get('etag') ?? ''
    expect(await part(tag)).toEqual([206, 'first'])
    writeFileSync(path, 'final cut, longer')
    expect(await part(tag)).toEqual([200, 'final cut, longer'])
  })

  test('of the docs are not read through a link that has replaced them', async () => {
    const path = join(folder, 'note.txt')
    const site = siteOf({ assets: [{ url: '/note.txt', path }] })
    symlinkSync('/etc/hostname', path)
    expect((await get(site, '/note.txt')).status).toBe(404)
  })
})

describe('live', () => {
  test('a browser receives the current build when it connects, and then the next one', async () => {
    const site = siteOf({}, { live: true })
    const response = await get(site, '/_docent/live')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const first = new TextDecoder().decode((await reader.read()).value)
    const { site: info } = await stateOf(await get(site, '/'))
    expect(first).toContain(`data: {"build":"${info.build}"}`)
    const [start, ...others] = SOURCES
    const messageAfter = async (content: SiteContent): Promise<unknown> => {
      site.update(content)
      const [, message = ''] = /^data: (.*)\n\n$/.exec(new TextDecoder().decode((await reader.read()).value)) ?? []
      return JSON.parse(message)
    }
    const build = async (): Promise<string> => (await stateOf(await get(site, '/'))).site.build
    const renewed = contentOf([{ ...start!, body: '<p>Renewed.</p>' }, ...others])
    expect(await messageAfter(renewed)).toEqual({ build: await build() })
    expect(await messageAfter({ ...renewed, title: 'Other' })).toEqual({ build: await build(), frame: true })
    site.close()
    expect((await reader.read()).done).toBe(true)
  })

  test('a server in production has no live connection', async () => {
    expect((await get(siteOf(), '/_docent/live')).status).toBe(404)
  })
})
