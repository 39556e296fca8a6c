import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { DOCS_SETTINGS } from '@docent/engine'
import { readDocs } from '@docent/ingest'
import { createApi, isPagesKey, listen, openEmbeddedBackend } from '@docent/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { evalCommand, type EvalOptions } from './eval.ts'

let folder = ''
let docs = ''
let queries = ''
let printed: string[] = []

beforeEach(async () => {
  folder = folderOf()
  docs = join(folder, 'docs')
  queries = join(folder, 'queries.yaml')
  await mkdir(docs)
  await writeFile(join(docs, 'gears.md'), '# Gears\n\nWheels with teeth.\n\n## Ratio\n\nTurn `--ratio` up.\n')
  await writeFile(join(docs, 'chains.md'), '# Chains\n\nLinks of steel.\n')
  await writeFile(queries, 'gears: /gears\nratio: /gears#ratio\nsteel: [/chains]\n')
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
})
afterEach(() => vi.restoreAllMocks())

const evaluate = (options: EvalOptions = {}) => evalCommand(queries, docs, options)
const json = () => JSON.parse(printed.at(-1) ?? '')

test('a run is the baseline of the next run, which fails if a page ranks lower', async () => {
  expect(await evaluate({ json: true })).toBe(0)
  expect(json()).toMatchObject({ all: { queries: 3, mrr10: 1 }, macro: { mrr10: 1 }, sets: { queries: { mrr10: 1 } } })
  const baseline = join(folder, 'baseline.json')
  await writeFile(baseline, printed.at(-1) ?? '')

  expect(await evaluate({ baseline })).toBe(0)
  expect(printed.at(-1)).toMatch(/No regression\.$/)

  await writeFile(join(docs, 'chains.md'), '# Chains\n\nLinks of iron.\n')
  expect(await evaluate({ baseline })).toBe(1)
  expect(printed.at(-1)).toMatch(/"steel" {2}page 1 → not found {2}wanted \/chains/)
  expect(await evaluate({ baseline, tolerance: 0.5 })).toBe(0)

  expect(await evaluate({ baseline, json: true })).toBe(1)
  expect(json().comparison).toMatchObject({
    isRegression: true,
    worse: [{ query: 'steel', expect: ['/chains'], before: { page: 1 }, after: { page: 0 }, first: null }],
    better: [],
  })
})

test('a query is asked as in the search box of its page: with forms of words of the language, and in that language only', async () => {
  await mkdir(join(docs, 'tr'))
  await mkdir(join(docs, 'de'))
  await writeFile(join(docs, 'tr', 'dosya.md'), '# Dosyalar\n\nYaz.\n')
  await writeFile(join(docs, 'de', 'dosya.md'), '# dosyada\n\nSchreib.\n')
  await writeFile(queries, 'dosyada: /tr/dosya\ngears: /gears\n')
  expect(await evaluate({ json: true })).toBe(0)
  expect(json().queries).toMatchObject([
    { page: 1, found: 1 },
    { page: 1, first: '/gears' },
  ])
})

test('a running index is queried over HTTP, for a site on another host and below a path', async () => {
  const backend = await openEmbeddedBackend({ dataDir: join(folder, 'data') })
  const { records } = await readDocs(docs)
  const { taskID } = await backend.replaceRecords('docs', records, DOCS_SETTINGS)
  await backend.waitForTask(taskID)
  const keys = await backend.keys.list()
  const key = keys.find((each) => isPagesKey(each, 'docs'))?.value ?? ''
  const server = await listen(createApi(backend, { publicUrl: 'https://docs.example/next' }).fetch, {
    host: '127.0.0.1',
    port: 0,
  })
  try {
    const host = `http://127.0.0.1:${server.port}`
    expect(await evaluate({ host, index: 'docs', key, base: '/next/', json: true })).toBe(0)
    expect(json().all).toMatchObject({ queries: 3, hit1: 1, section1: 1 })
    expect(json().queries[0].first).toBe('https://docs.example/next/gears')
    await expect(evaluate({ host, index: 'docs', key: 'wrong' })).rejects.toThrow(/Invalid/)
    await expect(evaluate({ host, index: 'none', key })).rejects.toThrow(/none/)
  } finally {
    await server.close()
    await backend.close()
  }
})

test.for([
  ['a host without index and key', { host: 'http://127.0.0.1:1' }, /--index NAME and --key KEY/],
  ['an index without a host', { index: 'docs' }, /need the --host/],
  ['a host and records', { host: 'http://127.0.0.1:1', records: 'r.jsonl' }, /one of them/],
  ['an invalid host', { host: 'search.example', index: 'docs', key: 'k' }, /no address of a search host/],
  ['a baseline that does not exist', { baseline: '/nonexistent.json' }, /there is no such file/],
] as const)('%s is wrong usage', async ([, options, message]) => {
  const error = await evaluate(options).catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'UsageError', message: expect.stringMatching(message) })
})

test('a baseline with other contents is wrong usage', async () => {
  const baseline = join(folder, 'other.json')
  await writeFile(baseline, '{"all": 1}')
  await expect(evaluate({ baseline })).rejects.toThrow(/other\.json is no baseline/)
})
