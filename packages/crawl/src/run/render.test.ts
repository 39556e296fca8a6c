import { describe, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { routesFrom, toPageAddress } from '../html/hash-routes.ts'
import { isClientRendered } from '../html/client-rendered.ts'
import { parseHtml } from '../html/parse.ts'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite, type Answer } from '../testing/site-server.ts'

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

const SHELL = '<!doctype html><html lang="en"><head><title>App</title></head><body><div id="app">Loading…</div>'
const script =
  (code: string): Answer =>
  (_, response) =>
    void response.setHeader('content-type', 'text/javascript').end(code)

test('a shell has scripts, no heading and hardly any text', () => {
  const is = (html: string): boolean => isClientRendered(parseHtml(html))
  expect(is(`${SHELL}<script src="/app.js"></script>`)).toBe(true)
  expect(is('<head><script type="module" src="/a.js"></script></head><body><div id="root"></div>')).toBe(true)
  expect(is(`${SHELL}<noscript>${'Enable JavaScript. '.repeat(30)}</noscript><script src=/a.js></script>`)).toBe(true)
  expect(is(`${SHELL}`)).toBe(false)
  expect(is(docPage('Short', 'Text.', [], '<script src="/analytics.js"></script>'))).toBe(false)
  expect(is(`<p>${'A page without headings. '.repeat(10)}</p><script src="/app.js"></script>`)).toBe(false)
})

test('a page of a known layout with a title and no text needs no browser', async () => {
  const page = (body: string, head = ''): string =>
    `<html><head><title>Gears</title>${head}<script src="/nav.js"></script></head><body${body}</body></html>`
  await using site = await serveSite({
    '/': page(
      '><div class="headertitle"><div class="title">Gears</div></div><div class="contents"></div>',
      '<meta name="generator" content="Doxygen 1.9.4">',
    ),
    '/search.html': page(' class="SRPage"><div id="SRIndex">No Matches</div>'),
  })
  using store = testStore()
  const urls = ['/', '/search.html'].map((path) => `${site.origin}${path}`)
  const { verdicts } = await store.crawl(site.origin, { source: { kind: 'list', urls } })
  expect(verdictLines(verdicts, site.origin)).toEqual(['/: indexed new', '/search.html: skipped empty'])
})

test('pages in the fragment of an address are links that begin as a path, two at least', () => {
  const routesOf = (links: string[], url: string): string[] =>
    routesFrom(parseHtml(links.map((href) => `<a href="${href}">x</a>`).join('')), url).map((to) => to.slice(17))
  const links = ['#/guide', '#/guide?id=use', '#!/api', '#/', '#use', '/other#/x', '#/a b']
  expect(routesOf(links, 'https://docs.dev/')).toEqual(['#/guide', '#!/api', '#/', '#/a%20b'])
  expect(routesOf(['#/more'], 'https://docs.dev/')).toEqual([])
  expect(routesOf(['#/more'], 'https://docs.dev/#/guide')).toEqual(['#/more'])
})

test('the address of such a page has its route, without the place within it', () => {
  const urls = ['https://docs.dev/#/guide?id=use', 'https://docs.dev/guide#use', 'https://docs.dev/?utm_source=x#!/api']
  expect(urls.map(toPageAddress)).toEqual([
    'https://docs.dev/#/guide',
    'https://docs.dev/guide',
    'https://docs.dev/#!/api',
  ])
  expect(toPageAddress('mailto:x')).toBe(undefined)
})

describe('a site that scripts fill', () => {
  const app = `
    const pages = { '/': ['Home', 'Welcome.', '/guide'], '/guide': ['Guide', 'From the service.', '/'] }
    fetch('/data.json').then((answer) => answer.json()).then(({ text }) => {
      const [title, own, link] = pages[location.pathname]
      document.title = title
      document.querySelector('#app').innerHTML =
        '<main><h1>' + title + '</h1><p>' + own + ' ' + text + '</p><a href="' + link + '">next</a></main>'
    })`
  const shell = `${SHELL}<script src="/app.js"></script></body></html>`
  const answers: Record<string, Answer> = {
    '/': shell,
    '/guide': shell.replace('<title>App', '<title>Guide'),
    '/app.js': script(app),
    '/data.json': (_, response) => void response.setHeader('content-type', 'application/json').end('{"text":"Data."}'),
  }

  test('is rendered, followed and indexed', { tags: 'long' }, async () => {
    await using site = await serveSite(answers)
    using store = testStore()
    const { verdicts, records } = await store.crawl(site.origin, { chromium })
    expect(verdictLines(verdicts, site.origin)).toEqual(['/: indexed new', '/guide: indexed new'])
    expect(records.map(({ content }) => content)).toEqual([
      expect.stringContaining('Welcome. Data.'),
      expect.stringContaining('From the service. Data.'),
    ])
    // Scripts are requested once, a page is not requested again by the browser.
    expect(site.requests.filter((path) => path === '/app.js')).toHaveLength(1)
    expect(site.requests.filter((path) => path === '/guide')).toHaveLength(1)
  })

  test('has a verdict without Chromium', async () => {
    await using site = await serveSite(answers)
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual(['/: failed needs-browser'])
    const missing = await store.crawl(site.origin, { chromium: '/no/such/chromium', fresh: true })
    expect(verdictLines(missing.verdicts, site.origin)[0]).toMatch(
      /needs-browser \(Chromium \(\/no\/such\/chromium\) does not start/,
    )
  })

  test('is no page of a known layout with little text, and no page around others', async () => {
    const page = (kind: string, text: string): string =>
      `<title>Axle</title><body onload="NDLoader.OnLoad('${kind}')"><script src="main.js"></script>${text}</body>`
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/frame', '/axle', '/shell']),
      '/frame': page('Frame', ''),
      '/axle': page('Content', '<div class="CTopic"><div class="CTitle">Axle</div></div>'),
      '/shell': page('Content', ''),
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/axle: indexed new',
      '/frame: skipped empty',
      '/shell: failed needs-browser',
    ])
  })

  test('has search pages without a text of their own, which are empty', async () => {
    const page = (title: string, body: string): string =>
      `<title>${title}</title><body>${body}<div id="results"></div><script src="search.js"></script></body>`
    const field = '<form action="search.html"><input type="search" name="q"></form>'
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/search.html', '/find', '/de', '/search/', '/research', '/search']),
      '/search.html': page('Axle', field),
      '/find': page('Search - Axle', '<input name="q">'),
      '/de': page('Axle | Suche', field),
      '/search/': page('Axle', '<input type="password"><input name="user">'),
      '/research': page('Research', field),
      '/search': page('Search', ''),
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/de: skipped empty (a search page)',
      '/find: skipped empty (a search page)',
      '/research: failed needs-browser',
      '/search: failed needs-browser',
      '/search.html: skipped empty (a search page)',
      '/search/: failed needs-browser',
    ])
  })

  test('is rendered out of a built folder, without a server', { tags: 'long' }, async () => {
    const folder = folderOf({ 'index.html': shell, 'app.js': app, 'data.json': '{"text":"Data."}' })
    using store = testStore()
    const source = { kind: 'folder', folder, url: 'https://docs.example/' } as const
    const { records } = await store.crawl('', { source, chromium })
    expect(records.map(({ content }) => content)).toEqual([expect.stringContaining('Welcome. Data.')])
  })

  test('gets its files at the pace of the crawl', { tags: 'long' }, async () => {
    const files = ['/app.js', ...Array.from({ length: 6 }, (_, at) => `/part-${at}.js`)]
    const times: number[] = []
    const timed: Answer = (_, response) => {
      times.push(performance.now())
      response.setHeader('content-type', 'text/javascript').end(app)
    }
    const tags = files.map((path) => `<script src="${path}"></script>`).join('')
    await using site = await serveSite({
      ...answers,
      '/': `${SHELL}${tags}`,
      ...Object.fromEntries(files.map((path) => [path, timed])),
    })
    using store = testStore()
    await store.crawl(site.origin, { chromium, rate: 4 })
    expect(times).toHaveLength(7)
    // At 4 requests a second the last one starts 1,500 ms after the first; the first may have arrived late.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1000)
  })

  test('gets no file that robots.txt excludes, unless the owner says so', { tags: 'long' }, async () => {
    await using site = await serveSite({ ...answers, '/robots.txt': 'User-agent: *\nDisallow: /data.json' })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin, { chromium })
    expect(site.requests).not.toContain('/data.json')
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: failed needs-browser (the page has no text after its scripts ran)',
    ])
    const owner = await store.crawl(site.origin, { chromium, ignoreRobots: true })
    expect(verdictLines(owner.verdicts, site.origin)).toEqual(['/: indexed new', '/guide: indexed new'])
  })

  test('has other content when its data changed behind the same shell', { tags: 'long' }, async () => {
    await using site = await serveSite(answers)
    using store = testStore()
    await store.crawl(site.origin, { chromium })
    store.accept()
    site.answers.set('/data.json', (_, response) => void response.end('{"text":"New data."}'))
    expect((await store.crawl(site.origin, { chromium })).changes).toMatchObject({ changed: 2 })
  })
})

describe('a site whose pages are behind "#"', () => {
  /** A router as that of docsify: the home page is `#/`, headings link to their place within the route. */
  const router = (place: string): string => `
    const pages = {
      '/': ['Home', 'Welcome.'],
      '/guide': ['Guide', 'How to begin.'],
      '/api/gears': ['Gears', 'The gears of a clock.'],
    }
    if (location.hash === '') history.replaceState(null, '', '#/')
    const route = location.hash.slice(1).split('?')[0]
    const [title, text] = pages[route] ?? ['404 - Not found', '']
    document.title = title
    const link = (to) => '<li><a href="#' + to + '">' + (pages[to] ?? ['Lost'])[0] + '</a>'
    document.querySelector('#app').innerHTML =
      '<aside class="sidebar"><h1>Clocks</h1><nav><ul>' + ['/', '/lost'].map(link).join('') +
      '<li>Parts<ul>' + ['/guide', '/api/gears'].map(link).join('') + '</ul></ul></nav></aside><main><h1>' + title + '</h1><p>' + text +
      '<h2 id="use-it">' + ${place} + '</h2><p>Use of ' + title + '.</main>'`
  const shell = `${SHELL}<script src="/app.js"></script><link rel="canonical" href="/"></body></html>`
  const answers = (place: string): Record<string, Answer> => ({
    '/': shell.replace('<title>', '<link rel="canonical" href="/"><title>'),
    '/app.js': script(router(place)),
  })

  test('has a page for each route, with the places of docsify as anchors', { tags: 'long' }, async () => {
    await using site = await serveSite(
      answers(`'<a href="#' + route + '?id=use-it"><span>Use ' + title + '</span></a>'`),
    )
    using store = testStore()
    const { verdicts, records, notes } = await store.crawl(site.origin, { chromium })
    expect(notes).toEqual([])
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: skipped redirect (/#/)',
      '/#/: indexed new',
      '/#/api/gears: indexed new',
      '/#/guide: indexed new',
      '/#/lost: skipped gone (status 200 with the page for missing addresses)',
    ])
    expect(
      records.map(({ url, url_without_anchor: page, anchor, hierarchy }) => [
        url.slice(site.origin.length),
        page.slice(site.origin.length),
        anchor,
        hierarchy.lvl0,
        hierarchy.lvl1,
        hierarchy.lvl2,
      ]),
    ).toEqual([
      ['/#/', '/#/', '', '127.0.0.1', 'Home', null],
      ['/#/?id=use-it', '/#/', 'use-it', '127.0.0.1', 'Home', 'Use Home'],
      ['/#/api/gears', '/#/api/gears', '', 'Parts', 'Gears', null],
      ['/#/api/gears?id=use-it', '/#/api/gears', 'use-it', 'Parts', 'Gears', 'Use Gears'],
      ['/#/guide', '/#/guide', '', 'Parts', 'Guide', null],
      ['/#/guide?id=use-it', '/#/guide', 'use-it', 'Parts', 'Guide', 'Use Guide'],
    ])
    expect(site.requests.filter((path) => path === '/app.js')).toHaveLength(1)
  })

  test('has the same pages in a built folder', { tags: 'long' }, async () => {
    const folder = folderOf({ 'index.html': shell, 'app.js': router(`'Use ' + title`) })
    using store = testStore()
    const source = { kind: 'folder', folder, url: 'https://docs.example/' } as const
    const { verdicts } = await store.crawl('', { source, chromium })
    expect(verdictLines(verdicts, 'https://docs.example')).toEqual([
      '/: skipped redirect (/#/)',
      '/#/: indexed new',
      '/#/api/gears: indexed new',
      '/#/guide: indexed new',
      '/#/lost: skipped gone (status 200 with the page for missing addresses)',
    ])
  })

  test('has sections without anchors where its router has none', { tags: 'long' }, async () => {
    await using site = await serveSite(answers(`'Use ' + title`))
    using store = testStore()
    const { records } = await store.crawl(site.origin, { chromium })
    const { url, hierarchy } = records.find(({ hierarchy: { lvl2 } }) => lvl2 === 'Use Guide') ?? {}
    expect([url, hierarchy?.lvl1]).toEqual([`${site.origin}/#/guide`, 'Guide'])
  })

  test('without such pages has one', { tags: 'long' }, async () => {
    const code = `document.querySelector('#app').innerHTML =
      '<ul><li><a href="#/a">Open</a><li><a href="#/b">Close</a></ul><main><h1>Home</h1><p>Welcome.</p></main>'`
    await using site = await serveSite({ '/': shell, '/app.js': script(code) })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin, { chromium })
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/#/a: skipped duplicate (/)',
      '/#/b: skipped duplicate (/)',
    ])
  })
})
