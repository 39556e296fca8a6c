/**
 * From a click to the next page on the screen: to the animation frame after its heading is in the document. Nothing is
 * fetched ahead; the app of each site is there and warm. Contestants take turns, so that a busy machine hurts all alike.
 */
import { addressOf, linkTo, savingContext } from './bytes.mjs'
import { startHost } from './host.mjs'
import { median } from './measured.mjs'

const FIRST = 1
const ROUNDS = 15

/** A row for each contestant; milliseconds. */
export async function clickRows(browser, sites, count) {
  const readers = []
  for (const site of sites) {
    const host = await startHost(site.out(count))
    const context = await savingContext(browser)
    await context.addInitScript(watchHeadings)
    const page = await context.newPage()
    await page.goto(host.url + addressOf(site, FIRST), { waitUntil: 'load' })
    await linkTo(page, FIRST + 1).hover()
    await page.waitForTimeout(2000)
    readers.push({ site, host, context, page, times: [] })
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { page, times } of readers) {
      await page.bringToFront()
      times.push(await follow(page, FIRST + round))
    }
  }
  const rows = readers.map(({ site, times }) => ({
    site: site.name,
    'click to painted, median': Math.round(median(times)),
    fastest: Math.round(Math.min(...times)),
    slowest: Math.round(Math.max(...times)),
  }))
  for (const { context, host } of readers) {
    await context.close()
    host.close()
  }
  return rows
}

async function follow(page, number) {
  const link = linkTo(page, number)
  await link.hover()
  await page.waitForTimeout(300)
  await link.click()
  const painted = await page.waitForFunction((wanted) => globalThis.shownAt?.(wanted), String(number))
  const [at, clicked] = [
    await painted.jsonValue(),
    Number(await page.evaluate(() => sessionStorage.getItem('clicked'))),
  ]
  await page.waitForTimeout(300)
  return at - clicked
}

/** In every document: when was the link clicked, and in which frame was the heading there? Times since 1970. */
function watchHeadings() {
  const now = () => performance.timeOrigin + performance.now()
  const seen = new Map()
  globalThis.shownAt = (number) => seen.get(number)
  addEventListener('click', () => sessionStorage.setItem('clicked', String(now())), { capture: true })
  function look() {
    for (const { textContent } of document.querySelectorAll('h2')) {
      const [, number] = / of (\d+)\b/.exec(textContent) ?? []
      if (number && !seen.has(number)) seen.set(number, now())
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
