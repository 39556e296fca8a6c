export type { Appearance, HeaderLink } from './shared/appearance.ts'
export { wordForms } from './shared/language.ts'
export type { SearchConnection } from './shared/search-connection.ts'
export type { SiteContent } from './node/content/site-content.ts'
export { createSite, type Site } from './node/server/site.ts'
export type { SiteOptions, SiteSettings } from './node/content/site-options.ts'
export { hasOtherFiles, isOutputUnchanged, outputDigest } from './node/export/output-mark.ts'
export { OutputError, replaceBelow } from './node/export/write-file.ts'
export {
  type ExportProgress,
  type StaticSite,
  type StaticSiteOptions,
  writeStaticSite,
} from './node/export/static-site.ts'
export {
  SEARCH_FOLDER,
  SEARCH_SCRIPT,
  type StaticSearch,
  writeStaticSearch,
} from './node/export/static-search-files.ts'
export { SiteNotBuiltError, siteStamp } from './node/built.ts'
