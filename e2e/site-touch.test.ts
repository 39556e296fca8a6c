/** The website under a finger, and the parts of an article that a narrow screen hides first. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { contentOf } from '../packages/site/src/testing/site-content.ts'
import { openPage, openSite, prepareSites, wakeApp } from './site-in-browser.ts'

prepareSites()

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } }
/** Least height and width of a target (CSS pixels). */
const FINGER = 44

/** The visible buttons and links of an area whose target is smaller than a finger, measured by what a touch around the middle meets. */
function smallTargets(page: Page, area: string): Promise<string[]> {
  return page.locator(area).evaluate((root, size) => {
    const reach = (size as number) / 2 - 1
    return [...root.querySelectorAll('a[href], button, summary')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => {
        const { x, y, width, height } = target.getBoundingClientRect()
        if (y + height > innerHeight || width === 0) return false
        const [middleX, middleY] = [x + width / 2, y + height / 2]
        const around = [
          [middleX, middleY - reach],
          [middleX, middleY + reach],
          [middleX - reach, middleY],
          [middleX + reach, middleY],
        ]
        return !around.every(([left = 0, top = 0]) => target.contains(document.elementFromPoint(left, top)))
      })
      .map((target) => `${target.className} ${target.textContent.trim()}`)
  }, FINGER)
}

test('a finger meets every button and menu entry of a phone', async () => {
  const { url } = await openSite()
  const page = await openPage(PHONE)
  await page.goto(`${url}/guide/install`)
  expect(await smallTargets(page, '.header')).toEqual([])
  expect(await smallTargets(page, '.sub-header')).toEqual([])
  expect(await smallTargets(page, '.page-head')).toEqual([])
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  expect(await page.locator('.sidebar .nav-link').count()).toBeGreaterThan(2)
  expect(await smallTargets(page, '.sidebar')).toEqual([])
  await page.getByRole('button', { name: 'Close menu' }).tap()
  await page.getByRole('button', { name: 'On this page' }).tap()
  expect(await smallTargets(page, '.contents')).toEqual([])
})

test('the copy button of a phone hides no code: the end of a line can be scrolled beside it', async () => {
  const body = `<figure class="code"><pre><code>${'x'.repeat(90)}<span id="end">!</span></code></pre></figure>`
  const { url } = await openSite({ content: contentOf([{ url: '/', title: 'Guide', body }]) })
  const page = await openPage(PHONE)
  await page.goto(`${url}/`)
  await wakeApp(page)
  const button = await page.locator('.copy-button').boundingBox()
  await page.locator('main pre').evaluate((pre) => pre.scrollTo(pre.scrollWidth, 0))
  const end = await page.locator('#end').boundingBox()
  expect(end && end.x + end.width).toBeLessThanOrEqual(button?.x ?? 0)
})

test('the fields of an object are indented below it', async () => {
  const field = (name: string, inside = '') =>
    `<div class="field" id="${name}"><p class="field-head"><strong><code>${name}</code></strong></p><p>Text.</p>${inside}</div>`
  const body = field('messages', field('role', field('name')) + field('content')) + field('thread')
  const { url } = await openSite({ content: contentOf([{ url: '/', title: 'Guide', body }]) })
  const page = await openPage()
  await page.goto(`${url}/`)
  const left = async (name: string) => (await page.locator(`#${name} > .field-head`).boundingBox())?.x ?? 0
  const [messages, role, name, content, thread] = await Promise.all(
    ['messages', 'role', 'name', 'content', 'thread'].map(left),
  )
  expect([content, thread]).toEqual([role, messages])
  expect(role).toBeGreaterThan((messages ?? 0) + 10)
  expect(name).toBeGreaterThan((role ?? 0) + 10)
})
