import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ACL_NAMES } from '../keys/key.ts'
import { refusal, startApiServer, type ApiServer } from '../testing/api-server.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes/table.ts'
import type { SearchEvent } from '../wire/operations.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server.close())

/** A secured key, derived from `parent` without the server. */
const derive = (parent: string, restrictions: Record<string, string>): string => {
  const query = new URLSearchParams(restrictions).toString()
  return Buffer.from(createHmac('sha256', parent).update(query).digest('hex') + query).toString('base64')
}

describe('keys and rights', () => {
  const invalid: [number, string] = [403, 'Invalid Application-ID or API key']
  const methodRefused: [number, string] = [403, 'Method not allowed with this API key']
  const concrete = (route: Route): string =>
    route.path
      .replace('{index}', 'matrix')
      .replace('{facet}', 'lang')
      .replace('{taskID}', '1')
      .replace('{key}', 'k')
      .replace('{objectID}', 'o')
      .replace('{userToken}', 'u')
  const send = (route: Route, key: string, transport: 'header' | 'query'): Promise<Response> => {
    const body = route.method === 'POST' || route.method === 'PUT' ? { body: '{}' } : {}
    if (transport === 'query') return fetch(server.urlOf(concrete(route), key), { method: route.method, ...body })
    const headers = { 'X-Algolia-API-Key': key, 'X-Algolia-Application-Id': 'any' }
    return fetch(`http://127.0.0.1:${server.port}${concrete(route)}`, { method: route.method, headers, ...body })
  }

  test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const right = route.right === 'any-key' || route.right === 'admin' ? undefined : route.right
    const acl = right ? [right] : []
    const others = ACL_NAMES.filter((name) => name !== right)
    const powerless = await server.newKey({ acl: [] })
    const allOthers = await server.newKey({ acl: others })
    const deleted = await server.newKey({ acl })
    const parent = await server.newKey({ acl: ['search', ...acl] })
    const referred = await server.newKey({ acl, referers: ['https://docs.example/*'] })
    const fitting = await server.newKey({ acl })
    const elsewhere = await server.newKey({ acl, indexes: ['other'] })
    await server.backend.keys.delete(deleted.value)
    for (const transport of ['header', 'query'] as const) {
      const refusalOf = async (key: string): Promise<[number, string]> => refusal(await send(route, key, transport))
      const statusOf = async (key: string): Promise<number> => (await send(route, key, transport)).status
      for (const key of ['', 'wrong', server.searchKey.toUpperCase(), deleted.value])
        expect(await refusalOf(key)).toEqual(invalid)
      // Secured keys of a deleted key, of the admin key, and of an unknown key.
      for (const key of [deleted.value, server.adminKey, 'nobody'])
        expect(await refusalOf(derive(key, { userToken: 'u' }))).toEqual(invalid)
      expect(await refusalOf(derive(parent.value, { validUntil: '1' }))).toEqual([
        403,
        expect.stringContaining('expired'),
      ])
      expect(await refusalOf(referred.value)).toEqual([403, 'Method not allowed with this referer'])
      if (route.right !== 'any-key') {
        expect(await refusalOf(powerless.value)).toEqual(methodRefused)
        expect(await refusalOf(allOthers.value)).toEqual(methodRefused)
      }
      // A derived key may only search and browse, with all rights of its parent.
      const derived = derive(parent.value, { userToken: 'u' })
      if (right === 'search' || right === 'browse') expect(await statusOf(derived)).not.toBe(403)
      else if (route.right !== 'any-key') expect(await refusalOf(derived)).toEqual(methodRefused)
      if (right === undefined) continue
      expect(await statusOf(fitting.value)).not.toBe(403)
      if (!route.checksIndex) continue
      const indexRefused = [403, 'Index not allowed with this API key']
      expect(await refusalOf(elsewhere.value)).toEqual(indexRefused)
      if (right === 'search')
        expect(await refusalOf(derive(parent.value, { restrictIndices: 'other' }))).toEqual(indexRefused)
    }
    // Tested last, because the allowed call may change the data.
    expect((await send(route, server.adminKey, 'header')).status).not.toBe(403)
  })

  test('an expired key is invalid', async () => {
    const key = await server.newKey({ acl: ['search'], validity: 60 })
    const ask = () => server.post('/1/indexes/docs/query', {}, {}, key.value)
    expect((await ask()).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      expect(await refusal(await ask())).toEqual(invalid)
      expect(
        await refusal(await server.post('/1/indexes/docs/query', {}, {}, derive(key.value, { userToken: 'u' }))),
      ).toEqual(invalid)
    } finally {
      vi.useRealTimers()
    }
  })

  test('each operation of a batch needs its own right', async () => {
    const adder = await server.newKey({ acl: ['addObject'], indexes: ['matrix'] })
    const run = (action: string, indexName = 'matrix') =>
      server.post('/1/indexes/*/batch', { requests: [{ action, indexName, body: { objectID: '1' } }] }, {}, adder.value)
    expect((await run('addObject')).status).toBe(200)
    expect((await run('updateObject')).status).toBe(200)
    for (const action of ['deleteObject', 'clear', 'delete'])
      expect(await refusal(await run(action))).toEqual(methodRefused)
    expect((await refusal(await run('addObject', 'docs')))[1]).toBe('Index not allowed with this API key')
  })

  test('a key for one index is refused for another in a multi-query', async () => {
    const key = await server.newKey({ indexes: ['docs'] })
    const ask = (indexName: string) => server.post('/1/indexes/*/queries', { requests: [{ indexName }] }, {}, key.value)
    expect((await ask('docs')).status).toBe(200)
    expect((await refusal(await ask('saved')))[0]).toBe(403)
  })

  test('credentials have names in any letter case, headers take precedence, and the application ID is required', async () => {
    const url = `http://127.0.0.1:${server.port}/1/indexes/docs`
    expect((await fetch(`${url}?X-ALGOLIA-API-KEY=${server.searchKey}&X-Algolia-Application-Id=any`)).status).toBe(200)
    expect(
      (await fetch(server.urlOf('/1/indexes/docs', 'wrong'), { headers: { 'x-algolia-api-key': server.searchKey } }))
        .status,
    ).toBe(200)
    expect((await fetch(server.urlOf('/1/indexes/docs'), { headers: { 'x-algolia-api-key': 'wrong' } })).status).toBe(
      403,
    )
    expect((await fetch(`${url}?x-algolia-api-key=${server.searchKey}`)).status).toBe(403)
  })

  test('restrictions: referers, the number of hits, and forced parameters', async () => {
    const refererKey = await server.newKey({ referers: ['https://docs.example/*'] })
    const from = (referer: string) =>
      server.post('/1/indexes/docs/query', {}, { headers: { referer } }, refererKey.value)
    expect((await from('https://docs.example/page')).status).toBe(200)
    expect(await refusal(await from('https://evil.example/'))).toEqual([403, 'Method not allowed with this referer'])
    const few = await server.newKey({ maxHitsPerQuery: 1 })
    expect(await (await server.query({ hitsPerPage: 10 }, few.value)).json()).toMatchObject({ hitsPerPage: 1 })
    const reader = await server.newKey({ acl: ['browse'], maxHitsPerQuery: 1 })
    const browsed = (await (await server.post('/1/indexes/docs/browse', {}, {}, reader.value)).json()) as {
      hits: unknown[]
    }
    expect(browsed.hits).toHaveLength(1)
    const forced = await server.newKey({ queryParameters: 'filters=lang:de&hitsPerPage=3' })
    expect(await (await server.query({ hitsPerPage: 10 }, forced.value)).json()).toMatchObject({
      nbHits: 1,
      hitsPerPage: 3,
    })
  })

  test('the limit of hits also applies to the page size in the settings of the index', async () => {
    const { taskID } = await server.backend.replaceRecords(
      'sized',
      Array.from({ length: 60 }, (_, i) => ({ objectID: String(i) })),
      { hitsPerPage: 50 },
    )
    await server.backend.waitForTask(taskID)
    const hitsOf = async (maxHitsPerQuery: number): Promise<number> => {
      const { value } = await server.newKey({ maxHitsPerQuery })
      const answer = await server.post('/1/indexes/sized/query', {}, {}, value)
      return ((await answer.json()) as { hits: unknown[] }).hits.length
    }
    expect(await hitsOf(30)).toBe(30)
    expect(await hitsOf(55)).toBe(50)
    expect(await hitsOf(0)).toBe(50)
  })

  test('the limit of hits counts hits, not groups', async () => {
    const records = Array.from({ length: 12 }, (_, i) => ({ objectID: String(i), page: `p${i % 3}` }))
    const settings = { attributeForDistinct: 'page', distinct: 2 }
    await server.backend.waitForTask((await server.backend.replaceRecords('grouped', records, settings)).taskID)
    const ask = async (maxHitsPerQuery: number, params: object): Promise<unknown[]> => {
      const { value } = await server.newKey({ maxHitsPerQuery })
      const answer = await server.post('/1/indexes/grouped/query', params, {}, value)
      return ((await answer.json()) as { hits: unknown[] }).hits
    }
    expect(await ask(0, {})).toHaveLength(6)
    expect(await ask(4, {})).toHaveLength(4)
    expect(await ask(4, { page: 1 })).toHaveLength(2)
    expect(await ask(5, { offset: 0, length: 9 })).toHaveLength(4)
    expect(await ask(1, {})).toHaveLength(1)
  })

  test('a rule cannot exceed the restrictions of a key', async () => {
    await server.backend.saveParts('ruled', 'rules', [
      {
        objectID: 'wide',
        conditions: [],
        consequence: {
          params: { hitsPerPage: 50, page: 0, attributesToRetrieve: ['*'] },
          promote: [{ objectID: 'secret', position: 0 }],
        },
      },
    ])
    const records = [
      { objectID: 'secret', title: 'x', team: 'a', note: 'n' },
      ...Array.from({ length: 5 }, (_, i) => ({ objectID: String(i), title: 'x', team: 'b', note: 'n' })),
    ]
    const settings = { attributesForFaceting: ['team'] }
    await server.backend.waitForTask((await server.backend.replaceRecords('ruled', records, settings)).taskID)
    const hitsOf = async (key: string, params: object = {}): Promise<Record<string, unknown>[]> => {
      const answer = await server.post('/1/indexes/ruled/query', params, {}, key)
      return ((await answer.json()) as { hits: Record<string, unknown>[] }).hits
    }
    const parent = await server.newKey({ acl: ['search'] })
    const few = await server.newKey({ acl: ['search'], maxHitsPerQuery: 2 })
    const bound = { filters: 'team:b', attributesToRetrieve: 'title' }
    expect(await hitsOf(parent.value, { hitsPerPage: 1 })).toHaveLength(6)
    for (const key of [few.value, derive(few.value, bound)]) {
      expect(await hitsOf(key)).toHaveLength(2)
      expect(await hitsOf(key, { offset: 0, length: 9 })).toHaveLength(2)
    }
    const seen = await hitsOf(derive(parent.value, bound))
    expect(seen.map((hit) => hit['objectID']).toSorted()).toEqual(['0', '1', '2', '3', '4'])
    expect(seen.every((hit) => hit['note'] === undefined)).toBe(true)
  })

  test('a key with invalid fields is refused when it is created', async () => {
    const make = async (fields: object): Promise<[number, string]> =>
      refusal(await server.post('/1/keys', { acl: ['search'], ...fields }, {}, server.adminKey))
    expect(await make({ validity: Number.MAX_SAFE_INTEGER })).toEqual([400, expect.stringContaining('"validity"')])
    expect(await make({ queryParameters: 'nonsense=1' })).toEqual([400, 'Unknown parameter: nonsense'])
    expect(await make({ queryParameters: 'filters=lang:en AND' })).toEqual([400, expect.stringContaining('filters')])
    expect(await make({ queryParameters: 'filters=lang:"en' })).toEqual([400, expect.stringContaining('a quote')])
    expect((await fetch(server.urlOf('/1/keys', server.adminKey))).status).toBe(200)
  })

  test('a key with a forced filter may not read records by objectID', async () => {
    const bound = await server.newKey({ queryParameters: 'filters=lang:en' })
    const refused = [403, 'Method not allowed with this API key']
    expect(await refusal(await fetch(server.urlOf('/1/indexes/docs/3', bound.value)))).toEqual(refused)
    const many = { requests: [{ indexName: 'docs', objectID: '3' }] }
    expect(await refusal(await server.post('/1/indexes/*/objects', many, {}, bound.value))).toEqual(refused)
    const part = await server.newKey({ queryParameters: 'attributesToRetrieve=lang' })
    const read = await fetch(server.urlOf('/1/indexes/docs/3?attributesToRetrieve=title', part.value))
    expect(await read.json()).toEqual({ objectID: '3', lang: 'de' })
  })

  test('a key that is limited to some indexes may not delete the events of a user, which are of all indexes', async () => {
    const event = { eventType: 'view', eventName: 'Seen', index: 'docs', userToken: 'kept' }
    await server.backend.events.add([event as SearchEvent])
    const forget = async (indexes: string[]): Promise<Response> => {
      const { value } = await server.newKey({ acl: ['deleteObject'], indexes })
      return fetch(server.urlOf('/1/usertokens/kept', value), { method: 'DELETE' })
    }
    const stored = async (): Promise<number> =>
      (await server.backend.events.list(100)).filter(({ userToken }) => userToken === 'kept').length
    expect(await refusal(await forget(['other']))).toEqual([403, expect.stringContaining('limited to some indexes')])
    expect(await refusal(await forget(['docs', 'other*']))).toEqual([403, expect.stringContaining('"indexes"')])
    expect(await stored()).toBe(1)
    expect((await forget(['*'])).status).toBe(200)
    expect(await stored()).toBe(0)
  })

  test('queries beyond the hourly limit of the key are refused', async () => {
    const key = await server.newKey({ maxQueriesPerIPPerHour: 3 })
    const ask = (n: number) =>
      server.post(
        '/1/indexes/*/queries',
        { requests: Array.from({ length: n }, () => ({ indexName: 'docs' })) },
        {},
        key.value,
      )
    expect((await ask(3)).status).toBe(200)
    const refused = await ask(1)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await refusal(refused))[0]).toBe(429)
  })

  test('queries with secured keys of any userToken count for their parent', async () => {
    const key = await server.newKey({ maxQueriesPerIPPerHour: 3 })
    const ask = async (userToken: string) =>
      (await server.post('/1/indexes/docs/query', {}, {}, derive(key.value, { userToken }))).status
    expect([await ask('a'), await ask('b'), await ask('c'), await ask('d')]).toEqual([200, 200, 200, 429])
    expect((await server.post('/1/indexes/docs/query', {}, {}, key.value)).status).toBe(429)
  })

  test.each<[string, number, (key: string) => Promise<Response>]>([
    ['a record', 1, (key) => fetch(server.urlOf('/1/indexes/docs/1', key))],
    [
      'records',
      3,
      (key) =>
        server.post(
          '/1/indexes/*/objects',
          { requests: ['1', '2', '3'].map((objectID) => ({ indexName: 'docs', objectID })) },
          {},
          key,
        ),
    ],
    ['a page of all records', 1, (key) => server.post('/1/indexes/docs/browse', {}, {}, key)],
    ['the same by URL', 1, (key) => fetch(server.urlOf('/1/indexes/docs/browse', key))],
    ['a search by URL', 1, (key) => fetch(server.urlOf('/1/indexes/docs?query=a', key))],
    ['values of a facet', 1, (key) => server.post('/1/indexes/docs/facets/lang/query', {}, {}, key)],
  ])('reading %s counts as %i of the queries in an hour', async (_, count, read) => {
    const { value } = await server.newKey({ acl: ['search', 'browse'], maxQueriesPerIPPerHour: 2 * count })
    const statuses = [(await read(value)).status, (await read(value)).status, (await read(value)).status]
    expect(statuses).toEqual([200, 200, 429])
  })

  test('an admin key in a URL causes one warning, and no log line contains a key', async () => {
    for (const path of ['/1/keys', '/1/indexes'])
      expect((await fetch(server.urlOf(path, server.adminKey))).status).toBe(200)
    expect(server.events.filter((event) => event.event === 'admin-key-in-url')).toHaveLength(1)
    expect(JSON.stringify(server.events)).not.toContain(server.adminKey)
  })
})
