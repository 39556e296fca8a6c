import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend } from '../backend.ts'
import { inspectData } from './inspect-data.ts'

let root = ''
const problems = (): string[] => inspectData(root)?.problems ?? ['nothing is stored']

beforeEach(async () => {
  root = folderOf()
  const backend = await openEmbeddedBackend({ dataDir: root, searchWorkers: 1 })
  await backend.waitForTask((await backend.replaceRecords('docs', [{ objectID: '1' }], {})).taskID)
  await backend.close()
})

test('a data folder after a server has ended has no problems', () => expect(problems()).toEqual([]))

test.skipIf(process.platform === 'win32')('a database that other users can read is a problem', () => {
  chmodSync(join(root, 'docent.db'), 0o644)
  expect(problems()).toEqual([expect.stringMatching(/^Other users .* chmod 600 it\.$/)])
})

// Root may write to every folder.
test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a folder that cannot be written to is a problem (needs a user other than root)',
  () => {
    chmodSync(root, 0o500)
    expect(problems()).toEqual([expect.stringContaining('run docent as the user who owns it')])
    chmodSync(root, 0o700)
  },
)

test('a clock that is behind the latest change is a problem', () => {
  const database = new DatabaseSync(join(root, 'docent.db'))
  database.exec(`UPDATE indexes SET updated_at = '2100-01-01T00:00:00.000Z'`)
  database.close()
  expect(problems()).toEqual([expect.stringMatching(/^An index was changed at 2100.*: set the clock\.$/)])
})

test('an older format is reported, and is no problem', () => {
  const database = new DatabaseSync(join(root, 'docent.db'))
  database.exec('PRAGMA user_version = 1')
  database.close()
  expect(inspectData(root)).toMatchObject({ format: 'older', problems: [] })
})

test('a newer format is a problem with a remedy', () => {
  const database = new DatabaseSync(join(root, 'docent.db'))
  database.exec('PRAGMA user_version = 99')
  database.close()
  expect(problems()).toEqual([expect.stringMatching(/newer Docent \(format 99\): use that one\.$/)])
})

test('a file that is no database is a problem with a remedy', () => {
  writeFileSync(join(root, 'docent.db'), 'x'.repeat(10_000))
  expect(problems()).toEqual([
    expect.stringMatching(/docent\.db is damaged .*: bring back a backup with docent restore\.$/),
  ])
})
