/** An author adds a picture that a page already names: the open page shows it without a reload. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { type Served, serveFolder } from '../packages/cli/src/serve/serve-folder.ts'
import { launchBrowser } from './browser.ts'

let folder = ''
let docent: Served
let browser: Browser

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="teal"/></svg>'

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-picture-'))
  await put('README.md', '# Repository\n')
  await put('docs/index.md', '# Gears\n\n![Inside](x.svg) ![Beside](../assets/y.svg) ![Public](/z.svg)\n')
  docent = await serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await docent?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a picture that was missing appears when it is added', { tags: 'long' }, async () => {
  const page = await browser.newPage()
  await page.goto(docent.url)
  await page.waitForFunction(() => history.state?.docent !== undefined)
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
  for (const [alt, path] of [
    ['Inside', 'docs/x.svg'],
    ['Beside', 'assets/y.svg'],
    ['Public', 'docs/.vitepress/public/z.svg'],
  ] as const) {
    await put(path, PICTURE)
    await page.getByAltText(alt).evaluate((image) => image.scrollIntoView())
    await page.waitForFunction(
      (name) => document.querySelector<HTMLImageElement>(`img[alt="${name}"]`)?.naturalWidth === 40,
      alt,
    )
  }
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-mark'))).toBe(true)
})
