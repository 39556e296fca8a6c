import { expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from './backend.ts'

async function withExpecting(run: (backend: EmbeddedBackend) => Promise<void>): Promise<void> {
  const dataDir = folderOf()
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 2, expectsRecords: true })
  try {
    await run(backend)
  } finally {
    await backend.close()
  }
}

test('a server that expects records ends its threads when it is closed without any', () =>
  withExpecting(async (backend) => {
    expect(await backend.listIndexes()).toEqual([])
  }))

test('the first and all later writes of a server that expects records are searchable', () =>
  withExpecting(async (backend) => {
    for (const text of ['first', 'second']) {
      const { taskID } = await backend.replaceRecords('docs', [{ objectID: '1', text }], {})
      await backend.waitForTask(taskID)
      const answers = await Promise.all([1, 2, 3].map(() => backend.search([{ indexName: 'docs', query: text }])))
      for (const answer of answers) expect(answer).toMatchObject([{ nbHits: 1 }])
    }
  }))
