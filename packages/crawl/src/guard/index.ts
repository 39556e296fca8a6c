/** The comparison of a new set of records with the one that is served. */
export { comparePages, type LostSection, type PageComparison, type Size } from './compare-pages.ts'
export { holdReasons, type HoldReason, linesOf, shrinkReasons } from './hold-reasons.ts'
export { KEEP_DAYS, keepRecords } from './kept-pages.ts'
export { type KnownItem, knownItems, type NamedPage } from './known-items.ts'
export type { PageSummary } from './page-summary.ts'
export { compareRanks, ranksOf, type Relevance } from './relevance.ts'
export { isSmallChange, samplePages } from './sample-pages.ts'
