/**
 * From a click to the next page on the screen: to the first animation frame in which its heading is in the document, by
 * the same watch in every contestant's pages. The app of each site is there and warm, and readers save data, so that
 * nothing is fetched when the pointer rests on a link. The button is held for 80 ms, as a hand does it; a site may begin
 * when it goes down, and the time runs from the `click` event, when it has come up. Beside that a click that is not held,
 * as a program's or that of the Enter key. Contestants take turns, so that a busy machine hurts all alike.
 */
import { addressOf, linkTo, savingContext } from './bytes.mjs'
import { startHost } from './host.mjs'
import { median } from './measured.mjs'

const FIRST = 1
/** Of two clicks each, on pages that nobody has been to: all contestants show the links of one folder, 20 pages. */
const ROUNDS = 9
/** How long a button is held, ms: between 60 and 120 in studies of pointing. */
const HELD_MS = 80

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
    readers.push({ site, host, context, page, held: [], bare: [] })
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { page, held, bare } of readers) {
      await page.bringToFront()
      held.push(await follow(page, FIRST + 2 * round - 1, HELD_MS))
      bare.push(await follow(page, FIRST + 2 * round, 0))
    }
  }
  const rows = readers.map(({ site, held, bare }) => ({
    site: site.name,
    'click to painted, median': Math.round(median(held)),
    fastest: Math.round(Math.min(...held)),
    slowest: Math.round(Math.max(...held)),
    'not held, median': Math.round(median(bare)),
  }))
  for (const { context, host } of readers) {
    await context.close()
    host.close()
  }
  return rows
}

async function follow(page, number, delay) {
  const link = linkTo(page, number)
  await link.hover()
  await page.waitForTimeout(300)
  await link.click({ delay })
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
