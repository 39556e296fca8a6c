/** A large change that is committed when it fails is finished as soon as the disk works again. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import type { WriteOperation } from '../wire/operations.ts'
import { openEmbeddedBackend } from './backend.ts'

/** Runs SQL in another process, as POSIX drops the locks of a process that closes a file which it has open elsewhere. */
function runSql(file: string, sql: string): void {
  const script = `new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 20000 }).exec(process.argv[2])`
  const { status, stderr } = spawnSync(process.execPath, ['-e', script, file, sql], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

test('tasks of an index with a failed change are published without another write', async () => {
  const dataDir = folderOf()
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  try {
    const file = join(dataDir, 'docent.db')
    const { tasks } = await backend.write([{ action: 'save', index: 'docs', record: { objectID: 'first' } }])
    // Staged changes are removed when they are applied.
    runSql(file, `CREATE TRIGGER full_disk BEFORE DELETE ON staged BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
    const many = Array.from({ length: 5000 }, (_, i): WriteOperation => {
      return { action: 'save', index: 'docs', record: { objectID: `${i}` } }
    })
    await expect(backend.write(many)).rejects.toMatchObject({ status: 503 })
    runSql(file, 'DROP TRIGGER full_disk')
    for (const { taskID } of tasks) await backend.waitForTask(taskID)
    await expect.poll(async () => (await backend.figures()).pendingTasks).toBe(0)
    expect(await backend.search([{ indexName: 'docs' }])).toMatchObject([{ nbHits: 5001 }])
  } finally {
    await backend.close()
  }
})

test('the state tells that the disk refuses writes, until a write is stored', async () => {
  const dataDir = folderOf()
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  const save = (): Promise<unknown> => backend.write([{ action: 'save', index: 'docs', record: { objectID: 'first' } }])
  try {
    const file = join(dataDir, 'docent.db')
    runSql(file, `CREATE TRIGGER full_disk BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
    await expect(save()).rejects.toMatchObject({ code: 'storage-failed' })
    expect(await backend.readiness()).toEqual({ ready: true, refusedWrite: expect.stringContaining('disk full') })
    expect(await backend.figures()).toMatchObject({ refusesWrites: true })
    runSql(file, 'DROP TRIGGER full_disk')
    await save()
    expect(await backend.readiness()).toEqual({ ready: true })
    expect(await backend.figures()).toMatchObject({ refusesWrites: false })
  } finally {
    await backend.close()
  }
})

test('a build that fails leaves no file behind', async () => {
  const dataDir = folderOf()
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  try {
    // The file of the first write cannot get its name.
    mkdirSync(join(dataDir, 'indexes/1/1.idx/full'), { recursive: true })
    await backend.write([{ action: 'save', index: 'docs', record: { objectID: 'first' } }])
    await expect.poll(async () => (await backend.readiness()).failing, { timeout: 10_000 }).toEqual(['docs'])
    expect(readdirSync(join(dataDir, 'indexes/1'))).toEqual(['1.idx'])
  } finally {
    await backend.close()
  }
})
