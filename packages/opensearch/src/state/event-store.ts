/**
 * Events of readers (views, clicks, conversions) as documents. The id of an event with a timestamp is its digest, so repeated events
 * are stored once. No document has an address.
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  EventQueue,
  expiredBefore,
  type EventStore,
  type SearchEvent,
  type StoredEvent,
  type Limits,
} from '@docent/server/backend'
import { ClusterError, type Cluster } from '../http/cluster.ts'
import { PRIMARY_WAIT } from '../http/documents.ts'
import type { Names } from './names.ts'

/** Maximum number of events of one millisecond with distinct orders. An order (time × this + counter) is below 2^53. */
const PER_MS = 4096
/** Events in one request of a migration. */
const ADOPTED_IN_REQUEST = 1000
/** Share of the limit of bytes after whose storage a server removes the oldest events, in addition to the regular removal. */
const EXPIRED_EVERY = 1 / 16
/** Assumed bytes of an event of an earlier version, which did not store them. */
const USUAL_BYTES = 300
/** Maximum number of hits in one answer of OpenSearch. */
const PAGE = 10_000

interface EventDocument {
  order: number
  receivedAt: number
  /** The anonymous and the authenticated token of the user. */
  tokens: string[]
  /** JSON. */
  body: string
  /** Bytes of the body in UTF-8. */
  bytes: number
}

interface BulkAnswer {
  items: { create: { status: number; error?: { type: string; reason: string } } }[]
}

/** Several servers write at the same time; expired events are removed by the holder of the lease. */
export class ClusterEventStore implements EventStore {
  readonly #cluster: Cluster
  readonly #index: string
  readonly #limits: Limits
  readonly #queue: EventQueue
  #lastOrder = 0
  /** Bytes that were stored here since the last removal. */
  #added = 0
  #expiring: Promise<void> | undefined

  constructor(cluster: Cluster, names: Names, limits: Limits) {
    this.#cluster = cluster
    this.#index = names.events
    this.#limits = limits
    this.#queue = new EventQueue(limits.pendingEvents, (events) => this.#insert(events))
  }

  add(events: readonly SearchEvent[]): Promise<void> {
    return this.#queue.add(events)
  }

  async #insert(events: readonly SearchEvent[]): Promise<void> {
    const receivedAt = Date.now()
    await this.#store(
      events.map((event) => {
        this.#lastOrder = Math.max(this.#lastOrder + 1, receivedAt * PER_MS)
        return { event, receivedAt, order: this.#lastOrder }
      }),
    )
    if (this.#added < this.#limits.eventsKeptBytes * EXPIRED_EVERY) return
    this.#added = 0
    // After a failure the holder of the lease removes them, and logs its failures.
    this.#expiring ??= this.#removeSurplus()
      .catch(() => undefined)
      .finally(() => (this.#expiring = undefined))
  }

  async #store(events: readonly { event: SearchEvent; receivedAt: number; order: number }[]): Promise<void> {
    if (events.length === 0) return
    const lines = events.flatMap(({ event, receivedAt, order }) => {
      const body = JSON.stringify(event)
      const digest = createHash('sha256').update(body).digest('base64url')
      const id = event['timestamp'] === undefined ? randomUUID() : digest
      const other = event['authenticatedUserToken']
      const tokens = [event.userToken, ...(typeof other === 'string' ? [other] : [])]
      const document: EventDocument = { order, receivedAt, tokens, body, bytes: Buffer.byteLength(body) }
      this.#added += document.bytes
      return [{ create: { _index: this.#index, _id: id } }, document]
    })
    const { items } = (await this.#cluster.request('POST', '/_bulk', {
      body: lines,
      query: { timeout: PRIMARY_WAIT },
    })) as BulkAnswer
    // 409: the event is stored already.
    const failed = items.map(({ create }) => create).find(({ status }) => status >= 300 && status !== 409)
    if (failed) throw new ClusterError(failed.status, failed.error?.type ?? 'unknown', failed.error?.reason ?? '')
  }

  async #refresh(): Promise<void> {
    await this.#cluster.request('POST', `/${this.#index}/_refresh`)
  }

  async list(limit: number): Promise<StoredEvent[]> {
    await this.#refresh()
    const events: StoredEvent[] = []
    for (let after: unknown[] | undefined; events.length < limit;) {
      const size = Math.min(PAGE, limit - events.length)
      const { hits } = (await this.#cluster.request('POST', `/${this.#index}/_search`, {
        body: { size, sort: [{ order: 'desc' }], ...(after && { search_after: after }) },
      })) as { hits: { hits: { _source: EventDocument; sort: unknown[] }[] } }
      for (const { _source } of hits.hits) {
        const receivedAt = new Date(_source.receivedAt).toISOString()
        events.push({ ...(JSON.parse(_source.body) as SearchEvent), receivedAt })
      }
      after = hits.hits.at(-1)?.sort
      if (hits.hits.length < size) break
    }
    return events
  }

  async deleteUser(userToken: string): Promise<void> {
    await this.#queue.settled()
    await this.#refresh()
    await this.#deleteWhere({ term: { tokens: userToken } })
  }

  async adopt(events: readonly StoredEvent[]): Promise<void> {
    await this.#queue.settled()
    await this.#refresh()
    await this.#deleteWhere({ match_all: {} })
    let order = 0
    for (let from = 0; from < events.length; from += ADOPTED_IN_REQUEST) {
      const some = events.slice(from, from + ADOPTED_IN_REQUEST).map(({ receivedAt: at, ...event }) => {
        const receivedAt = Date.parse(at)
        order = Math.max(order + 1, receivedAt * PER_MS)
        return { event: event as SearchEvent, receivedAt, order }
      })
      await this.#store(some)
    }
  }

  async #deleteWhere(query: object): Promise<void> {
    await this.#cluster.request('POST', `/${this.#index}/_delete_by_query`, {
      query: { conflicts: 'proceed', refresh: true },
      body: { query },
      timeoutMs: 60_000,
    })
  }

  /** Removes events that are too old, and the oldest ones beyond the limits of number and bytes. */
  async expire(): Promise<void> {
    const oldest = await this.#oldest()
    if (oldest === undefined) return
    const before = expiredBefore(oldest, Date.now(), this.#limits.eventDays)
    await this.#deleteWhere({ range: { receivedAt: { lt: before } } })
    await this.#removeSurplus()
  }

  /** When the oldest event was received (ms since 1970); `undefined` without events. */
  async #oldest(): Promise<number | undefined> {
    const { hits } = (await this.#cluster.request('POST', `/${this.#index}/_search`, {
      body: { size: 1, sort: [{ order: 'asc' }] },
    })) as { hits: { hits: { _source: EventDocument }[] } }
    return hits.hits[0]?._source.receivedAt
  }

  async #removeSurplus(): Promise<void> {
    const { eventsKept, eventsKeptBytes } = this.#limits
    const kept = await this.#sizeBefore(Number.MAX_SAFE_INTEGER)
    const surplus = { count: kept.count - eventsKept, bytes: kept.bytes - eventsKeptBytes }
    if (surplus.count <= 0 && surplus.bytes <= 0) return
    let [low, high] = [0, Date.now()]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const { count, bytes } = await this.#sizeBefore(middle)
      if (count < surplus.count || bytes < surplus.bytes) low = middle + 1
      else high = middle
    }
    await this.#deleteWhere({ range: { receivedAt: { lt: low } } })
  }

  /** The number of events before a time (ms since 1970), and the bytes of their JSON. */
  async #sizeBefore(receivedAt: number): Promise<{ count: number; bytes: number }> {
    const { hits, aggregations } = (await this.#cluster.request('POST', `/${this.#index}/_search`, {
      body: {
        size: 0,
        track_total_hits: true,
        query: { range: { receivedAt: { lt: receivedAt } } },
        aggs: { bytes: { sum: { field: 'bytes', missing: USUAL_BYTES } } },
      },
    })) as { hits: { total: { value: number } }; aggregations: { bytes: { value: number } } }
    return { count: hits.total.value, bytes: aggregations.bytes.value }
  }

  /** The number of events, without those of the last second. */
  async count(): Promise<number> {
    const { count } = (await this.#cluster.request('POST', `/${this.#index}/_count`)) as { count: number }
    return count
  }

  /** Writes the pending events. */
  async end(): Promise<void> {
    await this.#queue.end()
    await this.#expiring
  }
}
