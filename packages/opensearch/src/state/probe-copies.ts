/**
 * Finds shards whose second copy does not come because the first takes no writes (`waking-primaries.ts`), although nobody
 * writes to them: docs that do not change for days would have one copy for days.
 */
import { randomUUID } from 'node:crypto'
import type { Cluster } from '../http/cluster.ts'
import { replaceDocument } from '../http/documents.ts'
import type { Names } from './names.ts'

interface CatShard {
  index: string
  prirep: string
  state: string
}

/** Of no document. */
const NEVER = { seqNo: 0, term: 1 }

/**
 * Asks each index with a copy on its way for a write that changes nothing, since it wants to replace what is not there: a
 * first copy that takes writes refuses it, and one that takes none is found. Where an index has several shards, the id
 * leads to any of them, and another time to another.
 */
export async function probeCopies(cluster: Cluster, { state, tasks, events, generations }: Names): Promise<void> {
  const path = `/_cat/shards/${[state, tasks, events, generations].join(',')}`
  const shards = await cluster.request('GET', path, { query: { format: 'json', h: 'index,prirep,state' } })
  const begun = (shards as CatShard[]).filter((shard) => shard.prirep === 'r' && shard.state === 'INITIALIZING')
  const indexes = [...new Set(begun.map(({ index }) => index))]
  await Promise.all(indexes.map((index) => replaceDocument(cluster, index, randomUUID(), {}, NEVER)))
}
