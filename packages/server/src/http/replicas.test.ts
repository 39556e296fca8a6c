/** Replicas as public clients use them: created by settings, used by a widget for sorting, and refused in invalid calls. */
import { algoliasearch } from 'algoliasearch'
import client4 from 'algoliasearch-4'
import instantsearch from 'instantsearch.js'
import { connectHits, connectSortBy } from 'instantsearch.js/es/connectors/index.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer

const RECORDS = [
  { objectID: 'lamp', name: 'A lamp', price: 30 },
  { objectID: 'cheap', name: 'A lamp for the desk', price: 10 },
  { objectID: 'dear', name: 'A lamp of glass', price: 90 },
]
const SETTINGS = { searchableAttributes: ['name'], replicas: ['shop_asc', 'virtual(shop_desc)'] }

const host = (): string => `127.0.0.1:${server.port}`
const clientWith = (key = server.adminKey) =>
  algoliasearch('docent', key, {
    hosts: [{ url: '127.0.0.1', port: server.port, accept: 'readWrite', protocol: 'http' }],
  })

async function idsIn(indexName: string, query = 'lamp'): Promise<string[]> {
  const { hits } = await clientWith(server.searchKey).searchSingleIndex({ indexName, searchParams: { query } })
  return hits.map(({ objectID }) => objectID)
}

beforeAll(async () => {
  server = await startApiServer()
  const client = clientWith()
  const index = async (indexName: string, indexSettings: object): Promise<void> => {
    const { taskID } = await client.setSettings({ indexName, indexSettings })
    await client.waitForTask({ indexName, taskID })
  }
  await client.saveObjects({ indexName: 'shop', objects: RECORDS, waitForTasks: true })
  await index('shop', SETTINGS)
  await index('shop_asc', { ranking: ['asc(price)', 'typo', 'words', 'exact', 'custom'] })
  await index('shop_desc', { customRanking: ['desc(price)'], relevancyStrictness: 50 })
})
afterAll(() => server.close())

const BY_PRICE = ['cheap', 'lamp', 'dear']

test('each replica has its order, and the settings and the list of indexes name them', async () => {
  const client = clientWith()
  expect([await idsIn('shop_asc'), await idsIn('shop_desc')]).toEqual([BY_PRICE, BY_PRICE.toReversed()])
  expect((await client.getSettings({ indexName: 'shop' })).replicas).toEqual(['shop_asc', 'virtual(shop_desc)'])
  const settings = await client.getSettings({ indexName: 'shop_desc' })
  expect(settings).toMatchObject({ primary: 'shop', searchableAttributes: ['name'], relevancyStrictness: 50 })
  expect(settings).not.toHaveProperty('replicas')
  const { items } = await client.listIndices()
  expect(items.find(({ name }) => name === 'shop')).toMatchObject({ replicas: SETTINGS.replicas, entries: 3 })
  expect(items.find(({ name }) => name === 'shop_asc')).toMatchObject({ primary: 'shop', entries: 3 })
  expect(items.find(({ name }) => name === 'shop_desc')).toMatchObject({ primary: 'shop', virtual: true })
})

test('the sort widget shows hits of each of its indexes', async () => {
  const search = instantsearch({ searchClient: clientWith(server.searchKey), indexName: 'shop' })
  const seen: string[][] = []
  const shown = Promise.withResolvers<void>()
  const orders = ['shop', 'shop_asc', 'shop_desc']
  let refine: (index: string) => void = () => undefined
  const sortBy = connectSortBy((options: { refine: (index: string) => void }) => {
    refine = options.refine
  })
  const hits = connectHits(({ items, results }: { items: { objectID: string }[]; results?: { index: string } }) => {
    if (results === undefined || results.index !== orders[seen.length]) return
    seen.push(items.map(({ objectID }) => objectID))
    const next = orders[seen.length]
    if (next === undefined) shown.resolve()
    else setTimeout(() => refine(next))
  })
  search.addWidgets([sortBy({ items: orders.map((value) => ({ value, label: value })) }), hits({})])
  search.start()
  await shown.promise
  search.dispose()
  expect(seen[0]?.toSorted()).toEqual(BY_PRICE.toSorted())
  expect(seen.slice(1)).toEqual([BY_PRICE, BY_PRICE.toReversed()])
})

test('replacing all records with either major version of the client keeps the replicas', async () => {
  const client = clientWith()
  const objects = [{ objectID: 'new', name: 'A new lamp', price: 1 }]
  await client.replaceAllObjects({ indexName: 'shop', objects })
  expect([await idsIn('shop'), await idsIn('shop_asc'), await idsIn('shop_desc')]).toEqual([['new'], ['new'], ['new']])
  const older = client4.default('docent', server.adminKey, {
    hosts: [{ url: host(), protocol: 'http', accept: 3 }],
  })
  const index = older.initIndex('shop')
  await index.replaceAllObjects(RECORDS, { safe: true })
  expect([await idsIn('shop_asc'), await idsIn('shop_desc')]).toEqual([BY_PRICE, BY_PRICE.toReversed()])
  expect((await index.getSettings()).replicas).toEqual(['shop_asc', 'virtual(shop_desc)'])
  await index.setSettings({ hitsPerPage: 2 }, { forwardToReplicas: true }).wait()
  expect(await idsIn('shop_asc')).toHaveLength(2)
  await index.setSettings({ hitsPerPage: 20 }, { forwardToReplicas: true }).wait()
  await index
    .saveSynonyms([{ objectID: 's', type: 'synonym', synonyms: ['lamp', 'light'] }], {
      forwardToReplicas: true,
    })
    .wait()
  expect(await idsIn('shop_desc', 'light')).toEqual(BY_PRICE.toReversed())
  const withOldName = older.initIndex('older')
  await withOldName.setSettings({ slaves: ['older_asc'] }).wait()
  expect((await withOldName.getSettings()).replicas).toEqual(['older_asc'])
})

const put = (path: string, body: object, key = server.adminKey): Promise<Response> =>
  fetch(server.urlOf(`/1/indexes/${path}`, key), { method: 'PUT', body: JSON.stringify(body) })

test.each<[path: string, body: object, status: number, message: string]>([
  [
    'shop_asc/1',
    { a: 1 },
    400,
    'Index shop_asc is a replica of shop: write records there, or take it off the replicas first',
  ],
  ['shop/settings', { replicas: ['shop'] }, 400, '"replicas" names shop as a replica of itself'],
  ['shop/settings', { replicas: ['a', 'virtual(a)'] }, 400, '"replicas" names a twice'],
  ['shop/settings', { replicas: ['virtual()'] }, 400, 'indexName is not valid: it must be a non-empty string'],
  [
    'shop/settings',
    { replicas: 'a' },
    400,
    'Invalid value for "replicas" parameter, expected array of at most 20 names',
  ],
  ['shop/settings', { replicas: ['docs'] }, 400, 'Index docs holds 3 records of its own'],
  [
    'shop_desc/settings',
    { searchableAttributes: ['x'] },
    400,
    'Index shop_desc is a replica of shop and has its searchable',
  ],
])('%s with %j is refused', async (path, body, status, message) => {
  expect(await refusal(await put(path, body))).toEqual([status, expect.stringContaining(message)])
})

test('a key cannot make a replica of an index that it may not use, and cannot forward changes to it', async () => {
  const { value } = await server.newKey({ acl: ['editSettings', 'settings'], indexes: ['shop', 'mine*'] })
  const refused = [403, 'Index not allowed with this API key']
  expect(await refusal(await put('mine/settings', { replicas: ['mine_asc', 'other'] }, value))).toEqual(refused)
  expect(await refusal(await put('shop/settings?forwardToReplicas=true', { hitsPerPage: 1 }, value))).toEqual(refused)
  const synonym = { objectID: 's', type: 'synonym', synonyms: ['a', 'b'] }
  expect(await refusal(await put('shop/synonyms/s?forwardToReplicas=true', synonym, value))).toEqual(refused)
  expect((await put('mine/settings?forwardToReplicas=true', { replicas: ['mine_asc'] }, value)).status).toBe(200)
})
