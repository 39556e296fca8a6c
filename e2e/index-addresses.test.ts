/** `docent index FOLDER` writes records for the site that publishes the folder. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { nextOutput, run, start, stopAll } from './docent-process.ts'

const root = folderOf()
const folder = join(root, 'docs')
let url = ''
let adminKey = ''

beforeAll(async () => {
  mkdirSync(join(folder, '.vitepress'), { recursive: true })
  writeFileSync(join(folder, '.vitepress/config.ts'), "export default { base: '/d/' }")
  writeFileSync(join(folder, 'oil.md'), '# Oil\n\n## 1. When to oil\n\nEvery morning.')
  const data = join(root, 'data')
  const output = await nextOutput(start('serve', '--search-only', root, '--data', data, '--port', '0'), /http:\S+/)
  url = /http:\S+/.exec(output)?.[0].replace(/\/$/, '') ?? ''
  adminKey = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')).adminKey
})
afterAll(() => stopAll())

/** Runs `docent index` with these options. */
async function index(...options: string[]): Promise<void> {
  const sent = await run('index', folder, '--to', url, '--key', adminKey, ...options)
  expect(sent).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Addresses as VitePress makes them, such as '),
  })
}

async function hits(parameters: object): Promise<{ url: string; lang: unknown }[]> {
  const answer = await fetch(`${url}/1/indexes/docs/query`, {
    method: 'POST',
    headers: { 'x-algolia-application-id': 'docent', 'x-algolia-api-key': adminKey },
    body: JSON.stringify({ query: 'when to oil', ...parameters }),
  })
  return ((await answer.json()) as { hits: { url: string; lang: unknown }[] }).hits
}

test('the addresses, anchors and languages are those of the generator, unless options name others', async () => {
  await index()
  for (const facetFilters of ['lang:en-US', 'lang:en', 'language:en'])
    expect((await hits({ facetFilters }))[0]).toMatchObject({ url: '/d/oil.html#_1-when-to-oil' })
  await index(
    '--site-url',
    'https://x.org',
    '--base',
    '/e/',
    '--url-suffix',
    '/',
    '--lang',
    'de',
    '--anchors',
    'sphinx',
  )
  const [hit] = await hits({ facetFilters: 'lang:de' })
  expect(hit).toMatchObject({ url: 'https://x.org/e/oil/#when-to-oil', lang: 'de' })
})

test('an option that does not fit the source is refused', async () => {
  const records = join(root, 'records.jsonl')
  writeFileSync(records, '{"objectID":"1","url":"/"}\n')
  expect(await run('index', records, '--base', '/d/')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--base is for a folder of Markdown'),
  })
})
