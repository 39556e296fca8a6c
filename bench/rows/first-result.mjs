/**
 * Seconds from `Ctrl+K` to the first painted hit on slow 4G (`../site/slow-search.mjs`), on a static export of 200 pages and with
 * Docent's server. Wall time: measure on an idle machine, where two runs differ by less than 5 %.
 */
import { launchBrowser } from '../../e2e/browser.ts'
import { docentOf, findPeer } from '../site/contestants.mjs'
import { slowSearchRows } from '../site/slow-search.mjs'
import { buildSite } from './shared/built-site.mjs'

const PAGES = 200
/** Searches of one measurement, of which the median is taken. */
const SEARCHES = 3

export const work = 'First result of a search on slow 4G, seconds'

export const limits = { 'static s': { atMost: 0.6 }, 'served s': { atMost: 0.55 } }

export function measure({ checkout, folder }) {
  return searches(docentOf(checkout, folder))
}

export const anchors = {
  'Pagefind in Starlight': () => searches(findPeer('starlight')),
}

/** Builds the site and searches it. */
async function searches(site) {
  buildSite(site, PAGES)
  const browser = await launchBrowser()
  try {
    const [fixed, served] = await slowSearchRows(browser, [site], PAGES, SEARCHES)
    return { 'static s': fixed['first result'], ...(served && { 'served s': served['first result'] }) }
  } finally {
    await browser.close()
  }
}
