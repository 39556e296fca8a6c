/** A page of the website by itself: without JavaScript, before any interaction, its theme, its keyboard, its blocks. */
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { contentOf, TABS } from '../packages/site/src/testing/site-content.ts'
import { openPage, openSite, prepareSites, wakeApp } from './site-in-browser.ts'

prepareSites()

/** The find-in-page of a browser, for scripts. */
interface Finding {
  find(text: string): boolean
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

describe('closed tabs and details', () => {
  const details = '<details><summary>More</summary><p>rarely needed</p></details>'

  test('are searched by the find-in-page of the browser, and printed', async () => {
    const { url } = await openSite({ content: contentOf([{ url: '/', title: 'Guide', body: TABS + details }]) })
    const page = await openPage()
    await page.goto(`${url}/`)
    const tabs = page.locator('main .tabs')
    const closed = await tabs.boundingBox()
    const found = (text: string) => page.evaluate((one) => (window as unknown as Finding).find(one), text)
    expect([await found('pnpm start'), await found('rarely needed'), await found('not here')]).toEqual([
      true,
      true,
      false,
    ])
    await page.emulateMedia({ media: 'print' })
    const text = await page.locator('main').innerText()
    expect(text).toMatch(/npm\s+npm start\s+pnpm\s+pnpm start\s+More\s+rarely needed/)
    expect((await tabs.boundingBox())?.height).toBeGreaterThan(closed?.height ?? Infinity)
  })
})

test('on paper, a table of many columns has the width of the page', async () => {
  const cells = Array.from({ length: 8 }, (_, at) => `<td>a_long_word_of_the_column_${at}</td>`).join('')
  const body = `<div class="table"><table><tbody><tr>${cells}</tr></tbody></table></div>`
  const { url } = await openSite({ content: contentOf([{ url: '/', title: 'Guide', body }]) })
  // A4 with margins of 1 cm.
  const page = await openPage({ viewport: { width: 718, height: 1000 } })
  await page.goto(`${url}/`)
  const spare = () => page.locator('.table').evaluate((table) => table.clientWidth - table.scrollWidth)
  expect(await spare()).toBeLessThan(0)
  await page.emulateMedia({ media: 'print' })
  expect(await spare()).toBe(0)
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
