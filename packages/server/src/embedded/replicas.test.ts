/** Replicas in a data folder: after a restart, in a backup, and after random changes. */
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { SearchRecord } from '@docent/engine'
import type { LogEvent } from '../system/log.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from './backend.ts'
import { backupData, restoreData } from './commands/backup.ts'
import { inspectData } from './commands/inspect-data.ts'

const folders: string[] = []
const backends: EmbeddedBackend[] = []

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-replicas-'))
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

/** The expected indexes: the records, or the primary of a replica. */
type Model = Map<string, { records: Set<string>; primary?: string }>

const NAMES = ['a', 'b', 'c', 'd']
const name = fc.constantFrom(...NAMES)
const id = fc.constantFrom('1', '2', '3')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('save' as const), index: name, id }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('link' as const), index: name, replicas: fc.uniqueArray(name) }),
  },
  fc.record({ kind: fc.constant('delete' as const), index: name, id }),
  fc.record({ kind: fc.constantFrom('clear' as const, 'drop' as const), index: name }),
  fc.record({ kind: fc.constantFrom('copy' as const, 'move' as const), index: name, to: name }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const holderOf = (model: Model, index: string): Set<string> | undefined => {
  const entry = model.get(index)
  return entry?.primary === undefined ? entry?.records : model.get(entry.primary)?.records
}
const replicasOf = (model: Model, index: string): string[] =>
  [...model].flatMap(([each, { primary }]) => (primary === index ? [each] : []))
const isReplica = (model: Model, index: string): boolean => model.get(index)?.primary !== undefined

/** Removes replicas from the list of an index. */
function free(model: Model, index: string, replicas: readonly string[]): void {
  for (const replica of replicas) model.set(replica, { records: new Set(holderOf(model, index)) })
}

/** Applies a possible change to the model and returns true; returns false for an impossible one. */
function apply(model: Model, change: Step): boolean {
  const { kind, index } = change
  const ensured = (each: string): { records: Set<string> } => {
    const entry = model.get(each) ?? { records: new Set() }
    model.set(each, entry)
    return entry
  }
  if (kind === 'copy') {
    if (index === change.to) return true
    if (isReplica(model, change.to)) return false
    ensured(change.to).records = new Set(holderOf(model, index))
    return true
  }
  if (kind === 'move') {
    const from = model.get(index)
    if (from === undefined || index === change.to) return true
    if (isReplica(model, index) || isReplica(model, change.to)) return false
    for (const replica of replicasOf(model, index)) model.set(replica, { records: new Set(), primary: change.to })
    model.delete(index)
    model.set(change.to, from)
    return true
  }
  if (kind === 'link') {
    const { replicas } = change
    const isPossible =
      (!isReplica(model, index) || replicas.length === 0) &&
      replicas.every((each) => {
        const entry = model.get(each)
        if (each === index || replicasOf(model, each).length > 0) return false
        return (
          entry === undefined || entry.primary === index || (entry.primary === undefined && entry.records.size === 0)
        )
      })
    if (!isPossible) return false
    ensured(index)
    free(
      model,
      index,
      replicasOf(model, index).filter((each) => !replicas.includes(each)),
    )
    for (const each of replicas) model.set(each, { records: new Set(), primary: index })
    return true
  }
  if (isReplica(model, index)) return false
  if (kind === 'save') ensured(index).records.add(change.id)
  if (kind === 'delete') model.get(index)?.records.delete(change.id)
  if (kind === 'clear') model.get(index)?.records.clear()
  if (kind === 'drop') {
    free(model, index, replicasOf(model, index))
    model.delete(index)
  }
  return true
}

async function make(backend: EmbeddedBackend, change: Step): Promise<number> {
  const { kind, index } = change
  if (kind === 'copy') return (await backend.copyIndex(index, change.to)).taskID
  if (kind === 'move') return (await backend.moveIndex(index, change.to)).taskID
  if (kind === 'link') return (await backend.updateSettings(index, { replicas: change.replicas })).taskID
  const objectID = kind === 'save' || kind === 'delete' ? change.id : ''
  const { tasks } = await backend.write([
    kind === 'save'
      ? { action: 'save', index, record: { objectID, title: 'lamp' } }
      : kind === 'delete'
        ? { action: 'delete', index, objectID }
        : { action: kind, index },
  ])
  return tasks[0]?.taskID ?? 0
}

test('random changes have the expected result, and impossible ones are refused', async () => {
  const { backend } = await open(newFolder())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), fc.boolean(), async (steps, waitsEach) => {
      for (const { name: old, primary } of await backend.listIndexes())
        if (primary === undefined) await backend.write([{ action: 'drop', index: old }])
      for (const { name: old } of await backend.listIndexes()) await backend.write([{ action: 'drop', index: old }])
      const model: Model = new Map()
      let last = 0
      for (const change of steps) {
        // The API refuses an index that is named as its own replica.
        if (change.kind === 'link' && change.replicas.includes(change.index)) continue
        const isPossible = apply(model, change)
        const made = await make(backend, change).catch((error: Error & { status?: number }) => error.status)
        expect([change, made === 400]).toEqual([change, !isPossible])
        if (isPossible) last = Number(made)
        if (isPossible && waitsEach) await backend.waitForTask(last)
      }
      if (last > 0) await backend.waitForTask(last)
      await expect.poll(async () => (await backend.figures()).pendingTasks).toBe(0)
      const infos = await backend.listIndexes()
      expect(infos.map((info) => [info.name, info.primary, info.entries])).toEqual(
        [...model.keys()].sort().map((each) => [each, model.get(each)?.primary, holderOf(model, each)?.size]),
      )
      for (const each of model.keys())
        await expect
          .poll(async () => [each, (await ordered(backend, each).catch(() => ['?'])).sort()])
          .toEqual([each, [...(holderOf(model, each) ?? [])].sort()])
      for (const each of NAMES.filter((other) => !model.has(other)))
        await expect(ordered(backend, each)).rejects.toThrow('does not exist')
    }),
    { numRuns: 6 },
  )
}, 300_000)
