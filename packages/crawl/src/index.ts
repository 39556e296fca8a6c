export type { ExtractedPage } from './result/extracted-page.ts'
export type { FetchedPage } from './result/fetched-page.ts'
export { FAIL_REASONS, SKIP_REASONS, type FailReason, type SkipReason, type Verdict } from './result/verdict.ts'
