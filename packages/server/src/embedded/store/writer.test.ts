import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { LIMITS } from '../../wire/limits.ts'
import { DEFAULT_KEY_FIELDS } from '../../keys/key.ts'
import { openEmbeddedBackend } from '../backend.ts'
import { DATABASE_VERSION } from '../database/schema.ts'
import { prepareOperation } from './prepared.ts'
import { Store } from './store.ts'
import { Writer } from './writer.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = folderOf()
  file = join(folder, 'docent.db')
})

const save = (objectID: string) => [prepareOperation({ action: 'save', index: 'docs', record: { objectID } })]

test('writes of the thread are visible to another connection, and its refusals keep their error', async () => {
  const store = new Store(file)
  const writer = new Writer(file)
  try {
    const { tasks } = await writer.run('write', save('1'))
    expect(tasks).toEqual([{ index: 'docs', taskID: 1 }])
    expect(store.records.read(store.indexRow('docs').id, '1')).toEqual({ objectID: '1' })
    store.transaction(() => {
      const { id } = store.indexRow('docs')
      for (let i = 1; i < LIMITS.pendingTasks; i++) store.tasks.assign(store.tasks.open(), id)
    })
    await expect(writer.run('write', save('2'))).rejects.toMatchObject({
      code: 'overloaded',
      status: 429,
      retryAfter: 1,
    })
    expect(store.records.count(store.indexRow('docs').id)).toBe(1)
  } finally {
    await writer.end()
    store.close()
  }
})

test('a failed thread is reported, and the next change has a new one', async () => {
  const store = new Store(file)
  const writer = new Writer(file)
  const write = () => writer.run('write', save('1'))
  try {
    store.database.exec(`PRAGMA user_version = ${DATABASE_VERSION + 1}`)
    await expect(write()).rejects.toThrow('The thread that writes has failed')
    store.database.exec(`PRAGMA user_version = ${DATABASE_VERSION}`)
    expect(await write()).toMatchObject({ tasks: [{ taskID: 1 }] })
  } finally {
    await writer.end()
    store.close()
  }
})

test('concurrent writes of records, keys and events are all stored, in the order of their tasks', async () => {
  const backend = await openEmbeddedBackend({ dataDir: folder, searchWorkers: 1 })
  try {
    const numbers = Array.from({ length: 40 }, (_, i) => String(i))
    const keysBefore = (await backend.keys.list()).length
    const event = { eventType: 'click', eventName: 'e', index: 'docs' } as const
    const [tasks] = await Promise.all([
      Promise.all(
        numbers.map(async (objectID) => {
          const { tasks } = await backend.write([{ action: 'save', index: 'docs', record: { objectID } }])
          return tasks[0]?.taskID
        }),
      ),
      Promise.all(numbers.map((description) => backend.keys.add({ ...DEFAULT_KEY_FIELDS, description }))),
      Promise.all(numbers.map((userToken) => backend.events.add([{ ...event, userToken }]))),
      Promise.all(numbers.slice(0, 5).map((name) => backend.copyIndex('docs', `copy${name}`))),
    ])
    expect(tasks).toEqual(tasks.toSorted((a, b) => Number(a) - Number(b)))
    expect(new Set(tasks).size).toBe(numbers.length)
    expect((await backend.browse('docs', {})).nbHits).toBe(numbers.length)
    expect(await backend.keys.list()).toHaveLength(keysBefore + numbers.length)
    expect(await backend.events.list(1000)).toHaveLength(numbers.length)
  } finally {
    await backend.close()
  }
})

/** The `nice` values of the threads of this process: field 19 of `stat`, counted from the end of the name in parentheses. */
const priorities = (): number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  })

/** An index whose records do not matter. */
const SERVED = {
  name: 'docs',
  index_id: 1,
  generation: 1,
  base: 1,
  base_position: 0,
  task: 1,
  settings: '{}',
  parts: '{}',
  replicas: '{}',
  entries: 0,
  bytes: 0,
  build_ms: 0,
}

test.runIf(process.platform === 'linux')(
  'on Linux only the writing thread has a lower priority, once an index is searchable',
  async () => {
    const before = priorities()
    new Store(file).close()
    const writer = new Writer(file)
    const [own = 0] = before
    const others = before.filter((nice) => nice !== own)
    const lowered = (): number[] => priorities().filter((nice) => nice !== own)
    await writer.run('write', save('1'))
    expect(lowered()).toEqual(others)
    await writer.run('serve', SERVED)
    await writer.run('write', save('2'))
    expect(lowered()).toEqual([...others, Math.min(own + 5, 19)])
    await writer.end()
  },
)
