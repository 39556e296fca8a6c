/** The documents of the state that a server knows: the head, the keys and the lease. */
import type { Cluster } from '../http/cluster.ts'
import { readDocuments, type Sequence, type Stored } from '../http/documents.ts'
import { HEAD, KEYS, LEASE, type Head, type Lease, type StoredKey } from './documents.ts'
import type { Names } from './names.ts'

/** A document with the number of the write that made it. */
export interface Known<Source> {
  source: Source
  sequence: Sequence
}

/** All of them. */
export interface State {
  head: Known<Head>
  keys: Known<{ keys: StoredKey[] }>
  lease: Known<Lease>
}

/** Reads all of them. Throws `ClusterError`, and an `Error` if one is missing, which no server removes. */
export async function readState(
  cluster: Cluster,
  { state: index }: Names,
  options: Parameters<typeof readDocuments>[2] = {},
): Promise<State> {
  const ids = [HEAD, KEYS, LEASE].map((id) => ({ index, id }))
  const [head, keys, lease] = await readDocuments(cluster, ids, options)
  if (head === undefined || keys === undefined || lease === undefined)
    throw new Error(`The state in ${index} has lost a document`)
  return {
    head: head as Stored<Head>,
    keys: keys as Stored<{ keys: StoredKey[] }>,
    lease: lease as Stored<Lease>,
  }
}
