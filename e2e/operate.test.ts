/** What an operator does from the terminal: keys, a backup, a restore; with a real server and real files. */

import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { nextOutput, run, start, stopAll } from './docent-process.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-operate-'))
  await writeFile(join(folder, 'index.md'), '# Gears\n\nAll about gears.\n')
})
afterEach(async () => {
  await stopAll()
  await rm(folder, { recursive: true, force: true })
})

test('a key is made, listed and deleted, on a folder that nobody serves', async () => {
  const made = await run('keys', 'create', folder, '--acl', 'search', '--acl', 'browse', '--index', 'docs', '--json')
  const { key } = JSON.parse(made.stdout)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const listed = JSON.parse((await run('keys', 'list', folder, '--json')).stdout)
  expect(listed).toContainEqual(expect.objectContaining({ value: key, acl: ['search', 'browse'], indexes: ['docs'] }))
  expect(listed.flatMap((one: { acl: string[] }) => one.acl)).not.toContain('admin')
  expect((await run('keys', 'delete', key, folder)).code).toBe(0)
  expect((await run('keys', 'list', folder)).stdout).not.toContain(key)
})

test('a running server honours a key as soon as it is made, and refuses it once it is deleted', async () => {
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
  ['a backup of nothing', ['backup', 'copy.db'], /nothing was stored/, 1],
  ['a restore from nothing', ['restore', '/nonexistent.db'], /There is no file/, 1],
] as const)('%s: one sentence and the exit code', async ([, args, message, expected]) => {
  const { code, stderr } = await run(...args, folder)
  expect(stderr).toMatch(message)
  expect(stderr.trim().split('\n').length).toBe(1)
  expect(code).toBe(expected)
})

test('a backup of a running server is restored into the stopped one', async () => {
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

/** Starts the production server on the folder and waits for its address. */
async function serve(...args: string[]): Promise<string> {
  const output = await nextOutput(start('serve', folder, '--port', '0', '--quiet', ...args), /http:\S+/)
  return /http:\S+/.exec(output)?.[0] ?? ''
}
