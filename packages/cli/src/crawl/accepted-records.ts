import { openCrawlSets } from '@docent/crawl'
import type { DocRecord } from '@docent/engine'

import { exists } from '../records/json-lines.ts'
import { crawlPlace } from './crawl-place.ts'

/** The records of the last accepted crawl of an index; `undefined` if there is none in the data folder. */
export function acceptedRecords(data: string, index: string): DocRecord[] | undefined {
  const { store } = crawlPlace(data, index)
  if (!exists(store)) return undefined
  const sets = openCrawlSets(store)
  try {
    const accepted = sets.accepted()
    return accepted && [...accepted.records()]
  } finally {
    sets.close()
  }
}
