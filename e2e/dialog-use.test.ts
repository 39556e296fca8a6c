/**
 * Results, keys and focus, history. The numbers are those of the requirements in `README.md`.
 */

import { describe, expect, test } from 'vitest'

import {
  active,
  after,
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
  until,
} from './dialog-harness/reader.ts'

setUp()

describe('results', () => {
  test('grouped by page, five rows a page and the rest on demand, with the total', async () => {
    await search('install')
    const group = page.getByRole('group', { name: /Installation$/ })
    expect(await group.getByRole('option').count()).toBe(6)
    expect(await page.locator('.DocSearch-HitsFooter').textContent()).toBe('See all 11 results')
    await group.getByRole('option', { name: 'Show 2 more in Installation' }).click()
    expect(await group.getByRole('option').count()).toBe(7)
  })

  test('text that a translator of the browser replaced is not in the rows of the next query', async () => {
    await search('install')
    // As translators do: an element replaces each text node, to which React keeps its reference.
    await page.evaluate(() => {
      const walker = document.createTreeWalker(
        document.querySelector('[role=listbox]') as Element,
        NodeFilter.SHOW_TEXT,
      )
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const translated = document.createElement('font')
        translated.textContent = 'Übersetzt'
        text.replaceWith(translated)
      }
    })
    host.behave = hits({ url: '/c', type: 'lvl1', hierarchy: { lvl0: 'Guide', lvl1: 'Five' }, content: 'Six' })
    await input().fill('five')
    await expect.poll(() => page.locator('.DocSearch-Hit-content-wrapper > *').allInnerTexts()).toEqual(['Five', 'Six'])
  })

  test('20: every type is one row, and a bad hit hides no other', { tags: 'long' }, async () => {
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
        url: '#one',
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

  test('no results: the query, suggestions that had hits, and a link to report it', { tags: 'long' }, async () => {
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

  test(
    '11: typed letters are echoed before a row is announced; one message for each settled query',
    { tags: 'long' },
    async () => {
      await open()
      host.behave = after(100)
      await page.keyboard.type('install')
      await answered()
      await page.locator('output', { hasText: '11 results' }).waitFor({ state: 'attached' })
      await page.keyboard.press('ArrowDown')
      expect(await input().getAttribute('aria-activedescendant')).toBe(await active().getAttribute('id'))
      await page.keyboard.type('zz')
      expect(await input().getAttribute('aria-activedescendant')).toBeNull()
      await page.locator('output', { hasText: 'No results for installzz' }).waitFor({ state: 'attached' })
    },
  )

  test('12: Tab stays inside and skips the links of the list; a click on blank space keeps the focus; closing restores it', async () => {
    await page.locator('#field').focus()
    await search('install')
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.getAttribute('role') ??
          document.activeElement?.textContent,
      )
    const stops: (string | null | undefined)[] = []
    for (let presses = 0; presses < 6; presses++) {
      stops.push(await focused())
      await page.keyboard.press('Tab')
    }
    expect(stops).toEqual(['combobox', 'Clear', 'Close search', 'Keyboard shortcuts', 'See all 11 results', 'combobox'])
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
    { tags: 'long' },
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
      await page.goto(harness.url)
      await page.locator('.DocSearch-Button').waitFor()
    }
  }

  test('24: opened hits are listed, and can be pinned, removed and cleared by mouse and by keys', async () => {
    await visitHits('npm', 'yarn', 'proxy')
    await open()
    expect(await rows()).toEqual(['Behind a proxy', 'Install with yarn', 'Install with npm'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    expect(await rows()).toEqual(['Install with yarn', 'Install with npm'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+p')
    expect(await page.getByRole('group', { name: 'Favorites' }).getByRole('option').count()).toBe(1)
    // The name of the button is its action, which changes; an additional `aria-pressed` would contradict it.
    const unpin = page.getByRole('button', { name: /Remove .* from favorites/ })
    expect(await unpin.getAttribute('aria-pressed')).toBeNull()
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

  test(
    '24: corrupt or blocked storage neither breaks the dialog nor keeps a hit from opening',
    { tags: 'long' },
    async () => {
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
    },
  )

  test('24: another tab’s visits show up', { tags: 'long' }, async () => {
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

  test('22: opening again shows query, list and position as they were', { tags: 'long' }, async () => {
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
