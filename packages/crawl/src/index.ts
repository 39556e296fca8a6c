export { HOLD_CASES, judge, knownItems, namesOfPages, shrinkReasons, textOf } from './guard/index.ts'
export {
  DEFAULT_LIMITS,
  type CrawlLimits,
  type CrawlOptions,
  type CrawlProgress,
  type CrawlSource,
} from './run/crawl-options.ts'
export type {
  Acceptance,
  CrawlChanges,
  CrawlCounts,
  CrawlResult,
  CrawlSets,
  LinkText,
  RecordSet,
  SetPage,
} from './result/crawl-result.ts'
export { toPageAddress } from './html/hash-routes.ts'
export type { ExtractedPage } from './result/extracted-page.ts'
export type { FetchedPage } from './result/fetched-page.ts'
export type { Login } from './result/login.ts'
export { FAIL_REASONS, SKIP_REASONS, type FailReason, type SkipReason, type Verdict } from './result/verdict.ts'
export { ExtractionError, learnSite, type SiteReader } from './extract/learn-site.ts'
export type { ReadOptions } from './extract/read-options.ts'
export { crawl, openCrawlSets, SourceError } from './run/crawl.ts'
export { StoreBusyError } from './store/lock.ts'
export { type ExplainedPage, explainPage } from './run/explain-page.ts'
export { type AddressText, readAddress, type ReadAddressOptions } from './run/read-address.ts'
export { postJson } from './net/post-json.ts'
export { readSiteConfig } from './extract/configs/read-config.ts'
export { type PageRule, type SiteConfig, SiteConfigError, type UrlPattern } from './extract/configs/site-config.ts'
export { matcherOfUrls, type UrlMatcher } from './extract/configs/url-pattern.ts'
