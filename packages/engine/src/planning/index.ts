/**
 * `@docent/engine/planning`: the parts of a search for a backend that has posting lists of its own. The backend indexes
 * the terms of `analyseRecord`, finds candidates by the patterns of `planQuery`, and ranks them with `search` over the
 * index of `openCandidates`.
 */
export { valuesAt } from '../base/attributes.ts'
export { evidenceOnlyWords } from '../query/function-words.ts'
export { type CandidateSearch, ENOUGH, MAX_DROPPED, PAGE_OF_HITS } from '../query/find-matches.ts'
export { SPELT_RIGHT } from '../query/expand.ts'
export type { Condition, FilterGroups } from '../query/parse-filters.ts'
export { termsOf } from '../query/parse-query.ts'
export { withPhrasesAsWords } from '../query/phrase-fallback.ts'
export { filtersOf, scoredFilters } from '../query/read-filters.ts'
export { weightOf } from '../query/strength.ts'
export { isQuestion } from '../query/word-weights.ts'
export { countedFacets, type CountedValue, matchValues, requireSearchable } from '../result/facets.ts'
export { type Window, windowOf } from '../result/hit-window.ts'
export { encodeParams } from '../result/params.ts'
export { pageOf } from '../segment/fields.ts'
export type { CorpusFacts } from '../segment/open-index.ts'
export { inflectionRoot, isInflection } from '../analysis/stem.ts'
export { analyseRecord } from './analyse-record.ts'
export { formCounts, isHeadingOf, openCandidates, pagesWithoutText } from './candidates.ts'
export {
  countOf,
  countsBeginning,
  type CountedTerm,
  hasTerm,
  hasTermBeginning,
  type KnownTerms,
  openTerms,
  termsBeginning,
  termsNear,
} from './known-terms.ts'
export type { Pattern } from '../query/patterns.ts'
export { type PlannedWord, planQuery, type QueryPlan } from './plan-query.ts'
