// @module-tag long
/** `docent import` as a process: into a running server, and killed while it reads and while it writes. */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { isAdmin } from '@docent/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { type SourceServer, startSource } from '../packages/cli/src/testing/source-server.ts'
import { exitCode, nextOutput, run, start, stopAll } from './docent-process.ts'

const records = Array.from({ length: 4500 }, (_, i) => ({ objectID: `r${i}`, content: `about gear ${i}` }))

let source: SourceServer
let target: SourceServer
let adminKey: string
let folder: string

beforeAll(async () => {
  folder = folderOf()
  source = await startSource('handbook', records, { searchableAttributes: ['content'] })
  target = await startSource('handbook', [{ objectID: 'old' }], {})
  adminKey = (await target.backend.keys.list()).find(isAdmin)?.value ?? ''
  process.env['DOCENT_IMPORT_KEY'] = source.key
})
afterAll(async () => {
  delete process.env['DOCENT_IMPORT_KEY']
  await stopAll()
  await source.close()
  await target.close()
})

test('a server that serves the data folder is filled while it runs; an index of its own docs is refused', async () => {
  const docs = join(folder, 'docs')
  await mkdir(docs)
  await writeFile(join(docs, 'index.md'), '# Gears\n\nAll about gears.\n')
  const server = start('serve', docs, '--port', '0')
  const url = (/http:\S+/.exec(await nextOutput(server, /http:\S+/))?.[0] ?? '').replace(/\/$/, '')
  const importing = (index: string) => run('import', docs, '--app-id', 'app', '--index', index, '--host', source.url)
  const { code, stdout, stderr } = await importing('handbook')
  expect(code, stderr).toBe(0)
  expect(stdout).toContain(`url: '${new URL(url).host}'`)
  const [, key = ''] = /apiKey: '([0-9a-f]+)'/.exec(stdout) ?? []
  const ask = (index: string) =>
    fetch(`${url}/1/indexes/${index}/query`, {
      method: 'POST',
      headers: { 'x-algolia-application-id': 'docent', 'x-algolia-api-key': key },
      body: '{"query":"gear 44"}',
    })
  expect(await (await ask('handbook')).json()).toMatchObject({ nbHits: 111 })
  expect((await ask('docs')).status).toBe(403)
  expect(await importing('docs')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/builds the index docs from its docs folder/),
  })
})

test('an import that is killed at any stage ends with the same index when it is started again', async () => {
  const args = ['import', folder, '--app-id', 'app', '--index', 'handbook', '--host', source.url]
  args.push('--to', target.url, '--key', adminKey)
  const batch = '/1/indexes/handbook_tmp_'
  const moments: [SourceServer, (path: string, number: number) => boolean][] = [
    [source, (path, number) => path.endsWith('/browse') && number === 3],
    [source, (path, number) => path.endsWith('/browse') && number === 4],
    [target, (path, number) => path.startsWith(batch) && path.endsWith('/batch') && number === 3],
    [target, (path) => path.startsWith(batch) && path.endsWith('/operation')],
  ]
  for (const [server, isMoment] of moments) {
    source.reset()
    target.reset()
    const child = start(...args)
    server.fault = ({ path, number }) => {
      if (isMoment(path, number)) child.kill('SIGKILL')
      return undefined
    }
    expect(await exitCode(child)).toBeNull()
  }
  source.reset()
  target.reset()
  const { code, stdout, stderr } = await run(...args)
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/records {3}4,500 of 4,500[^]*4,500 records had arrived before\./)
  // The number of records, before and after: no page is read again.
  expect(source.paths.filter((path) => path.endsWith('/browse'))).toHaveLength(2)

  const { backend } = target
  expect((await backend.listIndexes()).map(({ name, entries }) => [name, entries])).toEqual([['handbook', 4500]])
  const { hits } = await backend.browse('handbook', { hitsPerPage: 1000 })
  expect(hits).toEqual((await source.backend.browse('handbook', { hitsPerPage: 1000 })).hits)
})
