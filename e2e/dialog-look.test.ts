/**
 * The page behind, themes, accessibility, options of the public component. The numbers are those of the
 * requirements in `README.md`.
 */

import type { BrowserContextOptions } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'

import { findViolations } from './axe.ts'
import { launchBrowser } from './browser.ts'
import {
  answered,
  answers,
  dialog,
  dialogCount,
  finds,
  hits,
  host,
  input,
  open,
  page,
  search,
  setUp,
  silent,
  visit,
} from './dialog-harness/reader.ts'

setUp(undefined, '', { opensPage: false })

test.each(['ltr', 'rtl'])('the title of a section is shown before the headings above it are, %s', async (dir) => {
  host.behave = hits({
    objectID: '1',
    url: '/window#set-bounds',
    type: 'lvl4',
    hierarchy: {
      lvl0: 'API',
      lvl1: 'Window',
      lvl2: 'Class: BrowserWindow extends BaseWindow',
      lvl3: 'Instance methods',
      lvl4: 'win.setBounds(bounds)',
    },
  })
  await visit({ viewport: { width: 390, height: 844 } })
  await page.evaluate((name) => (document.documentElement.dir = name), dir)
  await search('bounds')
  const title = page.locator('[role=option]').locator('.DocSearch-Hit-title')
  expect(await title.textContent()).toBe(
    'Class: BrowserWindow extends BaseWindow › Instance methods › win.setBounds(bounds)',
  )
  const isWhole = await title.evaluate((element) => {
    const own = element.lastElementChild as HTMLElement
    const [inner, outer] = [own, element.parentElement ?? own].map((one) => one.getBoundingClientRect())
    if (!inner || !outer) return false
    return own.scrollWidth <= own.clientWidth && inner.left >= outer.left - 1 && inner.right <= outer.right + 1
  })
  expect(isWhole).toBe(true)
})

test.each([
  ['rtl', 'Guide', 'التثبيت'],
  ['ltr', 'دليل', 'التثبيت'],
])('the group of pages, the separator and the page are in the direction of the dialog: %s', async (dir, lvl0, lvl1) => {
  host.behave = hits({ objectID: '1', url: '/install', type: 'lvl1', hierarchy: { lvl0, lvl1 } })
  await visit()
  await page.evaluate((name) => (document.documentElement.dir = name), dir)
  await search('install')
  const places = await page.locator('.DocSearch-Hit-source').evaluate((element, name) => {
    const group = element.querySelector('.DocSearch-Hit-context')
    const separator = document.createRange()
    if (group?.nextSibling) separator.selectNode(group.nextSibling)
    const title = element.lastElementChild
    const [first, second, third] = [group, separator, title].map((one) => one?.getBoundingClientRect())
    if (!first || !second || !third) return undefined
    return name === 'rtl'
      ? [first.left >= second.right - 1, second.width > 3, second.left >= third.right - 1]
      : [first.right <= second.left + 1, second.width > 3, second.right <= third.left + 1]
  }, dir)
  expect(places).toEqual([true, true, true])
})

test.each([
  ['rtl', 'Vite چیست؟', true],
  ['rtl', 'What is Vite?', false],
  ['ltr', 'Vite چیست؟', false],
])('on a page %s, the title "%s" begins at the right: %s', async (dir, lvl1, beginsAtRight) => {
  host.behave = hits({
    objectID: '1',
    url: '/vite',
    type: 'lvl1',
    hierarchy: { lvl0: 'Docs', lvl1 },
    content: lvl1,
    _snippetResult: { hierarchy: { lvl1: { value: lvl1.replace('Vite', '\uE000Vite\uE001') } } },
  })
  await visit()
  await page.evaluate((name) => (document.documentElement.dir = name), dir)
  await search('vite')
  const places = await page.locator('[role=dialog], dialog').evaluate((element) =>
    ['.DocSearch-Hit-source > :last-child', '.DocSearch-Hit-title', '.DocSearch-Hit-path'].map((selector) => {
      const walker = document.createTreeWalker(element.querySelector(selector) ?? element, NodeFilter.SHOW_TEXT)
      const nodes: Node[] = []
      while (walker.nextNode()) nodes.push(walker.currentNode)
      const placeOf = (part: string): DOMRect | undefined => {
        for (const node of nodes) {
          const at = node.textContent?.indexOf(part) ?? -1
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + part.length)
          return range.getBoundingClientRect()
        }
        return undefined
      }
      const [name, mark] = [placeOf('Vite'), placeOf('؟') ?? placeOf('?')]
      return name && mark && name.left > mark.left
    }),
  )
  expect(places).toEqual([beginsAtRight, beginsAtRight, beginsAtRight])
})

test('headings above a title that has no space beside them are whole, on a line of their own', async () => {
  host.behave = hits({
    objectID: '1',
    url: '/window#event',
    type: 'lvl3',
    hierarchy: {
      lvl0: 'API',
      lvl1: 'Window',
      lvl2: 'Instance events',
      lvl3: 'Event: the page changes its address while a navigation of the same window is under way',
    },
  })
  await visit({ viewport: { width: 390, height: 844 } })
  await search('event')
  const title = page.locator('[role=option] .DocSearch-Hit-title')
  expect(await title.textContent()).toMatch(/^Instance events › Event:/)
  const places = await title.evaluate((element) => {
    const [above, own] = [...element.children].map((child) => child.getBoundingClientRect())
    const between = element.querySelector('.DocSearch-Hit-between > span')
    return {
      isAbove: above && own && above.bottom <= own.top + 1,
      isWhole: between && between.scrollWidth <= between.clientWidth,
      startsAlike: above && own && Math.abs(above.left - own.left) < 1,
    }
  })
  expect(places).toEqual({ isAbove: true, isWhole: true, startsAlike: true })
})

test('at a zoom of 400 % the reader sees two rows of hits, below the filters or by scrolling', async () => {
  await visit({ viewport: { width: 320, height: 200 } }, '?facets')
  await search('install')
  const list = page.locator('.DocSearch-Dropdown')
  expect((await list.boundingBox())?.height).toBeGreaterThanOrEqual(100)
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(async () => {
      const chosen = await page.locator('[aria-selected=true]').boundingBox()
      return chosen !== null && chosen.y >= 0 && chosen.y + chosen.height <= 200
    })
    .toBe(true)
  // The typed query stays above the rows.
  expect(await page.locator('.DocSearch-Input').boundingBox()).toMatchObject({ y: 0 })
})

describe('the page behind', { tags: 'long' }, () => {
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

  test.each(['', 'html { scrollbar-gutter: stable }', '.tall { height: 0 }', 'body { margin: 0; padding: 0 3px }'])(
    '17: classic scrollbars leave no trace either, with %j',
    async (styles) => {
      const withScrollbars = await launchBrowser({ classicScrollbars: true })
      try {
        await visit({ bypassCSP: true }, '', withScrollbars)
        await page.addStyleTag({ content: `${styles} main { position: relative }` })
        const look = () =>
          page.evaluate(() => {
            const { width, left } = document.querySelector('main')?.getBoundingClientRect() ?? {}
            return { width, left, style: document.documentElement.getAttribute('style'), scrollY }
          })
        await page.evaluate(() => scrollTo(0, 500))
        const before = await look()
        expect(await page.evaluate(() => innerWidth - document.documentElement.offsetWidth)).toBe(
          styles.includes('.tall') ? 0 : 15,
        )
        await open()
        expect(await look()).toEqual(before)
        await page.keyboard.press('Escape')
        await dialog().waitFor({ state: 'detached' })
        expect(await look()).toEqual(before)
      } finally {
        await withScrollbars.close()
      }
    },
  )

  test('9: a modal dialog with a name, a combobox, one listbox with named groups, nothing interactive in an option', async () => {
    await visit()
    await search('install')
    expect(await dialog().getAttribute('aria-modal')).toBe('true')
    expect(await dialog().getAttribute('aria-label')).toBe('Search the documentation')
    // The page behind a modal dialog is inert: it cannot receive the focus.
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

  test('the system’s, data-theme before it, and .dark', { tags: 'long' }, async () => {
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

  test('variables set on :root apply, whatever the order of the style sheets', async () => {
    await visit()
    await page.evaluate(() =>
      document.documentElement.style.setProperty('--docsearch-modal-background', 'rgb(1, 2, 3)'),
    )
    await open()
    expect(await background()).toBe('rgb(1, 2, 3)')
  })
})

describe('10: axe finds nothing', () => {
  const states: Record<string, (options: BrowserContextOptions) => Promise<void>> = {
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
    async filters(options) {
      await visit(options, '?facets')
      await page.keyboard.press('Control+k')
      await page.locator('.DocSearch-Input').fill('migrate')
      await page.locator('.DocSearch-Filters select').first().waitFor()
    },
    async help() {
      await open()
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await page.locator('.DocSearch-KeyHelp').waitFor()
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
    // A narrow screen has no list of keys.
    const shown = Object.keys(states).filter((state) => state !== 'help' || look !== '320 px')
    const tags = (state: string) => (state === 'results' && look === 'light' ? [] : 'long')
    for (const state of shown)
      test(`${state}, ${look}`, { tags: tags(state) }, async () => {
        const reader: BrowserContextOptions = { ...options, reducedMotion: 'reduce', bypassCSP: true }
        await visit(reader)
        await states[state]?.(reader)
        expect(await findViolations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      })
  }
})

describe('30: the options of the public component', () => {
  beforeEach(() => visit({}, '?drop-in'))

  test('button text, placeholder, parameters, maximum of a group, transformItems, navigator, translations', async () => {
    await page.getByRole('button', { name: 'Suche (Ctrl+K)' }).click()
    await input().waitFor()
    expect(await input().getAttribute('placeholder')).toBe('Durchsuchen')
    await page.keyboard.type('install')
    await answered()
    expect(host.asked.at(-1)?.['facetFilters']).toEqual(['language:de'])
    expect(await page.getByRole('group').first().getByRole('option').count()).toBe(3)
    await page.keyboard.type('zz')
    await page.getByText('Keine Treffer für “installzz”').waitFor()
    await input().fill('npm')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/visited/guides/install#npm')
  })

  test('14: a shortcut that is turned off does nothing', { tags: 'long' }, async () => {
    await page.keyboard.press('/')
    expect(await dialogCount()).toBe(0)
    await open()
  })

  test('the selected text of the page is the query, with spaces between blocks', { tags: 'long' }, async () => {
    await page.evaluate(() => {
      const [heading, section] = [document.querySelector('h1'), document.querySelector('#far')]
      if (heading?.firstChild && section?.firstChild)
        getSelection()?.setBaseAndExtent(section.firstChild, 2, section.firstChild, 9)
    })
    await open()
    expect(await input().inputValue()).toBe('section')
  })

  test(
    'its parts: button, modal, keys; several indices, own components around a row and below, a client between',
    { tags: 'long' },
    async () => {
      await visit({}, '?parts')
      await page.getByRole('button', { name: 'Find (Ctrl+K)' }).click()
      await page.getByPlaceholder('Find something').waitFor()
      await page.keyboard.type('npm')
      await page.getByText('npm: 2 in all').waitFor()
      expect(host.asked.at(-1)).toMatchObject({ indexName: 'docs', analyticsTags: ['docs'] })
      expect(await page.locator('[role=option] > a').first().getAttribute('href')).toBe('/own/guides/install#npm')
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      await open()
    },
  )

  test('closed and opened again at once, it stays open', { tags: 'long' }, async () => {
    for (const address of ['?drop-in', '?parts']) {
      await visit({}, address)
      await open()
      await page.evaluate(() => {
        const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
        // While the browser goes back in its history.
        addEventListener('popstate', () => (document.title = 'back'), { once: true })
        press()
        setTimeout(() => setTimeout(press))
      })
      await page.waitForFunction(() => document.title === 'back')
      await input().waitFor()
      await page.waitForFunction(() => history.state !== null)
      await page.goBack()
      await dialog().waitFor({ state: 'detached' })
    }
  })

  test(
    'a page opens, fills and closes it by its handle, receives its events, and chooses its container',
    { tags: 'long' },
    async () => {
      await visit({}, '?programmed')
      const events = () => page.evaluate(() => (globalThis as unknown as { events: string[] }).events.splice(0))
      await page.evaluate(() => window.search?.setQuery('npm'))
      await answered()
      expect(await page.locator('main dialog').count()).toBe(1)
      await page.keyboard.type('x')
      await page.locator('.DocSearch-NoResults').waitFor()
      await page.evaluate(() => window.search?.setQuery('npm'))
      await answered()
      expect(await input().inputValue()).toBe('npm')
      await events()
      host.behave = answers(403, '{}')
      await page.keyboard.type('s')
      await page.locator('.DocSearch-ErrorScreen').waitFor()
      expect(await events()).toEqual(['asked npms', 'failed: not-allowed'])
      host.behave = finds
      for (const name of ['yarn', 'proxy', 'verify']) {
        await page.evaluate((query) => window.search?.setQuery(query), name)
        await answered()
        await page.keyboard.press('Enter')
        await dialog().waitFor({ state: 'detached' })
      }
      expect((await events()).slice(-3)).toEqual([
        'asked verify',
        'opened /guides/install#verify of verify: verify',
        'went to /guides/install#verify',
      ])
      const recents = await page.evaluate(() => localStorage.getItem('docent:history:docs'))
      expect((JSON.parse(recents ?? '') as { recents: { url: string }[] }).recents.map(({ url }) => url)).toEqual([
        '/guides/install#verify',
        '/guides/install#proxy',
      ])
    },
  )

  test('2: letters typed before the dialog is loaded are its first query', async () => {
    let arrive: () => void = () => undefined
    const held = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(/search-dialog/, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('npm')
    arrive()
    await input().waitFor()
    expect(await input().inputValue()).toBe('npm')
    await answered()
  })
})
