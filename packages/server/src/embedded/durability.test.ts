// @module-tag long
/**
 * Acknowledged writes survive kills, full disks and failing syncs, and each answer comes from one state of an index.
 * `DOCENT_TRIALS=1000` makes the loops long; the random seed is printed.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { SearchRecord, SearchRequest } from '@docent/engine'
import { runSeed } from '../../../engine/src/testing/property-runs.ts'
import { createRandom } from '../testing/power-loss.ts'
import { NO_STRACE, hasStrace } from '../testing/recorded-io.ts'
import { startWriter } from '../testing/writer-process.ts'
import { backupData, restoreData } from './commands/backup.ts'
import { PATIENT } from '../backend/conformance/any-order.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from './backend.ts'

const TRIALS = Number(process.env['DOCENT_TRIALS'] ?? 0)
const LONG_MS = 3_600_000

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-trust-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function open(dataDir: string): Promise<EmbeddedBackend> {
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 2, limits: PATIENT })
  cleanUp.push(() => backend.close())
  return backend
}

async function storedIDs(backend: EmbeddedBackend): Promise<Set<string>> {
  const stored = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await backend.browse('docs', cursor ? { cursor } : {})
    for (const { objectID } of page.hits) stored.add(objectID)
    cursor = page.cursor
  } while (cursor)
  return stored
}

/** The number of stored pairs. Throws when one before the last is missing, or one is incomplete. */
async function wholePairs(backend: EmbeddedBackend): Promise<number> {
  const stored = await storedIDs(backend)
  const pairs = stored.size / 2
  for (let n = 0; n < pairs; n++)
    if (!stored.has(`${n}a`) || !stored.has(`${n}b`)) throw new Error(`Pair ${n} of ${pairs} is not whole`)
  return pairs
}

const searchable = async (backend: EmbeddedBackend): Promise<number> => {
  await backend.waitForTask((await backend.updateSettings('docs', {})).taskID)
  const [result] = await backend.search([{ indexName: 'docs' }])
  return result && 'nbHits' in result ? result.nbHits : -1
}

const KILL = 'kill -9 at any moment loses no acknowledged write and leaves no incomplete one'

test.each([
  ['in an index whose changes cause a new base', 0],
  ['in an index whose changes are built as a delta', 600],
])(`${KILL}, %s`, { timeout: LONG_MS }, async (_, before) => {
  const dataDir = newFolder()
  const seed = runSeed()
  console.log(`seed of the kills: ${seed}`)
  const random = createRandom(seed)
  let pairs = before
  if (before > 0) {
    const ids = Array.from({ length: before }, (_each, n) => [`${n}a`, `${n}b`]).flat()
    const backend = await open(dataDir)
    const records = ids.map((objectID) => ({ objectID }))
    await backend.waitForTask((await backend.replaceRecords('docs', records, {})).taskID)
    await backend.close()
  }
  for (let trial = 0; trial < Math.max(4, TRIALS); trial++) {
    const writer = startWriter(dataDir, { first: pairs })
    const last = pairs + Math.floor(random() ** 2 * 60)
    let acknowledged = pairs - 1
    for await (const line of writer.lines) {
      acknowledged = Number(line)
      if (acknowledged === last) writer.process.kill('SIGKILL')
    }
    if (writer.process.signalCode === null) await once(writer.process, 'exit')
    expect(writer.process.signalCode).toBe('SIGKILL')
    const backend = await open(dataDir)
    pairs = await wholePairs(backend)
    expect(pairs).toBeGreaterThan(acknowledged)
    expect(await searchable(backend)).toBe(pairs * 2)
    await backend.close()
  }
})

test('a running server excludes others from its data; its backups have all acknowledged writes, and no incomplete one', async () => {
  const dataDir = newFolder()
  const copies = newFolder()
  const writer = startWriter(dataDir)
  cleanUp.push(() => writer.process.kill('SIGKILL'))
  let copy = 0
  for await (const line of writer.lines) {
    if (Number(line) % 20 !== 5) continue
    if (copy === 0) await expect(open(dataDir)).rejects.toThrow(`process ${writer.process.pid}`)
    const file = join(copies, `${copy}.db`)
    backupData(dataDir, file)
    restoreData(join(copies, String(copy)), file)
    const backend = await open(join(copies, String(copy)))
    expect(await wholePairs(backend)).toBeGreaterThan(Number(line))
    expect(await searchable(backend)).toBeGreaterThan(Number(line) * 2)
    if (++copy === 3) break
  }
  expect(copy).toBe(3)
})

/**
 * Writes until a write is refused, and checks that no acknowledged write is missing. After a failed sync the state of the disk is
 * unknown: the refused write may be stored, but completely.
 */
async function writeUntilRefused(hindrance: {
  pad?: number
  fileBlocks?: number
  syncsUntilFailure?: number
}): Promise<void> {
  const dataDir = newFolder()
  let acknowledged = -1
  const { lines } = startWriter(dataDir, hindrance)
  for await (const line of lines) {
    if (typeof line === 'number') acknowledged = line
    else {
      expect(line).toMatchObject({ code: 'storage-failed', status: 503 })
      expect(line.message).toContain('disk')
      expect(line.found).toBeGreaterThan(0)
    }
  }
  expect(acknowledged).toBeGreaterThan(5)
  const backend = await open(dataDir)
  const pairs = await wholePairs(backend)
  expect(pairs - acknowledged).toBeGreaterThanOrEqual(1)
  expect(pairs - acknowledged).toBeLessThanOrEqual(hindrance.syncsUntilFailure === undefined ? 1 : 2)
  expect(await searchable(backend)).toBe(pairs * 2)
}

test.skipIf(process.platform === 'win32')(
  'on a full disk writes are refused in a sentence, searches are answered, and acknowledged writes remain',
  () => writeUntilRefused({ pad: 20_000, fileBlocks: 2000 }),
)

test.skipIf(!hasStrace)(`the same after a failed sync of the disk${hasStrace ? '' : ` (${NO_STRACE})`}`, () =>
  writeUntilRefused({ syncsUntilFailure: 30 }),
)

const RECORDS = 30

const generation = (number: number): SearchRecord[] =>
  Array.from({ length: RECORDS }, (_, i) => ({ objectID: String(i), text: `word${i % 3} all`, generation: number }))

/** Replaces an index in both ways: the difference in one step, and with a temporary index, as public clients do. */
async function replace(backend: EmbeddedBackend, number: number): Promise<void> {
  const records = generation(number)
  if (number % 2 === 0) {
    await backend.waitForTask((await backend.replaceRecords('docs', records, {})).taskID)
    return
  }
  const index = `docs_tmp_${number}`
  await backend.copyIndex('docs', index, ['settings', 'synonyms', 'rules'])
  await backend.write(records.map((record) => ({ action: 'save', index, record })))
  await backend.waitForTask((await backend.moveIndex(index, 'docs')).taskID)
}

test(
  'while an index is replaced, every answer comes from one state of it, and none is an error',
  { timeout: LONG_MS },
  async () => {
    const backend = await open(newFolder())
    await replace(backend, 0)
    const queries: SearchRequest[] = ['all', 'word1', ''].map((query) => ({
      indexName: 'docs',
      query,
      hitsPerPage: RECORDS,
    }))
    const done = new AbortController()
    let searches = 0
    const seen = new Set<unknown>()
    const searching = Array.from({ length: 4 }, async () => {
      while (!done.signal.aborted) {
        const results = await backend.search(queries)
        const hits = results.flatMap((result) => ('hits' in result ? result.hits : []))
        const generations = new Set(hits.map((hit) => hit['generation']))
        expect(hits).toHaveLength(RECORDS + RECORDS / 3 + RECORDS)
        expect(generations.size).toBe(1)
        for (const number of generations) seen.add(number)
        searches++
      }
    })
    const switching = (async () => {
      for (let number = 1; number <= Math.max(20, TRIALS); number++) await replace(backend, number)
      done.abort()
    })()
    await Promise.all([switching, ...searching]).finally(() => done.abort())
    expect(searches).toBeGreaterThan(20)
    expect(seen.size).toBeGreaterThan(10)
  },
)
