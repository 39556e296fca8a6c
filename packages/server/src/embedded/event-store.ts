/**
 * What readers did with their answers, as rows, which go when they are too old or too many. Nothing here knows an address.
 */
import { createHash } from 'node:crypto'
import type { EventStore, SearchEvent, StoredEvent } from '../backend.ts'
import { EventQueue } from '../event-queue.ts'
import { LIMITS } from '../limits.ts'
import type { Store } from './store.ts'
import type { InTurn } from './writer.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface EventRow {
  received_at: number
  body: string
}

const digestOf = (event: SearchEvent, body: string): Uint8Array | null =>
  event['timestamp'] === undefined ? null : createHash('sha256').update(body).digest()

export class EmbeddedEventStore implements EventStore {
  readonly #store: Store
  readonly #inTurn: InTurn
  readonly #expiry: NodeJS.Timeout
  readonly #queue: EventQueue

  /** Writes when `inTurn` lets it. */
  constructor(store: Store, inTurn: InTurn) {
    this.#store = store
    this.#inTurn = inTurn
    this.#queue = new EventQueue(LIMITS.pendingEvents, (events) => this.#inTurn(() => this.#insert(events)))
    this.#removeOld()
    // A server that gets no events forgets old ones too.
    this.#expiry = setInterval(() => void this.#inTurn(() => this.#removeOld()).catch(() => undefined), HOUR_MS).unref()
  }

  add(events: readonly SearchEvent[]): Promise<void> {
    return this.#queue.add(events)
  }

  #insert(events: readonly SearchEvent[]): void {
    this.#store.transaction(() => {
      const insert = this.#insertion()
      for (const event of events) insert(event, Date.now())
    })
    this.#removeOld()
  }

  #insertion(): (event: SearchEvent, receivedAt: number) => void {
    const insert = this.#store.database.prepare(
      'INSERT OR IGNORE INTO events (received_at, user_token, other_token, digest, body) VALUES (?, ?, ?, ?, ?)',
    )
    return (event, receivedAt) => {
      const body = JSON.stringify(event)
      const other = event['authenticatedUserToken']
      const otherToken = typeof other === 'string' ? other : null
      insert.run(receivedAt, event.userToken, otherToken, digestOf(event, body), body)
    }
  }

  #removeOld(): void {
    const { database } = this.#store
    database.prepare('DELETE FROM events WHERE received_at < ?').run(Date.now() - LIMITS.eventDays * DAY_MS)
    database.prepare('DELETE FROM events WHERE id <= (SELECT max(id) FROM events) - ?').run(LIMITS.eventsKept)
  }

  async list(limit: number): Promise<StoredEvent[]> {
    const rows = this.#store.database
      .prepare('SELECT received_at, body FROM events ORDER BY id DESC LIMIT ?')
      .all(limit) as unknown as EventRow[]
    return rows.map((row) => ({
      ...(JSON.parse(row.body) as SearchEvent),
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
    await this.#inTurn(() => this.#removeOld())
  }

  /** Between the oldest and the latest that are kept: exact while nobody's events were deleted, and it reads two rows. */
  count(): number {
    const sql = 'SELECT coalesce(max(id) - min(id) + 1, 0) AS n FROM events'
    return Number((this.#store.database.prepare(sql).get() as { n: number }).n)
  }

  /** Writes what is pending. */
  async end(): Promise<void> {
    clearInterval(this.#expiry)
    await this.#queue.end()
  }
}
