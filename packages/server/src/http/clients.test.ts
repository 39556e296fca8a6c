import { algoliasearch } from 'algoliasearch'
import { liteClient } from 'algoliasearch/lite'
import { afterAll, beforeAll, expect, describe, test } from 'vitest'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

const hosts = () => [{ url: '127.0.0.1', port: server.port, accept: 'readWrite' as const, protocol: 'http' as const }]
const clientWith = (key: string) => algoliasearch('docent', key, { hosts: hosts() })

describe('the public client, unmodified', () => {
  test('searches with several queries, one query, and for facet values', async () => {
    const client = clientWith(server.searchKey)
    const { results } = await client.search({
      requests: [
        { indexName: 'docs', query: 'install', hitsPerPage: 5, clickAnalytics: true },
        { indexName: 'docs', type: 'facet', facet: 'lang', facetQuery: 'e' },
      ],
    })
    expect(results[0]).toMatchObject({
      nbHits: 1,
      query: 'install',
      index: 'docs',
      page: 0,
      nbPages: 1,
      hitsPerPage: 5,
    })
    expect(results[0]).toMatchObject({ params: 'query=install&hitsPerPage=5&clickAnalytics=true' })
    expect((results[0] as { queryID: string }).queryID).toMatch(/^[0-9a-f]{32}$/)
    expect(results[1]).toMatchObject({ facetHits: [{ value: 'en', count: 2 }] })
    const single = await client.searchSingleIndex({
      indexName: 'docs',
      searchParams: { query: 'server', hitsPerPage: 0 },
    })
    expect(single).toMatchObject({ nbHits: 3, nbPages: 0, hits: [] })
    const facets = await client.searchForFacetValues({ indexName: 'docs', facetName: 'lang' })
    expect(facets.facetHits.map((hit) => hit.value)).toEqual(['en', 'de'])
  })

  test('saves, updates, browses and deletes records', async () => {
    const client = clientWith(server.adminKey)
    const objects = Array.from({ length: 1500 }, (_, i) => ({ objectID: `a/${i} ü`, n: i }))
    await client.saveObjects({ indexName: 'saved', objects, waitForTasks: true })
    await client.partialUpdateObject({
      indexName: 'saved',
      objectID: 'a/7 ü',
      attributesToUpdate: { n: { _operation: 'Increment', value: 100 } },
    })
    expect(await client.getObject({ indexName: 'saved', objectID: 'a/7 ü' })).toEqual({ objectID: 'a/7 ü', n: 107 })
    const found: string[] = []
    const aggregator = ({ hits }: { hits: { objectID: string }[] }): void =>
      void found.push(...hits.map((hit) => hit.objectID))
    await client.browseObjects({ indexName: 'saved', aggregator, browseParams: {} })
    expect(new Set(found).size).toBe(1500)
    await client.deleteObjects({ indexName: 'saved', objectIDs: ['a/0 ü', 'a/1 ü'], waitForTasks: true })
    const { results } = await client.getObjects({
      requests: [
        { indexName: 'saved', objectID: 'a/0 ü' },
        { indexName: 'saved', objectID: 'a/2 ü', attributesToRetrieve: ['objectID'] },
      ],
    })
    expect(results).toEqual([null, { objectID: 'a/2 ü' }])
    const { taskID } = await client.clearObjects({ indexName: 'saved' })
    await client.waitForTask({ indexName: 'saved', taskID })
    expect((await client.searchSingleIndex({ indexName: 'saved' })).nbHits).toBe(0)
    expect((await client.saveObject({ indexName: 'saved', body: { n: 1 } })).objectID).toMatch(/^[0-9a-f]{32}$/)
  })

  test('replaces all records of an index, also by an empty list', async () => {
    const client = clientWith(server.adminKey)
    await client.setSettings({ indexName: 'replaced', indexSettings: { searchableAttributes: ['title'] } })
    await client.saveObjects({
      indexName: 'replaced',
      objects: [{ objectID: 'old', title: 'old' }],
      waitForTasks: true,
    })
    const objects = [{ objectID: 'new', title: 'new' }]
    await client.replaceAllObjects({ indexName: 'replaced', objects, batchSize: 1 })
    const ids = async () => (await client.searchSingleIndex({ indexName: 'replaced' })).hits.map((hit) => hit.objectID)
    expect(await ids()).toEqual(['new'])
    expect((await client.getSettings({ indexName: 'replaced' })).searchableAttributes).toEqual(['title'])
    await client.replaceAllObjects({ indexName: 'replaced', objects: [] })
    expect(await ids()).toEqual([])
    const { items } = await client.listIndices()
    expect(items.map((item) => item.name).filter((name) => name.includes('_tmp'))).toEqual([])
  })

  test('reads and sets settings, copies and deletes indexes', async () => {
    const client = clientWith(server.adminKey)
    expect(await client.indexExists({ indexName: 'settled' })).toBe(false)
    const { taskID } = await client.setSettings({
      indexName: 'settled',
      indexSettings: { distinct: 2, typoTolerance: 'min' },
    })
    await client.waitForTask({ indexName: 'settled', taskID })
    expect(await client.indexExists({ indexName: 'settled' })).toBe(true)
    expect(await client.getSettings({ indexName: 'settled' })).toMatchObject({
      distinct: 2,
      typoTolerance: 'min',
      hitsPerPage: 20,
      attributesForFaceting: null,
    })
    const body = { operation: 'copy', destination: 'copied' } as const
    const copied = await client.operationIndex({ indexName: 'docs', operationIndexParams: body })
    await client.waitForTask({ indexName: 'copied', taskID: copied.taskID })
    expect((await client.searchSingleIndex({ indexName: 'copied' })).nbHits).toBe(3)
    const deletion = await client.deleteBy({ indexName: 'copied', deleteByParams: { filters: 'lang:de' } })
    await client.waitForTask({ indexName: 'copied', taskID: deletion.taskID })
    expect((await client.searchSingleIndex({ indexName: 'copied' })).nbHits).toBe(2)
    await client.deleteIndex({ indexName: 'copied' })
    await expect(client.searchSingleIndex({ indexName: 'copied' })).rejects.toThrow('Index copied does not exist')
  })

  test('stores synonyms and rules, and copies them with an index', async () => {
    const client = clientWith(server.adminKey)
    const synonym = (objectID: string) => ({ objectID, type: 'synonym' as const, synonyms: ['k8s', objectID] })
    await client.saveObjects({ indexName: 'parts', objects: [{ objectID: '1' }], waitForTasks: true })
    await client.saveSynonyms({ indexName: 'parts', synonymHit: [synonym('a'), synonym('b')] })
    await client.saveSynonym({ indexName: 'parts', objectID: 'c', synonymHit: synonym('c') })
    await client.deleteSynonym({ indexName: 'parts', objectID: 'a' })
    expect(await client.getSynonym({ indexName: 'parts', objectID: 'b' })).toEqual(synonym('b'))
    await expect(client.getSynonym({ indexName: 'parts', objectID: 'a' })).rejects.toThrow('Synonym set does not exist')
    const rule = { objectID: 'r', consequence: { params: { query: 'x' } } }
    await client.saveRules({ indexName: 'parts', rules: [rule] })
    await client.replaceAllObjects({ indexName: 'parts', objects: [{ objectID: '2' }] })
    const { hits, nbHits } = await client.searchSynonyms({ indexName: 'parts', searchSynonymsParams: { query: 'K8S' } })
    expect([nbHits, hits.map((hit) => hit.objectID)]).toEqual([2, ['b', 'c']])
    expect(await client.getRule({ indexName: 'parts', objectID: 'r' })).toEqual(rule)
    await client.saveSynonyms({ indexName: 'parts', synonymHit: [synonym('d')], replaceExistingSynonyms: true })
    expect((await client.searchSynonyms({ indexName: 'parts' })).nbHits).toBe(1)
    await client.clearRules({ indexName: 'parts' })
    expect((await client.searchRules({ indexName: 'parts' })).nbHits).toBe(0)
  })

  test('writes to many indexes at once', async () => {
    const client = clientWith(server.adminKey)
    const requests = ['m1', 'm2'].map((indexName) => ({
      action: 'addObject' as const,
      indexName,
      body: { objectID: '1', title: indexName },
    }))
    const { taskID, objectIDs } = await client.multipleBatch({ requests })
    expect(objectIDs).toEqual(['1', '1'])
    for (const [indexName, id] of Object.entries(taskID)) await client.waitForTask({ indexName, taskID: id })
    expect((await client.searchSingleIndex({ indexName: 'm2' })).nbHits).toBe(1)
  })

  test('manages keys', async () => {
    const client = clientWith(server.adminKey)
    const { key } = await client.addApiKey({ acl: ['search'], indexes: ['do*'], description: 'd' })
    await client.waitForApiKey({ key, operation: 'add' })
    expect(await client.getApiKey({ key })).toMatchObject({ value: key, acl: ['search'], indexes: ['do*'] })
    const apiKey = { acl: ['search' as const, 'browse' as const], description: 'e' }
    await client.updateApiKey({ key, apiKey })
    await client.waitForApiKey({ key, operation: 'update', apiKey })
    expect((await client.listApiKeys()).keys.map((listed) => listed.value)).toContain(key)
    expect(await clientWith(key).getApiKey({ key })).toMatchObject({ description: '<redacted>' })
    await client.deleteApiKey({ key })
    await client.waitForApiKey({ key, operation: 'delete' })
    await client.restoreApiKey({ key })
    expect((await client.getApiKey({ key })).value).toBe(key)
  })

  test('waits until a change of a key is visible, with any fields left unset', async () => {
    const client = clientWith(server.adminKey)
    const wait = { maxRetries: 3, timeout: () => 1 }
    const { key } = await client.addApiKey({ acl: ['search'] })
    const { value, createdAt, ...rest } = await client.getApiKey({ key })
    expect([value, typeof createdAt, rest]).toEqual([key, 'number', { acl: ['search'] }])
    const changes = [
      { acl: ['browse' as const], description: 'e', indexes: ['b', 'a'], maxHitsPerQuery: 5 },
      { acl: ['search' as const], indexes: [], referers: [], description: '', validity: 0, maxHitsPerQuery: 0 },
      { acl: ['search' as const] },
    ]
    for (const apiKey of changes) {
      await client.updateApiKey({ key, apiKey })
      await client.waitForApiKey({ key, operation: 'update', apiKey, ...wait })
      const { value: _value, createdAt: _createdAt, ...told } = await client.getApiKey({ key })
      expect(told).toEqual(apiKey)
      expect((await client.listApiKeys()).keys.find((listed) => listed.value === key)).toMatchObject(apiKey)
    }
    expect(await clientWith(key).getApiKey({ key })).toMatchObject({ description: '<redacted>' })
  })

  test('a key as it was read can be changed and sent back', async () => {
    const client = clientWith(server.adminKey)
    const { key } = await client.addApiKey({ acl: ['search'], description: 'a' })
    const read = await client.getApiKey({ key })
    await client.updateApiKey({ key, apiKey: { ...read, maxHitsPerQuery: 7 } as typeof read })
    expect(await client.getApiKey({ key })).toEqual({ ...read, maxHitsPerQuery: 7 })
    const other = await client.addApiKey(read)
    expect(other.key).not.toBe(key)
    expect((await client.getApiKey({ key: other.key })).description).toBe('a')
  })

  test('derives keys, which can only restrict', async () => {
    const derive = (restrictions: Record<string, unknown>, parentApiKey = server.searchKey): string =>
      clientWith(server.adminKey).generateSecuredApiKey({ parentApiKey, restrictions })
    const hitsOf = async (key: string, params: object = {}) =>
      ((await (await server.query({ query: 'server', ...params }, key)).json()) as { nbHits: number }).nbHits
    const german = derive({ filters: 'lang:de' })
    expect(await hitsOf(german)).toBe(1)
    expect(await hitsOf(german, { filters: 'lang:en' })).toBe(0)
    expect(await hitsOf(german, { filters: 'lang:en OR lang:de' })).toBe(1)
    expect(await hitsOf(derive({ facetFilters: ['lang:de'] }), { facetFilters: [['lang:en', 'lang:de']] })).toBe(1)
    expect(await refusal(await server.query({}, derive({ restrictIndices: 'other' })))).toEqual([
      403,
      'Index not allowed with this API key',
    ])
    expect(await refusal(await server.query({}, derive({ validUntil: 1 })))).toEqual([
      403,
      '"validUntil" parameter expired (less than current date)',
    ])
    const invalid = [403, 'Invalid Application-ID or API key']
    expect(await refusal(await server.query({}, derive({ userToken: 'x' }, server.adminKey)))).toEqual(invalid)
    expect(await refusal(await server.query({}, derive({ restrictSources: '10.0.0.0/8' })))).toEqual(invalid)
    expect(await hitsOf(derive({ restrictSources: '127.0.0.0/8' }))).toBe(3)
    const english = await server.newKey({ queryParameters: 'filters=lang:en' })
    expect(await hitsOf(derive({ filters: 'lang:de' }, english.value))).toBe(0)
    const writer = await server.newKey({ acl: ['search', 'addObject'] })
    const response = await server.post('/1/indexes/docs', { a: 1 }, {}, derive({ userToken: 'x' }, writer.value))
    expect(await refusal(response)).toEqual([403, 'Method not allowed with this API key'])
  })

  test('the small client searches, also with long parameters, and with the strategy stopIfEnoughMatches', async () => {
    const client = liteClient('docent', server.searchKey, { hosts: hosts() })
    const facetFilters = [Array.from({ length: 60 }, (_, i) => `lang:${'x'.repeat(200)}${i}`).concat('lang:de')]
    const [found] = (await client.searchForHits({ requests: [{ indexName: 'docs', query: 'server', facetFilters }] }))
      .results
    expect(found?.nbHits).toBe(1)
    const same = { indexName: 'docs', query: 'server', hitsPerPage: 1 }
    const { results } = await client.search({ requests: [same, same], strategy: 'stopIfEnoughMatches' })
    expect(results.map((result) => ('hits' in result ? result.hits.length : undefined))).toEqual([1, 0])
    const facets = await client.searchForFacets({
      requests: [{ indexName: 'docs', type: 'facet', facet: 'lang', facetQuery: 'd' }],
    })
    expect(facets.results[0]?.facetHits).toMatchObject([{ value: 'de', count: 1 }])
    const recommended = client.getRecommendations({
      requests: [{ indexName: 'docs', model: 'trending-items', threshold: 0 }],
    })
    await expect(recommended).rejects.toMatchObject({ status: 404 })
  })

  test('updates many records in part, browses synonyms and rules, and compresses long bodies', async () => {
    const client = clientWith(server.adminKey)
    const objects = [{ objectID: '1', tags: ['a'], n: 1 }]
    await client.saveObjects({ indexName: 'part', objects, waitForTasks: true })
    const changed = [
      { objectID: '1', tags: { _operation: 'AddUnique', value: 'b' } },
      { objectID: '2', n: 2 },
    ]
    await client.partialUpdateObjects({
      indexName: 'part',
      objects: changed,
      createIfNotExists: false,
      waitForTasks: true,
    })
    const { results } = await client.getObjects({
      requests: ['1', '2'].map((objectID) => ({ indexName: 'part', objectID })),
    })
    expect(results).toEqual([{ objectID: '1', tags: ['a', 'b'], n: 1 }, null])
    const saved = await client.saveSynonyms({
      indexName: 'part',
      synonymHit: Array.from({ length: 12 }, (_, i) => ({
        objectID: `${i}`,
        type: 'synonym',
        synonyms: ['a', `b${i}`],
      })),
    })
    await client.waitForTask({ indexName: 'part', taskID: saved.taskID })
    let walked = 0
    await client.browseSynonyms({ indexName: 'part', aggregator: ({ hits }) => void (walked += hits.length) })
    await client.browseRules({ indexName: 'part', aggregator: ({ hits }) => void (walked += hits.length) })
    expect(walked).toBe(12)
    const packed = algoliasearch('docent', server.adminKey, { hosts: hosts(), compression: 'gzip' })
    const many = Array.from({ length: 100 }, (_, i) => ({ objectID: `${i}`, text: 'long enough to be packed' }))
    await packed.saveObjects({ indexName: 'packed', objects: many, waitForTasks: true })
    expect((await packed.searchSingleIndex({ indexName: 'packed', searchParams: { query: 'packed' } })).nbHits).toBe(
      100,
    )
  })

  test('sends events', async () => {
    const insights = clientWith(server.searchKey).initInsights({ options: { hosts: hosts() } })
    const event = {
      eventType: 'click' as const,
      eventName: 'Clicked',
      index: 'docs',
      userToken: 'anonymous-1',
      objectIDs: ['1'],
      positions: [1],
      queryID: 'a'.repeat(32),
      timestamp: Date.now(),
    }
    expect(await insights.pushEvents({ events: [event] })).toEqual({ status: 200, message: 'OK' })
    expect(await server.backend.events.list(1)).toMatchObject([event])
    const wrong = insights.pushEvents({ events: [{ ...event, userToken: 'reader@example.com' }] })
    await expect(wrong).rejects.toMatchObject({ status: 422 })
    const narrow = await server.newKey({ indexes: ['other'] })
    const elsewhere = clientWith(narrow.value).initInsights({ options: { hosts: hosts() } })
    await expect(elsewhere.pushEvents({ events: [event] })).rejects.toMatchObject({ status: 403 })
    await clientWith(server.adminKey)
      .initInsights({ options: { hosts: hosts() } })
      .deleteUserToken({ userToken: 'anonymous-1' })
    expect(await server.backend.events.list(1)).toEqual([])
  })
})
