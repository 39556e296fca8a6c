// @module-tag long
/**
 * The same dialog on other hosts: React 18, and the one file for pages without React. The most frequent actions of readers,
 * once on each; the numbers are those of the requirements in `README.md`.
 */

import { readdir } from 'node:fs/promises'

import { describe, expect, test } from 'vitest'

import {
  active,
  answered,
  answers,
  dialog,
  dialogCount,
  finds,
  harness,
  host,
  input,
  open,
  options,
  page,
  search,
  setUp,
  visit,
} from './dialog-harness/reader.ts'

/** Tests of every host. */
function readerFinds(): void {
  test('opening by key and button, typing, results, keys, a hit, Back to the dialog', async () => {
    // The address of one of the hits, so that a hit leads to a section of this page.
    await visit()
    await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click()
    await input().waitFor()
    await page.keyboard.type('install')
    await answered()
    expect(
      await page
        .getByRole('group', { name: /Installation$/ })
        .getByRole('option')
        .count(),
    ).toBe(6)
    expect(await page.locator('mark').count()).toBeGreaterThan(0)
    await page.keyboard.press('ArrowDown')
    expect(await input().getAttribute('aria-activedescendant')).toBe(await active().getAttribute('id'))
    await page.getByRole('option', { name: 'Show 2 more in Installation' }).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    expect(new URL(page.url()).hash).toBe('#far')
    await page.waitForFunction(() => document.activeElement?.id === 'far')
    await page.goBack()
    await input().waitFor()
    expect(await input().inputValue()).toBe('install')
    await page.getByRole('button', { name: 'Clear' }).click()
    // The opened hit, among the recents.
    await page.getByRole('option', { name: 'A section far down' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await dialogCount()).toBe(0)
  })

  test('the letters of an input method, the longest query, no results, an error and another try', async () => {
    await open()
    await input().evaluate((element: HTMLInputElement) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
      set?.call(element, 'か')
      element.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
    })
    expect(host.asked).toHaveLength(0)
    await input().evaluate((element) => {
      element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'か' }))
    })
    await page.getByText('No results for “か”').waitFor()
    await input().fill('')
    await page.keyboard.insertText('a'.repeat(70))
    expect(await input().inputValue()).toHaveLength(64)
    host.behave = answers(500, '{}')
    await input().fill('npm')
    await page.locator('.DocSearch-ErrorScreen').waitFor()
    host.behave = finds
    await page.getByRole('button', { name: 'Try again' }).click()
    await options().first().waitFor()
  })

  test('filters and the list of keys, which are fetched later', async () => {
    await search('migrate')
    await page.getByRole('combobox', { name: 'Version' }).selectOption('1')
    await page.locator('a[href="/v1/migrate"]').waitFor()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('checkbox').uncheck()
    expect(await page.evaluate(() => localStorage.getItem('docent:slash'))).toBe('off')
  })
}

describe('30: React 18', () => {
  setUp({ react: 18 }, '?facets')
  test('the dialog runs under React 18', async () => {
    expect(await page.evaluate(() => (globalThis as { reactVersion?: string }).reactVersion)).toMatch(/^18\./)
  })
  readerFinds()
})

describe('docent.js, without React', () => {
  setUp({ vanilla: true }, '?facets')

  test('shortcuts before the next frame: one closes the dialog, the next one opens it again', async () => {
    await open()
    const isOpen = await page.evaluate(async () => {
      const press = async (): Promise<void> => {
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }),
        )
        // The renderer works in a microtask, its effects after the next frame.
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      }
      await press()
      await press()
      // The `close` event of the first dialog comes later, and is not one of the second.
      await new Promise((resolve) => setTimeout(resolve, 100))
      return document.querySelector('dialog')?.open
    })
    expect(isOpen).toBe(true)
  })
  readerFinds()

  test('its handle opens, closes, has the state, and removes everything', async () => {
    const state = () => page.evaluate(() => [window.search?.isReady, window.search?.isOpen])
    expect(await state()).toEqual([true, false])
    await page.evaluate(() => window.search?.open('npm'))
    await answered()
    expect(await input().inputValue()).toBe('npm')
    expect(await state()).toEqual([true, true])
    await page.evaluate(() => window.search?.close())
    await dialog().waitFor({ state: 'detached' })
    await page.evaluate(() => window.search?.destroy())
    expect(await page.locator('.DocSearch').count()).toBe(0)
  })

  test('a language is a file beside it', async () => {
    await visit({ locale: 'de' }, '?facets&lang=de')
    await open()
    await page.getByPlaceholder('Dokumentation durchsuchen').waitFor()
  })

  test('its styles are a file beside it', async () => {
    expect(await readdir(harness.folder)).toContain('docent.css')
  })
})

declare global {
  interface Window {
    search?: {
      open(query?: string): void
      setQuery(query: string): void
      close(): void
      destroy(): void
      isOpen: boolean
      isReady: boolean
    }
  }
}
