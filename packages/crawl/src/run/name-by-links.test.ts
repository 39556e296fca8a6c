import { expect, test } from 'vitest'
import { testStore, type Crawled } from '../testing/crawl-site.ts'
import { serveSite } from '../testing/site-server.ts'

const page = (title: string, body: string, lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>
<nav><a href="/setup">Name in the navigation</a></nav><main><h1>${title}</h1>${body}</main></body></html>`

const SETUP = page('Setup', '<p>Set it up.</p><h2 id="silent">Silent mode</h2><p>Without questions.</p>')
const HOME =
  '<p>Read about <a href="/setup#silent">unattended installation</a>, <a href="/setup">Setup</a>, <a href="setup">here</a>.</p>'

/** Texts by path and anchor. */
const textsOf = ({ records }: Crawled, origin: string): Record<string, unknown> =>
  Object.fromEntries(
    records.flatMap(({ url, linked_as: texts }) => (texts === undefined ? [] : [[url.replace(origin, ''), texts]])),
  )

test('records have the texts of links in the contents of other pages; headings and texts without a name are left out', async () => {
  await using site = await serveSite({
    '/': page('Home', HOME),
    '/old': (_, response) => void response.writeHead(301, { location: '/setup' }).end(),
    '/more': page('More', '<p><a href="/old">installer options</a> <a href="/setup#gone">missing section</a></p>'),
    '/de': page('Start', '<p><a href="/setup">Einrichtung</a></p>', 'de'),
    '/setup': SETUP,
    '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['', 'more', 'de'].map((path) => `<url><loc>PLACE/${path}</loc></url>`).join('')}</urlset>`,
  })
  const sitemap = site.answers.get('/sitemap.xml') as string
  site.answers.set('/sitemap.xml', sitemap.replaceAll('PLACE', site.origin))
  using store = testStore()
  const first = await store.crawl(site.origin)
  const wanted = { '/setup': ['installer options', 'missing section'], '/setup#silent': ['unattended installation'] }
  expect(textsOf(first, site.origin)).toEqual(wanted)
  store.accept()

  const same = await store.crawl(site.origin)
  expect(JSON.stringify(same.records)).toBe(JSON.stringify(first.records))
  expect(same.changes).toMatchObject({ changed: 0, added: 0, removed: 0 })

  site.answers.set('/', page('Home', HOME.replace('unattended installation', 'headless installation')))
  const next = await store.crawl(site.origin)
  expect(textsOf(next, site.origin)).toEqual({ ...wanted, '/setup#silent': ['headless installation'] })
  expect(next.verdicts.filter((verdict) => verdict.state === 'indexed' && verdict.change === 'changed')).toHaveLength(2)

  site.answers.set('/', page('Home', '<p>Welcome.</p>'))
  expect(textsOf(await store.crawl(site.origin), site.origin)).toEqual({ '/setup': wanted['/setup'] })
})

test('a link that a large part of the site has is no content', async () => {
  const paths = Array.from({ length: 12 }, (_, n) => `/p${n}`)
  const others = paths.map((path) => [
    path,
    page(`Page ${path}`, `<p>Text of ${path}.</p><p>See also the <a href="/setup">old wizard</a>.</p>`),
  ])
  const list = paths.map((path) => `<a href="${path}">${path}</a>`).join('')
  await using site = await serveSite({
    ...Object.fromEntries(others),
    '/': page('Home', `<p>${list}</p><p>Run the <a href="/setup">assistant</a>.</p>`),
    '/setup': SETUP,
  })
  using store = testStore()
  expect(textsOf(await store.crawl(site.origin), site.origin)).toEqual({ '/setup': ['assistant'] })
})
