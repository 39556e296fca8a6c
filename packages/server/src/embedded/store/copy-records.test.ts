import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { finish } from '../../testing/finish.ts'
import { TURN_RECORDS } from '../database/turn.ts'
import { copyIndex } from './copy-index.ts'
import type { PreparedOperation } from './prepared.ts'
import { Store } from './store.ts'
import { write } from './write-records.ts'
import { updateSettings } from './write-settings.ts'

let folder = ''
let store: Store

/** More than one turn copies, and few enough for one write. */
const COUNT = TURN_RECORDS + 500

const save = (objectID: string): PreparedOperation => ({
  action: 'save',
  index: 'shop',
  record: { objectID, body: JSON.stringify({ objectID }) },
})

beforeEach(() => {
  folder = folderOf()
  store = new Store(join(folder, 'docent.db'))
  finish(
    write(
      store,
      Array.from({ length: COUNT }, (_, n) => save(`${n}`)),
    ),
  )
  finish(updateSettings(store, 'shop', { replicas: ['up', 'down'] }, false))
})
afterEach(() => store.close())

/** The number of records of each index id. */
function rows(): number[] {
  const found = store.database.prepare('SELECT count(*) AS n FROM records GROUP BY index_id ORDER BY n').all()
  return found.map(({ n }) => Number(n))
}

/** Deletes all records without an index. */
function removeOrphans(): void {
  while (store.transaction(() => store.orphans.removeTurn()));
}

test.each([
  ['a copy of an index', () => copyIndex(store, 'shop', 'other', undefined)],
  ['the end of replicas', () => updateSettings(store, 'shop', { replicas: [] }, false)],
  ['the deletion of an index with replicas', () => write(store, [{ action: 'drop', index: 'shop' }])],
])('%s that the disk refuses in its second turn changes nothing, and its rows are removed', (_, begin) => {
  const steps = begin()
  expect(steps.next().done).toBe(false)
  store.database.exec('PRAGMA query_only = 1')
  expect(() => finish<unknown>(steps)).toThrow(/readonly|query_only|refused/)
  store.database.exec('PRAGMA query_only = 0')
  expect(rows()).toEqual([TURN_RECORDS, COUNT])
  removeOrphans()
  expect(rows()).toEqual([COUNT])
  expect(store.links('up')).toMatchObject({ primary: 'shop' })
})

test('a record that the batch saves before it deletes the index is in its former replicas', () => {
  finish(write(store, [save('last'), { action: 'drop', index: 'shop' }]))
  removeOrphans()
  expect(rows()).toEqual([COUNT + 1, COUNT + 1])
  expect(store.records.readJson(store.indexRow('up').id, 'last')).toBeDefined()
})

test('the copies for two primaries of one batch are given to their own replicas', () => {
  finish(copyIndex(store, 'shop', 'second', undefined))
  finish(write(store, [{ ...save('only here'), index: 'second' } as PreparedOperation]))
  finish(updateSettings(store, 'second', { replicas: ['second up'] }, false))
  finish(
    write(store, [
      { action: 'drop', index: 'shop' },
      { action: 'drop', index: 'second' },
    ]),
  )
  removeOrphans()
  expect(rows()).toEqual([COUNT, COUNT, COUNT + 1])
  expect(store.records.readJson(store.indexRow('second up').id, 'only here')).toBeDefined()
})
