/**
 * Requirements on a search box, as tests that use only the class names that all boxes share. The numbers are those of the
 * 30 requirements in `../README.md`; this file has those that a public box fails. `dialog-rows.test.ts` runs them on
 * Docent's dialog, `npm run proof -- compare-dialogs` also on the public ones.
 */

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

import type { BrowserContextOptions, Page } from 'playwright-core'

import { findViolations } from '../axe.ts'
import { answerTo, answerWith } from '../dialog-harness/hits.ts'
import type { SearchHost } from '../dialog-harness/start-harness.ts'

/** A reader that uses one of the boxes. */
export interface Reader {
  page: Page
  host: SearchHost
  /** Opens a fresh page. */
  visit(options?: Visit): Promise<void>
}

export interface Visit {
  browser?: BrowserContextOptions
  indices?: string[]
  /** The page has a strict content security policy with Trusted Types. */
  strict?: boolean
}

/** One requirement. `check` throws if a box does not meet it. */
export interface Row {
  row: number
  title: string
  check(reader: Reader): Promise<void>
}

const after =
  (milliseconds: number): SearchHost['behave'] =>
  (_asked, response, _number, all) =>
    void setTimeout(() => response.end(JSON.stringify(answerTo(all))), milliseconds)
const answers =
  (status: number, body: string): SearchHost['behave'] =>
  (_asked, response) =>
    void response.writeHead(status).end(body)
const hits =
  (...found: object[]): SearchHost['behave'] =>
  (_asked, response) =>
    void response.end(JSON.stringify(answerWith(found)))

const input = (page: Page) => page.locator('.DocSearch-Input')
const rows = (page: Page) => page.locator('.DocSearch-Hit')
/** The links of rows. A row is a link or contains one. */
const LINKS = 'a.DocSearch-Hit, .DocSearch-Hit a'
const none = (page: Page) => page.getByText(/^No results/).first()

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await input(page).waitFor()
}

async function search({ page }: Reader, query: string): Promise<void> {
  await open(page)
  await input(page).fill(query)
  await rows(page).first().waitFor()
}

/** Waits until a condition is true, or a time-out; the following `assert` reports the failure. */
async function eventually(holds: () => Promise<boolean>, message: string, patience = 4000): Promise<void> {
  const end = performance.now() + patience
  while (!(await holds())) {
    assert.ok(performance.now() < end, message)
    await pause(25)
  }
}

const pathOf = (page: Page): string => {
  const { pathname, hash } = new URL(page.url())
  return pathname + hash
}

export const ROWS: Row[] = [
  {
    row: 2,
    title: 'the page loads only the button; the dialog is loaded when it is opened',
    async check({ page }) {
      const scripts = () =>
        page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /\.js\b/.test(name)).length)
      await page.waitForLoadState('networkidle')
      const before = await scripts()
      await open(page)
      assert.ok((await scripts()) > before, 'Nothing was left to load when the dialog was opened.')
    },
  },
  {
    row: 3,
    title: '"No results" is not shown before the answer arrives',
    async check(reader) {
      const { page, host } = reader
      host.behave = after(800)
      await open(page)
      await page.evaluate(() => {
        new MutationObserver(() => {
          if (/No results/.test(document.body.innerText)) document.body.dataset['said'] = 'too early'
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      })
      await page.keyboard.type('inst', { delay: 100 })
      await rows(page).first().waitFor()
      assert.equal(await page.locator('body').getAttribute('data-said'), null)
    },
  },
  ...(
    [
      ['500', answers(500, '{"message":"no"}')],
      ['403', answers(403, '{"message":"no"}')],
      ['an answer that is cut off', answers(200, '{"results":[{"hi')],
    ] as const
  ).map(([name, behave]) => ({
    row: 4,
    title: `a failed search shows an error, not "No results": ${name}`,
    async check({ page, host }: Reader) {
      host.behave = behave
      await open(page)
      await page.keyboard.type('x')
      await eventually(
        async () =>
          (await page.getByText('Unable to fetch results').first().isVisible()) || (await none(page).isVisible()),
        'No message about the failure appeared.',
        8000,
      )
      // The state must remain.
      await pause(200)
      assert.ok(await page.getByText('Unable to fetch results').first().isVisible(), '"No results" is shown.')
    },
  })),
  {
    row: 5,
    title: 'Enter during a request opens the first hit of what was typed',
    async check(reader) {
      const { page, host } = reader
      host.behave = after(500)
      await open(page)
      await page.keyboard.type('options')
      await page.keyboard.press('Enter')
      await eventually(async () => pathOf(page) === '/api/install#options', `The page is ${pathOf(page)}.`)
    },
  },
  {
    row: 5,
    title: 'Enter opens nothing of an older list',
    async check(reader) {
      const { page, host } = reader
      await search(reader, 'proxy')
      host.behave = after(500)
      await input(page).fill('options')
      await page.keyboard.press('Enter')
      await eventually(async () => pathOf(page) !== '/', 'Nothing was opened.')
      assert.equal(pathOf(page), '/api/install#options')
    },
  },
  {
    row: 6,
    title: 'a first byte after 3 s still renders',
    async check({ page, host }) {
      host.behave = after(3000)
      await open(page)
      await page.keyboard.type('install')
      await rows(page).first().waitFor({ timeout: 12_000 })
    },
  },
  {
    row: 7,
    title: 'seven letters at 60 ms make at most three requests, opening again none',
    async check({ page, host }) {
      await open(page)
      // By the page's own clock: on a busy machine a letter may come late.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      for (const letter of 'install') {
        await page.keyboard.type(letter)
        await page.clock.runFor(60)
      }
      await page.clock.resume()
      await rows(page).first().waitFor()
      await page
        .locator('mark', { hasText: /^install$/i })
        .first()
        .waitFor()
      const asked = host.asked.length
      assert.ok(asked <= 3, `${asked} requests.`)
      await page.keyboard.press('Escape')
      await open(page)
      await input(page).fill('install')
      await rows(page).first().waitFor()
      assert.equal(host.asked.length, asked)
    },
  },
  {
    row: 9,
    title: 'a modal dialog with a name, a combobox, one listbox, nothing interactive in an option',
    async check(reader) {
      const { page } = reader
      await search(reader, 'install')
      const dialog = page.getByRole('dialog')
      assert.equal(await dialog.count(), 1, 'There is no role=dialog.')
      assert.equal(await dialog.getAttribute('aria-modal'), 'true')
      assert.equal(await input(page).getAttribute('role'), 'combobox')
      assert.equal(await input(page).getAttribute('aria-expanded'), 'true')
      assert.equal(await page.locator('[role=listbox]').count(), 1)
      assert.equal(await page.locator('[role=option] :is(a, button, input)').count(), 0)
    },
  },
  {
    row: 10,
    title: 'axe finds nothing in the results',
    async check(reader) {
      await reader.visit({ browser: { reducedMotion: 'reduce' } })
      const { page } = reader
      await search(reader, 'install')
      assert.deepEqual(await findViolations(page, '.DocSearch-Container'), [])
    },
  },
  {
    row: 11,
    title: 'the number of results is announced, and typed letters are echoed first',
    async check(reader) {
      const { page, host } = reader
      host.behave = after(100)
      await open(page)
      await page.keyboard.type('install')
      await rows(page).first().waitFor()
      assert.equal(
        await input(page).getAttribute('aria-activedescendant'),
        null,
        'A row is announced over the letters.',
      )
      const live = page.locator('[aria-live]:not([aria-live=off]), [role=status], output', { hasText: /\d+ result/ })
      await eventually(async () => (await live.count()) > 0, 'No live region says how many results there are.', 1500)
    },
  },
  {
    row: 12,
    title: 'closing gives the focus back to the field it came from',
    async check({ page }) {
      await page.locator('#field').focus()
      await open(page)
      await page.keyboard.press('Escape')
      await page.locator('.DocSearch-Modal').waitFor({ state: 'detached' })
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'field')
    },
  },
  {
    row: 12,
    title: 'a click on blank space leaves the keys with the input; Tab passes no link',
    async check(reader) {
      const { page } = reader
      await search(reader, 'install')
      await page.locator('.DocSearch-Hit-source').first().click()
      const inInput = () => input(page).evaluate((element) => element === document.activeElement)
      assert.ok(await inInput(), 'The focus is not in the input any more.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate((links) => document.activeElement?.matches(links), LINKS), false)
    },
  },
  {
    row: 13,
    title: 'End goes to the last row',
    async check(reader) {
      const { page } = reader
      await search(reader, 'install')
      await page.keyboard.press('End')
      assert.equal(await page.locator('[role=option]').last().getAttribute('aria-selected'), 'true')
    },
  },
  {
    row: 14,
    title: 'Ctrl+Shift+K does not open',
    async check({ page }) {
      await page.locator('.DocSearch-Button').waitFor()
      await page.keyboard.press('Control+Shift+k')
      await pause(200)
      assert.equal(await page.locator('.DocSearch-Modal').count(), 0)
    },
  },
  {
    row: 15,
    title: 'the composition of an input method sends no request, and its Escape does not close the dialog',
    async check({ page, host }) {
      await open(page)
      await input(page).evaluate((element: HTMLInputElement) => {
        element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, 'か')
        element.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true, data: 'か' }))
        const escape = { key: 'Escape', code: 'Escape', bubbles: true, isComposing: true, cancelable: true }
        element.dispatchEvent(new KeyboardEvent('keydown', escape))
      })
      await pause(300)
      assert.equal(await page.locator('.DocSearch-Modal').count(), 1, 'Escape closed the dialog.')
      assert.deepEqual(host.asked, [], 'A request was sent.')
    },
  },
  {
    row: 16,
    title: 'Enter on a hit of this page scrolls to its section',
    async check(reader) {
      const { page } = reader
      await search(reader, 'far down')
      await page.keyboard.press('Enter')
      await page.locator('.DocSearch-Modal').waitFor({ state: 'detached' })
      await pause(200)
      assert.equal(new URL(page.url()).hash, '#far')
      const top = await page.locator('#far').evaluate((element) => element.getBoundingClientRect().top)
      assert.ok(Math.abs(top) < 5, `The section is at ${Math.round(top)} px.`)
    },
  },
  {
    row: 17,
    title: 'the page behind keeps its width and its inline styles, also with margins on the body',
    async check({ page }) {
      const look = () =>
        page.evaluate(() => ({
          width: document.querySelector('main')?.getBoundingClientRect().width,
          margin: getComputedStyle(document.body).margin,
          style: document.body.getAttribute('style'),
        }))
      const before = await look()
      await open(page)
      assert.equal((await look()).width, before.width)
      await page.keyboard.press('Escape')
      await page.locator('.DocSearch-Modal').waitFor({ state: 'detached' })
      assert.deepEqual(await look(), before)
    },
  },
  {
    row: 18,
    title: 'on a phone every button is at least 44 px high',
    async check(reader) {
      await reader.visit({ browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } })
      const { page } = reader
      await search(reader, 'install')
      // The opening animation draws the dialog smaller than its final size.
      await page.evaluate(async () => {
        const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        await Promise.allSettled(ending.map((one) => one.finished))
      })
      const small = await page.locator('.DocSearch-Modal button:visible').evaluateAll((buttons) =>
        buttons
          .map((button) => ({
            name: button.ariaLabel ?? button.textContent,
            height: button.getBoundingClientRect().height,
          }))
          .filter(({ height }) => height < 44),
      )
      assert.deepEqual(small, [])
    },
  },
  {
    row: 19,
    title: 'a title is text: nothing in it runs, nothing of it is lost',
    async check(reader) {
      const { page, host } = reader
      const title = 'Using <template> raw <img src=x onerror="document.title=1">'
      host.behave = hits({ objectID: '1', url: '/x', type: 'lvl1', hierarchy: { lvl0: 'A', lvl1: title } })
      await search(reader, 'x')
      await pause(200)
      assert.equal(await page.title(), 'Search boxes', 'The title ran.')
      assert.ok((await rows(page).first().textContent())?.includes(title), 'A part of the title is missing.')
    },
  },
  {
    row: 19,
    title: 'a javascript: address is not followed',
    async check(reader) {
      const { page, host } = reader
      const url = 'javascript:void(document.title="ran")'
      host.behave = hits({ objectID: '1', url, type: 'lvl1', hierarchy: { lvl0: 'A', lvl1: 'B' } })
      await search(reader, 'x')
      await page.keyboard.press('Enter')
      await pause(200)
      assert.equal(await page.title(), 'Search boxes')
    },
  },
  {
    row: 20,
    title: 'a hit of type lvl0 is a row with a text, once, and a bad hit hides no other',
    async check(reader) {
      const { page, host } = reader
      const good = { objectID: '1', url: '/x', type: 'lvl0', hierarchy: { lvl0: 'Overview' } }
      host.behave = hits({ objectID: '2', url: '/y', type: 'lvl1' }, good)
      await search(reader, 'x')
      const texts = await page.locator('.DocSearch-Hit-title').allTextContents()
      assert.deepEqual(
        texts.map((text) => text.trim()),
        ['Overview'],
      )
    },
  },
  {
    row: 21,
    title: 'every hit of a page can be reached',
    async check(reader) {
      const { page } = reader
      await search(reader, 'install')
      const more = page.locator('.DocSearch-Modal').getByText(/show \d+ more/i)
      while ((await more.count()) > 0) await more.first().click()
      const shown = await page.locator(LINKS).count()
      assert.ok(shown >= 11, `${shown} of 11 hits.`)
    },
  },
  {
    row: 22,
    title: 'a dialog that is opened again shows the last query',
    async check(reader) {
      const { page } = reader
      await search(reader, 'install')
      await page.keyboard.press('Escape')
      await page.locator('.DocSearch-Modal').waitFor({ state: 'detached' })
      await open(page)
      assert.equal(await input(page).inputValue(), 'install')
    },
  },
  {
    row: 23,
    title: 'no results: a query with results is suggested',
    async check(reader) {
      const { page } = reader
      await search(reader, 'install')
      await input(page).fill('installzz')
      await none(page).waitFor()
      assert.ok((await page.locator('.DocSearch-NoResults-Prefill-List button').count()) > 0)
    },
  },
  {
    row: 24,
    title: 'a corrupt history does not break the dialog',
    async check({ page }) {
      await page.evaluate(() => {
        for (const key of ['docent:history:docs', '__DOCSEARCH_RECENT_SEARCHES__docs']) localStorage.setItem(key, '[{"')
      })
      await page.reload()
      await page.locator('.DocSearch-Button').waitFor()
      await open(page)
    },
  },
  {
    row: 24,
    title: 'a full storage does not keep a hit from opening',
    async check(reader) {
      const { page } = reader
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      await search(reader, 'npm')
      await page.keyboard.press('Enter')
      await eventually(async () => pathOf(page) === '/guides/install#npm', `The page is ${pathOf(page)}.`)
    },
  },
  {
    row: 24,
    title: 'an item of the history takes at most 500 bytes',
    async check(reader) {
      const { page, host } = reader
      const content = 'Long. '.repeat(500)
      host.behave = hits({ objectID: '1', url: '/x', type: 'content', content, hierarchy: { lvl0: 'A', lvl1: 'B' } })
      await search(reader, 'x')
      await page.keyboard.press('Enter')
      await eventually(async () => pathOf(page) === '/x', 'The hit was not opened.')
      const bytes = await page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => /history|RECENT/.test(key))
          .reduce((sum, [, value]) => sum + String(value).length, 0),
      )
      assert.ok(bytes > 0 && bytes <= 500, `${bytes} bytes.`)
    },
  },
  {
    row: 26,
    title: 'two indices: groups of one name are joined',
    async check(reader) {
      await reader.visit({ indices: ['docs', 'api'] })
      const { page } = reader
      await search(reader, 'install')
      const titles = (await page.locator('.DocSearch-Hit-source').allTextContents()).map((text) => text.trim())
      assert.equal(new Set(titles).size, titles.length, titles.join(', '))
      assert.equal(reader.host.indices.size, 2, 'Only one index was searched.')
    },
  },
  {
    row: 27,
    title: 'a dark system gets a dark dialog',
    async check(reader) {
      await reader.visit({ browser: { colorScheme: 'dark' } })
      const { page } = reader
      await open(page)
      const colour = await page
        .locator('.DocSearch-Modal')
        .evaluate((element) => getComputedStyle(element).backgroundColor)
      const [red = 255] = (colour.match(/\d+/g) ?? []).map(Number)
      assert.ok(red < 128, `Its background is ${colour}.`)
    },
  },
  {
    row: 29,
    title: 'works under a strict content security policy with Trusted Types, without a violation',
    async check(reader) {
      await reader.visit({ strict: true })
      const { page } = reader
      const faults: string[] = []
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/.test(message.text())) faults.push(message.text())
      })
      page.on('pageerror', (error) => faults.push(error.message))
      await search(reader, 'install')
      assert.deepEqual(faults, [])
    },
  },
]
