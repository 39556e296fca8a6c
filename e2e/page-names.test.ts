// @module-tag long
/**
 * Pages whose author uses ids, names and classes of the page's frame, of the dialog or of the browser. The names are read
 * from the browser and from a page, so that new ones are tested too.
 */

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { launchBrowser } from './browser.ts'
import { serveDocs } from './served-docs.ts'

const WIDE = { width: 1400, height: 800 }
const PHONE = { width: 390, height: 780 }

/** Markup that makes named properties of the document or the window, or uses an id. */
const SHAPES: Record<string, (name: string) => string> = {
  headings: (name) => `## Named ${name} {#${name}}`,
  anchors: (name) => `<a id="${name}" name="${name}">named</a>`,
  images: (name) => `<img src="/x.svg" alt="" id="${name}" name="${name}">`,
  others: (name) =>
    `<form id="${name}" name="${name}"><input name="${name}" id="${name}"></form>

<embed src="/x.svg" name="${name}" id="${name}">

<object data="/x.svg" name="${name}" id="${name}"></object>

<iframe src="/x.svg" name="${name}" id="${name}"></iframe>`,
}

interface Names {
  /** Properties of the document and of the window, also those that other browsers lack. */
  properties: string[]
  ids: string[]
  classes: string[]
}

let browser: Browser
let names: Names
let docent: Awaited<ReturnType<typeof serveDocs>>
const pages: string[] = []

const PLAIN = {
  'index.md': '# Start\n\nWhere to begin.\n\n## Contents\n\nText.\n',
  'gearbox.md': '# Gearbox\n\nThe gearbox is explained here.\n',
}

beforeAll(async () => {
  browser = await launchBrowser()
  const plain = await serveDocs(PLAIN)
  names = await readNames(plain.url).finally(() => plain.close())
  const files: Record<string, string> = { ...PLAIN }
  for (const [shape, write] of Object.entries(SHAPES)) {
    const given = [...names.ids, ...names.properties]
    files[`${shape}.md`] = `# Page of ${shape}\n\n${given.map(write).join('\n\n')}\n`
  }
  files['classes.md'] =
    `# Page of classes\n\n## A section\n\n${names.classes.map((name) => `<div class="${name}" data-search data-theme-switch>shadow</div>\n\nText {.${name}}`).join('\n\n')}\n`
  files['slugs.md'] =
    `# Page of slugs\n\n${names.ids.map((id) => `## ${id.replaceAll(/[^a-z0-9]/gi, ' ')}`).join('\n\n')}\n`
  pages.push(...Object.keys(files).filter((file) => !(file in PLAIN)))
  docent = await serveDocs(files)
})
afterAll(async () => {
  await browser?.close()
  await docent?.close()
})

/** The names in the browser and in a page with its search open. */
async function readNames(url: string): Promise<Names> {
  const page = await browser.newPage({ viewport: WIDE })
  await page.goto(`${url}/gearbox`)
  await page.keyboard.press('Control+k')
  await page.locator('.DocSearch-Input').fill('gearbox')
  await page.locator('.DocSearch-Hit').first().waitFor()
  const read = await page.evaluate(() => {
    const properties = new Set<string>()
    for (const start of [document, window, document.body] as object[])
      for (let owner: object | null = start; owner; owner = Object.getPrototypeOf(owner) as object | null)
        for (const name of Object.getOwnPropertyNames(owner)) if (/^[\w$]+$/.test(name)) properties.add(name)
    const elements = [...document.querySelectorAll('*')]
    const styled = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
      .join('')
    return {
      properties: [...properties],
      ids: elements.map(({ id }) => id).filter((id) => id !== ''),
      classes: [
        ...new Set([
          ...elements.flatMap((element) => [...element.classList]),
          ...[...styled.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''),
        ]),
      ],
    }
  })
  await page.close()
  const before = ['docent', 'docent-state', 'content', 'sidebar', 'contents', 'contents-title', 'versions', 'languages']
  // Properties that other browsers lack, where an element with that id becomes a property of the window.
  const lacking = ['trustedTypes', 'navigation', 'scheduler', 'setImmediate', '__REACT_DEVTOOLS_GLOBAL_HOOK__']
  return { ...read, ids: [...new Set([...read.ids, ...before])], properties: [...read.properties, ...lacking] }
}

/** Opens a page and collects its errors. */
async function visit(file: string, viewport: typeof WIDE): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) faults.push(message.text())
  })
  await page.goto(`${docent.url}/${file.replace(/\.md$/, '')}`)
  return { page, faults }
}

/** Points of the screen where an element of the article is outside the article's box. */
function overlaid(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const article = document.querySelector('main article')
    const box = article?.getBoundingClientRect()
    const found: string[] = []
    for (let x = 4; x < innerWidth; x += 24)
      for (let y = 4; y < innerHeight; y += 24) {
        const hit = document.elementFromPoint(x, y)
        if (!hit || hit === article || !article?.contains(hit) || !box) continue
        if (x < box.left || x > box.right || y < box.top || y > box.bottom) found.push(`${hit.className} at ${x},${y}`)
      }
    return found
  })
}

test('hundreds of names of the browser are tested, and those of the frame and the dialog', () => {
  expect(names.properties).toEqual(expect.arrayContaining(['getElementById', 'querySelector', 'createElement', 'body']))
  expect(names.properties.length).toBeGreaterThan(800)
  expect(names.classes).toEqual(expect.arrayContaining(['DocSearch-Container', 'sidebar', 'skip-link']))
  expect(names.ids.length).toBeGreaterThan(8)
})

describe.each([...Object.keys(SHAPES), 'classes', 'slugs'])('%s', (shape) => {
  test('the search opens, finds a page and navigates to it without a full load', async () => {
    const { page, faults } = await visit(`${shape}.md`, WIDE)
    expect(await overlaid(page)).toEqual([])
    if (shape in SHAPES && shape !== 'others')
      expect(await page.locator('article [id]').count()).toBeGreaterThanOrEqual(names.properties.length)
    await page.evaluate(() => Object.assign(globalThis, { docentMarker: 'still here' }))
    await page.locator('header.header button[data-search]').click()
    await page.locator('.DocSearch-Input').pressSequentially('gearbox')
    await page.locator('.DocSearch-Hit', { hasText: 'Gearbox' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: 'Gearbox' }).waitFor()
    // The app has navigated, not the browser.
    expect(await page.evaluate(() => (globalThis as { docentMarker?: string }).docentMarker)).toBe('still here')
    await page.goBack()
    await page.locator('h1', { hasText: `Page of ${shape}` }).waitFor()
    expect(faults).toEqual([])
    await page.close()
  })

  test('the sidebar and the skip link work, and only the theme’s button switches the theme', async () => {
    const { page, faults } = await visit(`${shape}.md`, WIDE)
    await page.evaluate(() => Object.assign(globalThis, { docentMarker: 'still here' }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.querySelector(':target')?.tagName)).toBe('MAIN')
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    const before = await theme()
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('article :is(h1, p, div)')) element.click()
    })
    expect(await theme()).toBe(before)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await page.locator('.theme-switch').click()
    expect(await theme()).not.toBe(before)
    await page.locator('.sidebar .nav-link', { hasText: 'Gearbox' }).click()
    await page.locator('h1', { hasText: 'Gearbox' }).waitFor()
    expect(await page.evaluate(() => (globalThis as { docentMarker?: string }).docentMarker)).toBe('still here')
    expect(faults).toEqual([])
    await page.close()
  })

  test('on a phone, menu and contents open and their links work', async () => {
    const { page, faults } = await visit(`${shape}.md`, PHONE)
    expect(await overlaid(page)).toEqual([])
    const contents = page.locator('.contents-button')
    if ((await contents.count()) > 0) {
      await contents.click()
      await page.locator('.contents:popover-open').waitFor()
      await page.locator('.contents:popover-open a').first().click()
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('.sidebar:popover-open .nav-link', { hasText: 'Gearbox' }).click()
    await page.locator('h1', { hasText: 'Gearbox' }).waitFor()
    expect(faults).toEqual([])
    await page.close()
  })
})

test('a heading’s anchor leads to the heading, also with a name of the frame', async () => {
  const { page } = await visit('slugs.md', WIDE)
  for (const id of ['contents', 'sidebar', 'docent-state', 'content', 'docent']) {
    await page.goto(`${docent.url}/slugs#${id}`)
    expect(await page.evaluate(() => document.querySelector(':target')?.tagName), id).toMatch(/^H\d$/)
  }
  await page.close()
})

test('a browser without Trusted Types does not use an element with that id', async () => {
  const page = await browser.newPage({ viewport: WIDE })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.addInitScript(() => {
    for (const name of ['trustedTypes', 'navigation', 'scheduler']) delete (globalThis as Record<string, unknown>)[name]
  })
  // Such a browser also ignores the policy's directives for them.
  await page.route('**/headings', async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': policy = '', ...headers } = response.headers()
    const known = policy.replace(/require-trusted-types-for[^;]*;|trusted-types[^;]*;?/g, '')
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': known } })
  })
  await page.goto(`${docent.url}/headings`)
  expect(await page.evaluate(() => String((globalThis as { trustedTypes?: unknown }).trustedTypes))).toMatch(/Element/)
  await page.keyboard.press('Control+k')
  await page.locator('.DocSearch-Input').pressSequentially('gearbox')
  await page.locator('.DocSearch-Hit', { hasText: 'Gearbox' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('h1', { hasText: 'Gearbox' }).waitFor()
  expect(faults).toEqual([])
  await page.close()
})
