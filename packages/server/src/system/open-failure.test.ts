import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbeddedBackend } from '../embedded/backend.ts'
import { openFailure } from './open-failure.ts'
import { openKeys } from '../embedded/commands/open-keys.ts'

let root = ''
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'docent-open-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

const DAMAGED = /docent\.db is damaged \(file is not a database\): bring back a backup with docent restore\.$/

test('a database that is none keeps a server and the keys from opening, in a sentence', async () => {
  writeFileSync(join(root, 'docent.db'), 'x'.repeat(10_000))
  await expect(openEmbeddedBackend({ dataDir: root, searchWorkers: 1 })).rejects.toThrow(DAMAGED)
  expect(() => openKeys(root)).toThrow(DAMAGED)
})

test('what SQLite says of a disk that is full or may not be written is said with what to do', () => {
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

test('a database that another program has locked is said to be so', () => {
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

test('a defect of ours is not blamed on the disk', () => {
  const defect = new TypeError('undefined is not a function')
  expect(openFailure('anywhere', defect)).toBe(defect)
})
