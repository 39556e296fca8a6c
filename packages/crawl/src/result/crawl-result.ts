/** The result of a crawl: verdicts and a set of records, read out of the store one by one. */
import type { DocRecord } from '@docent/engine'
import type { FailReason, SkipReason, Verdict } from './verdict.ts'

/** A page of a record set. */
export interface SetPage {
  url: string
  title: string
  layout: string
  records: number
  /** Of the records; pages with equal hashes have byte-identical records. */
  hash: string
  /** ISO 8601. The page failed in the set's crawl and has the records of an earlier one until then. */
  keptUntil?: string
}

/** The records of one crawl. */
export interface RecordSet {
  id: number
  /** End of the crawl, ISO 8601. */
  created: string
  /** In order of URL. */
  pages: () => Iterable<SetPage>
  /** In order of URL and of the page. Nothing more than one page is in memory. */
  records: () => Iterable<DocRecord>
  recordsOf: (url: string) => DocRecord[]
}

/** Texts of links between pages of the set: words by which readers know the target. */
export interface LinkText {
  /** Address of the target. */
  url: string
  text: string
}

/** Numbers of a crawl. */
export interface CrawlCounts {
  /** Addresses with a verdict. */
  seen: number
  indexed: number
  records: number
  /** Pages that were not requested, because of their dates in the sitemap. */
  notRequested: number
  skipped: Partial<Record<SkipReason, number>>
  failed: Partial<Record<FailReason, number>>
}

/** Pages that differ from the accepted set. */
export interface CrawlChanges {
  added: number
  changed: number
  unchanged: number
  removed: number
  /** Failed pages that keep their records. */
  kept: number
}

/** The size of an accepted set. */
export interface AcceptedSize {
  /** End of its crawl, ISO 8601. */
  created: string
  count: number
}

/** The largest of the last accepted sets: by it a decline over many crawls is seen. */
export interface LargestSizes {
  pages: AcceptedSize
  records: AcceptedSize
}

/** A query for a page by its name, and the rank that its page had: 1 to 10, or 0. */
export interface MeasuredAnswer {
  query: string
  url: string
  /** The kind of name. */
  from: 'title' | 'heading' | 'link'
  rank: number
}

/** The answers of earlier accepted sets: by them a loss of relevance over many crawls is seen. */
export interface EarlierAnswers {
  /** The answers of the last sets that were compared with their successors, oldest first. `created`: end of the crawl, ISO 8601. */
  measured: { created: string; answers: MeasuredAnswer[] }[]
  /** Number of pages that changed in the crawls that were accepted since the last comparison. */
  uncompared: number
}

/**
 * The way by which a set was accepted. `wanted`: an operator wants it as it is, so earlier sets are no longer a measure of it.
 * Otherwise the number of pages that differ from the set before, and the answers of that set if they were compared.
 */
export type Acceptance = 'wanted' | { changed: number; answers?: readonly MeasuredAnswer[] | undefined }

/** The result of `crawl`. It reads the store, which stays open until `close`. */
export interface CrawlResult {
  /** `limit`: a limit of pages or time ended it, known addresses are left. */
  outcome: 'complete' | 'limit'
  counts: CrawlCounts
  changes: CrawlChanges
  /** The records of this crawl. `CrawlStore.accept` makes them the accepted set. */
  candidate: RecordSet
  /** The set that serves; absent before the first `accept`. */
  accepted?: RecordSet
  /** Absent before the first `accept`. */
  largest?: LargestSizes
  earlier: EarlierAnswers
  /** In order of URL. */
  verdicts: () => Iterable<Verdict>
  linkTexts: () => Iterable<LinkText>
  /** Sentences about the whole crawl: a sitemap that could not be read, a mistaken canonical address. */
  notes: string[]
  close: () => void
}

/** The sets of a store, for commands that do not crawl. */
export interface CrawlSets {
  /** The records of the last crawl, if they were not accepted. */
  candidate: () => RecordSet | undefined
  accepted: () => RecordSet | undefined
  /** The set before the accepted one. */
  previous: () => RecordSet | undefined
  /**
   * The candidate becomes the accepted set. Throws if there is none. Without `how` nothing was compared, and nothing is known of its
   * changes.
   */
  accept: (how?: Acceptance) => void
  /** The previous set becomes the accepted one, and the accepted one the candidate. Throws if there is none. */
  rollback: () => void
  /** Of the last crawl. */
  verdicts: () => Iterable<Verdict>
  linkTexts: () => Iterable<LinkText>
  close: () => void
}
