/** From page to page: by links, by the history, during failures and new builds. */
import { expect, test } from 'vitest'
import type { NavItem } from '@docent/ingest'
import { contentOf, SOURCES } from '../packages/site/src/testing/site-content.ts'
import {
  hold,
  isMarked,
  markDocument,
  openAwake,
  openPage,
  openSite,
  prepareSites,
  recordRequests,
  wakeApp,
} from './site-in-browser.ts'

prepareSites()

test('a click fetches the page-data file of the target and nothing else', async () => {
  const { url, page } = await openAwake()
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

test('a list of thousands of pages has the neighbours of the page first, and all pages when the app runs', async () => {
  const content = contentOf(SOURCES)
  const others = (name: string): NavItem[] =>
    Array.from({ length: 2000 }, (_, at) => ({ title: `${name} ${at}`, url: `/${name}/${at}`, children: [] }))
  for (const navigation of content.navigations)
    navigation.items = [...others('before'), ...navigation.items, ...others('after')]
  const { url } = await openSite({ content })
  const page = await openPage()
  await page.goto(`${url}/guide/install`)
  const current = page.locator('.sidebar [aria-current="page"]')
  const links = page.locator('.sidebar nav > ul > li')
  expect(await links.count()).toBe(102)
  await expect.poll(() => current.isVisible()).toBe(true)
  await wakeApp(page)
  await expect.poll(() => links.count()).toBeGreaterThan(4000)
  // The list grows above the page that the reader sees.
  const box = await current.boundingBox()
  expect(box?.y).toBeGreaterThan(0)
  expect(box?.y).toBeLessThan(720)
})

test('a click on a section of the page cancels a navigation that is waiting for its page', async () => {
  const { url, page } = await openAwake('/guide/install')
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
  const { url, page } = await openAwake()
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
  const { url, page } = await openAwake()
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
  const { url, page } = await openAwake()
  await markDocument(page)
  await page.route(/install\.json$/, () => {})
  await page.locator('main').getByRole('link', { name: 'Install it' }).click()
  await page.waitForURL(`${url}/guide/install`)
  expect(await isMarked(page)).toBe(false)
  expect(await page.locator('main h1').innerText()).toBe('Install')
})

test('a newer navigation cancels the older one', { tags: 'long' }, async () => {
  const { url, page } = await openAwake()
  await markDocument(page)
  await page.route(/install\.json$/, () => {})
  await page.locator('main').getByRole('link', { name: 'Install it' }).click()
  await page.locator('.sidebar').getByRole('link', { name: 'Configure' }).click()
  await page.waitForURL(`${url}/guide/configure`)
  expect(await isMarked(page)).toBe(true)
})

test('a new build before the navigation causes a full load of the new page', { tags: 'long' }, async () => {
  const { url, update, page } = await openAwake()
  await markDocument(page)
  update(contentOf(SOURCES.map((source) => ({ ...source, body: `<p>Renewed.</p>${source.body}` }))))
  await page.locator('main').getByRole('link', { name: 'Install it' }).click()
  await page.waitForURL(`${url}/guide/install`)
  expect(await page.getByText('Renewed.').count()).toBe(1)
  expect(await isMarked(page)).toBe(false)
})

test('a broken link shows the not-found page in place; its address answers 404', { tags: 'long' }, async () => {
  const { url, page } = await openAwake()
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
  const { url, page } = await openAwake()
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

test('the app runs where the browser refuses storage', async () => {
  const { url } = await openSite()
  const page = await openPage()
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await page.goto(url)
  await wakeApp(page)
  await markDocument(page)
  await page.locator('main').getByRole('link', { name: 'Install it' }).click()
  await page.waitForURL(`${url}/guide/install`)
  await page.goBack()
  await page.waitForURL(`${url}/`)
  expect(await isMarked(page)).toBe(true)
})

test('a click with Ctrl is left to the browser', { tags: 'long' }, async () => {
  const { url, page } = await openAwake()
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
  const { url, page } = await openAwake('/guide/install')
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
  const { url, page } = await openAwake('/guide/install')
  await page.locator('.contents').getByRole('link', { name: 'Second' }).click()
  await page.waitForURL(`${url}/guide/install#second`)
  await page.waitForSelector('.contents a[aria-current]:has-text("Second")')
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  await page.goBack()
  await page.waitForURL(`${url}/guide/install`)
  await page.waitForFunction(() => window.scrollY === 0)
})

test('a reload keeps the scroll position', { tags: 'long' }, async () => {
  const { page } = await openAwake('/guide/install')
  await page.evaluate(() => window.scrollTo(0, 700))
  await page.reload()
  await page.waitForFunction(() => window.scrollY === 700)
})
