/** Imports from a real server over HTTP into a data folder, a running server, and a search host. */

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isAdmin, openEmbeddedBackend } from '@docent/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

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
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-import-'))
  source.reset()
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  vi.stubEnv('DOCENT_IMPORT_KEY', source.key)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const options = (more: Partial<ImportOptions> = {}): ImportOptions => ({
  appId: 'app',
  index: 'handbook',
  host: source.url,
  ...more,
})
const data = () => join(folder, '.docent')
/** Adds what Docent does not have to the answers of the source. */
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
  expect(text).toMatch(/1 setting: replicas are not read.* \(replicas\)/)
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

test('a missing key, and a key that may not browse, are refused with a sentence', async () => {
  vi.stubEnv('DOCENT_IMPORT_KEY', '')
  await expect(importCommand(folder, options())).rejects.toThrow(/^Set DOCENT_IMPORT_KEY/)
})
