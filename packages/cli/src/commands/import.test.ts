/** Imports from a real server over HTTP into a data folder, a running server, and a search host. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { type EmbeddedBackend, isAdmin, openEmbeddedBackend } from '@docent/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { type SourceServer, startSource } from '../testing/source-server.ts'
import { importCommand, type ImportOptions } from './import.ts'

const records = Array.from({ length: 1200 }, (_, i) => ({
  objectID: `r${i}`,
  hierarchy: { lvl0: `Section ${i}` },
  content: `about gear ${i}`,
}))
const synonyms = [
  { objectID: 's1', type: 'synonym', synonyms: ['k8s', 'kubernetes'] },
  { objectID: 's2', type: 'oneWaySynonym', input: 'gear', synonyms: ['cog'] },
]
const rule = { objectID: 'pin', conditions: [{ pattern: 'a', anchoring: 'is' }], consequence: { promote: [] } }
const facetRule = {
  objectID: 'facet',
  conditions: [{ pattern: '{facet:brand}', anchoring: 'is' }],
  consequence: { params: { automaticFacetFilters: ['brand'] } },
}

let source: SourceServer
let folder: string
let printed: string[]

beforeAll(async () => {
  source = await startSource('handbook', records, { searchableAttributes: ['content'], customRanking: ['asc(x)'] })
  await source.backend.saveParts('handbook', 'synonyms', synonyms)
  await source.backend.waitForTask((await source.backend.saveParts('handbook', 'rules', [rule])).taskID)
})
afterAll(() => source.close())
beforeEach(() => {
  folder = folderOf()
  source.reset()
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  vi.stubEnv('DOCENT_IMPORT_KEY', source.key)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const options = (more: Partial<ImportOptions> = {}): ImportOptions => ({
  appId: 'app',
  index: 'handbook',
  host: source.url,
  ...more,
})
const data = () => join(folder, '.docent')
/** Adds a rule and settings that Docent does not have to the answers of the source. */
const unsupported = async ({ path, request }: { path: string; request: Request }) => {
  if (path === '/1/indexes/handbook/rules/search')
    return Response.json({ hits: [rule, facetRule, { ...facetRule, objectID: 'facet 2' }], nbHits: 3 })
  if (!path.endsWith('/settings') || request.method !== 'GET') return undefined
  return Response.json({
    searchableAttributes: ['content'],
    replicas: ['handbook_by_date'],
    newFeature: { x: 1 },
    relevancyStrictness: 50,
    enablePersonalization: false,
    version: 2,
  })
}

test('the data folder has the index as the source has it, and the site’s lines are printed', async () => {
  expect(await importCommand(folder, options())).toBe(0)
  expect(printed.join('\n')).toMatch(
    /^records {3}1,200 of 1,200\nsynonyms {2}2 of 2\nrules {5}1 of 1\nThe index handbook is complete/,
  )
  const [, key] = /appId: 'docent', apiKey: '([0-9a-f]{32})'/.exec(printed.join('\n')) ?? []
  expect(await readdir(data())).not.toContain('arrived.db')
  const backend = await openEmbeddedBackend({ dataDir: data(), searchWorkers: 1 })
  try {
    const pages = [await backend.browse('handbook', {}), await source.backend.browse('handbook', {})]
    expect(pages[0]?.hits).toEqual(pages[1]?.hits)
    expect(await backend.listParts('handbook', 'synonyms')).toEqual(synonyms)
    expect(await backend.listParts('handbook', 'rules')).toEqual([rule])
    expect(await backend.getSettings('handbook')).toMatchObject({
      searchableAttributes: ['content'],
      customRanking: ['asc(x)'],
    })
    expect((await backend.listIndexes()).map(({ name, entries }) => [name, entries])).toEqual([['handbook', 1200]])
    expect(await backend.keys.find(key ?? '')).toMatchObject({ acl: ['search'], indexes: ['handbook'] })
  } finally {
    await backend.close()
  }
})

test('unsupported parts are named with their counts, and the rest is imported', async () => {
  source.fault = unsupported
  expect(await importCommand(folder, options())).toBe(0)
  const text = printed.join('\n')
  expect(text).toMatch(/rules {5}1 of 3/)
  expect(text).toMatch(/2 rules: .*\{facet:…\} in a pattern is not supported; write the words \(facet, facet 2\)/)
  expect(text).toMatch(/1 setting: Unknown parameter: newFeature \(newFeature\)/)
  expect(text).toMatch(/replicas {2}0 of 1/)
  expect(text).toMatch(/1 replica: the source does not show it: .*does not exist.* \(handbook_by_date\)/)
  expect(text).toMatch(/1 setting: stored, without effect \(relevancyStrictness\)/)
  expect(text).not.toMatch(/enablePersonalization|version/)
})

test('records that Docent does not take are named, and counted as missing', async () => {
  const huge = { objectID: 'huge', content: 'x'.repeat(150_000) }
  source.fault = ({ path }) => {
    if (path === '/1/indexes') return Response.json({ items: [] })
    return path.endsWith('/browse')
      ? Response.json({ hits: [{ objectID: 7, content: 'seven' }, huge], nbHits: 2 })
      : undefined
  }
  expect(await importCommand(folder, options({ json: true }))).toBe(0)
  expect(JSON.parse(printed.at(-1) ?? '')).toMatchObject({
    source: { records: 2 },
    target: { records: 1 },
    unsupported: [{ kind: 'record', name: 'huge', reason: expect.stringContaining('Record is too big') }],
  })
})

test('attributes that the key does not show are named', { tags: 'long' }, async () => {
  source.fault = ({ path, request }) =>
    path.endsWith('/settings') && request.method === 'GET'
      ? Response.json({ unretrievableAttributes: ['secret', 'content'] })
      : undefined
  await importCommand(folder, options())
  expect(printed.join('\n')).toMatch(/No record has secret, which the settings hide: with seeUnretrievableAttributes/)
})

test('a search host: the old index is replaced when the import is complete, and not by a failed one', async () => {
  const target = await startSource('handbook', [{ objectID: 'old' }], { hitsPerPage: 7 })
  const key = (await target.backend.keys.list()).find(isAdmin)?.value ?? ''
  const to = { to: target.url, key }
  try {
    // The host loses a synonym.
    target.fault = ({ path }) =>
      path.endsWith('/synonyms/search') ? Response.json({ hits: [], nbHits: 1 }) : undefined
    await expect(importCommand(folder, options(to))).rejects.toThrow(
      /The host has 1 of 2 synonyms\. The index handbook is unchanged/,
    )
    expect((await target.backend.browse('handbook', {})).hits).toEqual([{ objectID: 'old' }])

    target.reset()
    source.paths.length = 0
    expect(await importCommand(folder, options(to))).toBe(0)
    // Every record had arrived: only their number is read again.
    expect(source.paths.filter((path) => path.endsWith('/browse'))).toHaveLength(2)
    expect(printed.join('\n')).toMatch(/1,200 records had arrived before\./)
    expect(printed.join('\n')).toContain(
      `hosts: [{ url: '${new URL(target.url).host}', accept: 'readWrite', protocol: 'http' }]`,
    )
    expect((await target.backend.listIndexes()).map(({ name, entries }) => [name, entries])).toEqual([
      ['handbook', 1200],
    ])
    // Of the old index, no setting is left.
    expect(await target.backend.getSettings('handbook')).toMatchObject({ hitsPerPage: 20 })
  } finally {
    await target.close()
  }
})

describe('replicas', () => {
  let shop: SourceServer
  const more = [{ objectID: 's3', type: 'synonym', synonyms: ['lamp', 'light'] }]
  const from = (more: Partial<ImportOptions> = {}) =>
    importCommand(folder, { appId: 'app', index: 'shop', host: shop.url, json: true, ...more })
  const result = () => JSON.parse(printed.at(-1) ?? '') as Record<string, unknown>

  /** The order of a search, and everything that the wire shows of the index. */
  async function stateOf(backend: EmbeddedBackend, indexName: string): Promise<unknown> {
    const [found] = await backend.search([{ indexName, query: 'lamp' }])
    return {
      order: (found as { hits: { objectID: string }[] }).hits.map(({ objectID }) => objectID),
      links: await backend.getLinks(indexName),
      settings: await backend.getSettings(indexName),
      synonyms: await backend.listParts(indexName, 'synonyms'),
      rules: await backend.listParts(indexName, 'rules'),
    }
  }
  const settings = async (index: string, changes: Record<string, unknown>): Promise<void> =>
    shop.backend.waitForTask((await shop.backend.updateSettings(index, changes)).taskID)

  beforeAll(async () => {
    const lamps = [30, 10, 90].map((price) => ({ objectID: `p${price}`, name: 'A lamp', price }))
    shop = await startSource('shop', lamps, { searchableAttributes: ['name'], customRanking: ['asc(name)'] })
    await shop.backend.saveParts('shop', 'synonyms', synonyms)
    await settings('shop', { replicas: ['shop_asc', 'virtual(shop_desc)'] })
    await settings('shop_asc', { ranking: ['asc(price)', 'typo'], hitsPerPage: 7 })
    await settings('shop_desc', { customRanking: ['desc(price)'], relevancyStrictness: 40 })
    await shop.backend.saveParts('shop_asc', 'synonyms', more, { replaceAll: true })
    await shop.backend.waitForTask((await shop.backend.saveParts('shop_desc', 'rules', [rule])).taskID)
  })
  afterAll(() => shop.close())
  beforeEach(() => {
    shop.reset()
    vi.stubEnv('DOCENT_IMPORT_KEY', shop.key)
  })

  test('have their own order, settings, synonyms and rules here, and the key for pages searches them', async () => {
    expect(await from()).toBe(0)
    expect(result()).toMatchObject({
      source: { records: 3, replicas: 2 },
      target: { records: 3, replicas: 2 },
      unsupported: [
        { kind: 'setting', name: 'relevancyStrictness', replica: 'shop_desc', reason: 'stored, without effect' },
      ],
    })
    const backend = await openEmbeddedBackend({ dataDir: data(), searchWorkers: 1 })
    try {
      for (const index of ['shop', 'shop_asc', 'shop_desc'])
        expect(await stateOf(backend, index)).toMatchObject((await stateOf(shop.backend, index)) as object)
      expect(await stateOf(backend, 'shop_asc')).toMatchObject({ order: ['p10', 'p30', 'p90'], synonyms: more })
      expect(await stateOf(backend, 'shop_desc')).toMatchObject({ order: ['p90', 'p30', 'p10'], rules: [rule] })
      expect(await backend.keys.find(String(result()['searchKey']))).toMatchObject({
        indexes: ['shop', 'shop_asc', 'shop_desc'],
      })
    } finally {
      await backend.close()
    }
  })

  test('that the host cannot have are named, and a setting that only the index can have', async () => {
    const target = await startSource('shop_asc', [{ objectID: 'own' }], {})
    const key = (await target.backend.keys.list()).find(isAdmin)?.value ?? ''
    shop.fault = ({ path, request }) =>
      path === '/1/indexes/shop_desc/settings' && request.method === 'GET'
        ? Response.json({ customRanking: ['desc(price)'], searchableAttributes: ['text'], newFeature: 1 })
        : undefined
    try {
      expect(await from({ to: target.url, key })).toBe(0)
      expect(result()).toMatchObject({ target: { replicas: 1 } })
      expect(result()['unsupported']).toEqual([
        {
          kind: 'setting',
          name: 'searchableAttributes',
          replica: 'shop_desc',
          reason: 'a replica has the value of its index',
        },
        { kind: 'setting', name: 'newFeature', replica: 'shop_desc', reason: 'Unknown parameter: newFeature' },
        { kind: 'replica', name: 'shop_asc', reason: expect.stringContaining('holds 1 record of its own') },
      ])
      expect(await stateOf(target.backend, 'shop_desc')).toMatchObject({ order: ['p90', 'p30', 'p10'] })
      expect((await target.backend.browse('shop_asc', {})).hits).toEqual([{ objectID: 'own' }])
    } finally {
      await target.close()
    }
  })

  test('of an import that ended between them are written without the records again; a repeated import changes nothing', async () => {
    const target = await startSource('shop', [{ objectID: 'old' }], {})
    await target.backend.waitForTask(
      (await target.backend.updateSettings('shop', { replicas: ['shop_desc', 'virtual(shop_old)'] })).taskID,
    )
    const key = (await target.backend.keys.list()).find(isAdmin)?.value ?? ''
    const batches = () => target.paths.filter((path) => /^\/1\/indexes\/shop_tmp_[^/]*\/batch$/.test(path))
    try {
      target.fault = ({ path }) =>
        path === '/1/indexes/shop_desc/synonyms/clear'
          ? Response.json({ message: 'No', status: 400 }, { status: 400 })
          : undefined
      await expect(from({ to: target.url, key })).rejects.toThrow(
        /No\. The index shop is complete, its replicas are not: start the command again to continue/,
      )
      expect(batches()).toHaveLength(1)
      target.reset()
      expect(await from({ to: target.url, key })).toBe(0)
      expect(batches()).toEqual([])
      const links = { replicas: ['shop_asc', 'virtual(shop_desc)', 'virtual(shop_old)'] }
      expect(await stateOf(target.backend, 'shop')).toMatchObject({ links })
      const states = () => Promise.all(['shop_asc', 'shop_desc'].map((index) => stateOf(target.backend, index)))
      const before = await states()
      expect(before).toMatchObject(
        await Promise.all(['shop_asc', 'shop_desc'].map((index) => stateOf(shop.backend, index))),
      )
      expect(await from({ to: target.url, key })).toBe(0)
      expect(await states()).toEqual(before)
      expect(await stateOf(target.backend, 'shop')).toMatchObject({ links })
    } finally {
      await target.close()
    }
  })
})

test('a missing key, and a key that may not browse, are refused with a sentence', async () => {
  vi.stubEnv('DOCENT_IMPORT_KEY', '')
  await expect(importCommand(folder, options())).rejects.toThrow(/^Set DOCENT_IMPORT_KEY/)
})
