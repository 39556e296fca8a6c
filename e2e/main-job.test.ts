/**
 * The main use, end to end: a reader opens Docent's own documentation, types a query, and opens the section, by the keyboard
 * only. With a real server, a real index and a real browser.
 */

import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { dataFolder } from '../packages/cli/src/data/data-folder.ts'
import { readReports } from '../packages/cli/src/serve/reports.ts'
import { type Served, serveFolder } from '../packages/cli/src/serve/serve-folder.ts'
import { testBrowser } from './test-browser.ts'

let folder = ''
let docent: Served
let page: Page
/** Warnings and errors of the console: script errors, failed requests, violations of the security policy. */
let complaints: string[] = []
let requests: string[] = []

beforeAll(async () => {
  folder = folderOf()
  const docs = join(import.meta.dirname, '../docs')
  await cp(docs, folder, { recursive: true, filter: (path) => !path.includes('.docent') })
  docent = await serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
})
afterAll(() => docent?.close())
const browser = testBrowser()

beforeEach(async () => {
  page = await browser.newPage()
  complaints = []
  requests = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
})
afterEach(async () => {
  expect(complaints).toEqual([])
  await page.close()
})

test('the documentation has no problem', () => {
  expect(docent.docs.problems).toEqual([])
})

test('slash, a symbol of code, Enter: the section that explains it opens, without a page load', async () => {
  await page.goto(docent.url)
  await page.evaluate(() => Object.assign(globalThis, { samePage: true }))
  await page.keyboard.press('/')
  await page.keyboard.type('--quiet')
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect.poll(() => first.textContent()).toContain('--quiet')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/reference/cli#--quiet')
  expect(await page.evaluate(() => 'samePage' in globalThis)).toBe(true)
  await page
    .getByRole('heading', { name: /^--quiet/ })
    .first()
    .waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goBack()
  await page.waitForURL(docent.url)
})

test('half a word and a misspelt one find their page', async () => {
  await page.goto(new URL('/guide/search', docent.url).href)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('relevence')
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect.poll(() => first.textContent()).toContain('relevance')
  await page.getByRole('combobox', { name: 'Search docs' }).fill('configur')
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /^Configuration/ })
    .first()
    .waitFor()
})

test('nothing leaves the machine', async () => {
  await page.goto(docent.url)
  await page.keyboard.press('/')
  await page.keyboard.type('install')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  expect(requests.filter((url) => new URL(url).origin !== new URL(docent.url).origin)).toEqual([])
})

test('a query without results can be reported, and the author sees the report', async () => {
  await page.goto(docent.url)
  await page.keyboard.press('/')
  await page.keyboard.type('xylophone')
  await page.getByText('No results for').first().waitFor()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /let us know/i }).click()
  const form = await opened
  await form.getByLabel('You expected to find').fill('How to tune it')
  await form.getByRole('button', { name: 'Send report' }).click()
  await form.getByText('Thank you').waitFor()
  expect(await readReports(dataFolder(folder, 'dev'))).toMatchObject([
    { query: 'xylophone', expected: 'How to tune it' },
  ])
  await form.close()
})

test('a save appears in the open page and in the search, without a restart or a reload', async () => {
  await page.goto(new URL('/quick-start', docent.url).href)
  await page.getByRole('heading', { name: 'Quick start', level: 1 }).waitFor()
  const saved = page.getByRole('heading', { name: 'Zebra crossing' })
  await writeFile(join(folder, 'quick-start.md'), '# Quick start\n\n## Zebra crossing\n\nLook left and right.\n')
  await saved.waitFor()
  await page.keyboard.press('/')
  // The page is ready before the index; an early search waits.
  await page.getByRole('combobox', { name: 'Search docs' }).fill('zebra')
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /Zebra crossing/ })
    .waitFor()
})
