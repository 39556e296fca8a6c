import type { FailReason, SkipReason } from './verdict.ts'

/** The end of an address without records: the part of its verdict that names the reason. */
export type Ending =
  | { state: 'skipped'; reason: SkipReason; detail?: string }
  | { state: 'failed'; reason: FailReason; detail?: string }
