import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { EventQueue } from '../../backend/event-queue.ts'
import { readStoredEvents } from '../commands/read-stored-events.ts'
import { EmbeddedEventStore } from './event-store.ts'
import { Store } from './store.ts'
import { LIMITS } from '../../wire/limits.ts'
import type { SearchEvent } from '../../wire/operations.ts'

const DAY_MS = 86_400_000
const EVENT: SearchEvent = { eventType: 'view', eventName: 'Seen', index: 'docs', userToken: 'u' }

let dataDir = ''
let store: Store
let events: EmbeddedEventStore

beforeEach(() => {
  vi.useFakeTimers()
  dataDir = folderOf()
  store = new Store(join(dataDir, 'docent.db'))
  events = new EmbeddedEventStore(store, async (step) => step())
})
afterEach(() => {
  events.end()
  vi.useRealTimers()
  store.close()
})

async function add(...given: SearchEvent[]): Promise<void> {
  const added = events.add(given)
  vi.advanceTimersByTime(1000)
  await added
}

test('an event is deleted when it exceeds the maximum age, with or without new events', async () => {
  await add(EVENT)
  vi.advanceTimersByTime((LIMITS.eventDays - 1) * DAY_MS)
  await add({ ...EVENT, userToken: 'later' })
  expect((await events.list(9)).map(({ userToken }) => userToken)).toEqual(['later', 'u'])
  vi.advanceTimersByTime(2 * DAY_MS)
  expect((await events.list(9)).map(({ userToken }) => userToken)).toEqual(['later'])
})

test('a clock that is wrong for an hour removes the oldest day of events, not all', async () => {
  for (let day = 1; day <= 4; day++) {
    await add({ ...EVENT, userToken: `day ${day}` })
    vi.advanceTimersByTime(1.5 * DAY_MS)
  }
  vi.setSystemTime(Date.now() + LIMITS.eventDays * DAY_MS)
  await add({ ...EVENT, userToken: 'while it is wrong' })
  vi.advanceTimersByTime(3_600_000)
  const kept = (await events.list(9)).map(({ userToken }) => userToken)
  expect(kept).toEqual(['while it is wrong', 'day 4', 'day 3', 'day 2'])
  vi.advanceTimersByTime(4 * 3_600_000)
  expect(await events.list(9)).toHaveLength(1)
})

test('events beyond the limit of waiting events are refused, and accepted again after a write', async () => {
  const many = Array.from({ length: LIMITS.pendingEvents }, () => EVENT)
  const added = events.add(many)
  await expect(events.add([EVENT])).rejects.toMatchObject({ status: 429, retryAfter: 1 })
  vi.advanceTimersByTime(1000)
  await added
  await add(EVENT)
  expect(events.count()).toBe(LIMITS.pendingEvents + 1)
})

test('beyond the limit of stored events the oldest are deleted', async () => {
  await add({ ...EVENT, userToken: 'oldest' })
  store.database.exec(`UPDATE sqlite_sequence SET seq = ${LIMITS.eventsKept - 1} WHERE name = 'events'`)
  await add({ ...EVENT, userToken: 'last that fits' })
  expect(await events.list(9)).toHaveLength(2)
  await add({ ...EVENT, userToken: 'one more' })
  expect((await events.list(9)).map(({ userToken }) => userToken)).toEqual(['one more', 'last that fits'])
})

test('events count as waiting until their write has ended', async () => {
  const held = Promise.withResolvers<void>()
  const slow = new EventQueue(3, () => held.promise)
  const first = slow.add([EVENT, EVENT])
  await vi.advanceTimersByTimeAsync(1000)
  const second = slow.add([EVENT])
  await expect(slow.add([EVENT])).rejects.toMatchObject({ status: 429 })
  held.resolve()
  await first
  const third = slow.add([EVENT])
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all([second, third])
})

test('beyond the limit of stored bytes the oldest events are deleted, after additions and after an adoption', async () => {
  const most = { ...LIMITS, eventBytes: 1000, eventsKeptBytes: 20_000 }
  events.end()
  events = new EmbeddedEventStore(store, async (step) => step(), most)
  const bytes = (): number =>
    Number((store.database.prepare('SELECT sum(octet_length(body)) AS n FROM events').get() as { n: number }).n)
  const large = (n: number): SearchEvent => ({ ...EVENT, userToken: `u${n}`, filters: ['é'.repeat((n * 37) % 400)] })
  for (let n = 0; n < 300; n++) {
    await add(large(n), { ...large(n), timestamp: 1 }, { ...large(n), timestamp: 1 })
    expect(bytes()).toBeLessThanOrEqual(most.eventsKeptBytes)
    if (n % 50 === 20) await events.deleteUser(`u${n}`)
  }
  expect(bytes()).toBeGreaterThan(most.eventsKeptBytes / 2)
  expect((await events.list(2)).map(({ userToken }) => userToken)).toEqual(['u299', 'u299'])
  await events.adopt(Array.from({ length: 100 }, (_, n) => ({ ...large(n), receivedAt: new Date().toISOString() })))
  expect(bytes()).toBeLessThanOrEqual(most.eventsKeptBytes)
  expect((await events.list(1))[0]).toMatchObject({ userToken: 'u99' })
})

test('ending the store writes the waiting events', async () => {
  const added = events.add([EVENT])
  events.end()
  await added
  expect(await events.list(9)).toHaveLength(1)
})

test('events can be read by a command while a server stores them', async () => {
  expect([...readStoredEvents(join(dataDir, 'nowhere'), 9)]).toEqual([])
  await add(EVENT, { ...EVENT, userToken: 'later' })
  expect([...readStoredEvents(dataDir, 9)]).toEqual(await events.list(9))
  expect([...readStoredEvents(dataDir, 1)]).toMatchObject([{ userToken: 'later' }])
})

test('the stored row contains only the attributes that were sent', async () => {
  await add(EVENT)
  const row = store.database.prepare('SELECT body FROM events').get() as { body: string }
  expect(JSON.parse(row.body)).toEqual(EVENT)
})
