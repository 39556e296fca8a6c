// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchRecord, SearchRequest } from '@docent/engine'
import { openEmbeddedBackend, type EmbeddedBackend } from '../backend.ts'
import type { LogEvent } from '../../system/log.ts'
import type { Limits } from '../../wire/limits.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'docent-pool-'))
const events: LogEvent[] = []

/** The limit by the clock is that of one test only: other programs may have the cores during the tests. */
const withLimits = async (
  limits: Partial<Limits>,
  run: (backend: EmbeddedBackend) => Promise<void>,
  searchWorkers = 1,
): Promise<void> => {
  const log = (event: LogEvent): unknown => events.push(event)
  const backend = await openEmbeddedBackend({
    dataDir,
    searchWorkers,
    limits: { elapsedCutMs: 60_000, ...limits },
    log,
  })
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

/** Takes seconds: fifty queries with a thousand long highlighted hits each. */
const slowQueries: SearchRequest[] = Array.from({ length: 50 }, () => ({
  indexName: 'large',
  query: 'word1 word2 word3 wor',
  hitsPerPage: 1000,
}))
const fastQuery: SearchRequest[] = [{ indexName: 'small', query: 'word1' }]
const tooSlow = expect.objectContaining({ code: 'query-too-slow', status: 400 }) as Error

test('a query beyond its deadline is refused, its worker is replaced, and the waiting searches are answered', () =>
  withLimits({ softCutMs: 60_000, hardCutMs: 1500, queueWaitMs: 30_000 }, async (backend) => {
    const cut = backend.search(slowQueries)
    const behind = [1, 2, 3].map(() => backend.search(fastQuery))
    await expect(cut).rejects.toThrow(tooSlow)
    for (const results of await Promise.all(behind)) expect(results).toMatchObject([{ nbHits: 2 }])
    expect(events.filter(({ event }) => event === 'search-ended')).toHaveLength(1)
  }))

test('a query that waits for a core beside busy threads is not ended, and is stopped at its CPU time', () =>
  withLimits({ softCutMs: 200, hardCutMs: 500 }, async (backend) => {
    await backend.search(fastQuery)
    events.length = 0
    const busy = Array.from({ length: 4 * availableParallelism() }, () => new Worker('for (;;) ;', { eval: true }))
    try {
      await expect(backend.search(slowQueries)).rejects.toThrow('longer than 200 ms')
    } finally {
      await Promise.all(busy.map((thread) => thread.terminate()))
    }
    expect(events.filter(({ event }) => event === 'search-ended')).toEqual([])
  }))

test('a query beyond the limit by the clock is refused, whatever CPU time it has used', () =>
  withLimits({ softCutMs: 60_000, hardCutMs: 60_000, elapsedCutMs: 300 }, async (backend) => {
    await expect(backend.search(slowQueries)).rejects.toThrow('longer than 300 ms')
    expect(await backend.search(fastQuery)).toMatchObject([{ nbHits: 2 }])
  }))

test('the engine stops a slow query by itself, and its worker remains', () =>
  withLimits({ softCutMs: 0, hardCutMs: 60_000 }, async (backend) => {
    events.length = 0
    await expect(backend.search([{ indexName: 'large', query: 'wrod1 wrod2 wrod3' }])).rejects.toThrow(tooSlow)
    expect(events.filter(({ event }) => event === 'search-ended')).toEqual([])
  }))

test('an answer that is kept is given while all workers are busy', () =>
  withLimits({ softCutMs: 60_000, hardCutMs: 60_000, queueWaitMs: 30_000 }, async (backend) => {
    const format = { query: 'word1', params: '', publicUrl: '' }
    const queries = fastQuery.map((request) => ({ request, format }))
    const ask = async (): Promise<object> =>
      JSON.parse(Buffer.concat(await backend.searchJson(queries)).toString()) as object
    const first = await ask()
    let isRunning = true
    const slow = backend.search(slowQueries.slice(0, 1)).finally(() => (isRunning = false))
    const again = await ask()
    const wasRunning = isRunning
    await slow
    expect(wasRunning).toBe(true)
    expect(again).toEqual({ ...first, processingTimeMS: 1 })
  }))

test('a search beyond the length of the queue is refused with a `retryAfter`', () =>
  withLimits({ queuedSearches: 4, hardCutMs: 60_000, queueWaitMs: 60_000 }, async (backend) => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => backend.search(fastQuery)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThanOrEqual(30 - 4 - 1)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, retryAfter: 1 })
    expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(4)
  }))

test('a search with too long a forecast wait is refused at once', () =>
  withLimits(
    { waitingPerWorker: 0, forecastWaitMs: 0, burstMs: 0, hardCutMs: 60_000, queueWaitMs: 60_000 },
    async (backend) => {
      await backend.search(fastQuery)
      const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => backend.search(fastQuery)))
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      // One runs and one waits: the forecast wait of the second is 0, since none waits before it.
      expect(refused).toHaveLength(30 - 2)
      for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, retryAfter: 1 })
    },
  ))

test('a search that waits too long for a worker is refused', () =>
  withLimits(
    { waitingPerWorker: 0, queueWaitMs: 1, burstMs: 0, softCutMs: 60_000, hardCutMs: 60_000 },
    async (backend) => {
      const long = backend.search(slowQueries.slice(0, 1))
      const waiting = [1, 2, 3].map(() => backend.search(fastQuery))
      for (const outcome of await Promise.allSettled(waiting))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 429 } })
      await long
    },
  ))

test('the searches of a burst are admitted, although they wait longer', () =>
  withLimits(
    { waitingPerWorker: 0, forecastWaitMs: 0, queueWaitMs: 0, burstMs: 60_000, burstWaitMs: 60_000, hardCutMs: 60_000 },
    async (backend) => {
      await backend.search(fastQuery)
      const answers = await Promise.all(Array.from({ length: 100 }, () => backend.search(fastQuery)))
      for (const results of answers) expect(results).toMatchObject([{ nbHits: 2 }])
    },
  ))

test('after `burstMs` the limits of waits are those without a burst', () =>
  withLimits(
    {
      waitingPerWorker: 0,
      forecastWaitMs: 0,
      queueWaitMs: 0,
      burstMs: 100,
      burstWaitMs: 60_000,
      softCutMs: 60_000,
      hardCutMs: 60_000,
    },
    async (backend) => {
      await backend.search(fastQuery)
      const slow = backend.search(slowQueries.slice(0, 3))
      const waiting = [1, 2, 3].map(() => backend.search(fastQuery))
      for (const outcome of await Promise.allSettled(waiting))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 429 } })
      await slow
    },
  ))

test('while one worker runs a slow query, the other answers the waiting ones', () =>
  withLimits(
    { softCutMs: 60_000, hardCutMs: 60_000, queueWaitMs: 30_000 },
    async (backend) => {
      let isSlowDone = false
      // Closing the backend rejects it.
      const slow = backend.search(slowQueries.slice(0, 1)).finally(() => (isSlowDone = true))
      slow.catch(() => undefined)
      const others = await Promise.all(Array.from({ length: 20 }, () => backend.search(fastQuery)))
      expect(isSlowDone).toBe(false)
      for (const results of others) expect(results).toMatchObject([{ nbHits: 2 }])
    },
    2,
  ))

test('a search that was offered to the worker of a slow query runs in the other worker', () =>
  withLimits(
    { softCutMs: 60_000, hardCutMs: 60_000, queueWaitMs: 30_000 },
    async (backend) => {
      await backend.search(fastQuery)
      let isSlowDone = false
      const slow = backend.search(slowQueries.slice(0, 1)).finally(() => (isSlowDone = true))
      slow.catch(() => undefined)
      // Each round: one search for the free worker, and others that both workers are offered.
      for (let round = 0; round < 20; round++) {
        const answers = await Promise.all([1, 2, 3].map(() => backend.search(fastQuery)))
        for (const results of answers) expect(results).toMatchObject([{ nbHits: 2 }])
      }
      expect(isSlowDone).toBe(false)
    },
    2,
  ))

test('a search that was offered to a worker that is replaced is answered by its successor', () =>
  withLimits({ softCutMs: 60_000, hardCutMs: 300, queueWaitMs: 30_000 }, async (backend) => {
    const outcomes = await Promise.allSettled(
      [fastQuery, slowQueries, fastQuery, fastQuery].map((q) => backend.search(q)),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  }))

/** Every forecast wait is too long, as after very slow first searches. */
const ALL_TOO_LONG = { forecastWaitMs: -1, queueWaitMs: 0, burstMs: 0, softCutMs: 60_000, hardCutMs: 60_000 }

test('the first few waiting searches are admitted with any forecast wait, and answered', () =>
  withLimits(ALL_TOO_LONG, async (backend) => {
    const slow = backend.search(slowQueries.slice(0, 2))
    const waiting = Array.from({ length: 16 }, () => backend.search(fastQuery))
    for (const results of await Promise.all(waiting)) expect(results).toMatchObject([{ nbHits: 2 }])
    await slow
    expect(backend.takesSearches()).toBe(true)
  }))

test('searches beyond the first few are refused', () =>
  withLimits(ALL_TOO_LONG, async (backend) => {
    const slow = backend.search(slowQueries.slice(0, 2))
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => backend.search(fastQuery)))
    const answered = outcomes.map(({ status }) => status === 'fulfilled')
    // One runs, twenty wait.
    expect(answered.lastIndexOf(true)).toBeLessThan(answered.indexOf(false))
    expect(answered.indexOf(false)).toBeGreaterThanOrEqual(16)
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 429 } })
    await slow
  }))
