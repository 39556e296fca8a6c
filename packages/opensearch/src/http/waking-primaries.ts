/**
 * Wakes primaries that take no writes. When a cluster has lost most of its nodes and they come back, the election that
 * ends the loss also replaces them, and where one of them held a shard's first copy, OpenSearch makes another copy the
 * first without raising the shard's term (its issue 19150; seen in 3.8.0). The node with that copy never learns that it
 * is the first: it refuses every write, and nothing is copied from it, until somebody steps in. Searches are answered.
 *
 * What is done here is what an operator would do: the cluster is asked to let go of that copy and to begin with it anew
 * (`cancel` with `allow_primary`), from what its node has on disk, which takes a second or two. Nothing can be lost by it:
 * OpenSearch begins with copies only that have every acknowledged write, and this one has taken none since.
 *
 * It is done when OpenSearch says so of a write that it has waited with and tried again (`PRIMARY_WAIT`): a copy that is
 * just becoming the first is hardly ever met, and would only begin twice.
 */
import type { Log } from '@docent/server/backend'
import { ClusterError } from './cluster-error.ts'
import type { Cluster } from './cluster.ts'

/** Between two attempts at one shard (ms): it needs some seconds on a busy machine. */
const PAUSE_MS = 15_000
const SLEEPS = 'shard_not_in_primary_mode_exception'

interface Shard {
  index: string
  number: number
}

/** An error of OpenSearch, as far as it is looked at. */
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
  id: string | null
}

/** The shard whose first copy does not know that it is the first, if that is what the cluster's error says. */
function sleeperOf(details: unknown): Shard | undefined {
  if (typeof details !== 'object' || details === null) return undefined
  const { type, index, shard, caused_by: cause } = details as Failure
  if (type !== SLEEPS) return sleeperOf(cause)
  return typeof index === 'string' && Number.isInteger(Number(shard)) ? { index, number: Number(shard) } : undefined
}

/** Those that a bulk request has met. */
function sleepersIn(answer: unknown): Shard[] {
  const { errors, items = [] } = answer as { errors?: boolean; items?: Record<string, { error?: unknown }>[] }
  if (errors !== true) return []
  return items.flatMap((item) => Object.values(item).flatMap(({ error }) => sleeperOf(error) ?? []))
}

/** The same cluster; what its errors say about primaries is acted on beside the request, which fails as before. */
export function wakingPrimaries(cluster: Cluster, log: Log): Cluster {
  /** By shard, when it was woken last: ms of `performance.now`. */
  const woken = new Map<string, number>()

  function meet(shard: Shard): void {
    const name = `${shard.index}/${shard.number}`
    const now = performance.now()
    if (now - (woken.get(name) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return
    woken.set(name, now)
    wake(shard).catch((error: unknown) => {
      // Another server was faster.
      if (error instanceof ClusterError && error.status === 400) return
      const message = `The first copy of ${name} takes no writes, and the cluster could not be asked to begin with it anew (POST /_cluster/reroute, cancel, allow_primary): ${String(error)}`
      log({ level: 'error', event: 'primary-asleep', message })
    })
  }

  async function wake({ index, number }: Shard): Promise<void> {
    const path = `/_cat/shards/${encodeURIComponent(index)}`
    const shards = await cluster.request('GET', path, { query: { format: 'json', h: 'shard,prirep,state,id' } })
    // One that is being moved or begun with is in good hands.
    const first = (shards as CatShard[]).find(
      ({ shard, prirep, state }) => Number(shard) === number && prirep === 'p' && state === 'STARTED',
    )
    if (first === undefined) return
    const cancel = { index, shard: number, node: first.id, allow_primary: true }
    await cluster.request('POST', '/_cluster/reroute', { query: { metric: 'none' }, body: { commands: [{ cancel }] } })
    const message = `The first copy of ${index}/${number} took no writes; the cluster begins with it anew`
    log({ level: 'warn', event: 'primary-woken', message })
  }

  return {
    async request(method, path, request) {
      try {
        const answer = await cluster.request(method, path, request)
        if (path.endsWith('/_bulk')) for (const shard of sleepersIn(answer)) meet(shard)
        return answer
      } catch (error) {
        const shard = error instanceof ClusterError ? sleeperOf(error.details) : undefined
        if (shard !== undefined) meet(shard)
        throw error
      }
    },
    close: () => cluster.close(),
  }
}
