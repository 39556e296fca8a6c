/** The verdicts of a crawl as files of the data folder: JSON for programs, a table for people. They are written line by line. */

import { createWriteStream, renameSync } from 'node:fs'
import { once } from 'node:events'

import type { Verdict } from '@docent/crawl'

import { plural } from '../terminal/plural.ts'
import { visible } from '../terminal/terminal.ts'
import type { CrawlPlace } from './crawl-place.ts'

/** Writes both files; each replaces its earlier version when it is complete. */
export async function writeVerdicts(place: CrawlPlace, verdicts: () => Iterable<Verdict>): Promise<void> {
  await writeLines(place.verdicts, jsonLines(verdicts()))
  await writeLines(place.table, tableLines(verdicts()))
}

/** The verdicts as one JSON list, a line for each. */
function* jsonLines(verdicts: Iterable<Verdict>): Generator<string> {
  let before = '['
  for (const verdict of verdicts) {
    yield `${before}${JSON.stringify(verdict)}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** A line for each verdict: state, reason or number of records, address, and details. */
export function* tableLines(verdicts: Iterable<Verdict>): Generator<string> {
  for (const verdict of verdicts) {
    const { state, url, from } = verdict
    const columns = [state.padEnd(7), factOf(verdict).padEnd(13), visible(url), ...detailsOf(verdict).map(visible)]
    yield `${columns.join('  ')}  (found: ${visible(from)})`
  }
}

const factOf = (verdict: Verdict): string =>
  verdict.state === 'indexed' ? plural(verdict.records, 'record') : verdict.reason

function detailsOf(verdict: Verdict): string[] {
  const { requested } = verdict
  return [...outcomeOf(verdict), ...(requested === undefined ? [] : [`as of ${requested}: same date in the sitemap`])]
}

function outcomeOf(verdict: Verdict): string[] {
  const detail = verdict.detail === undefined ? [] : [verdict.detail]
  if (verdict.state === 'indexed')
    return [verdict.layout, verdict.change, ...(verdict.twin ? [`Markdown (${verdict.twin})`] : []), ...detail]
  if (verdict.keptRecords === undefined) return detail
  return [...detail, `keeps ${plural(verdict.keptRecords, 'record')} until ${verdict.keptUntil ?? 'the next crawl'}`]
}

async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(`${file}.new`, { mode: 0o600 })
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  stream.end()
  await once(stream, 'finish')
  renameSync(`${file}.new`, file)
}
