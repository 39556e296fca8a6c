import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finish } from '../../testing/finish.ts'
import { LIMITS } from '../../wire/limits.ts'
import { Store, prepareRecord } from './store.ts'

test('a write is refused when as many tasks wait as the limit says, and taken again when one is published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-store-'))
  const store = new Store(join(folder, 'docent.db'))
  try {
    const write = () =>
      finish(store.write([{ action: 'save', index: 'docs', record: prepareRecord({ objectID: '1' }) }]))
    write()
    const { id } = store.indexRow('docs')
    store.transaction(() => {
      for (let i = 0; i < LIMITS.pendingTasks - 2; i++) store.tasks.assign(store.tasks.open(), id)
    })
    write()
    expect(store.tasks.allPending()).toBe(LIMITS.pendingTasks)
    expect(write).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }))
    finish(store.write([{ action: 'save', index: 'other', record: prepareRecord({ objectID: '1' }) }]))
    store.tasks.publishOne(store.tasks.last())
    store.tasks.publishOne(1)
    write()
    expect(store.tasks.allPending()).toBe(LIMITS.pendingTasks)
  } finally {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
