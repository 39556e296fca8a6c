/**
 * Points in time of OpenSearch: all requests of one answer read the same state of an index. A query consists of several requests,
 * and a refresh may happen between any two.
 *
 * A point is opened with the first search after a change of the index and used by all searches until the next change, for at most
 * 15 seconds. It exists on one node for each shard. When the node fails or drops the point, the search is repeated once with a new
 * one.
 */
import { requireAllShards } from '../http/check-answer.ts'
import { ClusterError, type Cluster, type ClusterRequest } from '../http/cluster.ts'

/** An index that a point is opened for. */
export interface PinnableIndex {
  /** OpenSearch's index. */
  target: string
  /** The last task of the index, which identifies its state. */
  lastTask: number
}

/** Time for which the cluster keeps an unused point: longer than `LONGEST_MS` plus the longest search. */
const KEEP_ALIVE = '30s'
/**
 * Maximum time (ms) for which a point is used. Its node keeps the shard open for that time, so a cluster that recovers from the loss
 * of most of its nodes cannot open that shard there; after five attempts of at least 5 s OpenSearch gives up by default.
 */
const LONGEST_MS = 15_000
/** Maximum number of open points: a node allows 300, which all servers share. */
const MOST = 60
/** Delay (ms) before a replaced point is closed: longer than the longest search. */
const CLOSE_AFTER_MS = 5000

interface PointInTime {
  lastTask: number
  id: Promise<string | undefined>
  openedAt: number
}

interface ShardCounts {
  _shards?: { failed: number }
}

/** Whether a request may have failed because of a lost point or node. */
const isPointLost = (error: unknown): boolean =>
  error instanceof ClusterError && (error.status === 404 || error.type === 'partial_answer' || error.status === 503)

/** Points beyond those in use cost heap of the nodes, so replaced ones are closed after the longest search. */
export class PointsInTime {
  readonly #cluster: Cluster
  /** By target; the least recently used first. */
  readonly #points = new Map<string, PointInTime>()
  readonly #closing = new Set<NodeJS.Timeout>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /**
   * The result of `ask`, which receives a cluster whose searches read one state of each of these indexes. If points are lost, `ask` is
   * called once more, with the indexes that `find` returns then.
   */
  async search<Result>(
    find: () => Promise<readonly PinnableIndex[]>,
    ask: (cluster: Cluster) => Promise<Result>,
  ): Promise<Result> {
    const indexes = await find()
    try {
      return await ask(await this.#atPoints(indexes))
    } catch (error) {
      if (!isPointLost(error)) throw error
      for (const { target } of indexes) this.#drop(target)
      return ask(await this.#atPoints(await find()))
    }
  }

  async #atPoints(indexes: readonly PinnableIndex[]): Promise<Cluster> {
    const ids = new Map<string, string>()
    await Promise.all(
      indexes.map(async (index) => {
        const id = await this.#point(index)
        if (id !== undefined) ids.set(index.target, id)
      }),
    )
    return clusterAt(this.#cluster, ids)
  }

  #point({ target, lastTask }: PinnableIndex): Promise<string | undefined> {
    const now = performance.now()
    const known = this.#points.get(target)
    const isGood = known !== undefined && known.lastTask >= lastTask && now - known.openedAt < LONGEST_MS
    if (known !== undefined && !isGood) this.#drop(target)
    const point = isGood ? known : { lastTask, id: this.#open(target), openedAt: now }
    // Inserted again, because the map is ordered by use: the most recently used is the last.
    this.#points.delete(target)
    this.#points.set(target, point)
    for (const oldest of this.#points.keys()) {
      if (this.#points.size <= MOST) break
      this.#drop(oldest)
    }
    return point.id
  }

  /** Opens a point; `undefined` if a node allows no more points: then searches read the latest state. */
  async #open(target: string): Promise<string | undefined> {
    try {
      const { pit_id } = (await this.#cluster.request('POST', `/${target}/_search/point_in_time`, {
        query: { keep_alive: KEEP_ALIVE },
      })) as { pit_id: string }
      return pit_id
    } catch (error) {
      this.#points.delete(target)
      if (error instanceof ClusterError && (error.status === 429 || error.status === 400 || error.status === 500))
        return undefined
      throw error
    }
  }

  #drop(target: string): void {
    const point = this.#points.get(target)
    if (point === undefined) return
    this.#points.delete(target)
    const timer = setTimeout(() => {
      this.#closing.delete(timer)
      void this.#close(point)
    }, CLOSE_AFTER_MS).unref()
    this.#closing.add(timer)
  }

  /** Closes a point. On failure it expires. */
  async #close({ id }: PointInTime): Promise<void> {
    try {
      const open = await id
      if (open !== undefined)
        await this.#cluster.request('DELETE', '/_search/point_in_time', { body: { pit_id: [open] } })
    } catch {}
  }

  /** Closes all points. */
  async end(): Promise<void> {
    for (const timer of this.#closing) clearTimeout(timer)
    const open = [...this.#points.values()]
    this.#points.clear()
    await Promise.all(open.map((point) => this.#close(point)))
  }
}

/** The same cluster; searches of a target with a point use the point, and an answer without some of the shards is an error. */
function clusterAt(cluster: Cluster, ids: ReadonlyMap<string, string>): Cluster {
  const at = (target: string | undefined, body: object): object | undefined => {
    const id = target === undefined ? undefined : ids.get(target)
    return id === undefined ? undefined : { ...body, pit: { id, keep_alive: KEEP_ALIVE } }
  }
  return {
    async request(method, path, request: ClusterRequest = {}) {
      const { body } = request
      if (path === '/_msearch' && Array.isArray(body)) {
        const lines = (body as object[]).flatMap((header, i) => {
          if (i % 2 === 1) return []
          const search = body[i + 1] as object
          const placed = at((header as { index?: string }).index, search)
          return placed === undefined ? [header, search] : [{}, placed]
        })
        const answer = (await cluster.request(method, path, { ...request, body: lines })) as {
          responses: ShardCounts[]
        }
        answer.responses.forEach(requireAllShards)
        return answer
      }
      const target = /^\/([^/]+)\/_search$/.exec(path)?.[1]
      const placed = at(target && decodeURIComponent(target), (body ?? {}) as object)
      const answer = await (placed === undefined
        ? cluster.request(method, path, request)
        : cluster.request(method, '/_search', { ...request, body: placed }))
      requireAllShards(answer as ShardCounts)
      return answer
    },
    close() {},
  }
}
