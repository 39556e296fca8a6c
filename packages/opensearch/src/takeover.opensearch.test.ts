/** A server that crashes, and one that is paused, while it applies tasks. `state/simulation.test.ts` has thousands of schedules. */
import type { SearchRecord } from '@docent/engine'
import { expect, test } from 'vitest'
import type { Backend } from '../../server/src/backend/backend.ts'
import type { WriteOperation } from '../../server/src/wire/operations.ts'
import { published, saves } from '../../server/src/backend/conformance/context.ts'
import { cut, serversOver } from './testing/open-backends.ts'
import { withOpenSearch } from './testing/shared-cluster.ts'

const numbered = (from: number, to: number): SearchRecord[] =>
  Array.from({ length: to - from }, (_, i) => ({ objectID: `r${from + i}`, title: `record ${from + i}`, count: 0 }))

const increment = (objectID: string): WriteOperation => ({
  action: 'patch',
  index: 'docs',
  objectID,
  changes: { count: { _operation: 'Increment', value: 1 } },
  createIfNotExists: true,
})

/** Makes every kind of change, each with an effect on the final content. */
async function changeAll(backend: Backend): Promise<number> {
  await backend.write(saves('docs', numbered(10, 20)))
  await backend.write([
    increment('r0'),
    increment('r11'),
    increment('made'),
    { action: 'delete', index: 'docs', objectID: 'r1' },
  ])
  await backend.write([
    increment('r0'),
    ...saves('docs', [{ objectID: 'r1', title: 'again', count: 5 }]),
    increment('r1'),
  ])
  await backend.write([
    ...saves('other', numbered(0, 3)),
    { action: 'clear', index: 'other' },
    ...saves('other', numbered(5, 7)),
  ])
  await backend.updateSettings('docs', { searchableAttributes: ['title'], attributesForFaceting: ['count'] })
  await backend.saveParts('docs', 'synonyms', [{ objectID: 's', type: 'synonym', synonyms: ['record', 'entry'] }])
  await backend.write([increment('r0')])
  await backend.deleteBy('docs', { filters: 'count:6' })
  await backend.copyIndex('docs', 'copy')
  await backend.moveIndex('other', 'moved')
  const { tasks } = await backend.write([increment('r0')])
  return tasks[0]?.taskID ?? 0
}

/** The whole readable content. */
async function contentOf(backend: Backend): Promise<object> {
  const names = (await backend.listIndexes()).map(({ name, entries }) => ({ name, entries }))
  const indexes = await Promise.all(
    names.map(async ({ name, entries }) => ({
      name,
      entries,
      settings: await backend.getSettings(name),
      synonyms: await backend.listParts(name, 'synonyms'),
      records: (await backend.browse(name, {})).hits,
      found: (await backend.search([{ indexName: name, query: 'record', hitsPerPage: 1000 }])).map((result) =>
        'hits' in result ? result.hits.map((hit) => [hit.objectID, hit['count']]) : [],
      ),
    })),
  )
  return indexes
}

/** Requests by which a server applies tasks. */
const applies = (method: string, path: string): boolean =>
  path.endsWith('/_bulk') || path.endsWith('_refresh') || (method === 'PUT' && !/_create|lease/.test(path))

/** Maximum number of requests that the first server sends before it crashes: about half of all. */
const LAST_STEP = 5

withOpenSearch('taking over', (shared) => {
  const servers = serversOver(shared)

  /** The content after the same changes without a crash. */
  const undisturbed = async (): Promise<object> => {
    const { backend } = await servers().open()
    await published(backend, await backend.write(saves('docs', numbered(0, 10))))
    await backend.waitForTask(await changeAll(backend))
    return contentOf(backend)
  }

  test('after a crash while tasks are applied, no change is lost or applied twice', async () => {
    const expected = await undisturbed()
    const { open } = servers()
    const dying = await open({ times: { leaseMs: 600 } })
    await published(dying.backend, await dying.backend.write(saves('docs', numbered(0, 10))))
    let steps = 0
    dying.cluster.watch = (method, path) => {
      if (applies(method, path)) steps++
      if (steps > LAST_STEP) cut()
    }
    const next = await open({ times: { leaseMs: 600 } })
    await next.backend.waitForTask(await changeAll(next.backend))
    expect(await contentOf(next.backend)).toEqual(expected)
  })

  test('late requests of a server that has lost the lease change nothing', async () => {
    const { open } = servers()
    const late = await open({ times: { leaseMs: 1500 } })
    await published(late.backend, await late.backend.write(saves('docs', numbered(0, 3))))
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    late.cluster.watch = async (_, path) => {
      if (!path.endsWith('/_bulk')) return
      isHeld.resolve()
      late.cluster.watch = cut
      await held.promise
    }
    const next = await open({ times: { leaseMs: 1500 } })
    // Both servers apply the first of these writes; the others are applied by the second, while the first one's request is delayed.
    await next.backend.write(
      saves('docs', [
        { objectID: 'r0', title: 'late' },
        { objectID: 'gone', title: 'late' },
      ]),
    )
    await isHeld.promise
    const last = await next.backend.write([
      ...saves('docs', [{ objectID: 'r0', title: 'latest' }]),
      { action: 'delete', index: 'docs', objectID: 'gone' },
    ])
    await published(next.backend, last)
    const before = await next.backend.browse('docs', {})
    held.resolve()
    late.cluster.watch = () => undefined
    // The first server now waits for the lease, and reads the changes of the other.
    await late.backend.waitForTask(last.tasks[0]?.taskID ?? 0)
    await published(next.backend, await next.backend.write(saves('docs', [{ objectID: 'end' }])))
    const after = await next.backend.browse('docs', {})
    expect(after.hits).toEqual([{ objectID: 'end' }, ...before.hits])
    expect(after.nbHits).toBe(before.nbHits + 1)
    expect(await late.backend.getRecords([{ index: 'docs', objectID: 'r0' }])).toEqual([
      { objectID: 'r0', title: 'latest' },
    ])
  })
})
