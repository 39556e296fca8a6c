// @module-tag long
/** Semantic search by the command: configuration, the notice at the start, evaluation and explanation. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { type ModelServer, startModelServer } from '../packages/server/src/testing/model-server.ts'
import { nextOutput, run, start, stopAll } from './docent-process.ts'

const KEY = 'key-of-the-model'
const PAGES = `# Handbook

## Ending

The command to stop a machine.

## Money

The price of a machine in a month.
${Array.from({ length: 20 }, (_, at) => `\n## Topic ${at}\n\nWords about subject${at}.\n`).join('')}`
const QUERIES = `- query: halt guest
  expect: /#ending
- query: bill of guest
  expect: /#money
- query: subject7
  expect: /#topic-7
`

let folder = ''
let queries = ''
let model: ModelServer
let output = ''
let url = ''

beforeAll(async () => {
  folder = folderOf()
  queries = join(folder, 'queries.yaml')
  const meanings = { halt: 'stop', guest: 'machine', bill: 'price' }
  model = await startModelServer({ key: KEY, meanings })
  await writeFile(join(folder, 'index.md'), PAGES)
  await writeFile(queries, QUERIES)
  await writeFile(join(folder, 'docent.config.json'), JSON.stringify({ semantic: { url: model.url, model: 'words' } }))
  process.env.DOCENT_SEMANTIC_KEY = KEY
  const server = start('serve', folder, '--port', '0')
  server.stderr?.on('data', (chunk) => (output += String(chunk)))
  const printed = await nextOutput(server, /http:\S+\/\n/)
  output += printed
  url = /http:\S+\/(?=\n)/.exec(printed)?.[0] ?? ''
  await vi.waitFor(
    async () => {
      const health = await (await fetch(`${url}_docent/health`)).json()
      expect(health).toMatchObject({ semantic: { state: 'ready', sections: 23, embedded: 23 } })
    },
    { timeout: 60_000, interval: 100 },
  )
})
afterAll(async () => {
  await stopAll()
  await model.close()
  delete process.env.DOCENT_SEMANTIC_KEY
})

test('the start says what is sent where, and not the key', () => {
  expect(output).toContain(
    `Semantic search: the texts of all sections and the queries of readers are sent to ${new URL(model.url).origin} (model words), with the key of DOCENT_SEMANTIC_KEY, not encrypted.`,
  )
  expect(output).not.toContain(KEY)
})

test('an evaluation shows words alone beside words and the model', async () => {
  const { code, stdout, stderr } = await run('eval', queries, folder, '--with', 'semantic')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^By words alone\nset /)
  expect(stdout).toMatch(/With the model, which took part in 2 of 3 queries\nset /)
  expect(stdout).toMatch(/since words alone +queries/)
  expect(stdout).toMatch(/Better \(1\)\n {2}"halt guest" {2}page not found → 1/)
  const json = await run('eval', queries, folder, '--with', 'semantic', '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({
    taken: 2,
    words: { all: { queries: 3, zeroResults: 1 / 3 } },
    hybrid: { all: { hit1: 1, section1: 1 }, comparison: { worse: [], isRegression: false } },
  })
})

test('an explanation names the part of the model', async () => {
  const { stdout } = await run('explain', 'halt guest', '--folder', folder)
  expect(stdout).toMatch(/added without a match by words: 1st by the model \(similarity 0\.\d\d\): 1\/61 = 0\.0164/)
  const { stdout: json } = await run('explain', 'bill of guest', '--folder', folder, '--json')
  expect(JSON.parse(json).hits[0].semantic).toMatchObject({ rank: 1, place: 1, similarity: expect.any(Number) })
})

test('an evaluation without a model is wrong usage', async () => {
  const other = folderOf({ 'index.md': PAGES })
  await writeFile(queries, QUERIES.replace('subject7', 'words about subject7'))
  const { code, stderr } = await run('eval', queries, other, '--with', 'semantic')
  expect([code, stderr]).toEqual([2, expect.stringContaining('No model takes part in the answers: start docent serve')])
  expect(await run('eval', queries, other, '--with', 'semantic', '--baseline', queries)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('give one of them'),
  })
})

test('the dev server and a static site send nothing, and say so', async () => {
  const sent = model.requests.length
  const dev = start('dev', folder, '--port', '0')
  let said = ''
  dev.stderr?.on('data', (chunk) => (said += String(chunk)))
  await nextOutput(dev, /http:\S+\/\n/)
  await expect.poll(() => said).toContain('Semantic search is off in the dev server')
  const out = folderOf()
  const built = await run('build', folder, '--out', out)
  expect(built.stderr).toContain('Semantic search needs docent serve')
  expect(await readFile(join(out, 'index.html'), 'utf8')).not.toContain(new URL(model.url).host)
  expect(model.requests).toHaveLength(sent)
})
