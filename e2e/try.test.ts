/** `docent try` as a process, beside a real server as the present search, in a browser. */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { DOCS_SETTINGS } from '@docent/engine'
import { readDocs } from '@docent/ingest'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { type SourceServer, startSource } from '../packages/cli/src/testing/source-server.ts'
import { docPage, serveSite, type SiteServer } from '../packages/crawl/src/testing/site-server.ts'
import { findViolations } from './axe.ts'
import { nextOutput, run, start, stopAll } from './docent-process.ts'
import { testBrowser } from './test-browser.ts'

let folder: string
let docs: string
let present: SourceServer
let address: string
let box: string[]

beforeAll(async () => {
  folder = folderOf()
  docs = join(folder, 'docs')
  await mkdir(docs)
  await writeFile(join(docs, 'index.md'), '# Workshop\n\nTools <b>and</b> parts.\n')
  await writeFile(join(docs, 'gears.md'), '# Gears\n\nWheels with teeth.\n\n## Gear ratio\n\nTurn `--ratio` up.\n')
  await writeFile(join(docs, 'chains.md'), '# Chains\n\nLinks of steel.\n')
  // The present search lacks a page.
  const { records } = await readDocs(docs)
  const known = records.filter(({ url }) => !url.startsWith('/chains'))
  present = await startSource('handbook', known, DOCS_SETTINGS)
  const key = (await present.backend.keys.list()).find(({ acl }) => acl[0] === 'search')?.value ?? ''
  box = ['--host', present.url, '--index', 'handbook', '--key', key]
  const child = start('try', docs, '--site-url', 'https://docs.example/', '--port', '0', ...box)
  address = /(?<=Both are at )\S+/.exec(await nextOutput(child, /Both are at \S+/))?.[0] ?? ''
})
afterAll(async () => {
  await stopAll()
  await present.close()
})
const browser = testBrowser()

async function open(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options)
  await page.goto(address)
  return page
}

test('the figures of both are printed, and show the page that the present search lacks', async () => {
  const { code, stdout } = await run('try', docs, '--json', ...box)
  expect(code).toBe(0)
  const { sides, queries } = JSON.parse(stdout)
  expect(sides).toMatchObject([
    { name: 'Docent', scores: { hit1: 1 } },
    { name: `handbook of ${present.url}`, scores: { hit1: 0.75 } },
  ])
  expect(queries).toContainEqual({ query: 'Chains', ranks: [1, 0] })
})

test('the filters of the present box are sent to it alone', async () => {
  const { stdout } = await run('try', docs, '--json', ...box, '--filters', 'lang:de')
  const { sides, notes } = JSON.parse(stdout)
  expect(sides).toMatchObject([{ scores: { zeroResults: 0 } }, { scores: { zeroResults: 1 } }])
  expect(notes.join(' ')).not.toMatch(/without filters/)
})

test('by keyboard alone: type, search, go to a hit, and try a listed query', async () => {
  const page = await open()
  // The browser focuses the field after the page is loaded.
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('ratio')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=ratio/)
  const lists = page.locator('.sides section')
  expect(await lists.count()).toBe(2)
  for (const list of await lists.all()) expect(await list.locator('a').first().textContent()).toMatch(/Gear ratio/)
  expect(await lists.first().locator('a').first().getAttribute('href')).toBe('https://docs.example/gears#gear-ratio')
  // From the body: field, button, the first hit.
  for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key)
  expect(await page.evaluate('document.activeElement.href')).toMatch(/^https:\/\/docs\.example\/gears/)
  await page.getByRole('link', { name: 'Chains', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=Chains/)
  expect(await lists.nth(1).textContent()).not.toMatch(/steel/)
  expect(await page.locator('[aria-current=page]').textContent()).toBe('Chains')
  await page.close()
})

for (const [colorScheme, width, tags] of [
  ['light', 1280, []],
  ['dark', 1280, ['long']],
  ['light', 390, ['long']],
  ['dark', 390, []],
] as const)
  test(
    `${colorScheme}, ${width} px wide: axe finds nothing, and nothing is wider than the window`,
    { tags: [...tags] },
    async () => {
      const page = await open({ colorScheme, viewport: { width, height: 800 } })
      expect(await findViolations(page)).toEqual([])
      await page.goto(`${address}?q=gears`)
      expect(await findViolations(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 25, 27)')
      const tops = await page
        .locator('.sides section')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
      expect(new Set(tops).size).toBe(width === 390 ? 2 : 1)
      await page.close()
    },
  )

test('a query is text, scripts are forbidden, and other names and long queries are refused', async () => {
  const evil = '<script>document.title = "run"</script><b>x'
  const answer = await fetch(`${address}?q=${encodeURIComponent(evil)}`)
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; form-action 'self'/,
  )
  const page = await browser.newPage()
  await page.goto(`${address}?q=${encodeURIComponent(evil)}`)
  expect(await page.title()).toBe(`${evil} – compare searches`)
  expect(await page.locator('script').count()).toBe(0)
  expect(await page.getByRole('searchbox').inputValue()).toBe(evil)
  await page.close()
  expect((await fetch(`${address}?q=${'x'.repeat(513)}`)).status).toBe(400)
  expect((await fetch(address, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${address}elsewhere`)).status).toBe(404)
})

test('a site is crawled up to the ceiling of pages, which is stated', async () => {
  const topics = ['sound', 'tiles', 'light', 'text', 'input', 'saves'].map((topic) => `/guide/${topic}`)
  const site: SiteServer = await serveSite({
    '/': docPage('Handbook', 'How to begin.', topics),
    ...Object.fromEntries(topics.map((path) => [path, docPage(`About ${path.slice(7)}`, `All of ${path.slice(7)}.`)])),
  })
  const { code, stdout, stderr } = await run('try', site.origin, '--allow-private', '--pages', '4', '--json')
  await site[Symbol.asyncDispose]()
  expect(code, stderr).toBe(0)
  const result = JSON.parse(stdout)
  expect(result.pages).toBe(4)
  expect(result.notes[0]).toMatch(/^Docent has 4 pages only, the ceiling of --pages 4/)
})

test('half an address of the present search is refused with a sentence', async () => {
  expect(await run('try', docs, '--app-id', 'B1G2GM9NG0')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/also need --index NAME and --key KEY/),
  })
})
