/** The operator's commands: keys, records, backups, doctor; with a real server and real files. */

import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { nextOutput, run, start, stopAll } from './docent-process.ts'

let folder = ''

beforeEach(() => void (folder = folderOf({ 'index.md': '# Gears\n\nAll about gears.\n' })))
afterEach(() => stopAll())

test('a key is made, listed and deleted, without a running server', { tags: 'long' }, async () => {
  expect((await run('index', folder)).code).toBe(0)
  const made = await run('keys', 'create', folder, '--acl', 'search', '--acl', 'browse', '--index', 'docs', '--json')
  const { key } = JSON.parse(made.stdout)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const listed = JSON.parse((await run('keys', 'list', folder, '--json')).stdout)
  expect(listed).toContainEqual(expect.objectContaining({ value: key, acl: ['search', 'browse'], indexes: ['docs'] }))
  expect(listed.flatMap((one: { acl: string[] }) => one.acl)).not.toContain('admin')
  expect((await run('keys', 'delete', key, folder)).code).toBe(0)
  expect((await run('keys', 'list', folder)).stdout).not.toContain(key)
})

test('a running server accepts a new key at once, and refuses a deleted one', async () => {
  const url = await serve('--base', '/handbook/')
  const key = (await run('keys', 'create', folder, '--expires', '1d', '--description', 'A test')).stdout.trim()
  const ask = () =>
    fetch(`${new URL(url).origin}/1/indexes/docs/query?x-algolia-application-id=docent&x-algolia-api-key=${key}`, {
      method: 'POST',
      body: '{"query": "gears"}',
    })
  expect((await ask()).status).toBe(200)
  expect((await run('keys', 'list', folder)).stdout).toMatch(new RegExp(`${key}.*86400 s.*A test`))
  expect((await run('keys', 'delete', key, folder)).code).toBe(0)
  expect((await ask()).status).toBe(403)
})

test.for([
  ['an unknown right', ['keys', 'create', '--acl', 'everything'], /no right "everything"/, 2],
  ['an expiry that is none', ['keys', 'create', '--expires', 'soon'], /--expires soon is no duration/, 2],
  ['a key that is not there', ['keys', 'delete', '0'.repeat(32)], /Key does not exist/, 1],
  ['a backup of nothing', ['backup', 'copy.db'], /nothing is stored/, 2],
  ['a restore from nothing', ['restore', '/nonexistent.db'], /There is no file/, 1],
] as const)('%s: one sentence and the exit code', { tags: 'long' }, async ([, args, message, expected]) => {
  if (args[0] === 'keys') await run('index', folder)
  const { code, stderr } = await run(...args, folder)
  expect(stderr).toMatch(message)
  expect(stderr.trim().split('\n').length).toBe(1)
  expect(code).toBe(expected)
})

test('a backup of a running server is restored into the stopped one', { tags: 'long' }, async () => {
  const file = join(folder, 'copy.db')
  const url = await serve()
  const key = (await run('keys', 'create', folder)).stdout.trim()
  expect(await run('backup', file, folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('records: 1)') })
  const again = await run('backup', file, folder)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
  const { pid } = JSON.parse(await readFile(join(folder, '.docent/server.json'), 'utf8'))
  const refused = await run('restore', file, folder)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`process ${pid}`) })
  expect((await run('keys', 'delete', key, folder)).code).toBe(0)
  expect((await fetch(url)).status).toBe(200)

  await stopAll()
  expect((await run('restore', file, folder)).code).toBe(0)
  expect(existsSync(join(folder, '.docent/docent.db.before-restore'))).toBe(true)
  expect((await run('keys', 'list', folder)).stdout).toContain(key)
})

test('records go into the data folder, and into a running server at another address', { tags: 'long' }, async () => {
  const file = join(folder, 'records.jsonl.gz')
  const records = [
    { objectID: '1', title: 'Cog wheels' },
    { objectID: '2', title: 'Belts' },
  ]
  await writeFile(file, gzipSync(records.map((record) => JSON.stringify(record)).join('\n')))
  const data = join(folder, 'data')
  const here = await run('index', file, '--index', 'parts', '--data', data, '--json')
  expect(JSON.parse(here.stdout)).toMatchObject({ index: 'parts', records: 2 })
  const url = await serve('--data', data)
  const key = (await run('keys', 'create', folder, '--data', data, '--index', 'parts*', ...rights())).stdout.trim()
  const ask = async (query: string): Promise<number> => {
    const credentials = `x-algolia-application-id=docent&x-algolia-api-key=${key}`
    const answer = await fetch(`${url}1/indexes/parts/query?${credentials}`, {
      method: 'POST',
      body: JSON.stringify({ query }),
    })
    return ((await answer.json()) as { nbHits: number }).nbHits
  }
  expect(await ask('cog')).toBe(1)
  await writeFile(join(folder, 'new.jsonl'), '{"objectID":"3","title":"Axles"}\n')
  const there = await run('index', join(folder, 'new.jsonl'), '--to', url, '--key', key, '--index', 'parts')
  expect(there).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 record in parts/) })
  expect([await ask('axle'), await ask('cog')]).toEqual([1, 0])
  // By the running server of the data folder, without naming it.
  await writeFile(join(folder, 'third.jsonl'), '{"objectID":"4","title":"Springs"}\n')
  expect((await run('index', join(folder, 'third.jsonl'), '--index', 'parts', '--data', data)).code).toBe(0)
  expect(await ask('spring')).toBe(1)
  const wrong = await run('index', join(folder, 'new.jsonl'), '--to', url, '--key', 'wrong', '--index', 'parts')
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Invalid Application-ID or API key') })
  const reader = (await run('keys', 'create', folder, '--data', data)).stdout.trim()
  for (const [to, by, said] of [
    [url, reader, /Method not allowed .* the key needs addObject.* parts is unchanged\.$/],
    [`${url}docs`, key, /status 40[45]: --to needs the address of a search host.* parts is unchanged\.$/],
  ] as const) {
    const refused = await run('index', join(folder, 'new.jsonl'), '--to', to, '--key', by, '--index', 'parts')
    expect([refused.code, refused.stderr.trim()]).toEqual([1, expect.stringMatching(said)])
  }
  expect(await ask('spring')).toBe(1)
})

test('the doctor names damage, and an admin key that came in a URL', { tags: 'long' }, async () => {
  await writeFile(join(folder, 'index.md'), '# Gears\n')
  const url = await serve()
  const { adminKey } = JSON.parse(await readFile(join(folder, '.docent/server.json'), 'utf8'))
  await fetch(`${url}1/keys?x-algolia-application-id=docent&x-algolia-api-key=${adminKey}`)
  const healthy = await run('doctor', folder)
  expect(healthy.code).toBe(0)
  expect(healthy.stdout).toMatch(/docs {2}1 record\b/)
  expect(healthy.stdout).toMatch(/Warnings {2}1\n.*An admin key was sent in a URL/)
  expect(healthy.stdout).not.toContain(adminKey)
  const log = await readLog()
  expect(log).toContainEqual(expect.objectContaining({ event: 'request', route: '/1/keys', status: 200 }))
  expect(JSON.stringify(log)).not.toContain(adminKey)

  await stopAll()
  const [index] = await readdir(join(folder, '.docent/indexes'))
  const [file] = await readdir(join(folder, '.docent/indexes', index ?? ''))
  await writeFile(join(folder, '.docent/indexes', index ?? '', file ?? ''), 'damaged')
  const ill = await run('doctor', folder, '--json')
  expect(ill.code).toBe(1)
  expect(JSON.parse(ill.stdout).setup).toEqual([expect.stringMatching(/index file of docs cannot be read/)])
})

test(
  'the log can be written to the output, and holds queries unless an option omits them',
  { tags: 'long' },
  async () => {
    const search = async (url: string): Promise<void> => {
      const { searchKey } = JSON.parse(await readFile(join(folder, '.docent/server.json'), 'utf8'))
      const credentials = `x-algolia-application-id=docent&x-algolia-api-key=${searchKey}`
      await fetch(`${url}1/indexes/docs/query?${credentials}`, { method: 'POST', body: '{"query":"private"}' })
    }
    for (const [args, expected] of [
      [[], true],
      [['--no-log-queries'], false],
    ] as const) {
      const child = start('serve', folder, '--port', '0', '--log', 'stdout', ...args)
      const lines = nextOutput(child, /"event":"request".*\n/)
      await nextOutput(child, /"event":"started".*\n/)
      const { url } = JSON.parse(await readFile(join(folder, '.docent/server.json'), 'utf8'))
      await search(url)
      const text = await lines
      expect(text.includes('private')).toBe(expected)
      for (const line of text.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event')
      await stopAll()
    }
  },
)

const rights = (): string[] =>
  ['search', 'addObject', 'editSettings', 'settings', 'listIndexes', 'deleteIndex'].flatMap((right) => ['--acl', right])

/** The lines of the log, when the server has written them, which takes up to a second. */
async function readLog(): Promise<object[]> {
  const logs = join(folder, '.docent/logs')
  for (;;) {
    const files = await readdir(logs)
    const text = (await Promise.all(files.map((name) => readFile(join(logs, name), 'utf8')))).join('')
    if (text.includes('"route":"/1/keys"'))
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object)
  }
}

/** Starts the production server on the folder and waits for its address. */
async function serve(...args: string[]): Promise<string> {
  const output = await nextOutput(start('serve', folder, '--port', '0', '--quiet', ...args), /http:\S+/)
  return /http:\S+/.exec(output)?.[0] ?? ''
}
