/** What is kept in the cluster, and what goes. */
import { expect, test, vi } from 'vitest'
import { RECORDS, SETTINGS, fill, idsOf, published, saves } from '../../server/src/backend/conformance/context.ts'
import { LIMITS } from '../../server/src/wire/limits.ts'
import { serversOver } from './testing/open-backends.ts'
import { withOpenSearch } from './testing/shared-cluster.ts'
import { writeRecords } from './http/bulk.ts'
import type { Batch } from './http/bulk.ts'
import { ClusterEventStore } from './state/event-store.ts'
import { createGeneration } from './state/generation.ts'
import { namesWith } from './state/names.ts'
import { linesOf } from './state/record-lines.ts'

withOpenSearch('what a cluster keeps', (shared) => {
  const servers = serversOver(shared)

  test('is no generation and no document that nothing names any more', async () => {
    const { open, prefix, cluster } = servers()
    const { backend } = await open({ times: { graceMs: 100 } })
    for (const size of [3, 2, 1])
      await backend.replaceRecords('docs', RECORDS.slice(0, size), { ...SETTINGS, hitsPerPage: 10 + size })
    await published(backend, await backend.write([{ action: 'clear', index: 'docs' }, ...saves('docs', RECORDS)]))
    await published(backend, await backend.write([...saves('gone', RECORDS), { action: 'drop', index: 'gone' }]))
    await vi.waitFor(async () => {
      const generations = (await cluster.request('GET', `/${prefix}-i*`)) as object
      expect(Object.keys(generations)).toHaveLength(1)
      const { _source } = (await cluster.request('GET', `/${prefix}-state/_doc/head`)) as { _source: { garbage: [] } }
      expect(_source.garbage).toEqual([])
    }, 20_000)
    await cluster.request('POST', `/${prefix}-state,${prefix}-tasks/_refresh`)
    const ids = async (kind: string): Promise<string[]> => {
      const answer = await cluster.request('POST', `/${prefix}-${kind}/_search`, {
        body: { size: 100, _source: false },
      })
      return (answer as { hits: { hits: { _id: string }[] } }).hits.hits.map(({ _id }) => _id).sort()
    }
    expect(await ids('state')).toEqual(['head', 'keys', 'lease', expect.stringMatching(/^settings-\d+-/)])
    expect((await ids('tasks')).filter((id) => id.startsWith('piece'))).toEqual([])
    expect(await idsOf(backend, 'docs')).toEqual(['a', 'b', 'c'])
  })

  test('is not changed by a write to a generation that is gone', async () => {
    const { prefix, cluster } = servers()
    const names = namesWith(prefix)
    const target = names.generation(1, 1)
    await createGeneration(cluster, names, target, {}, { shards: 1, replicas: undefined })
    await cluster.request('DELETE', `/${target}`)
    const late = async function* (): AsyncGenerator<Batch> {
      const lines = linesOf([{ objectID: 'a', task: 1, json: '{"objectID":"a"}', position: 1 }], {})
      yield { ...lines, idOf: () => 'a', bareOf: () => undefined }
    }
    const written = writeRecords(cluster, names.writing(target), late(), {
      check: () => undefined,
      log: () => undefined,
    })
    await expect(written).rejects.toThrow(expect.objectContaining({ status: 404 }) as Error)
    expect(await cluster.request('GET', `/${prefix}-*`)).toEqual({})
  })

  test('is a record that OpenSearch cannot index: it is read, and those beside it are found', async () => {
    const { open } = servers()
    const { backend } = await open()
    await fill(backend, 'docs')
    // Lucene takes no term of more than 32,766 bytes.
    const odd = { objectID: 'odd', title: 'x'.repeat(90_000), lang: 'é'.repeat(40_000), '': { 'a.': [[1]] } }
    await published(backend, await backend.write(saves('docs', [odd, { objectID: 'd', title: 'Another server' }])))
    expect(await idsOf(backend, 'docs', 'server')).toEqual(['a', 'b', 'c', 'd'])
    expect(await backend.getRecords([{ index: 'docs', objectID: 'odd' }])).toEqual([odd])
  })

  test('are the latest events, neither too old nor too many', async () => {
    const { open, prefix, cluster } = servers()
    const { backend } = await open()
    const store = new ClusterEventStore(cluster, namesWith(prefix), { ...LIMITS, eventsKept: 3 })
    const old = Date.now() - (LIMITS.eventDays + 1) * 86_400_000
    const event = (userToken: string, receivedAt: number) => ({
      eventType: 'view' as const,
      eventName: 'x',
      index: 'docs',
      userToken,
      receivedAt: new Date(receivedAt).toISOString(),
    })
    await store.adopt([
      event('too old', old),
      ...[5, 4, 3, 2, 1].map((ago) => event(`${ago}`, Date.now() - ago * 60_000)),
    ])
    expect(await backend.events.list(10)).toHaveLength(6)
    await store.expire()
    expect((await backend.events.list(10)).map(({ userToken }) => userToken)).toEqual(['1', '2', '3'])
  })
  test('are the latest events, of no more bytes than the limit says, also of a server that only takes them in', async () => {
    const { open, prefix, cluster } = servers()
    const { backend } = await open()
    const most = { ...LIMITS, eventsKeptBytes: 4000 }
    const store = new ClusterEventStore(cluster, namesWith(prefix), most)
    const bytesKept = async (): Promise<number> =>
      (await backend.events.list(1000)).reduce(
        (sum, event) => sum + Buffer.byteLength(JSON.stringify({ ...event, receivedAt: undefined })),
        0,
      )
    for (let n = 0; n < 30; n++)
      await store.add([
        { eventType: 'view', eventName: 'x', index: 'docs', userToken: `${n}`, filters: ['é'.repeat(200)] },
      ])
    await store.end()
    // What was added while the last of them went may be above it.
    expect(await bytesKept()).toBeLessThan(most.eventsKeptBytes * 2)
    await store.expire()
    expect(await bytesKept()).toBeLessThanOrEqual(most.eventsKeptBytes)
    expect(await backend.events.list(1)).toMatchObject([{ userToken: '29' }])
  })
})
