/** The limits of stored events. */
import { LIMITS } from '@docent/server/backend'
import { expect, test } from 'vitest'
import type { Cluster } from '../http/cluster.ts'
import { SimulatedCluster } from '../testing/simulated-cluster.ts'
import { ClusterEventStore } from './event-store.ts'
import { namesWith } from './names.ts'
import { openState } from './open-state.ts'

async function storeWith(limits: Partial<typeof LIMITS>): Promise<ClusterEventStore> {
  const simulated = new SimulatedCluster()
  const cluster: Cluster = {
    request: async (method, path, request) => simulated.answer(method, path, request),
    close: () => undefined,
  }
  const names = namesWith('events')
  await openState(cluster, names)
  return new ClusterEventStore(cluster, names, { ...LIMITS, ...limits })
}

const event = (userToken: string, receivedAt: number) => ({
  eventType: 'view' as const,
  eventName: 'x',
  index: 'docs',
  userToken,
  receivedAt: new Date(receivedAt).toISOString(),
})

test('events beyond the maximum age are removed', async () => {
  const store = await storeWith({})
  const hour = 3_600_000
  const oldest = Date.now() - LIMITS.eventDays * 24 * hour
  await store.adopt([event('old', oldest - hour), event('young', oldest + hour), event('new', Date.now())])
  await store.expire()
  expect((await store.list(10)).map(({ userToken }) => userToken)).toEqual(['new', 'young'])
})

test('events beyond the maximum number are removed, the oldest first', async () => {
  const store = await storeWith({ eventsKept: 3 } as object)
  const old = Date.now() - (LIMITS.eventDays + 1) * 86_400_000
  await store.adopt([event('old', old), ...[5, 4, 3, 2, 1].map((ago) => event(`${ago}`, Date.now() - ago * 60_000))])
  expect(await store.list(10)).toHaveLength(6)
  await store.expire()
  expect((await store.list(10)).map(({ userToken }) => userToken)).toEqual(['1', '2', '3'])
})

test('events beyond the limit of bytes are removed, also by a server without the lease', async () => {
  const eventsKeptBytes = 4000
  const store = await storeWith({ eventsKeptBytes } as object)
  const bytesKept = async (): Promise<number> =>
    (await store.list(1000)).reduce(
      (sum, stored) => sum + Buffer.byteLength(JSON.stringify({ ...stored, receivedAt: undefined })),
      0,
    )
  for (let n = 0; n < 30; n++) {
    const stored = store.add([
      { eventType: 'view', eventName: 'x', index: 'docs', userToken: `${n}`, filters: ['é'.repeat(200)] },
    ])
    // Each event is written by itself, without the time in which the store waits for more of them.
    await store.end()
    await stored
  }
  // Events that are stored during a removal may exceed the limit.
  expect(await bytesKept()).toBeLessThan(eventsKeptBytes * 2)
  await store.expire()
  expect(await bytesKept()).toBeLessThanOrEqual(eventsKeptBytes)
  expect(await store.list(1)).toMatchObject([{ userToken: '29' }])
})
