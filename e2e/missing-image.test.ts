// @module-tag long
/** An image that is missing while `docent` runs appears when its file is added, without a reload. */

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Served, serveFolder } from '../packages/cli/src/serve/serve-folder.ts'
import { folderOf, putFiles } from '../packages/ingest/src/testing/folder-of.ts'
import { buildClient } from '../packages/site/src/build/build-client.ts'
import { testBrowser } from './test-browser.ts'

const folder = folderOf({
  LICENSE: 'Free to use.\n',
  'docs/index.md':
    '# Home\n\n![inside](img/inside.svg)\n\n![outside](../assets/outside.svg)\n\n![public](/public.svg)\n',
  'assets/other.svg': '<svg/>',
})
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>\n'
let served: Served

beforeAll(async () => {
  await buildClient()
  served = await serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await served?.close()
})
const browser = testBrowser()

test.each([
  ['inside', 'docs/img/inside.svg'],
  ['outside', 'assets/outside.svg'],
  ['public', 'docs/.vitepress/public/public.svg'],
])('the image %s: %s', async (alt, path) => {
  const page = await browser.newPage()
  await page.goto(served.url)
  await page.evaluate(() => Object.assign(globalThis, { docentMarker: 'still here' }))
  const width = () => page.locator(`img[alt="${alt}"]`).evaluate((image) => (image as HTMLImageElement).naturalWidth)
  expect(await width()).toBe(0)
  putFiles(folder, { [path]: PICTURE })
  await expect.poll(width).toBe(8)
  expect(await page.evaluate(() => (globalThis as { docentMarker?: string }).docentMarker)).toBe('still here')
  await page.close()
})
