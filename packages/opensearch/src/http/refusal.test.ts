import { expect, test } from 'vitest'
import { ServerError } from '../../../server/src/wire/errors.ts'
import type { LogEvent } from '../../../server/src/system/log.ts'
import { ClusterError } from './cluster-error.ts'
import { refusingOutages } from './refusal.ts'

const SECRET = 'POST node-7.internal:9200/prod-i3-g9/_search: it broke'

/** The refusal for an error of the backend, with the lines of the log. */
async function refused(thrown: Error): Promise<{ error: unknown; events: LogEvent[] }> {
  const events: LogEvent[] = []
  const fails = async (): Promise<never> => {
    throw thrown
  }
  const refusing = refusingOutages({ search: fails, keys: { list: fails } }, (event) => events.push(event))
  const [first, second] = await Promise.allSettled([refusing.search(), refusing.keys.list()])
  if (first.status === 'fulfilled' || second.status === 'fulfilled') throw new Error('Nothing was thrown')
  expect((second.reason as Error).message).toBe((first.reason as Error).message)
  return { error: first.reason, events }
}

test.for([
  [0, 'timeout', 503, undefined],
  [0, 'unreachable', 503, undefined],
  [0, 'circuit_open', 503, undefined],
  [0, 'answer_too_large', 503, undefined],
  [0, 'unexpected_answer', 503, undefined],
  [302, 'unknown', 503, undefined],
  [401, 'security_exception', 503, undefined],
  [429, 'rejected_execution_exception', 429, 1],
  [500, 'null_pointer_exception', 503, undefined],
  [502, 'not_json', 503, undefined],
  [503, 'search_phase_execution_exception', 503, undefined],
  [403, 'cluster_block_exception', 503, undefined],
] as const)('a status %i (%s) becomes %i', async ([status, type, expected, retryAfter]) => {
  const { error, events } = await refused(new ClusterError(status, type, SECRET))
  expect(error).toBeInstanceOf(ServerError)
  expect(error).toMatchObject({ status: expected, retryAfter })
  expect((error as Error).message).not.toMatch(/node-7|prod-i3/)
  // An outage fails every request, so the log has one line a second.
  expect(events).toHaveLength(1)
  expect(events[0]?.message).toContain(SECRET)
})

test('retry-after is that of the cluster in whole seconds, up to a limit', async () => {
  const after = async (retryAfter: number): Promise<number | undefined> =>
    ((await refused(new ClusterError(429, 'x', SECRET, { retryAfter }))).error as ServerError).retryAfter
  expect([await after(0), await after(3), await after(86_400)]).toEqual([1, 3, 30])
})

test('an error that is not of the cluster is not changed', async () => {
  for (const error of [new ClusterError(400, 'parsing_exception', SECRET), new TypeError('x')])
    expect(await refused(error)).toEqual({ error, events: [] })
})
