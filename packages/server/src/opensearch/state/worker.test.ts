import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaskFacts } from './task-log.ts'
import { groupedTasks } from './worker.ts'

const kinds: TaskFacts['kind'][] = ['write', 'write', 'write', 'settings', 'replace']

const waiting = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      operations: fc.integer({ min: 0, max: 15_000 }),
      bytes: fc.integer({ min: 0, max: 10_000_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((tasks) =>
    tasks.map((task, i): TaskFacts => ({ ...task, number: i + 1, span: 1, indexes: ['i'], storedAt: 0, writer: '' })),
  )

test('what is applied together is a beginning of what waits, and never smaller when more waits', () => {
  fc.assert(
    fc.property(waiting, fc.nat(), (tasks, at) => {
      const fewer = tasks.slice(0, 1 + (at % tasks.length))
      const [small, large] = [groupedTasks(fewer), groupedTasks(tasks)]
      expect(small.length).toBeGreaterThan(0)
      expect(large.slice(0, small.length)).toEqual(small)
      expect(tasks.slice(0, large.length)).toEqual(large)
    }),
  )
})

test('only lists of operations are applied together, and only so many as fit in memory', () => {
  fc.assert(
    fc.property(waiting, (tasks) => {
      const group = groupedTasks(tasks)
      if (group.length === 1) return
      expect(group.every(({ kind }) => kind === 'write')).toBe(true)
      expect(group.reduce((sum, { operations }) => sum + operations, 0)).toBeLessThanOrEqual(20_000)
      expect(group.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(16 * 1024 * 1024)
    }),
  )
})
