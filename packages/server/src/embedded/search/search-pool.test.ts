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

test('a query that does not end is stopped, its worker replaced, and the waiting ones are answered', () =>
  withLimits({ softCutMs: 60_000, hardCutMs: 1500, queueWaitMs: 30_000 }, async (backend) => {
    const cut = backend.search(fromHell)
    const behind = [1, 2, 3].map(() => backend.search(harmless))
    await expect(cut).rejects.toThrow(tooSlow)
    for (const results of await Promise.all(behind)) expect(results).toMatchObject([{ nbHits: 2 }])
    expect(events.filter(({ event }) => event === 'search-ended')).toHaveLength(1)
  }))

test('the engine stops a long query by itself, and the worker stays', () =>
  withLimits({ softCutMs: 0, hardCutMs: 60_000 }, async (backend) => {
    events.length = 0
    await expect(backend.search([{ indexName: 'large', query: 'wrod1 wrod2 wrod3' }])).rejects.toThrow(tooSlow)
    expect(events.filter(({ event }) => event === 'search-ended')).toEqual([])
  }))

test('a search beyond the length of the queue is refused, with the time to try again', () =>
  withLimits({ queuedSearches: 4, hardCutMs: 60_000, queueWaitMs: 60_000 }, async (backend) => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => backend.search(harmless)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThanOrEqual(30 - 4 - 1)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, retryAfter: 1 })
    expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(4)
  }))

test('a search with a forecast wait that is too long is refused at once', () =>
  withLimits(
    { waitingPerWorker: 0, foreseenWaitMs: 0, burstMs: 0, hardCutMs: 60_000, queueWaitMs: 60_000 },
    async (backend) => {
      await backend.search(harmless)
      const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => backend.search(harmless)))
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      // One is in hand and one waits: its forecast wait is 0, since nothing waits before it.
      expect(refused).toHaveLength(30 - 2)
      for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, retryAfter: 1 })
    },
  ))

test('a search that waits too long for a worker is refused', () =>
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

test('the searches of a burst are admitted, though they wait longer', () =>
  withLimits(
    { waitingPerWorker: 0, foreseenWaitMs: 0, queueWaitMs: 0, burstMs: 60_000, burstWaitMs: 60_000, hardCutMs: 60_000 },
    async (backend) => {
      await backend.search(harmless)
      const answers = await Promise.all(Array.from({ length: 100 }, () => backend.search(harmless)))
      for (const results of answers) expect(results).toMatchObject([{ nbHits: 2 }])
    },
  ))

test('a burst ends after its time: then searches wait no longer than without it', () =>
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
      const slow = backend.search(fromHell.slice(0, 3))
      const waiting = [1, 2, 3].map(() => backend.search(harmless))
      for (const outcome of await Promise.allSettled(waiting))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 429 } })
      await slow
    },
  ))

test('while one worker has a slow query, the other answers those that wait', () =>
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

/** Every forecast wait is too long, as after very slow first searches. */
const ALL_TOO_LONG = { foreseenWaitMs: -1, queueWaitMs: 0, burstMs: 0, softCutMs: 60_000, hardCutMs: 60_000 }

test('a few waiting searches are admitted and answered, whatever their forecast wait, as long as a search may take', () =>
  withLimits(ALL_TOO_LONG, async (backend) => {
    const slow = backend.search(fromHell.slice(0, 2))
    const waiting = Array.from({ length: 16 }, () => backend.search(harmless))
    for (const results of await Promise.all(waiting)) expect(results).toMatchObject([{ nbHits: 2 }])
    await slow
    expect(backend.takesSearches()).toBe(true)
  }))

test('beyond those few searches are refused', () =>
  withLimits(ALL_TOO_LONG, async (backend) => {
    const slow = backend.search(fromHell.slice(0, 2))
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => backend.search(harmless)))
    const answered = outcomes.map(({ status }) => status === 'fulfilled')
    // One is in hand, twenty wait.
    expect(answered.lastIndexOf(true)).toBeLessThan(answered.indexOf(false))
    expect(answered.indexOf(false)).toBeGreaterThanOrEqual(16)
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 429 } })
    await slow
  }))
