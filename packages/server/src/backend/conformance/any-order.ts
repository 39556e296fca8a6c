/** Changes of all kinds, in any order and without waiting for each other, lead to the indexes that their definitions say. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../engine/src/testing/property-runs.ts'
import { observe } from '../../testing/observe-index.ts'
import { WriteModel } from '../../testing/write-model.ts'
import { INDEX_NAMES, anyStep, make, type Step } from '../../testing/write-steps.ts'
import type { Backend } from '../backend.ts'
import type { WithBackend } from './context.ts'

/** A step with its tasks, of which it has none if it was refused. `isAlone` without other steps at the same time. */
export interface MadeStep {
  step: Step
  tasks: number[]
  isAlone: boolean
}

/** Steps that are sent at once, after the answers to all earlier ones. */
export const burst = fc.array(anyStep, { minLength: 1, maxLength: 5 })

/** Sends the steps at once. Returns them in the order of their tasks. */
export async function makeAll(backend: Backend, steps: readonly Step[]): Promise<MadeStep[]> {
  const makeOne = async (step: Step): Promise<MadeStep> => {
    const tasks = await make(backend, step).catch((error: Error & { status?: number }) => {
      if (error.status !== 400) throw error
      return []
    })
    return { step, tasks, isAlone: steps.length === 1 }
  }
  const made = await Promise.all(steps.map(makeOne))
  return made.sort((one, other) => (one.tasks[0] ?? 0) - (other.tasks[0] ?? 0))
}

/** Waits for the tasks of the steps, and returns the model of the steps that had an effect. */
export async function modelOf(backend: Backend, made: readonly MadeStep[]): Promise<WriteModel> {
  const model = new WriteModel()
  for (const { step, tasks, isAlone } of made) {
    for (const task of tasks) await backend.waitForTask(task)
    const [first] = tasks
    // Whether one of several steps is refused depends on their order, which a refusal does not tell.
    if (first === undefined && !isAlone) continue
    const error = first === undefined ? 'refused' : await backend.taskError?.(first)
    expect([step, model.apply(step), error]).toEqual([step, error === undefined, error])
  }
  return model
}

/** Compares everything that the backend answers with the model. */
export async function expectEqual(backend: Backend, model: WriteModel): Promise<void> {
  await expect.poll(async () => (await backend.figures()).pendingTasks, { timeout: 60_000 }).toBe(0)
  // After the deletion of a primary, which has no tasks any more, its former replicas are built.
  const states = async (): Promise<unknown> => Promise.all(model.names.map((index) => observe(backend, index)))
  await expect.poll(states, { timeout: 20_000 }).toEqual(model.names.map((index) => model.expected(index)))
  expect((await backend.listIndexes()).map(({ name }) => name).sort()).toEqual(model.names)
  for (const indexName of INDEX_NAMES.filter((each) => !model.names.includes(each)))
    await expect(backend.search([{ indexName }])).rejects.toThrow('does not exist')
}

/** Deletes all indexes; replicas can be deleted only after their primaries. */
export async function dropAll(backend: Backend): Promise<void> {
  for (const isReplica of [false, true])
    for (const { name, primary } of await backend.listIndexes()) {
      if (!isReplica && primary !== undefined) continue
      const { tasks } = await backend.write([{ action: 'drop', index: name }])
      for (const { taskID } of tasks) await backend.waitForTask(taskID)
    }
}

/** Minimum number of cases: each takes a second of CPU time, and more with a cluster. */
const FEW_RUNS = 6

/** Long times, so that a busy machine causes no refusals. */
export const PATIENT = {
  rebuildWaitMs: 60_000,
  softCutMs: 60_000,
  hardCutMs: 60_000,
  elapsedCutMs: 60_000,
  queueWaitMs: 60_000,
  forecastWaitMs: 60_000,
}

/** Registers the group of this file. */
export function anyOrderConformance(withBackend: WithBackend): void {
  const tests = (backend: () => Backend): void => {
    test('changes that are sent at once lead to the state of the order of their tasks', async () => {
      const changed = async (bursts: { steps: Step[]; waits: boolean }[]): Promise<void> => {
        await dropAll(backend())
        const made: MadeStep[] = []
        for (const { steps, waits } of bursts) {
          const latest = await makeAll(backend(), steps)
          made.push(...latest)
          if (waits) for (const task of latest.flatMap(({ tasks }) => tasks)) await backend().waitForTask(task)
        }
        await expectEqual(backend(), await modelOf(backend(), made))
      }
      const series = fc.array(fc.record({ steps: burst, waits: fc.boolean() }), { minLength: 1, maxLength: 6 })
      const { numRuns, seed } = propertyRuns(0.0005)
      await fc.assert(fc.asyncProperty(series, changed), { numRuns: Math.max(FEW_RUNS, numRuns), seed })
    }, 3_600_000)
  }
  withBackend('changes in any order', tests, PATIENT)
}
