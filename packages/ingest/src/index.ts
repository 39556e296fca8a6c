export { type ComponentRow, CONSTRUCT_NAMES, ROLES } from './result/construct.ts'
export { ICON_NAMES, type IconName } from './result/icon.ts'
export { siteAddress } from './folder/site-address.ts'
export { IngestError } from './result/ingest-error.ts'
export type { UrlSuffix } from './folder/publication.ts'
export { FILE_ROLES, LEFT_OUT, type DocsFile, type FileRole, type LeftOutReason } from './result/docs-file.ts'
export { GENERATOR_NAMES, type GeneratorKind, type RecognisedGenerator } from './result/generator.ts'
export { countUses, groupProblems, newProblems, type ProblemGroup } from './result/group-problems.ts'
export { type DocsListing, docsState, type FurtherFiles, listDocs } from './docs-listing.ts'
export { docsFolder } from './generators/locate-docs.ts'
export { pageMarkdown } from './article/page-markdown.ts'
export { type PublishedSite, publishedRecords } from './assemble/published-records.ts'
export { draftOf } from './parsed/draft-file.ts'
export { takeRecords } from './parsed/reading.ts'
export { readDocs } from './read-docs.ts'
export type { PageRecords } from './records/record.ts'
export type { CodeMemory } from './article/code-figure.ts'
export { renderArticle } from './article/render-article.ts'
export type {
  Asset,
  Docs,
  Heading,
  Home,
  HomeAction,
  HomeFeature,
  Logo,
  NavItem,
  Navigation,
  Page,
  Problem,
  ReadOptions,
} from './result/page.ts'
export type { ProblemCode } from './result/problem.ts'
