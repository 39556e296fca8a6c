/** The actions of a reader on a site with Docent's box; each failure is an error. */

import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'

import type { AdapterSite } from './sites.ts'

/** The site as it is served: name for screenshots, origin. */
export interface Served {
  name: string
  origin: string
  browser: Browser
}

/** Milliseconds for each step; dev servers compile a page at its first request. */
const PATIENCE = 60_000

const INPUT = '.DocSearch-Input'

/** Opens the search by key, types, opens the section; in a site with a router without loading the document. Then dark colours. */
export async function walk(site: AdapterSite, { name, origin, browser }: Served): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(PATIENCE)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  try {
    await page.goto(origin + site.page)
    await page.locator(site.button).first().waitFor()
    await shoot(page, `${name}-page`)
    await search(page, 'when to o')
    await shoot(page, `${name}-light`)
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await page.keyboard.press('Enter')
    // With or without a slash, as hosts and generators differ.
    await page
      .waitForURL((url) => url.href.replace('/#', '#') === origin + site.section, { waitUntil: 'commit' })
      .catch((error: Error) => {
        throw new Error(`${name}: ${page.url()} was opened instead of ${origin}${site.section}`, { cause: error })
      })
    const heading = page.getByRole('heading', { name: 'When to oil' }).first()
    await heading.waitFor()
    const isSame = await page.evaluate(() => 'sameDocument' in globalThis)
    if (isSame !== site.hasRouter) throw new Error(`${name}: the router ${isSame ? 'was' : 'was not'} used`)
    if (site.toDark === undefined) await page.emulateMedia({ colorScheme: 'dark' })
    else await untilDark(page, site.toDark)
    await search(page, 'grease')
    const background = await page
      .locator('.DocSearch-Modal')
      .evaluate((element) => getComputedStyle(element).backgroundColor)
    const values = background.match(/\d+/g)?.map(Number) ?? []
    if (!(Math.max(...values.slice(0, 3)) < 90)) throw new Error(`${name}: the dark dialog is ${background}`)
    await shoot(page, `${name}-dark`)
    await page.keyboard.press('Escape')
    await page.locator(INPUT).waitFor({ state: 'hidden' })
    // A closed dialog goes back in the history, which would interrupt the next navigation.
    await page.waitForTimeout(500)
    await openByClicks(page, site, { name, origin })
    if (faults.length > 0) throw new Error(`${name}: ${faults.join('; ')}`)
  } finally {
    await page.close()
  }
}

/** Searches whose hits depend on the language or version of the page. */
export async function searchScopes(site: AdapterSite, { name, origin, browser }: Served): Promise<void> {
  for (const { page: path, query, first, all } of site.scopes ?? []) {
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE)
    try {
      await page.goto(origin + path)
      await page.locator(site.button).first().waitFor()
      await search(page, query)
      const addresses = await page
        .locator('.DocSearch-Modal a[role=option]')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
      const paths = addresses.map((address) => address.slice(origin.length).replace('/#', '#'))
      const stray = all && paths.find((each) => !all.test(each))
      if (paths[0] !== first || stray !== undefined)
        throw new Error(`${name}: "${query}" on ${path} finds ${paths.join(', ')}`)
    } finally {
      await page.close()
    }
  }
}

/** Opens the search with the button, and a hit by a click: some routers take clicks before the dialog sees them. */
async function openByClicks(page: Page, site: AdapterSite, { name, origin }: Omit<Served, 'browser'>): Promise<void> {
  await page.goto(origin + site.page)
  await page.locator(site.button).first().waitFor()
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  const input = page.locator(INPUT)
  // Before the box is loaded, a click has no effect.
  for (let attempt = 0; attempt < 60 && !(await input.isVisible()); attempt++) {
    await page.locator(site.button).first().click()
    await page.waitForTimeout(500)
  }
  await input.fill('grease')
  await page.locator('.DocSearch-Modal mark').filter({ hasText: 'grease' }).first().click()
  await page.waitForURL((url) => url.pathname.includes('/lubrication'), { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'When to oil' }).first().waitFor()
  await input.waitFor({ state: 'hidden' })
  const isSame = await page.evaluate(() => 'sameDocument' in globalThis)
  if (isSame !== site.hasRouter) throw new Error(`${name}: the router ${isSame ? 'was' : 'was not'} used by a click`)
}

/** Searches for words that the dev server has read just now; repeated, since it indexes a moment after the change. */
export async function findsSoon(site: AdapterSite, { name, origin, browser }: Served, words: string): Promise<void> {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  try {
    for (let attempt = 0; attempt < 30; attempt++) {
      await page.goto(origin + site.page)
      await page.locator(site.button).first().waitFor()
      await open(page)
      await page.locator(INPUT).fill(words)
      const found = page.locator('.DocSearch-Modal mark').first()
      if (
        await found.waitFor({ timeout: 2000 }).then(
          () => true,
          () => false,
        )
      )
        return
    }
    throw new Error(`${name}: the changed file is not found`)
  } finally {
    await page.close()
  }
}

async function search(page: Page, query: string): Promise<void> {
  await open(page)
  await page.locator(INPUT).fill(query)
  // The list of the query, not of an earlier one.
  await page
    .locator('.DocSearch-Modal mark')
    .filter({ hasText: new RegExp(query.split(' ', 1)[0] ?? '', 'i') })
    .first()
    .waitFor()
}

/** Presses the shortcut until the dialog is there: the page listens to it as soon as the box is loaded. */
async function open(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    await page.keyboard.press('Control+k')
    const input = page.locator(INPUT)
    if (
      await input.waitFor({ timeout: 1000 }).then(
        () => true,
        () => false,
      )
    )
      return
  }
  throw new Error('The dialog does not open.')
}

/** Clicks a switch, which may have three states, until the page is dark. */
async function untilDark(page: Page, control: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    await page.locator(control).first().click()
    await page.waitForTimeout(300)
    if ((await page.evaluate(() => document.documentElement.dataset.docentTheme)) === 'dark') return
  }
  throw new Error('The page does not become dark.')
}

/** Saves a screenshot in the folder `DOCENT_SCREENSHOTS`, if that is set. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['DOCENT_SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}
