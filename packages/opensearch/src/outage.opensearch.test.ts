/** What a server says while its way to the cluster is cut, and afterwards; and how long reads wait for writes. */
import { expect, test, vi } from 'vitest'
import { RECORDS, fill, idsOf, published, saves } from '../../server/src/backend/conformance/context.ts'
import { cut, serversOver } from './testing/open-backends.ts'
import { withOpenSearch } from './testing/shared-cluster.ts'

const notReady = expect.objectContaining({ code: 'not-ready', status: 503 }) as Error

withOpenSearch('without the cluster', (shared) => {
  const servers = serversOver(shared)

  test('a server refuses with 503, names nothing of the cluster, and comes back by itself', async () => {
    const { open, prefix } = servers()
    const { backend, cluster } = await open()
    await fill(backend, 'docs')
    const [key] = await backend.keys.list()
    const told: string[] = []
    const refused = async (asked: Promise<unknown>): Promise<void> => {
      await expect(asked).rejects.toThrow(notReady)
      told.push(await asked.then(String, (error: Error) => error.message))
    }
    cluster.watch = cut
    await refused(idsOf(backend, 'docs', 'server'))
    await refused(backend.write(saves('docs', [{ objectID: 'lost' }])))
    await refused(backend.getRecords([{ index: 'docs', objectID: 'a' }]))
    await refused(backend.browse('docs', {}))
    await refused(backend.keys.delete('x'))
    await refused(backend.events.add([{ eventType: 'click', eventName: 'x', index: 'docs', userToken: 'u' }]))
    expect(told.join(' ')).not.toContain(prefix)
    expect(told.join(' ')).not.toMatch(/127\.0\.0\.1|http|_doc/)
    // A key is looked up in memory: what is wrong is told, not that the key is.
    expect(await backend.keys.find(key?.value ?? '')).toEqual(key)
    await vi.waitFor(async () => expect(await backend.readiness()).toMatchObject({ ready: false }), 10_000)
    cluster.watch = () => undefined
    await vi.waitFor(async () => expect(await backend.readiness()).toEqual({ ready: true }), 20_000)
    await published(backend, await backend.write(saves('docs', [{ objectID: 'd', title: 'Another server' }])))
    expect(await idsOf(backend, 'docs', 'server')).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a write whose answer was lost is there once, and its sender is told so', async () => {
    const { open } = servers()
    const { backend, cluster } = await open()
    await fill(backend, 'docs')
    let lost = 0
    cluster.watch = async (method, path, request) => {
      if (!path.includes('/_create/') || lost > 0) return
      lost++
      cluster.watch = () => undefined
      await cluster.request(method, path, request)
      cut()
    }
    const { tasks } = await backend.write([
      {
        action: 'patch',
        index: 'docs',
        objectID: 'a',
        changes: { size: { _operation: 'Increment', value: 1 } },
        createIfNotExists: false,
      },
    ])
    expect(lost).toBe(1)
    await backend.waitForTask(tasks[0]?.taskID ?? 0)
    expect(await backend.getRecords([{ index: 'docs', objectID: 'a' }])).toEqual([{ ...RECORDS[0], size: 2 }])
    expect((await backend.figures()).pendingTasks).toBe(0)
  })

  test('a read waits for the writes that it must see, for so long and no longer', async () => {
    const { open } = servers()
    const { backend, cluster } = await open({ limits: { settledWaitMs: 300 } })
    await fill(backend, 'docs')
    const isApplied = Promise.withResolvers<void>()
    cluster.watch = (_, path) => (path.endsWith('/_bulk') ? isApplied.promise : undefined)
    const receipt = await backend.write(saves('docs', [{ objectID: 'd' }]))
    await expect(backend.getRecords([{ index: 'docs', objectID: 'd' }])).rejects.toThrow(notReady)
    // Searches do not wait: they see what is published.
    expect(await idsOf(backend, 'docs')).toEqual(['a', 'b', 'c'])
    isApplied.resolve()
    await published(backend, receipt)
    expect(await backend.getRecords([{ index: 'docs', objectID: 'd' }])).toEqual([{ objectID: 'd' }])
  })

  test('more tasks than may wait are refused with 429, and taken when there is room', async () => {
    const { open } = servers()
    const { backend, cluster } = await open({ limits: { pendingTasks: 3 } })
    await fill(backend, 'docs')
    const isApplied = Promise.withResolvers<void>()
    cluster.watch = (_, path) => (path.endsWith('/_bulk') ? isApplied.promise : undefined)
    for (let i = 0; i < 3; i++) await backend.write(saves('docs', [{ objectID: `n${i}` }]))
    const refused = expect.objectContaining({ code: 'overloaded', status: 429, retryAfter: 1 }) as Error
    await expect(backend.write(saves('docs', [{ objectID: 'n3' }]))).rejects.toThrow(refused)
    isApplied.resolve()
    await vi.waitFor(() => backend.write(saves('docs', [{ objectID: 'n3' }])), 10_000)
    expect((await backend.browse('docs', {})).nbHits).toBe(7)
  })
})
