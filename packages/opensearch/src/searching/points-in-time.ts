/**
 * Points in time: what an index holds at one moment, for as many questions as an answer takes. A query is several
 * requests, a list of queries more, and a refresh may come between any two; asked at a pin, all of them see one state.
 *
 * A pin is opened with the first search after an index has changed and serves all searches until its next change, for a
 * quarter of a minute at most. It lives on one node for each shard. When that dies, or forgets the pin, the search is asked once more at a new one.
 */
import { ClusterError } from '../http/cluster.ts'
import type { Cluster, ClusterRequest } from '../http/cluster.ts'

/** An index as it is to be pinned. */
export interface Pinnable {
  /** OpenSearch's index. */
  target: string
  /** Its last task: with another one it is another state. */
  lastTask: number
}

/** How long the cluster keeps a pin that nobody asks: longer than it is used here and a search lasts. */
const KEEP_ALIVE = '30s'
/**
 * How long (ms) a pin is used, however often it is asked. While there is one, its node does not let go of the shard: a
 * cluster that begins anew after the loss of most of its nodes cannot open that shard there, the shard stays without a
 * first copy, and after five attempts OpenSearch tries no more. Each takes it 5 s and more.
 */
const LONGEST_MS = 15_000
/** Pins at a time: a node has room for 300, which it shares among all servers. */
const MOST = 60
/** Before a pin that another has replaced is closed (ms): longer than a search lasts. */
const CLOSE_AFTER_MS = 5000

interface Pin {
  lastTask: number
  id: Promise<string | undefined>
  openedAt: number
}

interface ShardCounts {
  _shards?: { failed: number }
}

/** Whether a question was not answered because of where it was asked. */
const isPlaceLost = (error: unknown): boolean =>
  error instanceof ClusterError && (error.status === 404 || error.type === 'partial_answer' || error.status === 503)

export class Pins {
  readonly #cluster: Cluster
  /** By target; the least recently used first. */
  readonly #pins = new Map<string, Pin>()
  readonly #closing = new Set<NodeJS.Timeout>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /**
   * What `ask` makes of a cluster whose searches of these indexes all see one state of each. Asked again where the pins were lost,
   * with `find` to tell what the indexes are by then.
   */
  async search<Result>(
    find: () => Promise<readonly Pinnable[]>,
    ask: (cluster: Cluster) => Promise<Result>,
  ): Promise<Result> {
    const indexes = await find()
    try {
      return await ask(await this.#pinnedTo(indexes))
    } catch (error) {
      if (!isPlaceLost(error)) throw error
      for (const { target } of indexes) this.#drop(target)
      return ask(await this.#pinnedTo(await find()))
    }
  }

  async #pinnedTo(indexes: readonly Pinnable[]): Promise<Cluster> {
    const ids = new Map<string, string>()
    await Promise.all(
      indexes.map(async (index) => {
        const id = await this.#pin(index)
        if (id !== undefined) ids.set(index.target, id)
      }),
    )
    return pinned(this.#cluster, ids)
  }

  #pin({ target, lastTask }: Pinnable): Promise<string | undefined> {
    const now = performance.now()
    const known = this.#pins.get(target)
    const isGood = known !== undefined && known.lastTask >= lastTask && now - known.openedAt < LONGEST_MS
    if (known !== undefined && !isGood) this.#drop(target)
    const pin = isGood ? known : { lastTask, id: this.#open(target), openedAt: now }
    // Set again, so that it is the last to go.
    this.#pins.delete(target)
    this.#pins.set(target, pin)
    for (const oldest of this.#pins.keys()) {
      if (this.#pins.size <= MOST) break
      this.#drop(oldest)
    }
    return pin.id
  }

  /** `undefined` where a node has no room for another pin: then searches see what is latest. */
  async #open(target: string): Promise<string | undefined> {
    try {
      const { pit_id } = (await this.#cluster.request('POST', `/${target}/_search/point_in_time`, {
        query: { keep_alive: KEEP_ALIVE },
      })) as { pit_id: string }
      return pit_id
    } catch (error) {
      this.#pins.delete(target)
      if (error instanceof ClusterError && (error.status === 429 || error.status === 400 || error.status === 500))
        return undefined
      throw error
    }
  }

  #drop(target: string): void {
    const pin = this.#pins.get(target)
    if (pin === undefined) return
    this.#pins.delete(target)
    const timer = setTimeout(() => {
      this.#closing.delete(timer)
      void this.#close(pin)
    }, CLOSE_AFTER_MS).unref()
    this.#closing.add(timer)
  }

  /** One that cannot be closed ends by itself. */
  async #close({ id }: Pin): Promise<void> {
    try {
      const open = await id
      if (open !== undefined)
        await this.#cluster.request('DELETE', '/_search/point_in_time', { body: { pit_id: [open] } })
    } catch {}
  }

  /** Closes all of them. */
  async end(): Promise<void> {
    for (const timer of this.#closing) clearTimeout(timer)
    const open = [...this.#pins.values()]
    this.#pins.clear()
    await Promise.all(open.map((pin) => this.#close(pin)))
  }
}

/** The same cluster; searches of a target with a pin are asked at it, and an answer without some of the shards is none. */
function pinned(cluster: Cluster, ids: ReadonlyMap<string, string>): Cluster {
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
          const question = body[i + 1] as object
          const placed = at((header as { index?: string }).index, question)
          return placed === undefined ? [header, question] : [{}, placed]
        })
        const answer = (await cluster.request(method, path, { ...request, body: lines })) as {
          responses: ShardCounts[]
        }
        answer.responses.forEach(checkWhole)
        return answer
      }
      const target = /^\/([^/]+)\/_search$/.exec(path)?.[1]
      const placed = at(target && decodeURIComponent(target), (body ?? {}) as object)
      const answer = await (placed === undefined
        ? cluster.request(method, path, request)
        : cluster.request(method, '/_search', { ...request, body: placed }))
      checkWhole(answer as ShardCounts)
      return answer
    },
    close() {},
  }
}

function checkWhole({ _shards }: ShardCounts): void {
  if (_shards !== undefined && _shards.failed > 0)
    throw new ClusterError(503, 'partial_answer', `${_shards.failed} shards have not answered`)
}
