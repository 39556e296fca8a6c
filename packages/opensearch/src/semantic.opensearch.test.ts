/** Semantic search of two servers over one cluster: each holds the vectors, and sees the writes of the other. */
import { DOCS_SETTINGS, type SearchRecord } from '@docent/engine'
import { expect, test } from 'vitest'
import { folderOf } from '../../ingest/src/testing/folder-of.ts'
import { asSearch } from '../../server/src/backend/conformance/context.ts'
import { openSemantic } from '../../server/src/semantic/semantic.ts'
import { startModelServer } from '../../server/src/testing/model-server.ts'
import { serversOver } from './testing/open-backends.ts'
import { withOpenSearch } from './testing/shared-cluster.ts'

const section = (objectID: string, content: string): SearchRecord => ({
  objectID,
  url: `/handbook#${objectID}`,
  type: 'lvl2',
  hierarchy: { lvl0: null, lvl1: 'Handbook', lvl2: `Topic ${objectID}` },
  content,
})

withOpenSearch('semantic search over a cluster', (shared) => {
  const servers = serversOver(shared)

  test('a section that one server writes is found by its meaning on another', async () => {
    const { open } = servers()
    const [{ backend: writer }, { backend: reader }] = [await open(), await open()]
    const model = await startModelServer({ meanings: { halt: 'stop', guest: 'machine' } })
    const folder = folderOf()
    const semantic = openSemantic(reader, {
      url: model.url,
      model: 'words',
      folder,
      times: { pauseMs: 20, lookMs: 200, waitMs: 30_000 },
    })
    const find = async (): Promise<string[]> => {
      const request = { indexName: 'docs', query: 'halt guest', distinct: false, hitsPerPage: 50 }
      const [placed] = await semantic.place([{ request, format: { query: '', params: '', publicUrl: '' } }], '')
      const [answer] = await reader.search([placed?.request ?? request])
      return asSearch(answer).hits.map((hit) => hit.objectID)
    }
    try {
      const others = Array.from({ length: 20 }, (_, at) => section(`n${at}`, `Words about subject${at}.`))
      const first = await writer.replaceRecords('docs', others, DOCS_SETTINGS)
      await writer.waitForTask(first.taskID)
      await expect.poll(() => semantic.figures(), { timeout: 60_000 }).toMatchObject({ indexes: [{ embedded: 20 }] })
      const { tasks } = await writer.write([
        { action: 'save', index: 'docs', record: section('stop', 'To stop a machine.') },
      ])
      for (const { taskID } of tasks) await reader.waitForTask(taskID)
      await expect.poll(find, { timeout: 60_000 }).toContain('stop')
      expect(model.texts().filter((text) => text.includes('subject7.'))).toHaveLength(1)
      await model.close()
      expect(await reader.search([{ indexName: 'docs', query: 'topic' }])).toMatchObject([{ nbHits: 21 }])
    } finally {
      await semantic.close()
      await model.close()
    }
  })
})
