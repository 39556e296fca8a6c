// @module-tag long
/** Slow or failing work of one index does not delay the others. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SearchRecord } from '@docent/engine'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from './backend.ts'
import type { Grant } from '../keys/grant.ts'
import { DEFAULT_KEY_FIELDS } from '../keys/key.ts'
import type { LogEvent } from '../system/log.ts'
import { LIMITS } from '../wire/limits.ts'

let dataDir = ''
let backend: EmbeddedBackend
let logged: LogEvent[]

const open = async (): Promise<void> => {
  logged = []
  backend = await openEmbeddedBackend({
    dataDir,
    searchWorkers: 1,
    limits: { pendingTasks: 9 },
    log: (event) => logged.push(event),
  })
}
beforeEach(async () => {
  dataDir = folderOf()
  await open()
})
afterEach(() => backend.close())

const records = (count: number, text = ''): SearchRecord[] =>
  Array.from({ length: count }, (_, n) => ({
    objectID: `r${n}`,
    title: `record ${n} ${text}`,
    lang: n % 2 ? 'en' : 'de',
  }))

const settings = { attributesForFaceting: ['lang'] }

const save = async (index: string, objectID = 'a'): Promise<number> =>
  (await backend.write([{ action: 'save', index, record: { objectID } }])).tasks[0]?.taskID ?? 0

describe('an index that cannot be built', () => {
  // The last wait before the next attempt may be a minute long.
  test(
    'is reported and waits longer after each failure, while others are built; it is built as soon as that is possible',
    { timeout: 240_000 },
    async () => {
      await backend.waitForTask(await save('broken'))
      const folder = join(dataDir, 'indexes', '1')
      rmSync(folder, { recursive: true })
      writeFileSync(folder, 'a file where a folder was')
      const broken = await save('broken', 'b')
      const failures = (): LogEvent[] => logged.filter(({ event }) => event === 'build-failed')
      await vi.waitFor(() => expect(failures().length).toBeGreaterThan(1), { timeout: 20_000 })
      // Writes to it are refused beyond the limit of waiting tasks; those to other indexes are accepted.
      await expect(Promise.all(Array.from({ length: 10 }, () => save('broken')))).rejects.toMatchObject({ status: 429 })
      for (let n = 0; n < 6; n++) await backend.waitForTask(await save(`other${n % 3}`, `${n}`))
      await backend.waitForTask((await backend.replaceRecords('large', records(3000), settings)).taskID)
      expect(await backend.taskStatus(broken)).toBe('notPublished')
      expect(failures().length).toBeLessThan(8)
      expect(new Set(failures().map(({ index }) => index))).toEqual(new Set(['broken']))
      expect(failures()[1]?.message).toContain('tried again in 2 s')
      expect(await backend.readiness()).toMatchObject({ failing: ['broken'] })
      expect((await backend.figures()).failing).toMatchObject([{ name: 'broken' }])
      rmSync(folder)
      mkdirSync(folder)
      await backend.waitForTask(broken)
      expect(await backend.readiness()).toEqual({ ready: true })
    },
  )

  test('is no longer reported when it is deleted', async () => {
    writeFileSync(join(dataDir, 'indexes', '1'), 'a file where a folder is to be')
    await save('broken')
    await vi.waitFor(async () => expect(await backend.readiness()).toMatchObject({ failing: ['broken'] }), {
      timeout: 20_000,
    })
    await backend.write([{ action: 'drop', index: 'broken' }])
    expect(await backend.readiness()).toEqual({ ready: true })
  })
})

test('a write to a small index is searchable before the running build of a large one ends', async () => {
  await backend.waitForTask(await save('small'))
  const { taskID } = await backend.replaceRecords('large', records(20_000, 'of many words '.repeat(20)), settings)
  for (let n = 0; n < 2; n++) await backend.waitForTask(await save('small', `${n}`))
  expect(await backend.taskStatus(taskID)).toBe('notPublished')
  await backend.waitForTask(taskID)
})

describe('a write to another index does not wait for', () => {
  const COUNT = 12_000
  const large = async (): Promise<void> => {
    const { taskID } = await backend.replaceRecords('large', records(COUNT), settings)
    await backend.waitForTask(taskID)
  }

  /** Starts a long change, then writes to another index. Returns the number of writes that ended before the long change. */
  async function passing(begin: () => Promise<unknown>, writes: number): Promise<number> {
    let passed = 0
    let isDone = false
    const long = begin().finally(() => (isDone = true))
    for (let n = 0; n < writes; n++) {
      await save('small', `${n}`)
      if (!isDone) passed++
    }
    await long
    return passed
  }

  test('a deletion by a filter, while it searches for its records', async () => {
    await large()
    expect(await passing(() => backend.deleteBy('large', { filters: 'lang:en' }), 3)).toBe(3)
    expect((await backend.browse('large', { hitsPerPage: 1 })).nbHits).toBe(COUNT / 2)
    const two = [backend.deleteBy('large', { filters: 'lang:de' }), save('large', 'later')]
    await Promise.all(two)
    expect((await backend.browse('large', {})).hits.map(({ objectID }) => objectID)).toEqual(['later'])
  })

  test.each<[string, () => Promise<unknown>, number]>([
    ['a copy', () => backend.copyIndex('large', 'copy'), COUNT],
    ['a replacement of most records', () => backend.replaceRecords('copy', records(COUNT, 'changed'), settings), COUNT],
    [
      'a batch of the maximum size',
      () => backend.write(records(LIMITS.batchOperations).map((record) => ({ action: 'save', index: 'copy', record }))),
      LIMITS.batchOperations,
    ],
  ])('%s', async (_, begin, count) => {
    await large()
    expect(await passing(begin, 2)).toBe(2)
    expect((await backend.browse('copy', { hitsPerPage: 1 })).nbHits).toBe(count)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['the end of replicas', () => backend.updateSettings('large', { replicas: ['r3'] })],
    ['the deletion of an index with replicas', () => backend.write([{ action: 'drop', index: 'large' }])],
  ])('%s, which become indexes with the records of their primary', async (_, begin) => {
    await large()
    const replicas = ['r0', 'r1', 'virtual(r2)', 'r3']
    await backend.waitForTask((await backend.updateSettings('large', { replicas })).taskID)
    await backend.waitForTask((await backend.updateSettings('r1', { hitsPerPage: 3 })).taskID)
    expect(await passing(begin, 2)).toBe(2)
    await backend.write([{ action: 'save', index: 'r1', record: { objectID: 'later' } }])
    expect((await backend.browse('r0', { hitsPerPage: 1 })).nbHits).toBe(COUNT)
    expect((await backend.browse('r1', { hitsPerPage: 1 })).nbHits).toBe(COUNT + 1)
    expect((await backend.browse('r2', { hitsPerPage: 1 })).nbHits).toBe(COUNT)
    expect(await backend.getSettings('r1')).toMatchObject({ ...settings, hitsPerPage: 3 })
    expect(await backend.getLinks('r0')).toEqual({})
  })

  test('the removal, in turns, of the records of a cleared, dropped or replaced index', async () => {
    const rows = (): number => {
      const database = new DatabaseSync(join(dataDir, 'docent.db'), { readOnly: true })
      try {
        return Number((database.prepare('SELECT count(*) AS n FROM records').get() as { n: number }).n)
      } finally {
        database.close()
      }
    }
    const gone: [string, () => Promise<unknown>][] = [
      ['clear', () => backend.write([{ action: 'clear', index: 'large' }])],
      ['drop', () => backend.write([{ action: 'drop', index: 'large' }])],
      ['move', async () => (await save('other'), backend.moveIndex('other', 'large'))],
      ['copy', async () => (await save('other'), backend.copyIndex('other', 'large'))],
    ]
    for (const [name, remove] of gone) {
      await large()
      await remove()
      expect(rows(), name).toBeGreaterThan(COUNT / 2)
      const taskID = await save('large', 'only')
      const { hits } = await backend.browse('large', {})
      expect(hits.map(({ objectID }) => objectID)[0]).toBe('only')
      expect(hits.length).toBeLessThan(3)
      await backend.waitForTask(taskID)
      await vi.waitFor(() => expect(rows(), name).toBeLessThan(10), { timeout: 20_000 })
    }
  })

  test('a deletion in an index that the batch does not name', async () => {
    await large()
    const key = { ...DEFAULT_KEY_FIELDS, acl: ['addObject' as const], value: 'k', createdAt: 0, expiresAt: 0 }
    const grant: Grant = { key, restrictIndices: undefined, forced: {}, address: '' }
    const batch = (index: string) => {
      const requests = [index, `${index}-too`].map((indexName) => ({
        indexName,
        action: 'addObject',
        body: { objectID: 'x' },
      }))
      const json = new TextEncoder().encode(JSON.stringify({ requests }))
      return backend.writeBatch({ json, index: undefined, grant })
    }
    const order: string[] = []
    await Promise.all([
      backend.deleteBy('large', { filters: 'lang:en' }).then(() => order.push('deletion')),
      batch('large').then(() => order.push('with it')),
      batch('small').then(() => order.push('without it')),
    ])
    expect(order).toEqual(['without it', 'deletion', 'with it'])
  })
})
