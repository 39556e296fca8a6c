import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { DEFAULT_KEY_FIELDS } from '../../keys/key.ts'
import { backupData, replacedDatabase, restoreData } from './backup.ts'
import { openEmbeddedBackend } from '../backend.ts'

let root = ''
beforeEach(() => (root = folderOf()))

/** A reader in a thread of its own, since a restore blocks the thread that it runs in. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData)
  database.exec('BEGIN')
  database.prepare('SELECT count(*) FROM records').get()
  parentPort.postMessage('reads')
  setTimeout(() => database.close(), 300)
`

/** A process that reads the database, and closes it when its input ends. */
const OTHER_PROGRAM = `
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
  console.log(database.prepare('SELECT count(*) AS n FROM records').get().n)
  process.stdin.resume().on('end', () => database.close())
`

// Rebuilds are slow while other tests use the machine.
const open = (dataDir = root) => openEmbeddedBackend({ dataDir, searchWorkers: 1, limits: { rebuildWaitMs: 30_000 } })

async function save(backend: Awaited<ReturnType<typeof open>>, objectID: string, title: string): Promise<void> {
  const record = { objectID, title }
  const { tasks } = await backend.write([{ action: 'save', index: 'docs', record }])
  for (const { taskID } of tasks) await backend.waitForTask(taskID)
}

async function titles(backend: Awaited<ReturnType<typeof open>>): Promise<unknown[]> {
  const [result] = await backend.search([{ indexName: 'docs' }])
  return result && 'hits' in result ? result.hits.map((hit) => hit['title']).toSorted() : []
}

/** A backup of a data folder with one record, whose server has ended. */
async function backedUp(): Promise<string> {
  const file = join(root, 'copy.db')
  const backend = await open()
  await save(backend, '1', 'one')
  await backend.close()
  backupData(root, file)
  return file
}

function recordsIn(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare('SELECT count(*) AS n FROM records').get()?.['n']
  } finally {
    database.close()
  }
}

test('a backup of a running server restores records, keys and search; the replaced database is kept', async () => {
  const file = join(root, 'copy.db')
  const backend = await open()
  await save(backend, '1', 'one')
  const keys = await backend.keys.list()
  expect(backupData(root, file)).toEqual({ indexes: 1, records: 1 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await save(backend, '1', 'changed')
  await save(backend, '2', 'two')
  expect(() => restoreData(root, file)).toThrow(`process ${process.pid}`)
  await backend.close()

  expect(restoreData(root, file)).toEqual({ indexes: 1, records: 1 })
  const restored = await open()
  expect(await titles(restored)).toEqual(['one'])
  expect(await restored.keys.list()).toEqual(keys)
  await restored.close()

  expect(() => restoreData(root, file)).toThrow('exists already')
  const elsewhere = join(root, 'elsewhere')
  restoreData(elsewhere, replacedDatabase(root))
  const before = await open(elsewhere)
  expect(await titles(before)).toEqual(['changed', 'two'])
  await before.close()
})

test('a backup file with a write-ahead log is restored with the content of the log', async () => {
  const file = await backedUp()
  const other = new DatabaseSync(file)
  other.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; DELETE FROM records')
  expect(restoreData(join(root, 'elsewhere'), file)).toEqual({ indexes: 1, records: 0 })
  other.close()
  expect(recordsIn(join(root, 'elsewhere', 'docent.db'))).toBe(0)
})

test('a restore waits for programs that still read the replaced database', async () => {
  const file = await backedUp()
  const writer = new DatabaseSync(join(root, 'docent.db'))
  const reader = new Worker(READER, { eval: true, workerData: join(root, 'docent.db') })
  await once(reader, 'message')
  // Stays in the log while another connection reads the state before it.
  writer.exec('DELETE FROM records')
  writer.close()
  restoreData(root, file)
  expect(existsSync(`${replacedDatabase(root)}-wal`)).toBe(false)
  expect(recordsIn(replacedDatabase(root))).toBe(0)
  await once(reader, 'exit')
})

test('every backup during writes is complete: it has no part of a list of operations', async () => {
  const backend = await open()
  const stop = new AbortController()
  const writing = (async () => {
    for (let round = 0; !stop.signal.aborted; round++) {
      const ids = Array.from({ length: 20 }, (_, i) => `${round}-${i}`)
      const { tasks } = await backend.write(
        ids.map((objectID) => ({ action: 'save', index: 'docs', record: { objectID } })),
      )
      // Writes are faster than builds: without a wait now and then, too many tasks would be pending.
      if (round % 50 === 49) await backend.waitForTask(tasks[0]?.taskID ?? 0)
    }
  })()
  for (let i = 0; i < 5; i++) {
    await save(backend, 'mine', String(i))
    const { records } = backupData(root, join(root, `${i}.db`))
    expect(records % 20).toBe(1)
  }
  stop.abort()
  await writing
  await backend.close()
})

test('an existing file is not overwritten, and a folder without a database has no backup', async () => {
  const file = join(root, 'copy.db')
  expect(() => backupData(root, file)).toThrow('nothing was stored')
  await (await open()).close()
  writeFileSync(file, 'mine')
  expect(() => backupData(root, file)).toThrow('exists already')
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('a folder without stored data is not backed up; one added key counts as data', async () => {
  const file = join(root, 'copy.db')
  const backend = await open()
  expect(() => backupData(root, file)).toThrow(/nothing to back up: name the data folder/)
  expect(readdirSync(root).filter((name) => name.startsWith('copy'))).toEqual([])
  await backend.keys.add({ ...DEFAULT_KEY_FIELDS, description: 'mine' })
  expect(backupData(root, file)).toEqual({ indexes: 0, records: 0 })
  await backend.close()
})

test('a backup is complete while another program has the database open, and after it has closed it', async () => {
  const backend = await open()
  await save(backend, '1', 'one')
  const program = spawn(process.execPath, ['-e', OTHER_PROGRAM, join(root, 'docent.db')])
  await once(program.stdout, 'data')
  await save(backend, '2', 'two')
  expect(backupData(root, join(root, 'open.db'))).toEqual({ indexes: 1, records: 2 })
  program.stdin.end()
  await once(program, 'exit')
  await save(backend, '3', 'three')
  expect(backupData(root, join(root, 'closed.db'))).toEqual({ indexes: 1, records: 3 })
  await backend.close()
})

test('restoring a damaged file, or one that is no backup, changes nothing', async () => {
  const file = await backedUp()
  const bytes = readFileSync(file)
  const database = readFileSync(join(root, 'docent.db'))
  for (const wrong of [Buffer.from('text, not a database'), Buffer.alloc(0), bytes.subarray(0, bytes.length / 2)]) {
    writeFileSync(file, wrong)
    expect(() => restoreData(root, file)).toThrow('not a backup')
  }
  expect(readFileSync(join(root, 'docent.db'))).toEqual(database)
  expect(existsSync(replacedDatabase(root))).toBe(false)
})
