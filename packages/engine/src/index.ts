/**
 * The search engine. A second backend that plans queries by the engine's rules imports `planning/index.ts` beside this.
 */
export type * from './wire.ts'
export type * from './wire-answers.ts'
export type * from './wire-rules.ts'
export { EngineError, type EngineErrorCode } from './base/errors.ts'
export { ENGINE_LIMITS } from './base/limits.ts'
export {
  attributeOfFacet,
  buildSettingsKey,
  DEFAULT_SETTINGS,
  DOCS_SETTINGS,
  isSearchableFacet,
  parseCustomRanking,
} from './base/settings.ts'
export { buildIndex, buildIndexInPieces } from './segment/build-index.ts'
export { buildDelta, type Changes } from './segment/build-delta.ts'
export { type Index, openDelta, openIndex, verifyIndex } from './segment/open-index.ts'
export { FORMAT_VERSION, type IndexFile } from './segment/format.ts'
export { cutIndex } from './segment/cut-index.ts'
export { addPart, guessPart, isHead, openParts, type RequestedPart, requestedParts } from './segment/open-parts.ts'
export { PartsMissing } from './segment/parts.ts'
export { requestQueryTerms } from './query/request-query-terms.ts'
export {
  search,
  searchFacetValues,
  type SearchOptions,
  searchWritten,
  type WrittenHits,
  type WrittenResponse,
} from './search.ts'
export { asksInWords } from './query/identifier-words.ts'
export { createFusion, type Fusion, RANK_OFFSET } from './ranking/fuse-nearest.ts'
export { readSynonyms, type Synonyms } from './query/synonyms.ts'
export { unclosedQuote } from './query/filter-lexemes.ts'
export { filtersOf } from './query/read-filters.ts'
export { conditionsOf } from './query/rule-conditions.ts'
export { readRules, type Rules } from './query/rules.ts'
export { suggest } from './suggest.ts'
