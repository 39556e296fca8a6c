import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { DEFAULT_KEY_FIELDS } from '../../keys/key.ts'
import { EmbeddedKeyStore } from './key-store.ts'
import { Store } from './store.ts'

let dataDir = ''
let store: Store

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  dataDir = folderOf()
  store = new Store(join(dataDir, 'docent.db'))
})
afterEach(() => {
  vi.useRealTimers()
  store.close()
})

test('a key expires after its validity, which restarts with an update', async () => {
  const keys = new EmbeddedKeyStore(store)
  const { value } = await keys.add({ ...DEFAULT_KEY_FIELDS, validity: 60 })
  vi.setSystemTime(Date.now() + 59_000)
  expect(await keys.find(value)).toBeDefined()
  await keys.update(value, { ...DEFAULT_KEY_FIELDS, validity: 60 })
  vi.setSystemTime(Date.now() + 59_000)
  expect(await keys.find(value)).toBeDefined()
  vi.setSystemTime(Date.now() + 1000)
  expect(await keys.find(value)).toBeUndefined()
  expect((await keys.list()).map((key) => key.value)).not.toContain(value)
})

test.each([
  ['no JSON', '{"acl":["search"],'],
  ['a missing field', '{"bcl":["search"],"description":"","indexes":[]}'],
  ['another type', JSON.stringify({ ...DEFAULT_KEY_FIELDS, indexes: [1] })],
  ['null', 'null'],
])('a stored key with %s is refused with a sentence', async (_, fields) => {
  expect(await new EmbeddedKeyStore(store).list()).not.toEqual([])
  store.database.prepare('UPDATE keys SET fields = ?').run(fields)
  expect(() => new EmbeddedKeyStore(store)).toThrow(
    'An API key in the database is damaged: bring back a backup with docent restore',
  )
})
