/** The progress and the outcome of a run, for a terminal and as JSON. */

import type { CrawlProgress } from '@docent/crawl'

import { readText } from '../records/json-lines.ts'
import { displayPath } from '../terminal/display-path.ts'
import { plural } from '../terminal/plural.ts'
import { print, printError, visible } from '../terminal/terminal.ts'
import { countLines, progressLine } from './crawl-report.ts'
import type { Run, RunResult } from './run-crawl.ts'

/** Interval (ms) between two lines of progress: on a terminal, and elsewhere. */
const TERMINAL_MS = 250
const PLAIN_MS = 30_000

/** Prints the progress on the standard error: one line that changes on a terminal, else a line every 30 s. */
export function progressPrinter(): (progress: CrawlProgress) => void {
  const { isTTY } = process.stderr
  let last = performance.now() - (isTTY ? TERMINAL_MS : 0)
  return (progress) => {
    const now = performance.now()
    if (now - last < (isTTY ? TERMINAL_MS : PLAIN_MS)) return
    last = now
    process.stderr.write(isTTY ? `\r\u001B[2K${progressLine(progress)}` : `${progressLine(progress)}\n`)
  }
}

/** The outcome as one JSON value. */
export function runJson({ index, source, place }: Run, result: RunResult, ms: number): object {
  const { last, counts, changes, written, notes } = result
  const { outcome, reasons } = last
  return {
    index,
    source,
    outcome,
    reasons,
    counts,
    changes,
    written,
    notes,
    verdicts: place.verdicts,
    ms: Math.round(ms),
  }
}

/** Prints the outcome; with `verdicts`, that for every address. */
export async function printRun(
  { index, place }: Run,
  { last, counts, changes, written, entries = last.records, notes }: RunResult,
  { ms, verdicts }: { ms: number; verdicts: boolean },
): Promise<void> {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[2K')
  if (verdicts && counts) print((await readText(place.table)).trimEnd())
  if (counts && changes) for (const line of countLines(counts, changes)) print(line)
  for (const note of notes) print(`Note      ${visible(note)}`)
  if (counts) print(`Verdicts  ${displayPath(place.table)}`)
  const seconds = (ms / 1000).toFixed(1)
  if (last.outcome === 'complete' || last.outcome === 'incomplete') {
    for (const reason of last.reasons) printError(reason)
    print(`${plural(entries, 'record')} in ${index}, ${plural(written, 'record')} written, in ${seconds} s.`)
  } else {
    const [first = '', ...more] = last.reasons.map((reason) => reason.replaceAll('\n', '\n    '))
    printError(last.outcome === 'held' ? `Held: the index ${index} keeps its records. ${first}` : `Failed: ${first}`)
    for (const reason of more) printError(`  ${reason}`)
    for (const remedy of remedies(counts)) printError(remedy)
    if (last.outcome === 'held')
      printError('If the site is right, switch to the new records: the same command with --accept')
  }
}

/** Options that may help where no page could be indexed. */
function remedies(counts: RunResult['counts']): string[] {
  if (counts === undefined || counts.indexed > 0) return []
  return [
    ...(counts.failed.address === undefined
      ? []
      : ['To crawl a site on this machine or in a private network, add --allow-private']),
    ...(counts.skipped.robots === undefined
      ? []
      : ['If you own the site, --ignore-robots crawls pages that robots.txt excludes']),
  ]
}
