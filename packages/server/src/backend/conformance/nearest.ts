/** Searches with the nearest records of a model: `SearchRequest.nearest`. */
import { DOCS_SETTINGS, type SearchRecord, type SearchRequest } from '@docent/engine'
import { beforeAll, expect, test } from 'vitest'
import type { Backend } from '../backend.ts'
import { asSearch, type WithBackend } from './context.ts'

/** More records with the words than a cluster gives to the engine. */
const MANY = 130

const section = (objectID: string, heading: string, content: string, lang = 'en'): SearchRecord => ({
  objectID,
  url: `/handbook#${objectID}`,
  type: 'lvl2',
  hierarchy: { lvl0: null, lvl1: 'Handbook', lvl2: heading },
  content,
  lang,
})

const RECORDS = [
  section('stop', 'Ending', 'The command to halt a machine.'),
  section('price', 'Money', 'The price in a month.'),
  section('anhalten', 'Ende', 'Der Befehl zum Anhalten.', 'de'),
  ...Array.from({ length: MANY }, (_, at) => section(`often${at}`, `Topic ${at}`, 'A frequent phrase of the manual.')),
]

const nearestOf = (ids: readonly string[], addFrom = 0): NonNullable<SearchRequest['nearest']> => ({
  records: ids.map((objectID, at) => ({ objectID, similarity: 0.9 - at / 100 })),
  addFrom,
})

async function ask(backend: Backend, params: Omit<SearchRequest, 'indexName'>) {
  const [result] = await backend.search([{ indexName: 'near', distinct: false, hitsPerPage: 20, ...params }])
  const { hits, nbHits, nbPages } = asSearch(result)
  return { ids: hits.map((hit) => hit.objectID), hits, nbHits, nbPages }
}

/** The ids of all pages, in order. */
async function allPages(backend: Backend, params: Omit<SearchRequest, 'indexName'>): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; page <= (MANY + 20) / 20; page++) ids.push(...(await ask(backend, { ...params, page })).ids)
  return ids
}

/** Registers the group. */
export function nearestConformance(withBackend: WithBackend): void {
  withBackend('nearest records', (backend) => {
    beforeAll(async () => {
      await backend().waitForTask((await backend().replaceRecords('near', RECORDS, DOCS_SETTINGS)).taskID)
    })

    test('a near record without the words is added, and counted', async () => {
      const query = 'price in a month'
      const plain = await ask(backend(), { query })
      expect(plain.ids).toEqual(['price'])
      const near = await ask(backend(), { query, nearest: nearestOf(['stop', 'price', 'gone']) })
      expect(near).toMatchObject({ ids: ['price', 'stop'], nbHits: 2 })
      expect((await ask(backend(), { query, nearest: nearestOf(['stop', 'price'], 0.95) })).ids).toEqual(['price'])
    })

    test('filters hold for near records', async () => {
      const nearest = nearestOf(['anhalten', 'stop'])
      expect((await ask(backend(), { query: 'price in a month', facetFilters: ['lang:en'], nearest })).ids).toEqual([
        'price',
        'stop',
      ])
    })

    test('of many matches, each is on one page, and added records come once', async () => {
      const query = 'frequent phrase of manual'
      const plain = await allPages(backend(), { query })
      expect(plain).toHaveLength(MANY)
      const nearest = nearestOf(['stop', 'often3', 'often77', 'often129', 'price'])
      const near = await allPages(backend(), { query, nearest })
      expect(near.toSorted()).toEqual([...plain, 'stop', 'price'].toSorted())
      expect((await ask(backend(), { query, nearest })).nbHits).toBe(MANY + 2)
      expect(near.slice(0, 20)).toEqual(expect.arrayContaining(['often3', 'often77', 'often129']))
    })

    test('explanations name the similarity', async () => {
      const nearest = nearestOf(['stop', 'price'])
      const { hits } = await ask(backend(), { query: 'price in a month', nearest, getRankingInfo: true })
      expect(hits.map((hit) => hit._rankingInfo?.semantic)).toEqual([
        { rank: 1, similarity: 0.89, place: 2 },
        { similarity: 0.9, place: 1, isAdded: true },
      ])
    })
  })
}
