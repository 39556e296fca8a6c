import { join } from 'node:path'
import type { IndexSettings, SearchRecord } from '@docent/engine'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { LIMITS } from '../../wire/limits.ts'
import { TURN_WORK } from '../database/turn.ts'
import { replaceRecords } from './replace-records.ts'
import { Store } from './store.ts'
import { Writer } from './writer.ts'
import { propertyRuns, timeoutOf } from '../../../../engine/src/testing/property-runs.ts'

const RUNS = propertyRuns(0.012)

let folder = ''
let store: Store
let writer: Writer
beforeEach(() => {
  folder = folderOf()
  store = new Store(join(folder, 'docent.db'))
  writer = new Writer(join(folder, 'docent.db'))
})
afterEach(async () => {
  await writer.end()
  store.close()
})

const replace = (
  index: string,
  records: Iterable<SearchRecord> | AsyncIterable<SearchRecord>,
  settings: IndexSettings = {},
) => writer.inLanes([index], () => replaceRecords(store, writer, index, { records, settings }))

/** The bodies of an index, the latest first. */
function bodiesOf(index: string): string[] {
  const row = store.indexes.find(index)
  if (row === undefined) return []
  const { rows } = store.records.before(row.id, Number.MAX_SAFE_INTEGER, { limit: 100_000, maxBytes: Infinity })
  return rows.map(({ body }) => Buffer.from(body).toString())
}

/** The wanted records by objectID, as a map has them: the last of each, in the order of the first. */
const mapOf = (records: readonly SearchRecord[]): Map<string, string> =>
  new Map(records.map((record) => [record.objectID, JSON.stringify(record)]))

/** The result by definition: new records first, in the order of the source; then the stored ones in their order. */
function expectedOf(before: readonly string[], wanted: ReadonlyMap<string, string>) {
  const idOf = (body: string): string => (JSON.parse(body) as SearchRecord).objectID
  const stored = new Map(before.map((body) => [idOf(body), body]))
  const kept = [...stored.keys()].filter((id) => wanted.has(id))
  const added = [...wanted.keys()].filter((id) => !stored.has(id))
  return {
    bodies: [...added, ...kept].map((id) => wanted.get(id)),
    added: added.length,
    changed: kept.filter((id) => wanted.get(id) !== stored.get(id)).length,
    removed: stored.size - kept.length,
    total: wanted.size,
  }
}

/** Records from number `from` to before `to`; every fifth differs between versions, and some are repeated with another text. */
const recordsOf = (from: number, to: number, version: number, repeated: readonly number[]): SearchRecord[] => [
  ...Array.from({ length: Math.max(0, to - from) }, (_, i) => ({
    objectID: String(from + i),
    version: (from + i) % 5 === 0 ? version : 0,
  })),
  ...repeated.map((n) => ({ objectID: String(n), version: n % 3 })),
]

test(
  'records and counts are as by definition, in one turn and in several; a second replacement changes nothing',
  timeoutOf(RUNS),
  async () => {
    // More changes than a turn, and more records than a page of the comparison.
    const place = fc.nat(Math.floor(TURN_WORK * 1.6))
    const repeated = fc.array(fc.nat(3), { maxLength: 3 })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(place, place, place, place, repeated, async (a, b, c, d, again) => {
        const index = `docs${runs++}`
        await replace(index, recordsOf(a, b, 1, []), { hitsPerPage: 1 })
        const before = bodiesOf(index)
        const records = recordsOf(c, d, 2, again)
        const { bodies, ...counts } = expectedOf(before, mapOf(records))
        const receipt = await replace(index, records, { hitsPerPage: 2 })
        expect(bodiesOf(index)).toEqual(bodies)
        expect(receipt).toMatchObject(counts)
        expect(store.staged.indexIDs()).toEqual([])
        const none = { added: 0, changed: 0, removed: 0, total: counts.total, taskID: receipt.taskID }
        expect(
          await replace(
            index,
            recordsOf(c, d, 2, [])
              .filter(({ objectID }) => !again.includes(Number(objectID)))
              .concat(again.map((n) => JSON.parse(mapOf(records).get(String(n)) ?? '') as SearchRecord)),
            { hitsPerPage: 2 },
          ),
        ).toMatchObject(none)
      }),
      RUNS,
    )
  },
)

const many = (text: string): SearchRecord[] =>
  Array.from({ length: 2 * TURN_WORK }, (_, n) => ({ objectID: String(n), text }))

test('a record that is repeated after its first form was staged gets its last form', async () => {
  await replace('docs', [{ objectID: '1', text: 'stored' }])
  const repeats = [
    { objectID: '1', text: 'stored' },
    { objectID: '2', text: 'last' },
  ]
  await replace('docs', [...many('first'), ...repeats])
  expect(store.records.read(store.indexRow('docs').id, '1')).toEqual(repeats[0])
  expect(store.records.read(store.indexRow('docs').id, '2')).toEqual(repeats[1])
})

test('an error of the source has no effect, and leaves no staged changes', async () => {
  await replace('docs', [{ objectID: 'a' }])
  async function* failing(): AsyncGenerator<SearchRecord> {
    yield* many('lost')
    throw new Error('The source ended early')
  }
  await expect(replace('docs', failing())).rejects.toThrow('The source ended early')
  expect(bodiesOf('docs')).toEqual(['{"objectID":"a"}'])
  expect(store.staged.indexIDs()).toEqual([])
  await expect(replace('fresh', failing())).rejects.toThrow('The source ended early')
  expect(store.indexes.find('fresh')).toBeUndefined()
  while (await writer.run('removeOrphans'));
  expect(store.records.nextIndexID(store.indexRow('docs').id)).toBeUndefined()
  expect((await replace('docs', many('kept'))).total).toBe(2 * TURN_WORK)
})

test('a replacement that is refused at its end has no effect', async () => {
  const settings = { synonyms: 'x'.repeat(LIMITS.settingsBytes) } as IndexSettings
  await expect(replace('docs', many('lost'), settings)).rejects.toMatchObject({ status: 400 })
  expect([store.indexes.find('docs'), store.staged.indexIDs()]).toEqual([undefined, []])
})

test('staged changes of a thread that has failed are not committed', async () => {
  const id = await writer.run('beginReplacement', 'docs')
  await writer.run('stageReplacement', id, [{ objectID: 'a', body: '{"objectID":"a"}' }])
  await writer.end()
  writer = new Writer(join(folder, 'docent.db'))
  const end = { index: 'docs', id, settings: '{}', counts: { added: 1, changed: 0, removed: 0, total: 1 } }
  await expect(writer.run('commitReplacement', end)).rejects.toThrow('The thread that writes has failed')
  expect(store.indexes.find('docs')).toBeUndefined()
})
