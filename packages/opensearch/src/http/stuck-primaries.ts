/**
 * Reports primaries that refuse writes. When a cluster has lost most of its nodes and they return, the election may promote a
 * replica without an increase of the shard's term (OpenSearch issue 19150; observed in 3.8.0). Its node is not notified that it has
 * the primary: it refuses every write, and no replica can be created from it, until the operator has the cluster start the shard
 * again from disk. Searches are answered, and no acknowledged write is lost.
 *
 * The log names the shard and the exact command: rerouting shards is the operator's decision, and requires a right that Docent does
 * not need otherwise. OpenSearch reports the error only after it has waited and tried the write again (`PRIMARY_WAIT`), so a
 * replica that is being promoted is rarely reported.
 */
import type { Log } from '@docent/server/backend'
import { ClusterError } from './cluster-error.ts'
import type { Cluster } from './cluster.ts'

/** Minimum interval (ms) of the reports of one shard. */
const PAUSE_MS = 60_000
const NOT_PRIMARY = 'shard_not_in_primary_mode_exception'

interface Shard {
  index: string
  number: number
}

/** The fields of an error of OpenSearch that are read here. */
interface Failure {
  type?: unknown
  index?: unknown
  shard?: unknown
  caused_by?: Failure
}

interface CatShard {
  shard: string
  prirep: string
  state: string
  node: string | null
}

/** The shard with a stuck primary in an error of the cluster; `undefined` for any other error. */
function stuckIn(details: unknown): Shard | undefined {
  if (typeof details !== 'object' || details === null) return undefined
  const { type, index, shard, caused_by: cause } = details as Failure
  if (type !== NOT_PRIMARY) return stuckIn(cause)
  return typeof index === 'string' && Number.isInteger(Number(shard)) ? { index, number: Number(shard) } : undefined
}

/** The shards with stuck primaries in the answer to a bulk request. */
function stuckInItems(answer: unknown): Shard[] {
  const { errors, items = [] } = answer as { errors?: boolean; items?: Record<string, { error?: unknown }>[] }
  if (errors !== true) return []
  return items.flatMap((item) => Object.values(item).flatMap(({ error }) => stuckIn(error) ?? []))
}

/** The same cluster; errors that report a stuck primary are logged with the command that restarts it. */
export function reportingStuckPrimaries(cluster: Cluster, log: Log): Cluster {
  /** Time of the last report (ms of `performance.now`), by shard. */
  const reported = new Map<string, number>()

  async function report({ index, number }: Shard): Promise<void> {
    const name = `${index}/${number}`
    const now = performance.now()
    if (now - (reported.get(name) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return
    reported.set(name, now)
    const path = `/_cat/shards/${encodeURIComponent(index)}`
    const shards = await cluster
      .request('GET', path, { query: { format: 'json', h: 'shard,prirep,state,node' } })
      .catch(() => [])
    const primary = (shards as CatShard[]).find(({ shard, prirep }) => Number(shard) === number && prirep === 'p')
    // A primary that is being moved or opened will accept writes soon.
    if (primary !== undefined && primary.state !== 'STARTED') return
    const node = primary?.node ?? `<the node that GET ${path} names>`
    const command = { commands: [{ cancel: { index, shard: number, node, allow_primary: true } }] }
    const message = `The primary of ${name} on ${node} refuses every write, although the cluster calls it started. Have the cluster start it again: POST /_cluster/reroute?metric=none ${JSON.stringify(command)}`
    log({ level: 'error', event: 'primary-stuck', message })
  }

  return {
    async request(method, path, request) {
      try {
        const answer = await cluster.request(method, path, request)
        if (path.endsWith('/_bulk')) for (const shard of stuckInItems(answer)) void report(shard)
        return answer
      } catch (error) {
        const shard = error instanceof ClusterError ? stuckIn(error.details) : undefined
        if (shard !== undefined) void report(shard)
        throw error
      }
    },
    close: () => cluster.close(),
  }
}
