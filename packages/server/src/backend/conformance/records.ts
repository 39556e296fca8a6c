/** Records: writing them one by one, replacing all, browsing. */
import type { SearchParams, SearchRecord } from '@docent/engine'
import { beforeAll, expect, test } from 'vitest'
import { writeEncodedBatch } from '../write-encoded.ts'
import type { WriteOperation } from '../../wire/operations.ts'
import { DEFAULT_KEY_FIELDS } from '../../keys/key.ts'
import {
  RECORDS,
  SETTINGS,
  asSearch,
  badRequest,
  fill,
  idsOf,
  notFound,
  published,
  saves,
  type WithBackend,
} from './context.ts'

/** Registers the groups of this file. */
export function recordsConformance(withBackend: WithBackend): void {
  withBackend('writing records', (backend) => {
    test('a record is searchable when its task is published, and can be read at once', async () => {
      const receipt = await backend().write(saves('w', RECORDS))
      expect(await backend().getRecords([{ index: 'w', objectID: 'a' }])).toEqual([RECORDS[0]])
      await published(backend(), receipt)
      expect(await idsOf(backend(), 'w')).toEqual(['a', 'b', 'c'])
      expect(await backend().taskStatus(receipt.tasks[0]?.taskID ?? 0)).toBe('published')
    })

    test('saving again replaces, and does not add', async () => {
      await published(backend(), await backend().write(saves('w', [{ objectID: 'a', title: 'Replaced' }])))
      expect(await idsOf(backend(), 'w', 'replaced')).toEqual(['a'])
      expect(await idsOf(backend(), 'w', 'install')).toEqual([])
    })

    test('a partial update keeps the other attributes', async () => {
      const patch = { action: 'patch', index: 'w', createIfNotExists: false } as const
      await backend().write([
        { ...patch, objectID: 'b', changes: { size: { _operation: 'Increment', value: 5 } } },
        { ...patch, objectID: 'not there', changes: { size: 1 } },
      ])
      const [b, absent] = await backend().getRecords([
        { index: 'w', objectID: 'b' },
        { index: 'w', objectID: 'not there' },
      ])
      expect(b).toEqual({ ...RECORDS[1], size: 7 })
      expect(absent).toBeNull()
    })

    test('operations of one list apply in order', async () => {
      const receipt = await backend().write([
        ...saves('w', [{ objectID: 'd', title: 'first' }]),
        { action: 'delete', index: 'w', objectID: 'd' },
        ...saves('w', [{ objectID: 'd', title: 'second' }]),
        { action: 'delete', index: 'w', objectID: 'a' },
      ])
      await published(backend(), receipt)
      expect(await idsOf(backend(), 'w')).toEqual(['b', 'c', 'd'])
      expect(await idsOf(backend(), 'w', 'second')).toEqual(['d'])
    })

    test('an encoded batch is written like its operations, and refused when its sender lacks a right', async () => {
      const key = { ...DEFAULT_KEY_FIELDS, acl: ['addObject' as const], value: 'k', createdAt: 0, expiresAt: 0 }
      const grant = { key, restrictIndices: undefined, forced: {}, address: '' }
      const arrive = (requests: object[]) =>
        writeEncodedBatch(backend(), {
          json: new TextEncoder().encode(JSON.stringify({ requests })),
          index: 'w',
          grant,
        })
      const add = { action: 'addObject', body: { objectID: 'f', title: 'Arrived' } }
      const { tasks, objectIDs } = await arrive([add])
      expect(objectIDs).toEqual(['f'])
      expect(tasks.map(({ index }) => index)).toEqual(['w'])
      const refused = arrive([
        { ...add, body: { objectID: 'g' } },
        { action: 'deleteObject', body: { objectID: 'f' } },
      ])
      await expect(refused).rejects.toThrow(expect.objectContaining({ code: 'not-allowed' }) as Error)
      await expect(arrive([{ action: 'addObject', body: { objectID: '' } }])).rejects.toThrow(badRequest)
      const requests = ['f', 'g'].map((objectID) => ({ index: 'w', objectID }))
      expect(await backend().getRecords(requests)).toEqual([{ objectID: 'f', title: 'Arrived' }, null])
      await published(backend(), await backend().write([{ action: 'delete', index: 'w', objectID: 'f' }]))
    })

    test('a list with one wrong operation changes nothing', async () => {
      const wrong: WriteOperation = {
        action: 'patch',
        index: 'w',
        objectID: 'b',
        changes: { size: { _operation: 'Nonsense', value: 1 } },
        createIfNotExists: true,
      }
      await expect(backend().write([...saves('w', [{ objectID: 'e' }]), wrong])).rejects.toThrow(badRequest)
      expect(await backend().getRecords([{ index: 'w', objectID: 'e' }])).toEqual([null])
    })

    test('one list may write to many indexes', async () => {
      const receipt = await backend().write([...saves('w1', RECORDS), ...saves('w2', RECORDS.slice(1))])
      expect(receipt.tasks.map((task) => task.index)).toEqual(['w1', 'w2'])
      await published(backend(), receipt)
      expect(await idsOf(backend(), 'w1')).toEqual(['a', 'b', 'c'])
      expect(await idsOf(backend(), 'w2')).toEqual(['b', 'c'])
    })

    test('clearing keeps the settings, dropping removes them', async () => {
      await fill(backend(), 'x')
      await published(backend(), await backend().write([{ action: 'clear', index: 'x' }]))
      expect(await idsOf(backend(), 'x')).toEqual([])
      expect(await backend().getSettings('x')).toEqual(SETTINGS)
      await published(backend(), await backend().write([{ action: 'drop', index: 'x' }]))
      await expect(backend().getSettings('x')).rejects.toThrow(notFound)
      await expect(idsOf(backend(), 'x')).rejects.toThrow(notFound)
      await published(backend(), await backend().write([{ action: 'drop', index: 'x' }]))
    })

    test('deleting by filter includes writes that are not searchable yet, and excludes later ones', async () => {
      await fill(backend(), 'y')
      await backend().write(
        saves('y', [
          { objectID: 'f', lang: 'de' },
          { objectID: 'c', lang: 'en' },
        ]),
      )
      await backend().deleteBy('y', { filters: 'lang:de' })
      await published(backend(), await backend().write(saves('y', [{ objectID: 'g', lang: 'de' }])))
      expect(await idsOf(backend(), 'y')).toEqual(['a', 'b', 'c', 'g'])
      await expect(backend().deleteBy('y', {})).rejects.toThrow(badRequest)
      await expect(backend().deleteBy('y', { numericFilters: ['AAA'] })).rejects.toThrow(badRequest)
    })

    test('a deletion whose filters have no condition is refused, in every form of an empty filter', async () => {
      await fill(backend(), 'none')
      const empty = [
        { filters: '' },
        { filters: ' \t\n ' },
        { facetFilters: [] },
        { facetFilters: [[]] },
        { numericFilters: [[], []] },
        { tagFilters: [[]], filters: ' ' },
      ]
      for (const params of empty) await expect(backend().deleteBy('none', params)).rejects.toThrow(badRequest)
      expect(await idsOf(backend(), 'none')).toEqual(['a', 'b', 'c'])
      const { taskID } = await backend().deleteBy('none', { facetFilters: [[], 'lang:de'] })
      await backend().waitForTask(taskID)
      expect(await idsOf(backend(), 'none')).toEqual(['a', 'b'])
    })
  })

  withBackend('replacing all records', (backend) => {
    test('writes the difference and reports its size', async () => {
      const first = await backend().replaceRecords('docs', RECORDS, SETTINGS)
      expect(first).toMatchObject({ added: 3, changed: 0, removed: 0, total: 3 })
      const next = [RECORDS[0], { ...RECORDS[1], title: 'New' }, { objectID: 'z', title: 'Last' }] as SearchRecord[]
      const second = await backend().replaceRecords('docs', next, SETTINGS)
      expect(second).toMatchObject({ added: 1, changed: 1, removed: 1, total: 3 })
      await backend().waitForTask(second.taskID)
      expect(await idsOf(backend(), 'docs')).toEqual(['a', 'b', 'z'])
      expect(await backend().replaceRecords('docs', next, SETTINGS)).toEqual({
        ...second,
        added: 0,
        changed: 0,
        removed: 0,
      })
    })

    test('is in the order of the tasks with a change that is sent at the same time, while an earlier one waits', async () => {
      const [kept, late] = [
        { objectID: 'kept', title: 'Server' },
        { objectID: 'late', title: 'Server' },
      ] as const
      for (let round = 1; round <= 10; round++) {
        await backend().write(saves('raced', [kept]))
        const [replaced, added] = await Promise.all([
          backend().replaceRecords('raced', [kept], { ...SETTINGS, hitsPerPage: 10 + round }),
          backend().write(saves('raced', [late])),
        ])
        await published(backend(), added)
        await backend().waitForTask(replaced.taskID)
        const isLast = replaced.taskID > (added.tasks[0]?.taskID ?? 0)
        expect(await idsOf(backend(), 'raced')).toEqual(isLast ? ['kept'] : ['kept', 'late'])
      }
    })

    test('accepts a stream of records; of several with one objectID the last is stored', async () => {
      const stream = async function* (): AsyncGenerator<SearchRecord> {
        yield { objectID: 'a', title: 'early' }
        yield { objectID: 'a', title: 'late' }
      }
      expect(await backend().replaceRecords('stream', stream(), {})).toMatchObject({ total: 1 })
      expect(await backend().getRecords([{ index: 'stream', objectID: 'a' }])).toMatchObject([{ title: 'late' }])
    })

    test('without another criterion, hits have the order of the given records', async () => {
      const same = ['1', '2', '3', '4'].map((objectID) => ({ objectID, title: 'same' }))
      await backend().waitForTask((await backend().replaceRecords('same', same, SETTINGS)).taskID)
      const [result] = await backend().search([{ indexName: 'same', query: 'same' }])
      expect(asSearch(result).hits.map((hit) => hit.objectID)).toEqual(['1', '2', '3', '4'])
    })

    test('concurrent searches see the old or the new state, and no error', async () => {
      const generation = (n: number): SearchRecord[] =>
        Array.from({ length: 20 }, (_, i) => ({ objectID: String(i), title: 'word', n }))
      await backend().waitForTask((await backend().replaceRecords('mix', generation(0), SETTINGS)).taskID)
      const end = new AbortController()
      let searches = 0
      const searching = (async () => {
        while (!end.signal.aborted) {
          const results = await backend().search([
            { indexName: 'mix', query: 'word' },
            { indexName: 'mix', query: '' },
          ])
          const seen = new Set(results.flatMap((result) => asSearch(result).hits.map((hit) => hit['n'])))
          expect(seen.size).toBe(1)
          searches++
        }
      })()
      for (let n = 1; n <= 5; n++)
        await backend().waitForTask((await backend().replaceRecords('mix', generation(n), SETTINGS)).taskID)
      end.abort()
      await searching
      expect(searches).toBeGreaterThan(0)
    })
  })

  withBackend('browsing', (backend) => {
    const many = Array.from({ length: 25 }, (_, i) => ({ objectID: `r${i}`, title: `record ${i}`, size: i % 2 }))
    beforeAll(async () => {
      await backend().updateSettings('many', { ...SETTINGS, paginationLimitedTo: 5 })
      await published(backend(), await backend().write(saves('many', many)))
    })

    const browseAll = async (params: SearchParams): Promise<string[]> => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await backend().browse('many', { params, hitsPerPage: 10, ...(cursor && { cursor }) })
        expect(page.hits.length).toBeGreaterThan(0)
        found.push(...page.hits.map((hit) => hit.objectID))
        cursor = page.cursor
      } while (cursor !== undefined)
      return found
    }

    test('returns every record once, the latest first, beyond the limit of pages', async () =>
      expect(await browseAll({})).toEqual(many.map((record) => record.objectID).toReversed()))

    test('returns every record that matches a filter', async () =>
      expect((await browseAll({ filters: 'size=1' })).sort()).toEqual(
        many
          .filter((record) => record.size === 1)
          .map((record) => record.objectID)
          .sort(),
      ))

    test('returns the requested attributes of a record, as they were stored', async () => {
      expect((await backend().browse('many', { hitsPerPage: 1 })).hits).toEqual([many[24]])
      const { hits } = await backend().browse('many', { params: { attributesToRetrieve: ['size'] }, hitsPerPage: 1 })
      expect(hits).toEqual([{ objectID: 'r24', size: 0 }])
      const filtered = await backend().browse('many', { params: { query: '"record 7"', advancedSyntax: true } })
      expect(filtered.hits).toEqual([many[7]])
    })

    test('returns the same as JSON, in a backend that stores JSON', async () => {
      const { browseJson = async () => undefined } = backend()
      for (const options of [
        {},
        { hitsPerPage: 10 },
        { params: { filters: 'size=1' }, hitsPerPage: 3 },
        { params: { filters: 'size=7' } },
        { params: { attributesToRetrieve: ['size'] } },
        { params: { attributesToRetrieve: ['-size'], query: 'record' } },
      ]) {
        const written = await browseJson('many', options)
        if (written === undefined) return
        const hits: unknown = JSON.parse(new TextDecoder().decode(written.hits))
        expect({ ...written, hits }).toEqual(await backend().browse('many', options))
        expect(written.hits.buffer.byteLength).toBe(written.hits.length)
      }
    })

    test.each([{}, { filters: 'kind:long' }, { query: 'text' }])(
      'returns fewer records in a page of long ones, and continues behind them: %j',
      async (params) => {
        const title = `text ${'x'.repeat(95 * 1024)}`
        const long = Array.from({ length: 100 }, (_, i) => ({ objectID: `l${i}`, title, kind: 'long' }))
        const settings = { searchableAttributes: ['title'], attributesForFaceting: ['kind'] }
        await backend().waitForTask((await backend().replaceRecords('long', long, settings)).taskID)
        const first = await backend().browse('long', { params })
        const second = await backend().browse('long', { params, ...(first.cursor && { cursor: first.cursor }) })
        expect([first.hits.length, second.hits.length, second.cursor]).toEqual([87, 13, undefined])
        expect(new Set([...first.hits, ...second.hits].map(({ objectID }) => objectID)).size).toBe(100)
      },
      60_000,
    )

    test('refuses a cursor of another server, and a missing index', async () => {
      await expect(backend().browse('many', { cursor: 'nonsense' })).rejects.toThrow(badRequest)
      await expect(backend().browse('nowhere', {})).rejects.toThrow(notFound)
    })
  })
}
