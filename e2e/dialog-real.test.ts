/** The dialog's main states with a real Docent server; the other tests have a search host under their control. */

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { serveDocs } from './served-docs.ts'
import { testBrowser } from './test-browser.ts'

const DOCS = {
  'en/index.md': '# Start\n\nWhere to begin with the gearbox.\n',
  'en/guide/oil.md':
    '# Oil\n\n## Changing the oil\n\nOil keeps the gearbox quiet.\n\n## Kinds of oil\n\nThin and thick.\n',
  'ja/index.md': '# はじめに\n\nギアボックスの説明。\n',
  'ja/guide/oil.md': '# オイル\n\n## オイルの交換\n\nオイルは gearbox を静かにします。\n',
}

let docent: Awaited<ReturnType<typeof serveDocs>>
let page: Page

beforeAll(async () => {
  docent = await serveDocs(DOCS)
})
afterAll(() => docent?.close())
const browser = testBrowser()
beforeEach(async () => {
  page = await browser.newPage({ locale: 'en-US' })
})
afterEach(() => page.close())

const input = () => page.locator('.DocSearch-Input')
const rows = () => page.locator('[role=option].DocSearch-Hit')

async function search(path: string, query: string): Promise<void> {
  await page.goto(docent.url + path)
  await page.keyboard.press('Control+k')
  await input().fill(query)
}

test('start, results by page with highlights, a section, the start again with the opened hit', async () => {
  await search('/en', 'oil')
  await page.locator('[role=listbox][aria-disabled=false]').waitFor()
  const group = page.getByRole('group', { name: /Oil$/ })
  expect(await group.getByRole('option').count()).toBe(3)
  expect(await group.locator('mark').first().textContent()).toMatch(/oil/i)
  await group.getByRole('option', { name: /Kinds of oil/ }).click()
  await page.waitForURL('**/en/guide/oil#kinds-of-oil')
  await page.keyboard.press('Control+k')
  await input().fill('')
  await page.getByRole('option', { name: /Kinds of oil/ }).waitFor()
})

test('the reader’s language is searched; the other one on demand', async () => {
  await search('/ja', 'gearbox')
  await rows().first().waitFor()
  expect(await rows().first().getAttribute('href')).toMatch(/^\/ja\//)
  const language = page.locator('.DocSearch-Filters select').first()
  await language.selectOption('en')
  await expect.poll(() => rows().first().getAttribute('href')).toMatch(/^\/en(\/|$)/)
})

test('none: the query is named; the suggested queries have results', async () => {
  await search('/en', 'oil')
  await rows().first().waitFor()
  await input().fill('oilxylophone')
  await page.locator('.DocSearch-NoResults').waitFor()
  expect(await page.locator('.DocSearch-NoResults .DocSearch-Title').textContent()).toBe(
    'No results for “oilxylophone”',
  )
  const offered = page.locator('.DocSearch-Prefill')
  await offered.first().click()
  await rows().first().waitFor()
})

test('an unknown key and an unreachable server are errors; Try again works when the server is back', async () => {
  await page.route('**/queries*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/api-key=\w+/, 'api-key=unknown'),
    }),
  )
  await search('/en', 'oil')
  await page.locator('.DocSearch-ErrorScreen[data-kind=not-allowed]').waitFor()
  await page.unroute('**/queries*')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('You might want to check your network connection.').first().waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await rows().first().waitFor()
})
