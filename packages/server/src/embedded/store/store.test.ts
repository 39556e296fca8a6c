import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { finish } from '../../testing/finish.ts'
import { LIMITS } from '../../wire/limits.ts'
import { prepareRecord } from './prepared.ts'
import { Store } from './store.ts'
import { write } from './write-records.ts'

test('a write is refused at the limit of waiting tasks, and accepted again when one is published', () => {
  const folder = folderOf()
  const store = new Store(join(folder, 'docent.db'))
  try {
    const writeOne = () =>
      finish(write(store, [{ action: 'save', index: 'docs', record: prepareRecord({ objectID: '1' }) }]))
    writeOne()
    const { id } = store.indexRow('docs')
    store.transaction(() => {
      for (let i = 0; i < LIMITS.pendingTasks - 2; i++) store.tasks.assign(store.tasks.open(), id)
    })
    writeOne()
    expect(store.tasks.allPending()).toBe(LIMITS.pendingTasks)
    expect(writeOne).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }))
    finish(write(store, [{ action: 'save', index: 'other', record: prepareRecord({ objectID: '1' }) }]))
    store.tasks.publishOne(store.tasks.last())
    store.tasks.publishOne(1)
    writeOne()
    expect(store.tasks.allPending()).toBe(LIMITS.pendingTasks)
  } finally {
    store.close()
  }
})
