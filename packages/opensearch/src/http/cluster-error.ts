/** Failures of requests to the cluster, and whether the request was executed. */

/** A refusal of the cluster, or a request without an answer (`status` 0). Its message is for logs, never for answers. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /**
   * OpenSearch's own name of the error, for example `version_conflict_engine_exception`; without an answer `not_sent` (no
   * connection), `connection_lost`, `timeout`, `answer_too_large`, `not_json`, `unexpected_answer`, `unreachable` (all nodes are excluded),
   * `circuit_open` or `closed`.
   */
  readonly type: string
  /** The cluster's `Retry-After` in whole seconds, if any. */
  readonly retryAfter: number | undefined
  /** The error in the cluster's answer, if any. */
  readonly details: unknown
  constructor(
    status: number,
    type: string,
    message: string,
    options: ErrorOptions & { retryAfter?: number; details?: unknown } = {},
  ) {
    super(message, options)
    this.status = status
    this.type = type
    this.retryAfter = options.retryAfter
    this.details = options.details
  }

  /** Whether the request may have been executed although it failed: it was sent, and the answer was lost. */
  get isUncertain(): boolean {
    if (this.status === 0) return !NOT_SENT.has(this.type)
    return (this.status === 502 || this.status === 504 || this.status === 503) && !didNotHappen(this)
  }
}

const NOT_SENT: ReadonlySet<string> = new Set(['not_sent', 'unreachable', 'circuit_open', 'closed'])

/** Errors of a node that is starting or that is not connected to enough others: it has not executed the request. */
const NO_CLUSTER: ReadonlySet<string> = new Set([
  'cluster_manager_not_discovered_exception',
  'master_not_discovered_exception',
  'cluster_block_exception',
])

/** Errors of a shard whose primary is missing, refuses writes, or cannot be reached. Most have status 500. */
const NO_SHARD: ReadonlySet<string> = new Set([
  'node_not_connected_exception',
  'node_disconnected_exception',
  'node_closed_exception',
  'connect_transport_exception',
  'retry_on_primary_exception',
  'shard_not_in_primary_mode_exception',
  'unavailable_shards_exception',
])

/** Whether the node has certainly not executed the request, so that any request can be sent to another one. */
export const didNotHappen = (error: ClusterError): boolean =>
  error.type === 'not_sent' || (error.status === 503 && NO_CLUSTER.has(error.type))

/** Whether the node or the network is at fault, not the request. */
export const isOutage = (error: ClusterError): boolean =>
  error.status === 502 ||
  error.status === 503 ||
  error.status === 504 ||
  NO_SHARD.has(error.type) ||
  (error.status === 0 && error.type !== 'answer_too_large')
