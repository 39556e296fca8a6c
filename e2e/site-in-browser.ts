/** Websites in a browser, for the tests in `site-*.test.ts`: a server and a page for each test. */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createSite, type SiteContent, type SiteOptions } from '@docent/site'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from './browser.ts'
import { buildClient } from '../packages/site/src/build/build-client.ts'
import { contentOf, SOURCES } from '../packages/site/src/testing/site-content.ts'

let browser: Browser
const cleanups: (() => Promise<unknown>)[] = []

/** Builds the browser code and starts a browser for the tests of a file; after each test, closes its sites and pages. */
export function prepareSites(): void {
  beforeAll(async () => {
    await buildClient()
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  })
}

/** Calls a function after the test, before the functions of earlier calls. */
export function afterThisTest(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup)
}

/** A served site; `update` and `fail` act as saves of its author. */
export interface OpenSite {
  url: string
  update(content: SiteContent): void
  fail(fault: string): void
}

/** Serves a site until the end of the test. Default: the pages of `site-content.ts`. */
export async function openSite(options: Partial<SiteOptions> = {}): Promise<OpenSite> {
  const site = createSite({
    content: contentOf(SOURCES),
    search: { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' },
    ...options,
  })
  const fetch = (request: Request) => site.fetch(request)
  // The files of the short tier share a process, so the globals stay those of Node.
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false })
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  afterThisTest(async () => {
    site.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    update: (content) => site.update(content),
    fail: (fault) => site.fail(fault),
  }
}

/** Opens a page whose errors and warnings on the console, violations of the content policy included, fail the test. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  // These sites have no search server.
  await page.route('**/1/indexes/**', (route) => route.fulfill({ json: { hits: [], nbHits: 0, results: [] } }))
  const complaints: string[] = []
  page.on('console', (message) => {
    // The browser logs every 404 and 500.
    if (['error', 'warning'].includes(message.type()) && !/status of (?:404|500)/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  afterThisTest(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  return page
}

/** Collects the paths of all requests of a page from now on. */
export function recordRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The browser fetches the icon at an arbitrary time.
    if (!pathname.endsWith('.svg')) paths.push(pathname)
  })
  return paths
}

/** Moves the pointer onto a button, and waits until the app has taken over. */
export async function wakeApp(page: Page): Promise<void> {
  await page.hover('[data-theme-switch]')
  await page.waitForFunction(() => history.state?.docent !== undefined)
}

/** Opens a page of a new site, on which the app has taken over. */
export async function openAwake(path = '/'): Promise<OpenSite & { page: Page }> {
  const site = await openSite()
  const page = await openPage()
  await page.goto(site.url + path)
  await wakeApp(page)
  return { ...site, page }
}

/** Sets a mark that a full load removes. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
}

/** Whether the document is the one that was marked. */
export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-mark'))
}

/** Delays the response for a file until `release`. */
export async function hold(page: Page, file: RegExp): Promise<{ release(): void }> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(file, async (route) => {
    await held
    await route.continue()
  })
  return { release }
}
