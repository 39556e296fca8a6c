/** Several servers over one cluster, and searches while an index is switched. */
import { expect, test, vi } from 'vitest'
import {
  RECORDS,
  SETTINGS,
  asSearch,
  fill,
  idsOf,
  published,
  saves,
} from '../../server/src/backend/conformance/context.ts'
import { DEFAULT_KEY_FIELDS } from '../../server/src/keys/key.ts'
import { serversOver } from './testing/open-backends.ts'
import { withOpenSearch } from './testing/shared-cluster.ts'
import { STATE_FORMAT } from './state/documents.ts'

/** Three seconds each on a busy machine; DOCENT_SWITCHES for more. */
const SWITCHES = Number(process.env['DOCENT_SWITCHES'] ?? 16)

withOpenSearch('servers over one cluster', (shared) => {
  const servers = serversOver(shared)

  test('see what another one has written: records, settings, parts, keys, events', async () => {
    const { open } = servers()
    const [{ backend: one }, { backend: other }] = [await open(), await open()]
    await fill(one, 'docs')
    await one.saveParts('docs', 'rules', [{ objectID: 'rule' }])
    const key = await one.keys.add(DEFAULT_KEY_FIELDS)
    await one.events.add([{ eventType: 'click', eventName: 'x', index: 'docs', userToken: 'u' }])
    await vi.waitFor(async () => {
      expect(await idsOf(other, 'docs')).toEqual(['a', 'b', 'c'])
      expect(await other.getSettings('docs')).toEqual(SETTINGS)
      expect(await other.listParts('docs', 'rules')).toEqual([{ objectID: 'rule' }])
      expect(await other.keys.find(key.value)).toEqual(key)
    }, 10_000)
    expect(await other.events.list(1)).toMatchObject([{ userToken: 'u' }])
    const [ones, others] = [await one.keys.list(), await other.keys.list()]
    expect(others).toEqual(ones)
  })

  test('see with one look what another one has published; they look four times a second', async () => {
    const { open } = servers()
    const [{ backend: one }, other] = [await open(), await open()]
    await fill(one, 'docs')
    const looks: (() => void)[] = []
    other.cluster.watch = (_, path, { body }) => {
      if (path !== '/_mget' || !JSON.stringify(body).includes('"lease"')) return undefined
      const held = Promise.withResolvers<void>()
      looks.push(held.resolve)
      return held.promise
    }
    const begun = (count: number): Promise<void> => vi.waitFor(() => expect(looks).toHaveLength(count), 10_000)
    await begun(1)
    await published(one, await one.write(saves('docs', [{ objectID: 'd' }])))
    looks[0]?.()
    // The second begins when the first is done.
    await begun(2)
    expect(await idsOf(other.backend, 'docs')).toEqual(['a', 'b', 'c', 'd'])
    other.cluster.watch = () => undefined
    looks[1]?.()
  })

  test('wait for tasks that another one has taken, and know their state by number', async () => {
    const { open } = servers()
    const [{ backend: one }, { backend: other }] = [await open(), await open()]
    const { tasks } = await one.write(saves('docs', RECORDS))
    const taskID = tasks[0]?.taskID ?? 0
    await other.waitForTask(taskID)
    expect(await idsOf(other, 'docs')).toEqual(['a', 'b', 'c'])
    expect(await other.taskStatus(taskID)).toBe('published')
    expect(await other.taskStatus(taskID + 1)).toBeUndefined()
  })

  test('take numbers at the same time, and none is lost or given twice', async () => {
    const { open } = servers()
    const both = [(await open()).backend, (await open()).backend]
    const receipts = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const backend = both[i % 2]
        if (backend === undefined) throw new Error('There are two')
        return backend.write([
          ...saves('a', [{ objectID: `a${i}` }]),
          ...(i % 3 === 0 ? saves('b', [{ objectID: `b${i}` }]) : []),
        ])
      }),
    )
    const numbers = receipts.flatMap(({ tasks }) => tasks.map(({ taskID }) => taskID)).sort((x, y) => x - y)
    expect(numbers).toEqual(Array.from({ length: 80 }, (_, i) => i + 1))
    for (const backend of both) {
      await backend.waitForTask(80)
      expect((await backend.browse('a', {})).nbHits).toBe(60)
      expect((await backend.browse('b', {})).nbHits).toBe(20)
      expect((await backend.figures()).pendingTasks).toBe(0)
    }
  })

  test('replace an index at the same time, and one of the two is what stays, whole', async () => {
    const { open } = servers()
    const both = [(await open()).backend, (await open()).backend]
    const of = (who: number) =>
      Array.from({ length: 30 }, (_, i) => ({ objectID: `${i % 2 ? who : 'both'}-${i}`, title: 'word', who }))
    const receipts = await Promise.all(both.map((backend, who) => backend.replaceRecords('docs', of(who), SETTINGS)))
    const last = Math.max(...receipts.map(({ taskID }) => taskID))
    await Promise.all(both.map((backend) => backend.waitForTask(last)))
    const hits = (await both[0]?.browse('docs', {}))?.hits ?? []
    expect(hits).toHaveLength(30)
    expect(new Set(hits.map((hit) => hit['who'])).size).toBe(1)
  })

  test('never show a part of a switch, on any of them', async () => {
    const { open } = servers()
    const [{ backend: one }, { backend: other }] = [await open(), await open()]
    const generation = (n: number) => Array.from({ length: 20 }, (_, i) => ({ objectID: `${i}`, title: 'word', n }))
    const settings = (n: number) => ({ ...SETTINGS, userData: n })
    await one.waitForTask((await one.replaceRecords('mix', generation(0), settings(0))).taskID)
    await vi.waitFor(() => idsOf(other, 'mix'), 10_000)
    const end = new AbortController()
    let seen = 0
    const searching = [one, other].map(async (backend) => {
      while (!end.signal.aborted) {
        const answers = (
          await backend.search([
            { indexName: 'mix', query: 'word', hitsPerPage: 20 },
            { indexName: 'mix', query: 'wrod', hitsPerPage: 20 },
            { indexName: 'mix', query: '', hitsPerPage: 20 },
          ])
        ).map(asSearch)
        expect(answers.map(({ hits }) => hits.length)).toEqual([20, 20, 20])
        expect(new Set(answers.flatMap(({ hits }) => hits.map((hit) => hit['n']))).size).toBe(1)
        seen++
      }
    })
    const switching = async (): Promise<void> => {
      for (let n = 1; n <= SWITCHES; n++) await switchTo(n)
      end.abort()
    }
    // By turns a whole replacement with other settings, and a write of all records into what is there.
    const switchTo = async (n: number): Promise<void> => {
      const taskID =
        n % 2 === 0
          ? (await one.replaceRecords('mix', generation(n), settings(n))).taskID
          : ((await one.write(saves('mix', generation(n)))).tasks[0]?.taskID ?? 0)
      await one.waitForTask(taskID)
    }
    await Promise.all([switching(), ...searching]).finally(() => end.abort())
    expect(seen).toBeGreaterThan(2)
  }, 240_000)

  test('refuse state that a newer one has written, and leave it as it is', async () => {
    const { open, prefix, cluster } = servers()
    const { backend } = await open()
    await published(backend, await backend.write(saves('docs', RECORDS)))
    await backend.close()
    const path = `/${prefix}-state/_doc/head`
    const { _source } = (await cluster.request('GET', path)) as { _source: object }
    const newer = { ..._source, format: STATE_FORMAT + 1 }
    await cluster.request('PUT', path, { body: newer })
    await expect(open()).rejects.toThrow(expect.objectContaining({ code: 'newer-database' }) as Error)
    expect(await cluster.request('GET', path)).toMatchObject({ _source: newer })
  })
})
