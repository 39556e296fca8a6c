import { clearMatches, markMatches } from '@docent/dialog'
import type { SiteInfo } from '../shared/page-data.ts'
import type { Marks } from './match-marks.ts'

/** Marks of these words where a hit leads, if the site wants them. Part of what is fetched with the search. */
export function marksOf(site: SiteInfo, matches: readonly string[]): Marks | undefined {
  if (site.search.markMatches === false) return undefined
  return { show: (article, heading) => markMatches(article, heading, matches), clear: clearMatches }
}
