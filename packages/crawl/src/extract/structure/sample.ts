/**
 * Pages from which the frame of a site is learnt: few, spread over the site, and nearly the same after pages were added
 * or removed, because a change of the frame would change the records of unchanged pages.
 */
import { hash } from 'node:crypto'
import type { FetchedPage } from '../../result/fetched-page.ts'
import { homeOf } from './home-name.ts'

/** Pages that are read twice. Texts on half of the pages are found with certainty in far fewer. */
const SAMPLE_PAGES = 64

/** Larger pages (UTF-16 units) are not sampled: 64 of them bound the memory. */
const MAX_PAGE = 1 << 20

/** The pages with the lowest hashes of their addresses, in order of URL, and the first or only page of the site. `html` is read of these only. */
export function samplePages(pages: Iterable<FetchedPage>): { sample: FetchedPage[]; home: FetchedPage | undefined } {
  let chosen: { page: FetchedPage; rank: string }[] = []
  const keepLowest = (): void => {
    chosen = chosen.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, SAMPLE_PAGES)
  }
  let home: FetchedPage | undefined
  let only: FetchedPage | undefined
  let count = 0
  for (const page of pages) {
    only = ++count === 1 ? page : undefined
    home = homeOf(home === undefined ? [page] : [home, page])
    chosen.push({ page, rank: hash('sha1', page.url) })
    if (chosen.length === 2 * SAMPLE_PAGES) keepLowest()
  }
  keepLowest()
  const sample = chosen
    .map(({ page }) => page)
    .filter(({ html }) => html.length <= MAX_PAGE)
    .toSorted((a, b) => (a.url < b.url ? -1 : 1))
  return { sample, home: only ?? home }
}
