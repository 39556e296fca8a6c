/** Search threads that cannot start, as when descriptors or memory are exhausted. */
import { afterEach, expect, test, vi } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from '../backend.ts'

let canStart = true
vi.mock(import('../../system/worker-url.ts'), async (original) => {
  const { workerUrl } = await original()
  const missing = new URL('missing.js', import.meta.url)
  return { workerUrl: (from, name) => (canStart || name !== 'search-worker' ? workerUrl(from, name) : missing) }
})

let backend: EmbeddedBackend | undefined
afterEach(async () => {
  canStart = true
  await backend?.close()
  backend = undefined
})

const search = (): Promise<unknown> => {
  if (backend === undefined) throw new Error('The backend is open')
  return backend.search([{ indexName: 'docs' }])
}

test('a server whose search thread cannot start fails with the reason, and does not hang', async () => {
  const dataDir = folderOf()
  backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  const { tasks } = await backend.write([{ action: 'save', index: 'docs', record: { objectID: '1' } }])
  for (const { taskID } of tasks) await backend.waitForTask(taskID)
  await backend.close()
  canStart = false
  await expect(openEmbeddedBackend({ dataDir, searchWorkers: 1 })).rejects.toThrow(/missing\.js/)
})

test('a search thread that could not start is started later, and the searches that wait for it are answered or refused', async () => {
  backend = await openEmbeddedBackend({ dataDir: folderOf(), searchWorkers: 1 })
  canStart = false
  await backend.write([{ action: 'save', index: 'docs', record: { objectID: '1' } }])
  await expect.poll(async () => (await backend?.readiness())?.failing, { timeout: 10_000 }).toEqual(['docs'])
  canStart = true
  await expect.poll(search, { timeout: 10_000 }).toMatchObject([{ nbHits: 1 }])
})
