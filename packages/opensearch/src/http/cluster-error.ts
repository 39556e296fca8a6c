/** What went wrong between Docent and the cluster, and what follows from it for the request. */

/** What the cluster refused, or that it could not be asked (`status` 0). Its text is for logs, never for answers. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /**
   * OpenSearch's own name of the error, as `version_conflict_engine_exception`; without an answer `not_sent` (no
   * connection), `connection_lost`, `timeout`, `answer_too_large`, `not_json`, `unreachable` (all nodes are left out),
   * `circuit_open`.
   */
  readonly type: string
  /** Whole seconds after which the cluster wants to be asked again, where it said so. */
  readonly retryAfter: number | undefined
  /** The error as the cluster words it, where it did. */
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

  /** Whether it may have been done all the same: it was sent, and the answer was lost. */
  get isUncertain(): boolean {
    if (this.status === 0) return !NOT_SENT.has(this.type)
    return (this.status === 502 || this.status === 504 || this.status === 503) && !didNotHappen(this)
  }
}

const NOT_SENT: ReadonlySet<string> = new Set(['not_sent', 'unreachable', 'circuit_open'])

/** A node says so while it starts, or while it sees too few others: it has not looked at the request. */
const NO_CLUSTER: ReadonlySet<string> = new Set([
  'cluster_manager_not_discovered_exception',
  'master_not_discovered_exception',
  'cluster_block_exception',
])

/** A shard's first copy is away, or takes no writes, or the way to it is cut: OpenSearch gives most of them status 500. */
const NO_SHARD: ReadonlySet<string> = new Set([
  'node_not_connected_exception',
  'node_disconnected_exception',
  'node_closed_exception',
  'connect_transport_exception',
  'retry_on_primary_exception',
  'shard_not_in_primary_mode_exception',
  'unavailable_shards_exception',
])

/** Whether the node has certainly not done it, so that another one can be asked whatever it is. */
export const didNotHappen = (error: ClusterError): boolean =>
  error.type === 'not_sent' || (error.status === 503 && NO_CLUSTER.has(error.type))

/** Whether the fault is the node's or the way's, not the request's. */
export const isOutage = (error: ClusterError): boolean =>
  error.status === 502 ||
  error.status === 503 ||
  error.status === 504 ||
  NO_SHARD.has(error.type) ||
  (error.status === 0 && error.type !== 'answer_too_large')
