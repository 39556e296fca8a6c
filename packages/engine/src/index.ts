export type * from './wire.ts'
export { EngineError, type EngineErrorCode } from './errors.ts'
export { ENGINE_LIMITS } from './limits.ts'
export { attributeOfFacet, buildSettingsKey, DEFAULT_SETTINGS, DOCS_SETTINGS, isSearchableFacet } from './settings.ts'
export { buildIndex } from './segment/build-index.ts'
export { buildDelta, type Changes } from './segment/build-delta.ts'
export { type Index, openDelta, openIndex } from './segment/open-index.ts'
export {
  search,
  searchFacetValues,
  type SearchOptions,
  searchWritten,
  type WrittenHits,
  type WrittenResponse,
} from './search.ts'
export { readSynonyms, type Synonyms } from './query/synonyms.ts'
export { filtersOf } from './query/filters.ts'
export { readRules, type Rules } from './query/rules.ts'
export { suggest } from './suggest.ts'
