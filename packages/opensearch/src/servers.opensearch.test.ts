/** Behaviour that only a real cluster can test: its refusals, its searches during a switch, and its outage. */
import { expect, test, vi } from 'vitest'
import { SETTINGS, asSearch, fill, idsOf, published, saves } from '../../server/src/backend/conformance/context.ts'
import { createApi } from '../../server/src/http/edge/api.ts'
import type { LogEvent } from '../../server/src/system/log.ts'
import { DEFAULT_KEY_FIELDS } from '../../server/src/keys/key.ts'
import { cut, serversOver, type OpenedServer } from './testing/open-backends.ts'
import { withOpenSearch } from './testing/shared-cluster.ts'

/** Switches of an index during searches; a switch takes up to three seconds on a busy machine. */
const SWITCHES = Number(process.env['DOCENT_SWITCHES'] ?? 4)

const notReady = expect.objectContaining({ code: 'not-ready', status: 503 }) as Error

/** A facet is two fields, and an index has 10,000 at most. */
const TOO_MANY_FACETS = { attributesForFaceting: Array.from({ length: 5001 }, (_, i) => `facet${i}`) }

/** Delays a server's reading of the tasks to be applied until the returned function is called. */
function holdTasks({ cluster }: OpenedServer): () => void {
  const held = Promise.withResolvers<void>()
  cluster.watch = (_method, _path, { body }) =>
    JSON.stringify(body ?? null).includes('"packed"]') ? held.promise : undefined
  return () => held.resolve()
}

withOpenSearch('servers over one cluster', (shared) => {
  const servers = serversOver(shared)

  test('later tasks are applied after a task that the cluster refuses, and every server answers with its error', async () => {
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
    // The started generation is removed.
    await vi.waitFor(
      async () => expect(Object.keys((await cluster.request('GET', `/${prefix}-i*`)) as object)).toHaveLength(1),
      20_000,
    )
  })

  test('the answer for a task that was given up has the reason, and no name of the cluster', async () => {
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
      error: 'The search cluster refused the changes of the task; the log of the servers says why',
    })
    expect(text).not.toContain(prefix)
  })

  test('a server without the cluster refuses with 503, without a name of the cluster, and recovers', async () => {
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
    // A key is looked up in memory, so the answer is the outage and not an invalid key.
    expect(await backend.keys.find(key?.value ?? '')).toEqual(key)
    await vi.waitFor(async () => expect(await backend.readiness()).toMatchObject({ ready: false }), 10_000)
    cluster.watch = () => undefined
    await vi.waitFor(async () => expect(await backend.readiness()).toEqual({ ready: true }), 20_000)
    await published(backend, await backend.write(saves('docs', [{ objectID: 'd', title: 'Another server' }])))
    expect(await idsOf(backend, 'docs', 'server')).toEqual(['a', 'b', 'c', 'd'])
  })

  test('searches of two servers never see a part of a switch', async () => {
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
    // Alternately a replacement with other settings, and a write of all records to the existing generation.
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

  test('a record that OpenSearch cannot index is stored and can be read, and the others are found', async () => {
    const { open } = servers()
    const { backend } = await open()
    await fill(backend, 'docs')
    // Lucene refuses terms of more than 32,766 bytes.
    const odd = { objectID: 'odd', title: 'x'.repeat(90_000), lang: 'é'.repeat(40_000), '': { 'a.': [[1]] } }
    await published(backend, await backend.write(saves('docs', [odd, { objectID: 'd', title: 'Another server' }])))
    expect(await idsOf(backend, 'docs', 'server')).toEqual(['a', 'b', 'c', 'd'])
    expect(await backend.getRecords([{ index: 'docs', objectID: 'odd' }])).toEqual([odd])
  })

  test('a write to another index is visible while a task of one index is slow, or fails', async () => {
    const { open } = servers()
    const { backend, cluster } = await open({ times: { retryMs: 50 } })
    await fill(backend, 'slow')
    const held = Promise.withResolvers<void>()
    let isFailing = false
    cluster.watch = (_, path) => {
      if (!path.includes('-i1000000-') || !path.endsWith('/_bulk')) return undefined
      if (isFailing) throw new TypeError('a defect')
      return held.promise.then(() => {
        throw new TypeError('a defect')
      })
    }
    const waiting = await backend.write(saves('slow', [{ objectID: 'd' }]))
    const isWaiting = async (): Promise<void> =>
      expect(await backend.taskStatus(waiting.tasks[0]?.taskID ?? 0)).toBe('notPublished')
    await fill(backend, 'other')
    await published(backend, await backend.write(saves('other', [{ objectID: 'd' }])))
    await isWaiting()
    isFailing = true
    held.resolve()
    await vi.waitFor(async () => expect(await backend.readiness()).toMatchObject({ failing: ['slow'] }), 30_000)
    await published(backend, await backend.write(saves('other', [{ objectID: 'e' }])))
    await isWaiting()
    cluster.watch = () => undefined
    await published(backend, waiting)
    expect(await idsOf(backend, 'slow')).toEqual(['a', 'b', 'c', 'd'])
    expect(await idsOf(backend, 'other')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
