/**
 * Reaching everything: more hits, the page of all results, filters. The numbers are those of the
 * requirements in `README.md`.
 */

import { describe, expect, test } from 'vitest'

import {
  active,
  answered,
  answers,
  dialogCount,
  finds,
  host,
  input,
  page,
  search,
  setUp,
  until,
  visit,
} from './dialog-harness/reader.ts'

setUp()

describe('21: all results are reachable', () => {
  test('the true total, more on demand by mouse and keyboard, all of a page', async () => {
    await search('catalogue')
    expect(await page.locator('.DocSearch-HitsFooter').textContent()).toBe('See all 45 results')
    const next = page.getByRole('option', { name: 'Show more results (20 of 45)' })
    await page.keyboard.press('End')
    expect(await active().textContent()).toBe(await next.textContent())
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Show more results (40 of 45)' }).waitFor()
    expect(host.asked.at(-1)).toMatchObject({ query: 'catalogue', page: 1 })
    // The first of the new hits.
    expect(await active().textContent()).toMatch(/^Show|^Entry/)
    await page.getByRole('option', { name: 'Show more results (40 of 45)' }).click()
    await page.getByRole('option', { name: 'Show more results' }).waitFor({ state: 'detached' })
    for (const more of await page.getByRole('option', { name: /^Show 4 more in Catalogue/ }).all()) {
      await page
        .getByRole('option', { name: /^Show 4 more in Catalogue/ })
        .first()
        .click()
      void more
    }
    const entries = await page.getByRole('option', { name: /^Entry/ }).count()
    expect(entries).toBe(45)
    expect(await input().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('all hits of a page, also those that were not among the first', { tags: 'long' }, async () => {
    await search('chapter')
    await page.getByRole('option', { name: 'Show 15 more in Handbook' }).click()
    await page.getByRole('option', { name: 'Chapter 30' }).waitFor()
    expect(host.asked.at(-1)).toMatchObject({ query: 'chapter', facetFilters: ['url_without_anchor:/handbook'] })
    expect(await page.getByRole('option').count()).toBe(30)
    expect(await active().textContent()).toBe('Chapter 6')
  })

  test('a failure to fetch more hits keeps the list, and can be tried again', { tags: 'long' }, async () => {
    await search('catalogue')
    host.behave = answers(500, '{}')
    await page.getByRole('option', { name: /^Show more results/ }).click()
    const failed = page.getByRole('option', { name: 'More results could not be fetched. Try again' })
    await failed.waitFor()
    expect(await page.locator('.DocSearch-ErrorScreen').count()).toBe(0)
    host.behave = finds
    await failed.click()
    await page.getByRole('option', { name: 'Show more results (40 of 45)' }).waitFor()
  })

  test('the page of all results has an address, which opens in this tab', { tags: 'long' }, async () => {
    await search('catalogue')
    await page.getByRole('link', { name: 'See all 45 results' }).click()
    await page.waitForURL('**/search?q=catalogue')
    expect(await dialogCount()).toBe(0)
  })
})

describe('26: several indices', () => {
  test('one that fails is named, and the others are shown', { tags: 'long' }, async () => {
    host.behave = (asked, response, number, all) => {
      const fails = all.some(({ indexName }) => indexName === 'blog')
      ;(fails ? answers(404, '{"message":"Index blog does not exist"}') : finds)(asked, response, number, all)
    }
    await visit({}, '?parts')
    await search('proxy')
    await page.getByText('blog could not be searched. Results may be missing.', { exact: true }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.locator('output', { hasText: '1 result. blog could not be searched.' }).waitFor({ state: 'attached' })
    await page.keyboard.type('zz')
    await page.locator('.DocSearch-NoResults').waitFor()
    await page.getByText('blog could not be searched. Results may be missing.', { exact: true }).waitFor()
  })
})

describe('25: filters', () => {
  const version = () => page.getByRole('combobox', { name: 'Version' })
  const choices = () => version().locator('option').allTextContents()
  const searchBox = () => page.locator('.DocSearch-Input')

  async function searchVersion2(query: string): Promise<void> {
    await visit({}, '?facets')
    await page.keyboard.press('Control+k')
    await searchBox().waitFor()
    await page.keyboard.type(query)
    await answered()
  }

  test(
    'the value of the open page is the default; other values have their counts; a choice is remembered',
    { tags: 'long' },
    async () => {
      await searchVersion2('migrate')
      expect(host.asked.find(({ query }) => query === 'migrate')?.['facetFilters']).toEqual(['version:2'])
      expect(await version().inputValue()).toBe('2')
      await version().locator('option', { hasText: '1 (1)' }).waitFor({ state: 'attached' })
      expect(await choices()).toEqual(['All', '2 (1)', '1 (1)'])
      // By the keyboard only.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await version().evaluate((element) => element === document.activeElement)).toBe(true)
      await version().selectOption('1')
      await until(() => JSON.stringify(host.asked.at(-1)?.['facetFilters']) === '["version:1"]')
      await page.locator('a[href="/v1/migrate"]').waitFor()
      await page.reload()
      await page.locator('.DocSearch-Button').waitFor()
      await page.keyboard.press('Control+k')
      await searchBox().waitFor()
      await page.keyboard.type('migrate')
      await answered()
      expect(await version().inputValue()).toBe('1')
      await page.getByRole('button', { name: 'Reset filters' }).click()
      await page.locator('a[href="/v2/migrate"]').waitFor()
      expect(await version().inputValue()).toBe('2')
    },
  )

  test('all values, with the value of each hit', async () => {
    await searchVersion2('migrate')
    await version().selectOption('')
    await page.locator('a[href="/v1/migrate"]').waitFor()
    expect(await page.locator('.DocSearch-Hit-scope').allTextContents()).toEqual(['2', '1'])
  })

  test('hits outside the filters come after the others, and instead of "No results"', { tags: 'long' }, async () => {
    await searchVersion2('legacy')
    await page.getByText('Outside these filters', { exact: true }).waitFor()
    expect(await page.locator('.DocSearch-NoResults').count()).toBe(0)
    await page.getByRole('option', { name: 'Legacy mode' }).waitFor()
    await searchBox().fill('migrate')
    // One hit within the filters.
    await page.locator('a[href="/v2/migrate"]').waitFor()
    await page.locator('a[href="/v1/migrate"]').waitFor()
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(2)
    await searchBox().fill('nowhere at all')
    await page.locator('.DocSearch-NoResults').waitFor()
  })
})
