/**
 * Opening the dialog, its requests, and its states while it waits or fails. The numbers are those of the requirements in
 * `README.md`.
 */

import { describe, expect, test } from 'vitest'

import {
  after,
  answered,
  answers,
  dialog,
  dialogCount,
  finds,
  host,
  input,
  open,
  options,
  page,
  search,
  setUp,
  silent,
  until,
  visit,
} from './dialog-harness/reader.ts'
import type { SearchHost } from './dialog-harness/start-harness.ts'

setUp()

describe('opening and closing', () => {
  for (const keys of ['Control+k', 'Meta+k', '/'])
    test(`${keys} opens, Escape closes`, { tags: keys === 'Meta+k' ? 'long' : [] }, async () => {
      await page.keyboard.press(keys)
      await input().waitFor()
      expect(await input().inputValue()).toBe('')
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    })

  test.each(['#field', '#area', '#editable'])(
    'Ctrl+K opens from %s, / is typed into it',
    { tags: 'long' },
    async (field) => {
      await page.locator(field).focus()
      await page.keyboard.press('/')
      expect(await dialogCount()).toBe(0)
      await open()
    },
  )

  test('14: other modifiers do not open', { tags: 'long' }, async () => {
    await page.keyboard.press('Control+Alt+k')
    await page.keyboard.press('Control+Shift+k')
    expect(await dialogCount()).toBe(0)
  })

  test('the button opens, and so do the backdrop and the cross close', async () => {
    await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click()
    await input().waitFor()
    await page.mouse.click(5, 500)
    await dialog().waitFor({ state: 'detached' })
    await open()
    await page.getByRole('button', { name: 'Close search' }).click()
    await dialog().waitFor({ state: 'detached' })
  })

  test('2: the page loads the button only; the dialog is loaded on demand', async () => {
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(' '),
      )
    expect(await loaded()).not.toMatch(/dialog-chunk/)
    await open()
    expect(await loaded()).toMatch(/dialog-chunk/)
  })
})

describe('requests', () => {
  test('fields, snippets of 10 words, 20 hits, credentials in the address', async () => {
    await search('install')
    const asked = host.asked.at(-1)
    expect(asked).toMatchObject({ indexName: 'docs', query: 'install', hitsPerPage: 20 })
    expect(asked?.['attributesToRetrieve']).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`),
      'content',
      'type',
      'url',
      'url_without_anchor',
    ])
    expect(asked?.['attributesToSnippet']).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:10`),
      'content:10',
    ])
  })

  test('snippets of 5 words where the screen is at most 768 px wide', { tags: 'long' }, async () => {
    await visit({ viewport: { width: 768, height: 900 } })
    await search('install')
    expect(host.asked.at(-1)?.['attributesToSnippet']).toContain('content:5')
  })

  test('64 characters at most, and reaching the limit is shown', { tags: 'long' }, async () => {
    await open()
    await page.keyboard.insertText('a'.repeat(70))
    expect(await input().inputValue()).toHaveLength(64)
    await page.getByText('64 characters at most').waitFor()
    await visit({}, `?query=${'b'.repeat(70)}`)
    await open()
    await until(() => host.asked.some(({ query }) => query === 'b'.repeat(64)))
  })

  test('7: seven letters at 60 ms make at most three requests; opening again and retyping makes none', async () => {
    await open()
    // The page's clock is paused between the letters, so the load of the machine has no effect.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const letter of 'install') {
      await page.keyboard.press(letter)
      await page.clock.runFor(60)
    }
    await page.clock.runFor(80)
    await page.clock.resume()
    await answered()
    expect(host.asked.at(-1)?.query).toBe('install')
    expect(host.asked.length).toBeLessThanOrEqual(3)
    const before = host.asked.length
    await page.keyboard.press('Escape')
    await open()
    await page.keyboard.press('Delete')
    await page.keyboard.insertText('install')
    await answered()
    expect(host.asked).toHaveLength(before)
  })

  test('8: whatever the order of the answers, the list is that of the query', { tags: 'long' }, async () => {
    const delays = [300, 20, 200, 0, 120, 10, 60]
    let sent = 0
    host.behave = (asked, response, number, all) =>
      void setTimeout(
        () => {
          sent++
          finds(asked, response, number, all)
        },
        delays[number % delays.length],
      )
    await open()
    await page.keyboard.type('install', { delay: 100 })
    await page
      .locator('mark', { hasText: /^install$/i })
      .first()
      .waitFor()
    await page.waitForTimeout(400)
    const marks = await page.locator('.DocSearch-Hit mark').allTextContents()
    expect(new Set(marks.map((mark) => mark.toLowerCase()))).toEqual(new Set(['install']))
  })

  test(
    '15: no request is sent while an input method composes, and its Enter and Escape do nothing else',
    { tags: 'long' },
    async () => {
      await open()
      await input().evaluate((element: HTMLInputElement) => {
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
        set?.call(element, 'か')
        element.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
        for (const key of ['Enter', 'Escape', 'ArrowDown']) {
          element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, isComposing: true }))
          element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, keyCode: 229 }))
        }
      })
      expect(host.asked).toHaveLength(0)
      expect(await input().inputValue()).toBe('か')
      await input().evaluate((element) => {
        element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'か' }))
      })
      await until(() => host.asked.length === 1)
      expect(host.asked[0]?.query).toBe('か')
    },
  )

  test('15: on Android, whose keyboards compose every word, letters are searched and Enter opens a hit before the word ends', async () => {
    await visit({ userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36' })
    await open()
    const keyboard = await page.context().newCDPSession(page)
    for (const text of ['np', 'npm'])
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await options().first().waitFor()
    expect(await input().inputValue()).toBe('npm')
    await until(() => host.asked.at(-1)?.query === 'npm')
    await options().first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/guides/install#npm')
  })
})

describe('waiting', () => {
  test('3: "No results" is never said before the answer to exactly that query', async () => {
    host.behave = after(800)
    await open()
    await page.evaluate(() => {
      const seen: string[] = ((globalThis as { seen?: string[] }).seen = [])
      new MutationObserver(() => {
        const title = document.querySelector('.DocSearch-NoResults .DocSearch-Title')?.textContent
        if (title && seen.at(-1) !== title) seen.push(title)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.keyboard.type('install', { delay: 150 })
    await options().first().waitFor()
    await page.keyboard.type('zz', { delay: 150 })
    await page.locator('.DocSearch-NoResults').waitFor()
    expect(await page.evaluate(() => (globalThis as { seen?: string[] }).seen)).toEqual(['No results for “installzz”'])
  })

  test(
    '6: a first byte after 3 s still renders; a spinner at 300 ms; the old list is dimmed and not selectable',
    { tags: 'long' },
    async () => {
      await search('instal')
      host.behave = after(3000)
      await page.keyboard.type('l')
      await page.locator('.DocSearch-Container--Stalled .DocSearch-LoadingIndicator').waitFor()
      const list = page.getByRole('listbox')
      expect(await list.getAttribute('aria-disabled')).toBe('true')
      await options().first().click({ force: true })
      expect(new URL(page.url()).pathname).toBe('/')
      await page
        .locator('mark', { hasText: /^install$/i })
        .first()
        .waitFor()
      expect(await list.getAttribute('aria-disabled')).toBe('false')
      expect(await page.locator('.DocSearch-Container--Stalled').count()).toBe(0)
    },
  )

  test('5: Enter during a request opens the first hit of the current query when it arrives', async () => {
    await search('proxy')
    host.behave = after(500)
    await input().fill('options')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/api/install#options')
  })

  test(
    '5: Enter opens nothing of the history, and nothing of an older list when the answer is empty',
    { tags: 'long' },
    async () => {
      await search('proxy')
      host.behave = after(300)
      await input().fill('zzz')
      await page.keyboard.press('Enter')
      await page.locator('.DocSearch-NoResults').waitFor()
      await page.getByRole('button', { name: 'Clear' }).click()
      await page.keyboard.press('Enter')
      expect(new URL(page.url()).pathname).toBe('/')
      expect(await dialogCount()).toBe(1)
    },
  )
})

describe('4: errors', () => {
  const network = 'You might want to check your network connection.'
  const expectError = async (behave: SearchHost['behave'], text: string): Promise<void> => {
    host.behave = behave
    await open()
    await page.keyboard.type('i')
    const screen = page.locator('.DocSearch-ErrorScreen')
    await screen.waitFor()
    expect(await screen.textContent()).toContain('Unable to fetch results')
    expect(await screen.textContent()).toContain(text)
    expect(await page.locator('.DocSearch-NoResults').count()).toBe(0)
    host.behave = finds
    await page.getByRole('button', { name: 'Try again' }).click()
    await options().first().waitFor()
    expect(await input().evaluate((element) => element === document.activeElement)).toBe(true)
  }

  test.each([
    ['500', answers(500, '{}'), 'The search server has a problem. Please try again in a moment.'],
    ['a reset', ((_asked, response) => void response.destroy()) as SearchHost['behave'], network],
  ])('%s', (_name, behave, text) => expectError(behave, text))

  test.each([
    ['403', answers(403, '{"message":"Invalid key"}'), 'not allowed'],
    ['404', answers(404, '{"message":"Index docs does not exist"}'), 'Index docs does not exist'],
    ['JSON that is cut off', answers(200, '{"results":[{"hi'), 'cannot be read'],
  ])('%s', { tags: 'long' }, (_name, behave, text) => expectError(behave, text))

  test('429, with a longer Retry-After than a reader waits', { tags: 'long' }, async () => {
    host.behave = (_asked, response) =>
      void response.writeHead(429, { 'retry-after': '60', 'access-control-expose-headers': 'retry-after' }).end('{}')
    await open()
    await page.keyboard.type('i')
    await page.locator('.DocSearch-ErrorScreen', { hasText: 'Too many searches at once.' }).waitFor()
  })

  test('offline, and a host that never answers', { tags: 'long' }, async () => {
    await open()
    await page.context().setOffline(true)
    await page.keyboard.type('i')
    await page.locator('.DocSearch-ErrorScreen[data-kind=offline]', { hasText: network }).waitFor()
    await page.context().setOffline(false)
    host.behave = silent
    await page.keyboard.type('n')
    await page.locator('.DocSearch-ErrorScreen[data-kind=timeout]', { hasText: network }).waitFor()
  })
})
