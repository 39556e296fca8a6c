/** What comes of the steps of queries when a cluster does not answer in time. */
import { EngineError } from '@docent/engine'
import { expect, test } from 'vitest'
import type { Cluster } from '../http/cluster.ts'
import { type Found, runSteps, type Steps } from './query-rounds.ts'

const found = (total: number, timed_out = false): Found => ({ timed_out, hits: { total: { value: total }, hits: [] } })

/** A cluster that answers each round with the next of `rounds`. */
function answering(rounds: readonly Found[]): Cluster {
  let next = 0
  return {
    request: (_method, path, { body } = {}) => {
      const answer = rounds[next++]
      const responses = path === '/_msearch' ? (body as object[]).slice(0, (body as object[]).length / 2) : []
      return Promise.resolve(responses.length > 0 ? { responses: responses.map(() => answer) } : answer)
    },
    close() {},
  }
}

const question = { target: 'docs', body: {} }

/** Counts in one round, and in a second one, for which the first stands in where that is too late. */
function* patient(): Steps<number> {
  const [first] = yield [question]
  let total = first?.hits.total.value ?? 0
  try {
    const [second] = yield [question]
    total = second?.hits.total.value ?? 0
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
  }
  return total
}

test('a second round that comes in time is the answer', async () => {
  expect(await runSteps(answering([found(1), found(2)]), [patient()], 10_000)).toEqual([2])
})

test('where a second round is too late, the first is the answer, for each query of a list', async () => {
  expect(await runSteps(answering([found(1), found(2, true)]), [patient()], 10_000)).toEqual([1])
  expect(await runSteps(answering([found(1), found(2, true)]), [patient(), patient()], 10_000)).toEqual([1, 1])
})

test('a first round that is too late stops the search, and so does no time at all', async () => {
  const stopped = expect.objectContaining({ code: 'search_stopped' })
  await expect(runSteps(answering([found(1, true)]), [patient()], 10_000)).rejects.toEqual(stopped)
  await expect(runSteps(answering([found(1)]), [patient()], 0)).rejects.toEqual(stopped)
})
