/** The crawls of a data folder for `docent doctor`: outcome and age of each index. */

import { durationText } from '../config/duration.ts'
import { plural } from '../terminal/plural.ts'
import { visible } from '../terminal/terminal.ts'
import { statusFiles } from './crawl-place.ts'
import { type CrawlStatus, readStatus } from './crawl-status.ts'

/** A crawl as lines for a terminal, and its problem: a sentence, with a line for each reason, page and query. */
export interface CrawlReport {
  status: CrawlStatus
  lines: string[]
  problem: string | undefined
}

/**
 * Read from the status files below the data folder; unreadable ones are skipped.
 * @param accept the command that switches to the held records of an index.
 */
export function crawlReports(data: string, accept: (index: string) => string): CrawlReport[] {
  return statusFiles(data).flatMap((file) => {
    const status = readStatus(file)
    return status === undefined ? [] : [{ status, lines: linesOf(status), problem: problemOf(status, accept) }]
  })
}

function linesOf({ index, source, last, currentSince }: CrawlStatus): string[] {
  const age =
    currentSince === undefined
      ? 'nothing is served yet'
      : `records ${durationText((Date.now() - Date.parse(currentSince)) / 1000)} old`
  const pages = last === undefined ? '' : `, ${plural(last.pages, 'page')}, ${plural(last.failedPages, 'failed page')}`
  return [
    `Crawl     ${visible(source)}`,
    `  ${visible(index)}  ${age}; last crawl ${last === undefined ? 'none' : `${last.at.slice(0, 16)} ${last.outcome}`}${pages}`,
  ]
}

function problemOf({ index, last }: CrawlStatus, accept: (index: string) => string): string | undefined {
  if (last === undefined || last.outcome === 'complete') return undefined
  const title =
    last.outcome === 'held'
      ? `The crawl of the index ${index} is held, and earlier records are served: switch with ${accept(index)}, or correct the site.`
      : `The crawl of the index ${index} ${last.outcome === 'failed' ? 'failed' : 'is incomplete'}.`
  return [title, ...last.reasons].join('\n').replaceAll('\n', '\n  ')
}
