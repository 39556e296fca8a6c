/**
 * The cost of a content page in bytes of compressed bodies: at load, while it is only read, after the first hover over a
 * link, and for the navigation to the next page without prefetching.
 */
import { pagePath } from '../pages.mjs'
import { startHost } from './host.mjs'

/** The time in ms without interaction, in which a page finishes its fetches of idle time. */
const READING_MS = 3000
const PAGE = 7

/** A row for one contestant, whose site of `count` pages is built. */
export async function bytesRow(browser, site, count) {
  const host = await startHost(site.out(count))
  try {
    const { atLoad, whileRead, intent } = await readPage(browser, host, site)
    const everything = [...atLoad, ...whileRead]
    const code = (notes) => sum(notes.filter(({ kind }) => kind === 'js' || kind === 'mjs' || kind === 'wasm'))
    return {
      site: site.name,
      'JS at load': code(atLoad),
      'JS while read': code(everything),
      'JS after intent': code([...everything, ...intent]),
      CSS: sum(everything.filter(({ kind }) => kind === 'css')),
      HTML: sum(atLoad.filter(({ path }) => path === addressOf(site, PAGE))),
      'all at load': sum(atLoad),
      speculative: sum(whileRead),
      'a navigation': sum(await goOn(browser, host, site)),
    }
  } finally {
    host.close()
  }
}

/** The path of a page on the host. */
export function addressOf(site, number) {
  return `/${site.page(pagePath(number).replace('.md', ''))}`
}

/** The link to a page in the sidebar, which every contestant has. */
export function linkTo(page, number) {
  return page
    .getByRole('link', { name: `Page ${number}`, exact: true })
    .filter({ visible: true })
    .first()
}

/** The first heading that only this page has. (Not every contestant makes a heading of the title.) */
export function headingOf(page, number) {
  return page.getByRole('heading', { level: 2, name: new RegExp(` of ${number}\\b`) }).first()
}

async function readPage(browser, host, site) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(host.url + addressOf(site, PAGE), { waitUntil: 'load' })
  const atLoad = host.taken()
  await page.waitForTimeout(READING_MS)
  const whileRead = host.taken()
  await linkTo(page, PAGE + 1).hover()
  await page.waitForTimeout(READING_MS)
  const intent = host.taken()
  await context.close()
  return { atLoad, whileRead, intent }
}

/** With `saveData`, which disables prefetching in all contestants, a click fetches all that it needs. */
async function goOn(browser, host, site) {
  const context = await savingContext(browser)
  const page = await context.newPage()
  await page.goto(host.url + addressOf(site, PAGE), { waitUntil: 'load' })
  await linkTo(page, PAGE + 1).hover()
  await page.waitForTimeout(READING_MS)
  host.taken()
  await linkTo(page, PAGE + 1).click()
  await headingOf(page, PAGE + 1).waitFor()
  await page.waitForTimeout(READING_MS)
  const taken = host.taken()
  await context.close()
  return taken
}

/** A browser context whose reader saves data. */
export async function savingContext(browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' }),
    })
  })
  return context
}

function sum(notes) {
  return notes.reduce((total, { bytes }) => total + bytes, 0)
}
