import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend } from '../embedded/backend.ts'
import { openFailure } from './open-failure.ts'
import { readStoredEvents } from '../embedded/commands/read-stored-events.ts'
import { openKeys } from '../embedded/commands/open-keys.ts'

let root = ''
beforeEach(() => void (root = folderOf()))

const DAMAGED = /docent\.db is damaged \(file is not a database\): bring back a backup with docent restore\.$/

test('a file that is no database is refused by the server and the key commands in a sentence', async () => {
  writeFileSync(join(root, 'docent.db'), 'x'.repeat(10_000))
  await expect(openEmbeddedBackend({ dataDir: root, searchWorkers: 1 })).rejects.toThrow(DAMAGED)
  expect(() => openKeys(root)).toThrow(DAMAGED)
})

test('errors of SQLite about a full or a read-only disk become sentences with a remedy', () => {
  const file = join(root, 'some.db')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 2')
  const failureOf = (change: () => void): unknown => {
    try {
      change()
    } catch (error) {
      return openFailure(file, error)
    }
    throw new Error('It did not fail')
  }
  expect(failureOf(() => database.exec('INSERT INTO t VALUES (zeroblob(100000))'))).toMatchObject({
    code: 'storage-failed',
    message: `${file} cannot be written to (database or disk is full): make room on the disk.`,
  })
  database.close()
  const reading = new DatabaseSync(file, { readOnly: true })
  expect(failureOf(() => reading.exec('INSERT INTO t VALUES (1)'))).toMatchObject({
    message: expect.stringMatching(/cannot be written to \(attempt to write a readonly database\): run docent as/),
  })
  reading.close()
})

test('a disk that fails, or has no room for the shared memory of a database, is named with both remedies', () => {
  const error = Object.assign(new Error('disk I/O error'), { errcode: 4874 })
  const message =
    'some.db cannot be opened (disk I/O error): make room on the disk if it is full, else check it for faults.'
  expect(openFailure('some.db', error)).toMatchObject({ code: 'storage-failed', message })
})

test('events in a file that is no database are refused in a sentence', () => {
  writeFileSync(join(root, 'docent.db'), 'x'.repeat(10_000))
  expect(() => [...readStoredEvents(root, 1)]).toThrow(DAMAGED)
})

test('the lock of another program is named', () => {
  const file = join(root, 'some.db')
  const other = new DatabaseSync(file)
  other.exec('CREATE TABLE t (x); BEGIN EXCLUSIVE')
  const database = new DatabaseSync(file)
  try {
    database.exec('SELECT * FROM t')
    expect.unreachable()
  } catch (error) {
    const message = `${file} cannot be opened (database is locked): end the program that keeps it locked.`
    expect(openFailure(file, error)).toMatchObject({ code: 'storage-failed', message })
  } finally {
    database.close()
    other.close()
  }
})

test('an error that is not of the storage is returned unchanged', () => {
  const defect = new TypeError('undefined is not a function')
  expect(openFailure('anywhere', defect)).toBe(defect)
})
