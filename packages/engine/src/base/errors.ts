/** The one error of the engine, and what each code means. */

/**
 * - `index_damaged`: a checksum or a bound does not hold; rebuild the index from its records.
 * - `index_truncated`: the file is shorter than its header says; it was not written to the end.
 * - `index_format`: not an index, or written in another format version.
 * - `index_base`: a delta and a base that do not belong together, or changes that this base cannot take; rebuild.
 * - `query_too_long`, `query_invalid`: the text of the query.
 * - `filter_invalid`, `filter_too_large`: `filters`, `facetFilters`, `numericFilters`, `tagFilters`, `optionalFilters`.
 * - `parameter_invalid`: another parameter or setting.
 * - `search_stopped`: `shouldStop` asked for it.
 */
export type EngineErrorCode =
  | 'index_damaged'
  | 'index_truncated'
  | 'index_format'
  | 'index_base'
  | 'query_too_long'
  | 'query_invalid'
  | 'filter_invalid'
  | 'filter_too_large'
  | 'parameter_invalid'
  | 'search_stopped'

/** What the engine throws. `data` holds the values that the message names. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  readonly data: Record<string, unknown>

  constructor(code: EngineErrorCode, message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.name = 'EngineError'
    this.code = code
    this.data = data
  }
}
