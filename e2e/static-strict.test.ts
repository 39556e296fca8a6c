/**
 * Problems that make `docent build --strict` fail, each reported with file and line; and docs that pass, opened from a static
 * host below a base path, at addresses with and without a slash at the end.
 */
import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { folderOf, putFiles } from '../packages/ingest/src/testing/folder-of.ts'
import { launchBrowser } from './browser.ts'
import { run } from './docent-process.ts'
import { serveFiles } from './file-server.ts'

const folder = folderOf()

/** Writes a docs folder; returns its path. */
function docsOf(name: string, files: Record<string, string>): string {
  const docs = join(folder, name)
  putFiles(docs, { 'index.md': '# Gears\n\nAll about gears.\n', ...files })
  return docs
}

async function expectReport(what: string, files: Record<string, string>, line: RegExp): Promise<void> {
  const out = join(folder, 'out of', what)
  const docs = docsOf(what, files)
  const strict = await run('build', docs, '--out', out, '--strict')
  expect(strict.stderr).toMatch(line)
  expect(strict).toMatchObject({ code: 1, stdout: '' })
  expect(() => readdirSync(out)).toThrow()
  const lenient = await run('build', docs, '--out', out)
  expect(lenient.stderr).toMatch(line)
  expect(lenient.code).toBe(0)
}

test('a broken link is reported with file and line, and nothing is written', () =>
  expectReport('a broken link', { 'a.md': '# A\n\n[Nowhere](none.md)\n' }, /a\.md:3: .*none\.md.* leads to no page/))

test.for<[what: string, files: Record<string, string>, line: RegExp]>([
  ['a broken anchor', { 'a.md': '# A\n\n[There](index.md#none)\n' }, /a\.md:3: .*no heading "#none"/],
  ['a missing image', { 'a.md': '# A\n\n![Wheel](wheel.png)\n' }, /a\.md:3: The image "wheel\.png" is missing/],
  ['an id that is set twice', { 'a.md': '# A\n\n## One {#x}\n\n## Two {#x}\n' }, /a\.md:5: .*"?x"?/],
  ['two files for one URL', { 'a.md': '# A\n', 'a/index.md': '# Also A\n' }, /a(\/index)?\.md(:1)?: .*\/a/],
])('%s is reported with file and line, and nothing is written', { tags: 'long' }, ([what, files, line]) =>
  expectReport(what, files, line),
)

describe('a static host', { tags: 'long' }, () => {
  let server: Server
  let url = ''
  beforeAll(async () => {
    const docs = docsOf('hosted', {
      'guide/ratio.md': '# Ratio\n\n## Changing it\n\nTurn `--ratio` up. ![Wheel](wheel.svg) See [oil](oil.md).\n',
      'guide/oil.md': '# Oil\n\nOil is good.\n',
      'guide/wheel.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>',
    })
    const out = join(folder, 'hosted out')
    expect(await run('build', docs, '--out', out, '--base', '/team/docs/', '--strict')).toMatchObject({ code: 0 })
    expect(readdirSync(out)).toContain('.nojekyll')
    ;({ server, url } = await serveFiles(out, '/team/docs/'))
  })
  afterAll(() => void server?.close())

  test.for(['guide/ratio', 'guide/ratio/'])(
    '%s below a base path shows its image, and search and links work',
    async (path) => {
      const browser = await launchBrowser()
      try {
        const page = await browser.newPage()
        const faults: string[] = []
        page.on('response', (answer) => answer.status() >= 400 && faults.push(`${answer.status()} ${answer.url()}`))
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
        await page.goto(url + path)
        await page.getByRole('heading', { level: 1, name: 'Ratio' }).waitFor()
        // The article's own image and link, since the app would correct links of the frame.
        const image = page.locator('.article img')
        expect(await image.evaluate(async (one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(9)
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').fill('good')
        await page.getByRole('option').first().waitFor()
        await screenshot(page, `export-${path.endsWith('/') ? 'slash' : 'no-slash'}-search`)
        await page.keyboard.press('Escape')
        await page.locator('.article').getByRole('link', { name: 'oil' }).click()
        await page.getByRole('heading', { level: 1, name: 'Oil' }).waitFor()
        expect(new URL(page.url()).pathname).toBe('/team/docs/guide/oil')
        await screenshot(page, 'export-page')
        expect(faults).toEqual([])
      } finally {
        await browser.close()
      }
    },
  )
})

/** Saves a screenshot in the folder `DOCENT_SCREENSHOTS`, if that is set. */
async function screenshot(
  page: { screenshot(options: { path: string }): Promise<unknown> },
  name: string,
): Promise<void> {
  const target = process.env.DOCENT_SCREENSHOTS
  if (target !== undefined) await page.screenshot({ path: join(target, `${name}.png`) })
}
