import { expect, test } from 'vitest'
import { testStore } from '../testing/crawl-site.ts'
import { serveSite } from '../testing/site-server.ts'

const page = (title: string, text: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`

const PAGES = ['setup', 'weaving', 'warping', 'shuttles']

/** The pages of a version, each with a text of its own. */
const version = (folder: string, head = '', names = PAGES): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [`${folder}/${name}.html`, page(name, `About ${name} on looms of ${folder}.`, head)]),
  )

test('pages that state no version have that of a folder which mirrors others, as soon as there are others', async () => {
  await using site = await serveSite({ '/': '' })
  using store = testStore()
  /** The versions of all records after a crawl of the pages, by path. */
  const crawled = async (paths: Record<string, string>): Promise<Record<string, unknown>> => {
    const links = Object.keys(paths).map((path) => `<a href="${path}">${path}</a>`)
    site.answers.set('/', page('Looms', `Welcome to the looms. ${links.join(' ')}`))
    for (const [path, html] of Object.entries(paths)) site.answers.set(path, html)
    const { records } = await store.crawl(site.origin)
    store.accept()
    return Object.fromEntries(records.map((record) => [record.url.replace(site.origin, ''), record['version']]))
  }
  const one = { ...version('/looms/docs/1.x'), ...version('/api/v1', '', ['looms', 'orders', 'users']) }
  expect(Object.values(await crawled(one)).filter((each) => each !== undefined)).toEqual([])

  const stated = '<meta name="docsearch:version" content="2.4,latest">'
  const found = await crawled({ ...one, ...version('/looms/docs/2.x'), ...version('/looms/docs/stable', stated) })
  expect(found).toMatchObject({
    '/looms/docs/1.x/setup.html': '1.x',
    '/looms/docs/2.x/weaving.html': '2.x',
    '/looms/docs/stable/setup.html': '2.4',
  })
  expect([found['/'], found['/api/v1/users.html']]).toEqual([undefined, undefined])
})
