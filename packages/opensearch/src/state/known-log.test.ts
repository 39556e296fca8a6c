import { expect, test } from 'vitest'
import type { Cluster } from '../http/cluster.ts'
import { SimulatedCluster } from '../testing/simulated-cluster.ts'
import { EMPTY_HEAD, type TaskFacts } from './documents.ts'
import { KnownLog } from './known-log.ts'
import { namesWith } from './names.ts'

const names = namesWith('sim')

test('the entries after the replacement of a lost one are not added after the lost one', async () => {
  const simulated = new SimulatedCluster()
  simulated.answer('PUT', `/${names.tasks}`, { body: {} })
  const create = (number: number, writer: string): void => {
    const body = { number, span: 1, indexes: ['docs'], kind: 'write', operations: 1, bytes: 1, storedAt: 0, writer }
    simulated.answer('PUT', `/${names.tasks}/_create/${number}`, { body })
  }
  create(1, 'lost')
  let requests = 0
  const cluster: Cluster = {
    async request(method, path, request) {
      // The primary with the first entry fails after the first request.
      if (++requests === 2) {
        simulated.losePrimary(names.tasks, () => false)
        create(1, 'kept')
        create(2, 'next')
      }
      return simulated.answer(method, path, request)
    },
    close: () => undefined,
  }
  const log = new KnownLog({ cluster, names, head: () => EMPTY_HEAD, onChange: () => undefined })
  const writers = (): string[] => log.waiting.map(({ writer }: TaskFacts) => writer)
  await log.readOn()
  expect(writers()).toEqual([])
  await log.readOn()
  expect(writers()).toEqual(['kept', 'next'])
})
