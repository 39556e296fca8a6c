/** The guard of a run: compares the set that a crawl made with the set that is served. */

import type { DocRecord } from '@docent/engine'

import type { EarlierAnswers, LargestSizes, LinkText, MeasuredAnswer, RecordSet } from '../result/crawl-result.ts'
import { comparePages, type PageComparison } from './compare-pages.ts'
import { holdReasons, type HoldReason } from './hold-reasons.ts'
import { knownItems, namesOfPages } from './known-items.ts'
import {
  compareRanks,
  LONG_TOLERANCE,
  type LongRelevance,
  type Relevance,
  ranksOf,
  type SearchPages,
} from './relevance.ts'
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
  earlier?: EarlierAnswers | undefined
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
  /** The answers of the set that is served, to be compared with those of later sets; absent with `relevance`. */
  answers?: MeasuredAnswer[]
}

/** Compares a candidate with the accepted set; without a reason to hold it, it may be served. */
export async function judge(run: GuardedRun): Promise<Judgement> {
  const { before, after, failed, read, largest, earlier } = run
  const comparison = comparePages(before, after)
  const compared = isSmallChange(comparison, earlier?.uncompared) ? undefined : await compareAnswers(run)
  const { relevance, answers, longRelevance } = compared ?? {}
  const reasons = holdReasons({ comparison, failed, read, largest, relevance, longRelevance })
  return { reasons, comparison, ...(relevance && { relevance }), ...(answers && { answers }) }
}

/** The comparison with the served set, and with an earlier one that answered too many queries better. */
interface ComparedAnswers {
  relevance: Relevance
  answers: MeasuredAnswer[]
  longRelevance?: LongRelevance | undefined
}

/**
 * Asks both sets for pages that are in both, by the names that the old set and the links of the new one have for them; and the
 * new one for the pages that earlier sets were asked for.
 */
async function compareAnswers(run: GuardedRun): Promise<ComparedAnswers> {
  const { before, after, linkTexts, openSearch, earlier } = run
  const sample = samplePages(before.pages(), after.pages())
  const current = new Set(Array.from(after.pages(), ({ url }) => url))
  const records = recordsOf(before, sample)
  const items = knownItems(namesOfPages(records, linkTexts()).filter(({ url }) => current.has(url)))
  const ranks = await ranksOf(items, openSearch(records))
  const searchAfter = openSearch(recordsOf(after, sample))
  const relevance = compareRanks(items, ranks, await ranksOf(items, searchAfter))
  let longRelevance: LongRelevance | undefined
  for (const { created, answers } of earlier?.measured ?? []) {
    const asked = answers.filter(({ url }) => current.has(url) && sample.has(url))
    const then = asked.map(({ rank }) => rank)
    const compared = compareRanks(asked, then, await ranksOf(asked, searchAfter), LONG_TOLERANCE)
    if (compared.isHeld) longRelevance ??= { ...compared, since: created }
  }
  return { relevance, answers: items.map((item, at) => ({ ...item, rank: ranks[at] ?? 0 })), longRelevance }
}

/** The records of the sampled pages of a set, in its order. */
const recordsOf = (set: GuardedSet, sample: ReadonlySet<string>): DocRecord[] =>
  Array.from(set.pages(), ({ url }) => url)
    .filter((url) => sample.has(url))
    .flatMap((url) => set.recordsOf(url))
