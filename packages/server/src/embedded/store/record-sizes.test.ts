import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDifference } from './difference.ts'
import { finish } from '../../testing/finish.ts'
import { createRecordSizes } from './record-sizes.ts'
import { Store, prepareRecord } from './store.ts'

const index = fc.constantFrom('a', 'b')
const record = fc
  .record({ objectID: fc.constantFrom('1', '2', '3'), title: fc.string({ maxLength: 5 }) })
  .map((value) => prepareRecord(value))

/** Whatever changes an index, as a name and a change of the store. */
const change: fc.Arbitrary<(store: Store) => unknown> = fc.oneof(
  fc.tuple(index, record).map(
    ([name, saved]) =>
      (store: Store) =>
        finish(store.write([{ action: 'save', index: name, record: saved }])),
  ),
  fc.tuple(index, fc.constantFrom('1', '2')).map(
    ([name, objectID]) =>
      (store: Store) =>
        finish(store.write([{ action: 'delete', index: name, objectID }])),
  ),
  fc.tuple(index, fc.constantFrom('clear' as const, 'drop' as const)).map(
    ([name, action]) =>
      (store: Store) =>
        finish(store.write([{ action, index: name }])),
  ),
  fc
    .tuple(index, fc.uniqueArray(record, { selector: ({ objectID }) => objectID }))
    .map(([name, list]) => async (store: Store) => {
      const difference = await findDifference(store, name, new Map(list.map((each) => [each.objectID, each])), {})
      return 'taskID' in difference ? undefined : finish(store.replaceRecords(name, difference))
    }),
  index.map((name) => (store: Store) => store.updateSettings(name, { hitsPerPage: 3 }, false)),
  fc.tuple(index, index).map(
    ([from, to]) =>
      (store: Store) =>
        finish(store.copyIndex(from, to, undefined)),
  ),
  fc.tuple(index, index).map(
    ([from, to]) =>
      (store: Store) =>
        store.moveIndex(from, to),
  ),
)

test('the sizes that are remembered are those that would be measured, whatever changes', async () => {
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
    { numRuns: 60 },
  )
})
