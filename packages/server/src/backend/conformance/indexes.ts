/** Indexes, settings, tasks, keys, and closing. */
import { expect, test } from 'vitest'
import { DEFAULT_KEY_FIELDS, isAdmin, isPagesKey } from '../../keys/key.ts'
import { RECORDS, SETTINGS, asSearch, fill, idsOf, notFound, published, saves, type WithBackend } from './context.ts'

/** Registers the groups of this file. */
export function indexesConformance(withBackend: WithBackend): void {
  withBackend('indexes and settings', (backend) => {
    test('settings are merged, and null restores a default', async () => {
      await backend().updateSettings('s', { hitsPerPage: 5, customRanking: ['desc(size)'] })
      const { taskID } = await backend().updateSettings('s', { hitsPerPage: null, distinct: true })
      expect(await backend().getSettings('s')).toEqual({ customRanking: ['desc(size)'], distinct: true })
      await backend().waitForTask(taskID)
      expect(await idsOf(backend(), 's')).toEqual([])
    })

    test('searches use a setting once its task is published', async () => {
      await fill(backend(), 't')
      await backend().waitForTask((await backend().updateSettings('t', { hitsPerPage: 1 })).taskID)
      const [result] = await backend().search([{ indexName: 't' }])
      expect(asSearch(result).hits).toHaveLength(1)
    })

    test('a copy has the whole index, or only its settings', async () => {
      await fill(backend(), 'source')
      await backend().waitForTask((await backend().copyIndex('source', 'copy')).taskID)
      expect(await idsOf(backend(), 'copy')).toEqual(['a', 'b', 'c'])
      expect(await idsOf(backend(), 'source')).toEqual(['a', 'b', 'c'])
      await backend().waitForTask((await backend().copyIndex('source', 'bare', ['settings'])).taskID)
      expect(await backend().getSettings('bare')).toEqual(SETTINGS)
      expect(await idsOf(backend(), 'bare')).toEqual([])
      await backend().waitForTask((await backend().copyIndex('nowhere', 'copy')).taskID)
      expect(await idsOf(backend(), 'copy')).toEqual([])
    })

    test('synonyms and rules are separate, replaced by objectID, copied by scope and dropped with the index', async () => {
      const ids = async (index: string, kind: 'synonyms' | 'rules') =>
        (await backend().listParts(index, kind)).map((part) => part.objectID)
      await backend().saveParts('parts', 'synonyms', [{ objectID: '1' }, { objectID: '2' }])
      await backend().saveParts('parts', 'rules', [{ objectID: '1', enabled: true }])
      await backend().saveParts('parts', 'synonyms', [{ objectID: '1', synonyms: ['a', 'b'] }, { objectID: '3' }])
      await backend().deletePart('parts', 'synonyms', '2')
      expect(await backend().listParts('parts', 'synonyms')).toEqual([
        { objectID: '1', synonyms: ['a', 'b'] },
        { objectID: '3' },
      ])
      await backend().copyIndex('parts', 'parts2', ['rules'])
      expect([await ids('parts2', 'synonyms'), await ids('parts2', 'rules')]).toEqual([[], ['1']])
      await backend().saveParts('parts', 'synonyms', [{ objectID: '4' }], { replaceAll: true })
      expect(await ids('parts', 'synonyms')).toEqual(['4'])
      await backend().write([{ action: 'drop', index: 'parts' }])
      await expect(ids('parts', 'synonyms')).rejects.toThrow(notFound)
    })

    test('a move replaces the destination, also right after writes', async () => {
      await fill(backend(), 'live')
      const staged = await backend().write(saves('staged', [{ objectID: 'n', title: 'New' }]))
      const { taskID } = await backend().moveIndex('staged', 'live')
      const seen = await idsOf(backend(), 'live')
      expect([['a', 'b', 'c'], ['n']]).toContainEqual(seen)
      await backend().waitForTask(taskID)
      await published(backend(), staged)
      expect(await idsOf(backend(), 'live')).toEqual(['n'])
      await expect(idsOf(backend(), 'staged')).rejects.toThrow(notFound)
      await backend().waitForTask((await backend().moveIndex('staged', 'live')).taskID)
      expect(await idsOf(backend(), 'live')).toEqual(['n'])
    })

    test('the list has every index with its number of records', async () => {
      const infos = new Map((await backend().listIndexes()).map((info) => [info.name, info]))
      expect(infos.get('source')).toMatchObject({ entries: 3, numberOfPendingTasks: 0 })
      expect(infos.get('source')?.dataSize).toBeGreaterThan(100)
      expect(infos.has('staged')).toBe(false)
    })

    test('an unknown task number has no status', async () => {
      expect(await backend().taskStatus(1_000_000)).toBeUndefined()
      expect(await backend().taskStatus(0)).toBeUndefined()
    })

    test('names that are special to JavaScript or a file system are ordinary names of indexes', async () => {
      for (const index of ['__proto__', 'constructor', '../x', 'a/b', 'con', 'Ä', 'ä'])
        await published(backend(), await backend().write(saves(index, [{ objectID: index, title: 'here' }])))
      for (const index of ['__proto__', 'constructor', '../x', 'a/b', 'con', 'Ä', 'ä'])
        expect(await idsOf(backend(), index, 'here')).toEqual([index])
    })
  })

  withBackend('keys', (backend) => {
    test('the first start creates one with all rights and one for searching', async () => {
      const keys = await backend().keys.list()
      expect(keys.map(isAdmin)).toEqual([true, false])
      expect(keys.map((key) => isPagesKey(key, 'docs'))).toEqual([false, true])
    })

    test('a key is added, changed, deleted and restored', async () => {
      const { keys } = backend()
      const { value } = await keys.add({ ...DEFAULT_KEY_FIELDS, acl: ['search', 'browse'], indexes: ['b', 'a'] })
      expect(await keys.find(value)).toMatchObject({ acl: ['search', 'browse'], indexes: ['b', 'a'], expiresAt: 0 })
      await keys.update(value, { ...DEFAULT_KEY_FIELDS, description: 'changed' })
      expect(await keys.find(value)).toMatchObject({ acl: ['search'], indexes: [], description: 'changed' })
      await keys.delete(value)
      expect(await keys.find(value)).toBeUndefined()
      await expect(keys.delete(value)).rejects.toThrow('Key does not exist')
      await keys.restore(value)
      expect(await keys.find(value)).toMatchObject({ description: 'changed' })
    })

    test('the admin key cannot be changed', async () => {
      const [admin] = await backend().keys.list()
      const refused = expect.objectContaining({ status: 403 }) as Error
      await expect(backend().keys.delete(admin?.value ?? '')).rejects.toThrow(refused)
      await expect(backend().keys.update(admin?.value ?? '', DEFAULT_KEY_FIELDS)).rejects.toThrow(refused)
    })

    test('are replaced by those of another backend, unchanged', async () => {
      const { keys } = backend()
      const lost = await keys.add(DEFAULT_KEY_FIELDS)
      const admin = (await keys.list()).find(isAdmin)
      if (admin === undefined) throw new Error('There is an admin key')
      const key = {
        ...DEFAULT_KEY_FIELDS,
        value: 'from-elsewhere',
        description: 'From elsewhere',
        validity: 4_000_000_000,
        createdAt: 1_600_000_000,
        expiresAt: 5_600_000_000,
      }
      await keys.adopt([key, admin])
      expect(await keys.list()).toEqual([key, admin])
      expect(await keys.find('from-elsewhere')).toEqual(key)
      expect(await keys.find(lost.value)).toBeUndefined()
      await expect(keys.restore(lost.value)).rejects.toThrow('Key does not exist')
    })
  })

  withBackend('closing', (backend) => {
    test('makes every later call fail', async () => {
      await backend().close()
      const closed = expect.objectContaining({ code: 'closed' }) as Error
      await expect(backend().write(saves('docs', RECORDS))).rejects.toThrow(closed)
      expect(await backend().readiness()).toMatchObject({ ready: false })
      await backend().close()
    })
  })
}
