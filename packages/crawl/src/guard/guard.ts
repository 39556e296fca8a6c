/** The guard of a run: compares the set that a crawl made with the set that is served. */

import type { DocRecord } from '@docent/engine'

import type { LargestSizes, LinkText, RecordSet } from '../result/crawl-result.ts'
import { comparePages, type PageComparison } from './compare-pages.ts'
import { holdReasons, type HoldReason } from './hold-reasons.ts'
import { knownItems, namesOfPages } from './known-items.ts'
import { compareRanks, type Relevance, ranksOf, type SearchPages } from './relevance.ts'
import { isSmallChange, samplePages } from './sample-pages.ts'

/** The part of a set that the guard reads. */
export type GuardedSet = Pick<RecordSet, 'pages' | 'recordsOf'>

/** The facts of a run. */
export interface GuardedRun {
  /** The set that is served. */
  before: GuardedSet
  after: GuardedSet
  /** The largest of the last accepted sets. */
  largest?: LargestSizes | undefined
  /** Texts of links of the new set. */
  linkTexts: () => Iterable<LinkText>
  /** Addresses that failed, and the number of addresses that were indexed or failed. */
  failed: readonly string[]
  read: number
  /**
   * Makes a search over records, at most 10,000 of them. The search over the old records is dropped before that over the new ones is
   * made.
   */
  openSearch: (records: DocRecord[]) => SearchPages
}

/** The judgement of a run. It is held if there is a reason. */
export interface Judgement {
  reasons: HoldReason[]
  comparison: PageComparison
  /** Absent where so few pages changed that the answers were not compared. */
  relevance?: Relevance
}

/** Judges a run. */
export async function judge(run: GuardedRun): Promise<Judgement> {
  const { before, after, failed, read, largest } = run
  const comparison = comparePages(before, after)
  const relevance = isSmallChange(comparison) ? undefined : await compareRelevance(run)
  const reasons = holdReasons({ comparison, failed, read, largest, relevance })
  return { reasons, comparison, ...(relevance && { relevance }) }
}

/**
 * Asks both sets for pages that are in both, by the names that the old set and the links of the new one have for them.
 */
async function compareRelevance({ before, after, linkTexts, openSearch }: GuardedRun): Promise<Relevance> {
  const sample = samplePages(before.pages(), after.pages())
  const current = new Set(Array.from(after.pages(), ({ url }) => url))
  const records = recordsOf(before, sample)
  const items = knownItems(namesOfPages(records, linkTexts()).filter(({ url }) => current.has(url)))
  const ranksBefore = await ranksOf(items, openSearch(records))
  const ranksAfter = await ranksOf(items, openSearch(recordsOf(after, sample)))
  return compareRanks(items, ranksBefore, ranksAfter)
}

/** The records of the sampled pages of a set, in its order. */
const recordsOf = (set: GuardedSet, sample: ReadonlySet<string>): DocRecord[] =>
  Array.from(set.pages(), ({ url }) => url)
    .filter((url) => sample.has(url))
    .flatMap((url) => set.recordsOf(url))
