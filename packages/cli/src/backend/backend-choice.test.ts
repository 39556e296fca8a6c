import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { chosenCluster } from './backend-choice.ts'
import type { Config } from '../config/schema.ts'

const folder = folderOf()

const PEM = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n'
writeFileSync(join(folder, 'ca.pem'), PEM)
const none: Config = { index: 'docs', base: '/' }
const clustered: Config = {
  ...none,
  backend: { type: 'opensearch', nodes: ['https://one:9200'], ca: 'ca.pem', prefix: 'team', shards: 2 },
}

test('the data folder is the default, and can override the configuration', () => {
  expect(chosenCluster(folder, {}, none)).toBeUndefined()
  expect(chosenCluster(folder, {}, { ...none, backend: { type: 'embedded' } })).toBeUndefined()
  expect(chosenCluster(folder, { backend: 'embedded' }, clustered)).toBeUndefined()
})

test('a cluster is named by the configuration; its certificates are relative to the docs', () => {
  const expected = { nodes: ['https://one:9200'], ca: PEM, prefix: 'team', shards: 2 }
  expect(chosenCluster(folder, {}, clustered)).toEqual(expected)
  expect(chosenCluster(folder, { backend: 'opensearch' }, clustered)).toEqual(expected)
})

test('nodes on the command line select and override the cluster', () => {
  const opensearch = ['http://a:9200', 'http://b:9200']
  expect(chosenCluster(folder, { opensearch }, none)).toEqual({ nodes: opensearch })
  expect(chosenCluster(folder, { opensearch }, clustered)).toMatchObject({ nodes: opensearch, prefix: 'team' })
  expect(chosenCluster(folder, { opensearch, opensearchCa: join(folder, 'ca.pem') }, none)).toMatchObject({ ca: PEM })
})

test.for([
  ['no node', { backend: 'opensearch' }, /No cluster is named/],
  ['no address', { opensearch: ['search-1:9200'] }, /"search-1:9200" is no address of a node/],
  ['credentials in the address', { opensearch: ['https://u:p@a:9200'] }, /of a:9200 holds credentials: .*USERNAME/],
  ['both', { backend: 'embedded', opensearch: ['https://a'] }, /--backend embedded does not use/],
  ['missing certificates', { opensearch: ['https://a'], opensearchCa: 'none.pem' }, /none\.pem cannot be read/],
  ['a file without certificates', { opensearch: ['https://a'], opensearchCa: 'package.json' }, /holds no certificate/],
] as const)('%s: one sentence', ([, options, message]) => {
  const given = 'opensearch' in options ? { ...options, opensearch: [...options.opensearch] } : options
  expect(() => chosenCluster(folder, given, none)).toThrow(message)
})
