/** Synonyms, rules and hidden attributes: their effect, from the publication of their task on. */
import type { SearchParams, SearchResponse } from '@docent/engine'
import { beforeAll, expect, test } from 'vitest'
import { saveEncodedParts } from '../write-encoded.ts'
import type { Backend } from '../backend.ts'
import type { IndexPart, PartKind } from '../../wire/operations.ts'
import { asSearch, badRequest, fill, published, saves, SETTINGS, type WithBackend } from './context.ts'

const SYNONYMS: IndexPart[] = [
  { objectID: '1', type: 'synonym', synonyms: ['setup', 'install'] },
  { objectID: '2', type: 'oneWaySynonym', input: 'machine', synonyms: ['server'] },
]
const RULES: IndexPart[] = [
  {
    objectID: 'pin',
    conditions: [{ pattern: 'server', anchoring: 'contains' }],
    consequence: { promote: [{ objectID: 'c', position: 0 }], hide: [{ objectID: 'b' }], userData: { from: 'pin' } },
  },
  { objectID: 'go', conditions: [{ pattern: 'home' }], consequence: { redirect: { url: '/' } } },
  {
    objectID: 'german',
    conditions: [{ context: 'de' }],
    consequence: { params: { filters: 'lang:de', query: { remove: ['bitte'] } } },
  },
]

async function ask(backend: Backend, index: string, params: SearchParams): Promise<SearchResponse> {
  const [result] = await backend.search([{ indexName: index, ...params }])
  return asSearch(result)
}

/** Registers the groups of this file. */
export function partsConformance(withBackend: WithBackend): void {
  withBackend('synonyms and rules', (backend) => {
    const find = async (query: string, params: SearchParams = {}, index = 'docs'): Promise<string[]> =>
      (await ask(backend(), index, { query, ...params })).hits.map((hit) => hit.objectID)

    beforeAll(() => fill(backend(), 'docs'))

    test('synonyms have effect when their task is published, until they are deleted', async () => {
      expect(await find('setup')).toEqual([])
      await backend().waitForTask((await backend().saveParts('docs', 'synonyms', SYNONYMS)).taskID)
      expect(await find('setup')).toEqual(['a'])
      expect((await find('machine')).length).toBe(3)
      expect(await find('setup', { synonyms: false })).toEqual([])
      const [values] = await backend().search([
        { indexName: 'docs', type: 'facet', facet: 'lang', facetQuery: '', query: 'setup' },
      ])
      expect(values).toMatchObject({ facetHits: [{ value: 'en', count: 1 }] })
      await backend().waitForTask((await backend().deletePart('docs', 'synonyms', '1')).taskID)
      expect(await find('setup')).toEqual([])
    })

    test('an encoded batch is saved like its entries, and refused when one of them is invalid', async () => {
      const arrive = async (kind: PartKind, parts: unknown, replaceAll: boolean): Promise<void> => {
        const json = new TextEncoder().encode(JSON.stringify(parts))
        await backend().waitForTask(
          (await saveEncodedParts(backend(), { json, index: 'a', kind, replaceAll, forwards: false })).taskID,
        )
      }
      await arrive('synonyms', SYNONYMS, false)
      await arrive('rules', RULES.slice(0, 1), false)
      await arrive('rules', RULES.slice(1), false)
      expect(await backend().listParts('a', 'synonyms')).toEqual(SYNONYMS)
      expect(await backend().listParts('a', 'rules')).toEqual(RULES)
      const bad = [SYNONYMS[1], { objectID: '3', type: 'synonym' }]
      await expect(arrive('synonyms', bad, true)).rejects.toThrow(badRequest)
      await expect(arrive('rules', { objectID: 'pin' }, true)).rejects.toThrow(badRequest)
      expect(await backend().listParts('a', 'synonyms')).toEqual(SYNONYMS)
      await arrive('synonyms', SYNONYMS.slice(1), true)
      expect(await backend().listParts('a', 'synonyms')).toEqual(SYNONYMS.slice(1))
    })

    test('rules have effect when their task is published, and the answer names them', async () => {
      expect((await ask(backend(), 'docs', { query: 'server' })).appliedRules).toBeUndefined()
      await backend().waitForTask((await backend().saveParts('docs', 'rules', RULES)).taskID)
      const answer = await ask(backend(), 'docs', { query: 'server' })
      expect(answer.hits.map((hit) => hit.objectID)).toEqual(['c', 'a'])
      expect(answer).toMatchObject({ nbHits: 2, appliedRules: [{ objectID: 'pin' }], userData: [{ from: 'pin' }] })
      expect((await ask(backend(), 'docs', { query: 'home' })).renderingContent).toEqual({ redirect: { url: '/' } })
      expect(await find('bitte datei', { ruleContexts: ['de'] })).toEqual(['c'])
      expect(await find('server', { enableRules: false })).toHaveLength(3)
    })

    test('rules neither raise the maximum of hits nor change fixed parameters', async () => {
      const rules: IndexPart[] = [
        {
          objectID: 'wide',
          consequence: { params: { hitsPerPage: 9 }, promote: [{ objectID: 'a', position: 0 }] },
        },
      ]
      await backend().waitForTask((await backend().saveParts('docs2', 'rules', rules)).taskID)
      await fill(backend(), 'docs2')
      expect(await ask(backend(), 'docs2', { maxHitsPerQuery: 2 })).toMatchObject({ hitsPerPage: 2, nbHits: 3 })
      const bound = { filters: 'lang:de', hitsPerPage: 5, fixedParams: ['filters', 'hitsPerPage'] }
      const { hits, hitsPerPage } = await ask(backend(), 'docs2', bound)
      expect([hitsPerPage, hits.map((hit) => hit.objectID)]).toEqual([5, ['c']])
    })

    test('browsing ignores rules', async () => {
      const { hits } = await backend().browse('docs', { params: { query: 'server' } })
      expect(hits.map((hit) => hit.objectID).sort()).toEqual(['a', 'b', 'c'])
    })

    test('rules can be valid for a time', async () => {
      const now = Math.floor(Date.now() / 1000)
      const rule = (objectID: string, from: number, until: number): IndexPart => ({
        objectID,
        conditions: [{ pattern: 'times' }],
        consequence: { userData: objectID },
        validity: [{ from, until }],
      })
      const rules = [
        rule('past', 0, now - 1000),
        rule('now', now - 1000, now + 1000),
        rule('later', now + 1000, now + 2000),
      ]
      await backend().waitForTask((await backend().saveParts('docs', 'rules', rules)).taskID)
      expect((await ask(backend(), 'docs', { query: 'times' })).userData).toEqual(['now'])
    })

    test('they remain after changes of records and settings, and are part of copies and moves', async () => {
      await published(backend(), await backend().write(saves('docs', [{ objectID: 'd', title: 'Machine room' }])))
      await backend().waitForTask((await backend().updateSettings('docs', { hitsPerPage: 50 })).taskID)
      expect((await find('machine')).length).toBe(4)
      await backend().waitForTask((await backend().copyIndex('docs', 'copy')).taskID)
      expect((await find('machine', {}, 'copy')).length).toBe(4)
      await backend().waitForTask((await backend().moveIndex('copy', 'moved')).taskID)
      expect((await find('machine', {}, 'moved')).length).toBe(4)
      await published(backend(), await backend().write([{ action: 'clear', index: 'moved' }]))
      await published(backend(), await backend().write(saves('moved', [{ objectID: 'e', title: 'Another server' }])))
      expect(await find('machine', {}, 'moved')).toEqual(['e'])
    })

    test('an index that replaces another keeps its own', async () => {
      await published(backend(), await backend().write(saves('next', [{ objectID: 'n', title: 'A server' }])))
      await backend().waitForTask((await backend().copyIndex('docs', 'next', ['synonyms'])).taskID)
      const { taskID } = await backend().moveIndex('next', 'docs')
      await backend().waitForTask(taskID)
      expect(await find('machine')).toEqual(['n'])
      expect((await ask(backend(), 'docs', { query: 'times' })).userData).toBeUndefined()
    })
  })

  withBackend('attributes that are kept back', (backend) => {
    const settings = {
      ...SETTINGS,
      searchableAttributes: ['title', 'code'],
      attributesForFaceting: ['lang', 'size', 'searchable(code)'],
      unretrievableAttributes: ['size', 'code'],
    }
    const record = { objectID: 's', title: 'Secret', lang: 'en', size: 7, code: 'swordfish' }

    beforeAll(async () => {
      await backend().updateSettings('secret', settings)
      await published(backend(), await backend().write(saves('secret', [record])))
    })

    test('are in no answer', async () => {
      const bare = { objectID: 's', title: 'Secret', lang: 'en' }
      const plain = { attributesToHighlight: [] }
      expect((await ask(backend(), 'secret', { ...plain, attributesToRetrieve: ['*', 'size'] })).hits).toEqual([bare])
      expect((await backend().browse('secret', {})).hits).toEqual([bare])
      expect((await backend().browse('secret', { params: { query: 'secret' } })).hits).toEqual([bare])
      expect(await backend().getRecords([{ index: 'secret', objectID: 's' }])).toEqual([bare])
    })

    test('are not counted as facets, and ranking information does not have their terms', async () => {
      const own = { attributesToHighlight: [], attributesToRetrieve: ['objectID'] }
      const answer = await ask(backend(), 'secret', { ...own, query: 'sword', facets: ['*'], getRankingInfo: true })
      expect(answer.hits).toHaveLength(1)
      expect(answer.facets).toEqual({ lang: { en: 1 } })
      expect(answer.facets_stats).toBeUndefined()
      expect(JSON.stringify(answer)).not.toContain('swordfish')
      const values = [{ indexName: 'secret', type: 'facet', facet: 'code', facetQuery: 's' }] as const
      await expect(backend().search(values)).rejects.toThrow('Cannot search in the values of code')
    })

    test('are in every answer to a sender who may see them', async () => {
      const params = { unretrievableAttributes: [], attributesToHighlight: [] }
      expect((await ask(backend(), 'secret', params)).hits).toEqual([record])
      expect((await backend().browse('secret', { params })).hits).toEqual([record])
      expect((await backend().browse('secret', { params: { ...params, query: 'secret' } })).hits).toEqual([record])
      expect(await backend().getRecords([{ index: 'secret', objectID: 's', unretrievable: true }])).toEqual([record])
    })
  })
}
