import { EngineError } from '@docent/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServerError, badRequest } from '../../../server/src/wire/errors.ts'
import { ClusterError } from '../http/cluster.ts'
import type { TaskFacts } from './documents.ts'
import { LeaseLost } from './lease.ts'
import { triesFor } from './task-failures.ts'
import { readyGroups } from './task-groups.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

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

const NEVER = { busy: new Set<string>(), isResting: () => false, isAlone: () => false }

/** Tasks of one index that are applied together. */
const groupedTasks = (tasks: readonly TaskFacts[]): TaskFacts[] => readyGroups(tasks, [], NEVER)[0]?.tasks ?? []

test('a group is a prefix of the waiting tasks, and does not become smaller when more tasks wait', () => {
  fc.assert(
    fc.property(waiting, fc.nat(), (tasks, at) => {
      const fewer = tasks.slice(0, 1 + (at % tasks.length))
      const [small, large] = [groupedTasks(fewer), groupedTasks(tasks)]
      expect(small.length).toBeGreaterThan(0)
      expect(large.slice(0, small.length)).toEqual(small)
      expect(tasks.slice(0, large.length)).toEqual(large)
    }),
    propertyRuns(0.2),
  )
})

test('only lists of operations are applied together, up to the limit of a group', () => {
  fc.assert(
    fc.property(waiting, (tasks) => {
      const group = groupedTasks(tasks)
      if (group.length === 1) return
      expect(group.every(({ kind }) => kind === 'write')).toBe(true)
      expect(group.reduce((sum, { operations }) => sum + operations, 0)).toBeLessThanOrEqual(20_000)
      expect(group.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(16 * 1024 * 1024)
    }),
    propertyRuns(0.2),
  )
})

test.each([
  ['an error of a thread', new Error('The thread that analyses records has failed')],
  ['a defect', new TypeError('x is not a function')],
  ['a system that refuses', Object.assign(new Error('EACCES'), { code: 'EACCES' })],
  ['no memory', new RangeError('Array buffer allocation failed')],
  ['what is no error', 'text'],
  ['too much to do', new ServerError('overloaded', 'later')],
  ['a storage that takes nothing now', new ServerError('storage-failed', 'later')],
  ['a lease that is lost', new LeaseLost('gone')],
  ['a cluster that is away', new ClusterError(0, 'not_sent', 'away')],
])('an acknowledged write is never given up for %s', (_, error) => {
  expect(triesFor(error)).toBe(Number.POSITIVE_INFINITY)
})

test.each([
  ['the engine', new EngineError('filter_invalid', 'no')],
  ['the server', badRequest('no')],
  ['the cluster', new ClusterError(400, 'illegal_argument_exception', 'no')],
])('a write that %s refuses for what it is, is given up after a few tries', (_, error) => {
  expect(triesFor(error)).toBe(2)
})
