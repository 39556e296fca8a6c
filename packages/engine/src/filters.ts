/** `@docent/engine/filters`: the check of filters, without the engine that applies them. */
export { EngineError } from './base/errors.ts'
export { unclosedQuote } from './query/filter-lexemes.ts'
export { filtersOf } from './query/read-filters.ts'
