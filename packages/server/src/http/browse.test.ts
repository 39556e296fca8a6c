/** Browsing over HTTP: the cursor alone continues a browse, as older clients send it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'

interface Page {
  hits: { objectID: string; title?: string }[]
  cursor?: string
  page: number
  hitsPerPage: number
  query: string
}

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

const post = (body: object, key = server.adminKey): Promise<Response> =>
  server.post('/1/indexes/docs/browse', body, {}, key)
const browse = async (body: object, key?: string): Promise<Page> => (await (await post(body, key)).json()) as Page

test('a cursor without other parameters continues the browse that it came from', async () => {
  const first = await browse({ query: 'server', filters: 'lang:en', hitsPerPage: 1, attributesToRetrieve: ['lang'] })
  const second = await browse({ cursor: first.cursor })
  expect(second).toMatchObject({ query: 'server', hitsPerPage: 1, page: 1 })
  expect(second.cursor).toBeUndefined()
  const found = [...first.hits, ...second.hits].sort((a, b) => a.objectID.localeCompare(b.objectID))
  expect(found).toEqual([
    { objectID: '1', lang: 'en' },
    { objectID: '2', lang: 'en' },
  ])
})

test('a cursor is read flat, in a params string and from the address', async () => {
  const { cursor = '' } = await browse({ hitsPerPage: 2 })
  const last = await browse({ cursor, hitsPerPage: 2 })
  expect(last.hits).toHaveLength(1)
  expect(await browse({ params: `cursor=${cursor}` })).toMatchObject({ hits: last.hits, page: 1 })
  const url = server.urlOf(`/1/indexes/docs/browse?cursor=${cursor}`, server.adminKey)
  expect(await (await fetch(url)).json()).toMatchObject({ hits: last.hits, page: 1 })
})

test('a cursor of another index is refused: its position would omit records', async () => {
  await server.backend.replaceRecords('others', [{ objectID: 'a' }], {})
  const { cursor } = await browse({ hitsPerPage: 1 })
  const other = await server.post('/1/indexes/others/browse', { cursor }, {}, server.adminKey)
  expect(await refusal(other)).toEqual([400, expect.stringContaining('of an earlier answer for this index')])
})

test('a cursor does not widen the rights of a key', async () => {
  const { cursor } = await browse({ query: 'server', hitsPerPage: 1 })
  const german = await server.newKey({ acl: ['browse'], queryParameters: 'filters=lang:de' })
  expect((await browse({ cursor }, german.value)).hits).toEqual([])
})

test('a page has fewer records where they are long (browsePageBytes), and its cursor continues', async () => {
  const content = 'x'.repeat(95 * 1024)
  const records = Array.from({ length: 200 }, (_, i) => ({ objectID: String(i), content }))
  await server.backend.replaceRecords('long', records, {})
  const next = async (body: object): Promise<Page> =>
    (await (await server.post('/1/indexes/long/browse', body, {}, server.adminKey)).json()) as Page
  const pages = [await next({})]
  for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor)
    pages.push(await next({ cursor }))
  const lengths = pages.map(({ hits }) => hits.length)
  expect(lengths).toEqual([87, 87, 26])
  expect(new Set(pages.flatMap(({ hits }) => hits.map(({ objectID }) => objectID))).size).toBe(200)
})

test.each([{ page: 1 }, { params: 'page=2' }, { offset: 5 }])('%j is refused instead of the first page', async (body) =>
  expect(await refusal(await post(body))).toEqual([400, expect.stringContaining('"cursor" of the previous answer')]),
)

test.each(['nonsense', Buffer.from('{"at":1}').toString('base64url'), Buffer.from('null').toString('base64url')])(
  'the cursor %s of no answer is refused',
  async (cursor) => expect(await refusal(await post({ cursor }))).toEqual([400, expect.stringContaining('"cursor"')]),
)
