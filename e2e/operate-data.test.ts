// @module-tag long
/** The data that the operator's commands use, and the owner of an index, with real servers, folders and the API. */

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { nextOutput, run, start, stopAll } from './docent-process.ts'

let root = ''
let folder = ''
let data = ''

beforeEach(async () => {
  root = folderOf()
  folder = join(root, 'docs')
  data = join(root, 'data')
  await writeFile(join(root, 'records.jsonl'), RECORDS.map((record) => JSON.stringify(record)).join('\n'))
  await mkdir(folder)
  await writeFile(join(folder, 'index.md'), '# Gears\n\nAll about gears.\n')
})
afterEach(() => stopAll())

const RECORDS = [
  { objectID: '1', title: 'Cog wheels' },
  { objectID: '2', title: 'Belts' },
]

test.for([
  ['keys', 'list'],
  ['keys', 'create'],
  ['keys', 'delete', '0'.repeat(32)],
  ['events'],
  ['backup', 'copy.db'],
  ['migrate', '--to', 'opensearch', '--opensearch', 'http://127.0.0.1:9'],
])('%j refuses a folder without data, and writes nothing', async (command) => {
  const refused = await run(...command, folder)
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/nothing is stored in .*--data\.\n$/),
  })
  const mistyped = await run(...command, join(root, 'dcos'))
  expect(mistyped).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/dcos does not exist, and nothing is stored/),
  })
  expect(await readdir(root)).toEqual(['docs', 'records.jsonl'])
  expect(await readdir(folder)).toEqual(['index.md'])
})

test('the data folder of a running server is found, wherever it is and however the docs are named', async () => {
  const url = await serve('--data', data)
  await symlink(folder, join(root, 'linked'))
  const key = (await run('keys', 'create', join(root, 'linked'))).stdout.trim()
  expect(await ask(url, key, 'docs', 'gears')).toBe(1)
  await sendEvent(url, key)
  expect((await run('events', folder)).stdout).toContain('"eventName":"Opened"')
  const copy = join(root, 'copy.db')
  expect((await run('backup', copy, folder)).stdout).toContain('records: 1)')
  expect((await run('doctor', folder)).stdout).toContain(data)
  expect(existsSync(join(folder, '.docent'))).toBe(false)
  await stopAll()
  // Without a running server the data folder must be named.
  expect(await run('keys', 'list', folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nothing is stored'),
  })
  expect((await run('keys', 'list', folder, '--data', data)).stdout).toContain(key)
})

test('under the dev server keys, events and backup use the data that doctor counts, also after it has ended', async () => {
  const output = await nextOutput(start('dev', folder, '--port', '0', '--quiet'), /http:\S+/)
  const url = /http:\S+/.exec(output)?.[0] ?? ''
  const key = (await run('keys', 'create', folder)).stdout.trim()
  expect(await ask(url, key, 'docs', 'gears')).toBe(1)
  await sendEvent(url, key)
  const commands = async (copy: string): Promise<string[]> => [
    (await run('events', folder)).stdout.includes('"eventName":"Opened"') ? 'event' : 'none',
    /records: \d+/.exec((await run('backup', join(root, copy), folder)).stdout)?.[0] ?? 'none',
    /\d+ events?/.exec((await run('doctor', folder)).stdout)?.[0] ?? 'none',
  ]
  expect(await commands('while.db')).toEqual(['event', 'records: 1', '1 event'])
  await stopAll()
  expect(await commands('after.db')).toEqual(['event', 'records: 1', '1 event'])
})

test('writes that the next start would undo are refused', async () => {
  const url = await serve()
  const { adminKey } = JSON.parse(await readFile(join(folder, '.docent/server.json'), 'utf8'))
  const records = join(root, 'records.jsonl')
  const sent = await run('index', records, '--to', url, '--key', adminKey)
  expect(sent).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/docs is made from the docs folder.*--search-only/),
  })
  expect(await run('index', folder)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/docent serve at its next start/),
  })
  const changes: [string, string, unknown][] = [
    ['POST', '/1/indexes/docs/batch', { requests: [{ action: 'addObject', body: { title: 'x' } }] }],
    ['POST', '/1/indexes/*/batch', { requests: [{ action: 'clear', indexName: 'docs' }] }],
    ['POST', '/1/indexes/docs', { title: 'x' }],
    ['PUT', '/1/indexes/docs/1', { title: 'x' }],
    ['POST', '/1/indexes/docs/1/partial', { title: 'x' }],
    ['DELETE', '/1/indexes/docs/1', undefined],
    ['POST', '/1/indexes/docs/clear', undefined],
    ['POST', '/1/indexes/docs/deleteByQuery', { filters: 'lang:en' }],
    ['PUT', '/1/indexes/docs/settings', { customRanking: ['asc(x)'] }],
    ['DELETE', '/1/indexes/docs', undefined],
    ['POST', '/1/indexes/other/operation', { operation: 'copy', destination: 'docs' }],
    ['POST', '/1/indexes/other/operation', { operation: 'move', destination: 'docs' }],
    ['POST', '/1/indexes/docs/operation', { operation: 'move', destination: 'other' }],
  ]
  for (const [method, path, body] of changes) {
    const answer = await call(url, adminKey, method, path, body)
    expect([path, answer.status, answer.message]).toEqual([path, 400, expect.stringContaining('docs folder')])
  }
  // A restart keeps these.
  expect(
    (await call(url, adminKey, 'POST', '/1/indexes/docs/operation', { operation: 'copy', destination: 'x' })).status,
  ).toBe(200)
  const synonym = { objectID: 's', type: 'synonym', synonyms: ['gears', 'cogs'] }
  expect((await call(url, adminKey, 'PUT', '/1/indexes/docs/synonyms/s', synonym)).status).toBe(200)
  expect((await call(url, adminKey, 'GET', '/1/indexes/docs/settings')).names).not.toContain('_folderIndex')
})

test('records of other programs are never replaced by the folder', async () => {
  const url = await serve('--search-only', '--data', data)
  expect((await fetch(url)).status).toBe(404)
  expect((await fetch(`${url}_docent/ready`)).status).toBe(200)
  const { adminKey, searchKey } = JSON.parse(await readFile(join(data, 'server.json'), 'utf8'))
  expect((await run('index', join(root, 'records.jsonl'), '--to', url, '--key', adminKey)).code).toBe(0)
  expect(await ask(url, searchKey, 'docs', 'cog')).toBe(1)
  await stopAll()

  const refused = await run('serve', folder, '--data', data, '--port', '0')
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/holds 2 records that were not made from a docs folder/),
  })
  const again = await serve('--search-only', '--data', data)
  expect(await ask(again, searchKey, 'docs', 'cog')).toBe(1)
  await stopAll()

  // An explicit command makes it the folder's index.
  expect((await run('index', folder, '--data', data)).code).toBe(0)
  const served = await serve('--data', data)
  expect([await ask(served, searchKey, 'docs', 'cog'), await ask(served, searchKey, 'docs', 'gears')]).toEqual([0, 1])
  await stopAll()
  // And vice versa: an index that others could write to is no longer the folder's.
  await serve('--search-only', '--data', data)
  await stopAll()
  expect((await run('serve', folder, '--data', data, '--port', '0')).code).toBe(2)
})

test('pages carry a key that was made for pages, and another one soon after its deletion', async () => {
  await run('index', folder)
  for (const args of [['--index', 'other'], ['--expires', '1d'], []]) await run('keys', 'create', folder, ...args)
  const url = await serve()
  const { adminKey, searchKey } = JSON.parse(await readFile(join(folder, '.docent/server.json'), 'utf8'))
  const inPage = async (): Promise<string> =>
    /"apiKey":"([0-9a-f]{32})"/.exec(await (await fetch(url)).text())?.[1] ?? ''
  expect(await inPage()).toBe(searchKey)
  expect((await call(url, adminKey, 'DELETE', `/1/keys/${searchKey}`)).status).toBe(200)
  await expect.poll(inPage).not.toBe(searchKey)
  const next = await inPage()
  expect(await ask(url, next, 'docs', 'gears')).toBe(1)
  const keys = JSON.parse((await run('keys', 'list', folder, '--json')).stdout) as {
    value: string
    description: string
  }[]
  expect(keys.find(({ value }) => value === next)?.description).toBe('Search only, for pages')
  await stopAll()
  await serve()
  expect(JSON.parse(await readFile(join(folder, '.docent/server.json'), 'utf8')).searchKey).toBe(next)
})

/** Starts the production server and waits for its address. */
async function serve(...args: string[]): Promise<string> {
  const output = await nextOutput(start('serve', folder, '--port', '0', '--quiet', ...args), /http:\S+/)
  return /http:\S+/.exec(output)?.[0] ?? ''
}

/** The number of hits of a query. */
async function ask(url: string, key: string, index: string, query: string): Promise<unknown> {
  return (await call(url, key, 'POST', `/1/indexes/${index}/query`, { query })).nbHits
}

async function sendEvent(url: string, key: string): Promise<void> {
  const event = { eventType: 'click', eventName: 'Opened', index: 'docs', userToken: 'a', objectIDs: ['1'] }
  expect((await call(url, key, 'POST', '/1/events', { events: [event] })).status).toBe(200)
}

async function call(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; message: unknown; nbHits: unknown; names: string[] }> {
  const answer = await fetch(new URL(path, url), {
    method,
    headers: { 'x-algolia-application-id': 'docent', 'x-algolia-api-key': key },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const read = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, message: read.message, nbHits: read.nbHits, names: Object.keys(read) }
}
