/** The API of a served folder uses the reader's address, from the configured proxies, for limits and key sources. */

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { type Served, serveFolder } from './serve-folder.ts'

let folder = ''
let served: Served
let adminKey = ''

beforeAll(async () => {
  folder = folderOf({
    'index.md': '# Home\n\nText.\n',
    'docent.config.json': '{ "trustedProxies": ["127.0.0.1"], "base": "/docs/" }',
  })
  served = await serveFolder(folder, { mode: 'serve', host: '127.0.0.1', port: 0 })
  ;({ adminKey } = JSON.parse(readFileSync(join(folder, '.docent/server.json'), 'utf8')) as { adminKey: string })
})
afterAll(() => served.close())

async function post(path: string, body: object, key: string, reader: string): Promise<Response> {
  const headers = {
    'x-algolia-application-id': 'docent',
    'x-algolia-api-key': key,
    'x-forwarded-for': reader,
  }
  return fetch(new URL(path, served.url), { method: 'POST', body: JSON.stringify(body), headers })
}

async function newKey(): Promise<string> {
  const made = await post('/1/keys', { acl: ['search'], maxQueriesPerIPPerHour: 1 }, adminKey, '203.0.113.1')
  return ((await made.json()) as { key: string }).key
}

test.each(['/1/indexes/docs/query', '/docs/1/indexes/docs/query'])(
  'queries are counted for each reader: %s',
  async (path) => {
    const key = await newKey()
    const ask = async (reader: string): Promise<number> => (await post(path, {}, key, reader)).status
    expect([await ask('203.0.113.7'), await ask('203.0.113.7'), await ask('203.0.113.8')]).toEqual([200, 429, 200])
  },
)

test('a key with sources accepts only readers from these', async () => {
  const restriction = 'restrictSources=203.0.113.0%2F24'
  const hash = createHmac('sha256', served.searchKey).update(restriction).digest('hex')
  const key = Buffer.from(hash + restriction).toString('base64')
  const ask = async (reader: string): Promise<number> => (await post('/1/indexes/docs/query', {}, key, reader)).status
  expect([await ask('203.0.113.7'), await ask('198.51.100.7')]).toEqual([200, 403])
})
