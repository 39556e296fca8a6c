import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../../testing/finish.ts'
import { createRecordSizes } from './record-sizes.ts'
import { prepareRecord } from './prepared.ts'
import { Store } from './store.ts'
import { copyIndex, moveIndex } from './copy-index.ts'
import { write } from './write-records.ts'
import { replaceInOneTurn } from './write-replacement.ts'
import { updateSettings } from './write-settings.ts'
import { propertyRuns, timeoutOf } from '../../../../engine/src/testing/property-runs.ts'

const RUNS = propertyRuns(0.06)

const index = fc.constantFrom('a', 'b')
const record = fc
  .record({ objectID: fc.constantFrom('1', '2', '3'), title: fc.string({ maxLength: 5 }) })
  .map((value) => prepareRecord(value))

/** Any change of an index. */
const change: fc.Arbitrary<(store: Store) => unknown> = fc.oneof(
  fc.tuple(index, record).map(
    ([name, saved]) =>
      (store: Store) =>
        finish(write(store, [{ action: 'save', index: name, record: saved }])),
  ),
  fc.tuple(index, fc.constantFrom('1', '2')).map(
    ([name, objectID]) =>
      (store: Store) =>
        finish(write(store, [{ action: 'delete', index: name, objectID }])),
  ),
  fc.tuple(index, fc.constantFrom('clear' as const, 'drop' as const)).map(
    ([name, action]) =>
      (store: Store) =>
        finish(write(store, [{ action, index: name }])),
  ),
  fc
    .tuple(index, fc.uniqueArray(record, { selector: ({ objectID }) => objectID }))
    .map(([name, list]) => (store: Store) => {
      const counts = { added: 0, changed: 0, removed: 0, total: 0 }
      const changes = [...list, { objectID: 'gone', body: null }]
      return replaceInOneTurn(store, { index: name, changes, settings: '{}', counts })
    }),
  index.map((name) => (store: Store) => finish(updateSettings(store, name, { hitsPerPage: 3 }, false))),
  fc.tuple(index, index).map(
    ([from, to]) =>
      (store: Store) =>
        finish(copyIndex(store, from, to, undefined)),
  ),
  fc.tuple(index, index).map(
    ([from, to]) =>
      (store: Store) =>
        moveIndex(store, from, to),
  ),
)

test('cached sizes equal measured ones after any changes', timeoutOf(RUNS), async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const folder = mkdtempSync(join(tmpdir(), 'docent-sizes-'))
      const store = new Store(join(folder, 'docent.db'))
      try {
        const remembered = createRecordSizes(store.records)
        for (const apply of changes) {
          await apply(store)
          const rows = store.indexes.list()
          expect(remembered(rows)).toEqual(createRecordSizes(store.records)(rows))
        }
      } finally {
        store.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }),
    RUNS,
  )
})
