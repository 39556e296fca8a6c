// @module-tag long
/** The public client of major version 4, unmodified, in Node: some of its spellings differ from those of version 5. */
import client4 from 'algoliasearch-4'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

const { default: algoliasearch } = client4

const READ_AND_WRITE = 3
const clientWith = (key: string, headers: Record<string, string> = {}) =>
  algoliasearch('docent', key, {
    hosts: [{ url: `127.0.0.1:${server.port}`, protocol: 'http', accept: READ_AND_WRITE }],
    headers,
  })
const admin = () => clientWith(server.adminKey)

const idsOf = (hits: readonly { objectID: string }[]): string[] => hits.map(({ objectID }) => objectID).toSorted()

test('searches: several queries, one query, facet values in both ways, and a strategy', async () => {
  const client = clientWith(server.searchKey)
  const { results } = await client.search([
    {
      indexName: 'docs',
      query: 'install',
      params: { hitsPerPage: 5, facets: ['lang'], attributesToRetrieve: ['title'] },
    },
    { indexName: 'docs', type: 'facet', facet: 'lang', params: { facetQuery: 'e' } },
  ])
  expect(results[0]).toMatchObject({ nbHits: 1, query: 'install', hitsPerPage: 5, facets: { lang: { en: 1 } } })
  expect(results[1]).toMatchObject({ facetHits: [{ value: 'en', count: 2 }] })
  const index = client.initIndex('docs')
  expect(await index.search('server', { filters: 'lang:de', hitsPerPage: 0 })).toMatchObject({ nbHits: 1, hits: [] })
  expect(await index.searchForFacetValues('lang', 'd', { query: 'server' })).toMatchObject({
    facetHits: [{ value: 'de', count: 1 }],
  })
  const both = ['server', 'server'].map((query) => ({ indexName: 'docs', query, params: { hitsPerPage: 1 } }))
  const stopped = await client.multipleQueries(both, { strategy: 'stopIfEnoughMatches' })
  expect(stopped.results.map((result) => ('hits' in result ? result.hits.length : undefined))).toEqual([1, 0])
  expect(await index.findObject<{ lang: string }>((hit) => hit.lang === 'de')).toMatchObject({
    object: { objectID: '3' },
  })
})

test('records: saves in batches, reads, partial updates, browsing, deletions', async () => {
  const index = admin().initIndex('saved 4/ü')
  const objects = Array.from({ length: 2500 }, (_, i) => ({ objectID: `${i}`, n: i, even: i % 2 === 0 }))
  await index.setSettings({ attributesForFaceting: ['even'] }).wait()
  await index.saveObjects(objects).wait()
  const made = await index.saveObjects([{ n: -1 }], { autoGenerateObjectIDIfNotExist: true }).wait()
  expect(made.objectIDs[0]).toMatch(/^[0-9a-f]{32}$/)
  await index.deleteObject(made.objectIDs[0] ?? '').wait()
  await index.partialUpdateObjects([{ objectID: '1', n: { _operation: 'Increment', value: 10 } }]).wait()
  await index.partialUpdateObject({ objectID: 'nobody', n: 1 }, { createIfNotExists: false }).wait()
  expect(await index.getObject('1', { attributesToRetrieve: ['n', 'even'] })).toEqual({
    objectID: '1',
    n: 11,
    even: false,
  })
  const { results } = await index.getObjects(['1', 'nobody'], { attributesToRetrieve: ['n'] })
  expect(results).toEqual([{ objectID: '1', n: 11 }, null])
  const browsed: { objectID: string }[] = []
  await index.browseObjects({ batch: (batch) => void browsed.push(...batch) })
  expect(new Set(idsOf(browsed)).size).toBe(2500)
  const even: { objectID: string }[] = []
  await index.browseObjects({
    query: '',
    filters: 'even:true',
    attributesToRetrieve: ['n'],
    batch: (batch) => void even.push(...batch),
  })
  expect(even.length).toBe(1250)
  await index.deleteBy({ filters: 'even:true' }).wait()
  await index.deleteObjects(['1', '3']).wait()
  expect((await index.search('')).nbHits).toBe(1248)
  await index.clearObjects().wait()
  expect((await index.search('')).nbHits).toBe(0)
  await index.delete().wait()
  expect(await index.exists()).toBe(false)
})

test('an index is replaced atomically and in place, also by an empty one', async () => {
  const index = admin().initIndex('replaced4')
  await index.setSettings({ searchableAttributes: ['title'], typoTolerance: 'strict' }).wait()
  await index
    .saveRule({
      objectID: 'r',
      conditions: [{ pattern: 'y', anchoring: 'is' }],
      consequence: { params: { query: 'x' } },
    })
    .wait()
  await index.saveObjects([{ objectID: 'old', title: 'old' }]).wait()
  await index.replaceAllObjects([{ objectID: 'new', title: 'new' }], { safe: true })
  expect(idsOf((await index.search('')).hits)).toEqual(['new'])
  expect(await index.getSettings()).toMatchObject({ searchableAttributes: ['title'], typoTolerance: 'strict' })
  expect(await index.getRule('r')).toMatchObject({ objectID: 'r' })
  await index.replaceAllObjects([], { safe: true })
  expect((await index.search('')).nbHits).toBe(0)
  await index.replaceAllObjects([{ title: 'named by the server' }], {
    autoGenerateObjectIDIfNotExist: true,
    safe: true,
  })
  expect((await index.search('')).nbHits).toBe(1)
})

test('indexes are listed, copied in part and completely, and moved', async () => {
  const client = admin()
  await client.copyIndex('docs', 'copy4').wait()
  expect((await client.initIndex('copy4').search('')).nbHits).toBe(3)
  await client.copySettings('docs', 'settings4').wait()
  expect((await client.initIndex('settings4').getSettings()).searchableAttributes).toEqual(['title'])
  await client.moveIndex('copy4', 'moved4').wait()
  const names = new Set((await client.listIndices()).items.map(({ name }) => name))
  expect([names.has('moved4'), names.has('copy4')]).toEqual([true, false])
  const batch = await client
    .multipleBatch([
      { action: 'addObject', indexName: 'moved4', body: { title: 'one' } },
      { action: 'deleteObject', indexName: 'moved4', body: { objectID: '1' } },
      { action: 'clear', indexName: 'settings4', body: {} },
      { action: 'delete', indexName: 'nowhere4', body: {} },
    ])
    .wait()
  expect(Object.keys(batch.taskID)).toEqual(['moved4', 'settings4', 'nowhere4'])
  expect((await client.initIndex('moved4').search('')).nbHits).toBe(3)
  const { results } = await client.multipleGetObjects([
    { indexName: 'moved4', objectID: '2', attributesToRetrieve: ['lang'] },
    { indexName: 'docs', objectID: '3' },
  ])
  expect(results).toMatchObject([{ lang: 'en' }, { lang: 'de' }])
})

test('synonyms and rules are saved, browsed, searched and cleared', async () => {
  const index = admin().initIndex('parts4')
  const synonyms = Array.from({ length: 30 }, (_, i) => ({
    objectID: `s${i}`,
    type: 'synonym' as const,
    synonyms: ['car', `car${i}`],
  }))
  await index.saveSynonyms(synonyms, { replaceExistingSynonyms: true }).wait()
  await index.saveSynonym({ objectID: 'one', type: 'oneWaySynonym', input: 'a', synonyms: ['b'] }).wait()
  const browsed: { objectID: string }[] = []
  await index.browseSynonyms({ batch: (batch) => void browsed.push(...batch) })
  expect(browsed.length).toBe(31)
  expect((await index.searchSynonyms('car7')).nbHits).toBe(1)
  await index.deleteSynonym('one').wait()
  await index
    .saveRules([
      {
        objectID: 'r1',
        conditions: [{ pattern: 'x', anchoring: 'contains' }],
        consequence: { params: { filters: 'a:b' } },
      },
    ])
    .wait()
  const rules: { objectID: string }[] = []
  await index.browseRules({ batch: (batch) => void rules.push(...batch) })
  expect(idsOf(rules)).toEqual(['r1'])
  await index.replaceAllRules([{ objectID: 'r2', consequence: { params: { filters: 'a:c' } } }]).wait()
  expect(idsOf((await index.searchRules('')).hits)).toEqual(['r2'])
  await index.clearRules().wait()
  await index.clearSynonyms().wait()
  expect((await index.searchRules('')).nbHits + (await index.searchSynonyms('')).nbHits).toBe(0)
})

test('keys are created, changed, derived and deleted', async () => {
  const client = admin()
  const { key } = await client.addApiKey(['search'], { indexes: ['do*'], maxHitsPerQuery: 2 }).wait()
  expect((await clientWith(key).initIndex('docs').search('')).hits.length).toBe(2)
  await client.updateApiKey(key, { acl: ['search', 'browse'], description: 'changed' }).wait()
  const changed = await client.getApiKey(key)
  expect(changed).toMatchObject({ acl: ['search', 'browse'], description: 'changed' })
  expect(changed).not.toHaveProperty('maxHitsPerQuery')
  await client.updateApiKey(key, { maxHitsPerQuery: 3 }).wait()
  expect(await client.getApiKey(key)).toMatchObject({ acl: ['search', 'browse'], maxHitsPerQuery: 3 })
  const derived = client.generateSecuredApiKey(key, { filters: 'lang:de', restrictIndices: ['docs', 'other'] })
  expect((await clientWith(derived).initIndex('docs').search('')).nbHits).toBe(1)
  await expect(clientWith(derived).initIndex('copy4').search('')).rejects.toMatchObject({ status: 403 })
  await expect(clientWith(derived).initIndex('docs').saveObject({ objectID: 'x' })).rejects.toMatchObject({
    status: 403,
  })
  const expired = client.generateSecuredApiKey(key, { validUntil: 1 })
  await expect(clientWith(expired).initIndex('docs').search('')).rejects.toMatchObject({ status: 403 })
  await client.deleteApiKey(key).wait()
  await expect(clientWith(derived).initIndex('docs').search('')).rejects.toMatchObject({ status: 403 })
  await client.restoreApiKey(key).wait()
  expect((await client.listApiKeys()).keys.map(({ value }) => value)).toContain(key)
})

test('a batch without operations changes nothing, and its task is published', async () => {
  const index = admin().initIndex('docs')
  const { objectIDs, taskID } = await index.batch([]).wait()
  expect({ objectIDs, taskID }).toEqual({ objectIDs: [], taskID: 0 })
  await expect(clientWith(server.searchKey).initIndex('docs').batch([])).rejects.toMatchObject({ status: 403 })
})

test('bodies may be compressed with gzip', async () => {
  const client = clientWith(server.adminKey, { 'accept-encoding': 'gzip' })
  const objects = Array.from({ length: 50 }, (_, i) => ({ objectID: `${i}`, text: 'long enough to be packed' }))
  await client.initIndex('packed4').saveObjects(objects).wait()
  expect((await client.initIndex('packed4').search('packed')).nbHits).toBe(50)
})
