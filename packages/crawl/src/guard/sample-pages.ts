/** Chooses the pages whose records are searched for the comparison of two sets, so that its time and memory are bounded. */

import { hash } from 'node:crypto'

import type { PageComparison } from './compare-pages.ts'
import type { SetPage } from '../result/crawl-result.ts'

/**
 * Maximum number of records of one side. Indexing them takes about a CPU second and 100 MB; most sites have fewer and are compared
 * as a whole.
 */
const MAX_RECORDS = 10_000

/**
 * A change of at most this share of the pages is not compared: even if every query for these pages failed, the thresholds of
 * `relevance.ts` would not be reached.
 */
const SMALL_CHANGE = 0.02

/**
 * Whether so few pages differ that the comparison of answers is left out.
 * @param uncompared pages that changed in earlier crawls since the last comparison.
 */
export function isSmallChange({ before, added, changed, removed }: PageComparison, uncompared = 0): boolean {
  const differing = added.length + changed.length + removed.length
  return differing === 0 || differing + uncompared <= before.pages * SMALL_CHANGE
}

/**
 * The addresses of the pages to search on both sides: changed pages first, for at most half of the records, then others in the
 * order of a hash, which is the same in each run.
 */
export function samplePages(before: Iterable<SetPage>, after: Iterable<SetPage>): Set<string> {
  const sizes = new Map<string, { records: number; hashes: Set<string>; sides: number }>()
  for (const side of [before, after]) {
    for (const { url, records, hash: own } of side) {
      const known = sizes.get(url) ?? { records: 0, hashes: new Set(), sides: 0 }
      known.records = Math.max(known.records, records)
      known.hashes.add(own)
      known.sides++
      sizes.set(url, known)
    }
  }
  const order = [...sizes.keys()]
    .map((url) => ({ url, key: hash('sha256', url) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const sample = new Set<string>()
  let taken = 0
  const take = (limit: number, isWanted: (page: { hashes: Set<string>; sides: number }) => boolean): void => {
    for (const { url } of order) {
      const page = sizes.get(url)
      if (page === undefined || sample.has(url) || !isWanted(page) || taken + page.records > limit) continue
      sample.add(url)
      taken += page.records
    }
  }
  take(MAX_RECORDS / 2, ({ hashes, sides }) => sides === 1 || hashes.size > 1)
  take(MAX_RECORDS, () => true)
  return sample
}
