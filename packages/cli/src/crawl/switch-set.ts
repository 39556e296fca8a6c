/** `--accept` and `--rollback`: writes a stored set of records to the index, without a crawl. */

import { openCrawlSets, type RecordSet } from '@docent/crawl'
import { DOCS_SETTINGS, type IndexSettings } from '@docent/engine'

import { exists } from '../records/json-lines.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { ConfigParts } from './config-parts.ts'
import type { CrawledIndex } from './crawled-index.ts'
import type { CrawlPlace } from './crawl-place.ts'
import { type LastRun, readStatus, writeStatus } from './crawl-status.ts'
import { writeSet } from './write-set.ts'

/** A set to switch to. */
export interface Switch {
  to: 'candidate' | 'previous'
  index: string
  place: CrawlPlace
  settings: IndexSettings | undefined
  /** Synonyms and rules of a configuration. */
  parts: ConfigParts | undefined
  open: () => Promise<{ index: CrawledIndex; close: () => Promise<void> }>
  /** An error of the index with a remedy; other errors unchanged. */
  explained: (error: unknown, target: string) => unknown
}

/** The set that is served now. */
export interface Switched {
  /** End of its crawl, ISO 8601. */
  created: string
  pages: number
  records: number
}

/** Switches to a stored set. @throws UsageError if there is none. */
export async function switchSet({ to, index, place, settings, parts, open, explained }: Switch): Promise<Switched> {
  if (!exists(place.store))
    throw new UsageError(
      `No crawl of the index ${index} is stored in ${place.folder}: crawl the site first, or choose another data folder with --data.`,
    )
  const sets = openCrawlSets(place.store)
  try {
    const after = to === 'candidate' ? sets.candidate() : sets.previous()
    if (after === undefined) throw new UsageError(MISSING[to])
    const opened = await open()
    try {
      const status = readStatus(place.status)
      await refuseElsewhere(opened.index, index, status?.served?.target)
      const { served } = await writeSet(opened.index, {
        before: sets.accepted(),
        after,
        served: status?.served,
        settings,
        parts,
        firstSettings: DOCS_SETTINGS,
      })
      if (to === 'candidate') sets.accept('wanted')
      else sets.rollback()
      const last = status?.last && settled(status.last, to, after.created)
      writeStatus(place.status, { index, source: '', ...status, last, served, currentSince: after.created })
      return { created: after.created, ...sizeOf(after) }
    } catch (error) {
      throw explained(error, opened.index.target)
    } finally {
      await opened.close()
    }
  } finally {
    sets.close()
  }
}

/** Refuses a target without the index if the crawl wrote to another: readers of that one would see no change. */
async function refuseElsewhere(target: CrawledIndex, index: string, written: string | undefined): Promise<void> {
  if (written === undefined || written === target.target || (await target.state()) !== undefined) return
  throw new UsageError(
    `The records of the index ${index} were written to ${written}, and there is no such index here: give --to and --key as in the crawl.`,
  )
}

/** The last run after a switch: it is no longer held. */
function settled(last: LastRun, to: Switch['to'], created: string): LastRun {
  const outcome = last.failedPages > 0 ? 'incomplete' : 'complete'
  return { ...last, outcome, reasons: to === 'candidate' ? [] : [`The records of ${created} are served again.`] }
}

const MISSING = {
  candidate: 'There is no held set to accept: the last crawl was accepted, or none was made.',
  previous: 'There is no earlier set to go back to: two crawls with different records must have been accepted.',
}

function sizeOf(set: RecordSet): { pages: number; records: number } {
  let [pages, records] = [0, 0]
  for (const page of set.pages()) {
    pages++
    records += page.records
  }
  return { pages, records }
}
