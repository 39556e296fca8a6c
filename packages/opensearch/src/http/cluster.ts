/**
 * Requests to an OpenSearch cluster by plain HTTP: one request, one JSON answer. A dozen calls need no client library.
 *
 * The nodes are used in turn (`nodes.ts`). A request that a node has certainly not executed is sent to the next node; one whose
 * answer was lost is sent again only if it may be executed twice (`repeatable`). A request with a time-out is not repeated on another
 * node, which would double the load of a slow cluster. After several failures in a row, further requests of the kind are refused at
 * once for some time (`breaker.ts`), since waiting during an outage only holds connections.
 *
 * Messages of errors name nodes and indexes and are for logs. `refusal.ts` converts errors to answers.
 */
import { Buffer } from 'node:buffer'
import type { Log } from '@docent/server/backend'
import { createBreaker } from './breaker.ts'
import { ClusterError, didNotHappen, isOutage } from './cluster-error.ts'
import { createNodes, type Node } from './nodes.ts'
import { send } from './send.ts'

export { ClusterError } from './cluster-error.ts'

/** Options of `openCluster`. */
export interface ClusterOptions {
  /** Addresses of the nodes, or of a load balancer; the path of an address is the prefix of the path of each request. */
  nodes: readonly string[]
  /** Certificate authorities (PEM) of the nodes, instead of the system's. */
  ca?: string
  /** Basic authentication. */
  username?: string
  password?: string
  /** Sent as `Authorization: ApiKey …`, instead of user and password. */
  apiKey?: string
  /** Receives an event when a node fails or recovers, and when requests are refused. */
  log?: Log
  /** Values that replace those of `CLUSTER_LIMITS`. */
  limits?: Partial<ClusterLimits>
}

/** Times are ms. */
const CLUSTER_LIMITS = {
  /** A request without a `timeoutMs` of its own. */
  timeoutMs: 10_000,
  /** For a connection. A node in the same network takes a few ms; after an unreachable one there must be time for the next. */
  connectMs: 400,
  /** For a probe, which checks whether a node answers. */
  probeMs: 500,
  /** Time for which a failed node is excluded: the first, and the maximum. It doubles each time. */
  restMs: 500,
  maxRestMs: 10_000,
  /** Failures in a row after which requests of that kind are refused at once. */
  failures: 5,
  /** Time for which they are refused: the first, and the maximum. */
  openMs: 500,
  maxOpenMs: 5000,
  /** Bytes of an answer: 300 records of the largest size with their highlights have fewer. */
  answerBytes: 64 * 1024 * 1024,
} as const

/** Limits as `CLUSTER_LIMITS`, with other values for tests. */
export type ClusterLimits = { readonly [name in keyof typeof CLUSTER_LIMITS]: number }

/** The request beside its method and path. */
export interface ClusterRequest {
  /** Sent as JSON. A list is sent as newline-delimited JSON (bulk, multi-search), and bytes as such lines. */
  body?: unknown
  /** Parameters of the URL. */
  query?: Readonly<Record<string, string | number | boolean>>
  /** ms after which the request fails. */
  timeoutMs?: number
  /** Whether it may be executed twice, so that it is repeated when its answer was lost. Default: whether it only reads. */
  repeatable?: boolean
}

/** A cluster as the rest of the package sees it: the tests put a simulated one in its place. */
export interface Cluster {
  /** Resolves with the answer's JSON. Throws `ClusterError` for any status from 300 on, and when no node answers. */
  request(method: string, path: string, request?: ClusterRequest): Promise<unknown>
  /** Running requests fail, and no further ones are sent. */
  close(): void
}

/** POST requests that only read. */
const READS = /\/_(?:search|msearch|count|mget|analyze|pit|field_caps|validate\/query)(?:\/|$)/
const SEARCHES = /\/_m?search$/

/** Throws a `TypeError` for an invalid address. */
export function openCluster(options: ClusterOptions): Cluster {
  const limits: ClusterLimits = { ...CLUSTER_LIMITS, ...options.limits }
  const log = options.log ?? (() => undefined)
  const nodes = createNodes(options, limits, log)
  const headers = authorization(options)
  // Separate breakers: a cluster that reads a small document in time may be too slow for searches.
  const searches = createBreaker('searches', limits, log)
  const others = createBreaker('other requests', limits, log)
  let isClosed = false

  async function attempt(method: string, path: string, request: ClusterRequest): Promise<unknown> {
    const { body, query = {}, timeoutMs = limits.timeoutMs } = request
    const repeatable = request.repeatable ?? isRead(method, path)
    const deadline = performance.now() + timeoutMs
    const content = body === undefined ? undefined : written(body)
    const tried = new Set<Node>()
    let last: ClusterError | undefined
    let wasLost = false
    for (;;) {
      if (isClosed) throw last ?? new ClusterError(0, 'closed', `${method} ${path}: the connections are closed`)
      const node = await nodes.take(tried, deadline)
      if (node === undefined) {
        if (!wasLost) throw last ?? new ClusterError(0, 'unreachable', `${method} ${path}: no node answers`)
        // The other side may have closed an idle connection when it was used again. With a single address, as of a load
        // balancer, there is no other node, so it is tried once more.
        wasLost = false
        tried.clear()
        continue
      }
      tried.add(node)
      try {
        const call = { method, url: urlOf(node, path, query), headers, content }
        const answer = await send(node, call, { ...limits, timeoutMs: deadline - performance.now() })
        nodes.answered(node)
        return answer
      } catch (error) {
        if (!(error instanceof ClusterError)) throw error
        nodes.failed(node, error)
        const again = didNotHappen(error) || (repeatable && isOutage(error) && error.type !== 'timeout')
        if (!again) throw error
        wasLost ||= last === undefined && error.type === 'connection_lost'
        last = error
      }
    }
  }

  return {
    async request(method, path, request = {}) {
      if (isClosed)
        throw new ClusterError(0, 'closed', `${method} ${path}: not sent, because the connections are closed`)
      const breaker = SEARCHES.test(path) ? searches : others
      if (!breaker.takes(performance.now()))
        throw new ClusterError(0, 'circuit_open', `${method} ${path}: not sent, because the requests before it failed`)
      try {
        const answer = await attempt(method, path, request)
        breaker.succeeded()
        return answer
      } catch (error) {
        // A refusal proves that the cluster answers, as does a large answer: only requests without an answer count as failures.
        if (error instanceof ClusterError && error.status === 0 && error.type !== 'answer_too_large')
          breaker.failed(performance.now())
        else breaker.succeeded()
        throw error
      }
    },
    close() {
      isClosed = true
      nodes.close()
    },
  }
}

const isRead = (method: string, path: string): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && READS.test(path))

function written(body: unknown): { type: string; bytes: Uint8Array } {
  if (body instanceof Uint8Array) return { type: 'application/x-ndjson', bytes: body }
  return Array.isArray(body)
    ? { type: 'application/x-ndjson', bytes: Buffer.from(body.map((line) => `${JSON.stringify(line)}\n`).join('')) }
    : { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
}

function urlOf(node: Node, path: string, query: Required<ClusterRequest>['query']): URL {
  const url = new URL(`${node.url.pathname.replace(/\/$/, '')}${path.startsWith('/') ? '' : '/'}${path}`, node.url)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}

function authorization({ username, password = '', apiKey }: ClusterOptions): Record<string, string> {
  if (apiKey !== undefined) return { authorization: `ApiKey ${apiKey}` }
  if (username === undefined) return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}
