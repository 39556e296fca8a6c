/**
 * Parts of the dialog that cannot be loaded: the network is gone, or a new release of the site has replaced the files that
 * an open page would load.
 */

import { expect, test } from 'vitest'

import { answered, dialogCount, input, open, options, page, search, setUp, visit } from './dialog-harness/reader.ts'

setUp({}, '', { opensPage: false })

async function withoutFile(name: RegExp): Promise<void> {
  await page.route(name, (route) => route.abort())
}

test('without the dialog the page stays usable, and the next opening loads it', async () => {
  await visit({}, '?drop-in')
  await withoutFile(/search-dialog/)
  await page.keyboard.press('Control+k')
  const button = page.locator('.DocSearch-Button')
  await page.waitForFunction(() => document.querySelector('.DocSearch-Button')?.ariaExpanded === 'false')
  expect(await button.isVisible()).toBe(true)
  expect(await dialogCount()).toBe(0)
  await page.locator('#area').pressSequentially('own text')
  expect(await page.locator('#area').inputValue()).toBe('own text')
  await page.unroute(/search-dialog/)
  await button.click()
  await input().waitFor()
})

test('without the filters the hits are shown', async () => {
  await visit({}, '?facets')
  await withoutFile(/filter-bar/)
  await search('install')
  expect(await options().count()).toBeGreaterThan(0)
})

test('without the list of keys the dialog stays', async () => {
  await visit()
  await open()
  await withoutFile(/key-help/)
  const refused = page.waitForEvent('requestfailed')
  await page.locator('.DocSearch-HelpButton').click()
  await refused
  await page.keyboard.type('install')
  await answered()
})
