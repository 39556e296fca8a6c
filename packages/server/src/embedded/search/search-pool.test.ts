// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchRecord, SearchRequest } from '@docent/engine'
import { openEmbeddedBackend, type EmbeddedBackend } from '../backend.ts'
import type { LogEvent } from '../../system/log.ts'
import type { Limits } from '../../wire/limits.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'docent-pool-'))
const events: LogEvent[] = []

const withLimits = async (
  limits: Partial<Limits>,
  run: (backend: EmbeddedBackend) => Promise<void>,
  searchWorkers = 1,
): Promise<void> => {
  const log = (event: LogEvent): unknown => events.push(event)
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers, limits, log })
  try {
    await run(backend)
  } finally {
    await backend.close()
  }
}

const words = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ')
const records: SearchRecord[] = Array.from({ length: 2000 }, (_, i) => ({ objectID: String(i), text: `${i} ${words}` }))

beforeAll(() =>
  withLimits({}, async (backend) => {
    await backend.replaceRecords('small', records.slice(0, 2), {})
    await backend.waitForTask((await backend.replaceRecords('large', records, {})).taskID)
  }),
)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Takes seconds: a thousand long hits with highlights, many times. */
const fromHell: SearchRequest[] = Array.from({ length: 50 }, () => ({
  indexName: 'large',
  query: 'word1 word2 word3 wor',
  hitsPerPage: 1000,
}))
const harmless: SearchRequest[] = [{ indexName: 'small', query: 'word1' }]
const tooSlow = expect.objectContaining({ code: 'query-too-slow', status: 400 }) as Error

test('a query that does not end is cut off, its worker replaced, and those behind it are answered', () =>
  withLimits({ softCutMs: 60_000, hardCutMs: 300, queueWaitMs: 30_000 }, async (backend) => {
    const cut = backend.search(fromHell)
    const behind = [1, 2, 3].map(() => backend.search(harmless))
    await expect(cut).rejects.toThrow(tooSlow)
    for (const results of await Promise.all(behind)) expect(results).toMatchObject([{ nbHits: 2 }])
    expect(events.filter(({ event }) => event === 'search-ended')).toHaveLength(1)
  }))

test('the engine stops a long query by itself, and the worker stays', () =>
  withLimits({ softCutMs: 0, hardCutMs: 60_000 }, async (backend) => {
    await expect(backend.search([{ indexName: 'large', query: 'wrod1 wrod2 wrod3' }])).rejects.toThrow(tooSlow)
    expect(events.filter(({ event }) => event === 'search-ended')).toHaveLength(1)
  }))

test('what does not fit the queue is refused with the time to come back', () =>
  withLimits({ queuedSearches: 4, hardCutMs: 60_000, queueWaitMs: 60_000 }, async (backend) => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => backend.search(harmless)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThanOrEqual(30 - 4 - 4)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, retryAfter: 1 })
    expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(4)
  }))

test('what would wait too long is refused at once', () =>
  withLimits(
    { waitingPerWorker: 0, foreseenWaitMs: 0, burstMs: 0, hardCutMs: 60_000, queueWaitMs: 60_000 },
    async (backend) => {
      await backend.search(harmless)
      const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => backend.search(harmless)))
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      // One is in hand, three behind it, and one waits: for it nothing is foreseen, since nothing waits before it.
      expect(refused).toHaveLength(30 - 5)
      for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, retryAfter: 1 })
    },
  ))

test('what waits too long for a worker is refused', () =>
  withLimits(
    { waitingPerWorker: 0, queueWaitMs: 1, burstMs: 0, softCutMs: 60_000, hardCutMs: 60_000 },
    async (backend) => {
      const long = backend.search(fromHell.slice(0, 1))
      const waiting = [1, 2, 3].map(() => backend.search(harmless))
      for (const outcome of await Promise.allSettled(waiting))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 429 } })
      await long
    },
  ))

test('a burst is let in, though it has to wait longer', () =>
  withLimits(
    { waitingPerWorker: 0, foreseenWaitMs: 0, queueWaitMs: 0, burstMs: 60_000, burstWaitMs: 60_000, hardCutMs: 60_000 },
    async (backend) => {
      await backend.search(harmless)
      const answers = await Promise.all(Array.from({ length: 100 }, () => backend.search(harmless)))
      for (const results of answers) expect(results).toMatchObject([{ nbHits: 2 }])
    },
  ))

test('a burst that does not end is none: what still waits, and what comes, waits no longer than always', () =>
  withLimits(
    {
      waitingPerWorker: 0,
      foreseenWaitMs: 0,
      queueWaitMs: 0,
      burstMs: 100,
      burstWaitMs: 60_000,
      softCutMs: 60_000,
      hardCutMs: 60_000,
    },
    async (backend) => {
      await backend.search(harmless)
      const slow = backend.search(fromHell.slice(0, 10))
      const waiting = [1, 2, 3].map(() => backend.search(harmless))
      for (const outcome of await Promise.allSettled(waiting))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 429 } })
      await slow
    },
  ))

test('what waits behind a slow query is answered by another worker meanwhile', () =>
  withLimits(
    { softCutMs: 60_000, hardCutMs: 60_000, queueWaitMs: 30_000 },
    async (backend) => {
      let isSlowDone = false
      // Closing the backend ends it.
      const slow = backend.search(fromHell).finally(() => (isSlowDone = true))
      slow.catch(() => undefined)
      const others = await Promise.all(Array.from({ length: 20 }, () => backend.search(harmless)))
      expect(isSlowDone).toBe(false)
      for (const results of others) expect(results).toMatchObject([{ nbHits: 2 }])
    },
    2,
  ))

/** As a server whose first searches took long: every wait is foreseen, and none is short enough. */
const PESSIMIST = { foreseenWaitMs: -1, queueWaitMs: 0, burstMs: 0, softCutMs: 60_000, hardCutMs: 60_000 }

test('few waiting searches are taken and answered, whatever wait is foreseen, and for as long as a search may take', () =>
  withLimits(PESSIMIST, async (backend) => {
    const slow = backend.search(fromHell.slice(0, 10))
    const waiting = Array.from({ length: 16 }, () => backend.search(harmless))
    for (const results of await Promise.all(waiting)) expect(results).toMatchObject([{ nbHits: 2 }])
    await slow
    expect(backend.takesSearches()).toBe(true)
  }))

test('more than few are refused, and the few before them are not', () =>
  withLimits(PESSIMIST, async (backend) => {
    const slow = backend.search(fromHell.slice(0, 10))
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => backend.search(harmless)))
    const answered = outcomes.map(({ status }) => status === 'fulfilled')
    // One is in hand, three behind it, sixteen wait.
    expect(answered.lastIndexOf(true)).toBeLessThan(answered.indexOf(false))
    expect(answered.indexOf(false)).toBeGreaterThanOrEqual(16)
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 429 } })
    await slow
  }))
