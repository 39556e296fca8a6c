// @module-tag long
/**
 * A hostile index: no value of it runs or becomes an element or an address, in results, groups, filters, history and on
 * the search page, under a strict policy with Trusted Types, which is never violated.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialog, harness, hits, host, input, open, page, setUp, visit } from './dialog-harness/reader.ts'
import { hostileHits, PAYLOADS } from './hostile.ts'
import { serveDocs } from './served-docs.ts'

setUp()

let docent: Awaited<ReturnType<typeof serveDocs>>
beforeAll(async () => {
  docent = await serveDocs({ 'index.md': '# Start\n\nText.\n' })
})
afterAll(() => docent?.close())

const BATCHES = Array.from({ length: Math.ceil(PAYLOADS.length / 6) }, (_, at) => PAYLOADS.slice(at * 6, at * 6 + 6))
/** The elements of the dialog and the search page. */
const ELEMENTS =
  'A ARTICLE BUTTON DETAILS DIALOG DIV FIELDSET FOOTER FORM H1 H2 HEADER INPUT KBD LABEL LI MARK NAV NOSCRIPT OPTION OUTPUT P SEARCH SECTION SELECT SPAN STRONG SUMMARY UL svg path circle line polyline rect ellipse g'

/** Faults in the page: elements, addresses, handlers, requests, executions. */
async function harm(root: string): Promise<string[]> {
  return page.locator(root).evaluate((element, allowed) => {
    const found: string[] = []
    for (const child of element.querySelectorAll('*')) {
      if (!allowed.split(' ').includes(child.tagName)) found.push(child.outerHTML.slice(0, 200))
      for (const { name, value } of child.attributes)
        if (/^on/i.test(name)) found.push(`${child.tagName} ${name}=${value}`)
      if (child instanceof HTMLAnchorElement && child.hasAttribute('href') && !/^https?:$/.test(child.protocol))
        found.push(`An address: ${child.getAttribute('href')}`)
    }
    return found
  }, ELEMENTS)
}

/** Counts executions, and requests to other hosts. */
async function watch(): Promise<string[]> {
  const ran: string[] = []
  await page.exposeFunction('ran', () => void ran.push('A payload ran.'))
  page.on('dialog', (shown) => void shown.dismiss())
  page.on('request', (request) => {
    if (/evil/.test(new URL(request.url()).hostname)) ran.push(`${request.url()} was requested.`)
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy|Trusted/i.test(message.text())) ran.push(message.text())
  })
  page.on('framenavigated', (frame) => {
    if (!/^https?:|^about:blank$/.test(frame.url())) ran.push(`It went to ${frame.url()}.`)
  })
  return ran
}

test('there are at least a hundred payloads, each once', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(100)
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length)
})

describe('in the dialog', () => {
  test('as results: every field, every group, every row pressed', async () => {
    const ran = await watch()
    await open()
    for (const [number, batch] of BATCHES.entries()) {
      host.behave = hits(...batch.flatMap(hostileHits))
      await input().fill(`q${number}`)
      await page.locator('[role=listbox][aria-disabled=false]').waitFor()
      await page
        .locator('output', { hasText: /\d+ result/ })
        .first()
        .waitFor({ state: 'attached' })
      expect(await harm('dialog')).toEqual([])
      // A click on rows without a valid address does nothing.
      for (const row of await page.locator('div[role=option].DocSearch-Hit:not(.DocSearch-Hit--More)').all())
        await row.dispatchEvent('click')
      expect(await dialog().count()).toBe(1)
    }
    expect(ran).toEqual([])
    expect(page.url()).toBe(`${harness.url}/`)
  })

  test('as values to filter by', async () => {
    await visit({}, '?facets')
    const ran = await watch()
    await open()
    host.behave = (_asked, response, _number, all) => {
      const version = Object.fromEntries(PAYLOADS.map((payload) => [payload, 1]))
      const results = all.map(() => ({ hits: hostileHits('x', 1), nbHits: 3, facets: { version } }))
      response.end(JSON.stringify({ results }))
    }
    await input().fill('x')
    await page.locator('dialog select').waitFor()
    expect(await page.locator('dialog select option').count()).toBeGreaterThan(100)
    expect(await harm('dialog')).toEqual([])
    expect(ran).toEqual([])
  })

  test('as history in the storage', async () => {
    const ran = await watch()
    for (const batch of BATCHES) {
      await page.evaluate((payloads) => {
        const items = payloads.flatMap((text, at) => [
          { url: text, title: text, trail: [text, text] },
          { url: `/page-${at}`, title: text, trail: [text] },
        ])
        const history = { recents: items.slice(0, 4), favorites: items.slice(4) }
        localStorage.setItem('docent:history:docs', JSON.stringify(history))
        dispatchEvent(new StorageEvent('storage', { key: 'docent:history:docs' }))
      }, batch)
      if ((await dialog().count()) === 0) await open()
      await page.locator('.DocSearch-History .DocSearch-Hit').first().waitFor()
      expect(await harm('dialog')).toEqual([])
    }
    expect(ran).toEqual([])
  })
})

test('on the search page, and among the suggestions of the not-found page', async () => {
  const ran = await watch()
  let batch: string[] = []
  await page.route('**/1/indexes/**', (route) => {
    const found = batch.flatMap(hostileHits)
    return route.fulfill({ json: { hits: found, nbHits: found.length, nbPages: 3, page: 0 } })
  })
  for (const [number, next] of BATCHES.entries()) {
    batch = next
    if (number === 0) await page.goto(`${docent.url}/search?q=${encodeURIComponent(PAYLOADS[4] ?? '')}`)
    else await page.getByRole('searchbox').fill(`q${number}`)
    await page.locator('.found[aria-busy=false] .found-page').first().waitFor()
    expect(await harm('.search-page')).toEqual([])
  }
  await page.goto(`${docent.url}/${encodeURIComponent('<img src=x onerror=ran()>')}`)
  await page.locator('.not-found-suggestions').waitFor()
  expect(await harm('main')).toEqual([])
  expect(ran).toEqual([])
})
