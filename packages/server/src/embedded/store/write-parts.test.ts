import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import type { IndexPart } from '../../wire/operations.ts'
import { finish } from '../../testing/finish.ts'
import { LIMITS } from '../../wire/limits.ts'
import { copyIndex } from './copy-index.ts'
import { Store } from './store.ts'
import { deletePart, saveParts } from './write-parts.ts'
import { updateSettings } from './write-settings.ts'

/** Small limits, so that the test writes little. */
const MOST = { ...LIMITS, partsBytes: 4096, allPartsBytes: 65_536 }

let folder = ''
let store: Store
beforeEach(() => {
  folder = folderOf()
  store = new Store(join(folder, 'docent.db'), MOST)
})
afterEach(() => store.close())

/** A part whose JSON has this many bytes. */
function partOf(objectID: string, bytes: number): IndexPart {
  const empty = JSON.stringify({ objectID, consequence: { userData: '' } }).length
  return { objectID, consequence: { userData: 'x'.repeat(bytes - empty) } }
}

const save = (index: string, kind: 'synonyms' | 'rules', part: IndexPart) =>
  saveParts(store, index, { kind, parts: [part], replaceAll: false, forwards: false })

const refused = expect.objectContaining({ status: 400, message: expect.stringContaining('all indexes together') })

test('the synonyms and rules of all indexes together are limited in bytes, by every way to add them', () => {
  const half = MOST.partsBytes / 2
  const indexes = Array.from({ length: MOST.allPartsBytes / MOST.partsBytes / 2 }, (_, n) => `index${n}`)
  for (const index of indexes)
    for (const kind of ['synonyms', 'rules'] as const)
      for (const objectID of ['a', 'b']) save(index, kind, partOf(objectID, half))
  expect(store.parts.totalBytes()).toBe(MOST.allPartsBytes)
  expect(() => save('other', 'rules', partOf('one', 100))).toThrow(refused)
  expect(() => finish(copyIndex(store, 'index0', 'copy', undefined))).toThrow(refused)
  expect(() => finish(copyIndex(store, 'index0', 'copy', ['rules']))).toThrow(refused)
  expect(() => finish(updateSettings(store, 'index0', { replicas: ['replica'] }, false))).toThrow(refused)
  expect(store.parts.totalBytes()).toBe(MOST.allPartsBytes)
  expect(store.indexes.list().map(({ name }) => name)).toEqual(indexes)
  // A replacement of the same size, and a part after a deletion, are accepted.
  save('index0', 'rules', partOf('a', half))
  deletePart(store, 'index0', { kind: 'rules', objectID: 'a', forwards: false })
  save('other', 'synonyms', partOf('one', half))
  expect(() => save('other', 'synonyms', partOf('two', 100))).toThrow(refused)
})
