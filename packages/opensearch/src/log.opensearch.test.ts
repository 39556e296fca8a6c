/** The log of tasks goes on: past a task that cannot be applied, and past an entry that is lost. */
import type { SearchRecord } from '@docent/engine'
import { expect, test, vi } from 'vitest'
import { createApi } from '../../server/src/http/edge/api.ts'
import { DEFAULT_KEY_FIELDS } from '../../server/src/keys/key.ts'
import { RECORDS, fill, idsOf, published, saves } from '../../server/src/backend/conformance/context.ts'
import type { LogEvent } from '../../server/src/system/log.ts'
import { serversOver } from './testing/open-backends.ts'
import type { OpenedServer } from './testing/open-backends.ts'
import { withOpenSearch } from './testing/shared-cluster.ts'
import { ClusterError } from './http/cluster.ts'

/** A facet is two fields, and an index has 10,000 at most. */
const TOO_MANY_FACETS = { attributesForFaceting: Array.from({ length: 5001 }, (_, i) => `facet${i}`) }

/** Keeps a server from reading the tasks that it is to apply; what is called lets it. */
function holdTasks({ cluster }: OpenedServer): () => void {
  const held = Promise.withResolvers<void>()
  cluster.watch = (_method, _path, { body }) =>
    JSON.stringify(body ?? null).includes('"packed"]') ? held.promise : undefined
  return () => held.resolve()
}

withOpenSearch('the log of tasks', (shared) => {
  const servers = serversOver(shared)

  test('goes on after a task that the cluster refuses, whose error every server tells', async () => {
    const { open, prefix, cluster } = servers()
    const log: LogEvent[] = []
    const one = await open({ log: (entry) => log.push(entry), times: { graceMs: 100 } })
    const { backend: other } = await open()
    await fill(one.backend, 'docs')
    const release = holdTasks(one)
    await one.backend.write(saves('docs', [{ objectID: 'before', title: 'A server' }]))
    const { taskID } = await one.backend.updateSettings('docs', TOO_MANY_FACETS)
    const last = await one.backend.write(saves('docs', [{ objectID: 'after', title: 'A server' }]))
    release()
    await published(one.backend, last)
    expect(await idsOf(one.backend, 'docs', 'server')).toEqual(['a', 'after', 'b', 'before', 'c'])
    expect((await one.backend.getSettings('docs')).attributesForFaceting).not.toEqual(
      TOO_MANY_FACETS.attributesForFaceting,
    )
    await other.waitForTask(last.tasks[0]?.taskID ?? 0)
    for (const backend of [one.backend, other]) {
      expect(await backend.taskStatus(taskID)).toBe('published')
      expect(await backend.taskError?.(taskID)).toMatch(/refused/)
      expect(await backend.taskError?.(taskID - 1)).toBeUndefined()
      expect(await backend.taskError?.(taskID + 1)).toBeUndefined()
    }
    expect(log).toContainEqual(expect.objectContaining({ event: 'task-given-up', task: taskID, kind: 'settings' }))
    // What it had begun is gone.
    await vi.waitFor(
      async () => expect(Object.keys((await cluster.request('GET', `/${prefix}-i*`)) as object)).toHaveLength(1),
      20_000,
    )
  })

  test('answers for a task that was given up that it is over, and why, and nothing of the cluster', async () => {
    const { open, prefix } = servers()
    const { backend } = await open()
    const { taskID } = await backend.updateSettings('docs', TOO_MANY_FACETS)
    await backend.waitForTask(taskID)
    const key = await backend.keys.add({ ...DEFAULT_KEY_FIELDS, acl: ['addObject'] })
    const path = `/1/task/${taskID}?x-algolia-application-id=docent&x-algolia-api-key=${key.value}`
    const answer = await createApi(backend).fetch(new Request(`http://127.0.0.1${path}`))
    const text = await answer.text()
    expect(JSON.parse(text)).toEqual({
      status: 'published',
      pendingTask: false,
      error: 'The search cluster refused what the task would have made; the log of the servers says why',
    })
    expect(text).not.toContain(prefix)
  })

  test('waits for a cluster that is away, however long: nothing that it could apply later is given up', async () => {
    const { open } = servers()
    const { backend, cluster } = await open({ times: { retryMs: 5 } })
    await fill(backend, 'docs')
    let refused = 0
    cluster.watch = (_, path) => {
      if (!path.endsWith('/_bulk') || ++refused > 8) return
      throw new ClusterError(503, 'unavailable_shards_exception', 'not now')
    }
    const receipt = await backend.write(saves('docs', [{ objectID: 'd' }]))
    await published(backend, receipt)
    expect(refused).toBeGreaterThan(8)
    expect(await backend.taskError?.(receipt.tasks[0]?.taskID ?? 0)).toBeUndefined()
    expect((await backend.browse('docs', {})).nbHits).toBe(RECORDS.length + 1)
  })

  const lose = (number: number, prefix: string, { cluster }: OpenedServer): Promise<unknown> =>
    cluster.request('DELETE', `/${prefix}-tasks/_doc/${number}`)

  const recordsOf = async (server: OpenedServer, ids: readonly string[]): Promise<(SearchRecord | null)[]> =>
    server.backend.getRecords(ids.map((objectID) => ({ index: 'docs', objectID })))

  test('has an entry without changes where one was lost, and those after it are applied', async () => {
    const { open, prefix } = servers()
    const one = await open()
    await fill(one.backend, 'docs')
    const release = holdTasks(one)
    const lost = await one.backend.write([...saves('docs', [{ objectID: 'lost' }]), ...saves('other', RECORDS)])
    const number = lost.tasks[0]?.taskID ?? 0
    const after = await one.backend.write(saves('docs', [{ objectID: 'after' }]))
    // As if it had been read from a first copy that died before the others had it.
    await lose(number, prefix, one)
    release()
    await published(one.backend, after)
    expect(await recordsOf(one, ['lost', 'after'])).toEqual([null, { objectID: 'after' }])
    const late = await open()
    const next = await late.backend.write(saves('docs', [{ objectID: 'next' }]))
    expect(next.tasks[0]?.taskID).toBe(number + 3)
    await published(late.backend, next)
  })

  test('is walked again where another entry took the number of one that was lost', async () => {
    const { open, prefix } = servers()
    const one = await open()
    await fill(one.backend, 'docs')
    const release = holdTasks(one)
    const lost = await one.backend.write([...saves('docs', [{ objectID: 'lost' }]), ...saves('other', RECORDS)])
    const number = lost.tasks[0]?.taskID ?? 0
    await lose(number, prefix, one)
    // This one has never seen it.
    const other = await open()
    const first = await other.backend.write(saves('docs', [{ objectID: 'first' }]))
    const second = await other.backend.write(saves('docs', [{ objectID: 'second' }]))
    expect([...first.tasks, ...second.tasks].map(({ taskID }) => taskID)).toEqual([number, number + 1])
    release()
    await published(other.backend, second)
    await vi.waitFor(async () =>
      expect(await recordsOf(one, ['lost', 'first', 'second'])).toEqual([
        null,
        { objectID: 'first' },
        { objectID: 'second' },
      ]),
    )
    await published(one.backend, await one.backend.write(saves('docs', [{ objectID: 'third' }])))
  })
})
