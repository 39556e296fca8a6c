/**
 * The search dialog in a real browser, against a search host that delays, fails, reorders and cuts off. The numbers are
 * those of the 30 requirements on a better dialog that this project holds itself to.
 */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { launchBrowser } from './browser.ts'
import { answerTo, answerWith } from './dialog-harness/hits.ts'
import { type Harness, type SearchHost, startHarness } from './dialog-harness/start-harness.ts'

let browser: Browser
let harness: Harness
let host: SearchHost
let page: Page
/** Uncaught exceptions and refusals of the content security policy: there must be none. */
let faults: string[]

const finds: SearchHost['behave'] = (asked, response) => void response.end(JSON.stringify(answerTo(asked)))
const silent: SearchHost['behave'] = () => undefined
const after =
  (milliseconds: number): SearchHost['behave'] =>
  (asked, response) =>
    void setTimeout(() => response.end(JSON.stringify(answerTo(asked))), milliseconds)
const answers =
  (status: number, body: string): SearchHost['behave'] =>
  (_asked, response) =>
    void response.writeHead(status).end(body)
const hits =
  (...found: object[]): SearchHost['behave'] =>
  (_asked, response) =>
    void response.end(JSON.stringify(answerWith(found)))

beforeAll(async () => {
  harness = await startHarness()
  host = harness.host
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await harness?.close()
})

beforeEach(async () => {
  host.asked.length = 0
  host.behave = finds
  await visit()
})

afterEach(async () => {
  await page.context().close()
  expect(faults).toEqual([])
})

async function visit(options: BrowserContextOptions = {}, query = ''): Promise<void> {
  if (page && !page.isClosed()) await page.context().close()
  const context = await browser.newContext(options)
  page = await context.newPage()
  faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) faults.push(message.text())
  })
  await page.goto(`${harness.url}/?host=${encodeURIComponent(host.url)}${query}`)
  await page.locator('.DocSearch-Button').waitFor()
}

const dialog = () => page.getByRole('dialog')
const input = () => page.getByRole('combobox')
const options = () => page.getByRole('option')
const active = () => page.locator('[role=option][aria-selected=true]')
const dialogCount = () => page.locator('dialog').count()

async function open(): Promise<void> {
  await page.keyboard.press('Control+k')
  await input().waitFor()
}

async function search(query: string): Promise<void> {
  await open()
  await page.keyboard.type(query)
  await options().first().waitFor()
}

/** Waits until a condition in the test's own process holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await page.evaluate(() => new Promise(requestAnimationFrame))
}

describe('opening and closing', () => {
  test.each(['Control+k', 'Meta+k', '/'])('%s opens, Escape closes', async (keys) => {
    await page.keyboard.press(keys)
    await input().waitFor()
    expect(await input().inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test.each(['#field', '#area', '#editable'])('Ctrl+K opens from %s, / is typed into it', async (field) => {
    await page.locator(field).focus()
    await page.keyboard.press('/')
    expect(await dialogCount()).toBe(0)
    await open()
  })

  test('14: other modifiers do not open', async () => {
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

  test('2: the page loads the button alone; the dialog comes when it is wanted', async () => {
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

describe('what is asked', () => {
  test('fields, snippets of 10 words, 20 hits, credentials in the address', async () => {
    await search('install')
    const asked = host.asked.at(-1)
    expect(asked).toMatchObject({ indexName: 'docs', query: 'install', hitsPerPage: 20 })
    expect(asked?.['attributesToRetrieve']).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`),
      'content',
      'type',
      'url',
    ])
    expect(asked?.['attributesToSnippet']).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:10`),
      'content:10',
    ])
  })

  test('snippets of 5 words where the screen is at most 768 px wide', async () => {
    await visit({ viewport: { width: 768, height: 900 } })
    await search('install')
    expect(host.asked.at(-1)?.['attributesToSnippet']).toContain('content:5')
  })

  test('64 characters at most, and reaching the limit is shown', async () => {
    await open()
    await page.keyboard.insertText('a'.repeat(70))
    expect(await input().inputValue()).toHaveLength(64)
    await page.getByText('64 characters at most').waitFor()
    await visit({}, `&query=${'b'.repeat(70)}`)
    await open()
    await until(() => host.asked.some(({ query }) => query === 'b'.repeat(64)))
  })

  test('7: seven letters at 60 ms make at most three requests; opening again and retyping makes none', async () => {
    await open()
    await page.keyboard.type('install', { delay: 60 })
    await page
      .locator('mark', { hasText: /^install$/i })
      .first()
      .waitFor()
    expect(host.asked.length).toBeLessThanOrEqual(3)
    const before = host.asked.length
    await page.keyboard.press('Escape')
    await open()
    await page.keyboard.press('Delete')
    await page.keyboard.insertText('install')
    await options().first().waitFor()
    expect(host.asked).toHaveLength(before)
  })

  test('8: whatever the order of the answers, the list is that of the query', async () => {
    const delays = [300, 20, 200, 0, 120, 10, 60]
    host.behave = (asked, response, number) => after(delays[number % delays.length] ?? 0)(asked, response, number)
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

  test('15: nothing is asked while an input method composes, and its Enter and Escape are its own', async () => {
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

  test('6: a first byte after 3 s still renders; a spinner at 300 ms; the old list is dimmed and not selectable', async () => {
    await search('instal')
    host.behave = after(3000)
    await page.keyboard.type('l')
    await page.locator('.DocSearch-Container--Stalled .DocSearch-LoadingIndicator').waitFor()
    const list = page.getByRole('listbox')
    expect(await list.getAttribute('aria-disabled')).toBe('true')
    await options().first().click()
    expect(new URL(page.url()).pathname).toBe('/')
    await page
      .locator('mark', { hasText: /^install$/i })
      .first()
      .waitFor({ timeout: 10_000 })
    expect(await list.getAttribute('aria-disabled')).toBe('false')
    expect(await page.locator('.DocSearch-Container--Stalled').count()).toBe(0)
  })

  test('5: Enter during a request opens the first hit of the current query when it arrives', async () => {
    await search('proxy')
    host.behave = after(500)
    await input().fill('options')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/api/install#options')
  })

  test('5: Enter opens nothing of the history, and nothing of an older list when the answer is empty', async () => {
    await search('proxy')
    host.behave = after(300)
    await input().fill('zzz')
    await page.keyboard.press('Enter')
    await page.locator('.DocSearch-NoResults').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await dialogCount()).toBe(1)
  })
})

describe('4: honest errors', () => {
  const network = 'You might want to check your network connection.'
  test.each([
    ['500', answers(500, '{}'), 'The search server has a problem. Please try again in a moment.'],
    ['403', answers(403, '{"message":"Invalid key"}'), 'not allowed'],
    ['404', answers(404, '{"message":"Index docs does not exist"}'), 'Index docs does not exist'],
    ['JSON that is cut off', answers(200, '{"results":[{"hi'), 'cannot be read'],
    ['a reset', ((_asked, response) => void response.destroy()) as SearchHost['behave'], network],
  ])('%s', async (_name, behave, text) => {
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
  })

  test('429, when the host asks for more patience than a reader has', async () => {
    host.behave = (_asked, response) =>
      void response.writeHead(429, { 'retry-after': '60', 'access-control-expose-headers': 'retry-after' }).end('{}')
    await open()
    await page.keyboard.type('i')
    await page.getByText('Too many searches at once.').waitFor()
  })

  test('offline, and a host that never answers', async () => {
    await open()
    await page.context().setOffline(true)
    await page.keyboard.type('i')
    await page.locator('.DocSearch-ErrorScreen[data-kind=offline]', { hasText: network }).waitFor()
    await page.context().setOffline(false)
    host.behave = silent
    await page.keyboard.type('n')
    await page.locator('.DocSearch-ErrorScreen[data-kind=timeout]', { hasText: network }).waitFor({ timeout: 15_000 })
  })
})

describe('results', () => {
  test('grouped by page, five rows a page and the rest on demand, with the total', async () => {
    await search('install')
    const group = page.getByRole('group', { name: 'Guides Installation' })
    expect(await group.getByRole('option').count()).toBe(6)
    expect(await page.locator('.DocSearch-HitsFooter').textContent()).toBe('11 results')
    await group.getByRole('option', { name: 'Show 2 more in Installation' }).click()
    expect(await group.getByRole('option').count()).toBe(7)
  })

  test('20: every type is one row, and a bad hit hides no other', async () => {
    const levels = ['Group', 'Page', 'Two', 'Three', 'Four', 'Five', 'Six']
    const types = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6', 'content']
    const found = types.map((type, number) => ({
      objectID: type,
      url: `/page-${number}`,
      type,
      content: type === 'content' ? 'Some text' : null,
      hierarchy: Object.fromEntries(levels.slice(0, number + 1).map((text, level) => [`lvl${level}`, text])),
    }))
    host.behave = hits(null as unknown as object, {}, { hierarchy: null }, ...found)
    await search('x')
    const titles = await page.locator('.DocSearch-Hit-title').allTextContents()
    expect(titles).toHaveLength(8)
    expect(titles[6]).toBe('Two › Three › Four › Five › Six')
    expect(titles.every((title) => title.trim() !== '')).toBe(true)
  })

  test('19: titles are text, in results, group titles and history; only http(s) and relative URLs are links', async () => {
    const hostile = '<img src=x onerror="document.title=1">&lt;b&gt; <template>x</template>'
    host.behave = hits(
      {
        objectID: '1',
        url: '/#one',
        type: 'lvl2',
        content: hostile,
        hierarchy: { lvl0: hostile, lvl1: hostile, lvl2: hostile },
      },
      { objectID: '2', url: 'javascript:document.title=1', type: 'lvl1', hierarchy: { lvl0: 'A', lvl1: 'A link' } },
    )
    await search('x')
    expect(await page.locator('.DocSearch-Hit-title').first().textContent()).toBe(hostile)
    expect(await page.getByRole('group').first().locator('.DocSearch-Hit-source').textContent()).toContain(hostile)
    const bad = page.getByRole('option', { name: 'A link' })
    expect(await bad.getAttribute('href')).toBeNull()
    await bad.click()
    expect(await page.title()).toBe('Dialog harness')
    await options().first().click()
    await dialog().waitFor({ state: 'detached' })
    await open()
    await input().fill('')
    expect(await page.locator('.DocSearch-Hit-title').first().textContent()).toBe(hostile)
    expect(await page.locator('dialog img, dialog template').count()).toBe(0)
  })

  test('no results: the query, suggestions that had hits, and a link to report it', async () => {
    await search('install')
    await page.keyboard.type('zz')
    const screen = page.locator('.DocSearch-NoResults')
    await screen.waitFor()
    expect(await screen.locator('.DocSearch-Title').textContent()).toBe('No results for “installzz”')
    expect(await screen.getByRole('link').getAttribute('href')).toBe('https://report.invalid/?q=installzz')
    await screen.getByRole('button', { name: 'install', exact: true }).click()
    await options().first().waitFor()
    expect(await input().inputValue()).toBe('install')
  })
})

describe('keys and focus', () => {
  test('13: arrows go around, Home, End and PageDown jump, Enter with a modifier opens a new tab', async () => {
    await search('install')
    const position = async () =>
      (await options().all()).length && Number((await active().getAttribute('id'))?.split('-').at(-1))
    const last = (await options().count()) - 1
    for (const [key, expected] of [
      ['ArrowUp', last],
      ['ArrowDown', 0],
      ['End', last],
      ['Home', 0],
      ['PageDown', 5],
      ['PageUp', 0],
      ['Control+n', 1],
      ['Control+p', 0],
    ] as const) {
      await page.keyboard.press(key)
      expect([key, await position()]).toEqual([key, expected])
    }
    const popup = page.context().waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    expect((await popup).url()).toContain('/guides/install')
    expect(await dialogCount()).toBe(1)
  })

  test('11: typed letters are echoed before a row is announced; one message for each settled query', async () => {
    await open()
    host.behave = after(100)
    await page.keyboard.type('install')
    await options().first().waitFor()
    await page.locator('output', { hasText: '11 results' }).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    expect(await input().getAttribute('aria-activedescendant')).toBe(await active().getAttribute('id'))
    await page.keyboard.type('zz')
    expect(await input().getAttribute('aria-activedescendant')).toBeNull()
    await page.locator('output', { hasText: 'No results for installzz' }).waitFor({ state: 'attached' })
  })

  test('12: Tab stays inside and passes no link of the list; blank space keeps the focus; closing gives it back', async () => {
    await page.locator('#field').focus()
    await search('install')
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('role'),
      )
    const stops: (string | null | undefined)[] = []
    for (let presses = 0; presses < 4; presses++) {
      stops.push(await focused())
      await page.keyboard.press('Tab')
    }
    expect(stops).toEqual(['combobox', 'Clear', 'Close search', 'combobox'])
    await page.keyboard.press('Shift+Tab')
    await page.locator('.DocSearch-Footer').click({ position: { x: 300, y: 5 } })
    await input().focus()
    await page.locator('.DocSearch-Hit-source').first().click()
    expect(await focused()).toBe('combobox')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field')
  })

  test.each(['Enter', 'click'])(
    '16: a hit on this page, by %s: section at the top, hash set, dialog closed',
    async (way) => {
      await search('far down')
      if (way === 'click') await options().first().click()
      else await page.keyboard.press('Enter')
      await dialog().waitFor({ state: 'detached' })
      expect(new URL(page.url()).hash).toBe('#far')
      const section = page.locator('#far')
      await until(() => true)
      expect(Math.round((await section.boundingBox())?.y ?? -1)).toBeLessThan(5)
      expect(await section.evaluate((element) => element === document.activeElement)).toBe(true)
    },
  )
})

describe('history', () => {
  const rows = () => page.locator('.DocSearch-Hit-title').allTextContents()

  async function visitHits(...queries: string[]): Promise<void> {
    for (const query of queries) {
      await search(query)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname !== '/')
      await page.goto(`${harness.url}/?host=${encodeURIComponent(host.url)}`)
      await page.locator('.DocSearch-Button').waitFor()
    }
  }

  test('24: what was opened is there; it can be pinned, removed and cleared by mouse and by keys', async () => {
    await visitHits('npm', 'yarn', 'proxy')
    await open()
    expect(await rows()).toEqual(['Behind a proxy', 'Install with yarn', 'Install with npm'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    expect(await rows()).toEqual(['Install with yarn', 'Install with npm'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+p')
    expect(await page.getByRole('group', { name: 'Favorites' }).getByRole('option').count()).toBe(1)
    await options().last().hover()
    await page
      .getByRole('button', { name: /Remove .* from recent searches/ })
      .first()
      .click()
    expect(await options().count()).toBe(1)
    expect(await input().evaluate((element) => element === document.activeElement)).toBe(true)
    await page.reload()
    await page.locator('.DocSearch-Button').waitFor()
    await open()
    expect(await options().count()).toBe(1)
  })

  test('24: corrupt or blocked storage neither breaks the dialog nor keeps a hit from opening', async () => {
    await page.evaluate(() => {
      localStorage.setItem('docent:history:docs', '{"recents":[')
      localStorage.setItem('docent:failed-hosts', '}')
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await search('npm')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/guides/install#npm')
  })

  test('24: another tab’s visits show up', async () => {
    await open()
    await page.getByText('No recent searches').waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.evaluate(() => {
      const item = { url: '/x', title: 'From another tab', trail: [] }
      localStorage.setItem('docent:history:docs', JSON.stringify({ recents: [item], favorites: [] }))
    })
    await page.getByRole('option', { name: 'From another tab' }).waitFor()
  })

  test('22: opening again shows query, list and position as they were', async () => {
    await search('install')
    await page.keyboard.press('End')
    const scrolled = await page.locator('.DocSearch-Dropdown').evaluate((element) => element.scrollTop)
    expect(scrolled).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await open()
    expect(await input().inputValue()).toBe('install')
    expect(await page.locator('.DocSearch-Dropdown').evaluate((element) => element.scrollTop)).toBe(scrolled)
  })
})

describe('the page behind', () => {
  test.each([
    ['desktop', { width: 1200, height: 800 }],
    ['phone', { width: 390, height: 844 }],
  ])('17: no inline style, no width and no scroll position changes, on a %s', async (_name, viewport) => {
    await visit({ viewport })
    await page.evaluate(() => scrollTo(0, 900))
    const look = () =>
      page.evaluate(() => ({
        width: document.querySelector('main')?.getBoundingClientRect().width,
        left: document.querySelector('main')?.getBoundingClientRect().left,
        styles: [document.documentElement.getAttribute('style'), document.body.getAttribute('style')],
        classes: [document.documentElement.className, document.body.className],
        scrollY,
      }))
    const before = await look()
    await open()
    expect(await look()).toEqual(before)
    await page.mouse.wheel(0, 500)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await look()).toEqual(before)
  })

  test('9: a modal dialog with a name, a combobox, one listbox with named groups, nothing interactive in an option', async () => {
    await search('install')
    expect(await dialog().getAttribute('aria-modal')).toBe('true')
    expect(await dialog().getAttribute('aria-label')).toBe('Search the documentation')
    // What is behind a modal dialog is inert: it cannot take the focus.
    await page.locator('#field').evaluate((element) => element.focus())
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('field')
    expect(await page.getByRole('listbox').count()).toBe(1)
    expect(await input().getAttribute('aria-expanded')).toBe('true')
    expect(await input().getAttribute('aria-controls')).toBe(await page.getByRole('listbox').getAttribute('id'))
    expect(await page.locator('[role=option] :is(a, button, input)').count()).toBe(0)
    expect(
      await page.evaluate(() => {
        const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
        return ids.length - new Set(ids).size
      }),
    ).toBe(0)
  })

  test('18: on a phone the dialog fills the screen, also when the page is scrolled, with targets of 44 px', async () => {
    await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.evaluate(() => scrollTo(0, 1200))
    await search('install')
    expect(await page.locator('.DocSearch-Modal').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    for (const target of await page.locator('dialog button:visible, dialog [role=option]:visible').all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
})

describe('27: themes', () => {
  const background = () =>
    page.locator('.DocSearch-Modal').evaluate((element) => getComputedStyle(element).backgroundColor)
  const [light, dark] = ['rgb(255, 255, 255)', 'rgb(21, 24, 30)']

  test('the system’s, data-theme before it, and .dark', async () => {
    await visit({ colorScheme: 'dark' })
    await open()
    expect(await background()).toBe(dark)
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
    expect(await background()).toBe(light)
    await visit({ colorScheme: 'light' })
    await page.evaluate(() => document.documentElement.classList.add('dark'))
    await open()
    expect(await background()).toBe(dark)
  })

  test('variables set on :root hold, whatever comes first', async () => {
    await page.evaluate(() =>
      document.documentElement.style.setProperty('--docsearch-modal-background', 'rgb(1, 2, 3)'),
    )
    await open()
    expect(await background()).toBe('rgb(1, 2, 3)')
  })
})

describe('10: axe finds nothing', () => {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  const states: Record<string, () => Promise<void>> = {
    async start() {
      await open()
    },
    async history() {
      await page.evaluate(() => {
        const item = (name: string) => ({ url: `/${name}`, title: name, trail: ['Guides', 'Install'] })
        const content = { favorites: [item('a')], recents: [item('b'), item('c')] }
        localStorage.setItem('docent:history:docs', JSON.stringify(content))
      })
      await open()
      await page.keyboard.press('ArrowDown')
    },
    async results() {
      await search('install')
      await page.keyboard.press('ArrowDown')
    },
    async stalled() {
      await search('install')
      host.behave = silent
      await page.keyboard.type(' w')
      await page.locator('.DocSearch-Container--Stalled').waitFor()
    },
    async none() {
      await search('install')
      await page.keyboard.type('zz')
      await page.locator('.DocSearch-NoResults').waitFor()
    },
    async error() {
      host.behave = answers(500, '{}')
      await open()
      await page.keyboard.type('i'.repeat(64))
      await page.locator('.DocSearch-ErrorScreen').waitFor()
    },
  }
  const looks: [string, BrowserContextOptions][] = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['320 px', { viewport: { width: 320, height: 640 } }],
  ]
  for (const [look, options] of looks) {
    test.each(Object.keys(states))(`%s, ${look}`, async (state) => {
      await visit({ ...options, reducedMotion: 'reduce', bypassCSP: true })
      await states[state]?.()
      await page.evaluate(await readFile(axe, 'utf8'))
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }
        }
        const { violations } = await axe.run()
        return violations.map(({ id, nodes }) => [
          id,
          ...nodes.map(({ html, failureSummary }) => html + failureSummary),
        ])
      })
      expect(violations).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  }
})
