/** The three tools over documentation, without a protocol. Runs anywhere. */
export { checkArguments, OUTLINE_SCHEMA, READ_SCHEMA, SEARCH_SCHEMA, type ArgumentsSchema } from './arguments.ts'
export { type Docs, type DocsNavigation, type NavNode, type PageText, ToolError } from './docs.ts'
export { EVIDENCE_HITS, type Evidence, weighAnswer } from './evidence.ts'
export { withoutBase } from './hit.ts'
export { outlineDocs, type OutlineArguments } from './outline.ts'
export { readDocs, type ReadArguments } from './read.ts'
export { recordDocs } from './record-docs.ts'
export {
  BUDGET,
  type FoundSection,
  type OutlineEntry,
  type OutlineResult,
  type PageLink,
  type ReadResult,
  type SearchResult,
} from './results.ts'
export { searchDocs, type SearchArguments } from './search.ts'
export { countTokens, tokensOfJson } from '../text/tokens.ts'
export type { PageHeading } from '../text/sections.ts'
