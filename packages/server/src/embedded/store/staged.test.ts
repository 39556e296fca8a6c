import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { TURN_WORK } from '../database/turn.ts'
import { copyIndex } from './copy-index.ts'
import { prepareOperation } from './prepared.ts'
import { recoverStaged } from './staged.ts'
import { Store } from './store.ts'
import { deleteRecords, write } from './write-records.ts'
import { beginReplacement, commitReplacement, stageReplacement } from './write-replacement.ts'
import { finish } from '../../testing/finish.ts'
import { LIMITS } from '../../wire/limits.ts'
import type { WriteOperation } from '../../wire/operations.ts'
import { propertyRuns, timeoutOf } from '../../../../engine/src/testing/property-runs.ts'

const RUNS = propertyRuns(0.015)

let folder = ''
beforeEach(() => void (folder = folderOf()))

const NAMES = ['a', 'b']

/** The content of a store, with the records of each index in the order of their addition. */
const stateOf = (store: Store): unknown =>
  NAMES.map((name) => {
    const row = store.indexes.find(name)
    if (row === undefined) return undefined
    const { rows } = store.records.before(row.id, Number.MAX_SAFE_INTEGER, { limit: 100_000, maxBytes: Infinity })
    return { settings: row.settings, bodies: rows.map(({ body }) => Buffer.from(body).toString()) }
  })

const objectID = fc.constantFrom('1', '2', '3', '4')
const index = fc.constantFrom(...NAMES)
const operation: fc.Arbitrary<WriteOperation> = fc.oneof(
  fc.record({ index, objectID, n: fc.nat(5) }).map(({ index: name, objectID: id, n }): WriteOperation => ({
    action: 'save',
    index: name,
    record: { objectID: id, n },
  })),
  fc.record({ index, objectID }).map((each): WriteOperation => ({ action: 'delete', ...each })),
  fc
    .record({ index, objectID, value: fc.nat(5), createIfNotExists: fc.boolean() })
    .map(({ value, ...each }): WriteOperation => ({
      action: 'patch',
      changes: { n: { _operation: 'Increment', value } },
      ...each,
    })),
)

/** More work than a turn, without an effect. */
const nothing = (name: string): WriteOperation[] =>
  Array.from({ length: TURN_WORK + 1 }, () => ({ action: 'delete', index: name, objectID: 'nobody' }))

test('operations in many turns have the same result as in one', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(
      fc.array(operation, { maxLength: 8 }),
      fc.array(operation, { minLength: 1, maxLength: 12 }),
      (first, then) => {
        const [one, many] = ['one.db', 'many.db'].map((name) => new Store(join(folder, name)))
        if (one === undefined || many === undefined) throw new Error('There are two')
        try {
          for (const store of [one, many]) finish(write(store, first.map(prepareOperation)))
          finish(write(one, then.map(prepareOperation)))
          const name = then[0]?.index ?? ''
          const { tasks } = finish(write(many, [...then, ...nothing(name)].map(prepareOperation)))
          expect(tasks.map((task) => task.index)).toEqual([...new Set(then.map((each) => each.index))])
          expect(stateOf(many)).toEqual(stateOf(one))
          expect(many.staged.indexIDs()).toEqual([])
          expect(many.indexes.applying()).toEqual([])
        } finally {
          one.close()
          many.close()
          for (const file of ['one.db', 'many.db'])
            for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `${file}${end}`), { force: true })
        }
      },
    ),
    RUNS,
  )
})

const COUNT = 2 * TURN_WORK
const saves = (name: string, text: string): WriteOperation[] =>
  Array.from({ length: COUNT }, (_, n) => ({ action: 'save', index: name, record: { objectID: String(n), text } }))

/** The content that a new process finds after a kill at this moment. */
function afterKill(path: string): { state: unknown; isClean: boolean } {
  const copy = join(folder, 'copy.db')
  for (const end of ['', '-wal']) {
    rmSync(`${copy}${end}`, { force: true })
    if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`)
  }
  rmSync(`${copy}-shm`, { force: true })
  const store = new Store(copy)
  try {
    recoverStaged(store)
    const state = stateOf(store)
    while (store.transaction(() => store.orphans.removeTurn()));
    return { state, isClean: store.staged.indexIDs().length === 0 && !store.orphans.exist }
  } finally {
    store.close()
  }
}

test.each<[string, (store: Store) => Generator<unknown, unknown>]>([
  ['a batch', (store) => write(store, [...saves('a', 'after'), ...saves('b', 'after')].map(prepareOperation))],
  [
    'a deletion',
    (store) =>
      deleteRecords(
        store,
        'a',
        Array.from({ length: COUNT - 5 }, (_, n) => String(n)),
      ),
  ],
  ['a copy', (store) => copyIndex(store, 'a', 'b', undefined)],
  [
    'a replacement',
    function* (store) {
      const id = yield* beginReplacement(store, 'a')
      const changed = saves('a', 'changed').flatMap((each) =>
        each.action === 'save' ? [{ objectID: each.record.objectID, body: JSON.stringify(each.record) }] : [],
      )
      const ends = [{ objectID: 'new', body: '{"objectID":"new"}' }]
      for (const part of [changed, ends, [{ objectID: '7', body: null }]]) {
        stageReplacement(store, id, part)
        yield {}
      }
      const counts = { added: 1, changed: COUNT - 1, removed: 1, total: COUNT }
      yield* commitReplacement(store, { index: 'a', id, settings: '{"hitsPerPage":7}', counts })
    },
  ],
  [
    'a first load',
    function* (store) {
      const id = yield* beginReplacement(store, 'b')
      const loaded = saves('b', 'loaded').flatMap((each) =>
        each.action === 'save' ? [{ objectID: each.record.objectID, body: JSON.stringify(each.record) }] : [],
      )
      for (const part of [
        loaded.slice(0, TURN_WORK),
        loaded.slice(TURN_WORK),
        [{ objectID: '7', body: '{"objectID":"7"}' }],
      ]) {
        stageReplacement(store, id, part)
        yield {}
      }
      const counts = { added: COUNT, changed: 0, removed: 0, total: COUNT }
      yield* commitReplacement(store, { index: 'b', id, settings: '{"hitsPerPage":7}', counts })
    },
  ],
])(
  '%s that is killed between any two turns is stored completely or not at all, and no build reads a part',
  (_, begin) => {
    const path = join(folder, 'docent.db')
    const store = new Store(path)
    try {
      finish(write(store, saves('a', 'before').map(prepareOperation)))
      const before = stateOf(store)
      const seen: unknown[] = []
      const steps = begin(store)
      let isBehind = false
      for (let step = steps.next(); step.done !== true; step = steps.next()) {
        const { state, isClean } = afterKill(path)
        expect(isClean).toBe(true)
        seen.push(state)
        isBehind ||= store.indexes.applying().length > 0
        for (const id of store.indexes.applying()) expect(store.indexes.unserved()).not.toContain(id)
      }
      const after = stateOf(store)
      expect(afterKill(path).state).toEqual(after)
      expect(after).not.toEqual(before)
      const texts = seen.map((state) => JSON.stringify(state))
      const turned = texts.findIndex((text) => text !== JSON.stringify(before))
      expect(turned).not.toBe(0)
      for (const text of turned === -1 ? [] : texts.slice(turned)) expect(text === JSON.stringify(after)).toBe(true)
      expect(texts.length).toBeGreaterThan(2)
    } finally {
      store.close()
    }
  },
)

test('a batch that is refused in its middle leaves no data, and does not affect the next one', () => {
  const store = new Store(join(folder, 'docent.db'))
  try {
    const wrong: WriteOperation = {
      action: 'patch',
      index: 'a',
      objectID: '1',
      changes: { n: { _operation: 'Add' } },
      createIfNotExists: true,
    }
    expect(() => finish(write(store, [...saves('a', 'lost'), wrong].map(prepareOperation)))).toThrow('needs a value')
    expect(stateOf(store)).toEqual([undefined, undefined])
    expect(store.tasks.allPending()).toBe(0)
    finish(write(store, [...nothing('a'), ...saves('a', 'kept').slice(0, 3)].map(prepareOperation)))
    expect(JSON.stringify(stateOf(store))).not.toContain('lost')
    expect(store.records.count(store.indexRow('a').id)).toBe(3)
    while (store.transaction(() => store.orphans.removeTurn()));
    expect(store.staged.indexIDs()).toEqual([])
  } finally {
    store.close()
  }
})

test('partial updates of large records take many turns', () => {
  const store = new Store(join(folder, 'docent.db'))
  try {
    const large = { objectID: '1', text: 'x'.repeat(LIMITS.recordBytes / 2) }
    finish(write(store, [prepareOperation({ action: 'save', index: 'a', record: large })]))
    const patch: WriteOperation = {
      action: 'patch',
      index: 'a',
      objectID: '1',
      changes: { n: { _operation: 'Increment', value: 1 } },
      createIfNotExists: true,
    }
    let turns = 0
    const steps = write(
      store,
      Array.from({ length: 200 }, () => prepareOperation(patch)),
    )
    while (steps.next().done !== true) turns++
    expect(turns).toBeGreaterThan(3)
    expect(store.records.read(store.indexRow('a').id, '1')).toMatchObject({ n: 200 })
  } finally {
    store.close()
  }
})

test('partial updates of large records beside the clearing of an index are refused when they would take many turns', () => {
  const store = new Store(join(folder, 'docent.db'))
  try {
    const large = { objectID: '1', text: 'x'.repeat(LIMITS.recordBytes / 2) }
    finish(write(store, [prepareOperation({ action: 'save', index: 'a', record: large })]))
    const changes = { n: { _operation: 'Increment', value: 1 } }
    const patch = { action: 'patch', index: 'a', objectID: '1', changes, createIfNotExists: true } as const
    const withClear = (count: number): unknown =>
      finish(write(store, [...Array.from({ length: count }, () => patch), { action: 'clear', index: 'b' }]))
    expect(() => withClear(1000)).toThrow('clears or deletes an index')
    expect(store.records.read(store.indexRow('a').id, '1')).not.toHaveProperty('n')
    withClear(100)
    expect(store.records.read(store.indexRow('a').id, '1')).toMatchObject({ n: 100 })
  } finally {
    store.close()
  }
})
