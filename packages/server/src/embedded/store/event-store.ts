/**
 * Events of readers, as rows. Events that are too many or too large in sum are deleted with each write, those that are too old
 * each hour. No address is stored.
 */
import { createHash } from 'node:crypto'
import type { EventStore, StoredEvent } from '../../backend/backend.ts'
import { expiredBefore } from '../../backend/event-age.ts'
import { EventQueue } from '../../backend/event-queue.ts'
import type { Store } from './store.ts'
import type { InTurn } from './writer.ts'
import { LIMITS, type Limits } from '../../wire/limits.ts'
import type { SearchEvent } from '../../wire/operations.ts'
import { parseStored } from '../database/stored-json.ts'

const HOUR_MS = 3_600_000

/** Maximum number of events that one step removes: about 50 ms. */
const REMOVED_AT_ONCE = 5000

interface EventRow {
  received_at: number
  body: string
}

const digestOf = (event: SearchEvent, body: string): Uint8Array | null =>
  event['timestamp'] === undefined ? null : createHash('sha256').update(body).digest()

/** Events are in no index, so their writes need no task. */
export class EmbeddedEventStore implements EventStore {
  readonly #store: Store
  readonly #inTurn: InTurn
  readonly #limits: Limits
  readonly #expiry: NodeJS.Timeout
  readonly #queue: EventQueue

  /** `inTurn` orders its writes with all others. */
  constructor(store: Store, inTurn: InTurn, limits: Limits = LIMITS) {
    this.#store = store
    this.#inTurn = inTurn
    this.#limits = limits
    this.#queue = new EventQueue(limits.pendingEvents, (events) => this.#inTurn(() => this.#insert(events)))
    const removeAllOld = (): void => void this.#removeAllOld().catch(() => undefined)
    removeAllOld()
    // Old events are deleted also while no new ones arrive.
    this.#expiry = setInterval(removeAllOld, HOUR_MS).unref()
  }

  add(events: readonly SearchEvent[]): Promise<void> {
    return this.#queue.add(events)
  }

  #insert(events: readonly SearchEvent[]): void {
    this.#store.transaction(() => {
      const insert = this.#insertion()
      for (const event of events) insert(event, Date.now())
      this.#removeSurplus()
    })
  }

  #insertion(): (event: SearchEvent, receivedAt: number) => void {
    const insert = this.#store.database.prepare(
      `INSERT OR IGNORE INTO events (received_at, user_token, other_token, digest, body, ends)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    const { last } = this.#store.database.prepare('SELECT coalesce(max(ends), 0) AS last FROM events').get() as {
      last: number
    }
    let ends = last
    return (event, receivedAt) => {
      const body = JSON.stringify(event)
      const other = event['authenticatedUserToken']
      const otherToken = typeof other === 'string' ? other : null
      const bytes = Buffer.byteLength(body)
      const { changes } = insert.run(receivedAt, event.userToken, otherToken, digestOf(event, body), body, ends + bytes)
      if (Number(changes) > 0) ends += bytes
    }
  }

  /**
   * Deletes the surplus events, at most `REMOVED_AT_ONCE`: more than one write adds, so that the table shrinks, and few enough not
   * to delay other writes. Returns their number.
   */
  #removeSurplus(): number {
    const { eventsKept, eventsKeptBytes, eventBytes } = this.#limits
    const surplus = this.#store.database
      .prepare(
        `DELETE FROM events WHERE id IN (
           SELECT id FROM events WHERE id <= max(
             (SELECT max(id) FROM events) - ?,
             coalesce((SELECT max(id) FROM events WHERE ends <= (SELECT max(ends) FROM events) - ?), 0)
           ) ORDER BY id LIMIT ?)`,
      )
      // The limit is reduced by one event, because the oldest remaining event may cross it.
      .run(eventsKept, eventsKeptBytes - eventBytes, REMOVED_AT_ONCE)
    return Number(surplus.changes)
  }

  /** Deletes events that were received before a time (ms since 1970), at most `REMOVED_AT_ONCE`. Returns their number. */
  #removeBefore(time: number): number {
    const removed = this.#store.database
      .prepare('DELETE FROM events WHERE id IN (SELECT id FROM events WHERE received_at < ? LIMIT ?)')
      .run(time, REMOVED_AT_ONCE)
    return Number(removed.changes)
  }

  async #removeAllOld(): Promise<void> {
    const { oldest } = this.#store.database.prepare('SELECT min(received_at) AS oldest FROM events').get() as {
      oldest: number | null
    }
    if (oldest === null) return
    const before = expiredBefore(oldest, Date.now(), this.#limits.eventDays)
    const step = (): number => this.#store.transaction(() => this.#removeBefore(before) + this.#removeSurplus())
    while ((await this.#inTurn(step)) > 0);
  }

  async list(limit: number): Promise<StoredEvent[]> {
    const rows = this.#store.database
      .prepare('SELECT received_at, body FROM events ORDER BY id DESC LIMIT ?')
      .all(limit) as unknown as EventRow[]
    return rows.map((row) => ({
      ...parseStored<SearchEvent>(row.body, 'An event'),
      receivedAt: new Date(row.received_at).toISOString(),
    }))
  }

  async deleteUser(userToken: string): Promise<void> {
    await this.#queue.settled()
    await this.#inTurn(() =>
      this.#store.transaction(() =>
        this.#store.database
          .prepare('DELETE FROM events WHERE user_token = ? OR other_token = ?')
          .run(userToken, userToken),
      ),
    )
  }

  async adopt(events: readonly StoredEvent[]): Promise<void> {
    await this.#queue.settled()
    await this.#inTurn(() =>
      this.#store.transaction(() => {
        this.#store.database.exec('DELETE FROM events')
        const insert = this.#insertion()
        for (const { receivedAt, ...event } of events) insert(event as SearchEvent, Date.parse(receivedAt))
      }),
    )
    await this.#removeAllOld()
  }

  /** Number of stored events, from the first and the last row: exact unless events of a user were deleted. */
  count(): number {
    const sql = 'SELECT coalesce(max(id) - min(id) + 1, 0) AS n FROM events'
    return Number((this.#store.database.prepare(sql).get() as { n: number }).n)
  }

  /** Writes the pending events. */
  async end(): Promise<void> {
    clearInterval(this.#expiry)
    await this.#queue.end()
  }
}
