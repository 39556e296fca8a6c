/** Replicas: other orders of an index's records, which follow every change of the index. */
import type { SearchParams, SearchRecord } from '@docent/engine'
import { beforeAll, expect, test } from 'vitest'
import type { Backend } from '../backend.ts'
import type { WriteOperation } from '../../wire/operations.ts'
import {
  asSearch,
  badRequest,
  fill,
  idsOf,
  notFound,
  published,
  RECORDS,
  saves,
  SETTINGS,
  type WithBackend,
} from './context.ts'

/** The objectIDs of the hits, in order. */
async function ordered(backend: Backend, indexName: string, params: SearchParams = {}): Promise<string[]> {
  const [result] = await backend.search([{ ...params, indexName }])
  return asSearch(result).hits.map((hit) => hit.objectID)
}

async function set(
  backend: Backend,
  index: string,
  changes: Readonly<Record<string, unknown>>,
  forwards = false,
): Promise<void> {
  await backend.waitForTask((await backend.updateSettings(index, changes, { forwards })).taskID)
}

const write = async (backend: Backend, operations: readonly WriteOperation[]): Promise<void> =>
  published(backend, await backend.write(operations))

const BY_SIZE = ['desc(size)', 'typo', 'words', 'custom']

/** Registers the groups of this file. */
export function replicasConformance(withBackend: WithBackend): void {
  withBackend('replicas', (backend) => {
    beforeAll(async () => {
      await fill(backend(), 'shop')
      await set(backend(), 'shop', { customRanking: ['asc(size)'], replicas: ['shop_desc', 'virtual(shop_v)'] })
    })

    test('begin with the records and settings of their primary, and have their own order', async () => {
      for (const index of ['shop', 'shop_desc', 'shop_v'])
        expect(await ordered(backend(), index)).toEqual(['a', 'b', 'c'])
      expect(await backend().getSettings('shop_desc')).toEqual({ ...SETTINGS, customRanking: ['asc(size)'] })
      await set(backend(), 'shop_desc', { ranking: BY_SIZE, hitsPerPage: 2 })
      await set(backend(), 'shop_v', { customRanking: ['desc(size)'] })
      expect(await ordered(backend(), 'shop_desc', { query: 'server' })).toEqual(['c', 'b'])
      expect(await ordered(backend(), 'shop_v', { query: 'server' })).toEqual(['c', 'b', 'a'])
      expect(await ordered(backend(), 'shop')).toEqual(['a', 'b', 'c'])
    })

    test('are listed with their primary', async () => {
      expect(await backend().getLinks('shop')).toEqual({ replicas: ['shop_desc', 'virtual(shop_v)'] })
      expect(await backend().getLinks('shop_desc')).toEqual({ primary: 'shop' })
      expect(await backend().getLinks('shop_v')).toEqual({ primary: 'shop', virtual: true })
      await expect(backend().getLinks('nowhere')).rejects.toThrow(notFound)
      const infos = new Map((await backend().listIndexes()).map((info) => [info.name, info]))
      expect(infos.get('shop')).toMatchObject({ entries: 3, replicas: ['shop_desc', 'virtual(shop_v)'] })
      expect(infos.get('shop_desc')).toMatchObject({ entries: 3, primary: 'shop', numberOfPendingTasks: 0 })
      expect(infos.get('shop_v')).toMatchObject({ entries: 3, primary: 'shop', virtual: true })
    })

    test('are searched, counted and read like their primary', async () => {
      const facets = { facets: ['lang'], hitsPerPage: 0 }
      const [primary, replica] = await backend().search([
        { indexName: 'shop', ...facets },
        { indexName: 'shop_v', ...facets },
      ])
      expect(asSearch(replica).facets).toEqual({ lang: { en: 2, de: 1 } })
      expect(asSearch(replica).facets).toEqual(asSearch(primary).facets)
      const [values] = await backend().search([
        { indexName: 'shop_desc', type: 'facet', facet: 'lang', facetQuery: 'd' },
      ])
      expect(values).toMatchObject({ facetHits: [{ value: 'de', count: 1 }] })
      expect(await backend().getRecords([{ index: 'shop_v', objectID: 'b' }])).toEqual([RECORDS[1]])
      const browsed = async (params: SearchParams) => (await backend().browse('shop_desc', { params })).hits
      expect((await browsed({})).map((hit) => hit.objectID).sort()).toEqual(['a', 'b', 'c'])
      expect((await browsed({ filters: 'lang:de' })).map((hit) => hit.objectID)).toEqual(['c'])
    })

    test('show each write to their primary when its task is published', async () => {
      const inStep = async (ids: string[]): Promise<void> => {
        for (const index of ['shop', 'shop_desc', 'shop_v'])
          expect([index, (await ordered(backend(), index, { hitsPerPage: 20 })).sort()]).toEqual([index, ids])
      }
      await write(backend(), saves('shop', [{ objectID: 'd', title: 'A larger server', lang: 'fr', size: 9 }]))
      await inStep(['a', 'b', 'c', 'd'])
      expect(await ordered(backend(), 'shop_v', { query: 'server' })).toEqual(['d', 'c', 'b', 'a'])
      const changes = { size: { _operation: 'Decrement', value: 9 } }
      await write(backend(), [
        { action: 'patch', index: 'shop', objectID: 'd', changes, createIfNotExists: false },
        { action: 'delete', index: 'shop', objectID: 'a' },
      ])
      await inStep(['b', 'c', 'd'])
      expect(await ordered(backend(), 'shop_v', { query: 'server' })).toEqual(['c', 'b', 'd'])
      await backend().waitForTask((await backend().deleteBy('shop', { filters: 'lang:de' })).taskID)
      await inStep(['b', 'd'])
      await write(backend(), [{ action: 'clear', index: 'shop' }])
      await inStep([])
      const settings = { ...SETTINGS, customRanking: ['asc(size)'] }
      await backend().waitForTask((await backend().replaceRecords('shop', RECORDS, settings)).taskID)
      await inStep(['a', 'b', 'c'])
      expect(await backend().getLinks('shop')).toEqual({ replicas: ['shop_desc', 'virtual(shop_v)'] })
      expect(await ordered(backend(), 'shop_desc', { query: 'server' })).toEqual(['c', 'b'])
    })

    test('accept no records', async () => {
      for (const index of ['shop_desc', 'shop_v']) {
        const operations: WriteOperation[] = [
          { action: 'save', index, record: { objectID: 'x' } },
          { action: 'patch', index, objectID: 'a', changes: {}, createIfNotExists: true },
          { action: 'delete', index, objectID: 'a' },
          { action: 'clear', index },
          { action: 'drop', index },
        ]
        for (const operation of operations)
          await expect(backend().write([...saves('shop', RECORDS), operation])).rejects.toThrow(badRequest)
        await expect(backend().deleteBy(index, { filters: 'lang:de' })).rejects.toThrow(badRequest)
        await expect(backend().replaceRecords(index, RECORDS, {})).rejects.toThrow(badRequest)
        await expect(backend().copyIndex('shop', index)).rejects.toThrow(badRequest)
        await expect(backend().moveIndex('shop', index)).rejects.toThrow(badRequest)
        await expect(backend().moveIndex(index, 'elsewhere')).rejects.toThrow(
          `Index ${index} is a replica of shop: write records there, or take it off the replicas first`,
        )
      }
    })

    test('take the settings that determine their index from their primary', async () => {
      const other = { searchableAttributes: ['content'], customRanking: ['asc(title)'] }
      await expect(backend().updateSettings('shop_v', other)).rejects.toThrow(
        'Index shop_v is a replica of shop and has its searchableAttributes: set that on shop',
      )
      await set(backend(), 'shop_v', { searchableAttributes: SETTINGS.searchableAttributes })
      await set(backend(), 'shop', { unretrievableAttributes: ['size'], searchableAttributes: ['content'] })
      expect(await ordered(backend(), 'shop_v', { query: 'server' })).toEqual([])
      expect(await ordered(backend(), 'shop_v', { query: 'linux' })).toEqual(['a'])
      const [hidden] = await backend().getRecords([{ index: 'shop_v', objectID: 'a' }])
      expect(hidden).not.toHaveProperty('size')
      expect(await backend().getSettings('shop_v')).toMatchObject({
        customRanking: ['desc(size)'],
        searchableAttributes: ['content'],
      })
      await set(backend(), 'shop', { unretrievableAttributes: null, searchableAttributes: ['title', 'content'] })
      expect(await ordered(backend(), 'shop_v', { query: 'server' })).toEqual(['c', 'b', 'a'])
    })

    test('get settings, synonyms and rules of their primary if they are forwarded; otherwise they have their own', async () => {
      const synonym = (objectID: string) => ({ objectID, type: 'synonym', synonyms: ['machine', 'server'] })
      const found = (index: string) => idsOf(backend(), index, 'machine')
      await backend().waitForTask((await backend().saveParts('shop', 'synonyms', [synonym('1')])).taskID)
      expect([await found('shop'), await found('shop_v')]).toEqual([['a', 'b', 'c'], []])
      const forwards = true
      const hide = { objectID: 'h', consequence: { hide: [{ objectID: 'b' }] } }
      await backend().waitForTask((await backend().saveParts('shop', 'rules', [hide], { forwards })).taskID)
      await backend().waitForTask((await backend().saveParts('shop', 'synonyms', [synonym('2')], { forwards })).taskID)
      expect([await found('shop'), await found('shop_v')]).toEqual([
        ['a', 'c'],
        ['a', 'c'],
      ])
      await backend().deletePart('shop', 'rules', 'h', { forwards })
      await backend().waitForTask((await backend().deletePart('shop', 'synonyms', '2', { forwards })).taskID)
      expect([await found('shop'), await found('shop_v')]).toEqual([['a', 'b', 'c'], []])
      await set(backend(), 'shop', { hitsPerPage: 1, attributesForFaceting: ['lang', 'size'] }, true)
      expect(await backend().getSettings('shop_desc')).toMatchObject({ hitsPerPage: 1, ranking: BY_SIZE })
      expect(await ordered(backend(), 'shop_v')).toHaveLength(1)
      await set(backend(), 'shop', { hitsPerPage: null, attributesForFaceting: SETTINGS.attributesForFaceting }, true)
    })

    test('a copy of their primary has none, and a copy of a replica is an independent index', async () => {
      await backend().waitForTask((await backend().copyIndex('shop', 'copied')).taskID)
      await backend().waitForTask((await backend().copyIndex('shop_v', 'copied_v')).taskID)
      expect([await backend().getLinks('copied'), await backend().getLinks('copied_v')]).toEqual([{}, {}])
      expect(await idsOf(backend(), 'copied_v')).toEqual(['a', 'b', 'c'])
      expect(await backend().getSettings('copied_v')).toMatchObject({ ...SETTINGS, customRanking: ['desc(size)'] })
      await write(backend(), saves('copied_v', [{ objectID: 'own' }]))
      expect(await idsOf(backend(), 'shop_v')).toEqual(['a', 'b', 'c'])
      await backend().waitForTask((await backend().copyIndex('copied_v', 'shop')).taskID)
      expect(await idsOf(backend(), 'shop_v')).toEqual(['a', 'b', 'c', 'own'])
      await fill(backend(), 'shop')
    })

    test('an index that replaces their primary gets them', async () => {
      const fresh = [
        { objectID: 'n1', title: 'New server', size: 1 },
        { objectID: 'n2', title: 'Newer server', size: 2 },
      ]
      await backend().copyIndex('shop', 'shop_tmp', ['settings', 'rules', 'synonyms'])
      await backend().write(saves('shop_tmp', fresh))
      const { taskID } = await backend().moveIndex('shop_tmp', 'shop')
      const seen = await idsOf(backend(), 'shop_v')
      expect([
        ['a', 'b', 'c'],
        ['n1', 'n2'],
      ]).toContainEqual(seen)
      await backend().waitForTask(taskID)
      for (const index of ['shop', 'shop_desc', 'shop_v']) expect(await idsOf(backend(), index)).toEqual(['n1', 'n2'])
      expect(await ordered(backend(), 'shop_v', { query: 'server' })).toEqual(['n2', 'n1'])
      expect(await backend().getLinks('shop')).toEqual({ replicas: ['shop_desc', 'virtual(shop_v)'] })
      expect(await backend().getLinks('shop_v')).toEqual({ primary: 'shop', virtual: true })
      await expect(backend().getLinks('shop_tmp')).rejects.toThrow(notFound)
      await fill(backend(), 'shop')
      expect(await idsOf(backend(), 'shop_desc')).toEqual(['a', 'b', 'c'])
    })

    test('remain replicas of a primary that is renamed', async () => {
      await backend().waitForTask((await backend().moveIndex('shop', 'store')).taskID)
      expect(await backend().getLinks('shop_v')).toEqual({ primary: 'store', virtual: true })
      await write(backend(), saves('store', [{ objectID: 'e', size: 4 }]))
      expect(await idsOf(backend(), 'shop_v')).toEqual(['a', 'b', 'c', 'e'])
      await backend().waitForTask((await backend().moveIndex('store', 'shop')).taskID)
      await fill(backend(), 'shop')
    })

    test('a replica that is removed from the list becomes an index with the same records', async () => {
      await set(backend(), 'shop', { replicas: ['virtual(shop_v)'] })
      expect(await ordered(backend(), 'shop_desc', { query: 'server' })).toEqual(['c', 'b', 'a'])
      expect(await backend().getLinks('shop_desc')).toEqual({})
      expect(await backend().getSettings('shop_desc')).toMatchObject({ ...SETTINGS, ranking: BY_SIZE })
      await write(backend(), [{ action: 'delete', index: 'shop', objectID: 'c' }])
      expect(await ordered(backend(), 'shop_v', { query: 'server' })).toEqual(['b', 'a'])
      await write(backend(), saves('shop_desc', [{ objectID: 'z', title: 'Server', size: 30 }]))
      expect(await ordered(backend(), 'shop_desc', { query: 'server', hitsPerPage: 9 })).toEqual(['z', 'c', 'b', 'a'])
      expect(await idsOf(backend(), 'shop')).toEqual(['a', 'b'])
    })

    test('an index with records and a replica of another index cannot become replicas', async () => {
      const link = (primary: string, replicas: string[]) => backend().updateSettings(primary, { replicas })
      await expect(link('shop', ['virtual(shop_v)', 'shop_desc'])).rejects.toThrow(
        'Index shop_desc holds 4 records of its own, which a replica of shop cannot: clear or delete it first',
      )
      await expect(link('shop_desc', ['shop_v'])).rejects.toThrow('Index shop_v is a replica of shop already')
      await expect(link('shop_v', ['more'])).rejects.toThrow('Index shop_v is a replica, so it cannot have replicas')
      await expect(link('other', ['shop'])).rejects.toThrow('Index shop has replicas of its own')
      expect(await backend().getLinks('shop')).toEqual({ replicas: ['virtual(shop_v)'] })
      await set(backend(), 'prepared', { customRanking: ['desc(size)'] })
      await set(backend(), 'shop', { replicas: ['shop_v', 'virtual(prepared)'] })
      expect(await backend().getLinks('shop')).toEqual({ replicas: ['virtual(prepared)', 'shop_v'] })
      expect(await ordered(backend(), 'prepared', { query: 'server' })).toEqual(['b', 'a'])
      expect(await backend().getSettings('prepared')).toEqual({ ...SETTINGS, customRanking: ['desc(size)'] })
    })

    test('keep all records when their primary is dropped', async () => {
      await write(backend(), [{ action: 'drop', index: 'shop' }])
      await expect(idsOf(backend(), 'shop')).rejects.toThrow(notFound)
      for (const index of ['shop_v', 'prepared']) {
        expect(await backend().getLinks(index)).toEqual({})
        await write(backend(), saves(index, [{ objectID: 'last', title: 'Server' }]))
        expect(await idsOf(backend(), index, 'server')).toEqual(['a', 'b', 'last'])
      }
      await write(backend(), [{ action: 'drop', index: 'shop_v' }])
      await expect(idsOf(backend(), 'shop_v')).rejects.toThrow(notFound)
    })
  })

  withBackend('the order of a replica', (backend) => {
    test('applies to all matches, page by page, also to later writes', async () => {
      const record = (i: number): SearchRecord => ({
        objectID: `r${i}`,
        title: i % 3 === 0 ? 'lamp' : `a ${'long '.repeat(i % 7)}title of a lamp`,
        price: (i * 7919) % 1009,
      })
      const records = Array.from({ length: 250 }, (_, i) => record(i))
      await backend().replaceRecords('lamps', records, { searchableAttributes: ['title'] })
      const replicas = ['virtual(lamps_cheap)', 'lamps_dear']
      await backend().updateSettings('lamps', { replicas })
      await backend().updateSettings('lamps_cheap', { customRanking: ['asc(price)'] })
      await set(backend(), 'lamps_dear', { ranking: ['desc(price)', 'typo', 'words', 'exact'] })
      const priceOf = new Map(records.map(({ objectID, price }) => [objectID, Number(price)]))
      const paged = async (index: string): Promise<number[]> => {
        const prices: number[] = []
        for (let page = 0; page < 6; page++)
          for (const id of await ordered(backend(), index, { query: 'lamp', page, hitsPerPage: 50 }))
            prices.push(priceOf.get(id) ?? Number.NaN)
        return prices
      }
      const check = async (): Promise<void> => {
        const sorted = [...priceOf.values()].sort((one, other) => one - other)
        expect(await paged('lamps_cheap')).toEqual(sorted)
        expect(await paged('lamps_dear')).toEqual(sorted.toReversed())
      }
      await check()
      const more = [250, 251].map(record)
      for (const { objectID, price } of more) priceOf.set(objectID, Number(price))
      await write(backend(), saves('lamps', more))
      await check()
    })
  })
}
