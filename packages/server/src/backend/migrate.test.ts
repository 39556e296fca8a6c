/** Migrations between two real backends: complete ones, repeated ones, and refused ones. */
import { afterEach, expect, test } from 'vitest'
import type { SearchRecord } from '@docent/engine'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from '../embedded/backend.ts'
import { DEFAULT_KEY_FIELDS } from '../keys/key.ts'
import { migrate } from './migrate.ts'

const opened: EmbeddedBackend[] = []

afterEach(async () => {
  for (const backend of opened.splice(0)) await backend.close()
})

async function open(): Promise<EmbeddedBackend> {
  const backend = await openEmbeddedBackend({ dataDir: folderOf(), searchWorkers: 1 })
  opened.push(backend)
  return backend
}

const records = (count: number): SearchRecord[] =>
  Array.from({ length: count }, (_, i) => ({
    objectID: `r${i}`,
    title: `record ${i}`,
    secret: { n: i, list: [null, true, 'é\u0000'] },
  }))

/** Stores more than one page of records, a second index, settings, parts, replicas, keys and events. */
async function fill(backend: EmbeddedBackend): Promise<void> {
  const settings = { searchableAttributes: ['title'], unretrievableAttributes: ['secret'] }
  await backend.replaceRecords('docs', records(2345), settings)
  await backend.write([{ action: 'save', index: 'a/b é', record: { objectID: '1', title: 'other' } }])
  await backend.write([{ action: 'save', index: 'docs', record: { objectID: 'newest', title: 'newest' } }])
  await backend.updateSettings('empty', { hitsPerPage: 3 })
  await backend.saveParts('docs', 'synonyms', [
    { objectID: 's2', type: 'synonym', synonyms: ['k8s', 'kubernetes'] },
    { objectID: 's1', type: 'synonym', synonyms: ['js', 'javascript'] },
  ])
  const rule = {
    objectID: 'x',
    conditions: [{ pattern: 'a', anchoring: 'is' }],
    consequence: { hide: [{ objectID: '1' }] },
  }
  await backend.saveParts('docs', 'rules', [rule])
  await backend.keys.add({ ...DEFAULT_KEY_FIELDS, acl: ['browse'], validity: 3600 })
  const event = { eventType: 'view', eventName: 'seen', index: 'docs', userToken: 'u' } as const
  await backend.events.add([event, event, { ...event, timestamp: Date.now() }])
  await backend.updateSettings('docs', { replicas: ['docs_down', 'virtual(docs_v)'] })
  await backend.updateSettings('docs_down', { ranking: ['desc(title)'] })
  await backend.updateSettings('docs_v', { customRanking: ['desc(title)'] })
  await backend.saveParts('docs_v', 'synonyms', [])
  const { taskID } = await backend.updateSettings('empty', { hitsPerPage: 4 })
  await backend.waitForTask(taskID)
}

async function contentOf(backend: EmbeddedBackend): Promise<object> {
  const indexes = await Promise.all(
    (await backend.listIndexes()).map(async ({ name, entries }) => ({
      name,
      entries,
      settings: await backend.getSettings(name),
      links: await backend.getLinks(name),
      synonyms: await backend.listParts(name, 'synonyms'),
      rules: await backend.listParts(name, 'rules'),
      first: (await backend.browse(name, {})).hits,
    })),
  )
  return { indexes, keys: await backend.keys.list(), events: await backend.events.list(10) }
}

test('a migration copies the whole content of a backend, in the same order', async () => {
  const [source, target] = [await open(), await open()]
  await fill(source)
  const steps: string[] = []
  const moved = await migrate(source, target, {
    onProgress: ({ index, doing, records: done, total }) => steps.push(`${doing} ${index} ${done}/${total}`),
  })
  expect(moved).toEqual({
    indexes: [
      { name: 'a/b é', records: 1, synonyms: 0, rules: 0 },
      { name: 'docs', records: 2346, synonyms: 2, rules: 1 },
      { name: 'empty', records: 0, synonyms: 0, rules: 0 },
    ],
    replicas: 2,
    keys: 3,
    events: 3,
  })
  expect(steps.filter((step) => step.includes('docs'))).toEqual([
    'writing docs 1000/2346',
    'writing docs 2000/2346',
    'writing docs 2346/2346',
    'checking docs 1000/2346',
    'checking docs 2000/2346',
    'checking docs 2346/2346',
  ])
  const [from, to] = [await contentOf(source), await contentOf(target)]
  expect(to).toEqual(from)
  const [record] = await target.getRecords([{ index: 'docs', objectID: 'r7', unretrievable: true }])
  expect(record).toEqual(records(8)[7])
})

test(
  'a repeated migration copies the changes since the first one, also those of the order',
  { tags: 'long' },
  async () => {
    const [source, target] = [await open(), await open()]
    await fill(source)
    await migrate(source, target)
    const unchanged = (await target.listIndexes()).map(({ updatedAt }) => updatedAt)
    await migrate(source, target)
    expect((await target.listIndexes()).map(({ updatedAt }) => updatedAt)).toEqual(unchanged)

    await source.write([
      { action: 'save', index: 'docs', record: { objectID: 'r3', title: 'changed' } },
      { action: 'delete', index: 'docs', objectID: 'r9' },
      { action: 'delete', index: 'docs', objectID: 'r0' },
      { action: 'save', index: 'docs', record: { objectID: 'r0', title: 'now the newest' } },
    ])
    await source.deletePart('docs', 'rules', 'x')
    await source.updateSettings('docs', { replicas: ['virtual(docs_down)'] })
    await source.updateSettings('empty', { replicas: ['a_new'] })
    await source.updateSettings('docs_down', { ranking: null, hitsPerPage: 7 })
    await migrate(source, target)
    const [from, to] = [await contentOf(source), await contentOf(target)]
    expect(to).toEqual(from)
  },
)

test('a target with an index that the source does not have is refused unchanged', { tags: 'long' }, async () => {
  const [source, target] = [await open(), await open()]
  await fill(source)
  await target.updateSettings('precious', {})
  const keys = await target.keys.list()
  await expect(migrate(source, target)).rejects.toThrow(/holds indexes that the source does not have \(precious\)/)
  expect((await target.listIndexes()).map(({ name }) => name)).toEqual(['precious'])
  expect(await target.keys.list()).toEqual(keys)
})

test('the error names a remaining difference', { tags: 'long' }, async () => {
  const [source, target] = [await open(), await open()]
  await fill(source)
  // Its pages contain another record than the stored one.
  const lossy = new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object)
      if (name !== 'browse') return typeof value === 'function' ? (value.bind(object) as unknown) : value
      return async (...args: Parameters<EmbeddedBackend['browse']>) => {
        const page = await object.browse(...args)
        return { ...page, hits: page.hits.map((hit) => (hit.objectID === 'r5' ? { ...hit, title: 'lost' } : hit)) }
      }
    },
  })
  await expect(migrate(source, lossy)).rejects.toThrow(/differs from the source: docs\/r5;/)
})
