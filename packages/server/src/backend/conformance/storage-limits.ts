/**
 * The limits of stored data. A backend that applies writes after their acknowledgement may acknowledge one beyond a limit: then its
 * task has an error, and no data has changed.
 */
import { beforeAll, expect, test } from 'vitest'
import type { Backend } from '../backend.ts'
import type { IndexPart, WriteOperation } from '../../wire/operations.ts'
import { DEFAULT_KEY_FIELDS, isAdmin } from '../../keys/key.ts'
import { LIMITS } from '../../wire/limits.ts'
import { fill, published, RECORDS, saves, SETTINGS, type WithBackend } from './context.ts'

/** The message of a write's refusal, or the error of its task. */
async function refusalOf(backend: Backend, write: () => Promise<{ taskID: number }>): Promise<string | undefined> {
  let taskID: number
  try {
    ;({ taskID } = await write())
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-request', status: 400 })
    return (error as Error).message
  }
  await backend.waitForTask(taskID)
  return backend.taskError?.(taskID)
}

const MOST = { indexes: 4, keys: 4, deletedKeys: 2, partsPerIndex: 5, partsBytes: 2000, settingsBytes: 400 }

/** Registers the groups of this file. */
export function storageLimitsConformance(withBackend: WithBackend): void {
  withBackend('a record that grows', (backend) => {
    const write = (operations: WriteOperation[]) => async () => {
      const [task] = (await backend().write(operations)).tasks
      if (task === undefined) throw new Error('A write has a task')
      return task
    }
    const text = (bytes: number): string => 'x'.repeat(bytes)

    test('by partial updates is limited in size, and a list with an update beyond the limit changes nothing', async () => {
      await published(
        backend(),
        await backend().write(saves('g', [{ objectID: '1', a: text(LIMITS.recordBytes - 500) }])),
      )
      const grow = (value: string): WriteOperation => ({
        action: 'patch',
        index: 'g',
        objectID: '1',
        changes: { list: { _operation: 'Add', value } },
        createIfNotExists: true,
      })
      expect(await refusalOf(backend(), write([grow(text(100))]))).toBeUndefined()
      const [before] = await backend().getRecords([{ index: 'g', objectID: '1' }])
      expect(before).toMatchObject({ list: [text(100)] })
      const list = [
        ...saves('g', [{ objectID: '2' }]),
        grow(text(100)),
        grow(text(100)),
        grow(text(100)),
        grow(text(100)),
      ]
      expect(await refusalOf(backend(), write(list))).toContain(`at most ${LIMITS.recordBytes} are allowed`)
      expect(await backend().getRecords([1, 2].map((id) => ({ index: 'g', objectID: `${id}` })))).toEqual([
        before,
        null,
      ])
      const smaller: WriteOperation = { ...grow(''), changes: { a: 'small' } } as WriteOperation
      expect(await refusalOf(backend(), write([smaller, grow(text(1000))]))).toBeUndefined()
    })
  })

  withBackend(
    'what there may be of an index',
    (backend) => {
      const rule = (n: number, bytes = 0): IndexPart => ({
        objectID: String(n),
        consequence: { userData: 'x'.repeat(bytes) },
      })
      beforeAll(() => fill(backend(), 'docs'))

      test.each(['rules', 'synonyms'] as const)(
        '%s are limited in number and in bytes, and can be replaced at the limit',
        async (kind) => {
          const save = (parts: readonly IndexPart[], replaceAll = false) =>
            refusalOf(backend(), () => backend().saveParts('docs', kind, parts, { replaceAll }))
          const count = async (): Promise<number> => (await backend().listParts('docs', kind)).length
          for (let n = 0; n < MOST.partsPerIndex; n++) expect(await save([rule(n)])).toBeUndefined()
          expect(await save([rule(9)])).toContain(`at most ${MOST.partsPerIndex}`)
          expect(await save([rule(7), rule(8), rule(9)])).toContain(`at most ${MOST.partsPerIndex}`)
          expect(await count()).toBe(MOST.partsPerIndex)
          expect(await save([rule(0, 10)])).toBeUndefined()
          expect(await save([rule(8), rule(9)], true)).toBeUndefined()
          expect(await count()).toBe(2)
          expect(await save([rule(1, MOST.partsBytes / 2)])).toBeUndefined()
          expect(await save([rule(2, MOST.partsBytes / 2)])).toContain(`at most ${MOST.partsBytes}`)
          expect(await count()).toBe(3)
          await backend().deletePart('docs', kind, '1')
          expect(await save([rule(2, MOST.partsBytes / 2)])).toBeUndefined()
        },
      )

      test('settings are limited in bytes', async () => {
        const set = (changes: object) =>
          refusalOf(backend(), () => backend().updateSettings('docs', changes as Record<string, unknown>))
        expect(await set({ userData: 'x'.repeat(150) })).toBeUndefined()
        const before = await backend().getSettings('docs')
        expect(await set({ userData: 'x'.repeat(MOST.settingsBytes) })).toContain(`at most ${MOST.settingsBytes}`)
        expect(await set({ customNormalization: 'x'.repeat(200) })).toContain(`at most ${MOST.settingsBytes}`)
        expect(await backend().getSettings('docs')).toEqual(before)
      })

      test('indexes are limited in number, by every way to create one, and a deletion allows another', async () => {
        const made = ['two', 'three', 'four']
        for (const index of made)
          expect(await refusalOf(backend(), () => backend().updateSettings(index, {}))).toBeUndefined()
        const write = (operations: WriteOperation[]) => async () =>
          (await backend().write(operations)).tasks[0] ?? { taskID: 0 }
        const ways = [
          () => backend().updateSettings('five', {}),
          () => backend().saveParts('five', 'rules', [rule(1)]),
          () => backend().copyIndex('docs', 'five'),
          () => backend().replaceRecords('five', RECORDS, SETTINGS),
          write([...saves('docs', RECORDS), ...saves('five', RECORDS)]),
        ]
        for (const way of ways) expect(await refusalOf(backend(), way)).toContain(`at most ${MOST.indexes}`)
        expect((await backend().listIndexes()).map(({ name }) => name)).toEqual(['docs', 'four', 'three', 'two'])
        await published(backend(), await backend().write([{ action: 'drop', index: 'two' }]))
        expect(await refusalOf(backend(), () => backend().updateSettings('five', {}))).toBeUndefined()
      })

      test('keys are limited in number, and the latest deleted ones can be restored', async () => {
        const { keys } = backend()
        const refused = expect.objectContaining({
          status: 400,
          message: expect.stringContaining(`at most ${MOST.keys}`) as string,
        }) as Error
        const first = await keys.add(DEFAULT_KEY_FIELDS)
        await keys.add(DEFAULT_KEY_FIELDS)
        await expect(keys.add(DEFAULT_KEY_FIELDS)).rejects.toThrow(refused)
        await keys.delete(first.value)
        const others = [await keys.add(DEFAULT_KEY_FIELDS)]
        await expect(keys.restore(first.value)).rejects.toThrow(refused)
        for (let n = 0; n < MOST.deletedKeys; n++) {
          await keys.delete(others.at(-1)?.value ?? '')
          others.push(await keys.add(DEFAULT_KEY_FIELDS))
        }
        await keys.delete(others.at(-1)?.value ?? '')
        await expect(keys.restore(first.value)).rejects.toThrow('Key does not exist')
        expect((await keys.restore(others.at(-1)?.value ?? '')).value).toBe(others.at(-1)?.value)
        expect((await keys.list()).filter(isAdmin)).toHaveLength(1)
      })
    },
    MOST,
  )
}
