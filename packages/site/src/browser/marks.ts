import { clearMatches, markMatches } from '@docent/dialog'
import type { SiteInfo } from '../shared/page-data.ts'
import type { Marks } from './match-marks.ts'

/** Marks of these words in the section of a hit; `undefined` when the site has marks disabled. Part of the search bundle. */
export function marksOf(site: SiteInfo, matches: readonly string[]): Marks | undefined {
  if (site.search.markMatches === false) return undefined
  return { show: (article, heading) => markMatches(article, heading, matches), clear: clearMatches }
}
