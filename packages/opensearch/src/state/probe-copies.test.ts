/** Which indexes are asked whether they take writes, and that being asked changes nothing. */
import { expect, test } from 'vitest'
import { ClusterError } from '../http/cluster.ts'
import type { Cluster, ClusterRequest } from '../http/cluster.ts'
import { namesWith } from './names.ts'
import { probeCopies } from './probe-copies.ts'

/** Has these copies and refuses writes for this reason. */
function clusterWith(copies: readonly string[], refusal: ClusterError) {
  const written: { path: string; query: ClusterRequest['query'] }[] = []
  const cluster: Cluster = {
    async request(method, path, { query }: ClusterRequest = {}) {
      if (method === 'GET')
        return copies.map((copy) => {
          const [index, prirep, state] = copy.split(' ')
          return { index, prirep, state }
        })
      written.push({ path, query })
      throw refusal
    },
    close: () => undefined,
  }
  return { cluster, written }
}

const conflict = new ClusterError(409, 'version_conflict_engine_exception', 'required seqNo [0], but no document')
const asleep = new ClusterError(500, 'retry_on_primary_exception', 'shard is not in primary mode')

test('indexes with a copy on its way are asked, once each, to replace what is not there', async () => {
  const copies = [
    'a p STARTED',
    'a r INITIALIZING',
    'a r INITIALIZING',
    'b p INITIALIZING',
    'b r UNASSIGNED',
    'c r STARTED',
  ]
  const { cluster, written } = clusterWith(copies, conflict)
  await probeCopies(cluster, namesWith('x'))
  expect(written).toMatchObject([
    {
      path: expect.stringMatching(/^\/a\/_doc\/[0-9a-f-]{36}$/) as string,
      query: { if_seq_no: 0, if_primary_term: 1 },
    },
  ])
})

test('a first copy that takes no writes fails as any write to it', async () => {
  const { cluster } = clusterWith(['a r INITIALIZING'], asleep)
  await expect(probeCopies(cluster, namesWith('x'))).rejects.toBe(asleep)
})
