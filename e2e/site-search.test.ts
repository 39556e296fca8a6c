/** The search dialog on a page of the website: before it is loaded, and before the app is loaded. */
import { expect, test } from 'vitest'
import { hold, openPage, openSite, prepareSites } from './site-in-browser.ts'

prepareSites()

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

test('a slash in a text field of a web component stays there', async () => {
  const { url } = await openSite()
  const page = await openPage()
  await page.goto(url)
  await page.evaluate(() => {
    const field = document.createElement('input')
    const host = document.createElement('div')
    host.attachShadow({ mode: 'open' }).append(field)
    document.body.append(host)
    field.focus()
  })
  await page.keyboard.type('a/b')
  expect(await page.evaluate(() => document.body.lastElementChild?.shadowRoot?.querySelector('input')?.value)).toBe(
    'a/b',
  )
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
