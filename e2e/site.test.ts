/**
 * The website in a browser: with and without JavaScript, by mouse, by keyboard, on a phone, while the docs change. Each test
 * has its own server, and fails on errors on the console, which include violations of the content policy.
 */
import { createRequire } from 'node:module'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { readDocs, renderArticle } from '@docent/ingest'
import { createSite, type SiteContent, type SiteOptions } from '@docent/site'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { buildClient } from '../packages/site/src/build/build-client.ts'
import { contentOf, SOURCES } from '../packages/site/src/testing/site-content.ts'

let browser: Browser
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  await buildClient()
  browser = await launchBrowser()
})
afterAll(() => browser.close())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Every kind of block of Markdown and its dialects. */
const MARKDOWN = `---
title: All of it
---

A line. With \`code\`, **strong**, ~~gone~~, a [link](#code) and a footnote.[^1]

## Code

\`\`\`ts title="limits.ts" {2} /longest/ /function/
// The longest query.
export const LENGTH: number = 512 // [!code ++]
const text = 'a string' + \`and \${LENGTH}\`
function check(query: string): boolean { return /^[a-z]+$/.test(query) }
\`\`\`

\`\`\`diff
- old
+ new
\`\`\`

\`\`\`css
.a > b[href^='x']:hover { color: var(--c); width: calc(1px + 2%); }
\`\`\`

## Blocks

:::tip[Mind this]
Text with \`code\` and a [link](#code).
:::

> [!WARNING]
> Text.

> [!CAUTION]
> Text.

??? note "More"
    Hidden text.

:::code-group
\`\`\`sh [npm]
npm start
\`\`\`
\`\`\`sh [pnpm]
pnpm start
\`\`\`
:::

### Lists and tables

1. one
2. two

| a | b | c | d | e | f | g |
|---|--:|---|---|---|---|---|
| a long cell here | b | c | d | e | f | g |

> A quotation.

[^1]: The note.
`

interface OpenSite {
  url: string
  update(content: SiteContent): void
  fail(fault: string): void
}

async function openSite(options: Partial<SiteOptions> = {}): Promise<OpenSite> {
  const site = createSite({
    content: contentOf(SOURCES),
    search: { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' },
    ...options,
  })
  const fetch = (request: Request) => site.fetch(request)
  // The files of the short tier share a process, so the globals stay those of Node.
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false })
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  cleanups.push(async () => {
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

/** Opens a page whose errors and warnings fail the test. */
async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
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
  cleanups.push(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  return page
}

/** Collects the paths of all requests of a page from now on. */
function recordRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The browser fetches the icon at an arbitrary time.
    if (!pathname.endsWith('.svg')) paths.push(pathname)
  })
  return paths
}

/** Moves the pointer onto a button, and waits until the app has taken over. */
async function wakeApp(page: Page): Promise<void> {
  await page.hover('[data-theme-switch]')
  await page.waitForFunction(() => history.state?.docent !== undefined)
}

/** Sets a mark that a full load removes. */
async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-mark'))
}

describe('without JavaScript', () => {
  test('pages are readable, links work, tabs switch', async () => {
    const { url } = await openSite()
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(`${url}/guide/install`)
    expect(await page.locator('main h1').innerText()).toBe('Install')
    await page.locator('.sidebar').getByRole('link', { name: 'Configure' }).click()
    expect(page.url()).toBe(`${url}/guide/configure`)
    expect(await page.getByText('npm start', { exact: true }).isVisible()).toBe(true)
    await page.getByText('pnpm', { exact: true }).click()
    expect(await page.getByText('pnpm start').isVisible()).toBe(true)
    expect(await page.getByText('npm start', { exact: true }).isVisible()).toBe(false)
    expect(await page.locator('[data-theme-switch]').isVisible()).toBe(false)
  })

  test('the menus of a phone open', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
    await page.goto(`${url}/guide/install`)
    const link = page.locator('.sidebar').getByRole('link', { name: 'Configure' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await link.isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Close menu' }).click()
    await page.getByRole('button', { name: 'On this page' }).click()
    expect(await page.locator('.contents').getByRole('link', { name: 'Second' }).isVisible()).toBe(true)
  })
})

describe('a page without interaction', () => {
  test('loads one script of at most 4 kB, one style sheet of at most 10 kB and an icon', async () => {
    const { url } = await openSite()
    const page = await openPage()
    const sizes = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      const name = new URL(response.url()).pathname.replace(/^.*\/(\w+)-[\w-]+(\.\w+)$/, '$1$2')
      sizes.set(
        name,
        response.body().then((body) => gzipSync(body).length),
      )
    })
    await page.goto(`${url}/guide/install`, { waitUntil: 'networkidle' })
    expect([...sizes.keys()].filter((name) => !name.startsWith('icon')).sort()).toEqual([
      '/guide/install',
      'boot.js',
      'site.css',
    ])
    expect(await sizes.get('boot.js')).toBeLessThanOrEqual(4096)
    expect(await sizes.get('site.css')).toBeLessThanOrEqual(10_240)
  })
})

describe('navigation', () => {
  test('a click fetches the page-data file of the target and nothing else', async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    await markDocument(page)
    const requests = recordRequests(page)
    await page.locator('main').getByRole('link', { name: 'Install it' }).click()
    await page.waitForURL(`${url}/guide/install`)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatch(/^\/_docent\/data\/\w+\/guide\/install\.json$/)
    expect(await isMarked(page)).toBe(true)
    expect(await page.title()).toBe('Install · Handbook')
    expect(await page.locator('main h1').innerText()).toBe('Install')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await page.getByRole('status').innerText()).toBe('Install · Handbook')
    expect(await page.locator('.sidebar [aria-current="page"]').innerText()).toBe('Install')
  })

  test('the first page that is opened in a closed group opens the group', async () => {
    const content = contentOf(SOURCES)
    for (const { items } of content.navigations) for (const item of items) item.open = false
    const { url } = await openSite({ content })
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    const current = page.locator('.sidebar [aria-current="page"]')
    await page.locator('main').getByRole('link', { name: 'Install it' }).click()
    await page.waitForURL(`${url}/guide/install`)
    // React may render again, after its pending updates.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(await current.isVisible()).toBe(true)
  })

  test('a click on a section of the page cancels a navigation that is waiting for its page', async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    const { release } = await hold(page, /guide\/configure\.json$/)
    const asked = page.waitForRequest(/guide\/configure\.json$/)
    await page.locator('main').getByRole('link', { name: 'configure' }).first().click()
    await asked
    await page.locator('.contents').getByRole('link', { name: 'Third' }).click()
    release()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(page.url()).toBe(`${url}/guide/install#third`)
    expect(await page.locator('main h1').innerText()).toBe('Install')
  })

  test('the page of a link under a resting pointer is fetched before the click, once', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    const requests = recordRequests(page)
    const link = page.locator('main').getByRole('link', { name: 'Install it' })
    await Promise.all([page.waitForResponse(/install\.json$/), link.hover()])
    await link.click()
    await page.waitForURL(`${url}/guide/install`)
    expect(requests).toEqual([expect.stringMatching(/\/guide\/install\.json$/)])
  })

  test(
    'a pressed mouse button on a link fetches its page, also with reduced data, and the click shows it',
    { tags: 'long' },
    async () => {
      const { url } = await openSite()
      const page = await openPage()
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
      })
      await page.goto(url)
      await wakeApp(page)
      const requests = recordRequests(page)
      await page.locator('main').getByRole('link', { name: 'Install it' }).hover()
      await Promise.all([page.waitForResponse(/install\.json$/), page.mouse.down()])
      expect(new URL(page.url()).pathname).toBe('/')
      await page.mouse.up()
      await page.waitForURL(`${url}/guide/install`)
      expect(requests).toEqual([expect.stringMatching(/\/guide\/install\.json$/)])
    },
  )

  test('the address changes when the page has arrived, not before', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/install\.json$/, async (route) => {
      await held
      await route.continue()
    })
    await page.locator('main').getByRole('link', { name: 'Install it' }).click()
    await page.waitForSelector('html[data-loading]')
    expect(page.url()).toBe(`${url}/`)
    release()
    await page.waitForURL(`${url}/guide/install`)
    await page.waitForSelector('html:not([data-loading])')
  })

  test('page-data that does not arrive in time causes a full load', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    await markDocument(page)
    await page.route(/install\.json$/, () => {})
    await page.locator('main').getByRole('link', { name: 'Install it' }).click()
    await page.waitForURL(`${url}/guide/install`)
    expect(await isMarked(page)).toBe(false)
    expect(await page.locator('main h1').innerText()).toBe('Install')
  })

  test('a newer navigation cancels the older one', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    await markDocument(page)
    await page.route(/install\.json$/, () => {})
    await page.locator('main').getByRole('link', { name: 'Install it' }).click()
    await page.locator('.sidebar').getByRole('link', { name: 'Configure' }).click()
    await page.waitForURL(`${url}/guide/configure`)
    expect(await isMarked(page)).toBe(true)
  })

  test('a new build before the navigation causes a full load of the new page', { tags: 'long' }, async () => {
    const { url, update } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    await markDocument(page)
    update(contentOf(SOURCES.map((source) => ({ ...source, body: `<p>Renewed.</p>${source.body}` }))))
    await page.locator('main').getByRole('link', { name: 'Install it' }).click()
    await page.waitForURL(`${url}/guide/install`)
    expect(await page.getByText('Renewed.').count()).toBe(1)
    expect(await isMarked(page)).toBe(false)
  })

  test('a broken link shows the not-found page in place; its address answers 404', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    await markDocument(page)
    await page.getByRole('link', { name: 'a broken link' }).click()
    await page.waitForURL(`${url}/nowhere`)
    expect(await page.locator('main h1').innerText()).toBe('Page not found')
    expect(await isMarked(page)).toBe(true)
    const response = await page.goto(`${url}/nowhere`)
    expect(response?.status()).toBe(404)
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await page.waitForURL(`${url}/`)
  })

  test('a page with a Japanese address and markup in its title works', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    await page.locator('.sidebar').getByRole('link', { name: 'Hostile' }).click()
    await page.waitForURL(`${url}/reference/${encodeURIComponent('日本語')}`)
    expect(await page.title()).toBe('<b>Hostile</b> "title" </script> & 日本語 · Handbook')
    await page.reload()
    expect(await page.title()).toBe('<b>Hostile</b> "title" </script> & 日本語 · Handbook')
    expect(await page.locator('main h1').innerText()).toBe('<b>Hostile</b> "title" </script> & 日本語')
  })

  test('a title with characters that HTML cannot contain causes no hydration error', { tags: 'long' }, async () => {
    const { url } = await openSite({
      content: contentOf([...SOURCES, { url: '/odd', title: 'Half a pair \uD83D and \0 zero', body: '<p>Odd.</p>' }]),
    })
    const page = await openPage()
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Half a pair' }).first().click()
    await page.waitForURL(`${url}/odd`)
  })

  test('a click with Ctrl is left to the browser', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await wakeApp(page)
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .locator('main')
        .getByRole('link', { name: 'Install it' })
        .click({ modifiers: ['Control'] }),
    ])
    await other.waitForURL(`${url}/guide/install`)
    expect(page.url()).toBe(`${url}/`)
  })

  test('Back and Forward restore scroll position and focus', async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    await markDocument(page)
    const link = page.locator('main').getByRole('link', { name: 'configure', exact: true })
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(200)
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/guide/configure`)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await page.waitForURL(`${url}/guide/install`)
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('configure')
    await page.goForward()
    await page.waitForURL(`${url}/guide/configure`)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect(await isMarked(page)).toBe(true)
  })

  test('sections of one page are separate history entries', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    await page.locator('.contents').getByRole('link', { name: 'Second' }).click()
    await page.waitForURL(`${url}/guide/install#second`)
    await page.waitForSelector('.contents a[aria-current]:has-text("Second")')
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
    await page.goBack()
    await page.waitForURL(`${url}/guide/install`)
    await page.waitForFunction(() => window.scrollY === 0)
  })

  test('a reload keeps the scroll position', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    await page.evaluate(() => window.scrollTo(0, 700))
    await page.reload()
    await page.waitForFunction(() => window.scrollY === 700)
  })
})

/** The theme of the first frame; waits for that frame. */
async function firstTheme(page: Page): Promise<string | undefined> {
  const seen = await page.waitForFunction(() => (globalThis as { firstTheme?: string }).firstTheme)
  return seen.jsonValue()
}

describe('the theme', () => {
  for (const [system, other, tags] of [
    ['light', 'dark', []],
    ['dark', 'light', ['long']],
  ] as const) {
    const name = `follows a ${system} system, and a switch is stored and applied before the next page’s first paint`
    test(name, { tags: [...tags] }, async () => {
      const { url } = await openSite()
      const page = await openPage({ colorScheme: system })
      // Records the attribute in the first animation frame in which <body> exists.
      await page.addInitScript(() => {
        const look = (): void => {
          if (document.body) (globalThis as { firstTheme?: string }).firstTheme = document.documentElement.dataset.theme
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      await page.goto(url)
      expect(await firstTheme(page)).toBe(system)
      const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      await page.getByRole('button', { name: 'Switch between light and dark' }).click()
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(ground)
      await page.goto(`${url}/guide/install`)
      expect(await firstTheme(page)).toBe(other)
    })
  }
})

describe('the keyboard', () => {
  test('reaches the skip link and the links of the article', async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/#docent:content`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Install it')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/guide/install`)
    await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Install')
  })

  test('opens and closes a group of the sidebar', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(url)
    await page.locator('.sidebar summary', { hasText: 'Guide' }).focus()
    const link = page.locator('.sidebar').getByRole('link', { name: 'Configure' })
    expect(await link.isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    expect(await link.isVisible()).toBe(false)
  })
})

describe('the search', () => {
  test('opens by its shortcut before the dialog is loaded, and keeps all typed letters', async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.route('**/1/indexes/**', (route) => route.fulfill({ json: { results: [] } }))
    const { release } = await hold(page, /search-dialog-.*\.js$/)
    await page.goto(url)
    // All files of the dialog are requested in parallel.
    const asked = Promise.all(
      [/search-dialog-.*\.js$/, /search-client-.*\.js$/, /dialog-.*\.css$/].map((file) => page.waitForRequest(file)),
    )
    await page.keyboard.press('Control+k')
    await page.keyboard.type('hosx')
    await asked
    const input = page.getByRole('dialog').locator('input')
    expect(await input.inputValue()).toBe('hosx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('t')
    release()
    // Only the loaded dialog has a close button.
    await page.getByRole('button', { name: 'Close' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await input.inputValue()).toBe('host')
    await page.keyboard.type('s')
    expect(await input.inputValue()).toBe('hosts')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${url}/`)
  })

  test('sends the query while the dialog loads; the dialog shows its hits and takes further letters', async () => {
    const { url } = await openSite()
    const page = await openPage()
    const hit = { objectID: '1', url: '/guide/install', type: 'lvl1', hierarchy: { lvl0: 'Guide', lvl1: 'Found' } }
    const queries: string[] = []
    await page.route('**/1/indexes/**', async (route) => {
      const { requests } = route.request().postDataJSON() as { requests: { query: string }[] }
      queries.push(requests[0]?.query ?? '')
      await route.fulfill({ json: { results: [{ hits: [hit], nbHits: 1, page: 0, nbPages: 1 }] } })
    })
    const { release } = await hold(page, /search-dialog-.*\.js$/)
    await page.goto(url)
    await page.keyboard.press('Control+k')
    const answered = page.waitForResponse('**/1/indexes/**')
    await page.keyboard.type('ins')
    await (await answered).finished()
    await expect.poll(() => queries.at(-1)).toBe('ins')
    const before = queries.length
    release()
    await page.getByRole('option', { name: /Found/ }).waitFor()
    expect(queries).toHaveLength(before)
    const input = page.getByRole('dialog').locator('input')
    await page.keyboard.type('t')
    expect(await input.inputValue()).toBe('inst')
    await expect.poll(() => queries.at(-1)).toBe('inst')
  })

  test.each([
    ['waits for the app', true],
    ['is a full load when the app fails', false],
  ])('answers before the app is loaded; opening a hit %s', async (_what, loads) => {
    const { url } = await openSite()
    const page = await openPage()
    const hit = { objectID: '1', url: '/guide/install', type: 'lvl1', hierarchy: { lvl0: 'Guide', lvl1: 'Found' } }
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/1/indexes/**', async (route) => {
      await held
      await route.fulfill({ json: { results: [{ hits: [hit], nbHits: 1, page: 0, nbPages: 1 }] } })
    })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    const app = await hold(page, /main-.*\.js$/)
    const nothing = { contentType: 'text/javascript', body: '' }
    if (!loads) await page.route(/main-.*\.js$/, (route) => route.fulfill(nothing))
    await page.goto(url)
    const asked = page.waitForRequest('**/1/indexes/**')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('host')
    await asked
    expect(scripts.filter((script) => /main-/.test(script))).toEqual([])
    const wanted = page.waitForRequest(/main-.*\.js$/)
    release()
    await wanted
    await page.getByRole('option', { name: /Found/ }).waitFor()
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await page.keyboard.press('Enter')
    app.release()
    await page.waitForURL(`${url}/guide/install`)
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(loads)
    await page.close()
  })

  test('does not open after Escape before the dialog is loaded', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    const { release } = await hold(page, /search-dialog-.*\.js$/)
    await page.goto(url)
    const link = page.locator('.sidebar a').first()
    await link.focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').locator('input').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    const loaded = page.waitForResponse(/search-dialog-.*\.js$/)
    release()
    await (await loaded).finished()
    await page.keyboard.press('/')
    await page.getByRole('button', { name: 'Close' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await page.getByRole('dialog').locator('input').inputValue()).toBe('')
  })

  test('opens by a touch of its button before the app is loaded', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage({ hasTouch: true, viewport: { width: 390, height: 800 } })
    await page.goto(url)
    await page.getByRole('button', { name: 'Search' }).tap()
    await page.getByRole('dialog').locator('input').waitFor()
  })
})

describe('articles', () => {
  test('code is copied without the removed lines of a diff', async () => {
    const { url } = await openSite()
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${url}/guide/configure`)
    await wakeApp(page)
    const figure = page.locator('figure.code').first()
    await figure.hover()
    await figure.getByRole('button', { name: 'Copy code' }).click()
    await figure.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n')).toHaveLength(3)
    expect(copied).toContain('QUERY_LENGTH = 512')
    expect(copied).not.toContain("'old'")
  })

  test('the chosen tab is open on the next visit', { tags: 'long' }, async () => {
    const { url } = await openSite()
    const page = await openPage()
    await page.goto(`${url}/guide/configure`)
    await wakeApp(page)
    await page.getByText('pnpm', { exact: true }).click()
    await page.getByText('pnpm start').waitFor()
    await page.reload()
    await wakeApp(page)
    await page.getByText('pnpm start').waitFor()
  })
})

describe('live', () => {
  test('a change of the docs is shown without interaction, at the same scroll position', { tags: 'long' }, async () => {
    const { url, update } = await openSite({ live: true })
    const page = await openPage()
    await page.goto(`${url}/guide/install`)
    await page.waitForFunction(() => history.state?.docent !== undefined)
    await markDocument(page)
    await page.evaluate(() => window.scrollTo(0, 500))
    const renewed = SOURCES.map((source) =>
      source.url === '/guide/install'
        ? { ...source, title: 'Install anew', body: `${source.body}<p>Just saved.</p>` }
        : source,
    )
    update(contentOf(renewed))
    await page.getByText('Just saved.').waitFor()
    expect(await page.locator('main h1').innerText()).toBe('Install anew')
    expect(await page.locator('.sidebar [aria-current="page"]').innerText()).toBe('Install anew')
    expect(await page.evaluate(() => window.scrollY)).toBe(500)
    expect(await isMarked(page)).toBe(true)
    update(contentOf(renewed.filter((source) => source.url !== '/guide/install')))
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    update(contentOf(SOURCES))
    await page.getByRole('heading', { name: 'Install', exact: true }).waitFor()
  })
})

describe('problems that the last save introduced', { tags: 'long' }, () => {
  const broken = (place: string): NonNullable<SiteContent['savedProblems']> => ({
    first: [{ place, message: 'The link "gone.md" is broken.' }],
    more: 2,
  })
  const withProblems = (place?: string): SiteContent => ({
    ...contentOf(SOURCES),
    ...(place !== undefined && { savedProblems: broken(place) }),
  })

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('are shown above the content, %i px wide, %s', async (width, colorScheme) => {
    const { url, update, fail } = await openSite({ content: withProblems(), live: true })
    const page = await openPage({ colorScheme, viewport: { width, height: 800 } })
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    const problems = page.getByRole('region', { name: 'Problems of the last save' })
    expect(await problems.count()).toBe(0)
    update(withProblems('a.md:3'))
    await problems.getByText('a.md:3').waitFor()
    await problems.getByText('2 more').waitFor()
    expect(await violations(page, await readAxe())).toEqual([])
    // They are part of the header, so the first heading is below them and the page is not wider.
    const bottom = await problems.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await page.locator('main h1').evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(
      bottom,
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    fail('"/gone" is no folder.')
    await problems.getByText('"/gone" is no folder.').waitFor()
    update(withProblems())
    await problems.waitFor({ state: 'detached' })
  })

  test('do not return once closed, and never again if the author wants so', async () => {
    const { url, update } = await openSite({ content: withProblems('a.md:3'), live: true })
    const page = await openPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(url)
    const problems = page.getByRole('region', { name: 'Problems of the last save' })
    await problems.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await problems.waitFor({ state: 'detached' })
    await page.reload()
    await wakeApp(page)
    await page.goto(`${url}/guide/install`)
    await wakeApp(page)
    expect(await problems.count()).toBe(0)
    update(withProblems('b.md:7'))
    await problems.getByText('b.md:7').waitFor()
    await problems.getByRole('button', { name: 'Do not show again' }).click()
    update(withProblems('c.md:9'))
    await page.reload()
    await wakeApp(page)
    expect(await problems.count()).toBe(0)
  })
})

describe('a folder of Markdown', () => {
  test('has accessible blocks in both themes and highlighted code, and a change is shown', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-e2e-site-'))
    cleanups.push(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'index.md'), MARKDOWN)
    const read = async (): Promise<SiteContent> => {
      const docs = await readDocs(folder)
      return { ...docs, renderArticle: (page) => renderArticle(docs, page) }
    }
    const { url, update } = await openSite({ content: await read(), live: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage({ colorScheme, viewport: { width: 390, height: 800 } })
      await page.goto(url)
      await wakeApp(page)
      expect(await violations(page, await readAxe())).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    const page = await openPage()
    await page.goto(url)
    await page.waitForFunction(() => history.state?.docent !== undefined)
    const keyword = page.locator('.t-keyword').first()
    expect(await keyword.evaluate((element) => getComputedStyle(element).color)).not.toBe(
      await page
        .locator('pre code')
        .first()
        .evaluate((element) => getComputedStyle(element).color),
    )
    await writeFile(join(folder, 'index.md'), MARKDOWN.replace('A line.', 'Another line.'))
    update(await read())
    await page.getByText('Another line.').waitFor()
  })
})

describe('all kinds of pages', { tags: 'long' }, () => {
  /** A page of each kind: home, content with tags, one whose rendering fails, a missing one, and the generated ones. */
  const kinds = [
    '/', '/guide/configure', '/guide/install', '/broken', '/nowhere', '/search', '/tags', '/tags/set-up', '/_docent/report?query=gears',
  ] // prettier-ignore

  function contentOfAllKinds(): SiteContent {
    const body = '<p>Never shown.</p>'
    const content = contentOf([...SOURCES, { url: '/broken', title: 'Broken', body }])
    return {
      ...content,
      pages: content.pages.map((page) => ({ ...page, tags: page.url.startsWith('/guide') ? ['Set up', 'gears'] : [] })),
      renderArticle: (page) =>
        page.url === '/broken' ? Promise.reject(new Error('no such grammar')) : content.renderArticle(page),
    }
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1400, 320]) {
      test(`axe finds nothing, ${colorScheme}, ${width} px`, async () => {
        const { url } = await openSite({ content: contentOfAllKinds() })
        const page = await openPage({ colorScheme, viewport: { width, height: 800 } })
        const axe = await readAxe()
        for (const path of kinds) {
          await page.goto(url + path)
          await wakeApp(page)
          expect(await violations(page, axe), path).toEqual([])
        }
        const start = await openSite({ content: contentOf(SOURCES.filter((source) => source.url !== '/')) })
        await page.goto(start.url)
        await wakeApp(page)
        expect(await violations(page, axe), 'start page').toEqual([])
        if (width < 900) {
          await page.goto(`${url}/guide/install`)
          await page.getByRole('button', { name: 'Menu', exact: true }).click()
          expect(await violations(page, axe), 'menu').toEqual([])
        }
      })
    }
  }

  test('no page is wider than the screen, down to 320 px', async () => {
    const { url } = await openSite({ content: contentOfAllKinds() })
    for (const width of [1400, 900, 390, 320]) {
      const page = await openPage({ viewport: { width, height: 800 } })
      for (const path of kinds) {
        await page.goto(url + path)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width)
      }
    }
  })

  test('with the sidebar as a column, a page without headings has no second bar', async () => {
    const { url } = await openSite({ content: contentOfAllKinds() })
    const page = await openPage({ viewport: { width: 1100, height: 800 } })
    const seen: boolean[] = []
    for (const path of kinds) {
      await page.goto(url + path)
      const [bar, contents] = [page.locator('.sub-header'), page.locator('.contents-button')]
      expect(await bar.isVisible(), path).toBe((await contents.count()) > 0)
      expect(await bar.getByRole('button', { name: 'Menu' }).isVisible(), path).toBe(false)
      const [top, header] = await page.evaluate(() => {
        const { scrollPaddingTop } = getComputedStyle(document.documentElement)
        const bars = [...document.querySelectorAll('.header, .sub-header')]
        return [Number.parseFloat(scrollPaddingTop), Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom))]
      })
      expect(top - header, path).toBeCloseTo(20, 0)
      seen.push(await bar.isVisible())
    }
    expect(new Set(seen).size).toBe(2)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.locator('.sub-header').getByRole('button', { name: 'Menu' }).isVisible()).toBe(true)
  })

  test('visible blocks have the same boxes in the first frame of a page as later', async () => {
    const { url } = await openSite({ content: contentOfAllKinds() })
    for (const width of [1400, 390]) {
      const page = await openPage({ viewport: { width, height: 800 } })
      for (const path of kinds) {
        await page.goto(url + path)
        const [whole, first] = await page.evaluate(async () => {
          const boxes = (): string[] =>
            [...document.querySelectorAll('.article > *')].flatMap((block) => {
              const { top, left, width, height } = block.getBoundingClientRect()
              return top < innerHeight ? [[block.tagName, top, left, width, height].join(' ')] : []
            })
          const whole = boxes()
          document.documentElement.toggleAttribute('data-arriving', true)
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          return [whole, boxes()]
        })
        expect(first, `${path} at ${width}`).toEqual(whole)
      }
    }
  })

  test('with a long title, the search button is visible on a phone', async () => {
    const { url } = await openSite({
      content: { ...contentOf(SOURCES), title: 'The long handbook of everything there is' },
    })
    const page = await openPage({ viewport: { width: 320, height: 640 } })
    await page.goto(url)
    const box = await page.getByRole('button', { name: 'Search' }).boundingBox()
    expect(box?.width).toBeGreaterThan(30)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  test('docs without an index get a start page', async () => {
    const { url } = await openSite({ content: contentOf(SOURCES.filter((source) => source.url !== '/')) })
    const page = await openPage()
    await page.goto(url)
    expect(await page.locator('main h1').innerText()).toBe('Handbook')
    await page.getByRole('link', { name: 'Start reading' }).click()
    await page.waitForURL(`${url}/guide/install`)
  })
})

function readAxe(): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
}

/** The violations that axe finds, as `rule: target`. Run by the debugger, so that the page's policy does not block it. */
async function violations(page: Page, axe: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  return result.value as string[]
}

/** Delays the response for a file until `release`. */
async function hold(page: Page, file: RegExp): Promise<{ release(): void }> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(file, async (route) => {
    await held
    await route.continue()
  })
  return { release }
}
