/** Partial changes: of one record by the operations of the wire, and of a few records among many. */
import type { SearchRecord } from '@docent/engine'
import { beforeAll, expect, test } from 'vitest'
import type { RecordChanges, WriteOperation } from '../../wire/operations.ts'
import { SETTINGS, asSearch, badRequest, idsOf, notFound, published, saves, type WithBackend } from './context.ts'

const STORED = { objectID: '1', count: 5, tags: ['a', 'b'], deep: { x: 1, y: 2 } }

/** Enough records that no backend rebuilds the whole index for a few changes. */
const MANY = 1600
const LANGS = ['en', 'de', 'fr']
const numbered = (count: number): SearchRecord[] =>
  Array.from({ length: count }, (_, at) => ({
    objectID: String(at),
    title: `record ${at}`,
    content: `group${at % 40}`,
    lang: LANGS[at % LANGS.length],
    size: at,
  })) as SearchRecord[]

/** Registers the groups of this file. */
export function changesConformance(withBackend: WithBackend): void {
  withBackend('partial updates', (backend) => {
    const patch = async (objectID: string, changes: RecordChanges, createIfNotExists = true) => {
      await backend().write([{ action: 'patch', index: 'p', objectID, changes, createIfNotExists }])
      return (await backend().getRecords([{ index: 'p', objectID }]))[0]
    }

    test.each<[string, RecordChanges, object]>([
      ['a plain value replaces', { count: 6 }, { count: 6 }],
      ['a nested object is replaced whole', { deep: { x: 3 } }, { deep: { x: 3 } }],
      ['Increment', { count: { _operation: 'Increment', value: 2 } }, { count: 7 }],
      ['Decrement', { count: { _operation: 'Decrement', value: 2 } }, { count: 3 }],
      ['IncrementFrom the stored value', { count: { _operation: 'IncrementFrom', value: 5 } }, { count: 6 }],
      ['IncrementFrom another value', { count: { _operation: 'IncrementFrom', value: 4 } }, {}],
      ['IncrementSet to a larger value', { count: { _operation: 'IncrementSet', value: 9 } }, { count: 9 }],
      ['IncrementSet to a smaller value', { count: { _operation: 'IncrementSet', value: 4 } }, {}],
      ['Add', { tags: { _operation: 'Add', value: 'b' } }, { tags: ['a', 'b', 'b'] }],
      ['AddUnique', { tags: { _operation: 'AddUnique', value: 'b' } }, {}],
      ['Remove', { tags: { _operation: 'Remove', value: 'a' } }, { tags: ['b'] }],
    ])('%s', async (_, changes, expected) => {
      await backend().write(saves('p', [STORED]))
      expect(await patch('1', changes)).toEqual({ ...STORED, ...expected })
    })

    test('create a missing record, if that is requested', async () => {
      expect(await patch('new', { count: { _operation: 'Increment', value: 2 } })).toEqual({
        objectID: 'new',
        count: 2,
      })
      expect(await patch('newer', { count: 1 }, false)).toBeNull()
      await expect(patch('1', { count: { _operation: 'Add' } })).rejects.toThrow(badRequest)
    })
  })

  withBackend('few changes among many records', (backend) => {
    const expected = new Map(numbered(MANY).map((record) => [record.objectID, record]))
    const apply = async (operations: WriteOperation[]): Promise<void> =>
      published(backend(), await backend().write(operations))
    const save = (record: SearchRecord): WriteOperation => {
      expected.set(record.objectID, record)
      return { action: 'save', index: 'many', record }
    }
    const remove = (objectID: string): WriteOperation => {
      expected.delete(objectID)
      return { action: 'delete', index: 'many', objectID }
    }
    const ids = (keep: (record: SearchRecord) => boolean): string[] =>
      [...expected.values()]
        .filter(keep)
        .map((record) => record.objectID)
        .sort()

    beforeAll(async () => {
      const { taskID } = await backend().replaceRecords('many', [...expected.values()], SETTINGS)
      await backend().waitForTask(taskID)
    })

    test('are visible in searches, filters, counts and lists, and hide the old values', async () => {
      await apply([
        save({ objectID: 'new', title: 'fresh words', content: 'group7', lang: 'en', size: 1 }),
        save({ objectID: '7', title: 'moved away', content: 'elsewhere', lang: 'it', size: -1 }),
        remove('47'),
      ])
      await apply([remove('87'), save({ objectID: '88', title: 'fresh too', content: 'group7', lang: 'de', size: 2 })])
      expect(await idsOf(backend(), 'many', 'fresh')).toEqual(['88', 'new'])
      const [result] = await backend().search([
        { indexName: 'many', query: 'group7', facets: ['lang'], hitsPerPage: 1000, queryType: 'prefixNone' },
      ])
      const answer = asSearch(result)
      const inGroup = ids((record) => record['content'] === 'group7')
      expect(answer.hits.map((hit) => hit.objectID).sort()).toEqual(inGroup)
      const counts: Record<string, number> = {}
      for (const id of inGroup) {
        const lang = String(expected.get(id)?.['lang'])
        counts[lang] = (counts[lang] ?? 0) + 1
      }
      expect(answer.facets).toEqual({ lang: counts })
      const [all] = await backend().search([{ indexName: 'many', filters: 'lang:it OR lang:de', hitsPerPage: 1000 }])
      const langs = ids((record) => record['lang'] === 'it' || record['lang'] === 'de')
      expect(asSearch(all).nbHits).toBe(langs.length)
      const { nbHits } = await backend().browse('many', { hitsPerPage: 1 })
      expect(nbHits).toBe(expected.size)
      expect((await backend().listIndexes()).find(({ name }) => name === 'many')).toMatchObject({
        entries: expected.size,
      })
    })

    test('are deleted by a filter, and are part of a copy', async () => {
      await backend().deleteBy('many', { filters: 'lang:it' })
      expected.delete('7')
      await backend().waitForTask((await backend().copyIndex('many', 'copied')).taskID)
      for (const index of ['many', 'copied']) {
        expect(await idsOf(backend(), index, 'fresh')).toEqual(['88', 'new'])
        expect(await idsOf(backend(), index, 'moved away')).toEqual([])
        expect(await backend().browse(index, { hitsPerPage: 1 })).toMatchObject({ nbHits: expected.size })
      }
    })

    test('of a missing index are no error, but reading it is', async () => {
      const { taskID } = await backend().deleteBy('nowhere', { filters: 'lang:en' })
      await backend().waitForTask(taskID)
      await backend().waitForTask((await backend().deletePart('nowhere', 'rules', 'x')).taskID)
      for (const read of [
        backend().getRecords([{ index: 'nowhere', objectID: '1' }]),
        backend().getSettings('nowhere'),
        backend().listParts('nowhere', 'synonyms'),
        backend().searchJson([{ request: { indexName: 'nowhere' }, format: { query: '', params: '', publicUrl: '' } }]),
      ])
        await expect(read).rejects.toThrow(notFound)
    })
  })
}
