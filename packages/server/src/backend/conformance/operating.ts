/** The figures for the operator, and a check that every operation of the interface has a case in this suite. */
import { expect, test } from 'vitest'
import type { Backend } from '../backend.ts'
import { DEFAULT_KEY_FIELDS } from '../../keys/key.ts'
import { RECORDS, SETTINGS, fill, notFound, saves, type WithBackend } from './context.ts'

/** All operations of the interface: the compiler reports a missing one. */
const OPERATIONS = {
  search: true,
  searchJson: true,
  takesSearches: true,
  write: true,
  writeBatch: true,
  deleteBy: true,
  replaceRecords: true,
  getRecords: true,
  browse: true,
  browseJson: true,
  getSettings: true,
  getLinks: true,
  updateSettings: true,
  listParts: true,
  saveParts: true,
  savePartsBatch: true,
  deletePart: true,
  listIndexes: true,
  copyIndex: true,
  moveIndex: true,
  taskStatus: true,
  waitForTask: true,
  keys: true,
  events: true,
  figures: true,
  readiness: true,
  close: true,
} satisfies Record<Exclude<keyof Backend, 'taskError'>, true>

/** Registers the groups of this file. It must be the last: it checks the calls of the others in `calledMethods`. */
export function operatingConformance(withBackend: WithBackend, calledMethods: ReadonlySet<string>): void {
  withBackend('operating', (backend) => {
    test('a client with very many searches of its own is refused further ones (clusterSearchesPerClient)', () => {
      expect([backend().takesSearches(5), backend().takesSearches(1000)]).toEqual([true, false])
    })

    test('figures have each index with its records, and no waiting work when all is done', async () => {
      expect(await backend().readiness()).toEqual({ ready: true })
      expect(backend().takesSearches()).toBe(true)
      await fill(backend(), 'docs')
      const figures = await backend().figures()
      expect(figures).toMatchObject({ pendingTasks: 0, taskLagSeconds: 0, waitingSearches: 0, storedEvents: 0 })
      expect(figures.indexes.map(({ name, records }) => [name, records])).toEqual([['docs', RECORDS.length]])
      expect(figures.indexes[0]?.bytes).toBeGreaterThan(0)
    })

    test('task numbers rise with every write, across indexes', async () => {
      const first = await backend().write([...saves('a', RECORDS), ...saves('b', RECORDS)])
      const { taskID } = await backend().updateSettings('a', SETTINGS)
      const last = await backend().write(saves('b', RECORDS))
      const numbers = [...first.tasks.map((task) => task.taskID), taskID, ...last.tasks.map((task) => task.taskID)]
      expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => left - right))
      for (const number of numbers) {
        await backend().waitForTask(number)
        expect(await backend().taskStatus(number)).toBe('published')
      }
    })

    test('a missing key is neither changed nor restored', async () => {
      const { keys } = backend()
      await expect(keys.update('nobody', DEFAULT_KEY_FIELDS)).rejects.toThrow(notFound)
      await expect(keys.restore('nobody')).rejects.toThrow(notFound)
    })

    test('every operation of the interface has a case in this suite', () => {
      expect(Object.keys(OPERATIONS).filter((name) => !calledMethods.has(name))).toEqual([])
    })
  })
}
