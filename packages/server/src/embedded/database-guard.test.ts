// @module-tag long
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from './backend.ts'
import { backupData, restoreData } from './commands/backup.ts'
import { inspectData } from './commands/inspect-data.ts'
import { rescuedCopies } from './files/rescued-copies.ts'
import { DEFAULT_KEY_FIELDS } from '../keys/key.ts'
import type { LogEvent } from '../system/log.ts'

let folder = ''
let log: LogEvent[] = []
const open: EmbeddedBackend[] = []
beforeEach(() => {
  folder = folderOf()
  log = []
})
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close()
})

async function start(dataDir = folder): Promise<EmbeddedBackend> {
  const options = { dataDir, searchWorkers: 1, limits: { rebuildWaitMs: 30_000 } }
  const backend = await openEmbeddedBackend({ ...options, log: (event) => log.push(event) })
  open.push(backend)
  return backend
}

async function stop(backend: EmbeddedBackend): Promise<void> {
  open.splice(open.indexOf(backend), 1)
  await backend.close()
}

const save = (backend: EmbeddedBackend, objectID: string) =>
  backend.write([{ action: 'save', index: 'docs', record: { objectID, text: 'word '.repeat(500) } }])

async function fill(backend: EmbeddedBackend, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await save(backend, `r${i}`)
}

const stored = async (backend: EmbeddedBackend): Promise<number> => (await backend.browse('docs', {})).nbHits

/** Runs code in another process: closing the file in this one would drop the locks of the tested connections. */
function elsewhere(code: string): void {
  const script = `const fs = require('node:fs'); const { DatabaseSync } = require('node:sqlite'); const file = process.argv[1]; ${code}`
  const { status, stderr } = spawnSync(process.execPath, ['-e', script, join(folder, 'docent.db')], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

const damages: [what: string, damage: () => void, found: RegExp, rescued: boolean][] = [
  [
    'the log is removed',
    () => rmSync(join(folder, 'docent.db-wal')),
    /docent\.db-wal was removed by another program/,
    true,
  ],
  ['the shared memory is removed', () => rmSync(join(folder, 'docent.db-shm')), /docent\.db-shm was removed/, true],
  [
    'the log is replaced by a copy of itself',
    () => {
      copyFileSync(join(folder, 'docent.db-wal'), join(folder, 'copy'))
      renameSync(join(folder, 'copy'), join(folder, 'docent.db-wal'))
    },
    /docent\.db-wal was replaced/,
    true,
  ],
  ['the database is removed', () => rmSync(join(folder, 'docent.db')), /docent\.db was removed/, true],
  [
    'the database is replaced by another',
    () => {
      writeFileSync(join(folder, 'copy'), '')
      renameSync(join(folder, 'copy'), join(folder, 'docent.db'))
    },
    /docent\.db was replaced/,
    true,
  ],
  ['the log is emptied', () => truncateSync(join(folder, 'docent.db-wal')), /cut by another program/, false],
  [
    'the log is cut in its middle',
    () => truncateSync(join(folder, 'docent.db-wal'), Math.floor(statSync(join(folder, 'docent.db-wal')).size / 2)),
    /docent\.db-wal was cut by another program/,
    false,
  ],
  [
    'the log is overwritten',
    () => elsewhere(`fs.writeSync(fs.openSync(file + '-wal', 'r+'), Buffer.alloc(32), 0, 32, 0)`),
    /docent\.db-wal was overwritten/,
    true,
  ],
  ['the database is cut', () => elsewhere('fs.truncateSync(file, 8192)'), /docent\.db was cut/, false],
]

test.skipIf(process.platform === 'win32')(
  'when the log is emptied during a build, the failure is logged, and searches are answered',
  async () => {
    const backend = await start()
    const { tasks } = await save(backend, 'first')
    await backend.waitForTask(tasks[0]?.taskID ?? 0)
    await fill(backend, 20)
    truncateSync(join(folder, 'docent.db-wal'))
    await expect.poll(() => log.map(({ event }) => event)).toContain('build-failed')
    const [result] = await backend.search([{ indexName: 'docs' }])
    expect(result).toMatchObject({ nbHits: expect.any(Number) })
    // Rejects if the loop of the builds has failed.
    await stop(backend)
  },
)

test.skipIf(process.platform === 'win32').each(damages)(
  'when %s, writes are refused with the reason, searches are answered, and the readable data is copied',
  async (what, damage, found, rescued) => {
    const backend = await start()
    const { tasks } = await save(backend, 'first')
    await backend.waitForTask(tasks[0]?.taskID ?? 0)
    // Some records are in the database's own file, and some in its log.
    await fill(backend, 20)
    if (what.startsWith('the database')) {
      elsewhere(`new DatabaseSync(file).exec('PRAGMA wal_checkpoint(RESTART)')`)
      await save(backend, 'after')
    }
    const records = await stored(backend)
    expect(await backend.readiness()).toMatchObject({ ready: true })
    damage()
    await expect(save(backend, 'late')).rejects.toMatchObject({ status: 503, message: expect.stringMatching(found) })
    await expect(backend.keys.delete((await backend.keys.list())[1]?.value ?? '')).rejects.toMatchObject({
      status: 503,
    })
    expect(await backend.readiness()).toEqual({ ready: false, reason: expect.stringMatching(found) })
    const [result] = await backend.search([{ indexName: 'docs' }])
    expect(result).toMatchObject({ nbHits: expect.any(Number) })
    await expect.poll(() => log.some(({ event }) => /^database-(not-)?rescued$/.test(event))).toBe(true)
    expect(log.filter(({ event }) => event === 'database-damaged')).toHaveLength(1)
    const [copy] = rescuedCopies(folder)
    expect(copy !== undefined).toBe(rescued)
    if (copy === undefined) return
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const other = join(folder, 'restored')
    restoreData(other, copy)
    expect(await stored(await start(other))).toBe(records)
  },
)

test.skipIf(process.platform === 'win32')(
  'a lost log is detected without a write; after a kill the next start logs the missing writes, and doctor names the remedy',
  async () => {
    const script = `
      const { openEmbeddedBackend } = await import(${JSON.stringify(new URL('backend.ts', import.meta.url).href)})
      const { rmSync } = await import('node:fs')
      const dataDir = process.argv[1]
      const log = ({ event }) => event.startsWith('database-rescued') && process.kill(process.pid, 'SIGKILL')
      const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1, log })
      for (let i = 0; i < 20; i++) {
        const { tasks } = await backend.write([{ action: 'save', index: 'docs', record: { objectID: String(i) } }])
        if (i === 19) await backend.waitForTask(tasks[0].taskID)
      }
      rmSync(dataDir + '/docent.db-wal')
    `
    const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder], {
      encoding: 'utf8',
    })
    expect([signal, stderr]).toEqual(['SIGKILL', expect.stringContaining('')])
    const [copy = ''] = rescuedCopies(folder)
    expect(inspectData(folder)?.problems.join()).toContain(`${copy} holds all that was stored`)
    const backend = await start()
    const events = log.map(({ event }) => event)
    expect(events).toContain('database-older')
    expect(events).toContain('database-rescued')
    await stop(backend)
    restoreData(folder, copy)
    log = []
    expect(await stored(await start())).toBe(20)
    expect(log.map(({ event }) => event)).not.toContain('database-older')
  },
)

test('legitimate actions of other programs are no damage: reading, copying, checkpoints, a vacuum', async () => {
  const backend = await start()
  for (let round = 0; round < 3; round++) {
    await fill(backend, 10)
    elsewhere(`const d = new DatabaseSync(file); d.prepare('SELECT count(*) FROM records').all(); d.close()`)
    await save(backend, `read${round}`)
    elsewhere(`fs.copyFileSync(file, file + '.copy')`)
    await save(backend, `copied${round}`)
    elsewhere(`new DatabaseSync(file).exec('PRAGMA wal_checkpoint(TRUNCATE)')`)
    await save(backend, `emptied${round}`)
    await backend.write([{ action: 'clear', index: 'docs' }])
    elsewhere(`const d = new DatabaseSync(file); d.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')`)
    await save(backend, `vacuumed${round}`)
  }
  expect(await backend.readiness()).toEqual({ ready: true })
  expect(log.filter(({ level }) => level !== 'info')).toEqual([])
  backupData(folder, join(folder, 'backup.db'))
  await stop(backend)
  expect(existsSync(join(folder, 'docent.db-wal'))).toBe(false)
  expect(readFileSync(join(folder, 'docent.db')).subarray(18, 20)).toEqual(Buffer.from([2, 2]))
})

/** Starts a process that holds a lock until it is killed. */
async function lock(): Promise<ChildProcess> {
  const script = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
    database.exec('BEGIN EXCLUSIVE')
    console.log('locked')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['-e', script, join(folder, 'docent.db')])
  await once(child.stdout, 'data')
  return child
}

test('while another program holds a lock, writes wait, then are refused without effect; searches are answered', async () => {
  const backend = await start()
  const { tasks } = await save(backend, 'before')
  await backend.waitForTask(tasks[0]?.taskID ?? 0)
  const child = await lock()
  const locked = { status: 503, code: 'storage-locked', retryAfter: 1, message: /^Another program has locked/ }
  const refused = { ...locked, message: expect.stringMatching(locked.message) }
  // Each is refused after `lockedWaitMs`.
  const results = [
    save(backend, 'during'),
    backend.keys.add({ ...DEFAULT_KEY_FIELDS, description: 'during' }),
    save(backend, 'behind'),
  ].map((write) => expect(write).rejects.toMatchObject(refused))
  const [result] = await backend.search([{ indexName: 'docs' }])
  expect(result).toMatchObject({ nbHits: 1 })
  await Promise.all(results)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await save(backend, 'after')
  await backend.keys.add({ ...DEFAULT_KEY_FIELDS, description: 'after' })
  expect(await stored(backend)).toBe(2)
  expect((await backend.keys.list()).map(({ description }) => description)).not.toContain('during')
  expect(await backend.readiness()).toEqual({ ready: true })
})

test('a change on the main thread waits for a lock without delaying searches, and then succeeds', async () => {
  const backend = await start()
  const { tasks } = await save(backend, 'before')
  await backend.waitForTask(tasks[0]?.taskID ?? 0)
  const child = await lock()
  let searches = 0
  const added = backend.keys.add({ ...DEFAULT_KEY_FIELDS, description: 'waited' })
  for (; searches < 20; searches++) await backend.search([{ indexName: 'docs' }])
  child.kill('SIGKILL')
  expect((await added).description).toBe('waited')
})

test.skipIf(process.platform === 'win32')(
  'while the folder cannot be reached, writes are refused with the reason and searches are answered; it is no damage',
  async () => {
    const link = join(folder, 'data')
    const real = folderOf()
    symlinkSync(real, link)
    const backend = await start(link)
    await save(backend, 'first')
    // A link to itself: the answer of the system is neither the file nor its absence.
    rmSync(link)
    symlinkSync(link, link)
    await expect(save(backend, 'second')).rejects.toMatchObject({
      status: 503,
      message: expect.stringMatching(
        /^The write was refused, because the files of the database cannot be examined \(ELOOP\)$/,
      ),
    })
    expect(await backend.readiness()).toMatchObject({ ready: true, refusedWrite: expect.any(String) })
    expect(await stored(backend)).toBe(1)
    rmSync(link)
    symlinkSync(real, link)
    await save(backend, 'second')
    expect(await backend.readiness()).not.toHaveProperty('refusedWrite')
    expect(await stored(backend)).toBe(2)
  },
)
