/**
 * Coming back: the browser's Back, queries among the recents, the list of keys and the switch in it, languages. The numbers are those of the
 * requirements in `README.md`.
 */

import { describe, expect, test } from 'vitest'

import {
  active,
  answered,
  dialog,
  dialogCount,
  harness,
  hits,
  host,
  input,
  open,
  options,
  page,
  search,
  setUp,
  visit,
} from './dialog-harness/reader.ts'

setUp()

const rows = () => page.locator('.DocSearch-Hit-title').allTextContents()
const closed = () => dialog().waitFor({ state: 'detached' })

describe('18, 22: Back', () => {
  test('closes the dialog and not the page; Escape leaves no trace; Forward opens it again', async () => {
    await open()
    await page.goBack()
    await closed()
    expect(page.url()).toBe(`${harness.url}/`)
    await page.goForward()
    await input().waitFor()
    await page.keyboard.press('Escape')
    await closed()
    await page.waitForFunction(() => history.state === null)
  })

  test('leads from a hit on this page to the dialog as it was left', { tags: 'long' }, async () => {
    await search('install')
    await page.keyboard.press('End')
    const left = await active().textContent()
    await page.keyboard.press('Enter')
    await closed()
    expect(new URL(page.url()).hash).toBe('#far')
    await page.goBack()
    await input().waitFor()
    expect(await input().inputValue()).toBe('install')
    expect(await active().textContent()).toBe(left)
  })

  test(
    'a hit whose anchor is an invalid escape is opened, and the next closing restores the focus',
    { tags: 'long' },
    async () => {
      host.behave = hits({
        objectID: 'x',
        url: '/#100%',
        type: 'lvl2',
        hierarchy: { lvl0: 'A', lvl1: 'B', lvl2: 'All' },
      })
      await page.evaluate(() => {
        const heading = document.createElement('h2')
        heading.id = '100%'
        heading.textContent = 'All'
        document.body.append(heading)
      })
      await search('all')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.activeElement?.id === '100%')
      const button = page.locator('.DocSearch-Button')
      await button.focus()
      await open()
      await page.keyboard.press('Escape')
      await closed()
      // Closing goes back in the history to an address with an anchor, where Chromium removes the focus.
      await page.waitForFunction(() => history.state === null)
      await page.waitForFunction(() => document.activeElement?.matches('button.DocSearch-Button'))
    },
  )

  test(
    'leads from another page to the dialog, and so does ?q= in an address of the page',
    { tags: 'long' },
    async () => {
      await visit({}, '?drop-in')
      await search('proxy')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/visited/**')
      await page.goBack()
      await input().waitFor()
      expect(await input().inputValue()).toBe('proxy')
      await visit({}, '?drop-in&q=yarn')
      await input().waitFor()
      await answered()
      expect(await input().inputValue()).toBe('yarn')
    },
  )
})

describe('24: queries among the recents', () => {
  test('a query with hits is kept if no hit was opened, and can be sent again', async () => {
    await search('proxy')
    // The query is kept when the reader pauses; before, it may be half a word.
    await page.locator('.DocSearch-Input[aria-activedescendant]').waitFor()
    await page.keyboard.press('Escape')
    await closed()
    await open()
    await input().fill('')
    expect(await rows()).toEqual(['proxy'])
    await options().first().click()
    await answered()
    expect(await input().inputValue()).toBe('proxy')
    expect(await rows()).toEqual(['Behind a proxy'])
    await page.keyboard.press('Escape')
    await closed()
    await open()
    await input().fill('')
    expect(await rows()).toEqual(['proxy'])
  })

  test('queries and pages count together: seven at most', { tags: 'long' }, async () => {
    await page.evaluate(() => {
      const recents = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ url: `?q=q${number}`, title: `q${number}`, trail: [] }))
      localStorage.setItem('docent:history:docs', JSON.stringify({ recents, favorites: [] }))
    })
    await search('yarn')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/guides/install#yarn')
    await page.goto(harness.url)
    await page.locator('.DocSearch-Button').waitFor()
    await open()
    expect(await rows()).toEqual(['Install with yarn', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6'])
  })
})

describe('13: the list of keys', () => {
  test(
    'opens and closes by its button, closes when a letter is typed, and turns / off permanently',
    { tags: 'long' },
    async () => {
      await search('install')
      const help = page.getByRole('button', { name: 'Keyboard shortcuts' })
      await help.click()
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
      expect(await help.getAttribute('aria-expanded')).toBe('true')
      expect(await options().count()).toBe(0)
      await page.keyboard.type('e')
      await page.locator('.DocSearch-KeyHelp').waitFor({ state: 'detached' })
      await help.click()
      await page.getByRole('checkbox', { name: 'Open the search with /' }).uncheck()
      await page.keyboard.press('Escape')
      await closed()
      // Closing goes back in the history, which takes a moment and would cancel a reload.
      await page.waitForFunction(() => history.state === null)
      await page.keyboard.press('/')
      expect(await dialogCount()).toBe(0)
      await page.reload()
      await page.locator('.DocSearch-Button').waitFor()
      await page.keyboard.press('/')
      expect(await dialogCount()).toBe(0)
      await open()
    },
  )
})

describe('28: languages', { tags: 'long' }, () => {
  test.each([
    ['de', 'Dokumentation durchsuchen', 'Alle 11 Ergebnisse ansehen'],
    ['ja', 'ドキュメントを検索', '11 件すべてを見る'],
    ['ar', 'ابحث في التوثيق', /11|١١/],
  ])('the page’s own: %s', async (language, placeholder, count) => {
    await page.evaluate((lang) => (document.documentElement.lang = lang), language)
    await open()
    await page.getByPlaceholder(placeholder).waitFor()
    await page.keyboard.type('install')
    await answered()
    expect(await page.locator('.DocSearch-HitsFooter').textContent()).toMatch(count)
  })

  test('a language is fetched on demand, and only that one', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    await page.evaluate(() => (document.documentElement.lang = 'fr'))
    await open()
    await page.getByPlaceholder('Rechercher dans la documentation').waitFor()
    expect(scripts.filter((path) => /\/(ar|de|es|fr|it|ja|ko|pt|ru|zh)-/.test(path))).toHaveLength(1)
    expect(host.asked).toHaveLength(0)
  })
})
