import { describe, expect, test } from 'vitest'
import { readSiteConfig } from '../extract/configs/read-config.ts'
import type { Verdict } from '../result/verdict.ts'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite, type Answer, type SiteServer } from '../testing/site-server.ts'

test(
  'a page whose text takes too much time is a failure with its reason, and the others are indexed',
  { tags: 'long' },
  async () => {
    const selectors = { lvl0: 'u ~ b', lvl1: 'h1', text: 'p' }
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/large']),
      '/large': docPage('Large', '<b></b>'.repeat(200_000)),
    })
    using store = testStore()
    const text = JSON.stringify({ start_urls: [`${site.origin}/`], selectors })
    const { verdicts } = await store.crawl(site.origin, { reading: { config: readSiteConfig(text, 'docs.json') } })
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/large: failed extraction (it takes more than 5000 ms of work)',
    ])
  },
)

test('addresses that differ by their query only, and show the same text, are one page', async () => {
  const versioned = (query: string): string =>
    docPage('Gears', 'They turn.', [], `<script src="/a.js${query}"></script>`)
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', [
      '/gears',
      '/gears?v=1',
      '/gears?v=2',
      '/gears?lang=de',
      '/cogs?v=1',
      '/cogs?v=2',
    ]),
    '/gears': versioned(''),
    '/gears?v=1': versioned('?v=1'),
    '/gears?v=2': versioned('?v=2'),
    '/gears?lang=de': docPage('Räder', 'Sie drehen sich.'),
    '/cogs?v=1': versioned('?v=3'),
    '/cogs?v=2': versioned('?v=4'),
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: indexed new',
    '/cogs?v=1: indexed new',
    '/cogs?v=2: skipped duplicate (/cogs?v=1)',
    '/gears: indexed new',
    '/gears?lang=de: indexed new',
    '/gears?v=1: skipped duplicate (/gears)',
    '/gears?v=2: skipped duplicate (/gears)',
  ])
})

describe('pages that say that they are missing', () => {
  const missing = (path: string): string => docPage('Page not found', `Nothing is at ${path}.`)
  const answers = {
    '/': docPage('Home', 'Welcome.', ['/old', '/guide/older', '/errors']),
    '/errors': docPage('404 and other statuses', 'Not found means 404.'),
  }

  test('are gone if the host answers with them for a missing name too', async () => {
    await using site = await serveSite({
      ...answers,
      '*': ({ url = '' }, response) => void response.setHeader('content-type', 'text/html').end(missing(url)),
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/errors: indexed new',
      '/guide/older: skipped gone (status 200 with the page for missing addresses)',
      '/old: skipped gone (status 200 with the page for missing addresses)',
    ])
    expect(site.requests.filter((path) => path.includes('docent-'))).toHaveLength(1)
  })

  test('are pages of a host that has the right status for missing names', async () => {
    await using site = await serveSite({ ...answers, '/old': missing('/old') })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/errors: indexed new',
      '/guide/older: skipped gone (status 404)',
      '/old: indexed new',
    ])
  })
})

describe('redirects', () => {
  test('have a verdict, and their target another', async () => {
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/old', '/out', '/circle', '/chain0', '/self']),
      '/new': docPage('New', 'Text.'),
      '*': ({ url = '' }, response) => {
        const chain = /^\/chain(\d+)$/.exec(url)?.[1]
        const targets: Record<string, string> = {
          '/old': '/new',
          '/out': 'http://10.0.0.1/secret',
          '/circle': '/circle2',
          '/circle2': '/circle',
          '/self': '/self',
        }
        const location = chain === undefined ? targets[url] : `/chain${Number(chain) + 1}`
        if (location === undefined) response.writeHead(404).end()
        else response.writeHead(302, { location }).end()
      },
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    const lines = verdictLines(verdicts, site.origin)
    expect(lines).toEqual(
      expect.arrayContaining([
        '/old: skipped redirect (/new)',
        '/new: indexed new',
        '/out: skipped redirect (http://10.0.0.1/secret)',
        'http://10.0.0.1/secret: skipped outside',
        '/circle: failed redirects (it leads to /circle2 and on in a circle or more than 5 times)',
        '/self: failed redirects (it leads to /self and on in a circle or more than 5 times)',
        '/chain6: failed redirects (more than 5 redirects)',
      ]),
    )
    expect(lines.filter((line) => line.startsWith('/chain'))).toHaveLength(7)
  })

  test('of a page to itself are followed with the cookies that they set, which no other request has', async () => {
    const received: string[] = []
    const answer =
      (page: (cookie: string | undefined) => string | readonly string[]): Answer =>
      ({ url = '', headers: { cookie } }, response) => {
        received.push(`${url} ${cookie ?? ''}`.trim())
        const next = page(cookie)
        if (typeof next === 'string') response.setHeader('content-type', 'text/html').end(next)
        else response.writeHead(302, { location: url, 'set-cookie': [...next] }).end()
      }
    let count = 0
    await using other = await serveSite({ '*': answer(() => docPage('Other', 'Elsewhere.')) })
    const cross: Answer = ({ headers: { cookie } }, response) => {
      received.push(`/cross ${cookie ?? ''}`.trim())
      response.writeHead(302, { location: `${other.origin}/x`, 'set-cookie': 'secret=1' }).end()
    }
    await using site = await serveSite({
      '/robots.txt': answer((cookie) => (cookie === undefined ? ['r=1'] : 'User-agent: *\nDisallow: /hidden')),
      '/': answer(() => docPage('Home', 'Welcome.', ['/cross', '/endless', '/hidden', '/session', '/steps'])),
      '/cross': cross,
      '/endless': answer(() => [`n=${++count}`]),
      '/session': answer((cookie) =>
        cookie === undefined ? ['s=1; Path=/; Domain=127.0.0.1'] : docPage('Axle', 'Read.'),
      ),
      '/steps': answer((cookie) => {
        if (cookie === 'a=1; b=2') return docPage('Steps', 'All.')
        return cookie === undefined ? ['a=1'] : ['b=2']
      }),
    })
    using store = testStore()
    const starts = [`${site.origin}/`, `${other.origin}/`]
    const { verdicts } = await store.crawl(site.origin, { source: { kind: 'site', starts }, limits: { redirects: 2 } })
    const lines = verdictLines(verdicts, site.origin)
    expect(lines).toEqual(
      expect.arrayContaining([
        '/endless: failed redirects (it leads to /endless and on in a circle or more than 2 times)',
        '/hidden: skipped robots',
        '/session: indexed new',
        '/steps: indexed new',
      ]),
    )
    expect(received.filter((line) => /^\/(?:endless|session|steps|cross|x)(?: |$)/.test(line)).sort()).toEqual([
      '/cross',
      '/endless',
      '/endless n=1',
      '/endless n=2',
      '/session',
      '/session s=1',
      '/steps',
      '/steps a=1',
      '/steps a=1; b=2',
      '/x',
    ])
  })

  test('by a check of cookies at another address lead back to the page, others to their target', async () => {
    const received: string[] = []
    const guarded: Answer = ({ url = '', headers: { cookie } }, response) => {
      received.push(`${url} ${cookie ?? ''}`.trim())
      if (cookie?.includes('ok=1') === true)
        response.setHeader('content-type', 'text/html').end(docPage(`Page ${url}`, `Text of ${url}.`))
      else response.writeHead(302, { location: `/check?to=${encodeURIComponent(url)}`, 'set-cookie': 'seen=1' }).end()
    }
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/a', '/b', '/private', '/old']),
      '/a': guarded,
      '/b': guarded,
      '*': ({ url = '', headers: { cookie } }, response) => {
        received.push(`${url} ${cookie ?? ''}`.trim())
        const to = new URL(url, 'http://127.0.0.1').searchParams.get('to')
        const back = { location: to ?? '/', 'set-cookie': 'ok=1' }
        if (url.startsWith('/check') && cookie !== undefined) response.writeHead(302, back).end()
        else if (url === '/private') response.writeHead(302, { location: '/login?to=/private' }).end()
        else if (url === '/old') response.writeHead(302, { location: '/a', 'set-cookie': 's=1' }).end()
        else response.setHeader('content-type', 'text/html').end(docPage(`Page ${url}`, `Text of ${url}.`))
      },
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/a: indexed new',
      '/b: indexed new',
      '/login?to=/private: indexed new',
      '/old: skipped redirect (/a)',
      '/private: skipped redirect (/login?to=/private)',
    ])
    expect(received.filter((line) => /^\/(?:a|check\?to=%2Fa)(?: |$)/.test(line))).toEqual([
      '/a',
      '/check?to=%2Fa seen=1',
      '/a seen=1; ok=1',
    ])
  })

  test('of the start lead to its new place', async () => {
    await using site = await serveSite({
      '/docs': (_, response) => void response.writeHead(301, { location: '/manual/latest/' }).end(),
      '/manual/latest/': docPage('Manual', 'Text.', ['a', '/other']),
      '/manual/latest/a': docPage('A', 'Text.'),
    })
    using store = testStore()
    const { verdicts, notes } = await store.crawl(site.origin, {
      source: { kind: 'site', starts: [`${site.origin}/docs`] },
    })
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/docs: skipped redirect (/manual/latest/)',
      '/manual/latest/: indexed new',
      '/manual/latest/a: indexed new',
      '/other: skipped outside',
    ])
    expect(notes.join().replaceAll(site.origin, '')).toContain('The start /docs redirects to /manual/latest/')
  })

  test('by a meta refresh are redirects', async () => {
    await using site = await serveSite({
      '/': docPage('Moved', 'Moved.', [], '<meta http-equiv="refresh" content="0; url=/en/">'),
      '/en/': docPage('Home', 'Welcome.'),
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual(['/: skipped redirect (/en/)', '/en/: indexed new'])
  })
})

describe('endless addresses', () => {
  test('by a growing path end', async () => {
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['trap/']),
      '*': ({ url = '' }, response) => {
        if (!url.startsWith('/trap')) return void response.writeHead(404).end()
        return void response
          .setHeader('content-type', 'text/html')
          .end(docPage(url, `You are at ${url}.`, ['trap/', 'b/']))
      },
    })
    using store = testStore()
    const { counts, outcome } = await store.crawl(site.origin, { limits: { depth: 6 } })
    expect(outcome).toBe('complete')
    expect(counts.indexed).toBeLessThan(100)
    expect(counts.skipped.limit).toBeGreaterThan(0)
  })

  test('by queries end at 50 for each path', async () => {
    await using site = await serveSite({
      '*': ({ url = '' }, response) => {
        if (!url.startsWith('/cal') && url !== '/') return void response.writeHead(404).end()
        const from = Number(/m=(\d+)/.exec(url)?.[1] ?? 1000)
        const links = Array.from({ length: 30 }, (_, index) => `/cal?m=${from + index + 1}`)
        return void response.setHeader('content-type', 'text/html').end(docPage(url, `Month ${url}.`, links))
      },
    })
    using store = testStore()
    const { verdicts, outcome } = await store.crawl(site.origin)
    const states = verdicts.filter(({ url }) => url.includes('/cal?')).map(({ state }) => state)
    expect(states.filter((state) => state === 'indexed')).toHaveLength(50)
    expect(outcome).toBe('complete')
  })

  test('by links from page to page end at the depth limit', async () => {
    await using site = await serveSite({
      '*': ({ url = '' }, response) => {
        const at = url === '/' ? 0 : Number(/^\/n(\d+)$/.exec(url)?.[1] ?? Number.NaN)
        if (Number.isNaN(at)) return void response.writeHead(404).end()
        return void response.setHeader('content-type', 'text/html').end(docPage(url, `Page ${at}.`, [`/n${at + 1}`]))
      },
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toContain('/n21: skipped limit (more than 20 links deep)')
    expect(verdicts).toHaveLength(22)
  })

  test('end at a page limit below the number of connections', async () => {
    const names = ['/a', '/b', '/c', '/d', '/e', '/f', '/g']
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', names),
      ...Object.fromEntries(names.map((name) => [name, docPage(name, `Text ${name}.`)])),
    })
    using store = testStore()
    const { counts } = await store.crawl(site.origin, { limits: { pages: 4 } })
    expect(counts).toMatchObject({ seen: 8, indexed: 4, skipped: { limit: 4 } })
  })

  test('end at the page limit, with a verdict for each known address', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `/p${String(index).padStart(2, '0')}`)
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', names),
      ...Object.fromEntries(names.map((name) => [name, docPage(name, `Text ${name}.`)])),
    })
    using store = testStore()
    const { verdicts, outcome, counts } = await store.crawl(site.origin, { limits: { pages: 11 } })
    expect(outcome).toBe('limit')
    expect(counts).toMatchObject({ seen: 31, indexed: 11, skipped: { limit: 20 } })
    expect(verdictLines(verdicts, site.origin)).toContain('/p10: skipped limit (11 pages)')
  })
})

describe('several addresses of one page', () => {
  test('with equal bytes become one, the best of them', async () => {
    const page = docPage('Setup', 'Text.')
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/setup?ref=nav', '/setup/index.html', '/setup']),
      '/setup': page,
      '/setup?ref=nav': page,
      '/setup/index.html': page,
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/setup: indexed new',
      '/setup/index.html: skipped duplicate (/setup)',
      '/setup?ref=nav: skipped duplicate (/setup)',
    ])
  })

  test('have the address in the folder of the language that they state', async () => {
    const english = docPage('Setup', 'Text.').replace(/<html[^>]*>/, '<html lang="en">')
    const brazilian = docPage('Ajuda', 'Texto.').replace(/<html[^>]*>/, '<html lang="pt-BR">')
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/da/setup', '/en/setup', '/de/setup', '/pt/help', '/pt-br/help', '/da/help']),
      '/da/setup': english,
      '/de/setup': english,
      '/en/setup': english,
      '/da/help': brazilian,
      '/pt/help': brazilian,
      '/pt-br/help': brazilian,
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/da/help: skipped duplicate (/pt-br/help)',
      '/da/setup: skipped duplicate (/en/setup)',
      '/de/setup: skipped duplicate (/en/setup)',
      '/en/setup: indexed new',
      '/pt-br/help: indexed new',
      '/pt/help: skipped duplicate (/pt-br/help)',
    ])
  })

  test('become their canonical address, if it is there', async () => {
    const page = (name: string, canonical: string): string =>
      docPage(name, `Text of ${name}.`, [], `<link rel="canonical" href="${canonical}">`)
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', ['/v1/a', '/a', '/lost', '/x', '/y', '/elsewhere']),
      '/v1/a': page('old', '/a'),
      '/a': page('new', '/a'),
      '/lost': page('lost', '/missing'),
      '/x': page('x', '/y'),
      '/y': page('y', '/x'),
      '/elsewhere': page('elsewhere', 'https://production.example/elsewhere'),
    })
    using store = testStore()
    const { verdicts } = await store.crawl(site.origin)
    expect(verdictLines(verdicts, site.origin)).toEqual([
      '/: indexed new',
      '/a: indexed new',
      '/elsewhere: indexed new',
      '/lost: indexed new',
      '/missing: skipped gone (status 404)',
      '/v1/a: skipped duplicate (/a)',
      '/x: indexed new',
      '/y: indexed new',
      'https://production.example/elsewhere: skipped outside',
    ])
  })

  test('stay where a template names one canonical address on all pages', async () => {
    const head = '<link rel="canonical" href="/">'
    const names = Array.from({ length: 40 }, (_, index) => `/p${index}`)
    await using site = await serveSite({
      '/': docPage('Home', 'Welcome.', names, head),
      ...Object.fromEntries(names.map((name) => [name, docPage(name, `Text of ${name}.`, [], head)])),
    })
    using store = testStore()
    const { counts, notes } = await store.crawl(site.origin)
    expect(counts.indexed).toBe(41)
    expect(notes.join()).toContain('40 of 41 pages name')
  })
})

test('sitemaps that lie cost notes and verdicts, and lose no page', async () => {
  const entries = ['/a', '/missing', 'https://elsewhere.example/b', '/file.pdf', '/moved', '/']
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.'),
    '/robots.txt': 'Sitemap: /index.xml\nSitemap: /html.xml\nSitemap: /gone.xml\nSitemap: /broken.xml',
    '/index.xml':
      '<sitemapindex><sitemap><loc>/index.xml</loc></sitemap><sitemap><loc>/pages.xml</loc></sitemap></sitemapindex>',
    '/pages.xml': `<urlset>${entries.map((one) => `<url><loc>${one}</loc></url>`).join('')}</urlset>`,
    '/broken.xml': (_, response) => void response.writeHead(500, { 'retry-after': '0' }).end(),
    '/html.xml': '<!doctype html><p>Not a sitemap',
    '/a': docPage('A', 'Only the sitemap names it.'),
    '/moved': (_, response) => void response.writeHead(301, { location: '/a' }).end(),
  })
  using store = testStore()
  const { verdicts, notes } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: indexed new',
    '/a: indexed new',
    '/file.pdf: skipped not-html (.pdf)',
    '/missing: skipped gone (status 404)',
    '/moved: skipped redirect (/a)',
    'https://elsewhere.example/b: skipped outside',
  ])
  expect(notes.map((note) => note.replaceAll(site.origin, ''))).toEqual([
    'The sitemap /broken.xml could not be read: status 500.',
    'The sitemap /gone.xml could not be read: status 404.',
    'The sitemap /html.xml lists no pages.',
  ])
})

test('pages of any kind of damage have a verdict, and the others stay', async () => {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/big', '/slow', '/binary', '/deep', '/pdf', '/data', '/good']),
    '/good': docPage('Good', 'Text.'),
    '/big': (_, response) => void response.writeHead(200, html).end('x'.repeat(11 * 1024 * 1024)),
    '/slow': (_, response) => {
      response.writeHead(200, html)
      const timer = setInterval(() => response.write('<p>x'), 100)
      response.on('close', () => clearInterval(timer))
    },
    '/binary': (_, response) => void response.writeHead(200, html).end(Buffer.alloc(1000, 0xfe)),
    '/deep': '<div>'.repeat(50_000),
    '/pdf': (_, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    '/data': ' {"error": "no page", "code": 5}',
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin, { limits: { seconds: 1 } })
  expect(reasonsOf(site, verdicts)).toEqual({
    '/': 'indexed',
    '/good': 'indexed',
    '/big': 'too-large',
    '/slow': 'too-slow',
    '/binary': 'encoding',
    '/deep': 'too-large',
    '/pdf': 'not-html',
    '/data': 'not-html',
  })
})

// The pauses between the attempts take seconds.
test('a page whose connection is cut has a verdict, and the others stay', { tags: 'long' }, async () => {
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/cut', '/good']),
    '/good': docPage('Good', 'Text.'),
    '/cut': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': '1000' }).write('<p>x')
      setTimeout(() => response.destroy(), 20)
    },
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin)
  expect(reasonsOf(site, verdicts)).toEqual({ '/': 'indexed', '/good': 'indexed', '/cut': 'network' })
})

/** The reason of each address that is not indexed. */
function reasonsOf({ origin }: SiteServer, verdicts: readonly Verdict[]): Record<string, string> {
  return Object.fromEntries(
    verdicts.map((verdict) => [
      verdict.url.replace(origin, ''),
      verdict.state === 'indexed' ? 'indexed' : verdict.reason,
    ]),
  )
}
