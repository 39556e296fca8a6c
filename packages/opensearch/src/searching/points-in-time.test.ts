/** The time for which a point in time is used, with a cluster that only counts points. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cluster, ClusterRequest } from '../http/cluster.ts'
import { PointsInTime } from './points-in-time.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function countingCluster() {
  const open = new Set<string>()
  let opened = 0
  const cluster: Cluster = {
    async request(method, _path, { body }: ClusterRequest = {}) {
      if (method === 'DELETE') for (const id of (body as { pit_id: string[] }).pit_id) open.delete(id)
      else if (body === undefined) {
        open.add(`pin-${++opened}`)
        return { pit_id: `pin-${opened}` }
      }
      return body
    },
    close: () => undefined,
  }
  return { cluster, open }
}

/** The id of the point in time that a search uses. */
async function askedAt(pins: PointsInTime, lastTask: number): Promise<string> {
  const answer = await pins.search(
    async () => [{ target: 'docs', lastTask }],
    (cluster) => cluster.request('POST', '/docs/_search', { body: {} }),
  )
  return (answer as { pit: { id: string } }).pit.id
}

test('all searches between two changes use one point in time, for 15 s', async () => {
  const { cluster, open } = countingCluster()
  const pins = new PointsInTime(cluster)
  expect([await askedAt(pins, 1), await askedAt(pins, 1)]).toEqual(['pin-1', 'pin-1'])
  expect(await askedAt(pins, 2)).toBe('pin-2')
  for (let s = 0; s < 14; s++) {
    expect(await askedAt(pins, 2)).toBe('pin-2')
    await vi.advanceTimersByTimeAsync(1000)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(await askedAt(pins, 2)).toBe('pin-3')
  // Earlier points are closed when no search can use them any more.
  await vi.advanceTimersByTimeAsync(5000)
  expect([...open]).toEqual(['pin-3'])
  await pins.end()
  expect(open.size).toBe(0)
})
