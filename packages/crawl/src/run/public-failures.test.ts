/** Failures of other products that their users reported, as far as the crawl itself prevents them. */
import { expect, test } from 'vitest'
import { testStore, verdictLines } from '../testing/crawl-site.ts'
import { docPage, serveSite, type Answer } from '../testing/site-server.ts'

const slow: Answer = (_, response) => {
  response.setHeader('content-type', 'text/html').write('<!doctype html>')
}

test('a page that timed out keeps its records', async () => {
  await using site = await serveSite({ '/': docPage('Home', 'Welcome.', ['/slow']), '/slow': docPage('Slow', 'Text.') })
  using store = testStore()
  await store.crawl(site.origin)
  store.accept()
  site.answers.set('/slow', slow)
  const { verdicts, records, counts } = await store.crawl(site.origin, { limits: { seconds: 0.3 } })
  expect(verdicts.find(({ url }) => url.endsWith('/slow'))).toMatchObject({ reason: 'too-slow', keptRecords: 1 })
  expect(records.map(({ content }) => content)).toEqual(['Welcome.', 'Text.'])
  expect(counts.failed).toEqual({ 'too-slow': 1 })
})

test('a page whose HTML is cut keeps its records; a site that leaves out the end of its pages has them all', async () => {
  const names = ['/a', '/b', '/c']
  const whole = (title: string): string => docPage(title, `Text of ${title}.`, names)
  const cut = (title: string): string => whole(title).replace(/Text[^]*$/, 'Te')
  await using site = await serveSite({
    '/': whole('/'),
    ...Object.fromEntries(names.map((name) => [name, whole(name)])),
  })
  using store = testStore()
  await store.crawl(site.origin)
  store.accept()
  site.answers.set('/b', cut('/b'))
  const { verdicts, records, counts } = await store.crawl(site.origin)
  expect(counts.failed).toEqual({ cut: 1 })
  expect(verdicts.find(({ url }) => url.endsWith('/b'))).toMatchObject({ reason: 'cut', keptRecords: 1 })
  expect(records.map(({ content }) => content)).toContain('Text of /b.')
  for (const name of ['/', ...names]) site.answers.set(name, whole(name).replace('</main></body></html>', 'All.'))
  const after = await store.crawl(site.origin)
  expect(after.counts.failed).toEqual({})
  expect(after.records.map(({ content }) => content).filter((text) => text?.endsWith('All.'))).toHaveLength(4)
})

test('pages that a limit left out keep their records, also those that no page that was read links to', async () => {
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/a', '/b']),
    '/a': docPage('A', 'First.'),
    '/b': docPage('B', 'Second.', ['/b/c']),
    '/b/c': docPage('C', 'Third.'),
  })
  using store = testStore()
  await store.crawl(site.origin)
  store.accept()
  const { outcome, verdicts, records, changes } = await store.crawl(site.origin, { limits: { pages: 2 } })
  expect(outcome).toBe('limit')
  expect(records.map(({ content }) => content)).toEqual(['Welcome.', 'First.', 'Second.', 'Third.'])
  expect(changes).toMatchObject({ unchanged: 4, removed: 0, kept: 2 })
  expect(verdicts.filter(({ state }) => state !== 'indexed')).toMatchObject([
    { url: `${site.origin}/b`, reason: 'limit', keptRecords: 1 },
    { url: `${site.origin}/b/c`, from: 'index', reason: 'limit', keptRecords: 1 },
  ])
})

test('a page that failed before a limit was reached has the verdict of its failure', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `/p${index}`)
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/a', ...names]),
    '/a': (_, response) => void response.writeHead(503, { 'retry-after': '0' }).end(),
    ...Object.fromEntries(names.map((name) => [name, docPage(name, `Text of ${name}.`)])),
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin, { limits: { pages: 5 } })
  expect(verdictLines(verdicts, site.origin)[1]).toBe('/a: failed status (status 503)')
})

test('the number of records does not depend on the load of the site', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `/p${index}`)
  let requests = 0
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', names),
    '*': ({ url = '' }, response) => {
      if (!names.includes(url)) return void response.writeHead(404).end()
      // Every third request is refused, in each crawl other ones.
      if (++requests % 3 === 0) return void response.writeHead(503, { 'retry-after': '0' }).end()
      return void response.setHeader('content-type', 'text/html').end(docPage(url, `Text of ${url}.`))
    },
  })
  const counts: number[] = []
  for (const skip of [0, 1, 2]) {
    requests = skip
    using store = testStore()
    counts.push((await store.crawl(site.origin)).records.length)
  }
  expect(counts).toEqual([21, 21, 21])
})

test('a site that answers every address with one page has one page, and each address a verdict', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `/p${index}`)
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', names),
    ...Object.fromEntries(names.map((name) => [name, docPage(name, `Text of ${name}.`)])),
  })
  using store = testStore()
  await store.crawl(site.origin)
  store.accept()
  const maintenance = docPage('Maintenance', 'We will be back soon.')
  for (const path of ['/', ...names]) site.answers.set(path, maintenance)
  site.answers.set('/sitemap.xml', `<urlset>${names.map((name) => `<url><loc>${name}</loc></url>`).join('')}</urlset>`)
  const { counts, changes } = await store.crawl(site.origin)
  expect(counts).toMatchObject({ seen: 31, indexed: 1, skipped: { duplicate: 30 } })
  expect(changes.removed).toBe(30)
})

test('a site behind a login names the redirect for each page', async () => {
  await using site = await serveSite({
    '/': docPage('Home', 'Welcome.', ['/a', '/b']),
    '/a': (_, response) => void response.writeHead(302, { location: '/login?to=a' }).end(),
    '/b': (_, response) => void response.writeHead(302, { location: '/login?to=b' }).end(),
    '/login?to=a': docPage('Log in', 'Enter your name.'),
    '/login?to=b': docPage('Log in', 'Enter your name.'),
  })
  using store = testStore()
  const { verdicts } = await store.crawl(site.origin)
  expect(verdictLines(verdicts, site.origin)).toEqual([
    '/: indexed new',
    '/a: skipped redirect (/login?to=a)',
    '/b: skipped redirect (/login?to=b)',
    '/login?to=a: indexed new',
    '/login?to=b: skipped duplicate (/login?to=a)',
  ])
})

test('pages of a deep hierarchy are found, by links alone', async () => {
  const paths = Array.from(
    { length: 12 },
    (_, depth) =>
      `/${'abcdefghijkl'
        .slice(0, depth)
        .split('')
        .map((one) => `${one}/`)
        .join('')}`,
  )
  await using site = await serveSite(
    Object.fromEntries(
      paths.map((path, at) => [path, docPage(`Level ${at}`, `Text ${at}.`, paths.slice(at + 1, at + 2))]),
    ),
  )
  using store = testStore()
  expect((await store.crawl(site.origin)).counts.indexed).toBe(12)
})

test('one site cannot remove the pages of another, since each has its own store', async () => {
  await using one = await serveSite({ '/': docPage('One', 'First site.') })
  await using other = await serveSite({ '/': docPage('Other', 'Second site.') })
  using first = testStore()
  using second = testStore()
  await first.crawl(one.origin)
  first.accept()
  await second.crawl(other.origin)
  second.accept()
  expect((await first.crawl(one.origin)).changes).toMatchObject({ unchanged: 1, removed: 0 })
})
