/** Decides whether a new set of records may replace the set that is served, and says why not. */

import type { LargestSizes } from '../result/crawl-result.ts'
import { type LostSection, type PageComparison, SECTION_PAGES, type Size } from './compare-pages.ts'
import {
  LEAST_WORSE,
  LONG_TOLERANCE,
  LOST_SHARE,
  type LongRelevance,
  MRR_FALL,
  type Relevance,
  type WorseAnswer,
} from './relevance.ts'

/** A set may lose this share of its pages or records without being held. */
const SHRINK_SHARE = 0.1

/** A set in which more than this share of the served addresses is gone is held, also if others replace them. */
const MOVED_SHARE = 0.5

/** A run in which more than this share of the pages failed is held: it is half of one deploy and half of another. */
const FAILED_SHARE = 0.1

/** The cases in which a set is held, with their thresholds, for the documentation. */
export const HOLD_CASES: readonly (readonly [what: string, threshold: string])[] = [
  ['pages that failed', `more than ${percent(FAILED_SHARE)} of those that were indexed or failed`],
  ['pages, or records', `more than ${percent(SHRINK_SHARE)} fewer, also than the most of the last ten accepted crawls`],
  ['addresses that have no records any more', `more than ${percent(MOVED_SHARE)} of the earlier ones`],
  [
    'a section: the pages of one folder, or of one group of the sidebar',
    `all gone, if they were at least ${SECTION_PAGES}`,
  ],
  [
    'answers to queries for pages by their names',
    `at least ${LEAST_WORSE} worse, and MRR@10 lower by more than ${MRR_FALL}, or more than ${percent(LOST_SHARE)} of the queries without their page among the first ten hits; compared with the last ten sets of answers, ${MRR_FALL * LONG_TOLERANCE} and ${percent(LOST_SHARE * LONG_TOLERANCE)}`,
  ],
]

/** Number of pages or queries that a reason lists. */
const EXAMPLES = 10

/** Why a set is held. */
export type HoldReason =
  | { kind: 'failures'; failed: number; of: number; pages: string[] }
  | { kind: 'shrunk'; what: 'pages' | 'records'; before: number; after: number; pages: string[] }
  | { kind: 'declined'; what: 'pages' | 'records'; since: string; before: number; after: number }
  | { kind: 'moved'; removed: number; of: number; pages: string[] }
  | { kind: 'section'; section: LostSection }
  | {
      kind: 'relevance'
      queries: number
      before: number
      after: number
      lost: number
      worse: WorseAnswer[]
      /** For a loss over several crawls: the end of the crawl that answered better, ISO 8601. */
      since?: string
    }

/** The facts of a run. */
export interface JudgedRun {
  comparison: PageComparison
  /** Addresses that failed, and the number of addresses that were indexed or failed. */
  failed: readonly string[]
  read: number
  /** The largest of the last accepted sets. */
  largest?: LargestSizes | undefined
  /** Absent if the answers were not compared. */
  relevance?: Relevance | undefined
  /** The comparison with an earlier set, if that is to be held. */
  longRelevance?: LongRelevance | undefined
}

/** The reasons to hold a set; none if it may replace the served one. An empty served set holds nothing but failures. */
export function holdReasons({ comparison, failed, read, largest, relevance, longRelevance }: JudgedRun): HoldReason[] {
  const { before, after, removed, lostSections } = comparison
  const shrunk = shrinkReasons(before, after, removed)
  return [
    ...(failed.length > read * FAILED_SHARE
      ? [{ kind: 'failures', failed: failed.length, of: read, pages: failed.slice(0, EXAMPLES) } as const]
      : []),
    ...shrunk,
    ...(shrunk.length === 0 && largest ? declineReasons(largest, after) : []),
    ...(removed.length > before.pages * MOVED_SHARE
      ? [{ kind: 'moved', removed: removed.length, of: before.pages, pages: removed.slice(0, EXAMPLES) } as const]
      : []),
    ...lostSections.map((section) => ({ kind: 'section', section }) as const),
    ...(relevance?.isHeld ? [relevanceReason(relevance)] : []),
    ...(longRelevance && relevance?.isHeld !== true
      ? [{ ...relevanceReason(longRelevance), since: longRelevance.since }]
      : []),
  ]
}

/** The reasons by size alone, for a served set whose pages are not known. */
export function shrinkReasons(before: Size, after: Size, removed: readonly string[]): HoldReason[] {
  return (['pages', 'records'] as const)
    .filter((what) => after[what] < before[what] * (1 - SHRINK_SHARE))
    .map((what, at) => ({
      kind: 'shrunk',
      what,
      before: before[what],
      after: after[what],
      // Both reasons have the same pages.
      pages: at === 0 ? removed.slice(0, EXAMPLES) : [],
    }))
}

/** The reasons of a decline over several crawls, each of which lost little. */
function declineReasons(largest: LargestSizes, after: Size): HoldReason[] {
  return (['pages', 'records'] as const)
    .filter((what) => after[what] < largest[what].count * (1 - SHRINK_SHARE))
    .map((what) => ({
      kind: 'declined',
      what,
      since: largest[what].created,
      before: largest[what].count,
      after: after[what],
    }))
}

const relevanceReason = ({ queries, before, after, lost, worse }: Relevance) => ({
  kind: 'relevance' as const,
  queries,
  before,
  after,
  lost,
  worse: worse.slice(0, EXAMPLES),
})

/** A reason as text: a sentence, then its pages or queries, each in a line of its own. */
export function textOf(reason: HoldReason): string {
  return linesOf(reason).join('\n')
}

function linesOf(reason: HoldReason): string[] {
  if (reason.kind === 'failures')
    return [
      `${count(reason.failed)} of ${count(reason.of)} pages failed, more than ${percent(FAILED_SHARE)}:`,
      ...reason.pages,
    ]
  if (reason.kind === 'shrunk') {
    const { what, before, after, pages } = reason
    const fall = `The ${what} fall from ${count(before)} to ${count(after)}, by more than ${percent(SHRINK_SHARE)}`
    return pages.length === 0 ? [`${fall}.`] : [`${fall}. Pages that are missing:`, ...pages]
  }
  if (reason.kind === 'declined') {
    const { what, since, before, after } = reason
    return [
      `The ${what} fell over several crawls from ${count(before)} (${since.slice(0, 10)}) to ${count(after)}, by more than ${percent(SHRINK_SHARE)}.`,
    ]
  }
  if (reason.kind === 'moved')
    return [`${count(reason.removed)} of ${count(reason.of)} addresses have no records any more:`, ...reason.pages]
  if (reason.kind === 'section') {
    const { by, name, pages } = reason.section
    const where = by === 'path' ? `below /${name}` : `of the group "${name}"`
    return [`All ${count(pages)} pages ${where} are gone.`]
  }
  const { queries, before, after, lost, worse, since } = reason
  const what =
    since === undefined
      ? 'The new index answers worse'
      : `The answers became worse over several crawls, since ${since.slice(0, 10)}`
  return [
    `${what}: of ${queries} queries for pages by their names, MRR@10 falls from ${before.toFixed(3)} to ${after.toFixed(3)}, and ${lost} no longer have their page among the first ten:`,
    ...worse.map(
      ({ query, url, ...ranks }) => `"${query}": ${url} ${rank(ranks.before)} before, ${rank(ranks.after)} now`,
    ),
  ]
}

const rank = (value: number): string => (value === 0 ? 'not found' : `rank ${value}`)

const count = (value: number): string => value.toLocaleString('en-US')

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
