/**
 * Speaks to an OpenSearch cluster by plain HTTP: one request, one JSON answer. A dozen calls need no client library.
 */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface ClusterOptions {
  /** Addresses of the nodes, or of the load balancer before them. */
  nodes: readonly string[]
}

export interface ClusterRequest {
  /** Sent as JSON; a list is sent as newline-delimited JSON (bulk, multi-search). */
  body?: unknown
  /** Parameters of the URL. */
  query?: Readonly<Record<string, string | number | boolean>>
  /** After this (ms) the request is given up. */
  timeoutMs?: number
}

/** What the cluster refused, or that it could not be asked (`status` 0). Its text is for logs, never for answers. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
  readonly status: number
  /** OpenSearch's own name of the error, as `version_conflict_engine_exception`. */
  readonly type: string
  constructor(status: number, type: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.type = type
  }
}

export interface Cluster {
  /** The answer's JSON. Throws a `ClusterError` for any status from 400 on. */
  request(method: string, path: string, request?: ClusterRequest): Promise<unknown>
  close(): void
}

const DEFAULT_TIMEOUT_MS = 10_000

export function openCluster({ nodes }: ClusterOptions): Cluster {
  let next = 0
  return {
    async request(method, path, { body, query = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = {}) {
      const node = nodes[next++ % nodes.length]
      if (node === undefined) throw new ClusterError(0, 'no_node', 'No node is configured')
      const url = new URL(path, node)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
      const lines = Array.isArray(body)
      const text = lines ? body.map((line) => `${JSON.stringify(line)}\n`).join('') : JSON.stringify(body)
      return send(method, url, body === undefined ? undefined : text, lines, timeoutMs)
    },
    close() {},
  }
}

function send(method: string, url: URL, text: string | undefined, lines: boolean, timeoutMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const fail = (cause: Error): void =>
    reject(new ClusterError(0, 'unreachable', `${method} ${url.pathname}: ${cause.message}`, { cause }))
  const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    headers: text === undefined ? {} : { 'content-type': lines ? 'application/x-ndjson' : 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  sent.on('error', fail)
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', fail)
    response.on('end', () => {
      const answer: unknown = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
      const status = response.statusCode ?? 0
      if (status < 400) resolve(answer)
      else {
        const error = (answer as { error?: { type?: string; reason?: string } } | undefined)?.error
        reject(
          new ClusterError(status, error?.type ?? 'unknown', `${method} ${url.pathname}: ${error?.reason ?? status}`),
        )
      }
    })
  })
  sent.end(text)
  return promise
}
