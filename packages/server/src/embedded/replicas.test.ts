/** Replicas in a data folder: after a restart, in a backup, and after changes that follow each other. */
import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { SearchRecord } from '@docent/engine'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import type { LogEvent } from '../system/log.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from './backend.ts'
import { backupData, restoreData } from './commands/backup.ts'
import { inspectData } from './commands/inspect-data.ts'

const folders: string[] = []
const backends: EmbeddedBackend[] = []

const newFolder = (): string => {
  const folder = folderOf()
  folders.push(folder)
  return folder
}

async function open(dataDir: string): Promise<{ backend: EmbeddedBackend; built: () => number }> {
  const events: LogEvent[] = []
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1, log: (event) => events.push(event) })
  backends.push(backend)
  return { backend, built: () => events.filter(({ event }) => event === 'index-built').length }
}

afterEach(async () => {
  for (const backend of backends.splice(0)) await backend.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const RECORDS: SearchRecord[] = Array.from({ length: 40 }, (_, i) => ({ objectID: `${i}`, title: 'lamp', price: i }))

async function ordered(backend: EmbeddedBackend, indexName: string): Promise<string[]> {
  const [result] = await backend.search([{ indexName, query: 'lamp', hitsPerPage: 1000 }])
  return result !== undefined && 'hits' in result ? result.hits.map(({ objectID }) => objectID) : []
}

const set = async (backend: EmbeddedBackend, index: string, changes: object): Promise<void> =>
  backend.waitForTask((await backend.updateSettings(index, { ...changes })).taskID)

async function save(backend: EmbeddedBackend, index: string, record: SearchRecord): Promise<void> {
  const { tasks } = await backend.write([{ action: 'save', index, record }])
  for (const { taskID } of tasks) await backend.waitForTask(taskID)
}

/** Stores the index `shop` with a replica in ascending and one in descending order, and one record in its delta. */
async function fill(backend: EmbeddedBackend): Promise<void> {
  await backend.replaceRecords('shop', RECORDS, {})
  await backend.updateSettings('shop', { replicas: ['up', 'virtual(down)'] })
  await backend.updateSettings('up', { ranking: ['asc(price)', 'typo'] })
  await set(backend, 'down', { customRanking: ['desc(price)'] })
  await save(backend, 'shop', { objectID: 'new', title: 'lamp', price: 2.5 })
}

const UP = [...RECORDS.slice(0, 3), { objectID: 'new' }, ...RECORDS.slice(3)].map(({ objectID }) => objectID)

test('a restart builds nothing and serves all replicas from the files of their primary', async () => {
  const dataDir = newFolder()
  const first = await open(dataDir)
  await fill(first.backend)
  expect(await ordered(first.backend, 'up')).toEqual(UP)
  await first.backend.close()
  expect(inspectData(dataDir)).toMatchObject({
    indexes: ['down', 'shop', 'up'].map((name) => ({ name, records: 41, pendingTasks: 0 })),
    problems: [],
  })
  expect(readdirSync(join(dataDir, 'indexes'))).toHaveLength(1)
  const second = await open(dataDir)
  expect(await ordered(second.backend, 'up')).toEqual(UP)
  expect(await ordered(second.backend, 'down')).toEqual(UP.toReversed())
  expect(second.built()).toBe(0)
})

test('replicas of an index with a lost file are served again after its rebuild', async () => {
  const dataDir = newFolder()
  const first = await open(dataDir)
  await fill(first.backend)
  await first.backend.close()
  for (const entry of readdirSync(join(dataDir, 'indexes'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) truncateSync(join(entry.parentPath, entry.name), 10)
  const { backend, built } = await open(dataDir)
  await expect.poll(async () => (await backend.readiness()).ready).toBe(true)
  expect(await ordered(backend, 'down')).toEqual(UP.toReversed())
  expect(built()).toBe(1)
})

test('a replica that is removed from the list stays searchable, also when the server ends before its index is built', async () => {
  const dataDir = newFolder()
  const first = await open(dataDir)
  await fill(first.backend)
  const { taskID } = await first.backend.updateSettings('shop', { replicas: ['virtual(down)'] })
  expect(await ordered(first.backend, 'up')).toEqual(UP)
  await first.backend.close()
  const { backend } = await open(dataDir)
  expect(await ordered(backend, 'up')).toEqual(UP)
  await backend.waitForTask(taskID)
  expect(await ordered(backend, 'up')).toEqual(UP)
  await save(backend, 'up', { objectID: 'own', title: 'lamp', price: -1 })
  expect(await ordered(backend, 'up')).toEqual(['own', ...UP])
  expect(await ordered(backend, 'down')).toEqual(UP.toReversed())
})

test('a primary keeps its replicas during changes in turns, and when its records get another id', async () => {
  const { backend } = await open(newFolder())
  await fill(backend)
  const wait = async ({ tasks }: { tasks: { taskID: number }[] }): Promise<void> => {
    for (const { taskID } of tasks) await backend.waitForTask(taskID)
  }
  await wait(await backend.write([{ action: 'clear', index: 'shop' }]))
  expect(await ordered(backend, 'up')).toEqual([])
  // More records than one turn writes.
  const many = Array.from({ length: 5000 }, (_, i) => ({ objectID: `m${i}`, title: 'lamp', price: i }))
  await wait(await backend.write(many.map((record) => ({ action: 'save', index: 'shop', record }))))
  expect((await ordered(backend, 'up')).slice(0, 3)).toEqual(['m0', 'm1', 'm2'])
  expect((await ordered(backend, 'down')).slice(0, 2)).toEqual(['m4999', 'm4998'])
  await backend.waitForTask((await backend.replaceRecords('other', RECORDS, {})).taskID)
  await backend.waitForTask((await backend.copyIndex('other', 'shop')).taskID)
  expect(await ordered(backend, 'up')).toEqual(RECORDS.map(({ objectID }) => objectID))
  expect((await backend.getLinks('shop')).replicas?.toSorted()).toEqual(['up', 'virtual(down)'])
  await expect(backend.write(many.map((record) => ({ action: 'save', index: 'up', record })))).rejects.toMatchObject({
    status: 400,
  })
  // A copy of a replica has its primary's records.
  await backend.waitForTask((await backend.copyIndex('down', 'copy')).taskID)
  expect(await backend.getRecords([{ index: 'copy', objectID: '7' }])).toEqual([RECORDS[7]])
})

test('a change of an index that becomes a replica before its build is published with its primary', async () => {
  const { backend } = await open(newFolder())
  await save(backend, 'shop', { objectID: 'one', title: 'lamp', price: 1 })
  // An index without records, whose build waits for that of another index.
  const { tasks } = await backend.write([{ action: 'save', index: 'other', record: { objectID: 'one' } }])
  const copy = await backend.copyIndex('missing', 'up')
  await backend.updateSettings('shop', { replicas: ['up'] })
  for (const { taskID } of [...tasks, copy]) await backend.waitForTask(taskID)
  expect(await ordered(backend, 'up')).toEqual(['one'])
  expect(await backend.figures()).toMatchObject({ pendingTasks: 0 })
})

test('a former replica that is deleted is not found, although its primary is not built yet', async () => {
  const { backend } = await open(newFolder())
  await fill(backend)
  await backend.updateSettings('shop', { replicas: ['up'] })
  await backend.write([{ action: 'drop', index: 'down' }])
  await expect(ordered(backend, 'down')).rejects.toThrow('does not exist')
  await backend.updateSettings('shop', { replicas: [] })
  await backend.moveIndex('up', 'elsewhere')
  await expect(ordered(backend, 'up')).rejects.toThrow('does not exist')
})

test('the replicas of a renamed index are found while it is built', async () => {
  const dataDir = newFolder()
  const first = await open(dataDir)
  await fill(first.backend)
  await first.backend.write([{ action: 'save', index: 'shop', record: { objectID: 'last', title: 'lamp', price: 99 } }])
  const { taskID } = await first.backend.moveIndex('shop', 'store')
  expect(await ordered(first.backend, 'up')).toEqual(UP)
  await first.backend.close()
  const { backend } = await open(dataDir)
  expect((await ordered(backend, 'down')).slice(-UP.length)).toEqual(UP.toReversed())
  await backend.waitForTask(taskID)
  expect(await ordered(backend, 'up')).toEqual([...UP, 'last'])
  expect(await ordered(backend, 'store')).toHaveLength(42)
})

test('a replica whose settings are copied from another index has the columns that it is sorted by', async () => {
  const { backend, built } = await open(newFolder())
  await fill(backend)
  await set(backend, 'other', { customRanking: ['asc(stock)'], ranking: ['custom'] })
  const before = built()
  await backend.waitForTask((await backend.copyIndex('other', 'up', ['settings'])).taskID)
  expect(built()).toBe(before + 1)
})

test('a copy of an index that has just become a replica has the records of one moment', async () => {
  const { backend } = await open(newFolder())
  // More records than one turn copies.
  const many = Array.from({ length: 5000 }, (_, i) => ({ objectID: `m${i}`, title: 'lamp', price: i }))
  await backend.replaceRecords('shop', many, {})
  const [, copy] = await Promise.all([
    backend.updateSettings('shop', { replicas: ['up'] }),
    backend.copyIndex('up', 'copy'),
    backend.write(['m0', 'm4999'].map((objectID) => ({ action: 'delete', index: 'shop', objectID }))),
  ])
  await backend.waitForTask(copy.taskID)
  const [first, last] = await backend.getRecords(['m0', 'm4999'].map((objectID) => ({ index: 'copy', objectID })))
  expect(first === null).toBe(last === null)
})

test('a backup contains replicas', async () => {
  const [dataDir, restored] = [newFolder(), newFolder()]
  const { backend } = await open(dataDir)
  await fill(backend)
  const file = join(newFolder(), 'backup.db')
  expect(backupData(dataDir, file)).toEqual({ indexes: 3, records: 41 })
  restoreData(restored, file)
  const other = await open(restored)
  await expect.poll(async () => (await other.backend.readiness()).ready).toBe(true)
  expect(await other.backend.getLinks('shop')).toEqual({ replicas: ['virtual(down)', 'up'] })
  expect(await ordered(other.backend, 'down')).toEqual(UP.toReversed())
})
