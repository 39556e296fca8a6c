import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { serveSite } from '../../../crawl/src/testing/site-server.ts'
import { boxIn, boxOfFolder, boxOfSite } from './find-box.ts'

const KEY = '0123456789abcdef0123456789abcdef'
const box = { appId: 'B1G2GM9NG0', key: KEY, index: 'handbook' }
const config = `docsearch({ appId: 'B1G2GM9NG0', apiKey: "${KEY}", indexName: 'handbook' })`

test.each([
  ['a call', config],
  ['JSON', `{"algolia":{"appId":"B1G2GM9NG0","apiKey":"${KEY}","indexName":"handbook","contextualSearch":true}}`],
  [
    'JSON in a string',
    String.raw`JSON.parse("{\"appId\":\"B1G2GM9NG0\",\"apiKey\":\"${KEY}\",\"indexName\":\"handbook\"}")`,
  ],
  ['a list of indices', `appId: \`B1G2GM9NG0\`,\n  apiKey: '${KEY}',\n  indices: ['handbook', 'other'],`],
  ['another order', `indexName:"handbook",apiKey:"${KEY}",appId:"B1G2GM9NG0"`],
  ['after a name without a value', `function f(appId) {}; ${'x'.repeat(5000)} ${config}`],
])('the box is found in %s', (_name, text) => {
  expect(boxIn(text)).toEqual(box)
})

test.each([
  ['a text without one', 'appId, apiKey, indexName'],
  ['values that are far from each other', `appId: 'B1G2GM9NG0' ${'x'.repeat(5000)} apiKey: '${KEY}' indexName: 'a'`],
  ['values from the environment', 'appId: process.env.APP, apiKey: process.env.KEY, indexName: "x"'],
])('nothing is found in %s', (_name, text) => {
  expect(boxIn(text)).toBeUndefined()
})

test('the box of a site is in its page, or in a script of its own host', async () => {
  await using elsewhere = await serveSite({ '/main.js': config })
  await using site = await serveSite({
    '/inline': `<p>Hello</p><script>${config}</script>`,
    '/linked': `<script defer src="/vendor.js"></script><script src=assets/main.js></script>`,
    '/foreign': `<script src="${elsewhere.origin}/main.js"></script>`,
    '/vendor.js': 'var a',
    '/assets/main.js': config,
  })
  const find = (path: string) => boxOfSite(`${site.origin}${path}`, { allowPrivate: true })
  expect(await find('/inline')).toEqual(box)
  expect(await find('/linked')).toEqual(box)
  expect(await find('/foreign')).toBeUndefined()
  expect(elsewhere.requests).toEqual([])
})

test('the box of a folder is in the configuration beside it', async () => {
  const root = folderOf()
  await mkdir(join(root, 'docs'))
  expect(boxOfFolder(join(root, 'docs'))).toBeUndefined()
  await writeFile(join(root, 'docusaurus.config.js'), `module.exports = { themeConfig: { algolia: ${config} } }`)
  expect(boxOfFolder(join(root, 'docs'))).toEqual(box)
})
