/** `/search?q=`, the suggestions of the not-found page, and opening a hit: a real server, a real index, a real browser. */

import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { findViolations } from './axe.ts'
import { serveDocs } from './served-docs.ts'
import { testBrowser } from './test-browser.ts'

let docent: Awaited<ReturnType<typeof serveDocs>>
let page: Page
let complaints: string[] = []

beforeAll(async () => {
  docent = await serveDocs()
})
afterAll(() => docent?.close())
const browser = testBrowser()
afterEach(async () => {
  await page?.context().close()
  expect(complaints).toEqual([])
})

/** Opens a path in a new context. Warnings and errors of the console fail the test. */
async function visit(path: string, options: BrowserContextOptions = {}): Promise<void> {
  complaints = []
  const context = await browser.newContext({
    viewport: { width: 1200, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('404'))
      complaints.push(message.text())
  })
  await page.goto(docent.url + path)
}

const count = () => page.locator('.found-count')
const box = () => page.getByRole('searchbox')
const query = () => new URL(page.url()).searchParams.get('q')
/** The highlighted texts of the page. */
const marked = () => page.evaluate(() => [...(CSS.highlights.get('docent-match') ?? [])].map((range) => String(range)))

describe('the search page', () => {
  test('an address with a query shows its results, by the single-index query, grouped by page', async () => {
    const asked: string[] = []
    await visit('/')
    page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
    await page.goto(`${docent.url}/search?q=install`)
    await page.getByRole('heading', { level: 2, name: /Install/ }).waitFor()
    expect(asked).toEqual(['/1/indexes/docs/query'])
    expect(await page.title()).toBe('install · Search · Handbook')
    expect(await box().inputValue()).toBe('install')
    expect(await count().textContent()).toMatch(/^\d+ results$/)
    expect(await page.locator('.found mark').first().textContent()).toMatch(/install/i)
    await page.getByRole('link', { name: 'Check the installation' }).click()
    await page.waitForURL('**/guide/install#check-the-installation')
    await page.goBack()
    await page.waitForURL('**/search?q=install')
    await page.getByRole('link', { name: 'Check the installation' }).waitFor()
  })

  test('an excerpt has two lines of a wide screen, on a phone too', async () => {
    await visit('/search?q=patient', { viewport: { width: 390, height: 800 } })
    const excerpt = await page.locator('.found-page li p').first().innerText()
    expect(excerpt.split(' ').length).toBeGreaterThanOrEqual(20)
  })

  test('a typed query is searched and is in the address; Back returns to the previous query', async () => {
    await visit('/search')
    await box().pressSequentially('proxy', { delay: 20 })
    await page.waitForURL('**/search?q=proxy')
    await page.getByRole('link', { name: /Behind a proxy/ }).waitFor()
    await page.keyboard.press('Enter')
    await box().fill('version')
    await page.waitForURL('**/search?q=version')
    await page.goBack()
    await page.waitForURL('**/search?q=proxy')
    expect(await box().inputValue()).toBe('proxy')
    await page.getByRole('link', { name: /Behind a proxy/ }).waitFor()
    await page.goBack()
    await page.waitForURL('**/search')
    expect(await box().inputValue()).toBe('')
  })

  test('the letters of an input method are searched after the pause, before and after its end', async () => {
    await visit('/search')
    const keyboard = await page.context().newCDPSession(page)
    await box().focus()
    await keyboard.send('Input.imeSetComposition', { text: 'proxy', selectionStart: 5, selectionEnd: 5 })
    await page.waitForURL('**/search?q=proxy')
    await keyboard.send('Input.insertText', { text: 'install' })
    await page.waitForURL('**/search?q=install')
  })

  test('more than twenty hits are on further pages, each with an address of its own', { tags: 'long' }, async () => {
    await visit('/search?q=gearbox')
    await page.getByText('Page 1 of 2').waitFor()
    expect(await page.locator('.found-page').count()).toBe(20)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/search?q=gearbox&page=2')
    await page.getByText('Page 2 of 2').waitFor()
    await expect.poll(() => page.locator('.found-page').count()).toBe(10)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.reload()
    await page.getByText('Page 2 of 2').waitFor()
    await page.goBack()
    await page.getByText('Page 1 of 2').waitFor()
  })

  test('the dialog leads to it, and Back returns to the dialog', async () => {
    await visit('/')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search docs' }).fill('gearbox')
    await page.getByRole('link', { name: /See all/ }).click()
    await page.waitForURL('**/search?q=gearbox')
    await page.getByText('Page 1 of 2').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('combobox', { name: 'Search docs' }).inputValue()).toBe('gearbox')
  })

  test('64 characters at most, in the box and from the address, and it says so', { tags: 'long' }, async () => {
    await visit(`/search?q=${'b'.repeat(70)}`)
    await page.getByText('64 characters at most').waitFor()
    expect(await box().inputValue()).toBe('b'.repeat(64))
    await box().fill('')
    await page.waitForURL('**/search')
    expect(await page.getByText('64 characters at most').count()).toBe(0)
    await page.keyboard.insertText('a'.repeat(70))
    await page.waitForURL((url) => url.searchParams.get('q') === 'a'.repeat(64))
    await page.getByText('64 characters at most').waitFor()
  })

  test('without hits it names the query and links to the report; a failure is reported, and can be tried again', async () => {
    await visit('/search?q=xylophone')
    await page.getByText('No results for “xylophone”').waitFor()
    expect(await page.getByRole('link', { name: /let us know/i }).getAttribute('href')).toBe(
      '/_docent/report?query=xylophone',
    )
    await page.route('**/1/indexes/**', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
    await box().fill('proxy')
    await page.getByText('Unable to fetch results').waitFor()
    await page.getByText('not allowed').waitFor()
    expect(await page.getByText('No results for').count()).toBe(0)
    await page.unroute('**/1/indexes/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: /Behind a proxy/ }).waitFor()
    complaints = complaints.filter((text) => !text.includes('403'))
  })

  test('without JavaScript the form is there, keeps the query, and asks for JavaScript', { tags: 'long' }, async () => {
    await visit('/search?q=proxy', { javaScriptEnabled: false })
    expect(await box().inputValue()).toBe('proxy')
    expect(await page.locator('noscript').innerText()).toContain('please allow JavaScript')
    await box().fill('version')
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    expect(query()).toBe('version')
  })

  test('is loaded on demand only', { tags: 'long' }, async () => {
    await visit('/guide/install')
    await page.mouse.move(100, 100)
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to content' }).waitFor()
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(' '),
      )
    expect(await scripts()).not.toMatch(/search-results-/)
    await page.goto(`${docent.url}/search?q=proxy`)
    await page.getByRole('link', { name: /Behind a proxy/ }).waitFor()
    expect(await scripts()).toMatch(/search-results-/)
    expect(await scripts()).not.toMatch(/search-dialog-[\w-]+\.js/)
  })
})

describe('docs of several versions below a page of none', () => {
  test('the results name their version, no filter has one value only, and a missing page is suggested once', async () => {
    const parts = { install: 'Gearbox', oil: 'Change the oil' }
    const files = Object.entries(parts).flatMap(([name, title]) =>
      ['1.0', '2.0'].map((version) => [`${version}/${name}.md`, `# ${title}\n\nOf the gearbox.\n`]),
    )
    const versions = await serveDocs({ 'index.md': '# Handbook\n', ...Object.fromEntries(files) })
    try {
      await visit('/')
      await page.goto(`${versions.url}/search?q=gearbox`)
      const first = page.locator('.found-page h2').filter({ hasText: 'Gearbox' })
      await first.nth(1).waitFor()
      expect((await first.allTextContents()).map((text) => text.trim()).sort()).toEqual([
        'Gearbox Handbook · 1.0',
        'Gearbox Handbook · 2.0',
      ])
      await page.keyboard.press('Control+K')
      await page.locator('.DocSearch-Input').fill('gearbox')
      const filters = page.locator('.DocSearch-Filter-Label')
      await filters.first().waitFor()
      expect(await filters.allTextContents()).toEqual(['Version'])
      await page.goto(`${versions.url}/gearbox`)
      await page.getByRole('heading', { name: 'Perhaps you are looking for' }).waitFor()
      expect(await page.locator('.not-found-suggestions li a').filter({ hasText: 'Gearbox' }).count()).toBe(1)
      await page.goto(`${versions.url}/2.0/search?q=gearbox`)
      await first.first().waitFor()
      expect((await first.allTextContents()).map((text) => text.trim())).toEqual(['Gearbox Handbook'])
    } finally {
      await versions.close()
    }
  })
})

test('pages with the same names show the parts of their addresses that differ, on the search page and in the dialog', async () => {
  const pages = ['old/7.8', 'new'].map((folder) => [`rack/${folder}/crank.md`, '# Crank\n\nTurn it.\n'])
  const twins = await serveDocs({ 'index.md': '# Handbook\n', 'b/c.md': '# A crank\n', ...Object.fromEntries(pages) })
  try {
    await visit('/')
    await page.goto(`${twins.url}/search?q=crank`)
    const contexts = page.locator('.found-page', { hasText: 'Turn it.' }).locator('.found-context')
    await contexts.nth(1).waitFor()
    expect((await contexts.allTextContents()).sort()).toEqual(['Rack · new', 'Rack · old/7.8'])
    await page.keyboard.press('Control+K')
    await page.locator('.DocSearch-Input').fill('crank')
    const scopes = page.locator('.DocSearch-Hit-scope')
    await scopes.nth(1).waitFor()
    expect((await scopes.allTextContents()).sort()).toEqual(['new', 'old/7.8'])
  } finally {
    await twins.close()
  }
})

describe('an unknown address', () => {
  test('suggests pages with names like it', async () => {
    await visit('/handbook/instal')
    await page.getByRole('heading', { name: 'Perhaps you are looking for' }).waitFor()
    await page.getByRole('navigation', { name: 'Perhaps' }).getByRole('link', { name: 'Install' }).click()
    await page.waitForURL('**/guide/install')
  })

  test('suggests the pages first whose addresses have most of its words', async () => {
    const texts = 'Simulate network faults in Kubernetes. '.repeat(9)
    const moved = await serveDocs({
      'index.md': '# Handbook\n',
      'blog/network-in-kubernetes.md': `# Simulate a network in Kubernetes\n\n${texts}`,
      'simulate-network-faults-on-kubernetes.md': '# Faults of connections\n\nTo simulate a network in Kubernetes.\n',
    })
    try {
      await visit('/')
      await page.goto(`${moved.url}/simulate-network-faults-in-kubernetes`)
      await page.locator('.not-found-suggestions li').nth(1).waitFor()
      expect(await page.locator('.not-found-suggestions a').allTextContents()).toEqual([
        'Faults of connections',
        'Simulate a network in Kubernetes',
      ])
    } finally {
      await moved.close()
    }
  })

  test('suggests nothing where there is nothing, and survives a search that fails', { tags: 'long' }, async () => {
    await visit('/xylophone')
    await page.waitForResponse('**/1/indexes/docs/query*')
    await page.route('**/1/indexes/**', (route) => route.abort())
    await page.goto(`${docent.url}/install-it`)
    await page.waitForEvent('requestfailed')
    expect(await page.getByRole('heading', { name: 'Perhaps you are looking for' }).count()).toBe(0)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    complaints = complaints.filter((text) => !text.includes('ERR_FAILED'))
  })
})

describe('opening a hit', () => {
  async function choose(words: string, name: RegExp): Promise<void> {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search docs' }).fill(words)
    const hit = page.getByRole('listbox').getByRole('option', { name }).first()
    await hit.waitFor()
    // The app is loaded after the first answer; before, a hit is a plain link, and nothing is highlighted.
    await page.waitForFunction(() => history.state?.docent !== undefined)
    await hit.click()
  }

  test('a hit opens its section, and the matches are highlighted in this section only', async () => {
    await visit('/')
    await choose('install tool', /With a package manager/)
    await page.waitForURL('**/guide/install#with-a-package-manager')
    await expect.poll(marked).toEqual(['install', 'tool', 'install', 'tool', 'install'])
    expect(await page.locator('.article mark').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('with-a-package-manager')
    await page.keyboard.press('Escape')
    expect(await marked()).toEqual([])
  })

  test('on the same page too, and the next navigation removes the highlights', { tags: 'long' }, async () => {
    await visit('/guide/install')
    await choose('version', /Check the installation/)
    await page.waitForURL('**/guide/install#check-the-installation')
    await expect.poll(marked).toEqual(['version', 'version'])
    const top = await page.locator('#check-the-installation').evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(200)
    await page.getByRole('link', { name: 'Handbook' }).first().click()
    await page.waitForURL(`${docent.url}/`)
    expect(await marked()).toEqual([])
  })

  test('from the search page', { tags: 'long' }, async () => {
    await visit('/search?q=patient')
    await page.getByRole('link', { name: 'Behind a proxy' }).click()
    await page.waitForURL('**/guide/install#behind-a-proxy')
    await expect.poll(async () => (await marked()).length).toBe(120)
  })

  test('a site can turn the highlights off', { tags: 'long' }, async () => {
    const plain = await serveDocs({
      'docent.config.json': '{ "markMatches": false }',
      'index.md': '# Start\n\n## Gears\n\nAll about gears.\n',
    })
    try {
      await visit('/')
      await page.goto(plain.url)
      await choose('gears', /Gears/)
      await page.waitForURL('**/#gears')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('gears')
      expect(await marked()).toEqual([])
    } finally {
      await plain.close()
    }
  })

  test('Back returns to the dialog as it was left; once it is closed there, it stays closed', async () => {
    await visit('/')
    await choose('install', /After that/)
    await page.waitForURL('**/guide/install#after-that')
    await page.goBack()
    await page.waitForURL(`${docent.url}/`)
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('combobox', { name: 'Search docs' }).inputValue()).toBe('install')
    await page.locator('[role=listbox][aria-disabled=false]').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Closing goes back in the history, which takes a moment.
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('install')
    await page.reload()
    await page.mouse.move(600, 30)
    await page.getByRole('heading', { name: 'Handbook', level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('Back after a full load opens it again, and so does ?q= in an address', { tags: 'long' }, async () => {
    await visit('/')
    await choose('install', /After that/)
    await page.waitForURL('**/guide/install#after-that')
    await page.reload()
    await page.goBack()
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('combobox', { name: 'Search docs' }).inputValue()).toBe('install')
    await page.goto(`${docent.url}/guide/install?q=proxy`)
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /Behind a proxy/ })
      .first()
      .waitFor()
    expect(await page.getByRole('combobox', { name: 'Search docs' }).inputValue()).toBe('proxy')
  })
})

describe('accessibility', () => {
  // In light colours, the short tier has one state of each kind of page.
  const states: [name: string, path: string, ready: string, isShort: boolean][] = [
    ['results', '/search?q=gearbox', '.found-pager', true],
    ['start', '/search', '.found-count', false],
    ['none', '/search?q=xylophone', '.found-message', false],
    ['suggestions', '/instal', '.not-found-suggestions', true],
  ]
  for (const [name, path, ready, isShort] of states) {
    const looks = [
      ['light', 1200],
      ['dark', 1200],
      ['dark', 320],
    ] as const
    const tags = (colorScheme: string) => (isShort && colorScheme === 'light' ? [] : 'long')
    for (const [colorScheme, width] of looks)
      test(`axe finds nothing: ${name}, ${colorScheme}, ${width} px`, { tags: tags(colorScheme) }, async () => {
        await visit(path, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true })
        await page.locator(ready).first().waitFor()
        expect(await findViolations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      })
  }
})
