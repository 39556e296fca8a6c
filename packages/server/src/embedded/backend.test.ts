import { copyFileSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { SearchRecord } from '@docent/engine'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { backendConformance } from '../backend/conformance/backend-conformance.ts'
import type { WriteOperation } from '../wire/operations.ts'
import type { LogEvent } from '../system/log.ts'
import { openEmbeddedBackend, type EmbeddedBackend, type EmbeddedOptions } from './backend.ts'

const folders: string[] = []
const backends: EmbeddedBackend[] = []

const newFolder = (): string => {
  const folder = folderOf()
  folders.push(folder)
  return folder
}

/** A backend with the events it reported. */
async function open(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const events: LogEvent[] = []
  const backend = await openEmbeddedBackend({
    dataDir,
    log: (event) => events.push(event),
    searchWorkers: 1,
    // Rebuilds are slow while other tests use the machine.
    limits: { rebuildWaitMs: 30_000 },
    ...options,
  })
  backends.push(backend)
  return { backend, events: (name: string) => events.filter(({ event }) => event === name) }
}

afterEach(async () => {
  for (const backend of backends.splice(0)) await backend.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

backendConformance('embedded', async (limits = {}) => {
  const dataDir = folderOf()
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 2, limits })
  const remove = async (): Promise<void> => {
    await backend.close()
  }
  return { backend, remove }
})

const records: SearchRecord[] = Array.from({ length: 50 }, (_, i) => ({ objectID: String(i), title: `record ${i}` }))

const fill = async (backend: EmbeddedBackend, index = 'docs'): Promise<void> =>
  backend.waitForTask((await backend.replaceRecords(index, records, {})).taskID)

const countOf = async (backend: EmbeddedBackend, indexName = 'docs'): Promise<number> => {
  const [result] = await backend.search([{ indexName }])
  return result && 'nbHits' in result ? result.nbHits : -1
}

const indexFiles = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'indexes'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('the data folder', () => {
  test('is ignored by git and readable by its owner only', async () => {
    const dataDir = newFolder()
    await open(dataDir)
    expect(readFileSync(join(dataDir, '.gitignore'), 'utf8')).toBe('*\n')
    for (const name of ['docent.db', 'docent.db-wal']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  })

  test('admits one server: a second one is refused with the pid of the first until that has ended', async () => {
    const dataDir = newFolder()
    const { backend } = await open(dataDir)
    await expect(open(dataDir)).rejects.toThrow(`process ${process.pid}`)
    await expect(open(dataDir)).rejects.toThrow(expect.objectContaining({ code: 'data-folder-in-use' }) as Error)
    await backend.close()
    await open(dataDir)
  })

  test('is refused with its name when it cannot be written to', async () => {
    const dataDir = join(newFolder(), 'a-file')
    writeFileSync(dataDir, '')
    const refused = expect.objectContaining({ code: 'storage-failed' }) as Error
    await expect(open(dataDir)).rejects.toThrow(refused)
    await expect(open(dataDir)).rejects.toThrow(`${dataDir} cannot be written to`)
  })

  test('is refused unchanged when a newer Docent has written it', async () => {
    const dataDir = newFolder()
    await (await open(dataDir)).backend.close()
    const path = join(dataDir, 'docent.db')
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const before = readFileSync(path)
    await expect(open(dataDir)).rejects.toThrow(expect.objectContaining({ code: 'newer-database' }) as Error)
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})

test('a server stays ready while indexes are created, copied, and moved over others', { tags: 'long' }, async () => {
  const { backend } = await open(newFolder())
  await fill(backend)
  const unready: unknown[] = []
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      const readiness = await backend.readiness()
      if (!readiness.ready) unready.push(readiness)
      await delay(1)
    }
  })()
  for (let round = 0; round < 10; round++) {
    await fill(backend, 'docs-next')
    await backend.waitForTask((await backend.moveIndex('docs-next', 'docs')).taskID)
    await backend.waitForTask((await backend.copyIndex('docs', `copy${round}`)).taskID)
  }
  over.abort()
  await watching
  expect(unready).toEqual([])
})

describe('a restart', () => {
  test('without changes builds nothing and serves the same indexes', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    const keys = await first.backend.keys.list()
    expect(first.events('index-built')).toHaveLength(1)
    await first.backend.close()
    const second = await open(dataDir)
    expect(await second.backend.readiness()).toEqual({ ready: true })
    expect(await countOf(second.backend)).toBe(50)
    expect(await second.backend.keys.list()).toEqual(keys)
    await second.backend.replaceRecords('docs', records, {})
    await second.backend.close()
    expect(second.events('index-built')).toHaveLength(0)
  })

  test('builds the writes that were pending before it', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    const { taskID } = await first.backend.replaceRecords('docs', records.slice(1), {})
    await first.backend.close()
    const second = await open(dataDir)
    await second.backend.waitForTask(taskID)
    expect(await countOf(second.backend)).toBe(49)
  })

  test.each<[string, (path: string) => void]>([
    [
      'with a flipped byte',
      (path) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte, i) => (i === 400 ? byte ^ 1 : byte)),
        ),
    ],
    ['cut short', (path) => truncateSync(path, statSync(path).size - 10)],
    ['empty', (path) => truncateSync(path, 0)],
    ['with other content', (path) => writeFileSync(path, 'x'.repeat(5000))],
    ['missing', (path) => rmSync(path)],
  ])(
    'detects a damaged index file (%s), logs it, and rebuilds it from the records, while the other index is served',
    async (_, damage) => {
      const dataDir = newFolder()
      const first = await open(dataDir)
      await fill(first.backend, 'docs')
      const [file = ''] = indexFiles(dataDir)
      await fill(first.backend, 'other')
      await first.backend.close()
      damage(file)
      const second = await open(dataDir)
      expect(await countOf(second.backend, 'other')).toBe(50)
      expect(await countOf(second.backend, 'docs')).toBe(50)
      expect(second.events('index-damaged')).toMatchObject([{ index: 'docs' }])
      expect(second.events('index-built')).toMatchObject([{ index: 'docs', entries: 50 }])
      expect(await second.backend.readiness()).toEqual({ ready: true })
    },
  )

  test('refuses searches of a lost index with 503 until it is rebuilt', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    await first.backend.close()
    for (const file of indexFiles(dataDir)) rmSync(file)
    const second = await open(dataDir, { limits: { rebuildWaitMs: 0 } })
    const refused = expect.objectContaining({ code: 'not-ready', status: 503, retryAfter: 1 }) as Error
    await expect(second.backend.search([{ indexName: 'docs' }])).rejects.toThrow(refused)
    expect(await second.backend.readiness()).toEqual({ ready: false, reason: 'being rebuilt: docs' })
    await second.backend.waitForTask((await second.backend.updateSettings('docs', {})).taskID)
    expect(await countOf(second.backend)).toBe(50)
  })

  test('removes files that belong to no generation', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    await first.backend.close()
    const [file = ''] = indexFiles(dataDir)
    copyFileSync(file, `${file}.new`)
    await open(dataDir)
    expect(indexFiles(dataDir)).toEqual([file])
  })
})

describe('builds', () => {
  test('are few for many writes in a row, and contain all of them', async () => {
    const { backend, events } = await open(newFolder())
    let taskID = 0
    for (const [i, record] of records.entries()) {
      const receipt = await backend.write([{ action: 'save', index: 'docs', record: { ...record, i } }])
      taskID = receipt.tasks[0]?.taskID ?? 0
    }
    await backend.waitForTask(taskID)
    expect(await countOf(backend)).toBe(50)
    expect(events('index-built').length).toBeLessThan(25)
  })

  test('are not needed for settings that only searches read', async () => {
    const { backend, events } = await open(newFolder())
    await fill(backend)
    await backend.waitForTask((await backend.updateSettings('docs', { hitsPerPage: 7 })).taskID)
    expect(events('index-built')).toHaveLength(1)
    await backend.waitForTask((await backend.updateSettings('docs', { searchableAttributes: ['title'] })).taskID)
    expect(events('index-built')).toHaveLength(2)
  })

  test('are not needed for synonyms and rules, which remain after a restart', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await fill(first.backend)
    const synonym = { objectID: '1', type: 'oneWaySynonym', input: 'entry', synonyms: ['record'] }
    const rule = { objectID: '1', conditions: [{ pattern: 'entry' }], consequence: { hide: [{ objectID: '7' }] } }
    await first.backend.saveParts('docs', 'synonyms', [synonym])
    await first.backend.waitForTask((await first.backend.saveParts('docs', 'rules', [rule])).taskID)
    const countEntries = async (backend: EmbeddedBackend): Promise<unknown> => {
      const [result] = await backend.search([{ indexName: 'docs', query: 'entry' }])
      return result && 'nbHits' in result ? result.nbHits : undefined
    }
    expect(await countEntries(first.backend)).toBe(49)
    expect(first.events('index-built')).toHaveLength(1)
    await first.backend.close()
    const second = await open(dataDir)
    expect(await countEntries(second.backend)).toBe(49)
    expect(second.events('index-built')).toHaveLength(0)
  })

  test('leave one file for each index', async () => {
    const dataDir = newFolder()
    const { backend } = await open(dataDir)
    for (let n = 1; n <= 4; n++)
      await backend.waitForTask((await backend.replaceRecords('docs', records.slice(n), {})).taskID)
    await backend.close()
    await open(dataDir)
    expect(indexFiles(dataDir)).toHaveLength(1)
  })
})

const numbered = (count: number): SearchRecord[] =>
  Array.from({ length: count }, (_, i) => ({ objectID: `r${i}`, title: `record ${i}`, tags: [`t${i % 7}`] }))

describe('few changes to an index of many records', { tags: 'long' }, () => {
  const settings = { attributesForFaceting: ['tags'] }

  async function large(dataDir = newFolder(), count = 1600) {
    const opened = await open(dataDir)
    const { taskID } = await opened.backend.replaceRecords('docs', numbered(count), settings)
    await opened.backend.waitForTask(taskID)
    return { ...opened, dataDir }
  }

  const write = async (backend: EmbeddedBackend, operations: WriteOperation[]): Promise<void> => {
    for (const { taskID } of (await backend.write(operations)).tasks) await backend.waitForTask(taskID)
  }
  const save = (objectID: string, fields: object = {}): WriteOperation => {
    return { action: 'save', index: 'docs', record: { objectID, title: `record ${objectID}`, ...fields } }
  }
  const remove = (objectID: string): WriteOperation => ({ action: 'delete', index: 'docs', objectID })

  /** All objectIDs as a search orders records without a criterion: the latest added first. */
  async function found(backend: EmbeddedBackend): Promise<string[]> {
    const [result] = await backend.search([{ indexName: 'docs', hitsPerPage: 1000 }])
    return result && 'hits' in result ? result.hits.map((hit) => hit.objectID) : []
  }
  async function stored(backend: EmbeddedBackend): Promise<string[]> {
    const page = await backend.browse('docs', { hitsPerPage: 1000 })
    return page.hits.map((hit) => hit.objectID)
  }

  test('are built as a delta, and found as in a new base', async () => {
    const { backend, events, dataDir } = await large()
    await write(backend, [
      save('new'),
      save('r5', { title: 'changed' }),
      remove('r7'),
      save('r9'),
      remove('r9'),
      save('r9'),
    ])
    expect(events('index-built')).toHaveLength(1)
    expect(events('index-updated')).toMatchObject([{ index: 'docs', entries: 1600 }])
    expect(
      indexFiles(dataDir)
        .map((file) => file.replace(/.*\./, ''))
        .sort(),
    ).toEqual(['delta', 'idx'])
    expect(await countOf(backend)).toBe(1600)
    const order = await found(backend)
    expect(order).toEqual(await stored(backend))
    expect(order.slice(0, 2)).toEqual(['r9', 'new'])
    expect(order.indexOf('r5')).toBe(order.indexOf('r4') + 1)
    const [changed] = await backend.search([{ indexName: 'docs', query: 'changed' }])
    expect(changed).toMatchObject({ hits: [{ objectID: 'r5' }], nbHits: 1 })
    await write(backend, [remove('new'), save('r5')])
    expect(await found(backend)).toEqual(await stored(backend))
    const [gone] = await backend.search([{ indexName: 'docs', query: 'changed' }])
    expect(gone).toMatchObject({ nbHits: 0 })
  })

  test('are found by a deletion with a filter, also those that are not searchable yet', async () => {
    const { backend } = await large()
    await write(backend, [save('new', { tags: ['t1'] }), save('r1', { tags: ['t2'] }), remove('r8')])
    await backend.write([save('newer', { tags: ['t1'] })])
    const { taskID } = await backend.deleteBy('docs', { filters: 'tags:t1' })
    await backend.waitForTask(taskID)
    const [left] = await backend.search([{ indexName: 'docs', filters: 'tags:t1' }])
    expect(left).toMatchObject({ nbHits: 0 })
    expect(await found(backend)).toEqual(await stored(backend))
    expect((await backend.getRecords([{ index: 'docs', objectID: 'r1' }]))[0]).toMatchObject({ tags: ['t2'] })
  })

  test('are served after a restart without a build', async () => {
    const { backend, dataDir } = await large()
    await write(backend, [save('new'), remove('r7')])
    const before = await found(backend)
    await backend.close()
    const second = await open(dataDir)
    expect(await second.backend.readiness()).toEqual({ ready: true })
    expect(await found(second.backend)).toEqual(before)
    await second.backend.close()
    expect([...second.events('index-built'), ...second.events('index-updated')]).toEqual([])
  })

  test.each<[string, (path: string) => void]>([
    [
      'with a flipped byte',
      (path) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte, i) => (i === 400 ? byte ^ 1 : byte)),
        ),
    ],
    ['cut short', (path) => truncateSync(path, statSync(path).size - 10)],
    ['missing', (path) => rmSync(path)],
  ])('are rebuilt without their base when their file is damaged (%s)', async (_, damage) => {
    const { backend, dataDir } = await large()
    await write(backend, [save('new'), remove('r7')])
    await backend.close()
    damage(indexFiles(dataDir).find((file) => file.endsWith('.delta')) ?? '')
    const second = await open(dataDir)
    expect(await countOf(second.backend)).toBe(1600)
    expect(await found(second.backend)).toEqual(await stored(second.backend))
    expect(second.events('index-damaged')).toMatchObject([{ index: 'docs' }])
    expect(second.events('index-updated')).toHaveLength(1)
    expect(second.events('index-built')).toHaveLength(0)
  })

  test('become a new base in the background when they are many, without the loss of a write', async () => {
    const { backend, events, dataDir } = await large(newFolder(), 6000)
    for (let n = 0; n < 250; n++) {
      const operations = [save(`new${n}`), save(`r${n * 3}`, { title: `changed ${n}` }), remove(`r${n * 3 + 1}`)]
      const { tasks } = await backend.write(operations)
      if (n % 50 === 49) for (const { taskID } of tasks) await backend.waitForTask(taskID)
    }
    const { taskID } = await backend.updateSettings('docs', { hitsPerPage: 3 })
    await backend.waitForTask(taskID)
    expect(await countOf(backend)).toBe(6000)
    expect(await found(backend)).toEqual(await stored(backend))
    expect(events('index-built').length).toBeGreaterThan(1)
    expect(events('index-updated').length).toBeGreaterThan(1)
    await backend.close()
    const second = await open(dataDir)
    expect(await found(second.backend)).toEqual(await stored(second.backend))
    expect(indexFiles(dataDir).length).toBeLessThanOrEqual(2)
  })

  test('cause a new base for settings that determine the index file, and for a change of all records', async () => {
    const { backend, events } = await large()
    await write(backend, [save('new')])
    await backend.waitForTask((await backend.updateSettings('docs', { searchableAttributes: ['title'] })).taskID)
    expect(events('index-built')).toHaveLength(2)
    await write(backend, [save('other', { tags: ['t1'] })])
    expect(events('index-built')).toHaveLength(2)
    await write(backend, [{ action: 'clear', index: 'docs' }, save('only')])
    expect(events('index-built')).toHaveLength(3)
    expect(await found(backend)).toEqual(['only'])
  })

  test('cause a new base for an attribute that the base has no field for', async () => {
    const { backend, events } = await large()
    await write(backend, [save('new', { note: 'unheard' })])
    expect(events('index-built')).toHaveLength(2)
    const [result] = await backend.search([{ indexName: 'docs', query: 'unheard' }])
    expect(result).toMatchObject({ nbHits: 1 })
  })

  test('are moved and copied with their index', async () => {
    const { backend } = await large()
    await write(backend, [save('new'), remove('r7')])
    const before = await found(backend)
    await backend.waitForTask((await backend.copyIndex('docs', 'copy')).taskID)
    await backend.waitForTask((await backend.moveIndex('docs', 'moved')).taskID)
    await backend.waitForTask((await backend.moveIndex('moved', 'docs')).taskID)
    expect(await found(backend)).toEqual(before)
    expect(await countOf(backend, 'copy')).toBe(1600)
    await write(backend, [save('newer')])
    expect((await found(backend)).slice(0, 2)).toEqual(['newer', 'new'])
  })
})
