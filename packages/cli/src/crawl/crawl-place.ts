/** The files of a crawl in the data folder: `crawl/<index>/`. */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the crawl of one index. */
export interface CrawlPlace {
  folder: string
  /** SQLite: pages, verdicts and sets of records. */
  store: string
  status: string
  /** The verdicts of the last crawl, for programs and for people. */
  verdicts: string
  table: string
}

/** Names of indexes that are names of folders on every system, in one spelling. */
const PLAIN = /^[a-z0-9][a-z0-9_-]{0,63}$/

/** The name of an index as that of a folder. It may hold any character, so another name than a plain one is hashed. */
export const folderName = (index: string): string =>
  PLAIN.test(index) ? index : `_${createHash('sha256').update(index).digest('hex').slice(0, 16)}`

/** The files for an index. */
export function crawlPlace(data: string, index: string): CrawlPlace {
  const folder = join(data, 'crawl', folderName(index))
  return {
    folder,
    store: join(folder, 'store.db'),
    status: join(folder, 'status.json'),
    verdicts: join(folder, 'verdicts.json'),
    table: join(folder, 'verdicts.txt'),
  }
}

/** Creates the folder, which only its owner can read: pages behind a login are in it. */
export function makeCrawlPlace(place: CrawlPlace): void {
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
}

/** The status files of all crawls of a data folder. */
export function statusFiles(data: string): string[] {
  const folder = join(data, 'crawl')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name, 'status.json'))
    .filter((file) => existsSync(file))
}
