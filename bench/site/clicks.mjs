/**
 * The time from a click to the next page: to the first animation frame in which its heading is in the document, measured
 * by the same script in every contestant's pages. The app of each site is loaded and warm, and `saveData` is set, so that
 * nothing is fetched on hover. The button is held for 80 ms, like a real click; a site may begin at `mousedown`, and the
 * time runs from the `click` event. A second figure is for a click without holding, like one by a program or by Enter.
 * Contestants alternate, so that other load affects all alike.
 */
import { addressOf, linkTo, savingContext } from './bytes.mjs'
import { startHost } from './host.mjs'
import { median } from './measured.mjs'

const FIRST = 1
/** Rounds of two clicks on unvisited pages: all contestants show the links of one folder, 20 pages. */
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

/** Runs in every document: records the times of the click and of the first frame with the heading, in ms since 1970. */
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
