/** The crawls of a data folder for `docent doctor`: outcome and age of each index. */

import { plural } from '../terminal/plural.ts'
import { visible } from '../terminal/terminal.ts'
import { statusFiles } from './crawl-place.ts'
import { type CrawlStatus, readStatus } from './crawl-status.ts'

/** A crawl as lines for a terminal, and its problems as sentences. */
export interface CrawlReport {
  status: CrawlStatus
  lines: string[]
  problems: string[]
}

/** Read from the status files below the data folder; unreadable ones are skipped. */
export function crawlReports(data: string): CrawlReport[] {
  return statusFiles(data).flatMap((file) => {
    const status = readStatus(file)
    return status === undefined ? [] : [{ status, lines: linesOf(status), problems: problemsOf(status) }]
  })
}

function linesOf({ index, source, last, currentSince }: CrawlStatus): string[] {
  const age = currentSince === undefined ? 'nothing is served yet' : `records ${ageText(currentSince)} old`
  const pages = last === undefined ? '' : `, ${plural(last.pages, 'page')}, ${plural(last.failedPages, 'failed page')}`
  return [
    `Crawl     ${visible(source)}`,
    `  ${visible(index)}  ${age}; last crawl ${last === undefined ? 'none' : `${last.at.slice(0, 16)} ${last.outcome}`}${pages}`,
  ]
}

function problemsOf({ index, last }: CrawlStatus): string[] {
  if (last === undefined || last.outcome === 'complete') return []
  const title =
    last.outcome === 'held'
      ? `The crawl of the index ${index} is held, and earlier records are served: switch with docent index --accept, or correct the site.`
      : `The crawl of the index ${index} ${last.outcome === 'failed' ? 'failed' : 'is incomplete'}.`
  return [title, ...last.reasons]
}

/** An age in its largest unit. */
function ageText(since: string): string {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 60_000))
  if (minutes < 120) return plural(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 72 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day')
}
