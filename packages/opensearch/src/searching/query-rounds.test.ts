/** Queries of several rounds when the cluster does not answer in time. */
import { EngineError } from '@docent/engine'
import { expect, test } from 'vitest'
import { ClusterError, type Cluster } from '../http/cluster.ts'
import { type ClusterAnswer, runSteps, type Steps } from './query-rounds.ts'
import { refusing } from './searcher.ts'

const found = (total: number, timed_out = false): ClusterAnswer => ({
  timed_out,
  hits: { total: { value: total }, hits: [] },
})

/** A cluster that answers each round with the next of `rounds`. */
function answering(rounds: readonly ClusterAnswer[]): Cluster {
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

/** Counts in two rounds; the result is that of the second, or that of the first if the second is too late. */
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

test('the result is that of a second round in time', async () => {
  expect(await runSteps(answering([found(1), found(2)]), [patient()], 10_000)).toEqual([2])
})

test('the result is that of the first round if the second is too late, for each query of a list', async () => {
  expect(await runSteps(answering([found(1), found(2, true)]), [patient()], 10_000)).toEqual([1])
  expect(await runSteps(answering([found(1), found(2, true)]), [patient(), patient()], 10_000)).toEqual([1, 1])
})

test('the search is stopped if the first round is too late, or if there is no time for it', async () => {
  const stopped = expect.objectContaining({ code: 'search_stopped' })
  await expect(runSteps(answering([found(1, true)]), [patient()], 10_000)).rejects.toEqual(stopped)
  await expect(runSteps(answering([found(1)]), [patient()], 0)).rejects.toEqual(stopped)
})

test('a stopped search is refused with its limit, and the client may try again', async () => {
  const late = refusing({ clusterSearchMs: 10_000 }, () => runSteps(answering([found(1, true)]), [patient()], 10_000))
  await expect(late).rejects.toMatchObject({
    code: 'overloaded',
    retryAfter: 1,
    message: expect.stringContaining('longer than 10000 ms') as string,
  })
})

test('queries of a list that are late are stopped, and other work passes between two queries', async () => {
  let passed = 0
  const passing = setInterval(() => passed++, 0)
  function* slow(): Steps<number> {
    yield [question]
    const end = performance.now() + 30
    while (performance.now() < end);
    return 1
  }
  const all = Array.from({ length: 50 }, slow)
  const late = runSteps(answering([found(1)]), all, 200)
  await expect(late).rejects.toEqual(expect.objectContaining({ code: 'search_stopped' }))
  clearInterval(passing)
  expect(passed).toBeGreaterThan(2)
})

test('an answer of the cluster that is too large is a refusal that names the remedy', async () => {
  const large = refusing({ clusterSearchMs: 10_000 }, () =>
    Promise.reject(new ClusterError(0, 'answer_too_large', 'an answer of more than 67108864 bytes')),
  )
  await expect(large).rejects.toMatchObject({ status: 400, message: expect.stringContaining('hitsPerPage') as string })
})
