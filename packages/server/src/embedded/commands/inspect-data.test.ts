import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbeddedBackend } from '../backend.ts'
import { inspectData } from './inspect-data.ts'

let root = ''
const problems = (): string[] => inspectData(root)?.problems ?? ['nothing is stored']

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'docent-inspect-'))
  const backend = await openEmbeddedBackend({ dataDir: root, searchWorkers: 1 })
  await backend.waitForTask((await backend.replaceRecords('docs', [{ objectID: '1' }], {})).taskID)
  await backend.close()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('nothing is wrong with what a server left', () => expect(problems()).toEqual([]))

test.skipIf(process.platform === 'win32')('keys that others can read are named', () => {
  chmodSync(join(root, 'docent.db'), 0o644)
  expect(problems()).toEqual([expect.stringMatching(/^Other users .* chmod 600 it\.$/)])
})

// The administrator of a machine writes everywhere.
test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a folder that cannot be written is named (needs a user who is not root)',
  () => {
    chmodSync(root, 0o500)
    expect(problems()).toEqual([expect.stringContaining('run docent as the user who owns it')])
    chmodSync(root, 0o700)
  },
)

test('a clock that is behind the latest change is named', () => {
  const database = new DatabaseSync(join(root, 'docent.db'))
  database.exec(`UPDATE indexes SET updated_at = '2100-01-01T00:00:00.000Z'`)
  database.close()
  expect(problems()).toEqual([expect.stringMatching(/^An index was changed at 2100.*: set the clock\.$/)])
})

test('an older format is no problem, and is said', () => {
  const database = new DatabaseSync(join(root, 'docent.db'))
  database.exec('PRAGMA user_version = 1')
  database.close()
  expect(inspectData(root)).toMatchObject({ format: 'older', problems: [] })
})

test('a newer format is named with what to do', () => {
  const database = new DatabaseSync(join(root, 'docent.db'))
  database.exec('PRAGMA user_version = 99')
  database.close()
  expect(problems()).toEqual([expect.stringMatching(/newer Docent \(format 99\): use that one\.$/)])
})

test('a database that is none is named with what to do', () => {
  writeFileSync(join(root, 'docent.db'), 'x'.repeat(10_000))
  expect(problems()).toEqual([
    expect.stringMatching(/docent\.db is damaged .*: bring back a backup with docent restore\.$/),
  ])
})
