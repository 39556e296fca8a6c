export type * from './wire.ts'
export { EngineError, type EngineErrorCode } from './errors.ts'
export { ENGINE_LIMITS } from './limits.ts'
export {
  attributeOfFacet,
  buildSettingsKey,
  DEFAULT_SETTINGS,
  DOCS_SETTINGS,
  isCountedAfterDistinct,
  isSearchableFacet,
  parseCustomRanking,
} from './settings.ts'
export { buildIndex } from './segment/build-index.ts'
export { buildDelta, type Changes } from './segment/build-delta.ts'
export { type CorpusFacts, type Index, openDelta, openIndex } from './segment/open-index.ts'
export { cutIndex } from './segment/cut-index.ts'
export { addPart, guessPart, isHead, openParts, type WantedPart, wantedParts } from './segment/open-parts.ts'
export { PartsMissing } from './segment/parts.ts'
export { wantTyped } from './query/want-typed.ts'
export {
  search,
  searchFacetValues,
  type SearchOptions,
  searchWritten,
  windowOf,
  type WrittenHits,
  type WrittenResponse,
} from './search.ts'
export { readSynonyms, type Synonyms } from './query/synonyms.ts'
export { type Condition, type FilterGroups, filtersOf, scoredFilters } from './query/filters.ts'
export { readRules, type Rules } from './query/rules.ts'
export { suggest } from './suggest.ts'
export { openCandidates } from './candidates.ts'
export { holdTogether } from './query/hold-together.ts'
export { type CandidateSearch, ENOUGH, formCounts, isHeadingOf, MOST_DROPPED, PAGE_OF_HITS } from './query/find.ts'
export { type Pattern, type PlannedWord, planQuery, type QueryPlan } from './query/plan-query.ts'
export {
  hasTerm,
  hasTermBeginning,
  type KnownTerms,
  openTerms,
  termsBeginning,
  termsNear,
} from './query/known-terms.ts'
export { SPELT_RIGHT } from './query/expand-typos.ts'
export { type CountedValue, matchValues, requireSearchable } from './result/facets.ts'
export { analyseRecord, inflectionRoot } from './segment/analyse-record.ts'
export { textPaths, valuesAt } from './attributes.ts'
export { weightOf } from './query/strength.ts'
export { encodeParams } from './result/params.ts'
export { termsOf } from './query/parse-query.ts'
