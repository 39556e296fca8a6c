/**
 * The page behind, themes, accessibility, options of the public component, size. The numbers are those of the 30 requirements
 * on a better dialog that this project holds itself to.
 */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import type { BrowserContextOptions } from 'playwright-core'
import { build } from 'vite'
import { beforeEach, describe, expect, test } from 'vitest'

import {
  answered,
  answers,
  dialog,
  dialogCount,
  host,
  input,
  open,
  page,
  search,
  setUp,
  silent,
  visit,
} from './dialog-harness/reader.ts'

setUp()

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
    // A screen without room for a keyboard has no list of its keys.
    const shown = Object.keys(states).filter((state) => state !== 'help' || look !== '320 px')
    test.each(shown)(`%s, ${look}`, async (state) => {
      const reader: BrowserContextOptions = { ...options, reducedMotion: 'reduce', bypassCSP: true }
      await visit(reader)
      await states[state]?.(reader)
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

  test('14: a shortcut that is turned off does nothing', async () => {
    await page.keyboard.press('/')
    expect(await dialogCount()).toBe(0)
    await open()
  })

  test('what is selected on the page is searched for, blocks apart', async () => {
    await page.evaluate(() => {
      const [heading, section] = [document.querySelector('h1'), document.querySelector('#far')]
      if (heading?.firstChild && section?.firstChild)
        getSelection()?.setBaseAndExtent(section.firstChild, 2, section.firstChild, 9)
    })
    await open()
    expect(await input().inputValue()).toBe('section')
  })

  test('its parts: button, modal, keys; several indices, own components around a row and below, a client between', async () => {
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
  })

  test('2: letters typed before the dialog has arrived are its first query', async () => {
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

test('1: small: dialog and client at most 15 kB, the button 2 kB, the client 3 kB, styles 4 kB, gzip, without React', async () => {
  expect(
    await sizeOf("export { SearchDialog } from '@docent/dialog'; export { createClient } from '@docent/client'"),
  ).toBeLessThan(15_000)
  expect(await sizeOf("export { SearchButton } from '@docent/dialog'")).toBeLessThan(2000)
  expect(await sizeOf("export { createClient } from '@docent/client'")).toBeLessThan(3000)
  expect(await sizeOf("import '@docent/dialog/dialog.css'", '.css')).toBeLessThan(4000)
})

/**
 * Bytes of what a bundler makes of some imports, minified and gzipped: the entry and all that comes with it at once. What
 * is fetched only when it is wanted (filters, the list of keys, a language) is not counted.
 */
async function sizeOf(code: string, type = '.js'): Promise<number> {
  const entry = join(import.meta.dirname, 'entry.ts')
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      { name: 'entry', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) },
    ],
    build: {
      write: false,
      // As a library: an app's own loader of chunks is not the dialog's.
      lib: { entry, formats: ['es'] },
      rollupOptions: { external: [/^react/], output: { minify: true } },
    },
  })
  const files = (Array.isArray(output) ? output : [output]).flatMap((bundle) =>
    'output' in bundle ? bundle.output : [],
  )
  const first = files.find((file) => file.type === 'chunk' && file.isEntry)
  const wanted = new Set([first?.fileName, ...(first?.type === 'chunk' ? first.imports : [])])
  return files
    .filter(({ fileName }) => fileName.endsWith(type) && (type === '.css' || wanted.has(fileName)))
    .reduce((sum, file) => sum + gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length, 0)
}
