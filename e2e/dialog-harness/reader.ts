/**
 * Shared by the tests of the dialog: a reader with a browser, and a search host under control of the test. A test fails on
 * an uncaught exception and on a violation of the content security policy.
 */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

import { launchBrowser } from '../browser.ts'
import { answerTo, answerWith } from './hits.ts'
import { type Harness, type HarnessKind, type SearchHost, startHarness } from './start-harness.ts'

let browser: Browser
/** The server of the page. */
export let harness: Harness
/** The search host under the test's control. */
export let host: SearchHost
/** The page of the current test. */
export let page: Page
/** Uncaught exceptions and violations of the content security policy: there must be none. */
let faults: string[]

/** Answers with hits of the small documentation. */
export const finds: SearchHost['behave'] = (_asked, response, _number, all) =>
  void response.end(JSON.stringify(answerTo(all)))
/** Never answers. */
export const silent: SearchHost['behave'] = () => undefined
/** Answers after this number of milliseconds. */
export const after =
  (milliseconds: number): SearchHost['behave'] =>
  (_asked, response, _number, all) =>
    void setTimeout(() => response.end(JSON.stringify(answerTo(all))), milliseconds)
/** Answers with a status and a body. */
export const answers =
  (status: number, body: string): SearchHost['behave'] =>
  (_asked, response) =>
    void response.writeHead(status).end(body)
/** Answers with these hits. */
export const hits =
  (...found: object[]): SearchHost['behave'] =>
  (_asked, response) =>
    void response.end(JSON.stringify(answerWith(found)))

/**
 * Starts browser, page and search host for the tests of a file, and opens a new page for each test, with `query` appended to its
 * address. Without `opensPage` the tests open theirs by `visit`: a page takes half a second of CPU time.
 */
export function setUp(kind?: HarnessKind, query = '', { opensPage = true } = {}): void {
  beforeAll(async () => {
    harness = await startHarness(kind)
    host = harness.host
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await harness?.close()
  })

  beforeEach(async () => {
    host.asked.length = 0
    host.behave = finds
    if (opensPage) await visit({}, query)
  })

  afterEach(async () => {
    await page.context().close()
    expect(faults).toEqual([])
  })
}

/** Opens the harness page in a new context of the file's browser or another, with `query` appended to its address. */
export async function visit(
  options: BrowserContextOptions = {},
  query = '',
  withBrowser: Browser = browser,
): Promise<void> {
  if (page && !page.isClosed()) await page.context().close()
  const context = await withBrowser.newContext(options)
  await context.addInitScript((hosts) => sessionStorage.setItem('hosts', hosts), JSON.stringify([host.url]))
  page = await context.newPage()
  faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) faults.push(message.text())
  })
  await page.goto(`${harness.url}/${query}`)
  await page.locator('.DocSearch-Button').waitFor()
}

/** The open dialog, its input, its rows and the active one. */
export const dialog = () => page.getByRole('dialog')
export const input = () => page.locator('input[role=combobox]')
export const options = () => page.locator('[role=option]')
export const active = () => page.locator('[role=option][aria-selected=true]')
/** The number of dialogs in the page. */
export const dialogCount = () => page.locator('dialog').count()

/** Opens the dialog by its shortcut. */
export async function open(): Promise<void> {
  await page.keyboard.press('Control+k')
  await input().waitFor()
}

/** Opens the dialog and searches. */
export async function search(query: string): Promise<void> {
  await open()
  await page.keyboard.type(query)
  await answered()
}

/** Waits for the list of hits for the text in the input. */
export async function answered(): Promise<void> {
  await page.locator('[role=listbox][aria-disabled=false]').waitFor()
}

/** Waits until a condition in the process of the test is true. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await page.evaluate(() => new Promise(requestAnimationFrame))
}
