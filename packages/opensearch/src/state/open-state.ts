/**
 * Creates missing OpenSearch indexes of the state. Any number of servers may do so at the same time: the first server creates each
 * document.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { firstKeys } from '@docent/server/backend'
import { ClusterError, type Cluster } from '../http/cluster.ts'
import { createDocument, readDocuments, type Stored } from '../http/documents.ts'
import { MAX_ALLOCATIONS } from '../records/mapping.ts'
import { EMPTY_HEAD, HEAD, KEYS, LEASE, type Head, type Lease } from './documents.ts'
import { checkFormat } from './head.ts'
import type { Names } from './names.ts'

/** Maximum wait (ms) of a start for the cluster to create its first shards, or to be formed. */
const PATIENCE_MS = 30_000
const AGAIN_MS = 200

/** One shard each, since documents are few or read by id. One replica if there is a second node. */
const INDEX = { number_of_shards: 1, auto_expand_replicas: '0-1', allocation: { max_retries: MAX_ALLOCATIONS } }

/** Only fields that are searched are indexed. */
const PROPERTIES = {
  state: {},
  tasks: { number: { type: 'long' }, storedAt: { type: 'long' } },
  events: {
    order: { type: 'long' },
    receivedAt: { type: 'long' },
    tokens: { type: 'keyword' },
    bytes: { type: 'long' },
  },
}

const isMissing = (error: unknown): boolean =>
  error instanceof ClusterError && error.type === 'index_not_found_exception'

const isNotYet = (error: unknown): boolean =>
  isMissing(error) || (error instanceof ClusterError && error.status === 503)

/** Calls `ask` again while the cluster's shards are starting. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + PATIENCE_MS
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!isNotYet(error) || performance.now() > end) throw error
      await pause(AGAIN_MS)
    }
}

/** Creates an index. An existing one is no error. */
export async function createIndex(cluster: Cluster, name: string, body: object): Promise<void> {
  try {
    await cluster.request('PUT', `/${name}`, { body, timeoutMs: PATIENCE_MS })
  } catch (error) {
    if (!(error instanceof ClusterError && error.type === 'resource_already_exists_exception')) throw error
  }
}

async function readHead(cluster: Cluster, names: Names): Promise<Stored<unknown> | undefined> {
  try {
    const [head] = await readDocuments(cluster, [{ index: names.state, id: HEAD }])
    return head
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Resolves when the state can be read. Throws `newer-database` for one of a later format, which is not changed. */
export async function openState(cluster: Cluster, names: Names): Promise<void> {
  const head = await readHead(cluster, names)
  if (head !== undefined) checkFormat(head.source as Head)
  await Promise.all(
    (['state', 'tasks', 'events'] as const).map((kind) =>
      createIndex(cluster, names[kind], {
        settings: { index: INDEX },
        mappings: { dynamic: false, properties: PROPERTIES[kind] },
      }),
    ),
  )
  // The index of an earlier Docent may lack fields that are searched now.
  await patiently(() =>
    cluster.request('PUT', `/${names.events}/_mapping`, { body: { properties: PROPERTIES.events } }),
  )
  const documents: [string, object][] = [
    [HEAD, EMPTY_HEAD],
    [KEYS, { keys: firstKeys() }],
    [LEASE, { holder: null, beat: 0 } satisfies Lease],
  ]
  for (const [id, body] of documents) await patiently(() => createDocument(cluster, names.state, id, body))
  await patiently(() =>
    readDocuments(
      cluster,
      [names.tasks, names.events].map((index) => ({ index, id: 'none' })),
    ),
  )
}
