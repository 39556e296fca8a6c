// @module-tag long
/**
 * The output of a virtual screen reader, which runs in the page, from opening to closing. It does not follow
 * `aria-activedescendant`, so the tests read that from the browser's accessibility tree.
 */

import { createRequire } from 'node:module'

import { expect, test } from 'vitest'

import {
  answers,
  dialog,
  finds,
  harness,
  host,
  input,
  open,
  page,
  setUp,
  silent,
  visit,
} from './dialog-harness/reader.ts'

setUp()

interface Virtual {
  spokenPhraseLog(): Promise<string[]>
  clearSpokenPhraseLog(): Promise<void>
}

/** Starts the virtual screen reader in the page. */
async function listen(): Promise<void> {
  // The policy of the page forbids the script of the screen reader.
  await visit({ bypassCSP: true })
  const path = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js')
  await page.route('**/virtual.js', (route) => route.fulfill({ path, contentType: 'text/javascript' }))
  await page.addScriptTag({
    type: 'module',
    content: `import { virtual } from '/virtual.js'
      globalThis.virtual = virtual
      await virtual.start({ container: document.body })
      document.body.dataset.heard = ''`,
  })
  await page.locator('body[data-heard]').waitFor()
  await forget()
}

/** The phrases since the last call, without emptied regions; waits for the given last one. */
async function said(last: string | RegExp): Promise<string[]> {
  const phrases = () => page.evaluate(() => (globalThis as unknown as { virtual: Virtual }).virtual.spokenPhraseLog())
  await expect.poll(async () => (await phrases()).at(-1) ?? '').toMatch(last)
  const all = (await phrases()).filter((phrase) => phrase !== 'polite: ')
  await forget()
  return all
}

async function forget(): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { virtual: Virtual }).virtual.clearSpokenPhraseLog())
}

/** The active option of the combobox in the browser's accessibility tree. */
async function activeOption(): Promise<string> {
  const id = (await input().getAttribute('aria-activedescendant')) ?? ''
  return page.locator(`[id="${id}"]`).ariaSnapshot()
}

test('opening, typing, results, none, an error, waiting, a choice, closing: each is spoken once, and nothing else', async () => {
  await listen()
  await page.locator('#field').focus()
  await said('textbox, A field')

  await open()
  const opened = await said('combobox, Search docs, has popup listbox, not expanded, autocomplete in list')
  // React's strict mode opens it twice.
  expect(opened.slice(-2)).toEqual([
    'dialog, Search the documentation, modal',
    'combobox, Search docs, has popup listbox, not expanded, autocomplete in list',
  ])

  await page.keyboard.type('install')
  expect(await said('polite: 11 results')).toEqual(['polite: 11 results'])
  await page.keyboard.press('ArrowDown')
  expect(await activeOption()).toMatch(/^- option "Install with npm.*\[selected\]/)

  await page.keyboard.type('zz')
  expect(await said('polite: No results for installzz')).toEqual(['polite: No results for installzz'])

  host.behave = answers(500, '{}')
  await page.keyboard.type('q')
  const failure = 'polite: Unable to fetch results. The search server has a problem. Please try again in a moment.'
  expect(await said(failure)).toEqual([failure])

  host.behave = silent
  await input().fill('far')
  await page.locator('.DocSearch-Container--Stalled').waitFor()
  host.behave = finds
  await input().fill('far down')
  expect((await said('polite: 1 result')).at(-1)).toBe('polite: 1 result')

  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  // The focus returns to the previous element before it moves to the section.
  await said('heading, A section far down, level 2')

  await page.locator('#field').focus()
  await open()
  await said(/^combobox, Search docs, far down, has popup listbox, expanded/)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await said('textbox, A field')
  expect(new URL(page.url()).origin).toBe(harness.url)
})
