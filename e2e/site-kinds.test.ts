// @module-tag long
/** Rules that pages of all kinds keep: accessible, as wide as the screen, without a change of layout. */
import type { SiteContent } from '@docent/site'
import { expect, test } from 'vitest'
import { findViolations } from './axe.ts'
import { contentOf, SOURCES } from '../packages/site/src/testing/site-content.ts'
import { openPage, openSite, prepareSites, wakeApp } from './site-in-browser.ts'

prepareSites()

/** A page of each kind: home, content with tags, one with buttons and footnotes, one whose rendering fails, a missing one, and the generated ones. */
const kinds = [
  '/', '/guide/configure', '/guide/install', '/written', '/broken', '/nowhere', '/search', '/tags', '/tags/set-up', '/_docent/report?query=gears',
] // prettier-ignore

/** A button with a strong label, and a footnote with two places in the text. */
const WRITTEN = `<p><a class="button" data-variant="primary" href="/guide/install"><strong>Get started</strong></a></p>
<p>Gears<sup><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup> and wheels<sup><a href="#fn-1" id="fnref-1-2" data-footnote-ref>1</a></sup></p>
<section class="footnotes" aria-label="Footnotes"><ol><li id="fn-1"><p>Of brass
<a href="#fnref-1" data-footnote-backref aria-label="Back to reference 1">↩</a> <a href="#fnref-1-2" data-footnote-backref aria-label="Back to reference 1-2">↩</a></p></li></ol></section>`

function contentOfAllKinds(): SiteContent {
  const body = '<p>Never shown.</p>'
  const written = { url: '/written', title: 'Written', body: WRITTEN }
  const content = contentOf([...SOURCES, { url: '/broken', title: 'Broken', body }, written])
  return {
    ...content,
    pages: content.pages.map((page) => ({ ...page, tags: page.url.startsWith('/guide') ? ['Set up', 'gears'] : [] })),
    renderArticle: (page) =>
      page.url === '/broken' ? Promise.reject(new Error('no such grammar')) : content.renderArticle(page),
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1400, 320]) {
    test(`axe finds nothing, ${colorScheme}, ${width} px`, async () => {
      const { url } = await openSite({ content: contentOfAllKinds() })
      const page = await openPage({ colorScheme, viewport: { width, height: 800 } })
      for (const path of kinds) {
        await page.goto(url + path)
        await wakeApp(page)
        expect(await findViolations(page), path).toEqual([])
      }
      const start = await openSite({ content: contentOf(SOURCES.filter((source) => source.url !== '/')) })
      await page.goto(start.url)
      await wakeApp(page)
      expect(await findViolations(page), 'start page').toEqual([])
      if (width < 900) {
        await page.goto(`${url}/guide/install`)
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        expect(await findViolations(page), 'menu').toEqual([])
      }
    })
  }
}

test('no page is wider than the screen, down to 320 px', async () => {
  const { url } = await openSite({ content: contentOfAllKinds() })
  for (const width of [1400, 900, 390, 320]) {
    const page = await openPage({ viewport: { width, height: 800 } })
    for (const path of kinds) {
      await page.goto(url + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width)
    }
  }
})

test('with the sidebar as a column, a page without headings has no second bar', async () => {
  const { url } = await openSite({ content: contentOfAllKinds() })
  const page = await openPage({ viewport: { width: 1100, height: 800 } })
  const seen: boolean[] = []
  for (const path of kinds) {
    await page.goto(url + path)
    const [bar, contents] = [page.locator('.sub-header'), page.locator('.contents-button')]
    expect(await bar.isVisible(), path).toBe((await contents.count()) > 0)
    expect(await bar.getByRole('button', { name: 'Menu' }).isVisible(), path).toBe(false)
    const [top, header] = await page.evaluate(() => {
      const { scrollPaddingTop } = getComputedStyle(document.documentElement)
      const bars = [...document.querySelectorAll('.header, .sub-header')]
      return [Number.parseFloat(scrollPaddingTop), Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom))]
    })
    expect(top - header, path).toBeCloseTo(20, 0)
    seen.push(await bar.isVisible())
  }
  expect(new Set(seen).size).toBe(2)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.locator('.sub-header').getByRole('button', { name: 'Menu' }).isVisible()).toBe(true)
})

test('visible blocks have the same boxes in the first frame of a page as later', async () => {
  const { url } = await openSite({ content: contentOfAllKinds() })
  for (const width of [1400, 390]) {
    const page = await openPage({ viewport: { width, height: 800 } })
    for (const path of kinds) {
      await page.goto(url + path)
      const [whole, first] = await page.evaluate(async () => {
        const boxes = (): string[] =>
          [...document.querySelectorAll('.article > *')].flatMap((block) => {
            const { top, left, width, height } = block.getBoundingClientRect()
            return top < innerHeight ? [[block.tagName, top, left, width, height].join(' ')] : []
          })
        const whole = boxes()
        document.querySelector('main')?.toggleAttribute('data-arriving', true)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return [whole, boxes()]
      })
      expect(first, `${path} at ${width}`).toEqual(whole)
    }
  }
})

test('with a long title, the search button is visible on a phone', async () => {
  const { url } = await openSite({
    content: { ...contentOf(SOURCES), title: 'The long handbook of everything there is' },
  })
  const page = await openPage({ viewport: { width: 320, height: 640 } })
  await page.goto(url)
  const box = await page.getByRole('button', { name: 'Search' }).boundingBox()
  expect(box?.width).toBeGreaterThan(30)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('docs without an index get a start page', async () => {
  const { url } = await openSite({ content: contentOf(SOURCES.filter((source) => source.url !== '/')) })
  const page = await openPage()
  await page.goto(url)
  expect(await page.locator('main h1').innerText()).toBe('Handbook')
  await page.getByRole('link', { name: 'Start reading' }).click()
  await page.waitForURL(`${url}/guide/install`)
})
